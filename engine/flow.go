package engine

import (
	"errors"
	"fmt"
)

// Status is how far Advance came.
type Status uint8

// The statuses.
const (
	// Waiting: a decision is open.
	Waiting Status = iota
	// Ended: the game is over.
	Ended
	// Stopped: a script failed; the error says how.
	Stopped
	// Going: a step is done and there is more to run.
	Going
	// Paused: an instruction at which AdvanceTo stops is about to run.
	Paused
)

// errPaused ends a run before an instruction at which AdvanceTo stops.
var errPaused = errors.New("paused before a step")

// Advance plays on until a decision is open or the game is over. Without an
// open decision it runs the next step; with one it does nothing. An error is
// a *Failure or a *DivergenceError and leaves the game where it stands.
func (g *Game) Advance() (Status, error) {
	for {
		if status, err := g.AdvanceStep(); status != Going {
			return status, err
		}
	}
}

// AdvanceStep is Advance for one step only, for hosts that want to look, or
// to stop, between steps: Going says that there is more to run.
func (g *Game) AdvanceStep() (Status, error) {
	if status := g.status(); status != Going {
		return status, nil
	}
	if err := g.advanceStep(); err != nil {
		return Stopped, err
	}
	return g.status(), nil
}

func (g *Game) status() Status {
	switch {
	case g.open != nil:
		return Waiting
	case g.Over():
		return Ended
	}
	return Going
}

// advanceStep runs one step from its checkpoint to its end, or to a decision
// that nobody in process answers.
func (g *Game) advanceStep() error {
	if g.step.active {
		g.rollBack(g.step.begin)
		g.failures, g.counts = g.failures[:g.step.failures], g.step.counts
	} else {
		if g.setup.DropLog {
			g.log.drop()
			g.history = g.history[:0]
		}
		g.freshReplies()
		g.step = stepRun{
			begin: g.log.Len(), active: true, answers: g.step.answers[:0],
			failures: len(g.failures), counts: g.counts,
		}
	}
	g.step.next, g.step.traced = 0, tracing{}
	g.resetRegisters()
	g.counts.Steps++
	err := g.runUnit()
	switch {
	case err == ErrWaiting:
		return nil
	case err == errPaused:
		return err
	case err != nil && err != ErrOver:
		return g.failure(err)
	}
	if g.step.next < len(g.step.answers) {
		left := g.step.answers[g.step.next]
		return g.diverged(left.number, "the step ended without asking it again")
	}
	g.endStep()
	if g.setup.CheckInvariants {
		return g.checkInvariants()
	}
	return nil
}

func (g *Game) endStep() {
	g.counts.MostAnswers = max(g.counts.MostAnswers, len(g.step.answers))
	if !g.setup.DropLog {
		// A checkpoint without answers is no place to undo to.
		if n := len(g.step.answers); n > 0 {
			kept := make([]recorded, n)
			copy(kept, g.step.answers)
			g.history = append(g.history, checkpoint{
				begin: g.step.begin, first: kept[0].number, answers: kept,
				failures: g.step.failures, counts: g.step.counts,
			})
		}
	}
	g.step.active = false
}

// failure wraps what a script raised outside any ability.
func (g *Game) failure(err error) error {
	var diverged *DivergenceError
	switch {
	case err == ErrStopped:
		return g.failures[len(g.failures)-1]
	case errors.As(err, &diverged):
		return err
	}
	return &Failure{Step: g.stepName(), Seed: g.setup.Seed, Decision: int(g.state.cells[cellDecisions]), Err: err}
}

// stepName names what the running step runs: a step function, or the
// beginning or end of a phase.
func (g *Game) stepName() string {
	if g.step.what >= 0 {
		return g.Pack.Steps[g.step.what]
	}
	in := g.Pack.Flow[-1-g.step.what]
	if in.Op == OpEnter {
		return "beginning of " + g.Pack.Phases[in.Arg].Name
	}
	return "end of " + g.Pack.Phases[in.Arg].Name
}

func (g *Game) checkInvariants() error {
	invariants := g.setup.Invariants
	if invariants == nil {
		invariants = g.Pack.Invariants
	}
	for _, id := range invariants {
		g.resetRegisters()
		g.step.what = id
		ok, text, err := g.Pure(id)
		if err != nil {
			return g.failure(err)
		}
		if !ok.True() {
			return g.failure(fmt.Errorf("invariant %s does not hold: %s", g.Pack.Steps[id], text))
		}
	}
	return nil
}

