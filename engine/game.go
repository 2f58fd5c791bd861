package engine

import (
	"context"
	"slices"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// Game is one game under way, as its host holds it. It keeps the record of what happened,
// and everything else follows from that record. It is not safe for concurrent use.
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
	// holding leaves the next new decision open for an undo, even if a decider would answer
	// it.
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
	// windowed is the last decision that Setup.Windowed heard of, or that was vacant.
	windowed int
	// pauses says before what AdvanceStepTo stops; nil for nothing.
	pauses func(at int, scheduled StepID) bool
}

// Counts are the counters of a game, for simulations.
type Counts struct {
	Decisions, Events, Triggers, Abilities, Steps int
	// Unasked counts the decisions answered unseen because their seat held no card that it
	// could have used.
	Unasked int
	// MostAnswers is the largest number of answers in one step.
	MostAnswers int
	// Deepest is how deep triggers were raised within each other; see MaxNesting.
	Deepest int
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
	unit     int // that of the flow's step by which it was scheduled, or of the step itself
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
	r.Layout = l
	r.log = &g.log
	r.run = r
	r.game = g
	r.runBy(scripts)
	g.limits = g.setup.Limits.OrDefault()
}

// Reset starts another game with the same setup, another seed and other values
// of the options (nil: the same), reusing memory.
func (g *Game) Reset(seed uint64, options [][]Value) {
	if g.setup.Seed != seed {
		g.setup.Seed = seed
		g.setup.Drawn = rng.Drawn{}
	}
	if options != nil {
		g.setup.GameOptions = options
	}
	g.run.Layout.startWith(&g.run.state, g.setup.GameOptions)
	g.log.reset(0, 0)
	g.step = stepRun{answers: g.step.answers[:0]}
	g.history = nil
	g.open = nil
	g.failures = nil
	g.holding = false
	g.following = nil
	g.salt = 0
	g.saltFrom = 0
	g.shuffled = g.run.unshuffled
	g.counts = Counts{}
	g.pace = pace{}
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

// SetRests makes Setup.Rests other seats from now on.
func (g *Game) SetRests(seats SeatSet) { g.setup.Rests = seats }

// Pass goes on behind a vacant decision.
func (g *Game) Pass() {
	if g.open != nil && g.open.Vacant {
		g.open = nil
	}
}

// SetWindowed makes Setup.Windowed another function from now on.
func (g *Game) SetWindowed(f func(ctx context.Context, d *Decision)) { g.setup.Windowed = f }

// Purely calls f with means to run scripts; nothing may change the game
// meanwhile.
func (g *Game) Purely(f func(r *Run) error) error {
	saved := g.run.Registers()
	g.run.pure++
	err := f(&g.run)
	g.run.Restore(saved)
	return err
}

// Past is a game as it was at an earlier place of the log. It moves along event by event,
// for telling what happened to a seat that did not know everything then.
type Past struct {
	game *Game
	at   int
}

// follower finds the groups at the places of a game's log, from the first one on.
type follower struct {
	game *Game
	// past is the game as it was at a place, nil where that must be found anew.
	past *Past
	at   int
	// known are the groups from a place on, groups those at this one.
	known  []groupsFrom
	groups groups
	// passing are zones all of whose cards go to others by the next moves, looked those
	// that seats may know all cards of when they are done.
	passing []emptying
	looked  []ZoneID
}

type groupsFrom struct {
	at     int
	groups groups
}

// back forgets everything after a position of the log, which now ends there.
func (f *follower) back(at int) {
	if f == nil || f.at <= at {
		return
	}
	n := len(f.known)
	for n > 0 && f.known[n-1].at > at {
		n--
	}
	f.past = nil
	f.at = at
	f.known = slices.Clip(f.known[:n])
}

// standing is how a game stood before a step, to stand so again where the step is
// interrupted. Of a step that is run again, undone are the events that it had come to,
// with their data.
type standing struct {
	step     stepRun
	counts   Counts
	failures []*Failure
	shuffled shuffleGroups
	undone   Log
}

// nameOf names a step function, or the beginning or end of a phase.
func (g *Game) nameOf(what StepID) string {
	if what >= 0 {
		return g.run.Pack.Steps[what]
	}
	in := g.run.Pack.Flow[-1-what]
	if in.Op == OpEnter {
		return "beginning of " + g.run.Pack.Phases[in.Arg].Name
	}
	return "end of " + g.run.Pack.Phases[in.Arg].Name
}

// stepName names what the running step runs.
func (g *Game) stepName() string { return g.nameOf(g.step.what) }
