package position

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// IsNone reports whether an answer takes nothing.
func IsNone(n *source.Node) bool { return n.IsScalar() && Fold(n.Text) == "none" }

// Find returns the first option that the words of an answer name and that is
// not picked yet, or -1.
func (b *Fixture) Find(g *engine.Game, d *engine.Decision, seat engine.Seat, node *source.Node,
	picked engine.Reply) int {
	options := d.OptionsOf(seat)
	for i := range options {
		if !slices.Contains(picked, i) && b.Matches(g, d, seat, &options[i], node) {
			return i
		}
	}
	return -1
}

// Matches reports whether the words of an answer name an option: its label, the
// names of its parts as a list, or its key after "key ".
func (b *Fixture) Matches(g *engine.Game, d *engine.Decision, seat engine.Seat, c *engine.Choice,
	node *source.Node) bool {
	if node.Kind == source.List {
		if len(node.Items) != int(c.N) {
			return false
		}
		for i, item := range node.Items {
			if !b.Part(g, seat, c.V[i], item.Text) {
				return false
			}
		}
		return true
	}
	if key, ok := strings.CutPrefix(node.Text, "key "); ok && key == b.Layout.ChoiceKey(*c) {
		return true
	}
	if c.N == 1 {
		return b.Part(g, seat, c.V[0], node.Text)
	}
	return Fold(b.OptionText(g.Position(), d, c)) == Fold(node.Text)
}

// Part reports whether a text names one part of an option that a seat is offered: as
// the seat sees it, as it is, or by its id.
func (b *Fixture) Part(g *engine.Game, seat engine.Seat, v engine.Value, text string) bool {
	want := Fold(text)
	if Fold(b.OptionPart(g.Position(), v, view.Referee)) == want ||
		v.Kind == engine.Card && Fold(b.OptionPart(g.Position(), v, seat)) == want {
		return true
	}
	switch v.Kind {
	case engine.Flag:
		return v.True() && (want == "yes" || want == "true") || !v.True() && (want == "no" || want == "false")
	case engine.Card:
		return b.isNamed(v.Card(), want)
	case engine.Word:
		return want == Fold(b.Compiled.Pack.Symbols[v.N])
	case engine.SeatKind:
		return want == fmt.Sprint(v.N) || want == fmt.Sprintf("seat %d", v.N)
	case engine.Zone:
		return b.isZone(v.Zone(), seat, text)
	case engine.Handle:
		if in, ok := g.Position().InstanceOf(v); ok {
			return b.isAbility(in, want)
		}
	}
	return false
}

// isNamed reports whether a text (folded) names a card, with its number or without.
func (b *Fixture) isNamed(c engine.CardID, want string) bool {
	name, number, numbered := strings.Cut(want, "#")
	if numbered && number != fmt.Sprint(b.Layout.Copy[c]) {
		return false
	}
	return name == Fold(b.CardName(c)) || name == Fold(b.Layout.Definition(c).ID)
}

// isZone reports whether a text names a zone: by its path, with a space before the
// kind ("Bad Snap left"), on a board by row and column as the asked seat sees
// them, and by its kind alone where the seat or card is plain.
func (b *Fixture) isZone(z engine.ZoneID, seat engine.Seat, text string) bool {
	kind := b.Layout.KindOfZone(z)
	if b.Compiled.Pack.Zones[kind].Rows > 0 {
		if at, err := b.BoardZone(kind, text, seat, diag.Pos{}); err == nil {
			return at == z
		}
	}
	named, err := b.Zone(Spaced(text), diag.Pos{})
	return err == nil && named == z
}

// Spaced turns "Bad Snap left" into "Bad Snap.left".
func Spaced(text string) string {
	if strings.Contains(text, ".") {
		return text
	}
	if i := strings.LastIndexByte(text, ' '); i > 0 {
		return text[:i] + "." + text[i+1:]
	}
	return text
}

// isAbility reports whether a text (folded) names an ability that is offered: by
// its own name, its card's, or "ability of card".
func (b *Fixture) isAbility(in *engine.Instance, want string) bool {
	names := []string{Fold(in.Ability.Name), Fold(b.English.Ability(in.Ability.Name))}
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
