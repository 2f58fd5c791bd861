package view

import "github.com/ruledeck/ruledeck/engine"

// Actions numbers whatever options of a pack name: the same number in every game and at
// every seat, for programs that learn to play. The numbers belong to the pack as it is;
// another version of it has others.
type Actions struct {
	pack *engine.Pack
	// Words, Cards, Abilities and Zones are the first numbers of what the pack names, Numbers
	// the first of whole numbers.
	words, cards, abilities, zones, numbers int
	ability                                 map[string]int
	// kinds are the first numbers of each kind of zones.
	kinds []int
}

// The first numbers: nothing, the two flags, seats by their numbers.
const (
	actionNothing = iota
	actionNo
	actionYes
	actionSeats
)

// NewActions numbers what a pack names.
func NewActions(p *engine.Pack) *Actions {
	a := &Actions{pack: p, ability: map[string]int{}}
	a.words = actionSeats + p.MaxSeats
	a.cards = a.words + len(p.Symbols)
	a.abilities = a.cards + len(p.Defs) + 1 // and a hidden one
	a.zones = a.abilities + len(p.Abilities) + 1
	for i := range p.Abilities {
		a.ability[p.Abilities[i].Name] = i
	}
	a.numbers = a.zones
	for i := range p.Zones {
		a.kinds = append(a.kinds, a.numbers)
		a.numbers += (p.MaxSeats + 1) * max(1, p.Zones[i].Rows*p.Zones[i].Columns)
	}
	return a
}

// Are reports whether the numbers belong to a pack.
func (a *Actions) Are(p *engine.Pack) bool { return a.pack == p }

// Count is the number of actions, without those for whole numbers, which are unbounded.
func (a *Actions) Count() int { return a.numbers }

// Append adds the number of a value. Behind it stands that of the card that an ability or a
// zone belongs to; behind a hidden card its zone and, where cards lie apart, its place there.
func (a *Actions) Append(to []int, v *Value) []int {
	to = append(to, a.number(v))
	if v.Of != nil {
		to = append(to, a.number(v.Of))
	}
	if v.Kind == HiddenCard {
		zone := Value{Kind: ZoneValue, Names: v.Names}
		to = append(to, a.number(&zone))
	}
	if v.Kind == HiddenCard && v.Place > 0 {
		to = append(to, a.numbers+2*v.Place)
	}
	return to
}

func (a *Actions) number(v *Value) int {
	switch v.Kind {
	case FlagValue:
		return actionNo + min(max(v.Number, 0), 1)
	case SeatValue:
		return actionSeats + v.Number - 1
	case WordValue:
		return a.words + int(v.Word)
	case CardValue:
		return a.cards + int(v.Def)
	case HiddenCard:
		return a.cards + len(a.pack.Defs)
	case AbilityValue:
		if n, named := a.ability[v.Text]; named {
			return a.abilities + n
		}
		return a.abilities + len(a.pack.Abilities)
	case ZoneValue:
		kind := &a.pack.Zones[v.ZoneKind]
		return a.kinds[v.ZoneKind] + (int(v.Owner)*max(1, kind.Rows)+v.Row)*max(1, kind.Columns) + v.Column
	case NumberValue:
		if v.Number < 0 {
			return a.numbers - 2*v.Number - 1
		}
		return a.numbers + 2*v.Number
	}
	return actionNothing
}
