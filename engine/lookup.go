package engine

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Looking things up in a layout.

// Cards is the number of cards; their ids run from 1 to it.
func (l *Layout) Cards() int { return len(l.Def) - 1 }

// ZoneTotal is the number of zones; their ids run from 1 to it.
func (l *Layout) ZoneTotal() int { return len(l.zoneKind) - 1 }

// AllCards are the ids of all cards, in order.
func (l *Layout) AllCards() iter.Seq[CardID] { return upTo[CardID](l.Cards()) }

// AllZones are the ids of all zones, in order.
func (l *Layout) AllZones() iter.Seq[ZoneID] { return upTo[ZoneID](l.ZoneTotal()) }

// upTo are the ids from 1 to the last one.
func upTo[T ~int16](last int) iter.Seq[T] {
	return func(yield func(T) bool) {
		for id := T(1); int(id) <= last && yield(id); id++ {
		}
	}
}

// AllSeats is the set of the seats of this game.
func (l *Layout) AllSeats() SeatSet { return l.all }

// Definition returns the definition of a card.
func (l *Layout) Definition(c CardID) *CardDef { return &l.Pack.Defs[l.Def[c]] }

// TypeOf returns the type of a card.
func (l *Layout) TypeOf(c CardID) TypeID { return l.typeOf[c] }

// CardKey returns the stable name of a card: its definition's id, with #n
// where there are several copies.
func (l *Layout) CardKey(c CardID) string {
	id := l.Definition(c).ID
	if len(l.CardsOf(l.Def[c])) == 1 {
		return id
	}
	return fmt.Sprintf("%s#%d", id, l.Copy[c])
}

// ZoneOf returns the zone of a kind that the table (seat 0, card 0), a seat or
// a card owns; for kinds with a zone per seat both seat and card. 0 if none.
func (l *Layout) ZoneOf(kind ZoneKindID, seat Seat, card CardID) ZoneID {
	k := &l.Pack.Zones[kind]
	switch k.Of {
	case OfTable:
		return ZoneID(l.zoneBase[kind])
	case OfSeat:
		if seat == 0 || int(seat) > l.Seats {
			return 0
		}
		return ZoneID(l.zoneBase[kind]) + ZoneID(seat) - 1
	}
	if card == 0 || l.cardRank[kind][card] == 0 {
		return 0
	}
	first := ZoneID(l.cardRank[kind][card])
	if k.PerSeat {
		if seat == 0 || int(seat) > l.Seats {
			return 0
		}
		return first + ZoneID(seat) - 1
	}
	return first
}

// KindOfZone returns the kind of a zone, ZoneSeat the seat and ZoneCard the card
// that own it (0 if none).
func (l *Layout) KindOfZone(z ZoneID) ZoneKindID { return l.zoneKind[z] }

// ZoneSeat returns the seat that owns the zone, or 0.
func (l *Layout) ZoneSeat(z ZoneID) Seat { return l.zoneSeat[z] }

// ZoneCard returns the card that owns the zone, or 0.
func (l *Layout) ZoneCard(z ZoneID) CardID { return l.zoneCard[z] }

// CardsOf returns the cards of a definition, for reading only; none where the game has none.
func (l *Layout) CardsOf(d DefID) []CardID { return l.cards[l.first[d]:l.first[d+1]] }

// PhaseAround returns the phase around a phase, or -1.
func (l *Layout) PhaseAround(phase int) int { return l.phaseUp[phase] }

// granted is the instance of a grant on a card, whether it is given now or not.
func (l *Layout) granted(k int, c CardID) Instance {
	in := l.grants[k]
	in.ID = int32(len(l.Instances) + k*len(l.Def) + int(c))
	in.Card = c
	return in
}

// grantOf is the instance that gives the ability with an id behind all laid-out instances.
func (l *Layout) grantOf(id int32) *Instance {
	n := int(id) - len(l.Instances)
	in := l.granted(n/len(l.Def), CardID(n%len(l.Def)))
	return &in
}

// CellWord names what a cell holds that is no attribute and yet is for
// everyone to see: "turn", or a card's "owner" or "seat" (its controller). It is
// "" for all other cells.
func (l *Layout) CellWord(cell int) string {
	if cell == cellTurn {
		return "turn"
	}
	if info := l.cellInfo(cell); info.card != 0 && info.attribute < 0 {
		switch -1 - info.attribute {
		case cardOwner:
			return "owner"
		case cardSeat:
			return "seat"
		}
	}
	return ""
}

// ZonesOf returns the zones that a card owns.
func (l *Layout) ZonesOf(c CardID) []ZoneID { return l.cardZones[c] }

// AbilitiesOf returns the abilities that a card has, in the order of its definition.
func (l *Layout) AbilitiesOf(c CardID) []*Ability {
	var out []*Ability
	for _, id := range l.carried[c] {
		out = append(out, l.Instances[id].Ability)
	}
	return out
}

