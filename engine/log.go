package engine

import (
	"slices"
	"unsafe"
)

// Pages of a log: of so many events, and of so many further numbers.
const (
	eventPage = 64
	dataPage  = 256
)

// Log is a list of events with their data. Base is the number of events that
// were dropped before the first one.
type Log struct {
	Base int
	// first is the number of decisions answered before Base.
	first  int
	events paged[Event]
	data   paged[int32]
	// marks are earlier states of the game, one every so many events, as far as callers
	// went back there. Forks share the list; a game that adds to it copies it.
	marks []*State
	// peeks are what scripts read that not all seats know.
	peeks []peek
	// lent is set while forks go by the same list of peeks.
	lent bool
}

// Len is the position behind the last event, counted from the start of the game.
func (l *Log) Len() int { return l.Base + l.events.n }

// At returns the event at a position; it must not be older than Base.
func (l *Log) At(position int) *Event {
	i := uint(position - l.Base)
	return &l.events.list[i/eventPage][i%eventPage]
}

// From returns the events from a position to the end of its page, which may be fewer than the log
// has from there on; none at the end of the log.
func (l *Log) From(position int) []Event {
	i := position - l.Base
	if i >= l.events.n {
		return nil
	}
	page := l.events.list[i/eventPage]
	return page[i%eventPage : min(eventPage, l.events.n-i/eventPage*eventPage)]
}

// add appends an event of a kind with everything else at zero, caused by the one at
// a position (-1: by none), and returns it to be filled: as one of the log's, so
// that none is built elsewhere and copied.
func (l *Log) add(kind EventKind, cause int) *Event {
	n := l.events.n
	if n == l.events.room {
		l.events.grow(1, eventPage)
	}
	e := l.At(l.Base + n)
	*e = Event{Kind: kind, data: int32(l.data.n)}
	if cause >= 0 {
		e.Cause = int32(l.Base + n - cause)
	}
	l.events.n = n + 1
	return e
}

// addData appends an event with its cause and further numbers.
func (l *Log) addData(e Event, cause int, data []int32) *Event {
	to := l.add(e.Kind, cause)
	e.Cause, e.data = to.Cause, to.data
	*to = e
	copy(l.give(to, len(data)), data)
	return to
}

// follow appends the events of another log that come behind the last one, with the peeks
// there, and returns where the first of them stands.
func (l *Log) follow(other *Log) int {
	begin := l.Len()
	l.peeks = append(l.peeks, other.peeks[len(other.peeksBefore(begin)):]...)
	for at := begin; at < other.Len(); at++ {
		e := other.At(at)
		l.addData(*e, -1, other.Data(e)).Cause = e.Cause
	}
	return begin
}

// give makes room for further numbers of the last event, once, and returns it.
func (l *Log) give(e *Event, numbers int) []int32 {
	if numbers == 0 {
		return nil
	}
	d := &l.data
	if d.n+numbers > d.room {
		d.grow(numbers, dataPage)
	}
	e.data, e.n = int32(d.n), int32(numbers)
	d.n = e.dataEnd()
	return l.Data(e)
}

// dataEnd is where the further numbers end that come with an event, or before it: those
// that take more than a page take all of its last one.
func (e *Event) dataEnd() int {
	if e.n > dataPage {
		return pagesFor(int(e.data+e.n), dataPage) * dataPage
	}
	return int(e.data + e.n)
}

// Data returns the further numbers of an event of this log.
func (l *Log) Data(e *Event) []int32 {
	if e.n == 0 {
		return nil
	}
	at := uint32(e.data)
	return l.data.list[at/dataPage][at%dataPage:][:e.n]
}

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

// dataAt is where the further numbers end of the events before a position.
func (l *Log) dataAt(position int) int {
	if position == l.Base {
		return 0
	}
	return l.At(position - 1).dataEnd()
}

// fork returns a log with the events before a position; see paged.
func (l *Log) fork(position int) Log {
	l.lent = true
	return Log{
		Base: l.Base, first: l.first, marks: l.marksBefore(position), peeks: slices.Clip(l.peeksBefore(position)),
		events: l.events.fork(position-l.Base, eventPage), data: l.data.fork(l.dataAt(position), dataPage),
	}
}

func (l *Log) truncate(position int) {
	if position < l.Len() {
		l.data.truncate(l.dataAt(position), dataPage)
		l.events.truncate(position-l.Base, eventPage)
		l.marks, l.peeks = l.marksBefore(position), l.peeksBefore(position)
		if l.lent {
			l.peeks = slices.Clip(l.peeks)
			l.lent = false
		}
	}
}

// reset forgets all events: the log begins at a position, before which so many decisions
// were answered.
func (l *Log) reset(base, first int) {
	l.Base = base
	l.first = first
	l.marks = nil
	l.peeks = nil
	l.events.reset(eventPage)
	l.data.reset(dataPage)
}

// bytes is what the events take, and their data.
// Bytes are what the log takes of Limits.LogBytes.
func (l *Log) Bytes() int { return l.events.n*eventBytes + l.data.n*4 }

// Results counts the random results that a die (EvRoll) or a zone (EvDraw, card by card,
// and EvShuffle) has given since the log began. Results of failed abilities do not count:
// they come again.
func (l *Log) Results(kind EventKind, of int32) int {
	n := 0
	for at := l.Len() - 1; at >= l.Base; at-- {
		e := l.At(at)
		switch {
		case e.Kind == EvFailed:
			at = int(e.A)
		case e.Kind == kind && e.A == of:
			n++
		}
	}
	return n
}

// eventBytes is what an event takes in a log, beside its data.
const eventBytes = int(unsafe.Sizeof(Event{}))

// marksBefore are the states that still hold if the log ends at a position.
func (l *Log) marksBefore(position int) []*State {
	return l.marks[:min(len(l.marks), (position-l.Base)/markEvery+1)]
}

// keep stores a copy of a state in the log.
func (l *Log) keep(mark int, s *State) {
	marks := make([]*State, max(len(l.marks), mark+1))
	copy(marks, l.marks)
	marks[mark] = &State{}
	s.clone(marks[mark])
	l.marks = marks
}

// markEvery is the number of events between the states that a log keeps once a caller went
// back there.
const markEvery = 512

// peek is noted before the event at a place of the log, with so many decisions answered.
type peek struct {
	at, answered int32
	// card is the card that was read, where all can tell the value who know it.
	card CardID
	// seats do not know the value that was read.
	seats SeatSet
}

// peeksBefore are the peeks that still hold if the log ends at a position.
func (l *Log) peeksBefore(position int) []peek {
	n := len(l.peeks)
	for n > 0 && int(l.peeks[n-1].at) > position {
		n--
	}
	return l.peeks[:n]
}
