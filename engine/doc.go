// Package engine plays card games that are described as data. It knows the
// rules of none: a Pack says what exists, Scripts say what happens, and the
// engine keeps the state, asks the seats, and writes down every change.
//
// # What there is
//
// A game has seats (numbered from 1), cards, and zones that hold cards. A
// card has a definition, an owner, a controller, a zone and attributes; seats
// and the table have attributes too. All of it is the State: flat slices,
// addressed by the small ids of the Layout that follows from a pack and a
// number of seats.
//
// # What changes it
//
// Only an Event changes the State, through one function that applies it and one
// that undoes it. The Log holds the events, and each names its cause, so that
// the log reads as a tree. Folding the log gives the live state; undoing its end
// gives an earlier one. Knowledge is state as well: each card has the set of
// seats that know which card it is.
//
// # What happens when
//
// The flow is the tree of phases, lowered to instructions; its leaves are steps,
// each one function of a script. A step may schedule further steps on the agenda,
// which come before the flow goes on. A checkpoint precedes every step.
//
// A trigger is a named moment that a script raises. Abilities that listen to it
// act in its windows: replace, before, then the change itself, then after. The
// engine finds them by index and judges their filters in Go, when they are
// offered and again just before they act; a script runs only for what has
// passed. At each seat, in the pack's order, what is mandatory acts first; what
// is optional is offered as one decision that includes none. Triggers raised
// together share their windows. An ability is a transaction: when it fails, what
// it did is undone by a further event, while answers stay answered.
//
// Lasting effects, usage limits and attributes that end in a zone are state too. A card that
// changes its place begins another life; what play has put on it ends with the one before.
// The number of a life is its age: of several abilities of a seat the oldest acts first.
// Modifiers are computed whenever a value is read.
//
// # How a decision is asked
//
// A script asks with an ordinary call. If a Decider answers for the seat, the
// call returns at once. If not, the run of the step is abandoned with
// ErrWaiting: state, log and decision stand as they were when it was asked.
// When the answer is there the engine undoes the step back to its checkpoint
// and runs it again; recorded answers are given without asking, and random
// results come out the same. So scripts need no memory, a game can be saved at
// any decision, and a script that does have memory is found: each answer is kept
// with the hashes of its question and of the events before it, and a difference is
// a DivergenceError.
//
// There are six kinds of decisions, each described once (kinds.go). A reply is a list
// of numbers in one of four forms: a pick, several picks, amounts, a quantity; the
// rest of the program asks for the form and the bounds, not for the kind.
//
// A secret decision asks several seats at once; its answers are held until the last
// one is there. Where only one answer is legal the engine gives it. It counts and
// is logged like any other, marked as forced for its own seat alone: what leaves a
// choice follows from what is hidden.
//
// Randomness is a pure function of the seed, the name of a die or zone, and the
// number of the operation (package rng), so that a new die moves no shuffle. A host
// may answer for it instead: then chance asks too, as a seat 0 (see Chance).
//
// # Names
//
// Where the field has a word, the code uses it; what designers write keeps theirs:
//
//	Raised            a trigger while it is raised: an instance of it (ev in scripts)
//	LastKnown         judged by last-known information (heard: before)
//	Evaluation        the evaluation function of search (standing)
//	Returns           what each seat gets out of a finished game, its utility (returns)
//	Determinizer      determinization: worlds sampled from a seat's information set
//	Chance            a chance node, asked as seat 0
//	HasAbility        a card has an ability, and it is active (with)
//	FreeSlots         what a zone's capacity leaves (room)
//	Validate          the structural invariants of a state
//	Canonical         the state up to what the future cannot depend on
//
// # Whose door is which
//
// A host holds a Game. Scripts get a Run, which stands for the step that runs:
// it raises, asks, rolls and changes. Whoever only looks gets a Position, from
// which nothing can be changed: the present one, or that of a Past. An Editor
// sets up a position by hand, between steps.
//
// # Files, low to high
//
// A file uses those above it in this list and none below; files in one row need each other.
// A test in cmd/internal/archtest holds the code to it.
//
//	pages.go          lists that forks share
//	value.go          seats, ids, values
//	filter.go         filters as data
//	pack.go ability.go  a pack as data; its triggers and abilities
//	decision.go       decisions and replies
//	kinds.go          the kinds of decisions
//	state.go          the state: links, cells, effects
//	event.go          events
//	log.go            the log
//	apply.go          applying and undoing an event
//	layout.go         where everything stands in the state
//	lookup.go         reading a layout
//	board.go          zones with rows and columns
//	key.go            names of cards, zones and choices
//	index.go          who listens to which trigger
//	start.go          the state that games begin with
//	newlayout.go      building a layout
//	group.go          cards of which a seat knows the same
//	errors.go         what ends a run, failures
//	setup.go game.go position.go run.go determinizer.go  the objects, which hold each other
//	set.go            writing one cell
//	interrupt.go      stopping when the context ends
//	work.go           counting what a step looks at
//	limits.go         games that do not end
//	shufflegroups.go  cards that were shuffled together
//	uses.go           how often limited abilities were used
//	ages.go           which abilities came first
//	lives.go moving.go  zones and moves, and the lives that they end
//	attributes.go match.go active.go grants.go  modified values, given abilities, filters
//	peek.go           what scripts read that is hidden
//	past.go           earlier positions
//	follow.go         keeping track of groups
//	exchange.go       two hidden cards in each other's place
//	worlddiff.go      what tells a sampled world from the true game
//	record.go         recorded answers and hashes
//	repeat.go         repeating a recorded step in a sampled world
//	asking.go         asking seats
//	chance.go         asking chance
//	random.go         dice, draws, shuffles
//	refusal.go        why an ability may not act
//	listening.go      finding the abilities that may act
//	hidden.go         what a seat could have answered
//	acting.go order.go  abilities act, and in which order
//	trigger.go        raising triggers
//	turns.go          turn loops
//	canonical.go      the canonical state, outcomes of chance
//	operations.go     what else scripts do
//	flow.go           running steps
//	returns.go        returns and evaluation
//	derived.go        derived values
//	undo.go           going back to a decision
//	fork.go           forks
//	world.go          sampled worlds
//	deal.go           dealing hidden cards anew
//	determinize.go    sampling worlds and trying replies
//	tells.go          what rules tell a seat, by sampled worlds
//	editor.go         setting up a position by hand
//
// # What a host does
//
//	g := engine.New(setup)
//	status, err := g.Advance(ctx)   // to a decision or the end
//	d := g.Open()                   // the open decision
//	err = g.Answer(d.Number, seat, reply)
//	err = g.Undo(ctx, number)       // back to an earlier decision
//	g.Log()                         // the events so far
//
// Package view says what a seat may know of all this, replay saves games and plays
// records back, sim plays many. The engine does no input or output and reads no
// clock; this package and those under it import the standard library only.
package engine
