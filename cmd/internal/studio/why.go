package studio

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/explain"
)

// cause is one link of the chain that ends in an event.
type cause struct {
	Event int    `json:"event"`
	Kind  string `json:"kind"`
	Text  string `json:"text"`
	Name  string `json:"name,omitempty"`
	Place string `json:"place,omitempty"`
	Open  string `json:"open,omitempty"`
}

// why is the chain of causes of an event, outermost first, each with the ability
// and the line of the script that did it.
func (s *server) why(q *query) (any, error) {
	at, err := q.reading()
	if err != nil {
		return nil, err
	}
	event, err := q.number("event", -1)
	if err != nil {
		return nil, err
	}
	told := q.branch.tell(at)
	if event < 0 || event >= len(told.events) {
		return nil, refuse(http.StatusNotFound, "there is no event %d; the last is %d", event, len(told.events)-1)
	}
	texts := map[int]string{}
	for _, l := range told.lines {
		if texts[l.Event] == "" {
			texts[l.Event] = l.Text
		}
	}
	voice := told.watcher.Voice()
	places := q.branch.atlas()
	chain := []cause{}
	for n := event; n >= 0; n = told.events[n].Cause {
		chain = append(chain, s.cause(q.branch, places, &told.events[n], texts[n], voice))
	}
	slices.Reverse(chain)
	if name := q.branch.step(told, chain[0].Event); name != "" && chain[0].Kind != string(view.StepEvent) {
		rule := cause{Event: chain[0].Event, Kind: string(view.StepEvent), Text: name}
		s.stands(&rule, q.branch.session.Table().Compiled.StepPlaces[name])
		chain = append([]cause{rule}, chain...)
	}
	// What an answer leads to follows it: the last one before the outermost cause
	// is where it began.
	for n := chain[0].Event - 1; n >= 0; n-- {
		if e := &told.events[n]; e.Kind == view.AnswerEvent && !e.Forced {
			chain = append([]cause{s.cause(q.branch, places, e, "", voice)}, chain...)
			break
		}
	}
	return chain, nil
}

// speaker says values as they are called at the table.
type speaker interface {
	Value(v *view.Value) string
	Seat(s engine.Seat) string
}

// stands says where a cause is written.
func (s *server) stands(c *cause, at diag.Pos) {
	if at.Line > 0 {
		c.Place, c.Open = fmt.Sprintf("%s:%d", at.File, at.Line), s.link(at.File, at.Line, max(at.Column, 1))
	}
}

func (s *server) cause(b *branch, places *atlas, e *view.Event, text string, voice speaker) cause {
	out := cause{Event: e.Number, Kind: string(e.Kind), Text: text, Name: e.Name}
	pack := b.session.Table().Compiled.Pack
	switch e.Kind {
	case view.AnswerEvent:
		out.Text = voice.Seat(e.Seat) + ": " + answered(e, voice)
	case view.AbilityEvent, view.EffectEvent:
		a := &pack.Abilities[e.Index]
		s.stands(&out, diag.Pos{File: a.File, Line: a.Line})
		if text == "" && e.Card != nil {
			out.Text = fmt.Sprintf("%s (%s)", e.Name, voice.Value(e.Card))
		}
	}
	switch e.Kind {
	case view.StepEvent:
		s.stands(&out, b.session.Table().Compiled.StepPlaces[e.Name])
	case view.RaiseEvent, view.ApplyEvent:
		s.stands(&out, places.raised(e.Name))
	}
	if out.Text == "" {
		out.Text = plain(e, voice)
	}
	return out
}

// plain says an event that no line of the transcript tells, as the pack calls
// it.
func plain(e *view.Event, voice speaker) string {
	var parts []string
	if e.Name != "" {
		parts = append(parts, e.Name)
	}
	for _, v := range []*view.Value{e.Card, e.Zone, e.From, e.To, e.Old, e.New} {
		if v != nil {
			parts = append(parts, voice.Value(v))
		}
	}
	if len(parts) == 0 {
		return string(e.Kind)
	}
	return strings.Join(parts, " · ")
}

func answered(e *view.Event, voice speaker) string {
	if e.Secret {
		return "?"
	}
	var texts []string
	for _, choice := range e.Choices {
		var parts []string
		for i := range choice {
			if choice[i].Kind != view.NothingValue {
				parts = append(parts, voice.Value(&choice[i]))
			}
		}
		texts = append(texts, strings.Join(parts, ", "))
	}
	if len(texts) == 0 {
		return "–"
	}
	return strings.Join(texts, "; ")
}

// atlas knows where the triggers of a pack are raised.
type atlas struct {
	explainer *explain.Explainer
	places    map[string]diag.Pos
}

// atlas is made when the first cause is asked for, and anew for other files.
func (b *branch) atlas() *atlas {
	t := b.session.Table()
	if b.places != nil && b.placesOf == t {
		return b.places
	}
	b.places, b.placesOf = &atlas{explain.New(t.Pack, "en", nil), map[string]diag.Pos{}}, t
	return b.places
}

// raised is the line that raises a trigger, or, where several do or none, that
// which declares it.
func (a *atlas) raised(trigger string) diag.Pos {
	if at, known := a.places[trigger]; known {
		return at
	}
	var at diag.Pos
	if things, err := a.explainer.Explain("trigger:" + trigger); err == nil && len(things) == 1 {
		at = things[0].At
		var lines []diag.Pos
		for _, m := range things[0].Scripts {
			if strings.Contains(m.Text, "raise(") || strings.Contains(m.Text, "emit(") {
				lines = append(lines, m.At)
			}
		}
		if len(lines) == 1 {
			at = lines[0]
		}
	}
	a.places[trigger] = at
	return at
}

// step is the step of the rules in which an event happened, which only the
// referee is told: the viewer's events are found again among his, in order.
func (b *branch) step(told *telling, event int) string {
	all := b.tell(reading{view.Referee, told.lang}).events
	name := ""
	for i, number := range aligned(told.events, all) {
		if all[i].Kind == view.StepEvent {
			name = all[i].Name
		}
		if number == event {
			return name
		}
	}
	return ""
}
