package view

import "github.com/ruledeck/ruledeck/engine"

// DigestOf is the digest of an event or a question, for the test that no field
// is left out.
func DigestOf(of any) Key {
	d := begun
	switch of := of.(type) {
	case *Event:
		d.event(of)
	case *Question:
		d.question(of)
	}
	return Key(d)
}

// Events returns the events that a seat has seen, but for the first from ones.
func Events(g *engine.Position, seat engine.Seat, from int) []Event {
	return NewReader(g, seat).Next()[from:]
}

// WaysOf are the number of the way in which a seat sees a copy, found alone and
// among those of all copies.
func WaysOf(g *engine.Position, seat engine.Seat, c engine.CardID) (one, all int) {
	l := looking(g, seat)
	one = l.way(c)
	return one, l.way(c)
}
