package view

import "github.com/ruledeck/ruledeck/engine"

// TimeSeries is how an attribute of a seat went from the beginning of a game on, as
// the viewer saw it.
type TimeSeries struct {
	Attribute engine.AttributeID
	Seat      engine.Seat
	// Hidden is set where the viewer may not see the attribute; it has no steps then.
	Hidden bool
	// Steps are its values, the first from the beginning on.
	Steps []Step
}

// Step is a value that was seen from behind an event on; 0 is the beginning too.
type Step struct {
	Event int
	Value Value
}

// TimeSeriesOf returns how the attributes of all seats went, by attribute and seat: at each
// event that the viewer sees up to a place of the log, what a View of that moment shows.
func TimeSeriesOf(g *engine.Position, viewer engine.Seat, place int) []TimeSeries {
	r := NewReader(g, viewer)
	r.Until(place)
	var out []TimeSeries
	for a := range g.Pack.Seats {
		for s := range g.Seats {
			seat := engine.Seat(s + 1)
			out = append(out,
				TimeSeries{Attribute: engine.AttributeID(a), Seat: seat, Hidden: !r.may(g.Pack.Seats[a].Seen, seat)})
		}
	}
	is := make([]held, len(out))
	for {
		events := r.Some(1)
		for i := range out {
			if c := &out[i]; !c.Hidden {
				now := r.holds(c.Seat, c.Attribute)
				if now != is[i] || c.Steps == nil {
					c.step(max(r.Count()-1, 0), r.value(now.value))
				}
				is[i] = now
			}
		}
		if len(events) == 0 {
			return out
		}
	}
}

// step adds a value, unless the viewer cannot tell it from the one before.
func (c *TimeSeries) step(event int, v Value) {
	last := len(c.Steps) - 1
	switch {
	case last >= 0 && c.Steps[last].Value.Key() == v.Key():
	case last >= 0 && c.Steps[last].Event == event:
		c.Steps[last].Value = v
	default:
		c.Steps = append(c.Steps, Step{event, v})
	}
}

// held is a value, and whether the viewer knows the card in it.
type held struct {
	value engine.Value
	known bool
}

// holds is what a seat's attribute has now, with modifiers if they can be had.
func (l *looker) holds(s engine.Seat, a engine.AttributeID) held {
	now, err := l.computed(func() (engine.Value, error) { return l.g.SeatAttributeSeen(l.eyes(), s, a) })
	if err != nil {
		now = l.g.SeatPrinted(s, a)
	}
	switch now.Kind {
	case engine.Card:
		return held{now, l.knows(now.Card())}
	case engine.Zone:
		return held{now, l.knows(l.g.ZoneCard(now.Zone()))}
	}
	return held{now, true}
}
