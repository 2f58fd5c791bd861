package engine

import "slices"

// Match tells whether a value passes a filter, seen from an ability (in may
// be nil) that answers an event (ev may be nil).
func (g *Game) Match(f *Filter, v Value, in *Instance, ev *Ev) bool {
	for i := range f.Terms {
		t := &f.Terms[i]
		if g.term(t, v, in, ev) == t.Not {
			return false
		}
	}
	return true
}

// seatOf is the seat that a value stands for: its own or its card's controller.
func (g *Game) seatOf(v Value) Seat {
	switch v.Kind {
	case Card:
		return g.Controller(CardID(v.N))
	case SeatKind:
		return Seat(v.N)
	}
	return 0
}

// term evaluates one condition; the switch is the engine's one long dispatch.
func (g *Game) term(t *Term, v Value, in *Instance, ev *Ev) bool {
	switch t.Op {
	case TermFriendly, TermEnemy:
		seat := g.seatOf(v)
		if seat == 0 || in == nil {
			return false
		}
		return (seat == g.SeatOf(in)) == (t.Op == TermFriendly)
	case TermSeat:
		return g.seatOf(v) == t.operand(ev).Seat()
	case TermValue:
		return g.compare(t, v)
	case TermNot:
		return !g.Match(t.Sub, v, in, ev)
	case TermAny:
		for _, sub := range t.Subs {
			if g.Match(sub, v, in, ev) {
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
		return t.Zones.Has(g.zoneKind[z])
	}
	c := v.Card()
	if c == 0 {
		return false
	}
	return g.cardTerm(t, c, in, ev)
}

// operand is the value that a term compares with: its own, or without one a
// parameter of the event.
func (t *Term) operand(ev *Ev) Value {
	if len(t.Values) > 0 {
		return t.Values[0]
	}
	if ev == nil {
		return Value{}
	}
	return ev.Params[t.Attr]
}

func (g *Game) cardTerm(t *Term, c CardID, in *Instance, ev *Ev) bool {
	switch t.Op {
	case TermAttribute:
		if len(g.modCard[t.Attr]) == 0 && len(g.state.effects) == 0 {
			return g.compare(t, g.Printed(c, t.Attr))
		}
		v, err := g.Attribute(c, t.Attr)
		if err != nil && g.fault == nil {
			g.fault = err
		}
		return err == nil && g.compare(t, v)
	case TermType:
		return t.Set&(1<<uint(g.TypeOf(c))) != 0
	case TermDef:
		return slices.Contains(t.Values, Value{Number, int32(g.Def[c])})
	case TermZone:
		return t.Zones.Has(g.zoneKind[g.state.links[c].zone])
	case TermInZone:
		return slices.Contains(t.Values, ZoneValue(g.state.links[c].zone))
	case TermOwner:
		return g.Owner(c) == t.operand(ev).Seat()
	case TermWith:
		return g.With(c, t.Word)
	case TermHolds:
		return g.Holds(c, t.Sub, in, ev)
	case TermAt:
		at := t.operand(ev).Card()
		return at != 0 && g.Place(c) == at
	case TermBeside:
		return in != nil && g.Place(c) == g.Place(in.Card)
	case TermHost:
		host := g.Host(c)
		return host != 0 && g.Match(t.Sub, CardValue(host), in, ev)
	case TermCard:
		return slices.Contains(t.Values, CardValue(c))
	}
	return false
}

// compare tells whether a value is one of the term's, or within its bounds; a
// list passes when one of its items does.
func (g *Game) compare(t *Term, v Value) bool {
	if v.Kind == List {
		for _, item := range g.Pack.Lists[v.N].Items {
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

// With tells whether a card has the named ability and it works now.
func (g *Game) With(c CardID, name Symbol) bool {
	for _, id := range g.carried[c] {
		in := &g.Instances[id]
		if in.Ability.NameSymbol == name && g.activeNow(in) {
			g.notice(in.Ability)
			return true
		}
	}
	for i := range g.state.effects {
		e := &g.state.effects[i]
		if e.Card == c && g.Pack.Abilities[e.Ability].NameSymbol == name {
			g.notice(&g.Pack.Abilities[e.Ability])
			return true
		}
	}
	return false
}

func (g *Game) notice(a *Ability) {
	if g.setup.Noticed != nil {
		g.setup.Noticed(a)
	}
}

// Host returns the card that owns the zone in which the card lies, or 0.
func (g *Game) Host(c CardID) CardID { return g.zoneCard[g.state.links[c].zone] }

// Place returns where a card is on the table: the outermost card whose zones
// hold it, or the card itself when it lies in no card's zone.
func (g *Game) Place(c CardID) CardID {
	for c != 0 {
		host := g.Host(c)
		if host == 0 {
			return c
		}
		c = host
	}
	return 0
}

// Holds tells whether a card that passes the filter lies in a zone that c owns.
func (g *Game) Holds(c CardID, f *Filter, in *Instance, ev *Ev) bool {
	for _, z := range g.cardZones[c] {
		for at := g.state.zones[z].head; at != 0; at = g.state.links[at].next {
			if g.Match(f, CardValue(at), in, ev) {
				return true
			}
		}
	}
	return false
}

// Selection says which cards are wanted: those of Zone (0: of any zone) that
// pass Filter, seen from the ability In that answers Ev (both may be nil).
type Selection struct {
	Zone   ZoneID
	Filter Filter
	In     *Instance
	Ev     *Ev
}

// Select appends to out the cards that pass: zone by zone in the order of the
// layout, and in each zone first to last. That order says nothing of what a
// face-down card is, so a list may be shown to a seat that does not know it.
func (g *Game) Select(out []CardID, s *Selection) []CardID {
	if s.Zone != 0 {
		return g.selectIn(out, s.Zone, s)
	}
	// A script that computes a value may select again while this runs: the
	// list of zones is a stack.
	base := len(g.zoneList)
	if g.narrow(s) {
		for _, z := range g.zoneList[base:] {
			out = g.selectIn(out, z, s)
		}
		g.zoneList = g.zoneList[:base]
		return out
	}
	for z := 1; z < len(g.state.zones); z++ {
		if g.state.zones[z].head != 0 {
			out = g.selectIn(out, ZoneID(z), s)
		}
	}
	return out
}

func (g *Game) selectIn(out []CardID, z ZoneID, s *Selection) []CardID {
	for c := g.state.zones[z].head; c != 0; c = g.state.links[c].next {
		if g.Match(&s.Filter, CardValue(c), s.In, s.Ev) {
			out = append(out, c)
		}
	}
	return out
}

// zonesAt appends the zones of some kinds of a card and of all cards on it. The
// card itself is at its own place only while it lies in no card's zone.
func (g *Game) zonesAt(out []ZoneID, c CardID, kinds ZoneMask) []ZoneID {
	if c == 0 {
		return out
	}
	if z := g.state.links[c].zone; g.zoneCard[z] == 0 && kinds.Has(g.zoneKind[z]) {
		out = append(out, z)
	}
	return g.zonesOn(out, c, kinds)
}

func (g *Game) zonesOn(out []ZoneID, c CardID, kinds ZoneMask) []ZoneID {
	for _, z := range g.cardZones[c] {
		if g.state.zones[z].head == 0 {
			continue
		}
		if kinds.Has(g.zoneKind[z]) {
			out = append(out, z)
		}
		for on := g.state.zones[z].head; on != 0; on = g.state.links[on].next {
			if len(g.cardZones[on]) > 0 {
				out = g.zonesOn(out, on, kinds)
			}
		}
	}
	return out
}

// narrow puts a short list of zones that holds all cards that can pass on the
// list of zones, if the filter names one: a zone, a place, or kinds of zones.
func (g *Game) narrow(s *Selection) bool {
	kinds, at := ^ZoneMask(0), -1
	for i := range s.Filter.Terms {
		t := &s.Filter.Terms[i]
		switch {
		case t.Not:
		case t.Op == TermInZone:
			for _, z := range t.Values {
				g.zoneList = append(g.zoneList, z.Zone())
			}
			return true
		case t.Op == TermAt:
			at = i
		case t.Op == TermZone:
			kinds &= t.Zones
		}
	}
	switch {
	case at >= 0:
		from := len(g.zoneList)
		g.zoneList = g.zonesAt(g.zoneList, s.Filter.Terms[at].operand(s.Ev).Card(), kinds)
		slices.Sort(g.zoneList[from:])
		return true
	case kinds == ^ZoneMask(0):
		return false
	}
	g.listZones(kinds)
	return true
}

// listZones puts the zones of some kinds that hold cards on the list of zones.
func (g *Game) listZones(kinds ZoneMask) {
	for k := range g.Pack.Zones {
		if !kinds.Has(ZoneKindID(k)) {
			continue
		}
		for z := int(g.zoneBase[k]); z < len(g.zoneKind) && g.zoneKind[z] == ZoneKindID(k); z++ {
			if g.state.zones[z].head != 0 {
				g.zoneList = append(g.zoneList, ZoneID(z))
			}
		}
	}
}
