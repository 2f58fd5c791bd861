package engine

import (
	"errors"
	"fmt"
)

// Scripts runs the functions of a pack. One value serves one game at a time;
// the interpreter's is a Lua state. Every method may return ErrWaiting, or
// another unwinding error of this package, unchanged.
type Scripts interface {
	// Step runs a step function with its arguments.
	Step(g *Game, step StepID, args []Value) error
	// Pure runs a step function that may not change anything and returns its
	// first two results (a flag or a number, and a word or nothing).
	Pure(g *Game, step StepID, args []Value) (Value, string, error)
	// Run runs an ability that answers an event.
	Run(g *Game, in *Instance, ev *Ev) error
	// When asks an ability's own condition; it may not change anything.
	When(g *Game, in *Instance, ev *Ev) (bool, error)
	// Act runs an action for a seat; Offers asks its condition.
	Act(g *Game, in *Instance, seat Seat) error
	Offers(g *Game, in *Instance, seat Seat) (bool, error)
	// Amount computes the operand of a modifier, for a card or a seat.
	Amount(g *Game, in *Instance, of Value) (int32, error)
}

// Unwinding errors end a run of a step from anywhere; no script catches them.
var (
	// ErrWaiting abandons the run because a decision is open.
	ErrWaiting = errors.New("a decision is open")
	// ErrOver ends the step because the game is over; what was done stays done.
	ErrOver = errors.New("the game is over")
	// ErrStopped ends the game because an ability failed and the host asked to stop.
	ErrStopped = errors.New("the game stopped at a failed ability")
)

// Unwinds tells whether err is one that ends the whole run of a step.
func Unwinds(err error) bool {
	if err == nil {
		// Said apart because what follows allocates.
		return false
	}
	var diverged *DivergenceError
	var nesting *NestingError
	return err == ErrWaiting || err == ErrOver || err == ErrStopped || errors.As(err, &diverged) || errors.As(err, &nesting)
}

// DivergenceError reports that a step, run again with the same answers, did
// not do the same: a script has memory of its own, or the pack changed.
type DivergenceError struct {
	Step     string
	Decision int
	What     string
}

// Error names the step, the decision and the difference.
func (e *DivergenceError) Error() string {
	return fmt.Sprintf("step %s did not repeat: at decision %d %s", e.Step, e.Decision, e.What)
}

// Failure is the report of a script that failed.
type Failure struct {
	// Card, Ability, Trigger and Step name where it happened; empty if it did not.
	Card, Ability, Trigger, Step string
	Seed                         uint64
	Decision                     int
	Err                          error
}

// Error tells what failed and how to get there again.
func (f *Failure) Error() string {
	where := "step " + f.Step
	if f.Ability != "" {
		where = fmt.Sprintf("ability %s of %s", f.Ability, f.Card)
		if f.Trigger != "" {
			where += " at " + f.Trigger
		}
	}
	return fmt.Sprintf("%v (in %s; seed %d, after decision %d)", f.Err, where, f.Seed, f.Decision)
}

// Unwrap returns the script's own error.
func (f *Failure) Unwrap() error { return f.Err }

// Decider answers decisions at once, for bots in process. It must not look at
// more than its seat may know. The reply holds positions in the options (or
// numbers) as Game.Answer takes them; nil leaves the decision open.
type Decider func(g *Game, d *Decision, seat Seat) Reply

// Setup is all that a new game needs.
type Setup struct {
	Layout  *Layout
	Scripts Scripts
	Seed    uint64
	// Options are the values of the pack's options by position, one for each
	// seat if the option is per seat, else one.
	Options [][]Value
	// Deciders answer for their seats at once; nil leaves the decision open.
	Deciders [MaxSeats + 1]Decider
	// DropLog forgets events at each checkpoint: for rollouts and simulations.
	DropLog bool
	// ContinueOnError lets the game go on after an ability failed.
	ContinueOnError bool
	// CheckInvariants runs the pack's invariants after every step: those in
	// Invariants, or all where that is nil.
	CheckInvariants bool
	Invariants      []StepID
	// Noticed, if not nil, is called when a modifier changes a value or a filter
	// finds a named ability: what leaves no event, for coverage.
	Noticed func(a *Ability)
	// Script gives the results of dice, draws and shuffles instead of the seed.
	Script *Scripted
}

