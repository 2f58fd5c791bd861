package engine

import (
	"math/bits"
	"slices"
)

// When scripts read what not all seats know, the game notes where it is hidden and from
// whom, never its value: whatever happens after such a peek may depend on it. Whether there
// was a peek must follow from common knowledge. So a filter peeks at each card that passes
// its other terms, and an ability of a card that not all seats know peeks at nothing while
// it is asked whether it may act: asking would reveal it.

// Peek notes that a script reads what some seats alone know.
func (r *Run) Peek(known SeatSet) { r.peek(known, 0) }

// PeekCard notes that a script reads what a card is.
func (r *Run) PeekCard(c CardID) { r.peek(r.state.links[c].known, c) }

// peek notes a read of a value that only some seats know. If the value follows from the identity
// of a card, it notes the card too: a seat that learns the card later knows the value. It returns
// the seats that learn the value by no card; no further read needs to be noted for them.
func (r *Run) peek(known SeatSet, c CardID) (blind SeatSet) {
	seats := r.all &^ known
	if !r.peeking || seats == 0 {
		return 0
	}
	recent := r.recentPeeks()
	if c == 0 || len(recent) >= mostPeeks {
		c = 0
		blind = seats
	}
	for i := range recent {
		if p := &recent[i]; p.card == 0 || p.card == c {
			seats &^= p.seats
		}
	}
	if seats != 0 {
		r.log.peeks = append(r.log.peeks, peek{int32(r.log.Len()), int32(r.Decisions()), c, seats})
	}
	return blind
}

// mostPeeks bounds the cards of which it is noted one by one that they were read.
const mostPeeks = 48

// Attribute is Position.Attribute for a script; so are the other methods of Run that
// Position has as well.
func (r *Run) Attribute(c CardID, a AttributeID) (Value, error) {
	r.PeekAttribute(c, a)
	return r.Position.Attribute(c, a)
}

// Printed is Position.Printed for a script.
func (r *Run) Printed(c CardID, a AttributeID) Value {
	r.PeekAttribute(c, a)
	return r.Position.Printed(c, a)
}

// PeekAttribute notes that a script reads an attribute of a card.
func (r *Run) PeekAttribute(c CardID, a AttributeID) {
	if !r.peeking {
		return
	}
	if r.Pack.Cards[a].Seen == SeenByAll && !r.Beside(c, a) {
		r.PeekCard(c)
		return
	}
	r.Peek(r.readers(c, a))
}

// SeatAttribute is Position.SeatAttribute for a script.
func (r *Run) SeatAttribute(s Seat, a AttributeID) (Value, error) {
	r.Peek(r.allowed(&r.Pack.Seats[a], s))
	return r.Position.SeatAttribute(s, a)
}

// GameAttribute is Position.GameAttribute for a script.
func (r *Run) GameAttribute(a AttributeID) (Value, error) {
	r.Peek(r.allowed(&r.Pack.Game[a], 0))
	return r.Position.GameAttribute(a)
}

// HasAbility is Position.HasAbility for a script.
func (r *Run) HasAbility(c CardID, name Symbol) bool {
	r.PeekCard(c)
	return r.Position.HasAbility(c, name)
}

// Select is Position.Select for a script.
func (r *Run) Select(out []CardID, s *Selection) []CardID {
	if r.peeking {
		r.peekSelection(s)
	}
	if selected := r.game.setup.Selected; selected != nil && s.Most == 0 && !s.AnyOrder {
		own := *s // else all of them would lie on the heap
		selected(&r.Position, &own)
	}
	return r.Position.Select(out, s)
}

// CardsIn is Position.CardsIn for a script.
func (r *Run) CardsIn(out []CardID, z ZoneID) []CardID {
	if selected := r.game.setup.Selected; selected != nil {
		in := Term{Op: TermInZone, Values: []Value{ZoneValue(z)}}
		selected(&r.Position, &Selection{Filter: Filter{Terms: []Term{in}}})
	}
	return r.Position.CardsIn(out, z)
}

// allowed are the seats that may know an attribute of a seat.
func (l *Layout) allowed(a *Attribute, of Seat) SeatSet {
	switch {
	case a.Seen == SeenByAll:
		return l.all
	case a.Seen == SeenByOwner && of != 0:
		return Only(of)
	}
	return 0
}

