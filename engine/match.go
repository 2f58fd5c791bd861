package engine

import (
	"cmp"
	"math"
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
		return p.seatOf(v) == t.Operand(ev).Seat()
	case TermValue:
		return p.Pack.compare(t, v)
	case TermNot:
		return !p.Match(t.Sub, v, in, ev)
	case TermAny:
		return slices.ContainsFunc(t.Subs, func(sub *Filter) bool { return p.Match(sub, v, in, ev) })
	case TermIs:
		return ev != nil && v == ev.Params[t.Attr]
	case TermSeatAttribute:
		if v.Seat() == 0 {
			return false
		}
		value, err := p.SeatAttribute(v.Seat(), t.Attr)
		p.fault = cmp.Or(p.fault, err)
		return err == nil && p.Pack.compare(t, value)
	case TermSelf, TermIsHost, TermOther:
		return v.Kind == Card && p.ownTerm(t.Op, v.Card(), in)
	}
	if z := v.Zone(); z != 0 && t.Op == TermZone {
		return t.Zones.Has(p.zoneKind[z])
	}
	c := v.Card()
	if c == 0 {
		return false
	}
	return p.cardTerm(t, c, in, ev)
}

// meets reports whether conditions hold, but for those on the card itself where these do not
// matter any more, or which is the first that does not.
func (p *Position) meets(where []Condition, in *Instance, ev *Raised, triggered bool) (int, bool) {
	for i := range where {
		c := &where[i]
		v := CardValue(in.Card)
		switch {
		case c.Param >= 0:
			v = ev.Params[c.Param]
		case c.Param == OwnSeat:
			v = SeatValue(p.SeatOf(in))
		case c.Param == OtherSeat:
			if _, met := p.other(c.Filter, in, ev); !met {
				return i, false
			}
			continue
		case triggered:
			continue
		}
		if !p.Match(c.Filter, v, in, ev) {
			return i, false
		}
	}
	return -1, true
}

// Subject is what a condition looks at: of other seats one that passes, if there is one.
func (p *Position) Subject(c *Condition, in *Instance, ev *Raised) Value {
	switch c.Param {
	case OwnCard:
		return CardValue(in.Card)
	case OwnSeat:
		return SeatValue(p.SeatOf(in))
	case OtherSeat:
		other, _ := p.other(c.Filter, in, ev)
		return other
	}
	return ev.Params[c.Param]
}

// other is the first of the other seats that passes a filter; where none does, the last of them.
func (p *Position) other(f *Filter, in *Instance, ev *Raised) (seat Value, passes bool) {
	own := p.SeatOf(in)
	for s := Seat(1); int(s) <= p.Seats && !passes; s++ {
		if s != own {
			seat = SeatValue(s)
			passes = p.Match(f, seat, in, ev)
		}
	}
	return seat, passes
}

// ownTerm reports whether a card is, to the ability's own card, what a term says.
func (p *Position) ownTerm(op TermOp, c CardID, in *Instance) bool {
	switch {
	case in == nil:
		return op == TermOther
	case op == TermIsHost:
		return c != 0 && c == p.Host(in.Card)
	}
	return (c == in.Card) == (op == TermSelf)
}

// Operand is the value that a term compares with: its own, or without one a
// parameter of the event.
func (t *Term) Operand(ev *Raised) Value {
	if len(t.Values) > 0 {
		return t.Values[0]
	}
	if ev == nil {
		return Value{}
	}
	return ev.Params[t.Attr]
}

