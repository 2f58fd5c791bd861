package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// looker shows a person a view of the table.
type looker struct {
	*locale.Voice
	view *view.View
	out  io.Writer
}

// looking shows a game to a person as a viewer of package view sees it.
func looking(speaker *locale.Speaker, g *engine.Position, viewer engine.Seat, out io.Writer) *looker {
	v := view.Of(g, viewer)
	return &looker{Voice: speaker.At(v.Players), view: v, out: out}
}

// labeller names an attribute, and says whether it has a name for people.
type labeller func(engine.AttributeID) (string, bool)

// table prints the table's values and zones, then those of each seat, the
// reader's own first.
func (l *looker) table() {
	l.values("", l.view.Game, l.GameAttribute)
	l.zones(l.view.Table)
	first := 0
	if l.view.Seat != view.Referee && l.view.Seat > 0 {
		first = int(l.view.Seat) - 1
	}
	for n := range l.view.Players {
		p := &l.view.Players[(first+n)%len(l.view.Players)]
		fmt.Fprintf(l.out, "%s\n", l.Seat(p.Seat))
		l.values("  ", p.Attributes, l.SeatAttribute)
		l.zones(p.Zones)
	}
}

// parts are the attributes that say something and have a name for people.
func (l *looker) parts(attributes []view.Attribute, label labeller) []string {
	var parts []string
	for i := range attributes {
		v := &attributes[i].Value
		name, named := label(attributes[i].ID)
		if !named || v.Kind == view.NothingValue || v.Kind == view.FlagValue && v.Number == 0 {
			continue
		}
		text := l.Value(v)
		if v.Kind == view.ListValue {
			if text = l.list(v); text == "" {
				continue
			}
		}
		parts = append(parts, name+" "+text)
	}
	return parts
}

// values prints attributes on a line of their own, if there are any.
func (l *looker) values(indent string, attributes []view.Attribute, label labeller) {
	if parts := l.parts(attributes, label); len(parts) > 0 {
		fmt.Fprintln(l.out, indent+strings.Join(parts, ", "))
	}
}

// zones prints zones: the cards where the reader knows them, else their number.
func (l *looker) zones(zones []view.Zone) {
	for i := range zones {
		z := &zones[i]
		if z.Count == 0 {
			continue
		}
		name := l.ZoneKind(z.At.ZoneKind)
		if l.onBoard(z) {
			name = l.Zone(&z.At) // with its place on the board
		}
		known := knownIn(z)
		if len(known) == 0 || z.Ordered && len(known) < z.Count || len(known) > 24 {
			fmt.Fprintf(l.out, "  %s: %d\n", name, z.Count)
			continue
		}
		fmt.Fprintf(l.out, "  %s:\n", name)
		l.cards(known, "    ")
		if hidden := z.Count - len(known); hidden > 0 {
			fmt.Fprintf(l.out, "    %d face down\n", hidden)
		}
	}
}

func (l *looker) onBoard(z *view.Zone) bool { return l.IsBoard(z.At.ZoneKind) }

func knownIn(z *view.Zone) []*view.Card {
	var known []*view.Card
	for i := range z.Cards {
		if z.Cards[i].Is.Kind == view.CardValue {
			known = append(known, &z.Cards[i])
		}
	}
	return known
}

// cards prints cards; those on which nothing lies and that read alike are one
// line, at the place of the first.
func (l *looker) cards(cards []*view.Card, indent string) {
	count := map[string]int{}
	for _, c := range cards {
		if len(c.Zones) == 0 {
			count[l.text(c)]++
		}
	}
	for _, c := range cards {
		text := l.text(c)
		switch n := count[text]; {
		case len(c.Zones) > 0 || n == 1:
			l.card(c, indent)
		case n > 1:
			fmt.Fprintf(l.out, "%s%s x%d%s\n", indent, l.Value(&c.Is), n, l.printed(c))
			delete(count, text)
		}
	}
}

func (l *looker) text(c *view.Card) string { return l.Value(&c.Is) + l.printed(c) }

// card prints a card with its values and what lies on it.
func (l *looker) card(c *view.Card, indent string) {
	fmt.Fprintf(l.out, "%s%s\n", indent, l.text(c))
	for i := range c.Zones {
		z := &c.Zones[i]
		known := knownIn(z)
		fmt.Fprintf(l.out, "%s  %s:", indent, l.ZoneKind(z.At.ZoneKind))
		if hidden := z.Count - len(known); hidden > 0 {
			fmt.Fprintf(l.out, " %d face down", hidden)
		}
		fmt.Fprintln(l.out)
		l.cards(known, indent+"    ")
	}
}

// printed writes the values of a card that say something.
func (l *looker) printed(c *view.Card) string {
	spoken := slices.DeleteFunc(slices.Clone(c.Attributes), func(a view.Attribute) bool {
		value := a.Value.Text
		if a.Value.Kind == view.NumberValue {
			value = fmt.Sprint(a.Value.Number)
		}
		return l.Silent(c.Type, a.Name, value)
	})
	if parts := l.parts(spoken, l.CardAttribute); len(parts) > 0 {
		return " (" + strings.Join(parts, ", ") + ")"
	}
	return ""
}

func (l *looker) list(v *view.Value) string {
	var words []string
	for i := range v.Items {
		words = append(words, l.Value(&v.Items[i]))
	}
	return strings.Join(words, "/")
}

// says prints what a card says: what is printed on it, its text and those of
// its abilities.
func (l *looker) says(g *engine.Position, name string) bool {
	for d := range g.Pack.Defs {
		def := engine.DefID(d)
		if !strings.EqualFold(l.Def(def), name) && g.Pack.Defs[d].ID != name {
			continue
		}
		c := view.Definition(g, def)
		l.card(&c, "")
		for _, sentence := range l.CardText(def) {
			fmt.Fprintln(l.out, "  "+sentence)
		}
		return true
	}
	return false
}

// standings prints the seats' numbers at the end of a game; nothing where no seat
// has one that says something.
func (l *looker) standings() {
	before := "\n"
	for i := range l.view.Players {
		p := &l.view.Players[i]
		var numbers []view.Attribute
		for _, a := range p.Attributes {
			if a.Value.Kind == view.NumberValue {
				numbers = append(numbers, a)
			}
		}
		if parts := l.parts(numbers, l.SeatAttribute); len(parts) > 0 {
			fmt.Fprintf(l.out, "%s%s: %s\n", before, l.Seat(p.Seat), strings.Join(parts, ", "))
			before = ""
		}
	}
}
