package engine

import (
	"math/bits"
	"slices"
)

// Match reports whether a value passes a filter, seen from an ability (in may
// be nil) that answers an event (ev may be nil).
func (p *Position) Match(f *Filter, v Value, in *Instance, ev *Raised) bool {
	if !p.look(1 + len(f.Terms)) {
		return false
	}
	for i := range f.Terms {
		t := &f.Terms[i]
		if p.term(t, v, in, ev) == t.Not {
			return false
		}
	}
	return true
}

// seatOf is the seat that a value stands for: its own or its card's controller.
func (p *Position) seatOf(v Value) Seat {
	switch v.Kind {
	case Card:
		return p.Controller(CardID(v.N))
	case SeatKind:
		return Seat(v.N)
	}
	return 0
}

// term reports whether one condition holds, before Not; the switch is the
// engine's one long dispatch.
func (p *Position) term(t *Term, v Value, in *Instance, ev *Raised) bool {
	switch t.Op {
	case TermFriendly, TermEnemy:
		seat := p.seatOf(v)
		if seat == 0 || in == nil {
			return false
		}
		return (seat == p.SeatOf(in)) == (t.Op == TermFriendly)
	case TermSeat:
		return p.seatOf(v) == t.operand(ev).Seat()
	case TermValue:
		return p.compare(t, v)
	case TermNot:
		return !p.Match(t.Sub, v, in, ev)
	case TermAny:
		for _, sub := range t.Subs {
			if p.Match(sub, v, in, ev) {
				return true
			}
		}
		return false
	case TermIs:
		return ev != nil && v == ev.Params[t.Attr]
	case TermSelf:
		return in != nil && v.Kind == Card && v == CardValue(in.Card)
	case TermOther:
		return v.Kind == Card && (in == nil || v != CardValue(in.Card))
	}
	if z := v.Zone(); z != 0 && t.Op == TermZone {
		return t.Zones.Has(p.zoneKind[z])
	}
	c := v.Card()
	if c == 0 {
		return false
	}
	if n := len(t.Values); n > 8 {
		p.look(n / 8)
	}
	return p.cardTerm(t, c, in, ev)
}

// operand is the value that a term compares with: its own, or without one a
// parameter of the event.
func (t *Term) operand(ev *Raised) Value {
	if len(t.Values) > 0 {
		return t.Values[0]
	}
	if ev == nil {
		return Value{}
	}
	return ev.Params[t.Attr]
}

func (p *Position) cardTerm(t *Term, c CardID, in *Instance, ev *Raised) bool {
	switch t.Op {
	case TermAttribute:
		if len(p.modCard[t.Attr]) == 0 && len(p.state.effects) == 0 {
			return p.compare(t, p.Printed(c, t.Attr))
		}
		v, err := p.Attribute(c, t.Attr)
		if err != nil && p.fault == nil {
			p.fault = err
		}
		return err == nil && p.compare(t, v)
	case TermType:
		return t.Set&(1<<uint(p.TypeOf(c))) != 0
	case TermDef:
		return slices.Contains(t.Values, Value{Number, int32(p.Def[c])})
	case TermZone:
		return t.Zones.Has(p.zoneKind[p.state.links[c].zone])
	case TermInZone:
		return slices.Contains(t.Values, ZoneValue(p.state.links[c].zone))
	case TermOwner:
		return p.Owner(c) == t.operand(ev).Seat()
	case TermHasAbility:
		return p.HasAbility(c, t.Word)
	case TermHolds:
		return p.Holds(c, t.Sub, in, ev)
	case TermAt:
		at := t.operand(ev).Card()
		return at != 0 && p.Place(c) == at
	case TermBeside:
		return in != nil && p.Place(c) == p.Place(in.Card)
	case TermHost:
		host := p.Host(c)
		return host != 0 && p.Match(t.Sub, CardValue(host), in, ev)
	case TermCard:
		return slices.Contains(t.Values, CardValue(c))
	}
	return false
}

// compare reports whether a value is one of the term's, or within its bounds; a
// list passes when one of its items does.
func (p *Position) compare(t *Term, v Value) bool {
	if v.Kind == List {
		for _, item := range p.Pack.Lists[v.N].Items {
			if slices.Contains(t.Values, item) {
				return true
			}
		}
		return false
	}
	if t.Compare == Within {
		return v.Kind == Number && v.N >= t.Min && v.N <= t.Max
	}
	return slices.Contains(t.Values, v)
}

// HasAbility reports whether a card has the named ability and it works now.
func (p *Position) HasAbility(c CardID, name Symbol) bool {
	for _, id := range p.carried[c] {
		in := &p.Instances[id]
		if in.Ability.NameSymbol == name && p.activeNow(in) {
			p.notice(in.Ability)
			return true
		}
	}
	if n := len(p.state.effects); n > 0 {
		p.look(n)
	}
	for i := range p.state.effects {
		e := &p.state.effects[i]
		if e.Card == c && p.Pack.Abilities[e.Ability].NameSymbol == name {
			p.notice(&p.Pack.Abilities[e.Ability])
			return true
		}
	}
	return false
}

func (p *Position) notice(a *Ability) {
	if p.run.game.setup.Noticed != nil {
		p.run.game.setup.Noticed(a)
	}
}

// Host returns the card that owns the zone in which the card lies, or 0.
func (p *Position) Host(c CardID) CardID { return p.zoneCard[p.state.links[c].zone] }

// Place returns where a card is on the table: the outermost card whose zones
// hold it, or the card itself when it lies in no card's zone.
func (p *Position) Place(c CardID) CardID {
	for c != 0 {
		host := p.Host(c)
		if host == 0 {
			return c
		}
		p.looked++
		c = host
	}
	return 0
}

