package script

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// Arguments that a script gives to a function or method of the game are read by the
// parameter types in the registry: the constant parts once per call site, the varying parts
// at each call.

// operation is the Go function behind a function or a method of scripts.
type operation func(c *call) language.Value

// function is a function of the game, or a method, as its row of the registry says.
type function struct {
	name   string // as faults say it: "move", "zone:step"
	params []*parameter
	// record is the table whose fields the parameters are; nil for most.
	record *parameter
	method bool
	// fills is set where the values are not all that there is to the parameters.
	fills bool
	do    operation
	// give is do where only the host sees the cards; nil if it is the same.
	give operation
}

// mostParams is how many parameters a function can have, or fields its table.
const mostParams = 8

// call is one running call of a function, with its arguments in the order of the
// parameters. Calls are reused, one for each nesting depth, with the lists that they fill.
type call struct {
	*language.Call
	*site
	// slots are the values that the script brings, read in places that the site knows.
	slots []language.Value
	// given has a bit for each parameter that is there; values are things, numbers and
	// the numbers of names, and of seats the set.
	given   uint8
	values  [mostParams]engine.Value
	cards   []engine.CardID
	choices []engine.Choice
	about   []engine.Named
	things  []engine.Value // of the parameter that takes any number
	fn      *language.Func
	table   written // what the function reads itself, as the argument is read
	itself  *read
	options *optionList
	filter  *callFilter
	unknown language.Value // the name of an ability that there is not

	own      []engine.CardID // behind cards, where the script has made the list
	lists    []int           // where each of several lists of cards ends in cards
	zones    []engine.ZoneID // where each goes
	leaving  []engine.Departure
	found    []engine.CardID // what a filter selects
	decision engine.Decision
	changes  []*event // what the script raised; see carryOut
	carry    func(*engine.Raised) error
}

func (c *call) has(i int) bool             { return c.given>>i&1 != 0 }
func (c *call) card(i int) engine.CardID   { return engine.CardID(c.values[i].N) }
func (c *call) seat(i int) engine.Seat     { return engine.Seat(c.values[i].N) }
func (c *call) zone(i int) engine.ZoneID   { return engine.ZoneID(c.values[i].N) }
func (c *call) number(i int) int           { return int(c.values[i].N) }
func (c *call) seats(i int) engine.SeatSet { return engine.SeatSet(c.values[i].N) }
func (c *call) put(p *parameter, n int32) {
	c.values[p.at].N = n
	c.given |= 1 << p.at
}
func (c *call) check(err error) { c.m.check(c.Call, err) }

// many is the second argument, how many are wanted as a list; left out, it is one alone.
func (c *call) many() (n int, list bool) {
	if !c.has(1) {
		return 1, false
	}
	return c.number(1), true
}

// audience is one seat, all where it is left out.
func (c *call) audience(i int) engine.SeatSet {
	if !c.has(i) {
		return c.m.layout.AllSeats()
	}
	return engine.Only(c.seat(i))
}

// written is an argument as written: a value, or a table constructor.
type written struct {
	v   language.Value
	arg *language.Arg
}

// site is a function at one place of a script.
type site struct {
	*function
	*language.Site
	m *Machine
	// template holds the constant values, reads the values to read at each call.
	template [mostParams]engine.Value
	known    uint8
	reads    []*read
}

// read is one thing to read at each call: the argument of a parameter.
type read struct {
	*parameter
	slot int // the place of its value, -1 where it is none of the call's
	arg  *language.Arg
	// keys are the numbers of a table's field names among those of a thing; names are the
	// field names of a table that is not a constructor.
	keys   []int32
	names  []string
	of     int32
	filter *callFilter
}

