package trial

import (
	"context"
	"regexp"
	"strings"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/fuzz"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
	"github.com/ruledeck/ruledeck/interp/source"
)

// mostLines is how many lines a kept scenario has at most; mostFacts is how many things that
// happened it asks for.
const (
	mostLines = 16
	mostFacts = 4
)

// keep writes a position with what happened in it as a scenario that passes, and fails where the
// card has the ability no more. Both are tried; it is "" where no short one does.
func (f *Finder) keep(ctx context.Context, t Target, node *source.Node) string {
	facts := f.facts(ctx, t, node)
	for n := min(len(facts), mostFacts); n > 0; n-- {
		whole := fuzz.Edit(node, []string{"name"}, func(*source.Node) *source.Node { return source.NewWord(f.Name) })
		whole.Put("then", record.Then(facts[:n]))
		text := numbers.ReplaceAllString(record.Text(whole), "")
		if strings.Count(text, "\n") <= mostLines && scenario.Passes(ctx, f.Pack, []byte(text)) &&
			!scenario.Passes(ctx, f.without(t), []byte(text)) {
			return text
		}
	}
	return ""
}

// numbers matches the numbers of copies.
var numbers = regexp.MustCompile(`#\d+`)

func (f *Finder) without(t Target) *interp.Pack { return f.Pack.Without(t.Def, t.Ability.Name) }

// facts are the outcomes of a scenario that do not hold without the ability: that it acted, and
// values and places.
func (f *Finder) facts(ctx context.Context, t Target, node *source.Node) []record.Outcome {
	with, acted := try(ctx, f.Tables, t, node)
	b, err := f.Tables.Fixture(scenario.CaseOf(node))
	if err != nil || with == nil {
		return nil
	}
	recorder := record.NewRecorder(ctx, b)
	lacking := map[string]bool{}
	if without, _ := try(ctx, tables(f.without(t)), t, node); without != nil {
		for _, o := range recorder.Outcomes(without) {
			lacking[o.Text()] = true
		}
	}
	var facts []record.Outcome
	if acted && t.Ability.HasRun {
		event := source.NewMap()
		event.Put("ability", source.NewWord(t.Ability.Name))
		facts = append(facts, record.Outcome{Path: []string{"events"}, Value: event})
	}
	for _, o := range recorder.Outcomes(with) {
		if o.Event < 0 && !lacking[o.Text()] {
			facts = append(facts, o)
		}
	}
	return facts
}
