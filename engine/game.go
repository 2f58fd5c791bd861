package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// Scripts runs the functions of a pack. One value serves one game at a time;
// the interpreter's is a Lua state. Every method may return ErrWaiting, or
// another unwinding error of this package, unchanged.
type Scripts interface {
	// Step runs a step function with its arguments.
	Step(r *Run, step StepID, args []Value) error
	// Pure runs a step function that may not change anything and returns its
	// first two results (a flag or a number, and a word or nothing).
	Pure(r *Run, step StepID, args []Value) (Value, string, error)
	// Run runs an ability that answers an event.
	Run(r *Run, in *Instance, ev *Raised) error
	// When asks an ability's own condition; it may not change anything.
	When(r *Run, in *Instance, ev *Raised) (bool, error)
	// Act runs an action for a seat; Offers asks its condition.
	Act(r *Run, in *Instance, seat Seat) error
	Offers(r *Run, in *Instance, seat Seat) (bool, error)
	// Amount computes the operand of a modifier, for a card or a seat.
	Amount(r *Run, in *Instance, of Value) (int32, error)
}

// StepScripts are Scripts that are told where the run of a step begins and ends, so
// that all of its calls share one budget.
type StepScripts interface {
	Scripts
	BeginStep(r *Run)
	EndStep()
	// Because is the word that the last condition of an ability which did not hold gave
	// for it, 0 for none.
	Because() Symbol
	// Read begins a budget for values that a host reads, in a step or between two;
	// what it returns ends it, and the step's goes on as if nothing had been read.
	Read(r *Run) (done func())
}

