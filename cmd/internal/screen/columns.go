package screen

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// together draws the first places of a list side by side, where they are rows with
// several cards each and that takes fewer lines; n is how many.
func (d *drawing) together(list []scene.Area, of engine.Seat, indent string) (lines []Line, n int) {
	if !d.abreast || of != 0 {
		return nil, 0
	}
	full := *d
	full.corner, full.names = false, false
	rows := 0
	for n < len(list) && d.lines(&list[n]) {
		rows += len(full.row(&list[n], of, indent))
		n++
	}
	if n < 2 {
		return nil, 0
	}
	columns := make([][]string, n)
	height := 0
	for i := range columns {
		columns[i] = d.column(&list[i], of, d.Width)
	}
	widths := widthsOf(columns, d.Width-2*(n-1))
	for i := range columns {
		columns[i] = d.column(&list[i], of, widths[i])
		height = max(height, len(columns[i]))
	}
	if height >= rows {
		return nil, 0
	}
	for line := range height {
		parts := make([]string, n)
		for i := range columns {
			if line < len(columns[i]) {
				parts[i] = columns[i][line]
			}
			parts[i] = pad(parts[i], widths[i])
		}
		lines = append(lines, Line{Text: strings.TrimRight(strings.Join(parts, "  "), " ")})
	}
	return lines, n
}

// lines reports whether a place may be a column: a row with several cards on which
// nothing lies.
func (d *drawing) lines(a *scene.Area) bool {
	return a.Form == scene.Row && a.Hidden == 0 && len(a.Cards) > 2 && !(d.counts && !busy(a)) && !(d.listed && d.told(a)) &&
		!slices.ContainsFunc(a.Cards, func(c scene.Card) bool { return c.Hidden || len(c.Areas) > 0 })
}

// widthsOf shares a width among columns: what each needs, the widest less where
// that is too much.
func widthsOf(columns [][]string, to int) []int {
	widths := make([]int, len(columns))
	sum := 0
	for i, lines := range columns {
		for _, text := range lines {
			widths[i] = max(widths[i], width(text))
		}
		sum += widths[i]
	}
	for ; sum > to; sum-- {
		widths[slices.Index(widths, slices.Max(widths))]--
	}
	return widths
}

// column draws a place as its name and a card a line. Numbers that all its cards
// have stand in a row, and its heading says what they are.
func (d *drawing) column(a *scene.Area, of engine.Seat, to int) []string {
	shared := d.shared(a)
	name := numbers(a.Options) + a.Name
	if len(shared) > 0 {
		name += " (" + strings.Join(shared, "/") + ")"
	}
	out := []string{cut(name, to)}
	for i := range a.Cards {
		c := a.Cards[i]
		if len(shared) > 0 {
			c.Facts = inOne(c.Facts)
		}
		if text := d.fitted(&c, of, to); width(text) <= to {
			out = append(out, text)
		} else {
			out = append(out, paragraph(d.brief(&c, of), "", "  ", to)...)
		}
	}
	return out
}

// shared are the labels of the numbers on the line of a face, if all cards of a
// place have the same, and several.
func (d *drawing) shared(a *scene.Area) []string {
	var labels []string
	for i := range a.Cards {
		var own []string
		for _, f := range a.Cards[i].Facts {
			if lined(&f) {
				own = append(own, strings.TrimSpace(strings.TrimSuffix(f.Brief, f.Text)))
			}
		}
		if i > 0 && !slices.Equal(labels, own) {
			return nil
		}
		labels = own
	}
	if len(labels) < 2 {
		return nil
	}
	return labels
}

func lined(f *scene.Fact) bool { return f.Slot == "line" && f.Number != nil && !f.Quiet }

// inOne puts the numbers on the line of a face into one.
func inOne(facts []scene.Fact) []scene.Fact {
	var out []scene.Fact
	at := -1
	for _, f := range facts {
		switch {
		case !lined(&f):
			out = append(out, f)
		case at < 0:
			at = len(out)
			f.Brief = withPrinted(&f)
			f.Printed = ""
			out = append(out, f)
		default:
			out[at].Brief += "/" + withPrinted(&f)
		}
	}
	return out
}

// withPrinted is a number, and what is printed where that is another.
func withPrinted(f *scene.Fact) string {
	if f.Printed != "" {
		return f.Text + "(" + f.Printed + ")"
	}
	return f.Text
}

// fitted is a card in a few words within a width: what it is in the question is cut
// first, then its name, its values never.
func (d *drawing) fitted(c *scene.Card, of engine.Seat, to int) string {
	short := *c
	text := d.brief(&short, of)
	if width(text) > to && len(c.Roles) > 0 {
		short.Roles = nil
		for _, role := range c.Roles {
			short.Roles = append(short.Roles, string([]rune(role)[:min(shortRole, len([]rune(role)))]))
		}
		text = d.brief(&short, of)
	}
	if over := width(text) - to; over > 0 {
		short.Name = cut(c.Name, max(shortName, width(c.Name)-over))
		text = d.brief(&short, of)
	}
	return text
}

// shortName and shortRole are what is left of a name, and of a role, at least.
const (
	shortName = 6
	shortRole = 1
)

// board draws a grid, the farthest row first. Where room is scarce its name and the
// numbers of its places stand in the rules between the rows.
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
		at := min(row*a.Columns, len(a.Areas))
		places := a.Areas[at:min(at+a.Columns, len(a.Areas))]
		asked := slices.ContainsFunc(places, func(p scene.Area) bool { return numbers(p.Options) != "" })
		ruled := d.tight && asked && row > 0 && (name == "" || row < a.Rows-1)
		switch {
		case ruled:
			var parts []string
			for c := range places {
				text := strings.TrimSpace(numbers(places[c].Options))
				parts = append(parts, text+strings.Repeat("-", column-width(text)))
			}
			out = append(out, Line{Text: strings.Join(parts, "+")})
		case row > 0 && d.tight && name != "" && width(name) < len(rule):
			out = append(out, Line{Text: name + " " + rule[width(name)+1:], Faint: true})
			name = ""
		case row > 0 || !d.tight:
			out = append(out, Line{Text: rule, Faint: true})
		}
		cells := make([][]string, a.Columns)
		height := 1
		for c := range places {
			if text := strings.TrimSpace(numbers(places[c].Options)); text != "" && !ruled {
				cells[c] = []string{text}
			}
			cells[c] = append(cells[c], narrow.cell(&places[c], column)...)
			height = max(height, len(cells[c]))
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

// cell draws the cards of one place of a board, a card a line.
func (d *drawing) cell(a *scene.Area, column int) []string {
	var out []string
	for i := range a.Cards {
		out = append(out, cut(d.fitted(&a.Cards[i], 0, column), column))
	}
	return out
}

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
