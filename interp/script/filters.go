package script

import (
	"math"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// callFilter is the filter of one call. One that is written in place is lowered at the
// first call, and later calls put their values into its terms.
type callFilter struct {
	filter engine.Filter
	plan   engine.Plan
	slots  []slot
	// own is the condition that looks from the card of an ability, "" if none does.
	own string
	// run is the run that looks for cards with it now, 0 for none: a modifier that a term
	// reads may call from the same place.
	run int
}

// slot is a term that values of the call fill in.
type slot struct {
	name  string
	term  *engine.Term
	shape *knownShape // of a table in the table; nil for one value
	// from and to are the places of its values.
	from, to int
	// values are those that the term was lowered from; none where they may have changed
	// meanwhile.
	values []language.Value
	// thing is the kind of the one thing that the term compares with.
	thing engine.Kind
}

// anything is a term that holds: of a condition whose value is nil.
var anything = engine.Term{Op: engine.TermAny, Subs: []*engine.Filter{{}}}

// lowering reads what one call gives as a filter.
type lowering struct {
	*callFilter
	m      *Machine
	call   *language.Call
	base   int // index of the first value of the shape
	reader filter.Reader
	report diag.List
	// trees are used again by the next filter; used of them are in use.
	trees []*ast.Tree
	used  int
}

// lowering begins to read a filter. Reading runs no script, so that there is one at a
// time.
func (m *Machine) lowering(call *language.Call, c *callFilter) *lowering {
	l := &m.reading
	*l = lowering{callFilter: c, m: m, call: call, trees: l.trees}
	l.reader = filter.Reader{Keys: m.Filters, Report: &l.report}
	return l
}

// node returns a tree to fill, of those that were read before.
func (l *lowering) node(kind ast.TreeKind) *ast.Tree {
	if l.used == len(l.trees) {
		l.trees = append(l.trees, &ast.Tree{})
	}
	t := l.trees[l.used]
	l.used++
	*t = ast.Tree{Kind: kind, Items: t.Items[:0], Fields: t.Fields[:0]}
	return t
}

// check raises the first thing that is wrong.
func (l *lowering) check() {
	if l.reader.Own != "" {
		l.own = l.reader.Own
	}
	for _, d := range l.report.Sorted() {
		l.call.Fault("%s%s", d.Message, hint(d.Suggestion))
	}
}

// callFilter returns the filter at argument n of a function, with the values of the call.
func (m *Machine) callFilter(call *language.Call, fn string, n int) *callFilter {
	f, _, ok := m.argFields(call, n)
	switch {
	case !ok:
		m.bad(call, fn, n, "a filter, such as {zone = \"hand\"}")
	case f.shape == nil:
		c := &callFilter{}
		l := m.lowering(call, c)
		c.filter = *l.reader.Cards(l.tree(f.table, 0))
		l.check()
		c.plan.Prepare(&c.filter)
		return c
	}
	c := f.shape.filter
	if c == nil || c.run == m.runs {
		c = &callFilter{}
		l := m.lowering(call, c)
		l.base = f.base
		c.filter.Terms = l.terms(f.shape)
		l.check()
		if f.shape.filter == nil {
			f.shape.filter = c
		}
		c.plan.Prepare(&c.filter)
	}
	m.fill(call, c, f.base)
	return c
}

// terms makes the terms of a shape, and slots for those that need values of the call.
func (l *lowering) terms(shape *knownShape) []engine.Term {
	terms := make([]engine.Term, len(shape.Fields))
	for i := range shape.Fields {
		field, term := &shape.Fields[i], &terms[i]
		from, to := slotsOf(field)
		key, _ := l.m.Filters.Named(field.Name)
		switch {
		case from == to:
			*term, _ = l.reader.Condition(ast.TreeField{Name: field.Name, Value: l.fieldTree(shape, i)})
		case key.Lists() && field.Inner != nil && field.Inner.Tables():
			*term, _ = l.reader.Condition(ast.TreeField{Name: field.Name, Value: &ast.Tree{Kind: ast.TreeList}})
			for k := range field.Inner.Fields {
				term.Subs = append(term.Subs, &engine.Filter{Terms: l.terms(shape.inner[i].inner[k])})
			}
		case field.Inner != nil && !field.Inner.List && key.Nested():
			*term, _ = l.reader.Condition(ast.TreeField{Name: field.Name, Value: &ast.Tree{Kind: ast.TreeMap}})
			if term.Sub != nil {
				term.Sub.Terms = l.terms(shape.inner[i])
			}
		default:
			*term = anything
			l.slots = append(l.slots, slot{name: field.Name, term: term, shape: shape.inner[i], from: from, to: to})
		}
	}
	return terms
}

// slotsOf are the places of the values of a field, which are one behind the other.
func slotsOf(f *language.ShapeField) (from, to int) {
	switch {
	case f.Slot >= 0:
		return f.Slot, f.Slot + 1
	case f.Inner != nil:
		for i := range f.Inner.Fields {
			if first, end := slotsOf(&f.Inner.Fields[i]); first != end {
				if from == to {
					from = first
				}
				to = end
			}
		}
	}
	return from, to
}

// fill puts the values of a call into the terms.
func (m *Machine) fill(call *language.Call, c *callFilter, base int) {
	for i := range c.slots {
		s := &c.slots[i]
		o, _ := call.Arg(base + s.from).(*language.Object)
		if s.thing != engine.Nil && o != nil && engine.Kind(o.Kind) == s.thing {
			s.term.Values[0].N = o.N
			continue
		}
		if s.known(call, base) {
			continue
		}
		was := *s.term
		m.lower(call, c, s, base)
		if was.Op != s.term.Op || was.Not != s.term.Not {
			c.plan.Prepare(&c.filter)
		}
	}
	if c.own != "" && m.in == nil {
		call.Fault(
			"the condition %s looks from the card of an ability, and no ability acts here: name the seat or the card",
			c.own)
	}
}

// known reports whether the term was lowered from the values that a call has.
func (s *slot) known(call *language.Call, base int) bool {
	for i, v := range s.values {
		if call.Arg(base+s.from+i) != v {
			return false
		}
	}
	return len(s.values) > 0
}

// lower makes the term of a slot anew.
func (m *Machine) lower(call *language.Call, c *callFilter, s *slot, base int) {
	s.values, s.thing = s.values[:0], engine.Nil
	frozen := true
	for i := s.from; i < s.to; i++ {
		v := call.Arg(base + i)
		table, isTable := v.(*language.Table)
		frozen = frozen && !(isTable && !table.Frozen())
		s.values = append(s.values, v)
	}
	if !frozen {
		s.values = s.values[:0]
	}
	l := m.lowering(call, c)
	l.base = base
	v := call.Arg(base + s.from)
	if s.shape == nil && v == nil {
		*s.term = anything
		return
	}
	l.reader.Room = s.term.Values[:0]
	var tree *ast.Tree
	if s.shape == nil {
		tree = l.tree(v, 0)
	} else {
		tree = l.shapeTree(s.shape)
	}
	*s.term, _ = l.reader.Condition(ast.TreeField{Name: s.name, Value: tree})
	l.check()
	thing, values := engineValue(v), s.term.Values
	if s.shape == nil && thing.Kind != engine.Nil && len(values) == 1 && values[0] == thing {
		s.thing, s.values = thing.Kind, s.values[:0]
	}
}

// fewConditions is how many conditions are read as part of the call.
const fewConditions = 8

// deepest is how deep tables may stand in a filter; one that holds itself has no end.
const deepest = 16

// tree is what a script gives as part of a filter; it is good until the next one is
// read.
func (l *lowering) tree(v language.Value, deep int) *ast.Tree {
	out := l.node(ast.TreeNothing)
	switch v := v.(type) {
	case language.String:
		out.Kind, out.Text = ast.TreeWord, string(v)
	case language.Bool:
		out.Kind, out.Flag = ast.TreeFlag, bool(v)
		out.Text = language.Text(v)
	case language.Number:
		// A bound beyond all numbers, such as math.huge, is none.
		n, ok := language.Whole(max(min(v, math.MaxInt32), math.MinInt32), 1<<31)
		if out.Text = "number that is none"; ok && !math.IsNaN(float64(v)) {
			out.Kind, out.Number, out.Text = ast.TreeNumber, n, ""
			if language.Number(n) != v {
				out.Text = language.Text(v)
			}
		}
	case *cardList:
		out.Kind = ast.TreeList
		l.call.Charge(len(v.cards))
		for _, c := range l.m.read(v) {
			item := l.node(ast.TreeThing)
			item.Thing = engine.CardValue(c)
			out.Items = append(out.Items, item)
		}
	case *language.Table:
		if deep > deepest {
			l.call.Fault("the tables of a filter stand more than %d deep in each other", deepest)
		}
		l.table(out, v, deep+1)
	default:
		if out.Thing = engineValue(v); out.Thing.Kind != engine.Nil {
			out.Kind = ast.TreeThing
		}
		out.Text = language.TypeName(v)
	}
	return out
}

func (l *lowering) table(out *ast.Tree, t *language.Table, deep int) {
	out.Kind = ast.TreeList // an empty table is either
	n := t.Len()
	l.call.Charge(2 * n)
	for i := 1; i <= n; i++ {
		if item := t.At(i); item != nil {
			out.Items = append(out.Items, l.tree(item, deep))
		}
	}
	if n > 0 {
		return
	}
	for key, value := range t.All() {
		if out.Kind = ast.TreeMap; len(out.Fields) >= fewConditions {
			l.call.Charge(2)
		}
		out.Fields = append(out.Fields, ast.TreeField{Name: language.Text(key), Value: l.tree(value, deep)})
	}
}

// shapeTree is a table that is written in place, with the values of the call.
func (l *lowering) shapeTree(shape *knownShape) *ast.Tree {
	out := l.node(ast.TreeMap)
	if shape.List {
		out.Kind = ast.TreeList
	}
	for i := range shape.Fields {
		switch slot := shape.Fields[i].Slot; {
		case slot >= 0 && l.call.Arg(l.base+slot) == nil:
		case shape.List:
			out.Items = append(out.Items, l.fieldTree(shape, i))
		default:
			out.Fields = append(out.Fields, ast.TreeField{Name: shape.Fields[i].Name, Value: l.fieldTree(shape, i)})
		}
	}
	return out
}

func (l *lowering) fieldTree(shape *knownShape, i int) *ast.Tree {
	switch field := &shape.Fields[i]; {
	case field.Slot >= 0:
		return l.tree(l.call.Arg(l.base+field.Slot), 0)
	case field.Inner != nil:
		return l.shapeTree(shape.inner[i])
	}
	return l.tree(shape.constants[i], 0)
}

// selected are the cards that a filter at argument n of a function finds: all for 0, or
// so many. The list is valid until use returns.
func (m *Machine) selected(call *language.Call, fn string, n, most int, anyOrder bool,
	use func(cards []engine.CardID)) {
	c := m.callFilter(call, fn, n)
	// A modifier that a filter asks for may select in its turn: each nesting
	// has a buffer of its own.
	if m.selecting == len(m.found) {
		m.found = append(m.found, nil)
	}
	at := m.selecting
	m.selecting++
	c.run = m.runs
	s := engine.Selection{Filter: c.filter, In: m.in, Most: most, AnyOrder: anyOrder, Plan: &c.plan}
	cards := m.run.Select(m.found[at][:0], &s)
	c.run = 0
	m.found[at] = cards
	use(cards)
	m.selecting = at
}

func (m *Machine) apiCards(call *language.Call, _ arguments) (found language.Value) {
	m.selected(call, "cards", 1, 0, false, func(cards []engine.CardID) { found = m.cardTable(cards) })
	return found
}

// giveCards is apiCards where nobody but the host sees the cards.
func (m *Machine) giveCards(call *language.Call, _ arguments) (found language.Value) {
	m.selected(call, "cards", 1, 0, false, func(cards []engine.CardID) {
		list := m.given(call, len(cards))
		list.cards = append(list.cards, cards...)
		found = list
	})
	return found
}

func (m *Machine) apiCount(call *language.Call, _ arguments) (found language.Value) {
	m.selected(call, "count", 1, 0, true, func(cards []engine.CardID) { found = language.Int(len(cards)) })
	return found
}

func (m *Machine) apiAny(call *language.Call, _ arguments) (found language.Value) {
	m.selected(call, "any", 1, 1, true, func(cards []engine.CardID) { found = language.Flag(len(cards) > 0) })
	return found
}

func (m *Machine) apiFirst(call *language.Call, _ arguments) (found language.Value) {
	m.selected(call, "first", 1, 1, false, func(cards []engine.CardID) {
		if len(cards) > 0 {
			found = m.cards[cards[0]]
		}
	})
	return found
}

// apiKnown reports whether there is a card of an id.
func (m *Machine) apiKnown(call *language.Call, _ arguments) language.Value {
	id, _ := call.Arg(1).(language.String)
	_, ok := m.Defs[string(id)]
	return language.Flag(ok)
}

func (m *Machine) apiSum(call *language.Call, a arguments) language.Value {
	attribute := engine.AttributeID(a.number(0))
	if m.pack.Cards[attribute].Kind != engine.Number {
		call.Fault("sum: %q is no number", m.pack.Cards[attribute].Name)
	}
	total := 0
	m.selected(call, "sum", 2, 0, true, func(cards []engine.CardID) {
		call.Charge(len(cards))
		for _, c := range cards {
			v, err := m.run.Attribute(c, attribute)
			if err != nil {
				m.fail(call, err)
			}
			total += int(v.N)
		}
	})
	return language.Int(total)
}
