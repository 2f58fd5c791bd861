package studio

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
)

// traced is an attribute of the seats over the events.
type traced struct {
	Key  string `json:"key"`
	Name string `json:"name"`
	// Flag is set where the values are 0 for no and 1 for yes.
	Flag  bool          `json:"flag,omitempty"`
	Lines []*seatsTrace `json:"lines"`
}

// seatsTrace is how an attribute of a seat went: its values from events on, the first
// of them from the start.
type seatsTrace struct {
	Seat   engine.Seat `json:"seat"`
	Points []point     `json:"points"`
}

type point struct {
	Event int `json:"event"`
	Value int `json:"value"`
}

// graph is how the attributes of the seats went over the events, for those who
// may see them: those that have a name for people, in the pack's order.
func (s *server) graph(q *query) (any, error) {
	at, err := q.reading()
	if err != nil {
		return nil, err
	}
	table := q.branch.session.Table()
	speaker, attributes := table.Speaker(at.lang), table.Compiled.Pack.Seats
	all := make([]traced, len(attributes))
	trace := func(attribute int, seat engine.Seat) *seatsTrace {
		lines := &all[attribute].Lines
		i := slices.IndexFunc(*lines, func(l *seatsTrace) bool { return l.Seat == seat })
		if i < 0 {
			i = len(*lines)
			*lines = append(*lines, &seatsTrace{Seat: seat})
		}
		return (*lines)[i]
	}
	told := q.branch.tell(at)
	for i := range told.events {
		e := &told.events[i]
		if e.Kind != view.SetEvent || e.Holder != view.OfSeat {
			continue
		}
		value, counts := counted(e.New)
		if !counts {
			continue
		}
		line := trace(e.Index, e.Seat)
		if len(line.Points) == 0 {
			before, _ := counted(e.Old)
			line.Points = append(line.Points, point{0, before})
		}
		line.Points = append(line.Points, point{e.Number, value})
	}
	// What has never changed has the value that it has now.
	for _, player := range told.watcher.View().Players {
		for i := range player.Attributes {
			a := &player.Attributes[i]
			if value, counts := counted(&a.Value); counts {
				all[a.ID].Flag = a.Value.Kind == view.FlagValue
				if line := trace(int(a.ID), player.Seat); len(line.Points) == 0 {
					line.Points = []point{{0, value}}
				}
			}
		}
	}
	out := []traced{}
	for i := range all {
		name, named := speaker.SeatAttribute(engine.AttributeID(i))
		if len(all[i].Lines) == 0 || !named {
			continue
		}
		all[i].Key, all[i].Name = attributes[i].Name, name
		slices.SortFunc(all[i].Lines, func(a, b *seatsTrace) int { return int(a.Seat) - int(b.Seat) })
		out = append(out, all[i])
	}
	return out, nil
}

// counted is a value as a number, and whether it is one that a graph can show.
func counted(v *view.Value) (int, bool) {
	if v == nil || v.Kind != view.NumberValue && v.Kind != view.FlagValue {
		return 0, false
	}
	return v.Number, true
}
