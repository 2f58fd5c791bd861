package screen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// drawing is a table in the making.
type drawing struct {
	*Screen
	squeeze
	scene *scene.Scene
	marks map[int]string
	// narrow leaves names of values out, as on a board; cornered shows the corner of
	// the face alone, nameless no value.
	narrow, cornered, nameless bool
}

// table draws the table: where the game stands, the table's places, the seats.
func (d *drawing) table() []Line {
	var out []Line
	head := strings.Join(d.scene.Where, " > ")
	if facts := briefs(d.scene.Facts); len(facts) > 0 {
		head += "   " + strings.Join(facts, " · ")
	}
	seats := d.seats()
	if d.joined && len(seats) > 1 && !seats[0].Strong && width(head)+3+width(seats[0].Text) <= d.Width {
		head, seats = head+" · "+seats[0].Text, seats[1:]
	}
	if head = strings.TrimSpace(head); head != "" {
		out = append(out, Line{Text: cut(head, d.Width), Strong: true})
	}
	out = append(out, d.areas(d.scene.Table, 0, "")...)
	out = append(out, seats...)
	if !d.unsigned {
		out = append(out, d.notes()...)
	}
	return out
}

// seats draws the sides, those of others on one line where room is scarce.
func (d *drawing) seats() []Line {
	var out []Line
	var joined []string
	for i := range d.scene.Seats {
		s := &d.scene.Seats[i]
		if d.joined && !s.You && !slices.ContainsFunc(s.Areas, func(a scene.Area) bool { return busy(&a) }) {
			joined = append(joined, strings.Join(d.aside(s), " "))
			continue
		}
		if len(joined) > 0 {
			out, joined = append(out, plain(wrap(joined, " · ", "", "  ", d.Width))...), nil
		}
		out = append(out, d.seat(s)...)
	}
	if len(joined) > 0 {
		out = append(out, plain(wrap(joined, " · ", "", "  ", d.Width))...)
	}
	return out
}

// aside is a side in a few words: its name and values, single cards, and how many
// lie elsewhere.
func (d *drawing) aside(s *scene.Seat) []string {
	out := append([]string{d.called(s)}, briefs(s.Facts)...)
	for i := range s.Areas {
		switch a := &s.Areas[i]; {
		case single(a):
			out = append(out, d.beside(a, s.Seat))
		case a.Form != scene.Pile:
			out = append(out, d.count(a))
		}
	}
	return out
}

// single reports whether one open card is all that lies in a place.
func single(a *scene.Area) bool {
	return a.Form == scene.Row && a.Count == 1 && len(a.Cards) == 1 && !a.Cards[0].Hidden && !stage(a)
}