// offer makes the function of scripts of a row of the registry; self is what a method is
// called on.
func (m *Machine) offer(name string, row *keyword.Func, self keyword.Kind, do, give operation) *language.Func {
	f := &function{name: name, method: self != keyword.Any, do: do, give: give}
	add := func(title string, t keyword.Type, optional bool) *parameter {
		p := m.parameter(t)
		p.title = title
		p.at = len(f.params)
		p.optional = optional
		f.params = append(f.params, p)
		switch t.Kind {
		case keyword.Name, keyword.Word, keyword.Filter:
		default:
			f.fills = f.fills || p.read != nil
		}
		return p
	}
	position := func() string { return fmt.Sprintf("argument %d", len(f.params)+1) }
	if f.method {
		add(position(), keyword.Type{Kind: self}, false)
	}
	most := len(row.Params) + len(f.params)
	for _, p := range row.Params {
		add(position(), p.Type, p.Optional).rest = p.Rest
		if p.Rest {
			most = -1
		}
	}
	switch row.Table {
	case "":
	case filter.CardFilter:
		most = 1
		add(position(), keyword.Type{Kind: keyword.Filter}, false)
	default:
		most = 1
		var required []string
		for _, field := range keyword.Lookup(row.Table).Fields {
			add(field.Name, field.Type, true)
			if field.Required {
				required = append(required, field.Name+" = ...")
			}
		}
		f.record = &parameter{title: "argument 1", read: readRecord,
			want: "a table: " + name + "{" + strings.Join(required, ", ") + "}"}
	}
	return language.NewPlaced(name, most, give != nil, func(at *language.Site) language.Placed {
		return m.place(&site{function: f, Site: at, m: m})
	})
}

// place is what a function does at one place.
func (m *Machine) place(s *site) language.Placed {
	s.lower(m)
	do := s.do
	if s.Handed && s.give != nil {
		do = s.give
	}
	return func(lc *language.Call, slots []language.Value) language.Value {
		if m.run == nil && !s.method {
			m.running(lc, s.name+" function")
		}
		c := m.calls.take()
		c.Call = lc
		c.site = s
		c.slots = slots
		c.given = s.known
		c.values = s.template
		if s.fills {
			c.empty()
		}
		for _, r := range s.reads {
			if r.slot < 0 {
				c.take(r, written{r.arg.Value, r.arg})
			} else if o, ok := slots[r.slot].(*language.Object); ok && o.Kind != 0 && engine.Kind(o.Kind) == r.kind {
				c.put(r.parameter, o.N)
			} else {
				c.take(r, written{slots[r.slot], r.arg})
			}
		}
		v := do(c)
		m.calls.used--
		if run := m.run; run != nil && (run.Log().Len() != m.logged || run.Looked() != m.looked) {
			m.account(lc)
		}
		return v
	}
}

// empty makes room for what parameters have beside their values.
func (c *call) empty() {
	c.fn = nil
	c.choices = c.choices[:0]
	c.about = c.about[:0]
	c.things = c.things[:0]
	c.lists = c.lists[:0]
	c.zones = c.zones[:0]
}

// take reads one argument.
func (c *call) take(r *read, w written) {
	p := r.parameter
	if p.optional && w.value() == nil {
		return
	}
	if p.one == nil {
		c.given |= 1 << p.at
		p.read(c, r, w)
		return
	}
	v, ok := p.one(c.m, w.v)
	if !ok {
		if p.read == nil {
			c.wrong(p, w)
		}
		p.read(c, r, w) // which says what is wrong
	}
	c.values[p.at], c.given = v, c.given|1<<p.at
}

