// Package causes says why something happened in a game that is played: the chain
// of what led to an event, from the rule that was at work down to it, each link with the
// file and line in which it is written. The terminal and the studio tell it.
//
// A viewer is told the causes among the events that it sees; the step of the rules in
// which an event happened is found in the referee's, and is no secret.
//
// It imports interp, its diag, locale and transcript, interp/editor/explain, and
// engine/view.
package causes

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/explain"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// Cause is one link of a chain. Text is its line of the transcript; empty where
// it has none.
type Cause struct {
	*view.Event
	Text string
	At   diag.Pos
}

// Told is what a viewer was told of a game, and All the referee's events.
type Told struct {
	Events []view.Event
	Lines  []transcript.Line
	All    []view.Event
}

// Atlas knows where the parts of a pack are written.
type Atlas struct {
	table     *interp.Table
	explainer *explain.Explainer
	raised    map[string]diag.Pos
}

// NewAtlas returns the atlas of a table's pack.
func NewAtlas(t *interp.Table) *Atlas {
	return &Atlas{t, explain.New(t.Pack, "en", nil), map[string]diag.Pos{}}
}

// Explainer explains the parts of the pack.
func (a *Atlas) Explainer() *explain.Explainer { return a.explainer }

// Of reports whether the atlas is that of a table.
func (a *Atlas) Of(t *interp.Table) bool { return a != nil && a.table == t }

// Chain is the chain that ends in an event, outermost first: the answer that began
// it, the step of the rules, then cause by cause.
func (a *Atlas) Chain(told *Told, event int) []Cause {
	texts := map[int]string{}
	for _, l := range told.Lines {
		if texts[l.Event] == "" {
			texts[l.Event] = l.Text
		}
	}
	var chain []Cause
	for n := event; n >= 0 && n < len(told.Events); n = told.Events[n].Cause {
		e := &told.Events[n]
		chain = append(chain, Cause{e, texts[n], a.written(e)})
	}
	slices.Reverse(chain)
	if len(chain) == 0 {
		return nil
	}
	first := chain[0].Number
	if step := told.step(first); step != nil && chain[0].Kind != view.StepEvent {
		rule := *step
		rule.Number = first
		chain = slices.Insert(chain, 0, Cause{&rule, "", a.written(step)})
	}
	for n := first - 1; n >= 0; n-- {
		if e := &told.Events[n]; e.Kind == view.AnswerEvent && !e.Forced {
			return slices.Insert(chain, 0, Cause{Event: e})
		}
	}
	return chain
}

// written is where an event's ability, step or trigger stands in the pack.
func (a *Atlas) written(e *view.Event) diag.Pos {
	switch e.Kind {
	case view.AbilityEvent, view.EffectEvent:
		ability := &a.table.Compiled.Pack.Abilities[e.Index]
		return diag.Pos{File: ability.File, Line: ability.Line}
	case view.StepEvent:
		return a.table.Compiled.StepPlaces[e.Name]
	case view.RaiseEvent, view.ApplyEvent:
		return a.trigger(e.Name)
	}
	return diag.Pos{}
}

// trigger is the line that raises a trigger, or, where several do or none, that
// which declares it.
func (a *Atlas) trigger(name string) diag.Pos {
	if at, known := a.raised[name]; known {
		return at
	}
	var at diag.Pos
	if things, err := a.explainer.Explain("trigger:" + name); err == nil && len(things) == 1 {
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
	a.raised[name] = at
	return at
}

// step is the step of the rules in which an event happened: the viewer's events are
// found again among the referee's, in order.
func (t *Told) step(event int) *view.Event {
	var step *view.Event
	for i, number := range Aligned(t.Events, t.All) {
		if t.All[i].Kind == view.StepEvent {
			step = &t.All[i]
		}
		if number == event {
			return step
		}
	}
	return nil
}

// Aligned says for each of the referee's events its number among those that a viewer
// sees; -1 for one that the viewer does not see.
func Aligned(mine, all []view.Event) []int {
	out := make([]int, len(all))
	next := 0
	for i := range all {
		out[i] = -1
		if next == len(mine) {
			continue
		}
		if e, m := &all[i], &mine[next]; m.Kind == e.Kind && m.Name == e.Name && m.Decision == e.Decision && m.Holder == e.Holder {
			out[i] = m.Number
			next++
		}
	}
	return out
}

// Answered says what was chosen in an answer.
func Answered(e *view.Event, voice *locale.Voice) string {
	if e.Secret {
		return "?"
	}
	var texts []string
	for _, parts := range e.Choices {
		texts = append(texts, voice.OptionText("", parts))
	}
	if len(texts) == 0 {
		return "–"
	}
	return strings.Join(texts, "; ")
}

// Plain says an event that no line of the transcript tells, as the pack calls it.
func Plain(e *view.Event, voice *locale.Voice) string {
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
