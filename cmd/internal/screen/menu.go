package screen

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// longMenu is how many options of several parts are asked for in one list;
// more are asked for part by part.
const longMenu = 9

// Menu is the options of a question, asked for part by part if that is shorter: first the
// card, then the place it goes to. The final answer is one option, as if all had been
// listed.
type Menu struct {
	ask *scene.Ask
	// among are the indexes of the remaining options, at a depth of parts; path holds those
	// of the lists before.
	among []int
	depth int
	path  [][]int
	// Rows are the present choices, Title the row that led here.
	Rows  []Row
	Title string
	// Common is the part that all rows share, if it has facts of its own: the rows leave
	// them out.
	Common *scene.Part
	// values is set where all rows are different plain numbers: then a row's number is
	// its value, and not its place.
	values bool
	// outcomes has the foreseen effects by option, if they stand beside the options.
	outcomes map[int][]string
	// shared is what all of them would.
	shared string
}

// Row is a line of a menu: a text, and the options it stands for.
type Row struct {
	Text string
	Says []string
	// parts are the things it is about, with the deciding facts.
	parts   []scene.Part
	options []int
}

// NewMenu returns the menu of a question.
func NewMenu(a *scene.Ask) *Menu {
	m := &Menu{ask: a}
	for i := range a.Options {
		m.among = append(m.among, i)
	}
	m.list()
	return m
}

// Tell puts its foreseen effects beside each option, by its position in the decision; a row
// of several options has their common effects; shared are the effects of all options.
func (m *Menu) Tell(shared string, would func(position int) []string) {
	m.outcomes = map[int][]string{}
	m.shared = shared
	for i := range m.ask.Options {
		m.outcomes[i] = would(m.ask.Options[i].Positions[0])
	}
}

// would is what the options of a row would do.
func (m *Menu) would(r *Row) []string {
	var out []string
	for _, text := range m.outcomes[r.options[0]] {
		if !slices.ContainsFunc(r.options, func(o int) bool { return !slices.Contains(m.outcomes[o], text) }) {
			out = append(out, text)
		}
	}
	return out
}

// Depth is how many lists led to this one.
func (m *Menu) Depth() int { return m.depth }

// list makes the rows of the options that are left.
func (m *Menu) list() {
	m.Rows = m.grouped()
	m.Common = nil
	if m.depth == 0 && (len(m.among) <= longMenu || 3*len(m.Rows) > 2*len(m.among)) {
		m.Rows = lists.Map(m.among, func(o int) Row { return Row{options: []int{o}} })
		m.Common = m.common()
	}
	seen := map[string]bool{}
	for i := range m.Rows {
		m.label(&m.Rows[i])
		if text := m.Rows[i].Text; text != "" && strings.Trim(text, "0123456789") == "" {
			seen[text] = true
		}
	}
	m.values = m.ask.Kind == engine.PickOne && m.depth == 0 && len(seen) == len(m.Rows)
}

// Row is the row that a number stands for which a person has typed: 0 if it stands for
// none of the options, below 0 if there is no such row.
func (m *Menu) Row(typed int) int {
	if m.values {
		row := slices.IndexFunc(m.Rows, func(r Row) bool { return r.Text == strconv.Itoa(typed) })
		if row < 0 && typed == 0 {
			return 0
		}
		return cmp.Or(row+1, -1)
	}
	if typed > len(m.Rows) {
		return -1
	}
	return typed
}

// common is the part that all of several options share, if it has facts.
func (m *Menu) common() *scene.Part {
	if len(m.among) < 2 {
		return nil
	}
	for _, p := range m.parts(m.among[0]) {
		if len(p.Facts) > 0 && p.Copies < 2 && m.everywhere(&p) {
			return &p
		}
	}
	return nil
}

// everywhere reports whether all options have a part.
func (m *Menu) everywhere(p *scene.Part) bool {
	return !slices.ContainsFunc(m.among, func(o int) bool {
		return !slices.ContainsFunc(m.parts(o), func(other scene.Part) bool { return other.Key == p.Key })
	})
}

func (m *Menu) parts(option int) []scene.Part { return m.ask.Options[option].Parts }

// grouped merges options into one row if their parts up to the menu's depth are the same.
func (m *Menu) grouped() []Row {
	var rows []Row
	at := map[string]int{}
	for _, o := range m.among {
		key := "end"
		if parts := m.parts(o); m.depth < len(parts) {
			key = parts[m.depth].Key
		}
		i, known := at[key]
		if !known {
			i = len(rows)
			at[key] = i
			rows = append(rows, Row{})
		}
		rows[i].options = append(rows[i].options, o)
	}
	return rows
}

