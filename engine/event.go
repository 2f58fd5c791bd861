package engine

import "slices"

// EventKind is the kind of an Event.
type EventKind uint8

// The kinds of events. The first group changes the state; the others mark
// what happened and why, for causes, views, transcripts and tests.
const (
	// EvSet: cell A goes from B to C.
	EvSet EventKind = iota
	// EvMove: card A goes from zone B (behind card D>>16) to zone C (behind
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
	// EvReveal: card A was known to the seats Old and now is to New.
	EvReveal
	// EvAnswer: decision A of seat B (0: of chance) is answered; Data: the chosen values, C of
	// them in each choice, short ones filled up with nothing; New who may know. D
	// holds the marks uncounted (all but the first answer to a secret decision)
	// and forced (the seat had no choice, which is for itself alone to know).
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
)

var eventNames = [...]string{
	"set", "move", "shuffle", "effect", "effect_end", "schedule", "take", "roll", "draw", "failed", "finish", "reveal", "answer", "turn",
	"step", "phase", "raise", "apply", "ability", "ask", "say",
}

// String returns the name of the kind, as JSON output has it.
func (k EventKind) String() string { return eventNames[k] }

// Event is one atomic change of the state, or a mark between changes. What it
// needs to be undone it carries.
type Event struct {
	Kind EventKind
	// Old and New are sets of seats: who knew, who may know.
	Old, New SeatSet
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
// secret one only the first does.
func (e *Event) Counted() bool { return e.D&uncounted == 0 }

// Forced reports whether the seat of an EvAnswer had no choice. Nobody else may
// be told, since what is forced follows from what is hidden.
func (e *Event) Forced() bool { return e.D&forced != 0 }

// Drawn reports whether an EvFinish ends the game with a draw.
func (e *Event) Drawn() bool { return e.C == drawn }

// Log is a list of events with their data. Base is the number of events that
// were dropped before the first one.
type Log struct {
	Base   int
	events []Event
	data   []int32
}

// Len is the position behind the last event, counted from the start of the game.
func (l *Log) Len() int { return l.Base + len(l.events) }

// At returns the event at a position; it must not be older than Base.
func (l *Log) At(position int) *Event { return &l.events[position-l.Base] }

// add appends an event of a kind with everything else at zero, caused by the one at
// a position (-1: by none), and returns it to be filled: as one of the log's, so
// that none is built elsewhere and copied.
func (l *Log) add(kind EventKind, cause int) *Event {
	n := len(l.events)
	if n == cap(l.events) {
		l.events = slices.Grow(l.events, 1)
	}
	l.events = l.events[:n+1]
	e := &l.events[n]
	*e = Event{Kind: kind, data: int32(len(l.data))}
	if cause >= 0 {
		e.Cause = int32(l.Base + n - cause)
	}
	return e
}

// give gives the last event values as its further numbers.
func (l *Log) give(e *Event, values []Value) {
	l.data = encodeValues(l.data, values)
	e.n = int32(len(l.data)) - e.data
}

// Data returns the further numbers of an event of this log.
func (l *Log) Data(e *Event) []int32 { return l.data[e.data : e.data+e.n] }

// Values returns the further numbers of an event as values.
func (l *Log) Values(e *Event) []Value {
	data := l.Data(e)
	values := make([]Value, len(data)/2)
	for i := range values {
		values[i] = decodeValue(data, i)
	}
	return values
}

// answer returns what an EvAnswer says.
func (l *Log) answer(e *Event) SeatReply {
	out := SeatReply{Seat: Seat(e.B)}
	values := l.Values(e)
	for width := int(e.C); len(values) > 0; values = values[width:] {
		var c Choice
		for _, v := range values[:width] {
			if v.Kind != Nil {
				c.V[c.N] = v
				c.N++
			}
		}
		out.Choices = append(out.Choices, c)
	}
	return out
}

// Cause returns the position of the cause of the event at a position, or -1.
func (l *Log) Cause(position int) int {
	if back := l.At(position).Cause; back > 0 {
		return position - int(back)
	}
	return -1
}

func (l *Log) truncate(position int) {
	i := position - l.Base
	if i >= len(l.events) {
		return
	}
	l.data = l.data[:l.events[i].data]
	l.events = l.events[:i]
}

// drop forgets all events, for games that keep no log.
func (l *Log) drop() {
	l.Base += len(l.events)
	l.events, l.data = l.events[:0], l.data[:0]
}

// EffectOf decodes the data of EvEffect and EvEffectEnd.
func EffectOf(data []int32) Effect { return decodeEffect(data) }

// Results counts the random results that a die (EvRoll) or a zone (EvDraw, card
// by card, and EvShuffle) has given since the log began; those of failed
// abilities do not count, they come again.
func (l *Log) Results(kind EventKind, of int32) int {
	n := 0
	for at := l.Len() - 1; at >= l.Base; at-- {
		switch e := l.At(at); {
		case e.Kind == EvFailed:
			at = int(e.A)
		case e.Kind == kind && e.A == of:
			n++
		}
	}
	return n
}