// lower turns the arguments at the call site into reads for each call.
func (s *site) lower(m *Machine) {
	args := s.Args
	if s.record == nil {
		for i := range max(len(args), len(s.params)) {
			if len(s.params) == 0 {
				break
			}
			p := s.params[min(i, len(s.params)-1)]
			switch {
			case i < len(args) && p.rest:
				more := *p
				more.title = fmt.Sprintf("argument %d", i+1)
				s.add(m, &more, &args[i])
			case i < len(args) && i == p.at:
				s.add(m, p, &args[i])
			case i >= len(args) && !p.optional && !p.rest:
				s.add(m, p, &language.Arg{Form: language.Constant})
			}
		}
		return
	}
	if len(args) == 0 || args[0].Form != language.Fields {
		args = append(args, language.Arg{Form: language.Constant})
		s.add(m, s.record, &args[0])
		return
	}
	for i := range args[0].Args {
		a := &args[0].Args[i]
		s.add(m, s.field(a.Name), a)
	}
}

// field is the parameter of a name; one that is not there says so when it is read.
func (s *site) field(name string) *parameter {
	var names []string
	for _, p := range s.params {
		names = append(names, p.title)
		if p.title == name {
			return p
		}
	}
	return &parameter{optional: true, read: func(c *call, _ *read, _ written) {
		c.Fault("%s has no field %q%s", c.name, name, hint(diag.Nearest(name, names)))
	}}
}

// add notes what a parameter is given; a constant is read here.
func (s *site) add(m *Machine, p *parameter, a *language.Arg) {
	if a.Form == language.Constant && p.one != nil && a.Value != nil {
		if v, ok := p.one(m, a.Value); ok {
			s.template[p.at] = v
			s.known |= 1 << p.at
			return
		}
	}
	r := &read{parameter: p, slot: -1, arg: a}
	if a.Form == language.OneValue {
		r.slot = a.Slot
	}
	s.reads = append(s.reads, r)
}

// aTable stands for any table that is written in place, where a value is wanted.
var aTable = &language.Table{}

// value is the argument as a value.
func (w written) value() language.Value {
	if w.v == nil && w.arg != nil && w.arg.Form > language.Constant {
		return aTable
	}
	return w.v
}

// isTable reports whether a table with named fields stands there.
func (w written) isTable() bool {
	_, table := w.v.(*language.Table)
	return table || w.arg != nil && w.arg.Form == language.Fields
}

// written is a part of a table as written.
func (c *call) written(a *language.Arg) written {
	if a.Form == language.OneValue {
		return written{c.slots[a.Slot], a}
	}
	return written{a.Value, a}
}

// each visits the named fields of a table, with what number makes of their names. It is
// asked once for each, as long as the names at the place are the same, and of the same
// thing.
func (c *call) each(r *read, of int32, w written, number func(name string) int32,
	visit func(n int32, name string, w written)) {
	if w.v != nil {
		i := 0
		for key, v := range w.v.(*language.Table).All() {
			name := language.Text(key)
			if r.of != of || i >= len(r.names) || r.names[i] != name {
				n := number(name)
				r.of = of
				r.keys = append(r.keys[:i], n)
				r.names = append(r.names[:i], name)
			}
			visit(r.keys[i], name, written{v: v})
			i++
		}
		return
	}
	if r.of != of || len(r.keys) == 0 {
		r.of = of
		r.keys = slices.Repeat([]int32{-1}, len(w.arg.Args))
	}
	for i := range w.arg.Args {
		a := &w.arg.Args[i]
		if f := c.written(a); f.value() != nil {
			if r.keys[i] < 0 {
				r.keys[i] = number(a.Name)
			}
			visit(r.keys[i], a.Name, f)
		}
	}
}

// items are the items of a list, and whether there is one.
func (c *call) items(w written) ([]language.Value, bool) {
	switch {
	case w.v != nil:
		t, ok := w.v.(*language.Table)
		if !ok {
			return nil, false
		}
		return t.Items(), true
	case w.arg != nil && w.arg.Form == language.List:
		list := c.slots[w.arg.Slot : w.arg.Slot+w.arg.N]
		for len(list) > 0 && list[len(list)-1] == nil {
			list = list[:len(list)-1]
		}
		return list, true
	}
	return nil, w.arg != nil && w.arg.Form == language.Fields && len(w.arg.Args) == 0
}