// Pure runs a step function that may not change anything.
func (g *Game) Pure(id StepID, args ...Value) (Value, string, error) {
	saved := g.Registers()
	g.pure++
	value, text, err := g.scripts.Pure(g, id, args)
	g.Restore(saved)
	return value, text, g.faulted(err)
}

// runUnit runs what one checkpoint covers: flow instructions up to and with
// the first that runs scripts, or the top of the agenda.
func (g *Game) runUnit() error {
	if n := len(g.state.agenda); n > 0 {
		call := g.state.agenda[n-1]
		g.emitData(Event{Kind: EvTake}, call.encode(nil))
		g.agendaBase = n - 1
		return g.runStep(call.Step, call.Args[:call.N])
	}
	g.agendaBase = 0
	pc := int(g.state.cells[cellPC])
	for {
		in := &g.Pack.Flow[pc]
		if g.pauses != nil && g.pauses(pc) {
			return errPaused
		}
		switch in.Op {
		case OpStep, OpEnter, OpLeave:
			// The position moves on first, so that what a step schedules finds
			// the same turn loop around it as the step itself.
			g.set(cellPC, int32(pc+1))
			g.step.what = StepID(-1 - pc)
			return g.runOp(in)
		case OpEnd:
			g.emit(Event{Kind: EvFinish})
			return nil
		}
		next, err := g.instruct(in, pc)
		if err != nil {
			return err
		}
		pc = next
	}
}

// runOp runs an instruction that calls scripts.
func (g *Game) runOp(in *Instruction) error {
	if in.Op != OpStep {
		return g.changePhase(int(in.Arg), in.Op == OpEnter)
	}
	if in.Loop < 0 {
		return g.runStep(StepID(in.Arg), nil)
	}
	g.turnArgs[0] = SeatValue(Seat(g.state.cells[g.loops+int(in.Loop)*loopCells+loopSeat]))
	return g.runStep(StepID(in.Arg), g.turnArgs[:])
}

// runStep runs a step function.
func (g *Game) runStep(id StepID, args []Value) error {
	g.step.what = id
	g.frame = -1
	g.ints = encodeValues(g.ints[:0], args)
	g.frame = g.emitData(Event{Kind: EvStep, A: int32(id)}, g.ints)
	return g.faulted(g.scripts.Step(g, id, args))
}

// instruct carries out an instruction that only directs the flow and tells
// where it goes on.
func (g *Game) instruct(in *Instruction, pc int) (next int, err error) {
	next = pc + 1
	loop := g.loops + int(in.Loop)*loopCells
	switch in.Op {
	case OpJump:
		return int(in.Arg), nil
	case OpUnless:
		g.step.what = StepID(in.Arg)
		done, _, err := g.Pure(StepID(in.Arg))
		if !done.True() {
			next = int(in.Target)
		}
		return next, err
	case OpCountStart:
		g.set(loop+loopCount, 0)
	case OpCountNext:
		g.set(loop+loopCount, g.state.cells[loop+loopCount]+1)
		if g.state.cells[loop+loopCount] < in.Arg {
			next = int(in.Target)
		}
	case OpTurnsStart:
		g.startTurns(in, loop)
	case OpTurnsNext:
		if g.nextTurn(in, loop, pc) {
			next = int(in.Target)
		}
	}
	return next, nil
}

func (g *Game) changePhase(phase int, begins bool) error {
	p := &g.Pack.Phases[phase]
	g.frame = -1
	trigger, now, flag := p.Begins, phase, int32(1)
	if !begins {
		trigger, now, flag = p.Ends, g.phaseUp[phase], 0
	}
	if begins {
		g.set(cellPhase, int32(now+1))
		g.frame = g.emit(Event{Kind: EvPhase, A: int32(phase), B: flag})
	}
	if err := g.raisePhase(trigger); err != nil {
		return err
	}
	if !begins {
		g.frame = -1
		g.emit(Event{Kind: EvPhase, A: int32(phase), B: flag})
		g.set(cellPhase, int32(now+1))
	}
	return nil
}