// label writes a row: the option, or the part that the list is about.
func (m *Menu) label(r *Row) {
	o := &m.ask.Options[r.options[0]]
	switch {
	case len(r.options) == 1 && m.depth == 0:
		r.Text = o.Text
		if len(o.Parts) == 1 {
			r.Text += copies(&o.Parts[0])
		}
		for i := range o.Parts {
			p := &o.Parts[i]
			if m.Common == nil || p.Key != m.Common.Key {
				r.add(p)
			}
		}
	case m.depth >= len(o.Parts):
		r.Text = o.Text
	case len(r.options) == 1:
		var texts []string
		for i := range o.Parts[m.depth:] {
			p := &o.Parts[m.depth+i]
			texts = append(texts, called(p))
			r.add(p)
		}
		r.Text = strings.Join(texts, ", ")
	default:
		p := &o.Parts[m.depth]
		r.Text = called(p)
		r.add(p)
	}
}

// add notes what decides about a part.
func (r *Row) add(p *scene.Part) {
	r.parts = append(r.parts, *p)
	r.Says = append(r.Says, p.Says...)
}

// called is a part with whose it is, and how many like it there are.
func called(p *scene.Part) string { return strings.TrimSpace(p.Mark+" "+p.Text) + copies(p) }

func copies(p *scene.Part) string {
	if p.Copies > 1 {
		return fmt.Sprintf(" x%d", p.Copies)
	}
	return ""
}

// Options are those that a row stands for, from 1.
func (m *Menu) Options(row int) []*scene.Option {
	return lists.Map(m.Rows[row-1].options, func(o int) *scene.Option { return &m.ask.Options[o] })
}

// Lights are the keys of what a row touches.
func (m *Menu) Lights(row int) []string {
	var out []string
	for _, o := range m.Options(row) {
		out = append(out, o.Lights...)
	}
	return out
}

// Pick takes a row, from 1, or goes back to the list before with 0. It returns
// the option once there is nothing left to choose, else nil.
func (m *Menu) Pick(n int) *scene.Option {
	if n == 0 {
		m.depth--
		m.among = m.path[m.depth]
		m.path = m.path[:m.depth]
		m.list()
		return nil
	}
	r := &m.Rows[n-1]
	if len(r.options) == 1 {
		return &m.ask.Options[r.options[0]]
	}
	m.path = append(slices.Clip(m.path), m.among)
	m.among = r.options
	m.Title = r.Text
	m.depth++
	m.list()
	return nil
}

// Whole reports whether the rows are the options, so that their numbers are those
// on the table.
func (m *Menu) Whole() bool { return m.depth == 0 && len(m.Rows) == len(m.ask.Options) }

// Numbered writes the numbers of the rows on what the options of a scene light,
// where the menu asks part by part.
func (m *Menu) Numbered(s *scene.Scene) *scene.Scene {
	if m.Whole() {
		return s
	}
	to := map[int]int{}
	for i, r := range m.Rows {
		for _, o := range r.options {
			to[m.ask.Options[o].Number] = i + 1
		}
	}
	copied := *s
	copied.Table = renumbered(s.Table, to, m)
	copied.Seats = slices.Clone(s.Seats)
	for i := range copied.Seats {
		copied.Seats[i].Areas = renumbered(copied.Seats[i].Areas, to, m)
		copied.Seats[i].Options = m.numbersOf(fmt.Sprintf("seat %d", copied.Seats[i].Seat), copied.Seats[i].Options, to)
	}
	return &copied
}

func renumbered(areas []scene.Area, to map[int]int, m *Menu) []scene.Area {
	out := slices.Clone(areas)
	for i := range out {
		a := &out[i]
		a.Options = m.numbersOf("zone "+a.Key, a.Options, to)
		a.Areas = renumbered(a.Areas, to, m)
		a.Cards = slices.Clone(a.Cards)
		for j := range a.Cards {
			c := &a.Cards[j]
			c.Options = m.numbersOf(c.Key, c.Options, to)
			c.Areas = renumbered(c.Areas, to, m)
		}
	}
	return out
}

// numbersOf are the rows that touch a key in the part that the list is about, or in one
// that a row decides with it.
func (m *Menu) numbersOf(key string, options []int, to map[int]int) []int {
	var out []int
	for _, o := range options {
		n, left := to[o]
		if !left || slices.Contains(out, n) {
			continue
		}
		parts := m.parts(o - 1)
		parts = parts[min(m.depth, len(parts)):]
		if len(m.Rows[n-1].options) > 1 {
			parts = parts[:min(1, len(parts))]
		}
		// A part is the thing with the key, or an ability of it.
		if slices.ContainsFunc(parts, func(p scene.Part) bool {
			return p.Key == key || strings.HasSuffix(p.Key, " of "+key) || p.Key == "hidden "+key
		}) {
			out = append(out, n)
		}
	}
	return out
}
