package screen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/columns"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/sanitize"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// table draws the place in the flow, the table's places, the seats, the lasting effects, how the
// game ends and the meaning of the signs.
func (d *drawing) table() []Line {
	pieces := append([]string{strings.Join(d.scene.Where, " > ")}, briefs(d.scene.Facts)...)
	if len(pieces) > 1 {
		pieces = append([]string{pieces[0] + "   " + pieces[1]}, pieces[2:]...)
	}
	out := d.head(Line{Strong: true}, pieces)
	places, piles := d.places(d.scene.Table, 0, "")
	out = append(out, places...)
	out = append(out, d.head(Line{Faint: true}, piles)...)
	for i := range d.scene.Seats {
		out = append(out, d.side(&d.scene.Seats[i])...)
	}
	var effects []string
	for _, e := range d.scene.Effects {
		if !slices.Contains(effects, e.Name) {
			effects = append(effects, e.Name)
		}
	}
	if len(effects) > 0 {
		out = append(out, d.head(Line{}, []string{d.Say("effects") + " " + strings.Join(effects, ", ")})...)
	}
	for _, text := range []string{d.scene.Failure, d.scene.Ended} {
		out = append(out, d.head(Line{Strong: true}, []string{sanitize.Line(text)})...)
	}
	if d.scene.Ends != "" && d.scene.Over == nil {
		out = append(out, faint(columns.Paragraph(sanitize.Line(d.scene.Ends), "", "  ", d.Width))...)
	}
	if len(d.scene.Signs) > 0 {
		signs := lists.Map(d.scene.Signs, func(s scene.Sign) string { return s.Sign + " " + s.Name })
		out = append(out, faint(columns.Wrap(signs, ", ", d.Say("signs")+" ", "  ", d.Width))...)
	}
	return out
}

// head draws pieces beside each other, the first line as strong as a line is, all as faint.
func (d *drawing) head(like Line, pieces []string) []Line {
	pieces = slices.DeleteFunc(pieces, func(p string) bool { return p == "" })
	if len(pieces) == 0 {
		return nil
	}
	out := plain(columns.Wrap(pieces, " · ", "", "    ", d.Width))
	for i := range out {
		out[i].Faint = like.Faint
	}
	out[0].Strong = like.Strong
	return out
}

// called is a seat's name, with its mark and whether it is the viewer's.
func (d *drawing) called(s *scene.Seat) string {
	name := numbers(s.Options) + s.Name
	if s.Mark != s.Name {
		name += " " + s.Mark
	}
	if s.You {
		name += " (" + d.Say("you") + ")"
	}
	if s.Turn {
		name = "> " + name
	}
	return name
}

// side is a seat's name with its values and piles, and below it its other places.
func (d *drawing) side(s *scene.Seat) []Line {
	places, piles := d.places(s.Areas, s.Seat, "  ")
	return append(d.head(Line{Strong: s.You}, slices.Concat([]string{d.called(s)}, briefs(s.Facts), piles)), places...)
}

// places are the places of a list, and its piles in a few words.
func (d *drawing) places(list []scene.Area, of engine.Seat, indent string) (out []Line, piles []string) {
	for i := range list {
		a := &list[i]
		switch {
		case a.Form == scene.Pile:
			piles = append(piles, d.count(a))
		case a.Form == scene.Board:
			out = append(out, d.board(a)...)
		case stage(a):
			for j := range a.Cards {
				out = append(out, d.stages(a, &a.Cards[j])...)
			}
		default:
			out = append(out, d.row(a, of, indent)...)
		}
	}
	return out, piles
}

// count is a place as its name and its number of cards.
func (d *drawing) count(a *scene.Area) string {
	text := numbers(a.Options) + a.Name + " " + fmt.Sprint(a.Count)
	if a.Changed {
		text += "*"
	}
	return text
}

// board draws a grid row by row, the farthest first.
func (d *drawing) board(a *scene.Area) []Line {
	out := []Line{{Text: strings.TrimSpace(d.Label(a.Name))}}
	for places := range slices.Chunk(a.Areas, a.Columns) {
		pieces := lists.Map(places, func(p scene.Area) string { return d.place(&p) })
		out = append(out, plain(columns.Wrap(pieces, " | ", "  ", "    ", d.Width))...)
	}
	return out
}

// text are the sentences of a card, to stand after it where they do.
func (d *drawing) text(a *scene.Area, c *scene.Card) string {
	if !a.Texts || len(c.Text) == 0 {
		return ""
	}
	return " – " + strings.Join(c.Text, " ")
}

// row draws a place with its cards side by side.
func (d *drawing) row(a *scene.Area, of engine.Seat, indent string) []Line {
	var cards []string
	for i := range a.Cards {
		cards = append(cards, d.brief(&a.Cards[i], of)+d.text(a, &a.Cards[i]))
	}
	if a.Hidden > 0 {
		cards = append(cards, d.Say("face_down", "count", a.Hidden))
	}
	if len(cards) == 0 {
		cards = append(cards, d.Say("empty"))
	}
	return plain(columns.Wrap(cards, ", ", indent+d.Label(numbers(a.Options)+a.Name), indent+"    ", d.Width))
}

// stage reports whether cards in a place have places with their own values, or of seats:
// each card takes a line then, with everything at it.
func stage(a *scene.Area) bool {
	return slices.ContainsFunc(a.Cards, func(c scene.Card) bool {
		return slices.ContainsFunc(c.Areas, func(on scene.Area) bool {
			return len(on.Facts) > 0 || on.Seat != 0 || len(on.Options) > 0
		})
	})
}

// stages is such a card with its places from left to right.
func (d *drawing) stages(a *scene.Area, c *scene.Card) []Line {
	bare := *c
	var totals []scene.Fact
	bare.Areas = nil
	bare.Facts = nil
	for _, f := range c.Facts {
		if f.Seat != 0 {
			totals = append(totals, f)
		} else {
			bare.Facts = append(bare.Facts, f)
		}
	}
	label := d.brief(&bare, 0) + d.text(a, c)
	if len(c.Areas) == 0 {
		return plain(columns.Paragraph(d.Label(a.Name)+label, "", "    ", d.Width))
	}
	var pieces []string
	if all := briefs(totals); len(all) > 0 {
		pieces = append(pieces, strings.Join(all, " "))
	}
	for j := range c.Areas {
		pieces = append(pieces, d.place(&c.Areas[j]))
	}
	return plain(columns.Wrap(pieces, " | ", d.Label(label), "    ", d.Width))
}

// place draws a place on a card or a board: its values, and the cards there.
func (d *drawing) place(a *scene.Area) string {
	there := d.on(a, 0)
	if there == "" {
		there = "–"
	}
	parts := []string{strings.TrimSpace(numbers(a.Options)), strings.Join(briefs(a.Facts), "/"), there}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " ")
}
