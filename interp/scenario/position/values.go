package position

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Value reads an attribute's value.
func (b *Fixture) Value(a *engine.Attribute, node *source.Node) (engine.Value, error) {
	wrong := func() (engine.Value, error) {
		return engine.Value{}, FailAt(node, "%s must be a %s, not %s", a.Name, a.Kind, node.Describe())
	}
	if node.Kind == source.Null || node.Text == "nothing" && a.Kind != engine.Number && a.Kind != engine.Flag {
		return engine.Value{}, nil
	}
	if a.IsSet() {
		return b.set(a, node)
	}
	if !node.IsScalar() {
		return wrong()
	}
	switch a.Kind {
	case engine.Number:
		if node.Kind != source.Number {
			return wrong()
		}
		return engine.Num(node.Number), nil
	case engine.Flag:
		if node.Kind != source.Flag {
			return wrong()
		}
		return engine.Bool(node.Flag), nil
	case engine.Card:
		c, err := b.Card(node.Text, node.Pos)
		return engine.CardValue(c), err
	case engine.SeatKind:
		s, err := b.Seat(node.Text, node.Pos)
		return engine.SeatValue(s), err
	case engine.Zone:
		z, err := b.Zone(node.Text, node.Pos)
		return engine.ZoneValue(z), err
	case engine.Word:
		return b.word(a, node)
	}
	return wrong()
}

// settable is value for an attribute that a position sets: bounds hold too.
func (b *Fixture) settable(a *engine.Attribute, node *source.Node) (engine.Value, error) {
	v, err := b.Value(a, node)
	switch {
	case err != nil:
	case v.Kind == engine.Nil && (a.Kind == engine.Number || a.Kind == engine.Flag):
		err = FailAt(node, "%s must be a %s", a.Name, a.Kind)
	case a.HasMin && v.N < a.Min:
		err = FailAt(node, "%s must be at least %d, not %d", a.Name, a.Min, v.N)
	case a.HasMax && v.N > a.Max:
		err = FailAt(node, "%s must be at most %d, not %d", a.Name, a.Max, v.N)
	}
	return v, err
}

// set reads a set: a word or a list of words.
func (b *Fixture) set(a *engine.Attribute, node *source.Node) (engine.Value, error) {
	out := engine.EmptySet
	for _, item := range node.Entries() {
		word, err := b.word(a, item)
		if err != nil {
			return out, err
		}
		out = b.Compiled.Pack.With(out, word)
	}
	return out, nil
}

// word reads a word: as the pack writes it, or as it is shown in English.
func (b *Fixture) word(a *engine.Attribute, node *source.Node) (engine.Value, error) {
	symbol, ok := b.Compiled.Symbols[node.Text]
	if ok && (len(a.Words) == 0 || slices.Contains(a.Words, symbol)) {
		return engine.WordValue(symbol), nil
	}
	var known []string
	for _, w := range a.Words {
		if Fold(b.English.Word(w)) == Fold(node.Text) {
			return engine.WordValue(w), nil
		}
		known = append(known, b.Compiled.Pack.Symbols[w])
	}
	f := UnknownAt(node, a.Name, node.Text, known)
	if len(known) > 0 {
		f.Message += "; " + diag.Some(node.Text, known)
	}
	return engine.Value{}, f
}

// AnyValue reads a value whose kind follows from how it is written: a number,
// a flag, "seat 2", a card, a zone path or a word.
func (b *Fixture) AnyValue(node *source.Node) (engine.Value, error) {
	switch node.Kind {
	case source.Number:
		return engine.Num(node.Number), nil
	case source.Flag:
		return engine.Bool(node.Flag), nil
	case source.Null:
		return engine.Value{}, nil
	case source.Word:
	default:
		return engine.Value{}, FailAt(node,
			"a value is expected: a number, a card, a zone, a word or seat 2; not %s", node.Describe())
	}
	if node.Text == "nothing" {
		return engine.Value{}, nil
	}
	if number, ok := strings.CutPrefix(node.Text, "seat "); ok && IsSeat(number) {
		s, err := b.Seat(number, node.Pos)
		return engine.SeatValue(s), err
	}
	if word, ok := strings.CutPrefix(node.Text, "word "); ok {
		if s, ok := b.Compiled.Symbols[word]; ok {
			return engine.WordValue(s), nil
		}
	}
	if b.IsCard(node.Text) {
		c, err := b.Card(node.Text, node.Pos)
		return engine.CardValue(c), err
	}
	if z, err := b.Zone(node.Text, node.Pos); err == nil {
		return engine.ZoneValue(z), nil
	}
	if s, ok := b.Compiled.Symbols[node.Text]; ok {
		return engine.WordValue(s), nil
	}
	return engine.Value{}, UnknownAt(node, "card, zone or word", node.Text,
		slices.Concat(b.AllCards, b.AllZones, b.Compiled.Pack.Symbols))
}

// ListNode writes the items of a list.
func (b *Fixture) ListNode(v engine.Value) *source.Node {
	out := source.NewList()
	for _, item := range b.Compiled.Pack.List(v).Items {
		out.Add(source.NewScalar(b.Text(item), diag.Pos{}))
	}
	return out
}

// Text writes a value as a scenario would.
func (b *Fixture) Text(v engine.Value) string {
	switch v.Kind {
	case engine.Card:
		return b.CardText(v.Card())
	case engine.SeatKind:
		return fmt.Sprint(v.N)
	case engine.Zone:
		return b.ZonePath(v.Zone())
	case engine.Word, engine.Flag, engine.Number, engine.List:
		return b.Compiled.Pack.Written(v)
	case engine.Handle:
		return b.Layout.Key(v)
	}
	return "nothing"
}
