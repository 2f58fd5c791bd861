package screen

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/columns"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// fitted is a card in a few words within a width: its role in the question is cut first,
// then its name, its values never.
func (d *drawing) fitted(c *scene.Card, of engine.Seat, to int) string {
	short := *c
	text := d.brief(&short, of)
	if columns.Width(text) > to && len(c.Roles) > 0 {
		short.Roles = nil
		for _, role := range c.Roles {
			short.Roles = append(short.Roles, string([]rune(role)[:min(shortRole, len([]rune(role)))]))
		}
		text = d.brief(&short, of)
	}
	if over := columns.Width(text) - to; over > 0 {
		short.Name = columns.Cut(c.Name, max(shortName, columns.Width(c.Name)-over))
		text = d.brief(&short, of)
	}
	return text
}

// shortName and shortRole are the shortest forms of a name and of a role.
const (
	shortName = 6
	shortRole = 1
)

// board draws a grid, the farthest row first. Its name and the numbers of its places
// stand in the rules between the rows.
func (d *drawing) board(a *scene.Area) []Line {
	column := (d.Width - a.Columns + 1) / a.Columns
	narrow := *d
	narrow.narrow = true
	name := a.Name + d.lineNames(a)
	var out []Line
	for row := range a.Rows {
		at := min(row*a.Columns, len(a.Areas))
		places := a.Areas[at:min(at+a.Columns, len(a.Areas))]
		ruled := row > 0 && (name == "" || row < a.Rows-1) &&
			slices.ContainsFunc(places, func(p scene.Area) bool { return numbers(p.Options) != "" })
		cells := make([][]string, a.Columns)
		rules := make([]string, a.Columns)
		height := 1
		for c := range rules {
			text := ""
			if c < len(places) {
				text = strings.TrimSpace(numbers(places[c].Options))
				if text != "" && !ruled {
					cells[c], text = []string{text}, ""
				}
				cells[c] = append(cells[c], narrow.cell(&places[c], column)...)
			}
			rules[c] = text + strings.Repeat("-", column-columns.Width(text))
			height = max(height, len(cells[c]))
		}
		if row > 0 {
			rule := Line{Text: strings.Join(rules, "+"), Faint: !ruled}
			if !ruled && name != "" && columns.Width(name) < len(rule.Text) {
				rule.Text, name = name+" "+rule.Text[columns.Width(name)+1:], ""
			}
			out = append(out, rule)
		}
		for line := range height {
			parts := make([]string, a.Columns)
			for c := range parts {
				text := ""
				if line < len(cells[c]) {
					text = cells[c][line]
				}
				parts[c] = columns.Pad(text, column)
			}
			out = append(out, Line{Text: strings.TrimRight(strings.Join(parts, "|"), " ")})
		}
	}
	return out
}

// cell draws the cards of one place of a board, a card a line.
func (d *drawing) cell(a *scene.Area, column int) []string {
	var out []string
	for i := range a.Cards {
		out = append(out, columns.Cut(d.fitted(&a.Cards[i], 0, column), column))
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
