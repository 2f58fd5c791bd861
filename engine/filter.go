package engine

import "slices"

// Filter is a condition on a value, usually a card: every term must hold. It
// is data, so that it can be checked before play, explained, and evaluated
// without running a script.
type Filter struct {
	Terms []Term
}

// TermOp says what a term looks at.
type TermOp uint8

// The terms of filters. Those on cards fail for a value that is not a card,
// unless noted.
const (
	// TermAttribute compares the card's attribute Attr.
	TermAttribute TermOp = iota
	// TermType: the card's type is in Set (bits of TypeID).
	TermType
	// TermDef: the card's definition is one of Values (numbers: DefIDs).
	TermDef
	// TermZone: the card is in a zone whose kind is in Zones.
	TermZone
	// TermInZone: the card is in one of the zones Values.
	TermInZone
	// TermFriendly: the card's controller, or the seat itself, is the seat of
	// the ability; TermEnemy: it is another seat.
	TermFriendly
	TermEnemy
	// TermSeat: the card's controller (or the seat) is Values[0]; TermOwner
	// likewise for the owner.
	TermSeat
	TermOwner
	// TermOther: not the ability's own card; TermSelf: that card.
	TermOther
	TermSelf
	// TermHasAbility: the card has the named ability Word, and it is active.
	TermHasAbility
	// TermHolds: a card matching Sub is in a zone that the card owns.
	TermHolds
	// TermAt: the card's place is the card Values[0]; TermBeside: its place is
	// that of the ability's card.
	TermAt
	TermBeside
	// TermHost: the card that owns the zone it is in matches Sub.
	TermHost
	// TermValue compares the value itself (numbers, words, flags).
	TermValue
	// TermNot: Sub does not hold. TermAny: one of Subs holds.
	TermNot
	TermAny
	// TermIs: the value equals parameter Attr of the event.
	TermIs
	// TermCard: the card is one of Values.
	TermCard
	// TermIsHost: the card is the one that the ability's own card lies on.
	TermIsHost
	// TermSeatAttribute compares the seat's attribute Attr.
	TermSeatAttribute
)

// Compare is how a term compares.
type Compare uint8

// The comparisons: equal to one of Values, or within Min..Max.
const (
	OneOf Compare = iota
	Within
)

// Term is one condition of a Filter.
type Term struct {
	Op      TermOp
	Compare Compare
	// Not turns the term round.
	Not bool
	// Key is which condition it was lowered from; the engine does not look at it.
	Key  uint16
	Attr AttributeID
	// Min, Max are the bounds of Within, both included.
	Min, Max int32
	Zones    ZoneMask
	Set      uint64
	Word     Symbol
	Values   []Value
	Sub      *Filter
	Subs     []*Filter
}

// Clone returns a filter that shares nothing with f.
func (f *Filter) Clone() *Filter {
	if f == nil {
		return nil
	}
	out := &Filter{Terms: slices.Clone(f.Terms)}
	for i := range out.Terms {
		t := &out.Terms[i]
		t.Values = slices.Clone(t.Values)
		t.Sub = t.Sub.Clone()
		t.Subs = slices.Clone(t.Subs)
		for k := range t.Subs {
			t.Subs[k] = t.Subs[k].Clone()
		}
	}
	return out
}

// Reads reports whether a filter reads an attribute of cards.
func (f *Filter) Reads(a AttributeID) bool {
	return f.some(func(t *Term) bool { return t.Op == TermAttribute && t.Attr == a })
}

// some reports whether a test holds for a term of a filter, or of a filter within it.
func (f *Filter) some(holds func(t *Term) bool) bool {
	return f != nil && slices.ContainsFunc(f.Terms, func(t Term) bool {
		return holds(&t) || t.Sub.some(holds) ||
			slices.ContainsFunc(t.Subs, func(sub *Filter) bool { return sub.some(holds) })
	})
}
