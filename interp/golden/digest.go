package golden

import (
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
)

// event is one event of a game that says something.
type event struct {
	at int
	// step is the name of the step or phase that it begins, or "".
	step string
	// text is the event in words, indented under its cause.
	text string
}

// played tells the events of a game in words.
func played(s *play.Session) []event {
	p := s.Position()
	var events []event
	for _, e := range record.Events(position.NewFixture(s.Table(), nil), p, p.Log().Base) {
		if e.Text == "" {
			continue
		}
		one := event{at: e.At, text: e.Text}
		if e.Kind == view.StepEvent || e.Kind == view.PhaseEvent && e.Begins {
			one.step = e.Name
		}
		events = append(events, one)
	}
	return events
}

// digested digests events one by one: by their words, so that numbers that other
// cards could move do not count.
func digested(events []event) []replay.Step {
	var steps []replay.Step
	for _, e := range events {
		if e.step != "" || len(steps) == 0 {
			steps = append(steps, replay.Step{Name: e.step})
		}
		last := &steps[len(steps)-1]
		last.Digests = append(last.Digests, eventDigest(e.text))
	}
	if len(steps) > 0 && steps[0].Name == "" {
		steps[0].Name = "begin"
	}
	return steps
}

func eventDigest(text string) string {
	sum := fnv.New32a()
	sum.Write([]byte(strings.TrimSpace(text)))
	return fmt.Sprintf("%04x", sum.Sum32()>>16^sum.Sum32()&0xffff)
}
