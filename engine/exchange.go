package engine

import "slices"

// Exchanged returns the game as it would be if two cards had swapped roles since a seat
// last knew neither of them: in state, log and open decision. A viewer that does not know
// the two cards must not be able to tell the result from the real game; a check of
// non-interference compares what the seat is shown of both. It returns false for cards that
// cannot swap: cards of different types, cards told apart by what their abilities did, and
// cards of different definitions that are not both hidden. With seat 0 copies swap as the game
// stands, unless some seat knows of one of them alone where it may lie. The result is for
// reading only; its log begins at the swap.
func (p *Position) Exchanged(a, b CardID, seat Seat) (*Position, bool) {
	g := p.run.game
	x := &swapping{l: p.Layout, a: a, b: b, seat: seat, same: p.Nth[a] == p.Nth[b], cells: map[int32]int32{}}
	if a == b || p.TypeOf(a) != p.TypeOf(b) || !x.same && (p.Knows(seat, a) || p.Knows(seat, b)) {
		return nil, false
	}
	x.pairUses()
	to := &Game{setup: g.setup, failures: g.failures}
	to.connect(p.Layout, g.run.scripts)
	to.run.resetRegisters()
	to.run.pure = 1
	p.state.clone(&to.run.state)
	from, ok := x.divergence(&to.run, &g.log, seat)
	if !ok {
		return nil, false
	}
	x.state(&to.run.state)
	to.log.reset(from, 0)
	to.following = &follower{game: to, at: from, known: []groupsFrom{{from, x.groups(g.follower().before(from))}}}
	if x.failed {
		return nil, false
	}
	for at := from; at < g.log.Len(); at++ {
		e := *g.log.At(at)
		if e.Kind == EvFailed && int(e.A) < from {
			return nil, false
		}
		data := append([]int32{}, g.log.Data(&e)...)
		x.event(&e, data)
		cause := at - int(e.Cause)
		if e.Cause == 0 {
			cause = -1
		}
		if made := to.log.addData(e, cause, data); e.Kind < EvStep {
			to.run.state.apply(made, &to.log)
		}
	}
	to.open = x.decision(g.open)
	to.step = g.step
	return to.Position(), !x.failed
}

// divergence takes a game back to where the exchange begins, and returns the place:
// for copies the last place at which the seat knew neither, for other cards the
// first one since which it has known neither.
func (x *swapping) divergence(r *Run, log *Log, seat Seat) (int, bool) {
	known := func() bool { return r.Knows(seat, x.a) || r.Knows(seat, x.b) }
	at := log.Len()
	back := func() {
		at--
		r.state.undo(log.At(at), log)
	}
	for x.same && known() {
		if at == log.Base {
			return 0, false
		}
		back()
	}
	for !x.same && at > log.Base {
		back()
		if known() {
			r.state.apply(log.At(at), log)
			return at + 1, true
		}
	}
	return at, true
}

// swapping renames two cards into each other.
type swapping struct {
	l    *Layout
	a, b CardID
	seat Seat
	// same says that they are copies of one definition; cells maps the cells that
	// count the uses of their abilities.
	same  bool
	cells map[int32]int32
	// failed is set by what cannot be renamed.
	failed bool
}

// pairUses pairs the cells in which the uses of the abilities of the two cards are counted: -1 for
// those without a counterpart.
func (x *swapping) pairUses() {
	for _, c := range []CardID{x.a, x.b} {
		for i, id := range x.l.carried[c] {
			in := &x.l.Instances[id]
			if in.use < 0 {
				continue
			}
			for n := range int32(in.Ability.Limit.cells(x.l.Seats)) {
				x.cells[in.use+n] = -1
				if x.same {
					x.cells[in.use+n] = x.l.Instances[x.l.carried[x.card(c)][i]].use + n
				}
			}
		}
	}
}

func (x *swapping) card(c CardID) CardID {
	switch c {
	case x.a:
		return x.b
	case x.b:
		return x.a
	}
	return c
}

// number renames the number of a card, zoneNumber that of a zone.
func (x *swapping) number(c int32) int32 { return int32(x.card(CardID(c))) }

func (x *swapping) zoneNumber(z int32) int32 { return int32(x.zone(ZoneID(z))) }

func (x *swapping) zone(z ZoneID) ZoneID {
	if c := x.l.zoneCard[z]; c == x.a || c == x.b {
		return x.l.ZoneOf(x.l.zoneKind[z], x.l.zoneSeat[z], x.card(c))
	}
	return z
}

func (x *swapping) value(v Value) Value {
	switch v.Kind {
	case Card:
		v.N = x.number(v.N)
	case Zone:
		v.N = x.zoneNumber(v.N)
	case Handle:
		if v.N < 0 {
			break
		}
		if int(v.N) >= len(x.l.Instances) {
			in := x.l.grantOf(v.N)
			x.failed = x.failed || x.card(in.Card) != in.Card || x.card(in.by.Card) != in.by.Card
			break
		}
		in := &x.l.Instances[v.N]
		if in.Card != x.a && in.Card != x.b {
			break
		}
		if !x.same {
			x.failed = true
			break
		}
		v.N = x.l.carried[x.card(in.Card)][slices.Index(x.l.carried[in.Card], v.N)]
	}
	return v
}

