package assist

import (
	"context"
	"strconv"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

// seed gives unscripted results while a scenario is asked for its possible answers.
const seed = 1

// answers are what the game of a scenario offers at a line of do: it is played up
// to there.
func (f *File) answers(ctx context.Context, top *source.Node, t typed) []Item {
	file := scenario.FromNode(f.shown, top, &diag.List{})
	for _, c := range file.Cases {
		for n, line := range c.Do {
			if line.Kind != source.Map || len(line.Pairs) != 1 || !marked(line) {
				continue
			}
			seat, err := strconv.Atoi(line.Pairs[0].Key)
			if err != nil {
				return nil
			}
			offers, err := f.study.Scenarios().Offered(ctx, c, n, engine.Seat(seat), seed)
			if err != nil {
				return nil
			}
			return offered(offers, line.Pairs[0].Value, t)
		}
	}
	return nil
}

// offered are the options as they are written: whole, or in a list those that go on
// as it has begun.
func offered(options []*source.Node, given *source.Node, t typed) []Item {
	var out []Item
	add := func(n *source.Node) {
		text := n.Inline()
		if n.IsScalar() {
			text = quotedAs(n.Text, t)
		}
		out = append(out, Item{Label: plainText(n), Insert: text, Kind: "answer"})
	}
	for _, o := range options {
		switch {
		case given.Kind != source.List || o.Kind != source.List && !position.IsNone(o):
			add(o)
		case o.Kind == source.List:
			if part := next(o, given); part != nil {
				add(part)
			}
		}
	}
	return distinct(out)
}

// next is the part of an option at the marker's place in a list, if the parts before match
// the list.
func next(option, given *source.Node) *source.Node {
	for i, item := range given.Items {
		switch {
		case i >= len(option.Items):
			return nil
		case item.Text == marker:
			return option.Items[i]
		case position.Fold(item.Text) != position.Fold(option.Items[i].Text):
			return nil
		}
	}
	return nil
}

func plainText(n *source.Node) string {
	if n.IsScalar() {
		return n.Text
	}
	return n.Inline()
}
