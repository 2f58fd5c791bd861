package cli

import (
	"slices"
	"strconv"

	"github.com/ruledeck/ruledeck/engine"
)

// longMenu is how many options of several parts are asked for in one list;
// more are asked for part by part.
const longMenu = 9

// row is a line of a menu: a label, and the options that it stands for.
type row struct {
	label   string
	options []int
}

// menu is the options of a decision to pick one from, asked for part by part
// where that is shorter: first the card, then the place it goes to. What is
// answered in the end is one option, as if all had been listed.
type menu struct {
	prompter *prompter
	decision *engine.Decision
	options  []engine.Choice
	seat     engine.Seat
	// among are the options that are left, at a depth of parts; path holds
	// those of the lists before.
	among []int
	depth int
	path  [][]int
	rows  []row
	// title is the row that led to this list.
	title string
}

func (p *prompter) newMenu(d *engine.Decision, seat engine.Seat) *menu {
	m := &menu{prompter: p, decision: d, options: d.OptionsOf(seat), seat: seat}
	for i := range m.options {
		m.among = append(m.among, i)
	}
	m.list()
	return m
}

func (m *menu) sees(c engine.CardID) bool { return m.prompter.game.Knows(m.seat, c) }

// list makes the rows of the options that are left.
func (m *menu) list() {
	m.rows = m.grouped(func(a, b *engine.Choice) bool { return m.alike(a, b, m.depth) })
	if m.depth == 0 && (len(m.among) <= longMenu || 3*len(m.rows) > 2*len(m.among)) {
		m.rows = m.grouped(func(a, b *engine.Choice) bool { return m.alike(a, b, engine.MaxParts) })
	}
	for i := range m.rows {
		m.label(&m.rows[i])
	}
	m.tellApart()
}

// tellApart names the zones of cards whose rows read alike.
func (m *menu) tellApart() {
	labels := map[string]int{}
	for _, r := range m.rows {
		labels[r.label]++
	}
	for i := range m.rows {
		r := &m.rows[i]
		c := &m.options[r.options[0]]
		v := c.V[min(m.depth, int(c.N)-1)]
		if v.Kind == engine.Handle {
			if in, ok := m.prompter.game.InstanceOf(v); ok {
				v = engine.CardValue(in.Card)
			}
		}
		if labels[r.label] > 1 && v.Kind == engine.Card && v.N != 0 && m.sees(v.Card()) {
			g := m.prompter.game
			r.label += ", " + m.prompter.speaker.Zone(g, g.ZoneAt(v.Card()))
		}
	}
}

// grouped puts options that are alike into one row, in the order of the first.
func (m *menu) grouped(alike func(a, b *engine.Choice) bool) []row {
	var rows []row
	for _, o := range m.among {
		i := slices.IndexFunc(rows, func(r row) bool { return alike(&m.options[r.options[0]], &m.options[o]) })
		if i < 0 {
			rows = append(rows, row{options: []int{o}})
			continue
		}
		rows[i].options = append(rows[i].options, o)
	}
	return rows
}

// alike tells whether two options differ in nothing that the seat could mean,
// in the parts from the menu's depth to the given one.
func (m *menu) alike(a, b *engine.Choice, to int) bool {
	last := min(to+1, int(max(a.N, b.N)))
	if last > int(min(a.N, b.N)) {
		return false
	}
	for i := m.depth; i < last; i++ {
		if !m.same(a.V[i], b.V[i]) {
			return false
		}
	}
	return true
}

// label writes a row: the option, or its part and how many copies there are.
func (m *menu) label(r *row) {
	p, c := m.prompter, &m.options[r.options[0]]
	switch {
	case m.depth == 0 && m.whole(r), int(c.N) <= m.depth:
		r.label = p.speaker.OptionText(p.game, m.decision, c, m.sees)
	case m.whole(r):
		rest := engine.Choice{N: c.N - uint8(m.depth)}
		copy(rest.V[:], c.V[m.depth:c.N])
		plain := &engine.Decision{} // without the text for the option as a whole
		r.label = p.speaker.OptionText(p.game, plain, &rest, m.sees)
	default:
		r.label = p.speaker.OptionPart(p.game, m.decision, c.V[m.depth], m.sees)
	}
	printed := m.printed(r, c)
	var copies []engine.Value
	for _, o := range r.options {
		if v := m.options[o].V[m.depth]; !slices.Contains(copies, v) {
			copies = append(copies, v)
		}
	}
	if len(copies) > 1 {
		r.label += " x" + strconv.Itoa(len(copies))
	}
	r.label += printed
}