// CellName says what a cell of the state means.
func (l *Layout) CellName(cell int) string {
	fixed := [...]string{"flow position", "over", "winners", "reason", "phase", "turn", "decisions", "effects made"}
	switch {
	case cell < cellFixed:
		return fixed[cell]
	case cell < l.loops+l.Pack.Loops*loopCells:
		return fmt.Sprintf("loop %d %s", (cell-l.loops)/loopCells,
			[...]string{"seat", "passed", "count"}[(cell-l.loops)%loopCells])
	case cell < l.gameBase:
		return fmt.Sprintf("random stream cell %d", cell)
	}
	if info := l.cellInfo(cell); info.holder == OfTable && info.attribute >= 0 {
		return l.Pack.Game[info.attribute].Name
	} else if info.holder == OfSeat {
		return fmt.Sprintf("%d.%s", info.seat, l.Pack.Seats[info.attribute].Name)
	} else if info.card != 0 {
		if info.attribute < 0 {
			return l.CardKey(info.card) + "." + [...]string{"owner", "seat"}[-1-info.attribute]
		}
		return l.CardKey(info.card) + "." + l.Pack.Cards[info.attribute].Name
	}
	return fmt.Sprintf("use count cell %d", cell)
}

// Dump prints the state for people and for tests: every value that differs
// from its start, every zone that holds cards, effects and the agenda, in a
// fixed order.
func (l *Layout) Dump(s *State) string {
	var b strings.Builder
	for cell, v := range s.cells {
		if v != l.cellStart[cell] {
			fmt.Fprintf(&b, "%s = %d\n", l.CellName(cell), v)
		}
	}
	for z := 1; z < len(s.zones); z++ {
		if s.zones[z].count == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s:", l.ZoneKey(ZoneID(z)))
		for c := s.zones[z].head; c != 0; c = s.links[c].next {
			b.WriteString(" " + l.CardKey(c))
		}
		b.WriteByte('\n')
	}
	for i := range s.effects {
		fmt.Fprintf(&b, "effect %d: %s on %s\n", s.effects[i].Serial, l.Pack.Abilities[s.effects[i].Ability].Name,
			l.CardKey(s.effects[i].Card))
	}
	for i := range s.agenda {
		fmt.Fprintf(&b, "agenda: %s %v\n", l.Pack.Steps[s.agenda[i].Step], s.agenda[i].Args[:s.agenda[i].N])
	}
	return b.String()
}

// ZoneKey returns the stable name of a zone: its kind, with its owner.
func (l *Layout) ZoneKey(z ZoneID) string {
	kind := l.Pack.Zones[l.zoneKind[z]]
	name := kind.Name
	if kind.Rows > 0 {
		place := int(l.zonePlace[z])
		name = fmt.Sprintf("%s(%d,%d)", name, place/kind.Columns+1, place%kind.Columns+1)
	}
	if c := l.zoneCard[z]; c != 0 {
		name = l.CardKey(c) + "." + name
	}
	if s := l.zoneSeat[z]; s != 0 {
		name = fmt.Sprintf("%d.%s", s, name)
	}
	return name
}

func (l *Layout) cellInfo(cell int) cellMeaning {
	none := cellMeaning{attribute: -1}
	if cell < l.gameBase {
		return none
	}
	if cell < l.seatBase {
		return cellMeaning{attribute: AttributeID(cell - l.gameBase)}
	}
	if n := len(l.Pack.Seats); n > 0 && cell < l.seatBase+n*l.Seats {
		return cellMeaning{holder: OfSeat, seat: Seat((cell-l.seatBase)/n + 1),
			attribute: AttributeID((cell - l.seatBase) % n)}
	}
	i, found := slices.BinarySearch(l.cardBase[1:], int32(cell))
	if !found {
		i--
	}
	if i < 0 || i+1 >= len(l.cardBase) {
		return none
	}
	c := CardID(i + 1)
	slot := cell - int(l.cardBase[c])
	if slot < cardCells {
		return cellMeaning{holder: OfCard, card: c, attribute: AttributeID(-1 - slot)}
	}
	for a, at := range l.slots[l.TypeOf(c)] {
		if int(at) == slot {
			return cellMeaning{holder: OfCard, card: c, attribute: AttributeID(a)}
		}
	}
	return none
}

// Cell returns the meaning of a cell, as events of kind EvSet name it.
func (l *Layout) Cell(cell int) Meaning {
	info := l.cellInfo(cell)
	m := Meaning{Seat: info.seat, Card: info.card, Index: int(info.attribute)}
	if info.attribute < 0 {
		return m
	}
	m.Attribute = &[...][]Attribute{OfTable: l.Pack.Game, OfSeat: l.Pack.Seats,
		OfCard: l.Pack.Cards}[info.holder][info.attribute]
	return m
}

// cellMeaning says whose value a cell is. Attribute -1 and -2 are a card's
// owner and controller.
type cellMeaning struct {
	holder    Holder
	seat      Seat
	card      CardID
	attribute AttributeID
}

// Meaning says whose value a cell of the state is; Attribute is nil for cells
// that hold no attribute.
type Meaning struct {
	Seat      Seat
	Card      CardID
	Attribute *Attribute
	// Index is the attribute's place in its holder's list.
	Index int
}

// livesAt are the kinds of zones that are one place with a kind to a card.
func (l *Layout) livesAt(c CardID, kind ZoneKindID) ZoneMask {
	return l.places[l.typeOf[c]][kind]
}
