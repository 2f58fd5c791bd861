package script

import (
	"math"
	"slices"

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
	// nested is for a call that comes from the same place while this one looks for cards.
	nested *callFilter
}

// slot is a term whose operands come from the values of the call.
type slot struct {
	*language.Arg
	term     *engine.Term
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
	*call
	reader filter.Reader
	report diag.List
	// trees are used again by the next filter; used of them are in use.
	trees []*ast.Tree
	used  int
}

// lowering begins to read a filter. Reading runs no script, so that there is one at a
// time.
func (c *call) lowering(f *callFilter) *lowering {
	l := &c.m.reading
	*l = lowering{callFilter: f, call: c, trees: l.trees}
	l.reader = filter.Reader{Keys: c.m.Filters, Report: &l.report}
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

// faults raises the first thing that is wrong.
func (l *lowering) faults() {
	if l.reader.Own != "" {
		l.callFilter.own = l.reader.Own
	}
	for _, d := range l.report.Sorted() {
		l.Fault("%s%s", d.Message, hint(d.Suggestion))
	}
}

// readFilter reads a filter, with the values of the call.
func readFilter(c *call, r *read, w written) {
	if !w.isTable() {
		c.wrong(r.parameter, w)
	}
	if w.v != nil {
		f := &callFilter{}
		l := c.lowering(f)
		f.filter = *l.reader.Cards(l.tree(w.v, 0))
		l.faults()
		f.plan.Prepare(&f.filter)
		c.filter = f
		return
	}
	f := r.filter
	deep := 0
	for ; f != nil && f.run == c.m.runs; deep++ {
		f = f.nested
	}
	if f == nil {
		f = &callFilter{nested: r.filter}
		l := c.lowering(f)
		f.filter.Terms = l.terms(w.arg.Args)
		l.faults()
		f.plan.Prepare(&f.filter)
		if deep < mostNested {
			r.filter = f
		}
	}
	c.fill(f)
	c.filter = f
}

// mostNested is how many filters of one call site are kept: filters of failed calls stay in
// use until the run is over.
const mostNested = 4

// terms makes the terms of a table, and slots for those that need values of the call.
func (l *lowering) terms(args []language.Arg) []engine.Term {
	terms := make([]engine.Term, len(args))
	for i := range args {
		a := &args[i]
		term := &terms[i]
		from, to := a.Span()
		key, _ := l.m.Filters.Named(a.Name)
		switch {
		case from == to:
			*term, _ = l.reader.Condition(ast.TreeField{Name: a.Name, Value: l.argTree(a)})
		case key.Lists() && a.Form == language.Tables:
			*term, _ = l.reader.Condition(ast.TreeField{Name: a.Name, Value: &ast.Tree{Kind: ast.TreeList}})
			for k := range a.Args {
				term.Subs = append(term.Subs, &engine.Filter{Terms: l.terms(a.Args[k].Args)})
			}
		case key.Nested() && a.Form == language.Fields:
			*term, _ = l.reader.Condition(ast.TreeField{Name: a.Name, Value: &ast.Tree{Kind: ast.TreeMap}})
			if term.Sub != nil {
				term.Sub.Terms = l.terms(a.Args)
			}
		default:
			*term = anything
			l.callFilter.slots = append(l.callFilter.slots, slot{Arg: a, term: term, from: from, to: to})
		}
	}
	return terms
}

// fill puts the values of a call into the terms.
func (c *call) fill(f *callFilter) {
	for i := range f.slots {
		s := &f.slots[i]
		o, _ := c.slots[s.from].(*language.Object)
		if s.thing != engine.Nil && o != nil && engine.Kind(o.Kind) == s.thing {
			s.term.Values[0].N = o.N
			continue
		}
		if len(s.values) > 0 && slices.Equal(s.values, c.slots[s.from:s.to]) {
			continue
		}
		was := *s.term
		c.lowerSlot(f, s)
		if was.Op != s.term.Op || was.Not != s.term.Not {
			f.plan.Prepare(&f.filter)
		}
	}
	if f.own != "" && c.m.in == nil {
		c.Fault(
			"the condition %s looks from the card of an ability, and no ability acts here: name the seat or the card",
			f.own)
	}
}

// lowerSlot makes the term of a slot anew.
func (c *call) lowerSlot(f *callFilter, s *slot) {
	s.thing = engine.Nil
	s.values = append(s.values[:0], c.slots[s.from:s.to]...)
	if slices.ContainsFunc(s.values, changes) {
		s.values = s.values[:0]
	}
	v := c.slots[s.from]
	if s.Form == language.OneValue && v == nil {
		*s.term = anything
		return
	}
	l := c.lowering(f)
	l.reader.Room = s.term.Values[:0]
	*s.term, _ = l.reader.Condition(ast.TreeField{Name: s.Name, Value: l.argTree(s.Arg)})
	l.faults()
	thing := engineValue(v)
	values := s.term.Values
	if s.Form == language.OneValue && thing.Kind != engine.Nil && len(values) == 1 && values[0] == thing {
		s.thing = thing.Kind
		s.values = s.values[:0]
	}
}

// changes reports whether what a value holds may be something else at the next call.
func changes(v language.Value) bool {
	switch v := v.(type) {
	case *cardList:
		return true
	case *language.Table:
		return !v.Frozen()
	}
	return false
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
		out.Kind = ast.TreeWord
		out.Text = string(v)
	case language.Bool:
		out.Kind = ast.TreeFlag
		out.Flag = bool(v)
		out.Text = language.Text(v)
	case language.Number:
		// A bound beyond all numbers, such as math.huge, is none.
		n, ok := language.Whole(max(min(v, math.MaxInt32), math.MinInt32), 1<<31)
		out.Text = "number that is none"
		if ok && !math.IsNaN(float64(v)) {
			out.Kind = ast.TreeNumber
			out.Number = n
			out.Text = ""
			if language.Number(n) != v {
				out.Text = language.Text(v)
			}
		}
	case *cardList:
		out.Kind = ast.TreeList
		l.Charge(len(v.cards))
		for _, c := range l.m.read(v) {
			item := l.node(ast.TreeThing)
			item.Thing = engine.CardValue(c)
			out.Items = append(out.Items, item)
		}
	case *language.Table:
		if deep > deepest {
			l.Fault("the tables of a filter stand more than %d deep in each other", deepest)
		}
		l.table(out, v, deep+1)
	default:
		out.Thing = engineValue(v)
		if out.Thing.Kind != engine.Nil {
			out.Kind = ast.TreeThing
		}
		out.Text = language.TypeName(v)
	}
	return out
}

