package engine

import "slices"

// The index of listeners: for each trigger and window the abilities that may act, with the
// cheapest reasons to skip each. Most listeners are skipped, and walking along them should
// touch no other memory.

// findShared notes the conditions of abilities that are the same for every card that
// has them.
func (l *Layout) findShared() {
	l.shared = make([][]*Condition, len(l.Pack.Abilities))
	for i := range l.Pack.Abilities {
		a := &l.Pack.Abilities[i]
		for w := range a.Where {
			if c := &a.Where[w]; c.Param >= 0 && l.sameForAll(c.Filter) {
				l.shared[i] = append(l.shared[i], c)
			}
		}
	}
}

// listenerOf makes the entry of an instance; ever is false if the card's printed values
// mean that it never acts.
func (l *Layout) listenerOf(a *Ability, id int32) (out listener, ever bool) {
	in := &l.Instances[id]
	out = listener{zones: in.zones, id: id, ability: -1, card: in.Card, self: -1,
		always: a.Window == After && a.LastKnown}
	for i := range a.Where {
		c := &a.Where[i]
		if c.Param < 0 {
			if l.neverPasses(c.Filter, in.Card) {
				return out, false
			}
			continue
		}
		for _, t := range c.Filter.Terms {
			if t.Op == TermSelf && !t.Not {
				out.self = int8(c.Param)
			}
		}
	}
	if len(l.shared[a.ID]) > 0 {
		out.ability = a.ID
	}
	if in.active != nil {
		l.needs(&out, in.active)
	}
	return out, true
}

// needs finds a plain state among the conditions under which an ability works.
func (l *Layout) needs(out *listener, active *Filter) {
	for i := range active.Terms {
		t := &active.Terms[i]
		if t.Op != TermAttribute || t.Not || t.Compare != OneOf || len(t.Values) != 1 || l.modified[t.Attr] ||
			!l.Pack.Cards[t.Attr].State {
			continue
		}
		slot := l.slots[l.TypeOf(out.card)][t.Attr]
		if kind := l.Pack.Cards[t.Attr].Kind; slot >= 0 && t.Values[0].Kind == kind {
			out.cell, out.want = l.cardBase[out.card]+int32(slot), t.Values[0].N
			return
		}
	}
}

// neverPasses reports whether a card's printed values make a filter fail in every game.
func (l *Layout) neverPasses(f *Filter, c CardID) bool {
	for i := range f.Terms {
		t := &f.Terms[i]
		holds := true
		switch t.Op {
		case TermType:
			holds = t.Set&(1<<uint(l.TypeOf(c))) != 0
		case TermDef:
			holds = slices.Contains(t.Values, Value{Number, int32(l.Def[c])})
		default:
			continue
		}
		if holds == t.Not {
			return true
		}
	}
	return false
}

// sameForAll reports whether a filter on a parameter of an event gives the same
// answer whichever card asks, from values that nothing computes.
func (l *Layout) sameForAll(f *Filter) bool {
	return !f.some(func(t *Term) bool {
		switch t.Op {
		case TermValue, TermType, TermDef, TermZone, TermInZone, TermSeat, TermOwner, TermAt, TermIs, TermCard, TermNot,
			TermHolds, TermHost, TermAny:
			return false
		case TermAttribute:
			return l.modified[t.Attr]
		}
		return true
	})
}
