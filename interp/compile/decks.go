package compile

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// MaxDeck is how many cards a list of a deck has at most.
const MaxDeck = 1000

// deckOption makes the lists of a deck the values of its option, one for each seat where the deck
// is in zones of seats.
func (c *Compiler) deckOption(o *ast.GameOption) {
	if o.Deck == nil {
		return
	}
	zone, known := c.out.Zones[o.Deck.Zone.Text]
	switch {
	case known && c.pack.Zones[zone].Of != engine.OfCard && c.pack.Zones[zone].Rows == 0:
		o.PerSeat = c.pack.Zones[zone].Of == engine.OfSeat
		c.pack.Decks = append(c.pack.Decks, engine.Deck{Option: len(c.pack.GameOptions), Zone: zone})
	case o.Deck.Zone.Given():
		c.unknown("unknown-zone", o.Deck.Zone,
			"a deck begins in a zone of seats or of the table, and there is none named", sortedKeys(c.out.Zones))
	}
	for _, list := range c.tree.DeckLists {
		if list.ID.Given() && c.isFor(list, o.Deck) {
			o.Values = append(o.Values, list.ID)
			o.Labels = append(o.Labels, list.Label)
		}
	}
	if len(o.Values) == 0 {
		c.errorf("bad-option", o.Name, "the deck %q has no list: a file decks/NAME.yaml with id and cards",
			o.Name)
	}
}

// deckLimits reads what holds of the lists of decks.
func (c *Compiler) deckLimits() {
	for _, d := range c.tree.Decks {
		for _, limit := range d.Limits {
			out := deckLimit{DeckLimit: limit, of: d, by: c.printedAttribute(limit.By)}
			for _, sum := range limit.Sum {
				out.sums = append(out.sums, c.printedAttribute(sum.Of))
			}
			if limit.Cards != nil {
				out.meant = c.filters(nil).Cards(limit.Cards)
			}
			if !c.isPrinted(out.meant) {
				c.errorf("deck-limit", limit.Cards, "a list is judged by what is printed on its cards: "+
					"their type, abilities and printed values")
			}
			c.limits = append(c.limits, out)
		}
	}
}

// deckLimit is a limit of a deck with the cards that are meant, nil for all.
type deckLimit struct {
	*ast.DeckLimit
	of    *ast.Deck
	meant *engine.Filter
	by    engine.AttributeID
	sums  []engine.AttributeID
}

// isFor reports whether a list is for a deck: the one that it names, or the only one.
func (c *Compiler) isFor(list *ast.DeckList, d *ast.Deck) bool {
	return list.Deck.Text == d.Name.Text || !list.Deck.Given() && len(c.tree.Decks) == 1
}

// isPrinted reports whether a filter looks at printed values alone.
func (c *Compiler) isPrinted(f *engine.Filter) bool {
	return f == nil || !slices.ContainsFunc(f.Terms, func(t engine.Term) bool {
		switch t.Op {
		case engine.TermAttribute:
			return c.pack.Cards[t.Attr].State
		case engine.TermNot:
			return !c.isPrinted(t.Sub)
		case engine.TermAny:
			return slices.ContainsFunc(t.Subs, func(sub *engine.Filter) bool { return !c.isPrinted(sub) })
		}
		return t.Op != engine.TermType && t.Op != engine.TermDef && t.Op != engine.TermHasAbility
	})
}

// decks reads the lists of the decks, and holds them to the limits.
func (c *Compiler) decks() {
	c.pack.DeckLists = map[engine.Symbol][]engine.DeckCard{}
	for _, list := range c.tree.DeckLists {
		at := slices.IndexFunc(c.tree.Decks, func(d *ast.Deck) bool { return c.isFor(list, d) })
		name := c.Symbol(list.ID.Text)
		switch {
		case !list.ID.Given(): // which is told of the file
		case c.pack.DeckLists[name] != nil:
			c.errorf("duplicate-name", list.ID, "there are two lists %q", list.ID)
		case at < 0 && list.Deck.Given():
			c.unknown("unknown-option", list.Deck, "there is no deck",
				lists.Map(c.tree.Decks, func(d *ast.Deck) string { return d.Name.Text }))
		case at < 0:
			c.errorf("missing-key", list.ID, "the game has %d decks: deck says which one the list %q is for",
				len(c.tree.Decks), list.ID)
		default:
			cards, fine := c.listed(list)
			c.pack.DeckLists[name] = cards
			for _, limit := range c.limits {
				if fine && limit.of == c.tree.Decks[at] {
					c.hold(list, &limit)
				}
			}
		}
	}
}