func (p *Position) cardTerm(t *Term, c CardID, in *Instance, ev *Raised) bool {
	if n := len(t.Values); n > 8 {
		p.look(n / 8)
	}
	switch t.Op {
	case TermAttribute:
		if len(p.modCard[t.Attr]) == 0 && len(p.state.changing(OfCard, t.Attr)) == 0 {
			return p.Pack.compare(t, p.Printed(c, t.Attr))
		}
		v, err := p.Attribute(c, t.Attr)
		if err != nil && p.fault == nil {
			p.fault = err
		}
		return err == nil && p.Pack.compare(t, v)
	case TermType:
		return t.Set&(1<<uint(p.TypeOf(c))) != 0
	case TermDef:
		return slices.Contains(t.Values, Value{Number, int32(p.Def[c])})
	case TermZone:
		return t.Zones.Has(p.zoneKind[p.state.links[c].zone])
	case TermInZone:
		return slices.Contains(t.Values, ZoneValue(p.state.links[c].zone))
	case TermOwner:
		return p.Owner(c) == t.Operand(ev).Seat()
	case TermHasAbility:
		return p.HasAbility(c, t.Word)
	case TermHolds:
		return p.Holds(c, t.Sub, in, ev)
	case TermAt:
		at := t.Operand(ev).Card()
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
func (p *Pack) compare(t *Term, v Value) bool {
	if v.Kind == List {
		for _, item := range p.List(v).Items {
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
			p.Notice(in.Ability, c)
			return true
		}
	}
	for i := range p.grants {
		if a := p.grants[i].Ability; a.NameSymbol == name && p.gives(p.grants[i].by, c) {
			p.Notice(a, c)
			return true
		}
	}
	if n := len(p.state.effects); n > 0 {
		p.look(n)
	}
	for i := range p.state.effects {
		e := &p.state.effects[i]
		if e.Card == c && p.Pack.Abilities[e.Ability].NameSymbol == name {
			p.Notice(&p.Pack.Abilities[e.Ability], c)
			return true
		}
	}
	return false
}

func (p *Position) Notice(a *Ability, c CardID) {
	if p.run.game.setup.Noticed != nil {
		p.run.game.setup.Noticed(a, c)
	}
}

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
	if p.state.links[c].filled == 0 {
		return false
	}
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

// Prepare makes the plan that of a filter.
func (pl *Plan) Prepare(f *Filter) {
	*pl = Plan{rest: pl.rest[:0]}
	for i := range f.Terms {
		t := &f.Terms[i]
		switch {
		case t.Not:
		case (t.Op == TermZone || t.Op == TermInZone) && pl.zone == nil:
			pl.zone = t
			continue
		case t.Op == TermAt:
			pl.at = t
		case t.Op == TermDef:
			pl.defs = t
		case t.Op == TermType:
			pl.types = t
		}
		pl.rest = append(pl.rest, t)
	}
	slices.SortStableFunc(pl.rest, func(a, b *Term) int { return a.cost() - b.cost() })
}

// cost says which terms are asked first: those that compare two numbers before those
// that follow a card to its place, and these before those that run scripts or look at
// other cards.
func (t *Term) cost() int {
	switch t.Op {
	case TermAttribute, TermAt, TermBeside:
		return 1
	case TermHasAbility, TermHost, TermHolds, TermNot, TermAny:
		return 2
	}
	return 0
}

// search is one selection while it runs.
type search struct {
	*Position
	pl       *Plan
	in       *Instance
	ev       *Raised
	out      []CardID
	end      int // how long out may get
	anyOrder bool
	inZone   bool // the zone term holds of all that is looked at
}

// passes reports whether a card passes the terms that do not hold already.
func (s *search) passes(c CardID) bool {
	pl := s.pl
	if !s.look(2 + len(pl.rest)) {
		return false
	}
	if !s.inZone && pl.zone != nil && !s.term(pl.zone, CardValue(c), s.in, s.ev) {
		return false
	}
	for _, t := range pl.rest {
		holds := false
		switch t.Op {
		case TermType:
			holds = t.Set>>uint(s.typeOf[c])&1 != 0
		case TermSeat:
			holds = s.Controller(c) == t.Operand(s.ev).Seat()
		case TermAttribute, TermDef, TermZone, TermHasAbility:
			holds = s.cardTerm(t, c, s.in, s.ev)
		case TermAt:
			at := t.Operand(s.ev).Card()
			holds = at != 0 && s.Place(c) == at
		default:
			holds = s.term(t, CardValue(c), s.in, s.ev)
		}
		if holds == t.Not {
			return false
		}
	}
	return true
}

// Select appends to out the cards that pass: zone by zone in the order of the
// layout, and in each zone first to last. That order says nothing of what a
// face-down card is, so a list may be shown to a seat that does not know it.
func (p *Position) Select(out []CardID, s *Selection) []CardID {
	pl := s.Plan
	if pl == nil {
		pl = &Plan{}
		pl.Prepare(&s.Filter)
	}
	find := search{Position: p, pl: pl, in: s.In, ev: s.Raised, out: out, end: math.MaxInt, anyOrder: s.AnyOrder,
		inZone: true}
	if s.Most > 0 {
		find.end = len(out) + s.Most
	}
	if pl.zone != nil && pl.zone.Op == TermInZone && len(pl.zone.Values) == 1 {
		find.zone(pl.zone.Values[0].Zone())
		return find.out
	}
	if cards, n, few := p.fewOf(pl); few {
		find.inZone = false
		return find.among(cards[:n])
	}
	// A script that computes a value may select again while this runs: the
	// list of zones is a stack.
	base := len(p.zoneList)
	if p.listed(pl, s.Raised) {
		find.inZone = pl.at == nil || pl.zone == nil || pl.zone.Op == TermZone
		for _, z := range p.zoneList[base:] {
			find.zone(z)
		}
		p.zoneList = p.zoneList[:base]
		return find.out
	}
	p.look(len(p.state.zones) / 8)
	for z := 1; z < len(p.state.zones); z++ {
		if p.state.zones[z].head != 0 {
			find.zone(ZoneID(z))
		}
	}
	return find.out
}

// zone looks through the cards of a zone.
func (s *search) zone(z ZoneID) {
	links := s.state.links
	for c := s.state.zones[z].head; c != 0 && len(s.out) < s.end; c = links[c].next {
		if s.passes(c) {
			s.out = append(s.out, c)
		}
		if s.mostLooks > 0 && s.looked > s.mostLooks {
			return
		}
	}
}

// fewCards is how many cards of the wanted definitions or types are worth being
// looked for one by one, rather than in all zones.
const fewCards = 32

// fewOf returns the only cards that can pass, if the filter names their definitions,
// or nothing but their types, and they are few.
func (p *Position) fewOf(pl *Plan) (cards [fewCards]CardID, n int, few bool) {
	take := func(list []CardID) {
		copy(cards[min(n, fewCards):], list)
		n += len(list)
	}
	switch {
	case pl.defs != nil:
		for i, v := range pl.defs.Values {
			if !slices.Contains(pl.defs.Values[:i], v) {
				take(p.CardsOf(DefID(v.N)))
			}
		}
	case pl.types != nil && pl.zone == nil && pl.at == nil:
		for set := pl.types.Set; set != 0; set &= set - 1 {
			take(p.ofType[bits.TrailingZeros64(set)])
		}
	default:
		return cards, 0, false
	}
	return cards, n, n <= fewCards
}

// among looks through a few cards.
func (s *search) among(cards []CardID) []CardID {
	from := len(s.out)
	for _, c := range cards {
		if s.passes(c) {
			s.out = append(s.out, c)
			if s.anyOrder && len(s.out) == s.end {
				return s.out
			}
		}
	}
	found := s.out[from:]
	if s.anyOrder || len(found) < 2 {
		return s.out
	}
	links := s.state.links
	order := func(a, b CardID) int { return int(links[a].zone) - int(links[b].zone) }
	slices.SortStableFunc(found, order)
	for i := 0; i < len(found); {
		z := links[found[i]].zone
		last := i + 1
		for last < len(found) && links[found[last]].zone == z {
			last++
		}
		s.arrange(found[i:last], z)
		i = last
	}
	return s.out[:min(len(s.out), s.end)]
}

// arrange puts some cards of a zone into their order there.
func (p *Position) arrange(cards []CardID, z ZoneID) {
	for c := p.state.zones[z].head; len(cards) > 1; c = p.state.links[c].next {
		p.looked++
		if i := slices.Index(cards, c); i >= 0 {
			cards[0], cards[i] = cards[i], cards[0]
			cards = cards[1:]
		}
	}
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
	links := p.state.links
	zones := p.state.zones
	for _, z := range p.cardZones[c] {
		here := zones[z]
		if here.head == 0 {
			continue
		}
		if kinds.Has(p.zoneKind[z]) {
			out = append(out, z)
		}
		p.look(1 + int(here.count)/4)
		for on := here.head; on != 0; {
			at := &links[on]
			if at.filled > 0 {
				out = p.zonesOn(out, on, kinds)
			}
			on = at.next
		}
	}
	return out
}

// listed puts a short list of zones that holds all cards that can pass on the
// list of zones, if the filter names zones, or a place. It reports whether it did.
func (p *Position) listed(pl *Plan, ev *Raised) bool {
	kinds := ^ZoneMask(0)
	if pl.zone != nil && pl.zone.Op == TermZone {
		kinds = pl.zone.Zones
	}
	from := len(p.zoneList)
	switch {
	case pl.at != nil:
		p.zoneList = p.zonesAt(p.zoneList, pl.at.Operand(ev).Card(), kinds)
	case pl.zone == nil:
		return false
	case pl.zone.Op == TermInZone:
		for _, z := range pl.zone.Values {
			p.zoneList = append(p.zoneList, z.Zone())
		}
	default:
		p.listZones(kinds)
		return true
	}
	if list := p.zoneList[from:]; len(list) > 1 {
		slices.Sort(list)
		p.zoneList = p.zoneList[:from+len(slices.Compact(list))]
	}
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