// Holds reports whether a card that passes the filter lies in a zone that c owns.
func (p *Position) Holds(c CardID, f *Filter, in *Instance, ev *Raised) bool {
	for _, z := range p.cardZones[c] {
		for at := p.state.zones[z].head; at != 0; at = p.state.links[at].next {
			if p.Match(f, CardValue(at), in, ev) {
				return true
			}
			if p.fault != nil {
				return false
			}
		}
	}
	return false
}

// Selection says which cards are wanted: those of Zone (0: of any zone) that
// pass Filter, seen from the ability In that answers Raised (both may be nil).
type Selection struct {
	Zone   ZoneID
	Filter Filter
	In     *Instance
	Raised *Raised
}

// Select appends to out the cards that pass: zone by zone in the order of the
// layout, and in each zone first to last. That order says nothing of what a
// face-down card is, so a list may be shown to a seat that does not know it.
func (p *Position) Select(out []CardID, s *Selection) []CardID {
	if s.Zone != 0 {
		return p.selectIn(out, s.Zone, s)
	}
	// A script that computes a value may select again while this runs: the
	// list of zones is a stack.
	base := len(p.zoneList)
	if p.narrow(s) {
		for _, z := range p.zoneList[base:] {
			out = p.selectIn(out, z, s)
		}
		p.zoneList = p.zoneList[:base]
		return out
	}
	p.look(len(p.state.zones) / 8)
	for z := 1; z < len(p.state.zones); z++ {
		if p.state.zones[z].head != 0 {
			out = p.selectIn(out, ZoneID(z), s)
		}
	}
	return out
}

func (p *Position) selectIn(out []CardID, z ZoneID, s *Selection) []CardID {
	for c := p.state.zones[z].head; c != 0; c = p.state.links[c].next {
		if p.Match(&s.Filter, CardValue(c), s.In, s.Raised) {
			out = append(out, c)
		}
		if p.mostLooks > 0 && p.looked > p.mostLooks {
			return out
		}
	}
	return out
}

// zonesAt appends the zones of some kinds of a card and of all cards on it. The
// card itself is at its own place only while it lies in no card's zone.
func (p *Position) zonesAt(out []ZoneID, c CardID, kinds ZoneMask) []ZoneID {
	if c == 0 {
		return out
	}
	if z := p.state.links[c].zone; p.zoneCard[z] == 0 && kinds.Has(p.zoneKind[z]) {
		out = append(out, z)
	}
	return p.zonesOn(out, c, kinds)
}

func (p *Position) zonesOn(out []ZoneID, c CardID, kinds ZoneMask) []ZoneID {
	for _, z := range p.cardZones[c] {
		if p.state.zones[z].head == 0 {
			continue
		}
		if kinds.Has(p.zoneKind[z]) {
			out = append(out, z)
		}
		p.look(1 + int(p.state.zones[z].count)/4)
		for on := p.state.zones[z].head; on != 0; on = p.state.links[on].next {
			if len(p.cardZones[on]) > 0 {
				out = p.zonesOn(out, on, kinds)
			}
		}
	}
	return out
}

// narrow puts a short list of zones that holds all cards that can pass on the
// list of zones, if the filter names one: a zone, a place, or kinds of zones. It
// reports whether it did.
func (p *Position) narrow(s *Selection) bool {
	kinds, at, types := ^ZoneMask(0), -1, uint64(0)
	for i := range s.Filter.Terms {
		t := &s.Filter.Terms[i]
		switch {
		case t.Not:
		case t.Op == TermInZone:
			for _, z := range t.Values {
				p.zoneList = append(p.zoneList, z.Zone())
			}
			return true
		case t.Op == TermAt:
			at = i
		case t.Op == TermZone:
			kinds &= t.Zones
		case t.Op == TermType:
			types = t.Set
		}
	}
	switch {
	case at >= 0:
		from := len(p.zoneList)
		p.zoneList = p.zonesAt(p.zoneList, s.Filter.Terms[at].operand(s.Raised).Card(), kinds)
		slices.Sort(p.zoneList[from:])
		return true
	case kinds == ^ZoneMask(0):
		return p.zonesOfTypes(types)
	}
	p.listZones(kinds)
	return true
}

// fewCards is how many cards of the wanted types are worth being looked for one by
// one, rather than in all zones.
const fewCards = 32

// zonesOfTypes puts the zones in which the cards of some types (by their bits) lie
// on the list of zones, if these cards are few.
func (p *Position) zonesOfTypes(types uint64) bool {
	n := 0
	for set := types; set != 0; set &= set - 1 {
		n += len(p.ofType[bits.TrailingZeros64(set)])
	}
	if types == 0 || n > fewCards {
		return false
	}
	from := len(p.zoneList)
	for set := types; set != 0; set &= set - 1 {
		for _, c := range p.ofType[bits.TrailingZeros64(set)] {
			p.zoneList = append(p.zoneList, p.state.links[c].zone)
		}
	}
	slices.Sort(p.zoneList[from:])
	p.zoneList = p.zoneList[:from+len(slices.Compact(p.zoneList[from:]))]
	return true
}

// listZones puts the zones of some kinds that hold cards on the list of zones.
func (p *Position) listZones(kinds ZoneMask) {
	for k := range p.Pack.Zones {
		if !kinds.Has(ZoneKindID(k)) {
			continue
		}
		for z := int(p.zoneBase[k]); z < len(p.zoneKind) && p.zoneKind[z] == ZoneKindID(k); z++ {
			if p.state.zones[z].head != 0 {
				p.zoneList = append(p.zoneList, ZoneID(z))
			}
			p.looked++
		}
	}
}