// readers are the seats that know an attribute of a card.
func (p *Position) readers(c CardID, a AttributeID) SeatSet {
	of := p.Controller(c)
	if of == 0 {
		of = p.Owner(c)
	}
	may := p.allowed(&p.Pack.Cards[a], of)
	if p.Beside(c, a) {
		return may
	}
	return may & p.state.links[c].known
}

// Beside reports whether a value lies beside a card, as a counter does: who may see it sees it,
// whether he knows the card or not.
func (p *Position) Beside(c CardID, a AttributeID) bool {
	return p.beside[a] && p.Pack.Cards[a].Keeps.Has(p.zoneKind[p.ZoneAt(c)])
}

// peekSelection notes what a selection tells of the cards that are in question.
func (r *Run) peekSelection(s *Selection) {
	named := r.knowAll(&s.Filter)
	for _, p := range r.recentPeeks() {
		if p.card == 0 {
			named |= p.seats
		}
	}
	if !s.Filter.tells() || named == r.all {
		return
	}
	looked := r.looked
	deep := r.deep(&s.Filter)
	for z := ZoneID(1); int(z) < len(r.state.zones) && named != r.all; z++ {
		if r.moves[z].open && !deep || s.Filter.leavesOut(z, r.zoneKind[z]) {
			continue
		}
		for c := r.state.zones[z].head; c != 0 && named != r.all; c = r.state.links[c].next {
			if deep || r.state.links[c].known|named != r.all {
				// Of cards in a row all see which of them is shown later.
				of := c
				if deep || !r.moves[z].ordered {
					of = 0
				}
				named |= r.peek(named|r.knowing(&s.Filter, c, s), of)
			}
		}
	}
	r.looked = looked // scripts do not pay for it
}

// leavesOut reports whether a filter names other zones than one.
func (f *Filter) leavesOut(z ZoneID, kind ZoneKindID) bool {
	return slices.ContainsFunc(f.Terms, func(t Term) bool {
		return !t.Not && (t.Op == TermZone && !t.Zones.Has(kind) ||
			t.Op == TermInZone && !slices.Contains(t.Values, ZoneValue(z)))
	})
}

// deep reports whether a filter may ask what not all know of cards that all know: a value
// that they are not shown, or cards that lie there.
func (l *Layout) deep(f *Filter) bool {
	return slices.ContainsFunc(f.Terms, func(t Term) bool {
		switch t.Op {
		case TermAttribute:
			return l.Pack.Cards[t.Attr].Seen != SeenByAll
		case TermHolds:
			return t.tells() && (l.deep(t.Sub) || slices.ContainsFunc(l.Pack.Zones, func(k ZoneKind) bool {
				return k.Of == OfCard && k.Seen != SeenByAll
			}))
		case TermHost:
			return t.tells()
		case TermNot:
			return l.deep(t.Sub)
		case TermAny:
			return slices.ContainsFunc(t.Subs, l.deep)
		}
		return false
	})
}

// knowing are the seats that know whether a card passes a filter: all, where what they
// all know of it says that it does not.
func (r *Run) knowing(f *Filter, c CardID, s *Selection) SeatSet {
	known := r.all
	for i := range f.Terms {
		if t := &f.Terms[i]; t.tells() {
			known &= r.knowingTerm(t, c, s)
		}
	}
	for i := 0; known != r.all && i < len(f.Terms); i++ {
		if t := &f.Terms[i]; !t.tells() && r.term(t, CardValue(c), s.In, s.Raised) == t.Not {
			return r.all
		}
	}
	return known
}

func (r *Run) knowingTerm(t *Term, c CardID, s *Selection) SeatSet {
	known := r.all
	switch t.Op {
	case TermAttribute:
		return r.readers(c, t.Attr)
	case TermType:
		// The zone may say it.
		takes := r.Pack.Zones[r.zoneKind[r.state.links[c].zone]].Accepts
		among := 0
		for _, of := range takes {
			among += int(t.Set >> of & 1)
		}
		if len(takes) > 0 && (among == 0 || among == len(takes)) {
			return known
		}
	case TermHost:
		if host := r.Host(c); host != 0 {
			known = r.knowing(t.Sub, host, s)
		}
		return known
	case TermHolds:
		for _, z := range r.cardZones[c] {
			for at := r.state.zones[z].head; at != 0; at = r.state.links[at].next {
				known &= r.knowing(t.Sub, at, s)
			}
		}
		return known
	case TermNot:
		return r.knowing(t.Sub, c, s)
	case TermAny:
		for _, sub := range t.Subs {
			known &= r.knowing(sub, c, s)
		}
		return known
	}
	return r.state.links[c].known
}