// printed is what stands on the card that a row is about, if it is one card
// that the seat knows.
func (m *menu) printed(r *row, c *engine.Choice) string {
	if m.whole(r) && c.N > 1 {
		return ""
	}
	return m.prompter.printed(c.V[min(m.depth, int(c.N)-1)], m.seat)
}

// printed is what stands on a card that a seat knows, "" for anything else.
func (p *prompter) printed(v engine.Value, seat engine.Seat) string {
	l := &looker{Speaker: p.speaker, game: p.game, seat: seat}
	if v.Kind != engine.Card || !l.sees(v.Card()) {
		return ""
	}
	return l.printed(v.Card())
}

// whole tells whether nothing is left to choose in a row.
func (m *menu) whole(r *row) bool {
	first := &m.options[r.options[0]]
	for _, o := range r.options[1:] {
		if !m.alike(first, &m.options[o], engine.MaxParts) {
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

// same tells whether two values are one and the same to the seat: also equal
// copies of a card that lie side by side with equal values, and that nothing
// else refers to.
func (m *menu) same(a, b engine.Value) bool {
	if a == b {
		return true
	}
	if a.Kind == engine.Handle && b.Kind == engine.Handle {
		x, okX := m.prompter.game.InstanceOf(a)
		y, okY := m.prompter.game.InstanceOf(b)
		return okX && okY && x.Card != 0 && y.Card != 0 && x.Ability == y.Ability && slices.Equal(x.Params, y.Params) &&
			m.same(engine.CardValue(x.Card), engine.CardValue(y.Card))
	}
	if a.Kind != engine.Card || b.Kind != engine.Card {
		return false
	}
	g, c, d := m.prompter.game, a.Card(), b.Card()
	switch {
	case g.Def[c] != g.Def[d], g.ZoneAt(c) != g.ZoneAt(d), g.Owner(c) != g.Owner(d), g.Controller(c) != g.Controller(d):
		return false
	case g.Pack.Zones[g.KindOfZone(g.ZoneAt(c))].Ordered, !m.sees(c), !m.sees(d):
		return false
	}
	eyes := engine.Only(m.seat)
	for _, at := range g.Pack.Types[g.TypeOf(c)].Attributes {
		x, errX := g.AttributeSeen(eyes, c, at)
		y, errY := g.AttributeSeen(eyes, d, at)
		if x != y || errX != nil || errY != nil {
			return false
		}
	}
	return !m.marked(c) && !m.marked(d)
}

// marked tells whether something sets a card apart from its copies: cards on
// it, a use of an ability, an effect, or that the question or the table names it.
func (m *menu) marked(c engine.CardID) bool {
	g := m.prompter.game
	for _, z := range g.ZonesOf(c) {
		if g.CountIn(z) > 0 {
			return true
		}
	}
	for _, u := range g.LimitedUses() {
		if u.Card == c && u.Times > 0 {
			return true
		}
	}
	for _, e := range g.Effects() {
		if e.Card == c || slices.Contains(e.Params[:e.N], engine.CardValue(c)) {
			return true
		}
	}
	is := func(n engine.Named) bool { return n.Value == engine.CardValue(c) }
	if slices.ContainsFunc(m.decision.About, is) {
		return true
	}
	for _, t := range m.decision.Open {
		if slices.Contains(t.Params, engine.CardValue(c)) {
			return true
		}
	}
	return m.held(c)
}

// held tells whether an attribute of the table or of a seat is the card.
func (m *menu) held(c engine.CardID) bool {
	g := m.prompter.game
	for a := range g.Pack.Game {
		if v, err := g.GameAttribute(engine.AttributeID(a)); err == nil && v == engine.CardValue(c) {
			return true
		}
	}
	for s := engine.Seat(1); int(s) <= g.Seats; s++ {
		for a := range g.Pack.Seats {
			if v, err := g.SeatAttribute(s, engine.AttributeID(a)); err == nil && v == engine.CardValue(c) {
				return true
			}
		}
	}
	return false
}
