package compile

import "github.com/ruledeck/ruledeck/engine"

// Bounds of a whole pack at its largest table. What a game costs to lay out, to
// copy and to save grows with these products, not with the bytes of the files: a
// card of three words may have 30,000 copies, each with its zones and attributes.
const (
	MaxCells     = 1 << 20   // places of the state: attributes and positions of all cards
	MaxZoneTotal = 1<<15 - 2 // zones, counting a zone of seats once for each seat, and of cards for each card
	MaxInstances = 1 << 19   // abilities on all copies of all cards
)

// whole refuses a pack whose parts are few but whose game would be huge.
func (c *Compiler) whole() {
	for _, bound := range []struct {
		what        string
		found, most int
	}{
		{"attributes and places of cards", c.cells(), MaxCells},
		{"zones, those of seats and cards counted", c.zoneTotal(), MaxZoneTotal},
		{"abilities of cards, copies counted", c.instances(), MaxInstances},
	} {
		if bound.found > bound.most {
			c.errorf("too-many", c.tree.GamePos, "the pack makes a game of %d %s; at most %d are played",
				bound.found, bound.what, bound.most)
		}
	}
}

func (c *Compiler) mostSeats() int { return min(max(c.tree.MaxSeats, 1), engine.MaxSeats) }

// copies is how many cards of a type there are at most.
func (c *Compiler) copies(t engine.TypeID) int {
	return c.counted(func(def *engine.CardDef) int {
		if def.Type == t {
			return 1
		}
		return 0
	})
}

// counted adds up what each card of a game counts, with the largest lists of its decks.
func (c *Compiler) counted(each func(def *engine.CardDef) int) int {
	n := 0
	for i := range c.pack.Defs {
		n += c.pack.Defs[i].Copies * each(&c.pack.Defs[i])
	}
	for _, deck := range c.pack.Decks {
		option := &c.pack.GameOptions[deck.Option]
		most := 0
		for _, list := range option.Values {
			of := 0
			for _, card := range c.pack.DeckLists[c.out.Symbols[list]] {
				of += card.Copies * each(&c.pack.Defs[card.Def])
			}
			most = max(most, of)
		}
		if option.PerSeat {
			most *= c.mostSeats()
		}
		n += most
	}
	return n
}

func (c *Compiler) cells() int {
	n := len(c.pack.Game) + c.mostSeats()*len(c.pack.Seats)
	for t := range c.pack.Types {
		each := 2 // where a card lies, and in which place
		for _, a := range c.pack.Types[t].Attributes {
			if c.pack.Cards[a].State {
				each++
			}
		}
		n += each * c.copies(engine.TypeID(t))
	}
	return n
}

func (c *Compiler) zoneTotal() int {
	n := 0
	for i := range c.pack.Zones {
		kind := &c.pack.Zones[i]
		seats := 1
		if kind.PerSeat || kind.Of == engine.OfSeat {
			seats = c.mostSeats()
		}
		holders := max(1, kind.Rows*kind.Columns)
		if kind.Of == engine.OfCard {
			holders = 0
			for _, t := range kind.Types {
				holders += c.copies(t)
			}
		}
		n += seats * holders
	}
	return n
}

func (c *Compiler) instances() int {
	return c.counted(func(def *engine.CardDef) int { return len(def.Abilities) })
}
