package engine

import (
	"fmt"
	"slices"
)

// Busy tells whether something that has begun is not finished: an open step,
// or steps on the agenda. Otherwise the next step is one of the flow.
func (g *Game) Busy() bool { return g.step.active || len(g.state.agenda) > 0 }

// AdvanceTo plays until an instruction of the flow is about to run for which
// stop returns true, a decision is open (Waiting), or the game is over (Ended).
// At such an instruction it returns Paused, with the game at the checkpoint
// before it. stop gets the instruction's place in the flow.
func (g *Game) AdvanceTo(stop func(at int) bool) (Status, error) {
	for {
		if status, err := g.AdvanceStepTo(stop); status != Going {
			return status, err
		}
	}
}

// AdvanceStepTo is AdvanceTo for one step only: Going says that there is more
// to run.
func (g *Game) AdvanceStepTo(stop func(at int) bool) (Status, error) {
	if status := g.status(); status != Going {
		return status, nil
	}
	g.pauses = stop
	err := g.advanceStep()
	g.pauses = nil
	switch {
	case err == errPaused:
		g.rollBack(g.step.begin)
		g.step.active = false
		return Paused, nil
	case err != nil:
		return Stopped, err
	}
	return g.status(), nil
}

// Continue returns a new game that stands where base stands, which must be
// between two steps; its log and its decisions begin there.
func Continue(setup Setup, base *Game) *Game {
	g := &Game{Layout: base.Layout, setup: setup, scripts: setup.Scripts}
	base.state.clone(&g.state)
	g.resetRegisters()
	return g
}

// FlowPosition is the place of the flow's instruction that comes next.
func (g *Game) FlowPosition() int { return int(g.state.cells[cellPC]) }

// Agenda returns the scheduled steps, the one that runs next last; it is for
// reading only.
func (g *Game) Agenda() []Call { return g.state.agenda }

// Loop is how far a loop of the flow has come. Seat and Passed are those of a
// turn loop; Count is the number of turns taken or of repetitions made.
type Loop struct {
	Seat   Seat
	Passed SeatSet
	Count  int
}

// Loop returns how far a loop has come.
func (g *Game) Loop(n int) Loop {
	at := g.state.cells[g.loops+n*loopCells:]
	return Loop{Seat(at[loopSeat]), SeatSet(at[loopPassed]), int(at[loopCount])}
}

// LoopsAround returns the instructions that close the loops around a place of
// the flow (OpTurnsNext and OpCountNext), outermost first.
func (p *Pack) LoopsAround(at int) []Instruction {
	var around []Instruction
	for i := len(p.Flow) - 1; i >= at; i-- {
		in := p.Flow[i]
		if (in.Op == OpTurnsNext || in.Op == OpCountNext) && int(in.Target) <= at {
			around = append(around, in)
		}
	}
	return around
}

// FirstTurn is the seat that begins a turn loop as the game stands.
func (g *Game) FirstTurn(loop int8) Seat {
	for i := range g.Pack.Flow {
		in := &g.Pack.Flow[i]
		if in.Op != OpTurnsStart || in.Loop != loop || in.Arg < 0 {
			continue
		}
		if s := Seat(g.state.cells[g.game+int(in.Arg)]); s != 0 {
			return s
		}
	}
	return 1
}

// Position sets up a game by hand: for scenarios, puzzles and tests. It may be
// used at a step boundary only; what it does leaves no trace in the log.
type Position struct{ g *Game }

// Edit calls change with the means to set up a position, then makes the result
// the start of the game's log: earlier decisions cannot be taken back.
func (g *Game) Edit(change func(p *Position) error) error {
	if g.step.active || g.open != nil {
		return fmt.Errorf("a position can be set up between steps only")
	}
	g.resetRegisters()
	g.agendaBase = 0
	if err := change(&Position{g}); err != nil {
		return err
	}
	for cell := range g.state.cells[:g.game] {
		if cell >= g.loops+g.Pack.Loops*loopCells || cell == cellDecisions {
			g.set(cell, 0)
		}
	}
	g.log.drop()
	g.log.Base = 0
	g.history = g.history[:0]
	g.failures = nil
	g.counts = Counts{}
	return nil
}

