package screen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/columns"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// briefs are the short forms of facts, without the obvious ones and those of the slots in
// skip.
func briefs(facts []scene.Fact, skip ...string) []string {
	var out []string
	for i := range facts {
		f := &facts[i]
		if f.Quiet || slices.Contains(skip, f.Slot) {
			continue
		}
		text := f.Brief
		if f.Printed != "" {
			text += "(" + f.Printed + ")"
		}
		out = append(out, text)
	}
	return out
}

// explained are the short forms of facts with what modifies them.
func explained(facts []scene.Fact, skip ...string) []string {
	out := slices.Clone(facts)
	for i := range out {
		if f := &out[i]; len(f.By) > 0 {
			f.Printed += ", " + strings.Join(f.By, ", ")
		}
	}
	return briefs(out, skip...)
}

// numbers writes the numbers of options before what they touch, in their order.
func numbers(options []int) string {
	var parts []string
	for i := 0; i < len(options); i++ {
		text := fmt.Sprint(options[i])
		from := i
		for i+1 < len(options) && options[i+1] == options[i]+1 {
			i++
		}
		to := ","
		if i > from+1 {
			to = "-"
		}
		if i > from {
			text += to + fmt.Sprint(options[i])
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 || len(parts) > 4 {
		return ""
	}
	return "(" + strings.Join(parts, ",") + ") "
}

// brief is a card in a few words: the options that touch it, its seat if not obvious, its
// signs, its name, its values, and its role in the question. The cards on it follow in
// brackets.
func (d *drawing) brief(c *scene.Card, of engine.Seat) string {
	var b strings.Builder
	b.WriteString(numbers(c.Options))
	if c.Seat != 0 && c.Seat != of {
		b.WriteString(d.marks[int(c.Seat)] + " ")
	}
	for i := range c.Areas {
		b.WriteString(d.sign(&c.Areas[i]))
	}
	b.WriteString(c.Name)
	if c.Copies > 1 {
		b.WriteString(" x" + fmt.Sprint(c.Copies))
	}
	for _, value := range briefs(c.Facts, "left", "middle", "right") {
		b.WriteString(" " + value)
	}
	for _, role := range c.Roles {
		b.WriteString(" <" + role + ">")
	}
	if c.Changed {
		b.WriteString("*")
	}
	for i := range c.Areas {
		if d.sign(&c.Areas[i]) != "" {
			continue
		}
		if text := d.on(&c.Areas[i], of); text != "" {
			b.WriteString(" [" + text + "]")
		}
	}
	return b.String()
}

// sign is the contents of a place, if a sign stands for it.
func (d *drawing) sign(a *scene.Area) string {
	if len(a.Cards) != 1 || a.Cards[0].Sign == "" || len(a.Cards[0].Options) > 0 || a.Cards[0].Copies > 1 {
		return ""
	}
	return a.Cards[0].Sign
}

// on is the contents of a place on a card; for cards that lie face down only the place and
// the number.
func (d *drawing) on(a *scene.Area, of engine.Seat) string {
	var cards []string
	hidden := a.Hidden
	for i := range a.Cards {
		if c := &a.Cards[i]; c.Hidden && len(c.Options)+len(c.Roles)+len(c.Areas) == 0 {
			hidden += c.Copies
			continue
		}
		cards = append(cards, d.brief(&a.Cards[i], of))
	}
	if hidden > 0 {
		cards = append(cards, a.Name+" "+fmt.Sprint(hidden))
	}
	return strings.Join(cards, ", ")
}

// Card is all of a card.
func (s *Screen) Card(of *scene.Scene, c *scene.Card) []Line {
	d := s.drawing(of, nil)
	name := c.Name
	if c.TypeName != "" {
		name += " (" + c.TypeName + ")"
	}
	if c.Copies > 1 {
		name += " " + d.Say("copies", "count", c.Copies)
	}
	out := []Line{{Text: name, Strong: true}}
	var facts []string
	for i := range c.Facts {
		f := &c.Facts[i]
		text := f.Name + " " + f.Text
		if f.Other != "" {
			text += " (" + f.Other + ")"
		}
		if f.Printed != "" {
			text += " (" + strings.Join(append([]string{d.Say("printed", "value", f.Printed)}, f.By...), ", ") + ")"
		}
		facts = append(facts, text)
	}
	if len(facts) > 0 {
		out = append(out, plain(columns.Wrap(facts, ", ", "  ", "  ", d.Width))...)
	}
	for _, sentence := range c.Text {
		out = append(out, plain(columns.Paragraph(sentence, "  ", "  ", d.Width))...)
	}
	for i := range c.Areas {
		if text := d.on(&c.Areas[i], 0); text != "" {
			out = append(out, plain(columns.Paragraph(d.Label(c.Areas[i].Name)+text, "  ", "    ", d.Width))...)
		}
	}
	return out
}

func plain(texts []string) []Line {
	out := make([]Line, len(texts))
	for i, text := range texts {
		out[i].Text = text
	}
	return out
}

func faint(texts []string) []Line {
	out := plain(texts)
	for i := range out {
		out[i].Faint = true
	}
	return out
}

// Chain draws texts of which each led to the next, one deeper than the other.
func (s *Screen) Chain(texts []string) []Line {
	var out []Line
	for depth, text := range texts {
		indent := strings.Repeat("  ", min(depth, 10))
		out = append(out, plain(columns.Paragraph(text, indent, indent+"    ", s.Width))...)
	}
	return out
}

// Place is all of one place.
func (s *Screen) Place(of *scene.Scene, a *scene.Area) []Line {
	d := s.drawing(of, nil)
	out := []Line{{Text: a.Title + " " + fmt.Sprint(a.Count), Strong: true}}
	for i := range a.Cards {
		out = append(out, plain(columns.Paragraph(d.brief(&a.Cards[i], a.Seat), "  ", "    ", d.Width))...)
		for _, sentence := range a.Cards[i].Text {
			out = append(out, faint(columns.Paragraph(sentence, "    ", "    ", d.Width))...)
		}
	}
	if a.Hidden > 0 {
		out = append(out, Line{Text: "  " + s.Say("face_down", "count", a.Hidden)})
	}
	return out
}

// Side is all of one side.
func (s *Screen) Side(of *scene.Scene, side *scene.Seat) []Line {
	return s.drawing(of, nil).side(side)
}

// Standings are the seats' numbers, for the end of a game.
func (s *Screen) Standings(of *scene.Scene) []Line {
	var out []Line
	for i := range of.Seats {
		var facts []string
		for _, f := range of.Seats[i].Facts {
			if f.Number != nil {
				facts = append(facts, f.Name+" "+f.Text)
			}
		}
		if len(facts) > 0 {
			out = append(out, Line{Text: s.Label(of.Seats[i].Name) + strings.Join(facts, ", ")})
		}
	}
	return out
}