// PaidScripts are StepScripts that count what they do.
type PaidScripts interface {
	StepScripts
	// Spent is what the step that ran last has spent beside what the engine looked at, as so
	// many instructions.
	Spent() int
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

// Unwinds reports whether err is one that ends the whole run of a step.
func Unwinds(err error) bool {
	if err == nil {
		// Said apart because what follows allocates.
		return false
	}
	var diverged *DivergenceError
	var nesting *NestingError
	var work *WorkError
	return err == ErrWaiting || err == ErrOver || err == ErrStopped || err == errInterrupted ||
		errors.As(err, &diverged) || errors.As(err, &nesting) || errors.As(err, &work)
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
	Seed                         rng.Seed
	Decision                     int
	Err                          error
}

// Error tells what failed and how to get there again, and on further lines by
// which calls a script came there, as far as the error knows.
func (f *Failure) Error() string {
	where := "step " + f.Step
	if f.Ability != "" {
		where = fmt.Sprintf("ability %s of %s", f.Ability, f.Card)
		if f.Trigger != "" {
			where += " at " + f.Trigger
		}
	}
	text := fmt.Sprintf("%v (in %s; seed %v, after decision %d)", f.Err, where, f.Seed, f.Decision)
	var calls interface{ Traceback() string }
	if errors.As(f.Err, &calls) {
		if trace := calls.Traceback(); trace != "" {
			text += "\n" + trace
		}
	}
	return text
}

// Unwrap returns the script's own error.
func (f *Failure) Unwrap() error { return f.Err }

// Decider answers decisions at once, for bots in process. It cannot change the
// game; that it looks at no more than its seat may know is up to who seats it
// (package view). The reply holds places in the options (or
// numbers) as Game.Answer takes them; nil leaves the decision open. When ctx ends
// it returns soon, with any reply: the question is put to it again.
type Decider func(ctx context.Context, p *Position, d *Decision, seat Seat) Reply

// Setup is all that a new game needs.
type Setup struct {
	Layout  *Layout
	Scripts Scripts
	// Seed is the game's seed; Drawn comes with a seed that the program drew.
	Seed  uint64
	Drawn rng.Drawn
	// GameOptions are the values of the pack's options by position, one for each
	// seat if the option is per seat, else one.
	GameOptions [][]Value
	// Deciders answer for their seats at once, that of seat 0 for chance; nil
	// leaves the decision open.
	Deciders [MaxSeats + 1]Decider
	// AskChance makes what chance decides decisions of no seat, which Deciders[0]
	// or the host answers; see Chance. Without it the seed decides.
	AskChance bool
	// DropLog forgets events at each checkpoint: for rollouts and simulations.
	DropLog bool
	// Follow keeps what seats know of cards whose places they do not know, in a game that
	// forgets events: for players that look ahead.
	Follow bool
	// ContinueOnError lets the game go on after an ability failed.
	ContinueOnError bool
	// CheckInvariants runs the pack's invariants after every step: those in
	// Invariants, or all where that is nil.
	CheckInvariants bool
	Invariants      []StepID
	// Noticed, if not nil, is called when a modifier changes a value or a filter
	// finds a named ability: what leaves no event, for coverage.
	Noticed func(a *Ability)
	// Refused, if not nil, is called with every ability that listens to a trigger
	// which is raised, and every action of a kind which is asked for, that may not
	// act, and why; and with the actions that may, as Accepted. What it is given is
	// for reading, and valid during the call; a step that waits for an answer is
	// told of again when it runs on. So it is with things that scripts keep from the
	// options of a question, and why.
	Refused func(p *Position, why Refusal)
	// Selected, if not nil, is called when a script asks for the cards that pass a filter,
	// or lie in a zone: before it gets them, and under the same terms as Refused.
	Selected func(p *Position, s *Selection)
	// Windowed, if not nil, is called once for each decision that comes up of which others
	// must not know whether its seat has a choice (see Decision.KeptFrom), whether it is
	// asked or not: a host that waits there hides how long somebody thinks.
	Windowed func(ctx context.Context, seat Seat)
	// Script gives the results of dice, draws and shuffles instead of the seed.
	Script *Scripted
	// Limits bound the game.
	Limits Limits
}

// Game is one game under way: the host's door. What it holds is the record of
// what happened, from which everything else follows. It is not safe for
// concurrent use.
type Game struct {
	setup    Setup
	run      Run
	log      Log
	step     stepRun
	history  *checkpoint // the latest finished step with answers
	open     *Decision
	failures []*Failure
	counts   Counts
	// asking is the decision that a decider is being asked now.
	asking *Decision
	// holding leaves the next new decision open for an undo, whoever decides.
	holding bool
	// replies and choices are the memory of the running step's record.
	replies []SeatReply
	choices []Choice
	// world is set while the game is a fork in a sampled world; see Determinizer.
	world *Determinizer
	// shuffled says which kinds of cards have been shuffled together.
	shuffled shuffleGroups
	// following finds what seats know of cards whose places they do not know; past is set
	// in the game of a Past.
	following *follower
	past      *Past
	// salt changes the random streams of a fork after its recorded prefix.
	salt     uint64
	saltFrom int32
	limits   Limits
	pace     pace
	// recent are the last steps, at their number's place.
	recent [64]int32
	// dearest is the step that has spent most since the game was made.
	dearest dear
	// ctx is that of the call that plays the game on, done its channel, halted is set
	// once it has ended; before is how the game stood when that call began a step.
	ctx    context.Context
	done   <-chan struct{}
	halted bool
	before *standing
	// windowed is the last decision that Setup.Windowed heard of.
	windowed int
	// pauses says before what AdvanceStepTo stops; nil for nothing.
	pauses func(at int, scheduled StepID) bool
}

// Counts are the counters of a game, for simulations.
type Counts struct {
	Decisions, Events, Triggers, Abilities, Steps int
	// Unasked are those of the decisions that were answered unseen because their seat
	// held no card that it could have used.
	Unasked int
	// MostAnswers is the largest number of answers in one step.
	MostAnswers int
	// Work is what steps have spent of what bounds them, as so many instructions of scripts.
	Work int
}

// stepRun is the run of the current step: the record that a run from its
// checkpoint needs to come out the same.
type stepRun struct {
	origin
	active  bool
	answers []recorded
	next    int
	// what is the step function, or -1-position of the flow's instruction.
	what   StepID
	traced tracing
}

// origin is what a step begins with, for running it again.
type origin struct {
	begin    int // log position of the checkpoint
	failures int
	counts   Counts
	shuffled shuffleGroups
	pace     pace
}

// dear is a step that spent much.
type dear struct {
	what StepID
	work int
}

// pace is the number of steps since the last decision, which was number asked.
type pace struct{ quiet, asked int }

// tracing is a hash of the step's events up to a position.
type tracing struct {
	at   int
	hash uint64
}

// checkpoint is a finished step, for undo: where it began and its answers. It does not
// change, since forks share it; before is the one before it.
type checkpoint struct {
	origin
	before  *checkpoint
	answers []recorded
}

// finished lists the finished steps with answers, oldest first.
func (g *Game) finished() []*checkpoint {
	var out []*checkpoint
	for c := g.history; c != nil; c = c.before {
		out = append(out, c)
	}
	slices.Reverse(out)
	return out
}

// recorded is an answer with the hashes of its question and of the events
// before it.
type recorded struct {
	number   int
	again    int32
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
	g := &Game{setup: setup}
	g.connect(setup.Layout, setup.Scripts)
	g.Reset(setup.Seed, nil)
	return g
}

// connect ties the parts of a new game to each other.
func (g *Game) connect(l *Layout, scripts Scripts) {
	r := &g.run
	r.Layout, r.log, r.run = l, &g.log, r
	r.game = g
	r.runBy(scripts)
	g.limits = g.setup.Limits.OrDefault()
}

// Reset starts another game with the same setup, another seed and other values
// of the options (nil: the same), reusing memory.
func (g *Game) Reset(seed uint64, options [][]Value) {
	if g.setup.Seed != seed {
		g.setup.Seed, g.setup.Drawn = seed, rng.Drawn{}
	}
	if options != nil {
		g.setup.GameOptions = options
	}
	g.run.start.clone(&g.run.state)
	g.log.reset(0, 0)
	g.step = stepRun{answers: g.step.answers[:0]}
	g.history, g.open, g.failures, g.holding, g.following = nil, nil, nil, false, nil
	g.salt, g.saltFrom = 0, 0
	g.shuffled = g.run.unshuffled
	g.counts, g.pace = Counts{}, pace{}
	g.run.resetRegisters()
}

// Seed returns the seed of the game.
func (g *Game) Seed() rng.Seed { return rng.Seed{Low: g.setup.Seed, Drawn: g.setup.Drawn} }

// Log gives read access to the events so far.
func (g *Game) Log() *Log { return &g.log }

// Counts returns the counters so far.
func (g *Game) Counts() Counts {
	c := g.counts
	c.Events = g.log.Len()
	c.Decisions = int(g.run.state.cells[cellDecisions])
	return c
}

// Failures returns the reports of abilities that failed so far.
func (g *Game) Failures() []*Failure { return g.failures }

// Open returns the open decision, or nil.
func (g *Game) Open() *Decision { return g.open }

// SetDecider makes a decider answer for a seat from now on; nil leaves the
// seat's decisions open.
func (g *Game) SetDecider(seat Seat, d Decider) { g.setup.Deciders[seat] = d }

// SetWindowed makes Setup.Windowed another function from now on.
func (g *Game) SetWindowed(f func(ctx context.Context, seat Seat)) { g.setup.Windowed = f }

// Purely calls f with means to run scripts; nothing may change the game
// meanwhile.
func (g *Game) Purely(f func(r *Run) error) error {
	saved := g.run.Registers()
	g.run.pure++
	err := f(&g.run)
	g.run.Restore(saved)
	return err
}