// Game is one game under way. It is not safe for concurrent use.
type Game struct {
	*Layout
	setup   Setup
	scripts Scripts
	state   State
	log     Log

	step     stepRun
	history  []checkpoint
	open     *Decision
	failures []*Failure

	// The registers of the run: what is running now.
	frame int // position of the innermost cause, -1 for none
	pure  int // depth of code that may not change anything
	evs   []*Ev
	depth int
	// fault is the first error of code that has no way to return one: a filter
	// that read a value which cannot be computed.
	fault error
	// agendaBase is the place on the agenda above which the running step
	// schedules.
	agendaBase int
	// holding leaves the next new decision open for an undo, whoever decides.
	holding bool

	evPool []*Ev
	// turnArgs and given are buffers: the argument of a turn's step, and the
	// replies to a decision.
	turnArgs [1]Value
	given    []Reply
	// judging is the number of the latest walk along listeners, by twos; judged
	// are the answers given for whole abilities: the number of the walk, and in
	// the lowest bit whether they may act.
	judging uint64
	judged  []uint64
	picked  []int32
	ints    []int32
	// replies and choices are the memory of the running step's record.
	replies  []SeatReply
	choices  []Choice
	zoneList []ZoneID
	computed []attributeRead
	// eyes are the seats through whose eyes attributes are read; 0 for nobody's.
	eyes SeatSet
	// trial is set while the game is a fork that tries replies; see Trial.
	trial *Trial
	// salt changes the random streams of a fork after its recorded prefix.
	salt     uint64
	saltFrom int32
	counts   Counts
	// pauses says before which instructions AdvanceTo stops; nil for none.
	pauses func(at int) bool
}

// Counts are the counters of a game, for simulations.
type Counts struct {
	Decisions, Events, Triggers, Abilities, Steps int
	// MostAnswers is the largest number of answers in one step.
	MostAnswers int
}

// stepRun is the run of the current step: the record that a run from its
// checkpoint needs to come out the same.
type stepRun struct {
	begin   int // log position of the checkpoint
	active  bool
	answers []recorded
	next    int
	// what is the step function, or -1-position of the flow's instruction.
	what StepID
	// failures and counts are those before the step, for running it again.
	failures int
	counts   Counts
	traced   tracing
}

// tracing is a hash of the step's events up to a position.
type tracing struct {
	at   int
	hash uint64
}

// checkpoint is a finished step, for undo: where it began and its answers.
type checkpoint struct {
	begin   int
	first   int // number of the first decision answered in it
	answers []recorded
	// failures and counts are those before the step.
	failures int
	counts   Counts
}

// recorded is an answer with the hashes of its question and of the events
// before it.
type recorded struct {
	number   int
	kind     DecisionKind
	question uint64
	trace    uint64
	at       int // log position, counted from the checkpoint
	replies  []SeatReply
}

// SeatReply is what one seat answered, as values that stay valid when the
// options move: the chosen options, or numbers.
type SeatReply struct {
	Seat    Seat
	Choices []Choice
}

// New starts a game: everything lies where the pack says cards begin, and the
// flow stands before its first step. Call Advance next.
func New(setup Setup) *Game {
	g := &Game{Layout: setup.Layout, setup: setup, scripts: setup.Scripts}
	g.Reset(setup.Seed)
	return g
}

// Reset starts another game with the same setup and another seed, reusing
// memory.
func (g *Game) Reset(seed uint64) {
	g.setup.Seed = seed
	g.start.clone(&g.state)
	g.log.Base, g.log.events, g.log.data = 0, g.log.events[:0], g.log.data[:0]
	g.step = stepRun{answers: g.step.answers[:0]}
	g.history = g.history[:0]
	g.open, g.failures, g.holding = nil, nil, false
	g.salt, g.saltFrom = 0, 0
	g.counts = Counts{}
	g.resetRegisters()
}

func (g *Game) resetRegisters() {
	g.frame, g.pure, g.depth, g.fault = -1, 0, 0, nil
	g.evs = g.evs[:0]
	g.picked = g.picked[:0]
	g.computed = g.computed[:0]
}

// Seed returns the seed of the game.
func (g *Game) Seed() uint64 { return g.setup.Seed }

// State gives read access to the state.
func (g *Game) State() *State { return &g.state }

// Log gives read access to the events so far.
func (g *Game) Log() *Log { return &g.log }

// Counts returns the counters so far.
func (g *Game) Counts() Counts {
	c := g.counts
	c.Events = g.log.Len()
	c.Decisions = int(g.state.cells[cellDecisions])
	return c
}

// Failures returns the reports of abilities that failed so far.
func (g *Game) Failures() []*Failure { return g.failures }

// Over tells whether the game has ended; then Winners and Reason hold.
func (g *Game) Over() bool { return g.state.cells[cellOver] != 0 }

// Winners returns the seats that won; none if nobody did.
func (g *Game) Winners() SeatSet { return SeatSet(g.state.cells[cellWinners]) }

// Reason returns the word that says why the game ended.
func (g *Game) Reason() Symbol { return Symbol(g.state.cells[cellReason]) }

// Turn returns the seat whose turn it is, or 0.
func (g *Game) Turn() Seat { return Seat(g.state.cells[cellTurn]) }

