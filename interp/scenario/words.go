package scenario

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// The words of answers: what a scenario writes so that reading it back picks
// the same options.

// optionWords returns words that name an option: the first of its label, its
// parts by name, and its key, that names no earlier option as well.
func (b *Book) optionWords(g *engine.Game, d *engine.Decision, seat engine.Seat, i int) *source.Node {
	c := &d.OptionsOf(seat)[i]
	for _, words := range b.wordings(g, d, c) {
		if isNone(words) && (d.Optional || d.Kind == engine.PickSome) {
			continue
		}
		if b.find(g, d, seat, words, nil) == i && b.only(g, d, seat, words, i) {
			return words
		}
	}
	return word("key " + b.Layout.ChoiceKey(*c))
}

// only tells whether words name no option that differs from option i.
func (b *Book) only(g *engine.Game, d *engine.Decision, seat engine.Seat, words *source.Node, i int) bool {
	options := d.OptionsOf(seat)
	for k := range options {
		if k != i && options[k] != options[i] && b.matches(g, d, seat, &options[k], words) {
			return false
		}
	}
	return true
}

// wordings are ways to name an option, the plainest first.
func (b *Book) wordings(g *engine.Game, d *engine.Decision, c *engine.Choice) []*source.Node {
	if c.N == 1 {
		return []*source.Node{b.partWords(g, d, c.V[0], true), b.partWords(g, d, c.V[0], false)}
	}
	plain, exact := &source.Node{Kind: source.List}, &source.Node{Kind: source.List}
	for _, v := range c.V[:c.N] {
		plain.Items = append(plain.Items, b.partWords(g, d, v, true))
		exact.Items = append(exact.Items, b.partWords(g, d, v, false))
	}
	return []*source.Node{word(b.speaker.OptionText(g, d, c, nil)), plain, exact}
}

// partWords names one part of an option; plainly, or so that nothing else has
// that name.
func (b *Book) partWords(g *engine.Game, d *engine.Decision, v engine.Value, plain bool) *source.Node {
	switch v.Kind {
	case engine.Number:
		return number(int(v.N))
	case engine.Card:
		if plain {
			return word(b.speaker.Card(v.Card()))
		}
		return word(b.cardText(v.Card()))
	case engine.Zone:
		if plain {
			return word(b.speaker.OptionPart(g, d, v, nil))
		}
		return word(b.zonePath(v.Zone()))
	case engine.Word:
		return word(b.Compiled.Pack.Symbols[v.N])
	case engine.Handle:
		if in, ok := g.InstanceOf(v); ok && !plain && in.Card != 0 {
			return word(fmt.Sprintf("%s of %s", in.Ability.Name, b.cardText(in.Card)))
		} else if ok && in.Card != 0 && !strings.Contains(b.speaker.OptionPart(g, d, v, nil), "(") {
			return word(b.speaker.OptionPart(g, d, v, nil))
		} else if ok {
			return word(in.Ability.Name)
		}
	}
	return word(b.speaker.OptionPart(g, d, v, nil))
}

// replyWords writes a whole reply.
func (b *Book) replyWords(g *engine.Game, d *engine.Decision, seat engine.Seat, r engine.Reply) *source.Node {
	switch d.Kind {
	case engine.PickNumber:
		return number(r[0])
	case engine.YesNo:
		return word([...]string{"yes", "no"}[r[0]])
	case engine.PickOne:
		if len(r) == 0 {
			return word("none")
		}
		return b.optionWords(g, d, seat, r[0])
	case engine.Split:
		out := &source.Node{Kind: source.Map}
		for i, amount := range r {
			if amount > 0 {
				words := b.optionWords(g, d, seat, i)
				if words.Kind == source.List {
					words = word("key " + b.Layout.ChoiceKey(d.OptionsOf(seat)[i]))
				}
				out.Pairs = append(out.Pairs, source.Pair{Key: words.Text, Value: number(amount)})
			}
		}
		return out
	}
	out := &source.Node{Kind: source.List}
	for _, i := range r {
		out.Items = append(out.Items, b.optionWords(g, d, seat, i))
	}
	return out
}

func word(text string) *source.Node { return &source.Node{Kind: source.Word, Text: text} }

func number(n int) *source.Node { return scalar(fmt.Sprint(n), diag.Pos{}) }
