package record

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

// The words of answers: what a scenario writes so that reading it back picks
// the same options.

// OptionWords returns words that name an option: the first of its label, its
// parts by name, and its key, that names no earlier option as well.
func (r *Recorder) OptionWords(g *engine.Game, d *engine.Decision, seat engine.Seat, i int) *source.Node {
	c := &d.OptionsOf(seat)[i]
	for _, words := range r.Wordings(g, d, c) {
		if position.IsNone(words) && (d.Optional || d.Kind.Form() == engine.Picks) {
			continue
		}
		if r.Find(g, d, seat, words, nil) == i && r.only(g, d, seat, words, i) {
			return words
		}
	}
	return source.NewWord("key " + r.Layout.ChoiceKey(*c))
}

// only reports whether words name no option that differs from option i.
func (r *Recorder) only(g *engine.Game, d *engine.Decision, seat engine.Seat, words *source.Node, i int) bool {
	options := d.OptionsOf(seat)
	for k := range options {
		if k != i && options[k] != options[i] && r.Matches(g, d, seat, &options[k], words) {
			return false
		}
	}
	return true
}

// Wordings are ways to name an option, the plainest first.
func (r *Recorder) Wordings(g *engine.Game, d *engine.Decision, c *engine.Choice) []*source.Node {
	if c.N == 1 {
		return []*source.Node{r.partWords(g, c.V[0], true), r.partWords(g, c.V[0], false)}
	}
	plain, exact := source.NewList(), source.NewList()
	for _, v := range c.V[:c.N] {
		plain.Add(r.partWords(g, v, true))
		exact.Add(r.partWords(g, v, false))
	}
	return []*source.Node{source.NewWord(r.OptionText(g.Position(), d, c)), plain, exact}
}

// partWords names one part of an option; plainly, or so that nothing else has
// that name.
func (r *Recorder) partWords(g *engine.Game, v engine.Value, plain bool) *source.Node {
	switch v.Kind {
	case engine.Number:
		return source.NewNumber(int(v.N))
	case engine.Flag:
		return source.NewWord(r.Layout.Key(v))
	case engine.Word:
		return source.NewWord(r.Text(v))
	case engine.Card, engine.Zone:
		if !plain {
			return source.NewWord(r.Text(v))
		}
		if v.Kind == engine.Card {
			return source.NewWord(r.CardName(v.Card()))
		}
	case engine.Handle:
		if in, ok := g.Position().InstanceOf(v); ok && !plain && in.Card != 0 {
			return source.NewWord(fmt.Sprintf("%s of %s", in.Ability.Name, r.CardText(in.Card)))
		} else if ok && in.Card != 0 && !strings.Contains(r.OptionPart(g.Position(), v, view.Referee), "(") {
			return source.NewWord(r.OptionPart(g.Position(), v, view.Referee))
		} else if ok {
			return source.NewWord(in.Ability.Name)
		}
	}
	return source.NewWord(r.OptionPart(g.Position(), v, view.Referee))
}

// replyWords writes a whole reply.
func (r *Recorder) replyWords(g *engine.Game, d *engine.Decision, seat engine.Seat, reply engine.Reply) *source.Node {
	switch d.Kind.Form() {
	case engine.Quantity:
		return source.NewNumber(reply[0])
	case engine.Pick:
		if len(reply) == 0 {
			return source.NewWord("none")
		}
		return r.OptionWords(g, d, seat, reply[0])
	case engine.Amounts:
		out := source.NewMap()
		for i, amount := range reply {
			if amount > 0 {
				words := r.OptionWords(g, d, seat, i)
				if words.Kind == source.List {
					words = source.NewWord("key " + r.Layout.ChoiceKey(d.OptionsOf(seat)[i]))
				}
				out.Put(words.Text, source.NewNumber(amount))
			}
		}
		return out
	}
	out := source.NewList()
	for _, i := range reply {
		out.Add(r.OptionWords(g, d, seat, i))
	}
	return out
}
