package engine

// EventKind is the kind of an Event.
type EventKind uint8

// The kinds of events. The first group changes the state; the others mark
// what happened and why, for causes, views, transcripts and tests.
const (
	// EvSet: cell A goes from B to C.
	EvSet EventKind = iota
	// EvMove: card A goes from zone B (behind card D>>16) to zone C (behind
	// (Data: the life that ends, if one does)
	// card D&0xffff); Old and New say which seats know it.
	EvMove
	// EvShuffle: zone A; Data: the old order, the old knowledge, the new order;
	// B is the stream's cell; New is the part of the knowledge that is kept.
	EvShuffle
	// EvEffect and EvEffectEnd: a lasting effect begins or ends; A is its
	// index, Data the effect.
	EvEffect
	EvEffectEnd
	// EvSchedule: the call Data enters the agenda at place A from the bottom.
	// EvTake: the top call (Data) leaves the agenda.
	EvSchedule
	EvTake
	// EvRoll: die A; Data: faces as values; B is the stream's cell; New who sees them.
	EvRoll
	// EvDraw: cards drawn at random from zone A; Data: the cards; B the stream's cell.
	EvDraw
	// EvFailed: an ability failed; the events from A up to B (this one) are
	// undone, but answers stay answered. C is the index of the report.
	EvFailed
	// EvFinish: the game ends; A the set of winners, or with C (drawn) that of the
	// seats which share it, B the reason.
	EvFinish
	// EvReveal: card A was known to the seats Old and now is to New. B is 1 where the
	// rules take knowledge, which moves make unsure elsewhere.
	EvReveal
	// EvAnswer: decision A of seat B (0: of chance) is answered; Data: the chosen values, C
	// of them in each choice, short ones padded with Nil; New who may know. D holds the
	// marks uncounted (all but the first answer to a secret decision, or to a number),
	// forced (the seat had no choice, which only the seat itself may know) and unseen
	// (others learn nothing of the answer), and the index of the answer within its number.
	EvAnswer
	// EvTurn: the loop whose first cell is A gives the turn to its next seat; B and
	// C are its counts of turns before and after, and D holds its seats before and
	// after and the seat whose turn it was, a byte each (see turnSeats).
	EvTurn

	// The marks, which change nothing, are from here on.

	// EvStep: step A begins, with arguments in Data: a checkpoint precedes it.
	EvStep
	// EvPhase: phase A begins (B=1) or ends (B=0).
	EvPhase
	// EvRaise: trigger A is raised with parameters Data.
	// EvApply: its change is about to happen; A trigger, B the EvRaise, Data
	// the parameters as abilities left them.
	EvRaise
	EvApply
	// EvAbility: ability A of card B acts for seat C.
	EvAbility
	// EvAsk: decision A is put to the seats New; B is the prompt.
	EvAsk
	// EvSay: message A (a symbol); Data: name and value pairs; New who sees it.
	EvSay
	// EvPass: all cards of zones go to others at once, by the moves that follow; Data:
	// the zones that they leave and come to, by turns.
	EvPass
)

var eventNames = [...]string{
	"set", "move", "shuffle", "effect", "effect_end", "schedule", "take", "roll", "draw", "failed", "finish",
	"reveal", "answer", "turn",
	"step", "phase", "raise", "apply", "ability", "ask", "say", "pass",
}

// String returns the name of the kind, as JSON output has it.
func (k EventKind) String() string { return eventNames[k] }

// Event is one atomic change of the state, or a mark between changes. It carries all that
// undoing it needs.
type Event struct {
	Kind EventKind
	// Old and New are sets of seats: who knew, who may know.
	Old, New SeatSet
	// Joined says that the event is part of one change with the one before it: cards that
	// are drawn, or come to zones without order, at once.
	Joined bool
	// Cause is the position of the step, trigger or ability that this
	// happened in, as a distance back from this event; 0 for none.
	Cause      int32
	A, B, C, D int32
	// data and n are the event's further numbers in the log's data.
	data, n int32
}

// The marks of an EvAnswer.
const (
	uncounted = 1 << iota
	forced
	unseen
	againShift = 8 // Decision.Again stands behind the marks
)

// turnSeats are the seats in an EvTurn: the loop's before and after, and the one
// whose turn it was; after, it is the turn of the loop's.
func (e *Event) turnSeats() (before, after, turn Seat) {
	return Seat(e.D & 0xff), Seat(e.D >> 8 & 0xff), Seat(e.D >> 16 & 0xff)
}

// Turn returns whose turn it was before an EvTurn, and whose it is then.
func (e *Event) Turn() (before, after Seat) {
	_, after, before = e.turnSeats()
	return before, after
}

// Counted reports whether an EvAnswer counts a decision: of the answers to a
// secret one, and of several to a number, only the first does.
func (e *Event) Counted() bool { return e.D&uncounted == 0 }

// Forced reports whether the seat of an EvAnswer had no choice. No other seat may be told,
// since forced answers follow from hidden cards.
func (e *Event) Forced() bool { return e.D&forced != 0 }

// Unseen reports whether an EvAnswer is for its own seat alone to know of.
func (e *Event) Unseen() bool { return e.D&unseen != 0 }

// Drawn reports whether an EvFinish ends the game with a draw.
func (e *Event) Drawn() bool { return e.C == drawn }