// Phase returns the innermost phase, or -1.
func (g *Game) Phase() int { return int(g.state.cells[cellPhase]) - 1 }

// OptionValue returns the value of an option for a seat (any seat where the
// option has one value).
func (g *Game) OptionValue(option int, seat Seat) Value {
	values := g.setup.Options[option]
	if len(values) == 1 {
		return values[0]
	}
	if seat == 0 || int(seat) > len(values) {
		return Value{}
	}
	return values[seat-1]
}

// Open returns the open decision, or nil.
func (g *Game) Open() *Decision { return g.open }

// SetDecider makes a decider answer for a seat from now on; nil leaves the
// seat's decisions open.
func (g *Game) SetDecider(seat Seat, d Decider) { g.setup.Deciders[seat] = d }

// emit appends an event and makes its change.
func (g *Game) emit(e Event, data ...int32) int {
	return g.emitData(e, data)
}

func (g *Game) emitData(e Event, data []int32) int {
	e.data, e.n = int32(len(g.log.data)), int32(len(data))
	g.log.data = append(g.log.data, data...)
	at := g.log.Base + len(g.log.events)
	if g.frame >= 0 {
		e.Cause = int32(at - g.frame)
	}
	g.log.events = append(g.log.events, e)
	if e.Kind < EvStep { // the others are marks, which change nothing
		g.state.apply(&g.log.events[len(g.log.events)-1], &g.log)
	}
	return at
}

// set writes one cell, if it changes.
func (g *Game) set(cell int, value int32) {
	if old := g.state.cells[cell]; old != value {
		g.emitData(Event{Kind: EvSet, A: int32(cell), B: old, C: value}, nil)
	}
}

// rollBack undoes all events from a position on and takes them off the log.
func (g *Game) rollBack(position int) {
	for i := g.log.Len() - 1; i >= position; i-- {
		g.state.undo(g.log.At(i), &g.log)
	}
	g.log.truncate(position)
}

// Registers is what runs now; a protected call of the script side takes it
// before and puts it back when the call failed.
type Registers struct{ frame, pure, evs, depth, picked, computed int }

// Registers returns the present registers.
func (g *Game) Registers() Registers {
	return Registers{g.frame, g.pure, len(g.evs), g.depth, len(g.picked), len(g.computed)}
}

// Restore puts registers back.
func (g *Game) Restore(r Registers) {
	g.frame, g.pure, g.depth = r.frame, r.pure, r.depth
	g.evs, g.picked, g.computed = g.evs[:r.evs], g.picked[:r.picked], g.computed[:r.computed]
}

// Pack squeezes registers into one number; UnpackRegisters is its inverse.
// Nesting is bounded below the fields' sizes: 28 bits of log position, 6 each
// of pure, evs and depth, 13 of picked, 5 of computed.
func (r Registers) Pack() uint64 {
	return uint64(r.frame+1)&(1<<28-1) | uint64(r.pure&0x3f)<<28 | uint64(r.evs&0x3f)<<34 | uint64(r.depth&0x3f)<<40 |
		uint64(r.picked&0x1fff)<<46 | uint64(r.computed&0x1f)<<59
}

// UnpackRegisters is the inverse of Registers.Pack.
func UnpackRegisters(token uint64) Registers {
	return Registers{
		frame: int(token&(1<<28-1)) - 1, pure: int(token >> 28 & 0x3f), evs: int(token >> 34 & 0x3f),
		depth: int(token >> 40 & 0x3f), picked: int(token >> 46 & 0x1fff), computed: int(token >> 59),
	}
}

// faulted returns the error of a script, or the fault that a filter met while
// it ran.
func (g *Game) faulted(err error) error {
	if err == nil {
		err = g.fault
	}
	return err
}

// guard refuses changes inside code that must be pure.
func (g *Game) guard(what string) error {
	if g.pure > 0 {
		return fmt.Errorf("%s changes the game, but a condition (when, until, standing, amount) may only look at it", what)
	}
	return nil
}

// Hash returns a digest of the state; games that stand alike have equal ones.
func (g *Game) Hash() uint64 { return g.state.Hash() }

// Options returns the values of the options; see Setup.Options.
func (g *Game) Options() [][]Value { return g.setup.Options }

// SetOptions replaces the values of the options; for the start of a game only.
func (g *Game) SetOptions(values [][]Value) { g.setup.Options = values }

// ContinueOnError says whether the game goes on after an ability failed.
func (g *Game) ContinueOnError(yes bool) { g.setup.ContinueOnError = yes }

// Scripts returns what runs the game's scripts.
func (g *Game) Scripts() Scripts { return g.scripts }

// Purely calls f; nothing may change the game meanwhile.
func (g *Game) Purely(f func() error) error {
	saved := g.Registers()
	g.pure++
	err := f()
	g.Restore(saved)
	return err
}
