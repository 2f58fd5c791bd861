package scenario

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

// reply turns the words of an answer into the positions of options.
func (r *runner) reply(d *engine.Decision, seat engine.Seat, node *source.Node) (engine.Reply, error) {
	shape := d.ShapeOf(seat)
	low, high := shape.Bounds()
	switch shape.Form() {
	case engine.Quantity:
		if node.Kind != source.Number {
			return nil, r.report(node, "a number from %d to %d is asked for, not %s", low, high, node.Describe())
		}
		return engine.Reply{node.Number}, nil
	case engine.Amounts:
		return r.split(d, seat, node)
	case engine.Pick:
		if low == 0 && position.IsNone(node) {
			return engine.Reply{}, r.onlyNone(d, seat, node)
		}
		if low == 0 && node.Kind == source.List && len(node.Items) == 0 {
			return engine.Reply{}, nil
		}
		n, err := r.pick(d, seat, node, nil)
		if err != nil {
			return nil, err
		}
		return engine.Reply{n}, nil
	}
	return r.several(d, seat, node)
}

// several reads the answer to a decision that takes several options: a list,
// or one alone, or none.
func (r *runner) several(d *engine.Decision, seat engine.Seat, node *source.Node) (engine.Reply, error) {
	items := node.Entries()
	if position.IsNone(node) {
		if err := r.onlyNone(d, seat, node); err != nil {
			return nil, err
		}
		items = nil
	}
	reply := engine.Reply{}
	for _, item := range items {
		n, err := r.pick(d, seat, item, reply)
		if err != nil {
			return nil, err
		}
		reply = append(reply, n)
	}
	return reply, nil
}

// onlyNone refuses none as an answer where an option has that name: which of the two is meant
// nobody can tell.
func (r *runner) onlyNone(d *engine.Decision, seat engine.Seat, node *source.Node) error {
	i := r.Find(r.g, d, seat, node, nil)
	if i < 0 {
		return nil
	}
	return r.report(node, "none is the answer that takes nothing, and an option is called so too; "+
		"write the option as 'key %s', and [] for nothing", r.Layout.ChoiceKey(d.OptionsOf(seat)[i]))
}

func (r *runner) split(d *engine.Decision, seat engine.Seat, node *source.Node) (engine.Reply, error) {
	if node.Kind != source.Map {
		return nil, r.report(node, "an amount for each option is asked for, as {A: 2, B: 1}, not %s:\n%s",
			node.Describe(), r.question(d))
	}
	reply := make(engine.Reply, len(d.OptionsOf(seat)))
	var picked engine.Reply
	for _, pair := range node.Pairs {
		n, err := r.pick(d, seat, source.NewScalar(pair.Key, pair.Pos), picked)
		if err != nil {
			return nil, err
		}
		picked = append(picked, n)
		reply[n] = pair.Value.Number
	}
	return reply, nil
}

// pick finds an option that is not picked yet, so that equal words name one
// option after another.
func (r *runner) pick(d *engine.Decision, seat engine.Seat, node *source.Node, picked engine.Reply) (int, error) {
	if n := r.Find(r.g, d, seat, node, picked); n >= 0 {
		return n, nil
	}
	return 0, r.notOffered(d, seat, node)
}

// wordsText shows an answer in a message.
func wordsText(node *source.Node) string {
	if node.IsScalar() {
		return fmt.Sprintf("%q", node.Text)
	}
	return node.Inline()
}
