package studio

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/table"
)

// CompareCall names the other game.
type CompareCall struct {
	With int `json:"with"`
}

// Compared is how two games stand beside each other.
type Compared struct {
	// Line is the number of the first line that differs, Event the last event that
	// both have.
	Line  int      `json:"line"`
	Event int      `json:"event"`
	Was   []string `json:"was"`
	Is    []string `json:"is"`
	Seats []Sides  `json:"seats"`
}

// Sides are the values of a seat that differ, or all of them.
type Sides struct {
	Seat   engine.Seat `json:"seat"`
	Name   string      `json:"name"`
	Values []Both      `json:"values"`
}

// Both is a value at either.
type Both struct {
	Name string `json:"name"`
	Was  string `json:"was"`
	Is   string `json:"is"`
}

// mostCompared is how many lines of either side are sent.
const mostCompared = 200

// compare puts another game beside the branch: where their transcripts part, and
// how their seats stand.
func (s *server) compare(v house.Viewer, in CompareCall) (*Compared, error) {
	other, err := s.Find(in.With)
	if err != nil || in.With == 0 {
		return nil, table.Refuse(404, "game %d is not open", in.With)
	}
	if at := &v.Viewer; int(at.Seat) > len(other.Shown().Seats) && at.Seat != view.Referee {
		at.Seat = view.Referee
	}
	was, err := v.Game.Frame(v.Viewer)
	if err != nil {
		return nil, err
	}
	is, err := other.Frame(v.Viewer)
	if err != nil {
		return nil, err
	}
	a, b := was.Lines, is.Lines
	n := 0
	for n < min(len(a), len(b)) && a[n].Text == b[n].Text {
		n++
	}
	out := &Compared{Line: n, Was: []string{}, Is: []string{}, Seats: []Sides{}}
	if n > 0 {
		out.Event = a[n-1].Event
	}
	for _, l := range a[n:min(len(a), n+mostCompared)] {
		out.Was = append(out.Was, l.Text)
	}
	for _, l := range b[n:min(len(b), n+mostCompared)] {
		out.Is = append(out.Is, l.Text)
	}
	for i := range was.Scene.Seats {
		one := Sides{Seat: was.Scene.Seats[i].Seat, Name: was.Scene.Seats[i].Name, Values: []Both{}}
		for _, j := range is.Scene.Seats {
			if j.Seat != one.Seat {
				continue
			}
			for _, f := range was.Scene.Seats[i].Facts {
				for _, g := range j.Facts {
					if f.Key == g.Key && (f.Number != nil || f.Text != g.Text) {
						one.Values = append(one.Values, Both{f.Name, f.Text, g.Text})
					}
				}
			}
		}
		out.Seats = append(out.Seats, one)
	}
	slices.SortFunc(out.Seats, func(a, b Sides) int { return int(a.Seat) - int(b.Seat) })
	return out, nil
}
