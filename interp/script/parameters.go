package script

import (
	"math"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// How a parameter of each type is read, and its errors.

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

// wrong faults for what a parameter does not take.
func (c *call) wrong(p *parameter, w written) {
	c.Fault("%s: %s must be %s, not %s", c.name, p.title, p.want, c.m.describe(w.value()))
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
		return m.either(t)
	}
	return &parameter{read: readItself}
}

// either makes the parameter that takes values of several types.
func (m *Machine) either(t keyword.Type) *parameter {
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
			c.fn, _ = w.v.(*language.Func)
			if c.fn == nil {
				readChoices(c, r, w)
			}
		}}
	case keyword.Number:
		p := m.parameter(first)
		p.read = readChoices
		return p
	case keyword.Choice:
		p := m.parameter(first)
		p.want = strings.Join(p.words, ", ") + " or a whole number"
		return p.or(m.parameter(t.Of[1]))
	}
	return &parameter{read: readChoices}
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
	known, isThing := m.things[ref]
	if !isThing {
		known = m.symbols
	}
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
	c.table = w
	c.itself = r
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
	seat := engineValue(w.v).Seat()
	switch {
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
			c.Fault("%s: %q is not a word of the pack%s", c.name, name, nearest(name, c.m.Symbols))
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

// readChoices reads the choices of a question; see appendChoices.
func readChoices(c *call, r *read, w written) {
	c.choices = c.appendChoices(c.choices, w)
	c.put(r.parameter, int32(len(c.choices)))
}