// knowAll are the seats that know each card of the definitions, or the types, that a
// filter asks for: to them it tells nothing of other cards.
func (r *Run) knowAll(f *Filter) SeatSet {
	known := SeatSet(0)
	for i := range f.Terms {
		t := &f.Terms[i]
		if t.Not || t.Op != TermDef && t.Op != TermType {
			continue
		}
		all := r.all
		for _, v := range t.Values {
			for _, c := range r.CardsOf(DefID(v.N)) {
				all &= r.state.links[c].known
			}
		}
		for set := t.Set; set != 0; set &= set - 1 {
			for _, c := range r.ofType[bits.TrailingZeros64(set)] {
				all &= r.state.links[c].known
			}
		}
		known |= all
	}
	return known
}

// tells reports whether a term asks what a card is.
func (t *Term) tells() bool {
	switch t.Op {
	case TermAttribute, TermType, TermDef, TermHasAbility:
		return true
	case TermHolds, TermHost, TermNot:
		return t.Sub.tells()
	case TermAny:
		return slices.ContainsFunc(t.Subs, (*Filter).tells)
	}
	return false
}

func (f *Filter) tells() bool {
	return slices.ContainsFunc(f.Terms, func(t Term) bool { return t.tells() })
}

// peekActions notes what a list of actions tells of the cards of a seat.
func (r *Run) peekActions(actions []int32, seat Seat) {
	zones := ZoneMask(0)
	for _, id := range actions {
		zones |= r.Instances[id].zones
	}
	for c := CardID(1); int(c) < len(r.Def); c++ {
		if at := r.state.links[c]; at.known != r.all && r.Controller(c) == seat && zones.Has(r.zoneKind[at.zone]) {
			r.peek(at.known, c)
		}
	}
}

// unpeek stops the noting of peeks while scripts decide whether an ability of a card not
// known to all may act, and returns the value of peeking to restore.
func (r *Run) unpeek(in *Instance) (peeking bool) {
	peeking = r.peeking
	r.peeking = peeking && (in.Card == 0 || r.state.links[in.Card].known == r.all)
	return peeking
}

// PeekSince returns the first place from one on before which a script had read something
// that a seat does not know, or 0 not all seats know, and false where there is none.
func (l *Log) PeekSince(at int, seat Seat) (int, bool) {
	for _, p := range l.peeks {
		if int(p.at) >= at && (seat == 0 || p.seats.Has(seat)) {
			return int(p.at), true
		}
	}
	return 0, false
}

// recentPeeks are the peeks by which what the running step does may go: those since the last
// answer, in the step itself and in those that have scheduled it. A step that the flow runs
// finds what others have read and did not write into the game nowhere. Where a seat is asked again,
// others know of no answer, and what was read before it counts on.
func (p *Position) recentPeeks() []peek {
	peeks := p.log.peeks
	n := len(peeks)
	answered := p.Decisions()
	if d := p.run.game.open; d != nil && d.Again > 0 {
		answered--
	}
	for n > 0 && int(peeks[n-1].answered) >= answered && int(peeks[n-1].at) >= p.run.game.step.unit {
		n--
	}
	return peeks[n:]
}

// peeked are the seats that do not know all that the running step may go by.
func (p *Position) peeked() (seats SeatSet) {
	for _, peek := range p.recentPeeks() {
		seats |= p.keptBy(&peek)
	}
	return seats
}

// keptBy are the seats that do not know what was read.
func (p *Position) keptBy(read *peek) SeatSet {
	if read.card == 0 {
		return read.seats
	}
	return read.seats &^ p.Known(read.card)
}

// Unpeeked is the place of the log, limit at most, up to which the running step has gone by
// nothing that a seat does not know, or 0 not all seats know, since the last answer.
func (p *Position) Unpeeked(seat Seat, limit int) int {
	for _, peek := range p.recentPeeks() {
		if kept := p.keptBy(&peek); kept.Has(seat) || seat == 0 && kept != 0 {
			return min(limit, int(peek.at))
		}
	}
	return limit
}