// beside is a place with its single card, to stand on a line with others.
func (d *drawing) beside(a *scene.Area, of engine.Seat) string {
	return numbers(a.Options) + a.Name + " " + d.brief(&a.Cards[0], of)
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

// notes are what lasts, and what the signs mean.
func (d *drawing) notes() []Line {
	var out []Line
	var effects, signs []string
	for _, e := range d.scene.Effects {
		if !slices.Contains(effects, e.Name) {
			effects = append(effects, e.Name)
		}
	}
	if len(effects) > 0 {
		out = append(out, plain(wrap(effects, ", ", d.Say("effects")+" ", "  ", d.Width))...)
	}
	for _, s := range d.scene.Signs {
		signs = append(signs, s.Sign+" "+s.Name)
	}
	if len(signs) > 0 {
		for _, text := range wrap(signs, ", ", d.Say("signs")+" ", "  ", d.Width) {
			out = append(out, Line{Text: text, Faint: true})
		}
	}
	return out
}

// seat draws one side: its name with values, and its places.
func (d *drawing) seat(s *scene.Seat) []Line {
	head := append([]string{d.called(s)}, briefs(s.Facts)...)
	var rest []scene.Area
	for i := range s.Areas {
		a := &s.Areas[i]
		switch idle := !busy(a); {
		case single(a) && !a.Held && (d.inline && s.You && !d.counts || d.folded && !s.You):
			head = append(head, d.beside(a, s.Seat))
		case !s.You && d.folded && idle, a.Form == scene.Pile && !(d.few && idle), d.counts && idle:
			head = append(head, d.count(a))
		case a.Form != scene.Pile:
			rest = append(rest, *a)
		}
	}
	out := plain(wrap(head, " · ", "", "    ", d.Width))
	out[0].Strong = s.You
	return append(out, d.areas(rest, s.Seat, "  ")...)
}

// count is a place as its name and how many cards lie there.
func (d *drawing) count(a *scene.Area) string {
	text := numbers(a.Options) + a.Name + " " + fmt.Sprint(a.Count)
	if a.Changed {
		text += "*"
	}
	return text
}

// busy reports whether the question touches a place, or something new is there.
func busy(a *scene.Area) bool {
	if len(a.Options) > 0 || a.About {
		return true
	}
	return slices.ContainsFunc(a.Cards, func(c scene.Card) bool { return asked(&c) }) ||
		slices.ContainsFunc(a.Areas, func(a scene.Area) bool { return busy(&a) })
}

// asked reports whether the question touches a card, or what lies on it.
func asked(c *scene.Card) bool {
	return len(c.Options) > 0 || len(c.Roles) > 0 || slices.ContainsFunc(c.Areas, func(a scene.Area) bool { return busy(&a) })
}

// areas draws places one under the other; piles share a line.
func (d *drawing) areas(list []scene.Area, of engine.Seat, indent string) []Line {
	var out []Line
	var piles []string
	for i := range list {
		a := &list[i]
		idle := !busy(a)
		switch {
		case a.Form == scene.Board:
			out = append(out, d.board(a)...)
		case a.Form == scene.Pile && d.few && idle:
		case a.Form == scene.Pile, d.counts && idle && !stage(a):
			piles = append(piles, d.count(a))
		case stage(a):
			out = append(out, d.stages(a)...)
		default:
			out = append(out, plain(d.row(a, of, indent))...)
		}
	}
	if len(piles) > 0 {
		for _, text := range wrap(piles, " · ", indent, indent+"  ", d.Width) {
			out = append(out, Line{Text: text, Faint: true})
		}
	}
	return out
}

// row draws a place with its cards side by side.
func (d *drawing) row(a *scene.Area, of engine.Seat, indent string) []string {
	var cards []string
	short := *d
	short.cornered = d.corner && !busy(a) && of == 0
	rest := 0
	for i := range a.Cards {
		short.nameless = d.names && !asked(&a.Cards[i])
		if short.nameless && busy(a) {
			rest += a.Cards[i].Copies
			continue
		}
		cards = append(cards, short.brief(&a.Cards[i], of))
	}
	if rest > 0 {
		cards = append(cards, fmt.Sprintf("+%d", rest))
	}
	if a.Hidden > 0 {
		cards = append(cards, d.Say("face_down", "count", fmt.Sprint(a.Hidden)))
	}
	if len(cards) == 0 {
		cards = append(cards, d.Say("empty"))
	}
	return wrap(cards, ", ", indent+numbers(a.Options)+a.Name+": ", indent+"    ", d.Width)
}

// stage reports whether cards in a place have places with sums or values of
// their own: each takes a line then, with what stands at it.
func stage(a *scene.Area) bool {
	return slices.ContainsFunc(a.Cards, func(c scene.Card) bool {
		return slices.ContainsFunc(c.Areas, func(on scene.Area) bool { return len(on.Sums) > 0 || len(on.Facts) > 0 || len(on.Options) > 0 })
	})
}

// stages draws such cards, each with its places from left to right.
func (d *drawing) stages(a *scene.Area) []Line {
	var out []Line
	for i := range a.Cards {
		c := &a.Cards[i]
		bare := *c
		bare.Areas = nil
		pieces := []string{}
		idle := len(c.Roles) == 0 && !slices.ContainsFunc(c.Areas, func(on scene.Area) bool { return busy(&on) })
		for j := range c.Areas {
			pieces = append(pieces, d.place(&c.Areas[j], d.sums && idle))
		}
		lines := wrap(pieces, " | ", d.brief(&bare, 0)+": ", "    ", d.Width)
		out = append(out, plain(lines)...)
	}
	return out
}

// place draws a place on a card: what the card pays there, the sums, who is there.
func (d *drawing) place(a *scene.Area, short bool) string {
	parts := []string{}
	if text := numbers(a.Options); text != "" {
		parts = append(parts, strings.TrimSpace(text))
	}
	parts = append(parts, strings.Join(briefs(a.Facts), "/"))
	for _, sum := range a.Sums {
		total := fmt.Sprint(sum.Total)
		if sum.Open {
			total = d.Say("sum.open", "total", total)
		}
		if total = d.marks[int(sum.Seat)] + " " + total; !short {
			total += ":"
		}
		parts = append(parts, total)
	}
	switch text := d.on(a, first(a)); {
	case text == "":
		parts = append(parts, "–")
	case !short || len(a.Sums) == 0:
		parts = append(parts, text)
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " ")
}

// first is whose cards are in a place, if they are of one seat: its sum says so.
func first(a *scene.Area) engine.Seat {
	if len(a.Sums) == 1 {
		return a.Sums[0].Seat
	}
	return a.Seat
}

// board draws a grid, the farthest row first.
func (d *drawing) board(a *scene.Area) []Line {
	column := (d.Width - a.Columns + 1) / a.Columns
	narrow := *d
	narrow.narrow = true
	name := a.Name + d.lineNames(a)
	var out []Line
	if !d.tight {
		out = append(out, Line{Text: name, Faint: true})
	}
	rule := strings.TrimRight(strings.Repeat(strings.Repeat("-", column)+"+", a.Columns), "+")
	for row := range a.Rows {
		cells := make([][]string, a.Columns)
		height := 1
		for c := range a.Columns {
			at := row*a.Columns + c
			if at >= len(a.Areas) {
				continue
			}
			cells[c] = narrow.cell(&a.Areas[at], column)
			height = max(height, len(cells[c]))
		}
		switch {
		case row == 1 && d.tight && width(name) < len(rule):
			out = append(out, Line{Text: name + " " + rule[width(name)+1:], Faint: true})
		case row > 0 || !d.tight:
			out = append(out, Line{Text: rule, Faint: true})
		}
		for line := range height {
			parts := make([]string, a.Columns)
			for c := range parts {
				text := ""
				if line < len(cells[c]) {
					text = cells[c][line]
				}
				parts[c] = pad(text, column)
			}
			out = append(out, Line{Text: strings.TrimRight(strings.Join(parts, "|"), " ")})
		}
	}
	if !d.tight {
		out = append(out, Line{Text: rule, Faint: true})
	}
	return out
}

// cell draws one place of a board, a card a line.
func (d *drawing) cell(a *scene.Area, column int) []string {
	var out []string
	if text := strings.TrimSpace(numbers(a.Options)); text != "" {
		out = append(out, text)
	}
	for i := range a.Cards {
		c := a.Cards[i]
		text := d.brief(&c, 0)
		if over := width(text) - column; over > 0 { // of the name rather than of the values
			c.Name = cut(c.Name, max(shortName, width(c.Name)-over))
			text = d.brief(&c, 0)
		}
		out = append(out, cut(text, column))
	}
	return out
}

// shortName is what is left of a name at least.
const shortName = 6

// lineNames says which values stand in a row at the cards of a board.
func (d *drawing) lineNames(a *scene.Area) string {
	var names []string
	for i := range a.Areas {
		for j := range a.Areas[i].Cards {
			for _, f := range a.Areas[i].Cards[j].Facts {
				if f.Slot == "line" && f.Number != nil && !f.Quiet && !slices.Contains(names, f.Name) {
					names = append(names, f.Name)
				}
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " (" + strings.Join(names, "/") + ")"
}
