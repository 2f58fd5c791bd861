package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

// longList is how many options a decision may have before a report puts those
// first that are nearest to the answer that was given.
const longList = 12

// nearest orders the options of a decision by how near their words come to an
// answer; the first number is how many letters the best is off.
func (r *runner) nearest(d *engine.Decision, seat engine.Seat, answer *source.Node) (order []int, off int) {
	var given []string
	if answer.IsScalar() {
		given = strings.Fields(position.Fold(answer.Text))
	}
	for _, item := range answer.Items {
		given = append(given, strings.Fields(position.Fold(item.Text))...)
	}
	options := d.OptionsOf(seat)
	score := make([]int, len(options))
	for i := range options {
		order = append(order, i)
		score[i] = -1
		for _, words := range r.recorder.Wordings(r.g, d, &options[i]) {
			text := words.Text
			for _, item := range words.Items {
				text += " " + item.Text
			}
			if n := apart(given, strings.Fields(position.Fold(text))); score[i] < 0 || n < score[i] {
				score[i] = n
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return score[a] - score[b] })
	if len(order) == 0 {
		return nil, 0
	}
	return order, score[order[0]]
}

// apart counts the letters by which the words of an answer differ from those of an option,
// each compared with the nearest one.
func apart(given, option []string) int {
	total := 0
	for _, word := range given {
		least := len([]rune(word))
		for _, other := range option {
			least = min(least, diag.Distance([]rune(word), []rune(other)))
		}
		total += least
	}
	return total
}

// notOffered is the failure of an answer that names no option: it shows the options, the
// nearest first if there are many.
func (r *runner) notOffered(d *engine.Decision, seat engine.Seat, node *source.Node) error {
	order, off := r.nearest(d, seat, node)
	f := r.report(node, "%s is not offered:\n%s", wordsText(node),
		r.questionIn(d, map[engine.Seat][]int{seat: order})).(*position.Failure)
	if len(order) > 0 && off > 0 && off <= 3 {
		words := r.recorder.OptionWords(r.g, d, seat, order[0])
		f.Hint = words.Text
		if f.Hint == "" {
			f.Hint = words.Inline()
		}
	}
	if node.IsScalar() {
		return r.doubtCard(f, node.Text)
	}
	return f
}

// optionLine shows an option by its label; words that name one of several copies stand behind it.
func (r *runner) optionLine(d *engine.Decision, seat engine.Seat, i int) string {
	words := r.recorder.OptionWords(r.g, d, seat, i)
	label := r.recorder.Wordings(r.g, d, &d.OptionsOf(seat)[i])[0]
	if words.Kind != source.List || label.Text == "" {
		return words.Inline()
	}
	return label.Inline() + "  # " + words.Inline()
}

// question shows an open decision in the words that answer it.
func (r *runner) question(d *engine.Decision) string { return r.questionIn(d, nil) }

// questionIn shows an open decision with the options of seats in an order, if
// they are many.
func (r *runner) questionIn(d *engine.Decision, order map[engine.Seat][]int) string {
	var b strings.Builder
	for s := range r.Layout.AllSeats().Each() {
		if r.mute || !d.Asks(s) {
			continue
		}
		fmt.Fprintf(&b, "  seat %d: %s (%s)\n", s,
			r.Voice(r.g.Position()).Question(view.AskedOf(r.g.Position(), d, view.Referee, 0)),
			r.Compiled.Pack.Symbols[d.Prompt])
		n := len(d.OptionsOf(s))
		most := mostOptions
		if order[s] != nil && n > longList {
			most = longList
		}
		for k := range min(n, most) {
			i := k
			if most == longList {
				i = order[s][k]
			}
			fmt.Fprintf(&b, "    - %s\n", r.optionLine(d, s, i))
		}
		if n > most {
			fmt.Fprintf(&b, "    ... and %d more\n", n-most)
		}
		if how := howMany(d.ShapeOf(s)); how != "" {
			fmt.Fprintf(&b, "    %s\n", how)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}