// Jump puts the game just before the instruction at a place of the flow. The
// phase follows from the place; the loops around it start anew, each turn loop
// with its first seat.
func (p *Position) Jump(at int) {
	g := p.g
	g.set(cellPC, int32(at))
	g.set(cellPhase, g.phaseAt(at))
	g.set(cellTurn, 0)
	for _, in := range g.Pack.LoopsAround(at) {
		loop := Loop{}
		if in.Op == OpTurnsNext {
			loop = Loop{Seat: g.FirstTurn(in.Loop), Count: 1}
		}
		p.SetLoop(int(in.Loop), loop)
	}
}

// SetLoop says how far a loop around the game's place in the flow has come.
// The innermost turn loop says whose turn it is, so set it last.
func (p *Position) SetLoop(n int, l Loop) {
	g := p.g
	cell := g.loops + n*loopCells
	g.set(cell+loopSeat, int32(l.Seat))
	g.set(cell+loopPassed, int32(l.Passed))
	g.set(cell+loopCount, int32(l.Count))
	if l.Seat != 0 {
		g.set(cellTurn, int32(l.Seat))
	}
}

// Seek carries out the instructions of the flow that only direct it, so that
// the game stands just before one that runs scripts. With steps on the agenda
// it does nothing: those run first.
func (p *Position) Seek() error {
	g := p.g
	for len(g.state.agenda) == 0 {
		at := g.FlowPosition()
		in := &g.Pack.Flow[at]
		if in.Op == OpStep || in.Op == OpEnter || in.Op == OpLeave || in.Op == OpEnd {
			break
		}
		next, err := g.instruct(in, at)
		if err != nil {
			return g.failure(err)
		}
		g.set(cellPC, int32(next))
	}
	return nil
}

