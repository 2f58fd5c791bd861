package engine

import (
	"context"

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
	// Read begins a budget for values that a host reads, in a step or between two; done
	// ends it, and the step's own budget continues as if nothing had been read.
	Read(r *Run) (done func())
}

// PaidScripts are StepScripts that count what they do.
type PaidScripts interface {
	StepScripts
	// Spent is what the step that ran last has spent beside what the engine looked at, as so
	// many instructions.
	Spent() int
}

// Decider answers decisions at once, for bots in process. It cannot change the game, but
// its caller must see to it that it looks only at what its seat may know (package view).
// The reply holds indices of options (or numbers) as Game.Answer takes them; nil leaves the
// decision open. When ctx ends it returns soon, with any reply: the question is put to it
// again.
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
	Noticed func(a *Ability, of CardID)
	// Refused, if not nil, is called with every ability that listens to a raised trigger,
	// and every action of a requested kind, that may not act, and the reason; and with the
	// actions that may, as Accepted. The same goes for things that scripts keep from the
	// options of a question. The arguments are read-only and valid during the call; a step
	// that waits for an answer reports again when it runs on.
	Refused func(p *Position, why Refusal)
	// Selected, if not nil, is called when a script asks for the cards that pass a filter,
	// or lie in a zone: before it gets them, and under the same terms as Refused.
	Selected func(p *Position, s *Selection)
	// Vain, if not nil, is called when an ability would act at its moment, or does, and finds
	// nothing to act on, under the same terms as Refused.
	Vain func(p *Position, in *Instance)
	// Windowed, if not nil, is called once for each new decision whose seat may secretly
	// have no choice (see Decision.KeptFrom), whether the seat is asked or not: a host that
	// waits there hides how long a player thinks. The decision is valid during the call.
	Windowed func(ctx context.Context, d *Decision)
	// Rests are seats for whom a host takes time to answer. Where such a decision leaves one
	// of them no choice, the game rests all the same, at a vacant decision, so that the host
	// can wait as long as if somebody were asked; Game.Pass goes on.
	Rests SeatSet
	// Stops, if not nil, is asked once about each new decision that leaves no seat a choice: the
	// game rests at those that it is true of, vacant, until Game.Pass.
	Stops func(d *Decision) bool
	// Script gives the results of dice, draws and shuffles instead of the seed.
	Script *Scripted
	// Limits bound the game.
	Limits Limits
}

// Limits bound a whole game, so that one without end is a failure and not a host
// that hangs. What a single step may do the scripts' own budget bounds. Zero
// means the default.
type Limits struct {
	// Steps and Decisions bound the game, Quiet the steps since a decision.
	Steps, Decisions, Quiet int
	// Events bound the events of the game, LogBytes the memory of those it keeps.
	Events, LogBytes int
	// Work bounds what all its steps spend together, as so many instructions of scripts.
	Work int
}

// OrDefault returns the limits with the defaults in place of zeros.
func (l Limits) OrDefault() Limits {
	for _, of := range []struct {
		own  *int
		most int
	}{
		{&l.Steps, defaultLimits.Steps}, {&l.Decisions, defaultLimits.Decisions}, {&l.Quiet, defaultLimits.Quiet},
		{&l.Events, defaultLimits.Events}, {&l.LogBytes, defaultLimits.LogBytes},
		{&l.Work, defaultLimits.Work},
	} {
		if *of.own == 0 {
			*of.own = of.most
		}
	}
	return l
}

// defaultLimits are some hundred times what a long evening needs, of the log some
// fifty: with what a step may take of memory, a game stays under 64 MB.
var defaultLimits = Limits{Steps: 100_000, Decisions: 100_000, Quiet: 10_000, Events: 5_000_000, LogBytes: 8 << 20,
	Work: 150_000_000}

// Selection says which cards are wanted: the cards that pass Filter, seen from the
// ability In that answers Raised (both may be nil).
type Selection struct {
	Filter Filter
	In     *Instance
	Raised *Raised
	// Most ends the search at so many cards, 0 for none; a value that cannot be computed
	// is then no fault where it comes behind them.
	Most int
	// AnyOrder is set where it does not matter in which order the cards come.
	AnyOrder bool
	// Plan is that of Filter, nil to make one.
	Plan *Plan
}

// Plan is how a filter is judged over many cards: where they are looked for, and
// which terms are asked first. It keeps pointers to the terms, whose operands may
// change, but not their Op and Not.
type Plan struct {
	// zone, at, defs and types are terms that say where to look, nil for none.
	zone, at, defs, types *Term
	// rest are all terms but zone, those that cost least first.
	rest []*Term
}

// Scripted gives the results of dice, draws and shuffles in order instead of
// the seed's: for tests.
type Scripted struct {
	// Dice holds faces by die, Draws cards by zone, Shuffles orders (top
	// first) by zone; a shuffle's cards that are not named follow in
	// canonical order.
	Dice     map[DieID][]Value
	Draws    map[ZoneID][]CardID
	Shuffles map[ZoneID][][]CardID
	// Strict fails a result that is not scripted, naming it. Canonical keeps
	// unscripted shuffles in the canonical order.
	Strict, Canonical bool
}

// Refusal says why an ability did not act, or why a thing is not among the options.
type Refusal struct {
	// In is the ability, nil where Of is what a script leaves out.
	In     *Instance
	Of     Value
	Reason Reason
	// Word is what the script says of it, 0 for nothing.
	Word Symbol
	// Trigger, with the values of its parameters as they were then, and Window say
	// when; an action that is not offered has no trigger: it is -1.
	Trigger TriggerID
	Params  []Value
	Window  Window
	// At is the position in the log of the event that raised the trigger.
	At int
	// Where is the index of the failing condition in the ability's Where, -1 if another
	// part fails; Term is the index of the term in its filter or, for Inactive, in the
	// filter "active".
	Where, Term int
}

// Reason is why an ability that listens to a trigger did not act at it, or why an
// action is not offered.
type Reason uint8

// The reasons, in the order in which a header is judged.
const (
	// Accepted: nothing speaks against it.
	Accepted Reason = iota
	// Cancelled: the trigger was cancelled before its window opened.
	Cancelled
	// Elsewhere: its card does not lie in a zone in which it works.
	Elsewhere
	// Inactive: its card lies right, but is not as "active" asks, or is not given it any more.
	Inactive
	// UsedUp: its limit is reached.
	UsedUp
	// OutOfScope: the trigger happened at another place.
	OutOfScope
	// Unmatched: a condition of "where" does not hold.
	Unmatched
	// WhenFalse: its own function "when" said no.
	WhenFalse
	// LeftOut: a script keeps a thing from the options.
	LeftOut
)