func (g *Game) raisePhase(t TriggerID) error {
	var params []Value
	if len(g.Pack.Triggers[t].Params) > 0 {
		params = []Value{SeatValue(g.Turn())}
	}
	ev := g.NewEv(t, params)
	defer g.FreeEv(ev)
	return g.Raise(ev, nil)
}

// startTurns prepares a turn loop so that the first OpTurnsNext gives the
// turn to its first seat.
func (g *Game) startTurns(in *Instruction, loop int) {
	first := Seat(1)
	if in.Arg >= 0 {
		if s := Seat(g.state.cells[g.game+int(in.Arg)]); s != 0 {
			first = s
		}
	}
	before := first - 1
	if before == 0 {
		before = Seat(g.Seats)
	}
	g.set(loop+loopSeat, int32(before))
	g.set(loop+loopPassed, 0)
	g.set(loop+loopCount, 0)
}

// nextTurn gives the turn to the next seat that has not passed.
func (g *Game) nextTurn(in *Instruction, loop, pc int) bool {
	seat := Seat(g.state.cells[loop+loopSeat])
	passed := SeatSet(g.state.cells[loop+loopPassed])
	taken := g.state.cells[loop+loopCount]
	for range g.Seats {
		if in.Once && int(taken) >= g.Seats {
			break
		}
		// A seat that passed uses its place up, or others would go twice.
		seat, taken = g.NextSeat(seat), taken+1
		if !passed.Has(seat) {
			g.set(loop+loopSeat, int32(seat))
			g.set(loop+loopCount, taken)
			g.set(cellTurn, int32(seat))
			return true
		}
	}
	around := int32(0)
	if outer, ok := g.turnLoop(pc + 1); ok {
		around = g.state.cells[outer+loopSeat]
	}
	g.set(cellTurn, around)
	return false
}

// NextSeat returns the seat to the left of a seat.
func (l *Layout) NextSeat(s Seat) Seat {
	if int(s) >= l.Seats {
		return 1
	}
	return s + 1
}

// Pass takes a seat out of the innermost running turn loop.
func (g *Game) Pass(seat Seat) error {
	if err := g.guard("pass"); err != nil {
		return err
	}
	loop, ok := g.turnLoop(int(g.state.cells[cellPC]))
	if !ok {
		return fmt.Errorf("pass: no turns are running")
	}
	cell := loop + loopPassed
	g.set(cell, g.state.cells[cell]|int32(Only(seat)))
	return nil
}

// Passed tells whether a seat has passed in the innermost running turn loop.
func (g *Game) Passed(seat Seat) bool {
	loop, ok := g.turnLoop(int(g.state.cells[cellPC]))
	return ok && SeatSet(g.state.cells[loop+loopPassed]).Has(seat)
}

// turnLoop finds the cells of the turn loop around the instruction at pc: the
// first OpTurnsNext from pc on that jumps back to it or before.
func (g *Game) turnLoop(pc int) (int, bool) {
	for at := pc; at < len(g.Pack.Flow); at++ {
		in := &g.Pack.Flow[at]
		if in.Op == OpTurnsNext && int(in.Target) <= pc {
			return g.loops + int(in.Loop)*loopCells, true
		}
	}
	return 0, false
}

// Schedule puts a step on the agenda: behind those that the running step has
// scheduled, before those that were there when it began.
func (g *Game) Schedule(step StepID, args []Value) error {
	if err := g.guard("schedule"); err != nil {
		return err
	}
	if len(args) > MaxArgs {
		return fmt.Errorf("schedule: a step takes at most %d arguments, not %d", MaxArgs, len(args))
	}
	call := Call{Step: step, N: uint8(len(args))}
	copy(call.Args[:], args)
	g.emitData(Event{Kind: EvSchedule, A: int32(g.agendaBase)}, call.encode(nil))
	return nil
}

// Finish ends the game at once, with the winners and a word that says why: it
// returns ErrOver, and nothing of the step runs after it.
func (g *Game) Finish(winners SeatSet, reason Symbol) error {
	if err := g.guard("finish"); err != nil {
		return err
	}
	if !g.Over() {
		g.emit(Event{Kind: EvFinish, A: int32(winners), B: int32(reason)})
	}
	return ErrOver
}
