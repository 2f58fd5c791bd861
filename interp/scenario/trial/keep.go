package trial

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/fuzz"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
	"github.com/ruledeck/ruledeck/interp/source"
)

// mostLines is how many lines a kept scenario has at most; mostFacts is how many things that
// happened it asks for, mostNamed how many cards of a zone it names.
const (
	mostLines = 16
	mostFacts = 4
	mostNamed = 3
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

// facts are the outcomes of a scenario that do not hold without the ability: that it acted, values, and
// where cards lie, but no counts; of many cards in a zone those that are not there without it.
func (f *Finder) facts(ctx context.Context, t Target, node *source.Node) []record.Outcome {
	with, acted := try(ctx, f.Tables, t, node)
	b, err := f.Tables.Fixture(scenario.CaseOf(node))
	if err != nil || with == nil {
		return nil
	}
	was := map[string]*source.Node{}
	if without, _ := try(ctx, tables(f.without(t)), t, node); without != nil {
		for _, o := range told(ctx, b, without) {
			was[o.ID()] = o.Value
		}
	}
	var facts []record.Outcome
	if acted && t.Ability.HasRun {
		event := source.NewPair("ability", source.NewWord(t.Ability.Name))
		facts = append(facts, record.Outcome{Path: []string{"events"}, Value: event})
	}
	for _, o := range told(ctx, b, with) {
		old := was[o.ID()]
		if o.Event >= 0 || strings.HasSuffix(o.ID(), ".count") || old != nil && old.Inline() == o.Value.Inline() {
			continue
		}
		if len(o.Value.Items) > mostNamed {
			o.Path = []string{o.Path[0], o.Path[1] + ".has"}
			o.Value.Items = slices.DeleteFunc(o.Value.Items,
				func(n *source.Node) bool { return slices.Contains(old.Texts(), n.Text) })
		}
		if o.Value.Kind != source.List || len(o.Value.Items) > 0 {
			facts = append(facts, o)
		}
	}
	return facts
}

// told are the values of cards, by their names, and what else a test can expect.
func told(ctx context.Context, b *position.Fixture, g *engine.Game) (out []record.Outcome) {
	for c := range b.Layout.AllCards() {
		for _, id := range b.Compiled.Pack.Types[b.Layout.TypeOf(c)].Attributes {
			a := &b.Compiled.Pack.Cards[id]
			if v, err := g.Position().Attribute(c, id); err == nil && a.Kind != engine.List {
				out = append(out, record.Outcome{Path: []string{b.CardText(c), a.Name}, Event: -1,
					Value: source.NewScalar(b.Text(v), diag.Pos{})})
			}
		}
	}
	return append(out, record.NewRecorder(ctx, b).Outcomes(g)...)
}
