package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
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
	// Paused: an instruction or step at which AdvanceStepTo stops is about to run.
	Paused
)

// errPaused ends a run before an instruction at which AdvanceStepTo stops.
var errPaused = errors.New("paused before a step")

// Advance plays on until a decision is open or the game is over. Without an
// open decision it runs the next step; with one it does nothing. An error is
// a *Failure, a *DivergenceError or an *EndlessError and leaves the game where it
// stands. When ctx ends, so does the running step, also in the middle of a script
// or of a decider's thoughts: with status Going and the error of ctx,
// the game stands where it stood before that step, and plays on the same way when
// it is called again.
func (g *Game) Advance(ctx context.Context) (Status, error) {
	done := ctx.Done()
	for n := 0; ; n++ {
		if status, err := g.advance(ctx, done, n%stepsAtOnce == 0); err != nil || status != Going {
			return status, err
		}
	}
}

// stepsAtOnce is how many steps Advance runs before it asks again whether its context has
// ended; a long step asks for itself.
const stepsAtOnce = 16

// AdvanceStep is Advance for one step only, for hosts that want to look, or
// to stop, between steps: Going says that there is more to run.
func (g *Game) AdvanceStep(ctx context.Context) (Status, error) {
	return g.advance(ctx, ctx.Done(), true)
}

// advance is AdvanceStep with the channel of a context; ask is set where that may have been
// closed before.
func (g *Game) advance(ctx context.Context, done <-chan struct{}, ask bool) (Status, error) {
	if status := g.status(); status != Going {
		return status, nil
	}
	if !g.step.active {
		if err := g.withinLimits(); err != nil {
			return Stopped, err
		}
	}
	err := g.advanceStep(ctx, done, ask)
	switch {
	case err == errInterrupted:
		return Going, ctx.Err()
	case err != nil:
		return Stopped, err
	}
	return g.status(), nil
}

func (g *Game) status() Status {
	switch {
	case g.open != nil:
		return Waiting
	case g.run.Over():
		return Ended
	}
	return Going
}

// advanceStep runs one step from its checkpoint to its end, or to a decision that no
// decider answers.
func (g *Game) advanceStep(ctx context.Context, done <-chan struct{}, ask bool) error {
	g.ctx = ctx
	g.done = done
	defer g.leaveStep()
	if ask && g.interrupted() {
		return errInterrupted
	}
	again := g.step.active
	if again {
		g.remember()
		g.run.rollBack(g.step.begin)
		g.failures = g.failures[:g.step.failures]
		g.counts = g.step.counts
	} else {
		g.beginStep()
	}
	g.step.next = 0
	g.step.traced = tracing{}
	g.run.resetRegisters()
	g.counts.Steps++
	g.run.peeking = !g.setup.DropLog && g.world == nil && g.salt == 0 || g.world != nil && g.world.Peeks
	g.run.looked = 0
	g.run.Allow(mostWork)
	scripts := g.run.stepScripts
	if scripts != nil {
		scripts.BeginStep(&g.run)
	}
	err := g.run.runUnit()
	if scripts != nil {
		scripts.EndStep()
	}
	g.pay()
	g.run.Allow(0)
	switch {
	case err == ErrWaiting:
		return nil
	case g.halted:
		g.restore(again)
		return errInterrupted
	case err == errPaused:
		return err
	case err != nil && err != ErrOver:
		return g.failure(err)
	}
	g.skipUnseen(g.run.Decisions() + 1)
	if g.step.next < len(g.step.answers) {
		left := g.step.answers[g.step.next]
		return g.diverged(left.number, "the step ended without asking it again")
	}
	g.endStep()
	g.done = nil // the step is done
	if g.setup.CheckInvariants {
		return g.checkInvariants()
	}
	return nil
}

// leaveStep forgets what a run of a step was given.
func (g *Game) leaveStep() {
	g.ctx = nil
	g.done = nil
	g.halted = false
	g.run.peeking = false
}