// listed are the cards of a list, and whether all are cards of the pack.
func (c *Compiler) listed(list *ast.DeckList) (cards []engine.DeckCard, fine bool) {
	total := 0
	fine = true
	for i := range list.Cards {
		e := &list.Cards[i]
		e.Card.Text = c.called(e.Card)
		d, known := c.out.Defs[e.Card.Text]
		total += e.Copies.Number
		switch {
		case e.Copies.Number < 1 || total > MaxDeck:
			c.errorf("bad-range", e.Card, "a list has at least one of each card, and at most %d in all",
				MaxDeck)
			return nil, false
		case !known:
			fine = false
			c.unknown("unknown-card", e.Card, "there is no card", sortedKeys(c.names))
		default:
			cards = append(cards, engine.DeckCard{Def: d, Copies: e.Copies.Number})
		}
	}
	return cards, fine
}

// called is the id of the card that a list names by its id, or by its name in a language of the
// pack; what several cards are called, or none, stays as it is.
func (c *Compiler) called(w ast.Word) string {
	if c.names == nil {
		c.names = map[string]string{}
		for d, label := range c.out.Labels.Cards {
			for _, in := range label {
				id := c.pack.Defs[d].ID
				if other, taken := c.names[in.Text]; taken && other != id {
					id = "" // several are called so
				}
				c.names[in.Text] = id
			}
		}
		for id := range c.out.Defs {
			c.names[id] = id
		}
	}
	return cmp.Or(c.names[w.Text], w.Text)
}

// printedAttribute finds an attribute that is printed on cards.
func (c *Compiler) printedAttribute(w ast.Word) engine.AttributeID {
	a, known := c.out.CardAttributes[w.Text]
	if w.Given() && (!known || c.pack.Cards[a].State) {
		c.unknown("unknown-attribute", w, "no attribute is printed on cards that is called",
			sortedKeys(c.out.CardAttributes))
	}
	return a
}

// hold tells where a list breaks a limit.
func (c *Compiler) hold(list *ast.DeckList, limit *deckLimit) {
	size := 0
	var meant []ast.Listed
	copies := map[engine.Value]int{}
	same := func(e ast.Listed) engine.Value {
		d := c.out.Defs[e.Card.Text]
		if limit.By.Given() {
			return c.pack.Print(d, limit.by)
		}
		return engine.Num(int(d))
	}
	for _, e := range list.Cards {
		if limit.meant == nil || c.pack.Prints(c.out.Defs[e.Card.Text], limit.meant) {
			meant = append(meant, e)
			size += e.Copies.Number
			copies[same(e)] += e.Copies.Number
		}
	}
	of := ""
	if limit.Cards != nil {
		of = " of " + limit.Cards.Inline()
	}
	c.within(list, limit, list.ID, size, "cards"+of, limit.Size)
	for i, sum := range limit.Sum {
		n := 0
		for _, e := range meant {
			n += e.Copies.Number * int(c.pack.Print(c.out.Defs[e.Card.Text], limit.sums[i]).N)
		}
		c.within(list, limit, list.ID, n, sum.Of.Text+of+" in all", &ast.Bounds{Min: sum.Min, Max: sum.Max})
	}
	for _, e := range slices.Backward(meant) { // the last of those that count as one is shown
		what := "copies of " + e.Card.Text
		if limit.By.Given() {
			what = "cards with the " + limit.By.Text + " of " + e.Card.Text
		}
		if n := copies[same(e)]; n > 0 {
			c.within(list, limit, e.Card, n, what, limit.Copies)
		}
		delete(copies, same(e))
	}
}

// within reports a number of a list that is out of its bounds, nil for none.
func (c *Compiler) within(list *ast.DeckList, limit *deckLimit, at ast.Word, n int, what string, b *ast.Bounds) {
	miss := ""
	switch {
	case b == nil:
	case b.Min != nil && n < b.Min.Number:
		miss = fmt.Sprintf("%d too few: at least %d", b.Min.Number-n, b.Min.Number)
	case b.Max != nil && n > b.Max.Number:
		miss = fmt.Sprintf("%d too many: at most %d", n-b.Max.Number, b.Max.Number)
	}
	if miss == "" {
		return
	}
	rule := limit.Rule
	if rule != "" {
		rule += ": "
	}
	c.errorf("deck-limit", at, "%sthe list %q has %d %s, %s", rule, list.ID, n, what, miss)
}