// cell renames a cell of the state.
func (x *swapping) cell(cell int32) int32 {
	if other, counts := x.cells[cell]; counts {
		x.failed = x.failed || other < 0
		return max(other, 0)
	}
	if c := x.l.cellInfo(int(cell)).card; c == x.a || c == x.b {
		return cell - x.l.cardBase[c] + x.l.cardBase[x.card(c)]
	}
	return cell
}

// stored renames the number that a cell holds.
func (x *swapping) stored(cell, n int32) int32 {
	if m := x.l.Cell(int(cell)); m.Attribute != nil && (m.Attribute.Kind == Card || m.Attribute.Kind == Zone) {
		return x.value(Value{m.Attribute.Kind, n}).N
	}
	return n
}

// all renames values in place.
func (x *swapping) all(values []Value) {
	for i, v := range values {
		values[i] = x.value(v)
	}
}

// values renames values in the data of an event; skip numbers stand before each.
func (x *swapping) values(data []int32, skip int) {
	for i := skip; i+1 < len(data); i += 2 + skip {
		data[i+1] = x.value(Value{Kind(data[i]), data[i+1]}).N
	}
}

func (x *swapping) event(e *Event, data []int32) {
	switch e.Kind {
	case EvSet:
		e.B, e.C = x.stored(e.A, e.B), x.stored(e.A, e.C)
		e.A = x.cell(e.A)
	case EvMove:
		e.A, e.B, e.C = x.number(e.A), x.zoneNumber(e.B), x.zoneNumber(e.C)
		e.D = x.number(e.D>>16)<<16 | x.number(e.D&0xffff)
	case EvShuffle:
		n := len(data) / 3
		for i := range data {
			if i < n || i >= 2*n {
				data[i] = x.number(data[i])
			}
		}
		e.A = x.zoneNumber(e.A)
	case EvDraw:
		data[0] = x.number(data[0])
		e.A = x.zoneNumber(e.A)
	case EvReveal:
		e.A = x.number(e.A)
	case EvAbility:
		if c := CardID(e.B); !x.same && (c == x.a || c == x.b) {
			x.failed = true
		}
		e.B = x.number(e.B)
	case EvEffect, EvEffectEnd:
		data[2] = x.number(data[2])
		data[effectWhile] = x.number(data[effectWhile])
		x.values(data[7:effectWhile], 0)
	case EvSchedule, EvTake:
		x.values(data[2:], 0)
	case EvSay:
		x.values(data, 1)
	case EvRoll, EvAnswer, EvStep, EvRaise, EvApply:
		x.values(data, 0)
	}
}

// groups renames the cards in groups. Of cards that are not copies the seat must know the
// same.
func (x *swapping) groups(of *groups) groups {
	out := *of
	out.change(x.l.all, func(s Seat, g *group) *group {
		if g.cards.has(x.a) == g.cards.has(x.b) {
			return g
		}
		x.failed = x.failed || x.seat == 0 || s == x.seat && !x.same
		cards := slices.Clone(g.cards)
		cards[x.a/64] ^= 1 << (x.a % 64)
		cards[x.b/64] ^= 1 << (x.b % 64)
		return &group{g.shares, cards}
	})
	return out
}

// state renames the cards in a state, as one that was never otherwise.
func (x *swapping) state(s *State) {
	var before State
	s.clone(&before)
	for cell := range before.cells {
		to := int32(cell)
		if info := x.l.cellInfo(cell); info.card == x.a || info.card == x.b || x.cells[to] > 0 {
			to = x.cell(to)
		}
		s.cells[to] = x.stored(int32(cell), before.cells[cell])
	}
	for z := range before.zones {
		in := before.zones[z]
		in.head = x.card(in.head)
		s.zones[x.zone(ZoneID(z))] = in
		s.known[x.l.common.counted[x.zone(ZoneID(z))]] = before.known[x.l.common.counted[z]]
	}
	for c := range before.links {
		at := before.links[c]
		at.zone = x.zone(at.zone)
		at.prev = x.card(at.prev)
		at.next = x.card(at.next)
		s.links[x.card(CardID(c))] = at
	}
	for i := range s.effects {
		e := &s.effects[i]
		e.Card = x.card(e.Card)
		e.While = x.card(e.While)
		x.all(e.Params[:])
	}
	for i := range s.agenda {
		x.all(s.agenda[i].Args[:])
	}
}

// decision renames the cards in a decision.
func (x *swapping) decision(d *Decision) *Decision {
	if d == nil {
		return nil
	}
	out := *d
	options := func(list []Choice) []Choice {
		renamed := slices.Clone(list)
		for i := range renamed {
			x.all(renamed[i].V[:renamed[i].N])
		}
		return renamed
	}
	out.Options = options(d.Options)
	out.SecretOptions = nil
	for _, list := range d.SecretOptions {
		out.SecretOptions = append(out.SecretOptions, options(list))
	}
	out.About = slices.Clone(d.About)
	for i := range out.About {
		out.About[i].Value = x.value(out.About[i].Value)
	}
	out.Open = slices.Clone(d.Open)
	for i := range out.Open {
		out.Open[i].Params = slices.Clone(out.Open[i].Params)
		x.all(out.Open[i].Params)
	}
	return &out
}