// beginStep makes the checkpoint of a step.
func (g *Game) beginStep() {
	// Where the game may come to a limit before as many steps as are remembered, events are
	// kept also in a game that keeps none, for its cycle to be told.
	if near := len(g.recent); g.setup.DropLog && g.pace.quiet+near <= g.limits.Quiet &&
		g.counts.Steps+near <= g.limits.Steps {
		if g.setup.Follow {
			f := g.follower() // it starts again at the end of the log
			f.before(g.log.Len())
			f.known = append(f.known[:0], groupsFrom{f.at, f.groups})
		} else {
			g.following = nil
		}
		g.log.reset(g.log.Len(), g.run.Decisions())
		g.history = nil
	}
	g.freshReplies()
	s := &g.step
	unit := s.unit
	if len(g.run.state.agenda) == 0 {
		unit = g.log.Len()
	}
	s.origin = origin{begin: g.log.Len(), unit: unit, failures: len(g.failures), counts: g.counts,
		shuffled: g.shuffled, pace: g.pace}
	s.active = true
	s.answers = s.answers[:0]
	if g.world != nil && g.world.replaying {
		s.answers = g.world.answersOf(g.counts.Steps, s.answers)
	}
}

func (g *Game) endStep() {
	g.counts.MostAnswers = max(g.counts.MostAnswers, len(g.step.answers))
	if !g.setup.DropLog && g.world == nil {
		// A checkpoint without answers is no place to undo to.
		if len(g.step.answers) > 0 {
			g.history = &checkpoint{origin: g.step.origin, before: g.history, answers: slices.Clone(g.step.answers)}
		}
	}
	g.step.active = false
	// Of the steps that passed without a decision it is known how many, and of the latest
	// which they were.
	g.recent[g.counts.Steps%len(g.recent)] = int32(g.step.what)
	decisions := g.run.Decisions() - g.counts.Unasked
	g.pace.quiet++
	if decisions != g.pace.asked {
		g.pace = pace{asked: decisions}
	}
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
	return &Failure{Step: g.stepName(), Seed: g.Seed(), Decision: int(g.run.state.cells[cellDecisions]), Err: err}
}

func (g *Game) checkInvariants() error {
	invariants := g.setup.Invariants
	if invariants == nil {
		invariants = g.run.Pack.Invariants
	}
	for _, id := range invariants {
		g.run.resetRegisters()
		g.step.what = id
		ok, text, err := g.run.Pure(id)
		if err != nil {
			return g.failure(err)
		}
		if !ok.True() {
			return g.failure(fmt.Errorf("invariant %s does not hold: %s", g.run.Pack.Steps[id], text))
		}
	}
	return nil
}

// runUnit runs what one checkpoint covers: flow instructions up to and with
// the first that runs scripts, or the top of the agenda.
func (r *Run) runUnit() error {
	if n := len(r.state.agenda); n > 0 {
		call := r.state.agenda[n-1]
		if r.game.pauses != nil && r.game.pauses(-1, call.Step) {
			return errPaused
		}
		r.ints = call.encode(r.ints[:0])
		r.emitData(Event{Kind: EvTake}, r.ints)
		r.agendaBase = n - 1
		r.args = call.Args
		return r.runStep(call.Step, r.args[:call.N])
	}
	r.agendaBase = 0
	pc := int(r.state.cells[cellPC])
	for {
		in := &r.Pack.Flow[pc]
		if r.game.pauses != nil && r.game.pauses(pc, -1) {
			return errPaused
		}
		switch in.Op {
		case OpStep, OpEnter, OpLeave:
			// The position moves on first, so that what a step schedules finds
			// the same turn loop around it as the step itself.
			r.set(cellPC, int32(pc+1))
			r.game.step.what = StepID(-1 - pc)
			return r.runOp(in)
		case OpEnd:
			r.emit(Event{Kind: EvFinish, C: over})
			return nil
		}
		next, err := r.instruct(in, pc)
		if err != nil {
			return err
		}
		pc = next
	}
}

// runOp runs an instruction that calls scripts.
func (r *Run) runOp(in *Instruction) error {
	if in.Op != OpStep {
		return r.changePhase(int(in.Arg), in.Op == OpEnter)
	}
	if in.Loop < 0 {
		return r.runStep(StepID(in.Arg), nil)
	}
	r.turnArgs[0] = SeatValue(Seat(r.state.cells[r.loops+int(in.Loop)*loopCells+loopSeat]))
	return r.runStep(StepID(in.Arg), r.turnArgs[:])
}

// runStep runs a step function.
func (r *Run) runStep(id StepID, args []Value) error {
	r.game.step.what = id
	r.frame = -1
	r.frame = r.mark(EvStep, int32(id), 0, args)
	return r.faulted(r.scripts.Step(r, id, args))
}

