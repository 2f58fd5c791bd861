package scene

import (
	"cmp"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
)

// TimeSeries is how an attribute of the seats went over a game. Form is number or flag for
// what can be counted, value for what has a name alone.
type TimeSeries struct {
	Key   string       `json:"key"`
	Name  string       `json:"name"`
	Form  SeriesForm   `json:"form"`
	Seats []SeatSeries `json:"seats"`
}

// SeriesForm is how a course is drawn.
type SeriesForm string

// FlagSeries is the form of a course of flags.
const FlagSeries SeriesForm = "flag"

// forms are the forms of courses of what can be counted.
var forms = map[engine.Kind]SeriesForm{engine.Number: "number", engine.Flag: FlagSeries}

// SeatSeries is how it went for one seat; Hidden is set where the viewer may not know.
type SeatSeries struct {
	Seat   engine.Seat `json:"seat"`
	Hidden bool        `json:"hidden,omitempty"`
	Steps  []Step      `json:"steps"`
}

// Step is a value from behind an event on, as a fact would show it; Number is there for
// numbers and flags, None where there is no value.
type Step struct {
	Event  int    `json:"event"`
	Text   string `json:"text"`
	Brief  string `json:"brief,omitempty"`
	Number *int   `json:"number,omitempty"`
	None   bool   `json:"none,omitempty"`
}

// TimeSeries are the attributes of the seats over a game: those with a name for people, in
// the pack's order. Values are named as they are in a scene of now.
func (c *Composer) TimeSeries(courses []view.TimeSeries, now *view.View) []TimeSeries {
	s := c.compose(now)
	s.marked = s.marks()
	out := []TimeSeries{}
	for i := range courses {
		at := &courses[i]
		declared := &c.compiled.Pack.Seats[at.Attribute]
		name, named := c.SeatAttribute(at.Attribute)
		if !named {
			continue
		}
		if n := len(out); n == 0 || out[n-1].Key != declared.Name {
			out = append(out, TimeSeries{Key: declared.Name, Name: name, Form: cmp.Or(forms[declared.Kind], "value")})
		}
		went := SeatSeries{Seat: at.Seat, Hidden: at.Hidden, Steps: []Step{}}
		for j := range at.Steps {
			went.Steps = append(went.Steps, s.step(at.Steps[j].Event, &at.Steps[j].Value))
		}
		out[len(out)-1].Seats = append(out[len(out)-1].Seats, went)
	}
	return out
}

func (s *composing) step(event int, v *view.Value) Step {
	out := Step{Event: event, Text: s.text(v), None: v.Kind == view.NothingValue ||
		v.Kind == view.WordValue && v.Text == ""}
	switch v.Kind {
	case view.NumberValue, view.FlagValue:
		n := v.Number
		out.Number = &n
	case view.WordValue, view.SeatValue:
		if brief := s.brief("", "", v); brief != out.Text {
			out.Brief = brief
		}
	}
	if out.None {
		out.Text, _ = s.Message("nothing", nil)
	}
	return out
}
