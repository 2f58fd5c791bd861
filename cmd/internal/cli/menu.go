package cli

import (
	"slices"
	"strconv"

	"github.com/ruledeck/ruledeck/engine/view"
)

// longMenu is how many options of several parts are asked for in one list;
// more are asked for part by part.
const longMenu = 9

// mostParts is above the number of parts of any option.
const mostParts = 1 << 8

// row is a line of a menu: a label, and the options that it stands for.
type row struct {
	label   string
	options []int
}

// menu is the options of a question to pick one from, asked for part by part
// where that is shorter: first the card, then the place it goes to. What is
// answered in the end is one option, as if all had been listed.
type menu struct {
	looker   *looker
	question *view.Question
	// among are the options that are left, at a depth of parts; path holds
	// those of the lists before.
	among []int
	depth int
	path  [][]int
	rows  []row
	// title is the row that led to this list.
	title string
}

func newMenu(l *looker, q *view.Question) *menu {
	m := &menu{looker: l, question: q}
	for i := range q.Options {
		m.among = append(m.among, i)
	}
	m.list()
	return m
}

// list makes the rows of the options that are left.
func (m *menu) list() {
	m.rows = m.grouped(m.depth)
	if m.depth == 0 && (len(m.among) <= longMenu || 3*len(m.rows) > 2*len(m.among)) {
		m.rows = m.grouped(mostParts)
	}
	for i := range m.rows {
		m.label(&m.rows[i])
	}
	m.tellApart()
}

func (m *menu) parts(option int) []view.Value { return m.question.Options[option].Parts }

// part is the part of an option that a list is about: its last one if it has
// no more.
func (m *menu) part(option int) *view.Value {
	parts := m.parts(option)
	return &parts[min(m.depth, len(parts)-1)]
}

// tellApart names the zones of cards whose rows read alike.
func (m *menu) tellApart() {
	labels := map[string]int{}
	for _, r := range m.rows {
		labels[r.label]++
	}
	for i := range m.rows {
		r := &m.rows[i]
		v := m.part(r.options[0])
		if v.Kind == view.AbilityValue && v.Of != nil {
			v = v.Of
		}
		if labels[r.label] > 1 && v.Kind == view.CardValue && v.At != nil {
			r.label += ", " + m.looker.Zone(v.At)
		}
	}
}

// grouped puts options into one row that differ in nothing that the seat could
// mean, from the menu's depth to another, in the order of the first.
func (m *menu) grouped(to int) []row {
	var rows []row
	for _, o := range m.among {
		i := slices.IndexFunc(rows, func(r row) bool { return m.alike(r.options[0], o, to) })
		if i < 0 {
			rows = append(rows, row{options: []int{o}})
			continue
		}
		rows[i].options = append(rows[i].options, o)
	}
	return rows
}

func (m *menu) alike(one, other, to int) bool {
	a, b := m.parts(one), m.parts(other)
	last := min(to+1, max(len(a), len(b)))
	if last > min(len(a), len(b)) {
		return false
	}
	for i := m.depth; i < last; i++ {
		if a[i].Key() != b[i].Key() {
			return false
		}
	}
	return true
}

// label writes a row: the option, or its part and how many copies there are.
func (m *menu) label(r *row) {
	parts := m.parts(r.options[0])
	switch {
	case m.depth == 0 && m.whole(r), len(parts) <= m.depth:
		r.label = m.looker.OptionText(m.question.Prompt, parts)
	case m.whole(r):
		r.label = m.looker.OptionText("", parts[m.depth:])
	default:
		r.label = m.looker.OptionPart(&parts[m.depth])
	}
	printed := ""
	if c := m.part(r.options[0]).Card; c != nil && !(m.whole(r) && len(parts) > 1) {
		printed = m.looker.printed(c)
	}
	if n := m.copies(r); n > 1 {
		r.label += " x" + strconv.Itoa(n)
	}
	r.label += printed
}

// copies counts the things that a row stands for.
func (m *menu) copies(r *row) int {
	var same []int
	for _, o := range r.options {
		if n := m.part(o).Same; !slices.Contains(same, n) {
			same = append(same, n)
		}
	}
	return len(same)
}

// whole reports whether nothing is left to choose in a row.
func (m *menu) whole(r *row) bool {
	for _, o := range r.options[1:] {
		if !m.alike(r.options[0], o, mostParts) {
			return false
		}
	}
	return true
}

// pick takes a row, from 1, or goes back to the list before with 0. It returns
// the option once there is nothing left to choose, else -1.
func (m *menu) pick(n int) int {
	if n == 0 {
		m.depth--
		m.among, m.path = m.path[m.depth], m.path[:m.depth]
		m.list()
		return -1
	}
	r := &m.rows[n-1]
	if m.whole(r) {
		return r.options[0]
	}
	m.path, m.among, m.title = append(slices.Clip(m.path), m.among), r.options, r.label
	m.depth++
	m.list()
	return -1
}