func (l *lowering) table(out *ast.Tree, t *language.Table, deep int) {
	out.Kind = ast.TreeList // an empty table is either
	n := t.Len()
	l.Charge(2 * n)
	for i := 1; i <= n; i++ {
		if item := t.At(i); item != nil {
			out.Items = append(out.Items, l.tree(item, deep))
		}
	}
	if n > 0 {
		return
	}
	for key, value := range t.All() {
		out.Kind = ast.TreeMap
		if len(out.Fields) >= fewConditions {
			l.Charge(2)
		}
		out.Fields = append(out.Fields, ast.TreeField{Name: language.Text(key), Value: l.tree(value, deep)})
	}
}

// argTree is an argument as written, with the values of the call.
func (l *lowering) argTree(a *language.Arg) *ast.Tree {
	if w := l.written(a); w.value() != aTable {
		return l.tree(w.v, 0)
	}
	out := l.node(ast.TreeMap)
	if a.Form != language.Fields || len(a.Args) == 0 {
		out.Kind = ast.TreeList
	}
	for i := range a.Args {
		f := &a.Args[i]
		w := l.written(f)
		switch {
		case w.value() == nil:
		case a.Form == language.Tables:
			out.Items = append(out.Items, l.argTree(f))
		default:
			out.Fields = append(out.Fields, ast.TreeField{Name: f.Name, Value: l.argTree(f)})
		}
	}
	items, _ := l.items(written{arg: a})
	for _, item := range items {
		if item != nil {
			out.Items = append(out.Items, l.tree(item, 0))
		}
	}
	return out
}

// selected are the cards that the filter finds: all for 0, or so many. They are valid until
// the call is over. A modifier that a filter reads may select cards itself, but that is
// another call.
func (c *call) selected(most int, anyOrder bool) []engine.CardID {
	f := c.filter
	f.run = c.m.runs
	s := engine.Selection{Filter: f.filter, In: c.m.in, Most: most, AnyOrder: anyOrder, Plan: &f.plan}
	c.found = c.m.run.Select(c.found[:0], &s)
	f.run = 0
	return c.found
}

func (c *call) selection() language.Value { return c.m.cardTable(c.selected(0, false)) }

// giveSelection is selection where only the host sees the cards.
func (c *call) giveSelection() language.Value {
	cards := c.selected(0, false)
	list := c.cardList(len(cards))
	list.cards = append(list.cards, cards...)
	return list
}

func (c *call) count() language.Value { return language.Int(len(c.selected(0, true))) }

func (c *call) any() language.Value { return language.Flag(len(c.selected(1, true)) > 0) }

func (c *call) first() language.Value {
	if cards := c.selected(1, false); len(cards) > 0 {
		return c.m.card(cards[0])
	}
	return nil
}

// knownID reports whether there is a card of an id.
func (c *call) knownID() language.Value {
	id, _ := c.table.v.(language.String)
	_, ok := c.m.Defs[string(id)]
	return language.Flag(ok)
}

func (c *call) sum() language.Value {
	attribute := engine.AttributeID(c.number(0))
	if c.m.pack.Cards[attribute].Kind != engine.Number {
		c.Fault("sum: %q is not a number", c.m.pack.Cards[attribute].Name)
	}
	total := 0
	cards := c.selected(0, true)
	c.Charge(len(cards))
	for _, card := range cards {
		v, err := c.m.run.Attribute(card, attribute)
		c.check(err)
		total += int(v.N)
	}
	return language.Int(total)
}