// instruct carries out an instruction that only directs the flow and tells
// where it goes on.
func (r *Run) instruct(in *Instruction, pc int) (next int, err error) {
	next = pc + 1
	loop := r.loops + int(in.Loop)*loopCells
	switch in.Op {
	case OpJump:
		return int(in.Arg), nil
	case OpUnless:
		r.game.step.what = StepID(in.Arg)
		done, _, err := r.Pure(StepID(in.Arg))
		if !done.True() {
			next = int(in.Target)
		}
		return next, err
	case OpCountStart:
		r.set(loop+loopCount, 0)
	case OpCountNext:
		r.set(loop+loopCount, r.state.cells[loop+loopCount]+1)
		if r.state.cells[loop+loopCount] < in.Arg {
			next = int(in.Target)
		}
	case OpTurnsStart:
		r.startTurns(in, loop)
	case OpTurnsNext:
		if r.nextTurn(in, loop, pc) {
			next = int(in.Target)
		}
	}
	return next, nil
}

func (r *Run) changePhase(phase int, begins bool) error {
	p := &r.Pack.Phases[phase]
	r.frame = -1
	trigger := p.Begins
	now := phase
	flag := int32(1)
	if !begins {
		trigger = p.Ends
		now = r.phaseUp[phase]
		flag = 0
	}
	if begins {
		r.set(cellPhase, int32(now+1))
		r.frame = r.mark(EvPhase, int32(phase), flag, nil)
	}
	if err := r.raisePhase(trigger); err != nil {
		return err
	}
	if !begins {
		r.frame = -1
		r.mark(EvPhase, int32(phase), flag, nil)
		r.set(cellPhase, int32(now+1))
	}
	return nil
}

func (r *Run) raisePhase(t TriggerID) error {
	turn := [1]Value{SeatValue(r.Turn())}
	params := turn[:min(1, len(r.Pack.Triggers[t].Params))]
	if r.isSilent(t) {
		r.logSilent(t, params)
		return nil
	}
	ev := r.NewRaised(t, params)
	defer r.FreeRaised(ev)
	return r.Raise(ev, nil)
}

// Schedule puts a step on the agenda: behind those that the running step has
// scheduled, before those that were there when it began.
func (r *Run) Schedule(step StepID, args []Value) error {
	if err := r.guard("schedule"); err != nil {
		return err
	}
	if len(args) > MaxArgs {
		return fmt.Errorf("schedule: a step takes at most %d arguments, not %d", MaxArgs, len(args))
	}
	r.look((len(r.state.agenda) - r.agendaBase) / 2) // they move up
	call := Call{Step: step, N: uint8(len(args))}
	copy(call.Args[:], args)
	r.ints = call.encode(r.ints[:0])
	r.emitData(Event{Kind: EvSchedule, A: int32(r.agendaBase)}, r.ints)
	return nil
}

// Finish ends the game at once, with the winners and a word that says why: it
// returns ErrOver, and nothing of the step runs after it. Without winners each seat
// has lost.
func (r *Run) Finish(winners SeatSet, reason Symbol) error { return r.finish(over, winners, reason) }

// Draw is Finish where some seats, at least one, share the game and no seat wins it.
func (r *Run) Draw(seats SeatSet, reason Symbol) error {
	if seats == 0 {
		return errors.New("a game that no seat shares is not drawn")
	}
	return r.finish(drawn, seats, reason)
}

func (r *Run) finish(how int32, seats SeatSet, reason Symbol) error {
	if err := r.guard("finish"); err != nil {
		return err
	}
	if !r.Over() {
		r.emit(Event{Kind: EvFinish, A: int32(seats), B: int32(reason), C: how})
	}
	return ErrOver
}

// AdvanceStepTo is AdvanceStep, but stops before what stop returns true for: then it
// returns Paused, with the game at the checkpoint before it. stop gets the place in the
// flow of an instruction that comes next, or -1 and the step that is scheduled.
func (g *Game) AdvanceStepTo(ctx context.Context, stop func(at int, scheduled StepID) bool) (Status, error) {
	if status := g.status(); status != Going {
		return status, nil
	}
	g.pauses = stop
	err := g.advanceStep(ctx, ctx.Done(), true)
	g.pauses = nil
	switch {
	case err == errInterrupted:
		return Going, ctx.Err()
	case err == errPaused:
		g.run.rollBack(g.step.begin)
		g.step.active = false
		return Paused, nil
	case err != nil:
		return Stopped, err
	}
	return g.status(), nil
}