// phaseAt is the phase around a place of the flow, as its cell has it.
func (g *Game) phaseAt(at int) int32 {
	var open []int32
	for i := range at {
		switch in := &g.Pack.Flow[i]; in.Op {
		case OpEnter:
			open = append(open, in.Arg)
		case OpLeave:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return 0
	}
	return open[len(open)-1] + 1
}

// Place moves a card as Game.Move does, and lets it be known to those alone who
// see the zone.
func (p *Position) Place(c CardID, z ZoneID, place int) error {
	if err := p.g.Move(c, z, place); err != nil {
		return err
	}
	return p.g.Conceal(c)
}

// Watch makes the game check, after every step, those of the pack's invariants
// that hold now: a position may break one on purpose. It returns them, for the
// setup of games that go on from here.
func (p *Position) Watch() []StepID {
	g := p.g
	watched := make([]StepID, 0, len(g.Pack.Invariants))
	for _, id := range g.Pack.Invariants {
		if ok, _, err := g.Pure(id); err == nil && ok.True() {
			watched = append(watched, id)
		}
	}
	g.setup.CheckInvariants, g.setup.Invariants = true, watched
	return watched
}

// LimitedUse is how often an ability with a limit has been used.
type LimitedUse struct {
	Card    CardID
	Ability *Ability
	// Instance numbers the ability among all of the game's cards.
	Instance int32
	Times    int
}

// LimitedUses returns the limited abilities of all cards, in their order.
func (g *Game) LimitedUses() []LimitedUse {
	var uses []LimitedUse
	for i := range g.Instances {
		if in := &g.Instances[i]; in.use >= 0 {
			uses = append(uses, LimitedUse{in.Card, in.Ability, in.ID, int(g.state.cells[in.use])})
		}
	}
	return uses
}

// SetUses sets how often a limited ability has been used.
func (p *Position) SetUses(instance int32, times int) {
	p.g.set(int(p.g.Instances[instance].use), int32(times))
}

// EndEffects ends all lasting effects.
func (p *Position) EndEffects() {
	g := p.g
	for n := len(g.state.effects); n > 0; n-- {
		g.emitData(Event{Kind: EvEffectEnd, A: int32(n - 1)}, g.state.effects[n-1].encode(nil))
	}
}

// Agenda puts a step on the agenda, behind those put there before.
func (p *Position) Agenda(step StepID, args []Value) error {
	return p.g.Schedule(step, args)
}

// ZonesOf returns the zones that a card owns.
func (l *Layout) ZonesOf(c CardID) []ZoneID { return l.cardZones[c] }

// Essence returns a copy of the state without what means nothing to what
// comes: the counts of decisions and random results, the numbers of effects,
// loops that are not running. Two games whose essences are equal play on alike,
// given the same random results.
func (g *Game) Essence() *State {
	s := &State{}
	g.state.clone(s)
	running := map[int8]bool{}
	for _, in := range g.Pack.LoopsAround(g.FlowPosition()) {
		running[in.Loop] = in.Op == OpTurnsNext && !in.Once
		if running[in.Loop] {
			s.apply(&Event{Kind: EvSet, A: int32(g.loops + int(in.Loop)*loopCells + loopCount)}, nil)
		}
	}
	for n := range g.Pack.Loops {
		if _, ok := running[int8(n)]; !ok {
			for cell := range loopCells {
				s.apply(&Event{Kind: EvSet, A: int32(g.loops + n*loopCells + cell)}, nil)
			}
		}
	}
	for cell := range s.cells[:g.game] {
		if cell >= g.loops+g.Pack.Loops*loopCells || cell == cellDecisions || cell == cellSerial {
			s.apply(&Event{Kind: EvSet, A: int32(cell)}, nil)
		}
	}
	for i := range s.effects {
		e := s.effects[i]
		e.Serial = int32(i)
		data := e.encode(nil)
		s.apply(&Event{Kind: EvEffectEnd, A: int32(i)}, nil)
		s.apply(&Event{Kind: EvEffect, A: int32(i), n: int32(len(data))}, &Log{data: data})
	}
	return s
}

// Sound tells what is wrong with the state as such, or nil: every card must lie
// in one zone, once, and zones must count right.
func (g *Game) Sound() error {
	s := &g.state
	seen := make([]bool, len(s.links))
	total := 0
	for z := 1; z < len(s.zones); z++ {
		n, before := 0, CardID(0)
		for c := s.zones[z].head; c != 0; c = s.links[c].next {
			at := &s.links[c]
			if seen[c] || at.zone != ZoneID(z) || at.prev != before {
				return fmt.Errorf("%s lies in %s and elsewhere", g.CardKey(c), g.ZoneKey(ZoneID(z)))
			}
			seen[c], before, n = true, c, n+1
		}
		if n != int(s.zones[z].count) || before != s.zones[z].tail {
			return fmt.Errorf("%s holds %d cards but counts %d", g.ZoneKey(ZoneID(z)), n, s.zones[z].count)
		}
		total += n
	}
	if total != g.Cards() {
		missing := CardID(slices.Index(seen[1:], false) + 1)
		return fmt.Errorf("%s lies nowhere", g.CardKey(missing))
	}
	return nil
}

// First returns the first legal reply of a seat: the first option, as few as
// allowed, the order as it is.
func (d *Decision) First(seat Seat) Reply {
	n := len(d.OptionsOf(seat))
	switch d.Kind {
	case PickSome:
		return every(min(d.Min, n))
	case PickOrder:
		return every(n)
	case PickNumber:
		return Reply{d.Min}
	case Split:
		return d.firstSplit(n)
	}
	return Reply{0}
}

func (d *Decision) firstSplit(n int) Reply {
	out := make(Reply, n)
	left := d.Total
	for i := range out {
		out[i] = left
		if d.Max > 0 {
			out[i] = min(left, d.Max)
		}
		left -= out[i]
	}
	return out
}

// Results counts the random results that a die (EvRoll) or a zone (EvDraw, card
// by card, and EvShuffle) has given since the log began; those of failed
// abilities do not count, they come again.
func (g *Game) Results(kind EventKind, of int32) int {
	n := 0
	for at := g.log.Len() - 1; at >= g.log.Base; at-- {
		switch e := g.log.At(at); {
		case e.Kind == EvFailed:
			at = int(e.A)
		case e.Kind == kind && e.A == of:
			n++
		}
	}
	return n
}

// LoopPhase is the phase that a loop of the flow repeats.
func (p *Pack) LoopPhase(loop int8) int {
	var open []int
	for i := range p.Flow {
		switch in := &p.Flow[i]; {
		case in.Op == OpEnter:
			open = append(open, int(in.Arg))
		case in.Op == OpLeave:
			open = open[:len(open)-1]
		case in.Op == OpTurnsStart && in.Loop == loop:
			return open[len(open)-1]
		case in.Op == OpCountStart && in.Loop == loop:
			return int(p.Flow[i+1].Arg)
		}
	}
	return 0
}
