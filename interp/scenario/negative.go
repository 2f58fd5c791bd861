package scenario

import (
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

// A scenario that denies an option shows something only if another scenario meets the option.
// Negatives are the options that a case denies, Met the options that it was offered, in the
// same words.

// Negative is an option that a case denies.
type Negative struct {
	Text string
	Pos  diag.Pos
}

// negatives lists the options that a part of the case denies.
func (r *runner) negatives(n *source.Node) (out []Negative) {
	not := n.Get("not offered")
	if not == nil {
		return nil
	}
	for _, seat := range not.Pairs {
		for _, item := range seat.Value.Entries() {
			out = append(out, Negative{r.canonical(item), item.Pos})
		}
	}
	return out
}

// canonical writes the words of an option in the one way that all scenarios share: cards by
// their names, zones by their paths.
func (r *runner) canonical(n *source.Node) string {
	if n.Kind == source.List {
		return strings.Join(lists.Map(n.Items, r.canonical), " ")
	}
	if c, err := r.Card(n.Text, n.Pos); err == nil {
		return position.Fold(r.CardName(c))
	}
	if z, err := r.Zone(position.Spaced(n.Text), n.Pos); err == nil {
		return position.Fold(r.ZonePath(z))
	}
	return position.Fold(n.Text)
}

// meet keeps the options of the open decision, if a caller asks for them.
func (r *runner) meet(d *engine.Decision) {
	for seat := range r.Layout.AllSeats().Each() {
		if r.met == nil || !d.Waits(seat) {
			continue
		}
		low, _ := d.ShapeOf(seat).Bounds()
		r.met["none"] = r.met["none"] || low == 0
		for _, c := range d.OptionsOf(seat) {
			for _, words := range append(r.recorder.Wordings(r.g, d, &c), r.plainWords(&c)) {
				for _, part := range append(words.Items, words) {
					r.met[r.canonical(part)] = true
				}
			}
		}
	}
}

// plainWords names the parts of an option: an ability by its card, a seat by its number.
func (r *runner) plainWords(c *engine.Choice) *source.Node {
	out := source.NewList()
	for _, v := range c.V[:c.N] {
		if in, ok := r.g.Position().InstanceOf(v); ok && in.Card != 0 {
			v = engine.CardValue(in.Card)
		}
		out.Add(source.NewWord(r.Text(v)))
	}
	return out
}
