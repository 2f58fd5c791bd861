package studio

import (
	"fmt"
	"net/http"

	"github.com/ruledeck/ruledeck/cmd/internal/causes"
	"github.com/ruledeck/ruledeck/engine/view"
)

// cause is one link of the chain that ends in an event.
type cause struct {
	Event int    `json:"event"`
	Kind  string `json:"kind"`
	Text  string `json:"text"`
	Name  string `json:"name,omitempty"`
	spot
}

// why is the chain of causes of an event, outermost first, each with the ability
// and the line of the script that did it.
func (s *server) why(q *query, at reading) (any, error) {
	event, err := q.number("event", -1)
	if err != nil {
		return nil, err
	}
	told := q.branch.tell(at)
	if event < 0 || event >= len(told.events) {
		return nil, refuse(http.StatusNotFound, "there is no event %d; the last is %d", event, len(told.events)-1)
	}
	voice := told.watcher.Voice()
	all := q.branch.tell(reading{view.Referee, told.lang}).events
	chain := []cause{}
	for _, c := range q.branch.atlas().Chain(&causes.Told{Events: told.events, Lines: told.lines, All: all}, event) {
		out := cause{c.Number, string(c.Kind), c.Text, c.Name, s.spot(c.At)}
		switch {
		case c.Kind == view.AnswerEvent:
			out.Text = voice.Seat(c.Seat) + ": " + causes.Answered(c.Event, voice)
		case c.Text != "":
		case c.Kind == view.StepEvent:
			out.Text = c.Name
		case c.Card != nil && (c.Kind == view.AbilityEvent || c.Kind == view.EffectEvent):
			out.Text = fmt.Sprintf("%s (%s)", c.Name, voice.Value(c.Card))
		default:
			out.Text = causes.Plain(c.Event, voice)
		}
		if changed := c.ChangedText(voice); changed != "" {
			out.Text += " (" + changed + ")"
		}
		chain = append(chain, out)
	}
	return chain, nil
}

// atlas is made when the first cause is asked for, and anew for other files.
func (b *branch) atlas() *causes.Atlas {
	if t := b.session.Table(); !b.places.Of(t) {
		b.places = causes.NewAtlas(t)
	}
	return b.places
}
