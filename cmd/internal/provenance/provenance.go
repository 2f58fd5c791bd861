// Package provenance says why something happened in a game that is played: the chain
// of what led to an event, from the rule that was at work down to it, each link with the
// file and line in which it is written. The terminal and the studio tell it.
//
// A viewer is told the causes among the events that it sees; the step of the rules in
// which an event happened is found in the referee's, and is no secret.
//
// It imports interp, its diag, locale and transcript, interp/editor/explain, and
// engine/view.
package provenance

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/explain"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// Cause is one link of a chain. Text is its line of the transcript; empty where
// it has none. Changed are the parameters of a trigger that abilities changed before it
// came about; the abilities are the links before it.
type Cause struct {
	*view.Event
	Text    string
	At      diag.Pos
	Changed []Change
}

// Change is a parameter that abilities changed.
type Change struct {
	Name     string
	Was, Now view.Value
}

// History holds the events and lines that a viewer has seen, and all events of the referee.
type History struct {
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
func (a *Atlas) Chain(history *History, event int) []Cause {
	texts := map[int]string{}
	for _, l := range history.Lines {
		if texts[l.Event] == "" {
			texts[l.Event] = l.Text
		}
	}
	var chain []Cause
	link := func(n int) Cause {
		e := &history.Events[n]
		return Cause{Event: e, Text: texts[n], At: a.written(e)}
	}
	for n := event; n >= 0 && n < len(history.Events); n = history.Events[n].Cause {
		c := link(n)
		acted, changed := history.changed(n)
		c.Changed = changed
		chain = append(chain, c)
		for _, ability := range slices.Backward(acted) {
			chain = append(chain, link(ability))
		}
	}
	slices.Reverse(chain)
	if len(chain) == 0 {
		return nil
	}
	first := chain[0].Number
	if step := history.step(first); step != nil && chain[0].Kind != view.StepEvent {
		rule := *step
		rule.Number = first
		chain = slices.Insert(chain, 0, Cause{Event: &rule, At: a.written(step)})
	}
	for n := first - 1; n >= 0; n-- {
		if e := &history.Events[n]; e.Kind == view.AnswerEvent && !e.Forced {
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
func (t *History) step(event int) *view.Event {
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

// changed finds the parameters of a trigger that are not as it was raised with, and the
// abilities that acted at it before it came about; nothing where none changed.
func (t *History) changed(event int) (acted []int, changed []Change) {
	applied := &t.Events[event]
	if applied.Kind != view.ApplyEvent {
		return nil, nil
	}
	raised := t.raiseOf(event)
	if raised < 0 {
		return nil, nil
	}
	for i, was := range t.Events[raised].Values {
		now := applied.Values[i].Value
		if was.Value.Kind == view.HiddenCard || now.Kind == view.HiddenCard {
			continue // a card that turns up is no other card
		}
		if was.Value.Kind != now.Kind || was.Value.Text != now.Text || was.Value.Number != now.Number {
			changed = append(changed, Change{was.Name, was.Value, now})
		}
	}
	if changed == nil {
		return nil, nil
	}
	for n := raised + 1; n < event; n++ {
		if e := &t.Events[n]; e.Kind == view.AbilityEvent && e.Cause == raised {
			acted = append(acted, n)
		}
	}
	return acted, changed
}

// raiseOf is the event in which a trigger was raised that comes about in another one;
// -1 where the viewer did not see it. Several may be raised at once: which it is the
// referee's events say.
func (t *History) raiseOf(applied int) int {
	numbers := Aligned(t.Events, t.All)
	at := slices.Index(numbers, applied)
	if at < 0 {
		return -1
	}
	for i := at - 1; i >= 0; i-- {
		if e := &t.All[i]; e.Kind == view.RaiseEvent && e.At == t.All[at].Raise {
			return numbers[i]
		}
	}
	return -1
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
		if e, m := &all[i], &mine[next]; m.Kind == e.Kind && m.Name == e.Name &&
			m.Decision == e.Decision && m.Holder == e.Holder {
			out[i] = m.Number
			next++
		}
	}
	return out
}

// Answered is the text of the choice in an answer.
func Answered(e *view.Event, voice *locale.Voice) string {
	if e.Secret {
		return "?"
	}
	texts := lists.Map(e.Choices, func(parts []view.Value) string { return voice.OptionText("", parts) })
	if len(texts) == 0 {
		return "–"
	}
	return strings.Join(texts, "; ")
}

// ChangedText says which parameters abilities changed, as "price 3 → 2"; "" if none.
func (c *Cause) ChangedText(voice *locale.Voice) string {
	texts := lists.Map(c.Changed,
		func(p Change) string {
			return fmt.Sprintf("%s %s → %s", p.Name, voice.Value(&p.Was), voice.Value(&p.Now))
		})
	return strings.Join(texts, ", ")
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
