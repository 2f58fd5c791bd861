package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// reply turns the words of an answer into the positions of options.
func (r *runner) reply(d *engine.Decision, seat engine.Seat, node *source.Node) (engine.Reply, error) {
	switch d.Kind {
	case engine.PickNumber:
		if node.Kind != source.Number {
			return nil, r.report(node.Pos, "a number from %d to %d is asked for, not %s", d.Min, d.Max, node.Describe())
		}
		return engine.Reply{node.Number}, nil
	case engine.YesNo:
		switch {
		case fold(node.Text) == "yes" || node.Kind == source.Flag && node.Flag:
			return engine.Reply{0}, nil
		case fold(node.Text) == "no" || node.Kind == source.Flag:
			return engine.Reply{1}, nil
		}
		return nil, r.report(node.Pos, "yes or no is asked for, not %s:\n%s", node.Describe(), r.question(d))
	case engine.Split:
		return r.split(d, seat, node)
	case engine.PickOne:
		if d.Optional && isNone(node) {
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

func isNone(n *source.Node) bool { return n.IsScalar() && fold(n.Text) == "none" }

// several reads the answer to a decision that takes several options: a list,
// or one alone, or none.
func (r *runner) several(d *engine.Decision, seat engine.Seat, node *source.Node) (engine.Reply, error) {
	items := list(node)
	if isNone(node) {
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

func (r *runner) split(d *engine.Decision, seat engine.Seat, node *source.Node) (engine.Reply, error) {
	if node.Kind != source.Map {
		return nil, r.report(node.Pos, "an amount for each option is asked for, as {A: 2, B: 1}, not %s:\n%s", node.Describe(), r.question(d))
	}
	reply := make(engine.Reply, len(d.OptionsOf(seat)))
	var picked engine.Reply
	for _, pair := range node.Pairs {
		n, err := r.pick(d, seat, scalar(pair.Key, pair.Pos), picked)
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
	if n := r.find(r.g, d, seat, node, picked); n >= 0 {
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

// find returns the first option that the words of an answer name and that is
// not picked yet, or -1.
func (b *Book) find(g *engine.Game, d *engine.Decision, seat engine.Seat, node *source.Node, picked engine.Reply) int {
	options := d.OptionsOf(seat)
	for i := range options {
		if !slices.Contains(picked, i) && b.matches(g, d, seat, &options[i], node) {
			return i
		}
	}
	return -1
}

// matches tells whether the words of an answer name an option: its label, the
// names of its parts as a list, or its key after "key ".
func (b *Book) matches(g *engine.Game, d *engine.Decision, seat engine.Seat, c *engine.Choice, node *source.Node) bool {
	if node.Kind == source.List {
		if len(node.Items) != int(c.N) {
			return false
		}
		for i, item := range node.Items {
			if !b.part(g, d, seat, c.V[i], item.Text) {
				return false
			}
		}
		return true
	}
	if key, ok := strings.CutPrefix(node.Text, "key "); ok && key == b.Layout.ChoiceKey(*c) {
		return true
	}
	if c.N == 1 {
		return b.part(g, d, seat, c.V[0], node.Text)
	}
	return fold(b.speaker.OptionText(g, d, c, nil)) == fold(node.Text)
}

// part tells whether a text names one part of an option.
func (b *Book) part(g *engine.Game, d *engine.Decision, seat engine.Seat, v engine.Value, text string) bool {
	want := fold(text)
	if fold(b.speaker.OptionPart(g, d, v, nil)) == want {
		return true
	}
	switch v.Kind {
	case engine.Card:
		return b.isNamed(v.Card(), want)
	case engine.Word:
		return want == fold(b.Compiled.Pack.Symbols[v.N])
	case engine.SeatKind:
		return want == fmt.Sprint(v.N) || want == fmt.Sprintf("seat %d", v.N)
	case engine.Zone:
		return b.isZone(v.Zone(), seat, text)
	case engine.Handle:
		if in, ok := g.InstanceOf(v); ok {
			return b.isAbility(g, in, want)
		}
	}
	return false
}

// isNamed tells whether a text (folded) names a card, with its number or without.
func (b *Book) isNamed(c engine.CardID, want string) bool {
	name, number, numbered := strings.Cut(want, "#")
	if numbered && number != fmt.Sprint(b.Layout.Copy[c]) {
		return false
	}
	return name == fold(b.speaker.Card(c)) || name == fold(b.Layout.Definition(c).ID)
}

// isZone tells whether a text names a zone: by its path, with a space before the
// kind ("Bad Snap left"), on a board by row and column as the asked seat sees
// them, and by its kind alone where the seat or card is plain.
func (b *Book) isZone(z engine.ZoneID, seat engine.Seat, text string) bool {
	kind := b.Layout.KindOfZone(z)
	if b.Compiled.Pack.Zones[kind].Rows > 0 {
		if at, err := b.boardZone(kind, text, seat, diag.Pos{}); err == nil {
			return at == z
		}
	}
	named, err := b.zone(spaced(text), diag.Pos{})
	return err == nil && named == z
}

// spaced turns "Bad Snap left" into "Bad Snap.left".
func spaced(text string) string {
	if strings.Contains(text, ".") {
		return text
	}
	if i := strings.LastIndexByte(text, ' '); i > 0 {
		return text[:i] + "." + text[i+1:]
	}
	return text
}

// isAbility tells whether a text (folded) names an ability that is offered: by
// its own name, its card's, or "ability of card".
func (b *Book) isAbility(g *engine.Game, in *engine.Instance, want string) bool {
	names := []string{fold(in.Ability.Name), fold(b.speaker.Ability(in.Ability.Name))}
	if slices.Contains(names, want) {
		return true
	}
	if in.Card == 0 {
		return false
	}
	if b.isNamed(in.Card, want) {
		return true
	}
	ability, card, ok := strings.Cut(want, " of ")
	return ok && slices.Contains(names, ability) && b.isNamed(in.Card, card)
}
