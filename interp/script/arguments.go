package script

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// What a script gives to a function or a method of the game is read by the types of its
// parameters in the registry: once for each place that calls it what is written there,
// and what changes from call to call each time.

// operation is the Go function behind a function or a method of scripts.
type operation func(c *call) language.Value

// function is a function of the game, or a method, as its row of the registry says.
type function struct {
	name   string // as faults say it: "move", "zone:step"
	params []*parameter
	// record is the table whose fields the parameters are; nil for most.
	record *parameter
	method bool
	do     operation
	// give is do where nobody but the host sees the cards; nil if it is the same.
	give operation
}

// mostParams is how many parameters a function can have, or fields its table.
const mostParams = 6

// call is one call of a function while it runs, with what it was given, in the order of
// the parameters. Calls are kept, one for each nesting depth, with the lists that they
// fill.
type call struct {
	*language.Call
	*site
	m *Machine
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
func (c *call) put(p *parameter, n int32)  { c.values[p.at].N, c.given = n, c.given|1<<p.at }
func (c *call) check(err error)            { c.m.check(c.Call, err) }

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

// wrong faults for what a parameter does not take.
func (c *call) wrong(p *parameter, w written) {
	c.Fault("%s: %s must be %s, not %s", c.name, p.title, p.want, c.m.describe(w.value()))
}

// parameter is how a parameter is read.
type parameter struct {
	title    string // as faults say it: "argument 2", or the name of a field
	at       int
	optional bool
	want     string
	kind     engine.Kind // of a thing; Nil for any other
	// one reads one value, and reports whether the parameter takes it; nil where read
	// has more to do.
	one   func(m *Machine, v language.Value) (engine.Value, bool)
	read  func(c *call, r *read, w written)
	words []string // of a choice
	rest  bool
}

// written is what stands for a parameter: a value, or a table that is written in place.
type written struct {
	v   language.Value
	arg *language.Arg
}

// site is a function at one place of a script.
type site struct {
	*function
	*language.Site
	// template are the values that are constants, reads what is read at each call.
	template [mostParams]engine.Value
	known    uint8
	reads    []read
}

// read is one thing to read at each call: the argument of a parameter.
type read struct {
	*parameter
	slot int // the place of its value, -1 where it is none of the call's
	arg  *language.Arg
	// keys are the numbers of the names of a table's fields among those of a thing.
	keys   []int32
	of     int32
	filter *callFilter
}

// offer makes the function of scripts of a row of the registry; self is what a method is
// called on.
func (m *Machine) offer(name string, row *keyword.Func, self keyword.Kind, do, give operation) *language.Func {
	f := &function{name: name, method: self != keyword.Any, do: do, give: give}
	add := func(title string, t keyword.Type, optional bool) *parameter {
		p := m.parameter(t)
		p.title, p.at, p.optional = title, len(f.params), optional
		f.params = append(f.params, p)
		return p
	}
	position := func() string { return fmt.Sprintf("argument %d", len(f.params)+1) }
	if f.method {
		add(position(), keyword.Type{Kind: self}, false)
	}
	most := len(row.Params) + len(f.params)
	for _, p := range row.Params {
		if add(position(), p.Type, p.Optional).rest = p.Rest; p.Rest {
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
		return m.place(&site{function: f, Site: at})
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
		c.Call, c.site, c.m, c.slots = lc, s, m, slots
		c.given, c.values = s.known, s.template
		c.fn, c.choices, c.about, c.things = nil, c.choices[:0], c.about[:0], c.things[:0]
		c.lists, c.zones = c.lists[:0], c.zones[:0]
		for i := range s.reads {
			r := &s.reads[i]
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
		if m.run != nil {
			m.account(lc)
		}
		return v
	}
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

// lower makes of what stands at the place what is to be read at each call.
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
		if names = append(names, p.title); p.title == name {
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
			s.template[p.at], s.known = v, s.known|1<<p.at
			return
		}
	}
	r := read{parameter: p, slot: -1, arg: a}
	if a.Form == language.OneValue {
		r.slot = a.Slot
	}
	s.reads = append(s.reads, r)
}

// aTable stands for any table that is written in place, where a value is wanted.
var aTable = &language.Table{}

// value is what stands there as a value.
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

// written is what stands in a part of a table.
func (c *call) written(a *language.Arg) written {
	if a.Form == language.OneValue {
		return written{c.slots[a.Slot], a}
	}
	return written{a.Value, a}
}

// each visits the named fields of a table, with what number makes of their names. Of a
// table that is written in place it is asked once, as long as the names are of the same
// thing.
func (c *call) each(r *read, of int32, w written, number func(name string) int32,
	visit func(n int32, name string, w written)) {
	if w.v != nil {
		for key, v := range w.v.(*language.Table).All() {
			visit(number(language.Text(key)), language.Text(key), written{v: v})
		}
		return
	}
	if r.of != of || len(r.keys) == 0 {
		r.of, r.keys = of, slices.Repeat([]int32{-1}, len(w.arg.Args))
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

// parameter is how a parameter of a type is read.
func (m *Machine) parameter(t keyword.Type) *parameter {
	switch t.Kind {
	case keyword.SeatValue:
		return aThing(engine.SeatKind, "a seat")
	case keyword.CardValue:
		return aThing(engine.Card, "a card")
	case keyword.ZoneValue:
		return aThing(engine.Zone, "a zone")
	case keyword.ActionValue:
		return aThing(engine.Handle, "an action that actions() offered")
	case keyword.Number:
		return &parameter{want: "a whole number", one: wholeNumber}
	case keyword.Flag:
		return &parameter{one: func(_ *Machine, v language.Value) (engine.Value, bool) {
			return engine.Bool(language.Truth(v)), true
		}}
	case keyword.Name, keyword.Word:
		return m.named(t.Ref)
	case keyword.Choice:
		return &parameter{want: "one of " + strings.Join(t.Words, ", "), words: t.Words, one: choice(t.Words)}
	case keyword.Thing:
		return &parameter{read: readThing}
	case keyword.Function:
		return &parameter{want: "a function", read: func(c *call, r *read, w written) {
			if c.fn, _ = w.v.(*language.Func); c.fn == nil {
				c.wrong(r.parameter, w)
			}
		}}
	case keyword.Filter:
		return &parameter{want: `a filter, such as {zone = "hand"}`, read: readFilter}
	case keyword.OptionsValue:
		return &parameter{want: "an option list made with options()", read: func(c *call, r *read, w written) {
			if c.options = optionsOf(w.v); c.options == nil {
				c.wrong(r.parameter, w)
			}
		}}
	case keyword.MapOf:
		if t.Keys == keyword.RefParameter {
			return &parameter{want: "a table", read: readTable}
		}
		return &parameter{want: "a table of values", read: readAbout}
	case keyword.ListOf:
		switch t.Item.Kind {
		case keyword.SeatValue:
			return &parameter{want: "a list of seats", read: readSeats}
		case keyword.MapOf:
			return &parameter{want: "a list of parameter tables", read: readItself}
		}
		return &parameter{read: readChoices}
	case keyword.Either:
		switch first := t.Of[0]; first.Kind {
		case keyword.CardValue:
			if len(t.Of) > 2 {
				return &parameter{want: "a card", read: readCardLists}
			}
			return &parameter{want: "a card", read: readCards}
		case keyword.ZoneValue:
			return &parameter{want: "a zone", kind: engine.Zone, read: readZones}
		case keyword.SeatValue:
			return &parameter{want: "a seat", read: readSeats}
		case keyword.Function:
			return &parameter{read: func(c *call, r *read, w written) {
				if c.fn, _ = w.v.(*language.Func); c.fn == nil {
					readChoices(c, r, w)
				}
			}}
		case keyword.Choice:
			p := m.parameter(first)
			p.want = strings.Join(p.words, ", ") + " or a whole number"
			return p.or(m.parameter(t.Of[1]))
		}
		return &parameter{read: readChoices}
	}
	return &parameter{read: readItself}
}

// or makes a parameter take what another one takes as well; which of the two it is, is
// said by the kind of the value.
func (p *parameter) or(other *parameter) *parameter {
	first, second := p.one, other.one
	p.one = func(m *Machine, v language.Value) (engine.Value, bool) {
		if read, ok := first(m, v); ok {
			return read, true
		}
		return second(m, v)
	}
	return p
}

func aThing(kind engine.Kind, want string) *parameter {
	return &parameter{want: want, kind: kind, one: func(_ *Machine, v language.Value) (engine.Value, bool) {
		value := engineValue(v)
		return value, value.Kind == kind
	}}
}

func wholeNumber(_ *Machine, v language.Value) (engine.Value, bool) {
	n, ok := v.(language.Number)
	whole, small := language.Whole(n, 1<<53)
	return engine.Num(min(max(whole, math.MinInt32), math.MaxInt32)),
		ok && small && language.Number(whole) == n
}

// choice is the place of a word among some.
func choice(words []string) func(*Machine, language.Value) (engine.Value, bool) {
	return func(_ *Machine, v language.Value) (engine.Value, bool) {
		word, ok := v.(language.String)
		n := slices.Index(words, string(word))
		return engine.WordValue(engine.Symbol(n)), ok && n >= 0
	}
}

// named is a parameter that takes the name of something that the pack has.
func (m *Machine) named(ref keyword.Ref) *parameter {
	known, isThing := m.names.named(ref)
	p := &parameter{want: "a word"}
	p.one = func(_ *Machine, v language.Value) (engine.Value, bool) {
		word, ok := v.(language.String)
		if !ok {
			return engine.Value{}, false
		}
		n, ok := known.find(string(word))
		return engine.Value{N: n}, ok
	}
	p.read = func(c *call, r *read, w written) {
		word, ok := w.v.(language.String)
		switch {
		case !ok:
			c.wrong(p, w)
		case ref == keyword.RefAbility:
			c.unknown = w.v // the function says what follows
		case !isThing:
			what := c.name
			if c.record != nil {
				what += ": " + p.title
			}
			m.fail(c.Call, m.unknownWord(string(word), what))
		default:
			c.Fault("%s: there is no %s %q%s", c.name, ref, string(word), known.near(string(word)))
		}
	}
	return p
}

// readItself leaves a value to the function.
func readItself(c *call, _ *read, w written) { c.table = w }

// readTable leaves a table to the function.
func readTable(c *call, r *read, w written) {
	if !w.isTable() {
		c.wrong(r.parameter, w)
	}
	c.table, c.itself = w, r
}

// readRecord reads a table that the script has made elsewhere, for a function that takes
// its fields.
func readRecord(c *call, r *read, w written) {
	table, ok := w.v.(*language.Table)
	if !ok {
		c.wrong(r.parameter, w)
	}
	for key, v := range table.All() {
		c.take(&read{parameter: c.field(language.Text(key))}, written{v: v})
	}
}

// readThing reads whatever the engine has as a value; nothing is one too.
func readThing(c *call, r *read, w written) {
	v, err := c.m.toValue(w.value(), c.name, ": ", r.title)
	c.check(err)
	c.things = append(c.things, v)
}

// readCards reads one card or a list of cards.
func readCards(c *call, r *read, w written) {
	if list, ok := w.v.(*cardList); ok {
		c.Charge(len(list.cards))
		c.cards = c.m.read(list)
		return
	}
	c.own = c.own[:0]
	if items, ok := c.items(w); ok {
		c.Charge(len(items))
		for i, item := range items {
			card := engineValue(item).Card()
			if card == 0 {
				c.Fault("%s: item %d of the list must be a card, not %s", c.name, i+1, c.m.describe(item))
			}
			c.own = append(c.own, card)
		}
	} else {
		card := engineValue(w.v).Card()
		if card == 0 {
			c.wrong(r.parameter, w)
		}
		c.own = append(c.own, card)
	}
	c.cards = c.own
}

// readCardLists reads what readCards does, or a list of such lists.
func readCardLists(c *call, r *read, w written) {
	items, _ := c.items(w)
	if len(items) == 0 || engineValue(items[0]).Card() != 0 {
		readCards(c, r, w)
		return
	}
	var all []engine.CardID
	for _, item := range items {
		readCards(c, r, written{v: item})
		all = append(all, c.cards...)
		c.lists = append(c.lists, len(all))
	}
	c.cards = all
}

// readZones reads one zone or a list of zones.
func readZones(c *call, r *read, w written) {
	if z := engineValue(w.v); z.Kind == engine.Zone {
		c.put(r.parameter, z.N)
		return
	}
	items, ok := c.items(w)
	if !ok {
		c.wrong(r.parameter, w)
	}
	for _, item := range items {
		z := engineValue(item).Zone()
		if z == 0 {
			c.wrong(r.parameter, written{v: item})
		}
		c.zones = append(c.zones, z)
	}
}

// readSeats reads one seat or a list of seats as a set; a table with names is left to the
// function.
func readSeats(c *call, r *read, w written) {
	items, _ := c.items(w)
	c.table = written{}
	switch seat := engineValue(w.v).Seat(); {
	case seat != 0:
		c.put(r.parameter, int32(engine.Only(seat)))
	case len(items) > 0:
		c.put(r.parameter, int32(c.seatsOf(items)))
	case w.isTable():
		c.table = w
	default:
		c.wrong(r.parameter, w)
	}
}

// seatsOf reads seats as a set.
func (c *call) seatsOf(items []language.Value) engine.SeatSet {
	var set engine.SeatSet
	c.Charge(len(items))
	for i, item := range items {
		seat := engineValue(item).Seat()
		if seat == 0 {
			c.Fault("%s: item %d of the list must be a seat, not %s", c.name, i+1, c.m.describe(item))
		}
		set |= engine.Only(seat)
	}
	return set
}

// readAbout reads names and values, for messages. A list of cards or words becomes
// several values with the same name.
func readAbout(c *call, r *read, w written) {
	if !w.isTable() {
		c.wrong(r.parameter, w)
	}
	word := func(name string) int32 {
		n, ok := c.m.Symbols[name]
		if !ok {
			c.Fault("%s: %q is no word of the pack%s", c.name, name, nearest(name, c.m.Symbols))
		}
		return int32(n)
	}
	c.each(r, 0, w, word, func(key int32, name string, w written) {
		add := func(v engine.Value) { c.about = append(c.about, engine.Named{Name: engine.Symbol(key), Value: v}) }
		if list, ok := w.v.(*cardList); ok {
			c.Charge(2 * len(list.cards))
			for _, card := range c.m.read(list) {
				add(engine.CardValue(card))
			}
			return
		}
		items, ok := c.items(w)
		switch {
		case ok:
			c.Charge(2 * len(items))
		case w.v == nil:
			c.Fault("%s: %s must be a value or a list, not a table of names", c.name, name)
		default:
			items = []language.Value{w.v}
		}
		for _, item := range items {
			v, err := c.m.toValue(item, c.name, ": ", name)
			c.check(err)
			add(v)
		}
	})
}

// readChoices reads what there is to choose from; see appendChoices.
func readChoices(c *call, r *read, w written) {
	c.choices = c.appendChoices(c.choices, w)
	c.put(r.parameter, int32(len(c.choices)))
}
