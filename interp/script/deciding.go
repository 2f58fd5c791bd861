package script

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// optionList is options(): things to choose from, gathered in Go.
type optionList struct{ choices []engine.Choice }

// optionListBytes is what a list of options is counted as: it is kept for the next
// ones.
const optionListBytes = 512

func (m *Machine) apiOptions(call *language.Call, _ arguments) language.Value {
	call.Spend(limits.Memory, optionListBytes)
	if m.listing == len(m.optionLists) {
		m.optionLists = append(m.optionLists, &language.Object{Class: m.optionClass, Value: &optionList{}})
	}
	o := m.optionLists[m.listing]
	m.listing++
	list := o.Value.(*optionList)
	list.choices = list.choices[:0]
	return o
}

func (m *Machine) optionsMethods() map[string]language.Builtin {
	return map[string]language.Builtin{
		"add": func(call *language.Call) language.Value {
			list := m.argOptions(call, "options:add", 1)
			list.choices = m.appendChoices(call, "options:add", list.choices, call.Arg(2))
			return call.Arg(1)
		},
		"product": func(call *language.Call) language.Value {
			list := m.argOptions(call, "options:product", 1)
			m.parts = m.appendChoices(call, "options:product", m.parts[:0], call.Arg(2))
			n := len(m.parts)
			m.parts = m.appendChoices(call, "options:product", m.parts, call.Arg(3))
			first, second := m.parts[:n], m.parts[n:]
			call.Spend(limits.Options, len(first)*len(second))
			list.choices = slices.Grow(list.choices, len(first)*len(second))
			for _, a := range first {
				for _, b := range second {
					if int(a.N+b.N) > engine.MaxParts {
						call.Fault("options:product: an option has at most %d parts", engine.MaxParts)
					}
					both := a
					copy(both.V[a.N:], b.V[:b.N])
					both.N += b.N
					list.choices = append(list.choices, both)
				}
			}
			return call.Arg(1)
		},
		"count": func(call *language.Call) language.Value {
			return language.Int(len(m.argOptions(call, "options:count", 1).choices))
		},
	}
}

func (m *Machine) argOptions(call *language.Call, fn string, n int) *optionList {
	if ud, ok := call.Arg(n).(*language.Object); ok {
		if list, ok := ud.Value.(*optionList); ok {
			return list
		}
	}
	m.bad(call, fn, n, "an option list made with options()")
	return nil
}

// appendChoices adds a thing, a list of things or an option list. A list
// inside a list is one option of several parts.
func (m *Machine) appendChoices(call *language.Call, fn string, to []engine.Choice, v language.Value) []engine.Choice {
	if ud, ok := v.(*language.Object); ok {
		if list, ok := ud.Value.(*optionList); ok {
			call.Spend(limits.Options, len(list.choices))
			return append(to, list.choices...)
		}
	}
	if list, ok := v.(*cardList); ok {
		call.Spend(limits.Options, len(list.cards))
		to = slices.Grow(to, len(list.cards))
		for _, c := range m.read(list) {
			to = engine.AppendOne(to, engine.CardValue(c))
		}
		return to
	}
	table, ok := v.(*language.Table)
	if !ok {
		call.Spend(limits.Options, 1)
		return engine.AppendOne(to, m.thing(call, fn, v))
	}
	n := table.Len()
	call.Spend(limits.Options, n)
	to = slices.Grow(to, n)
	for i := 1; i <= n; i++ {
		item := table.At(i)
		parts, ok := item.(*language.Table)
		if !ok {
			to = engine.AppendOne(to, m.thing(call, fn, item))
			continue
		}
		if parts.Len() == 0 || parts.Len() > engine.MaxParts {
			call.Fault("%s: an option has 1 to %d parts", fn, engine.MaxParts)
		}
		c := engine.Choice{N: uint8(parts.Len())}
		for k := 1; k <= parts.Len(); k++ {
			c.V[k-1] = m.thing(call, fn, parts.At(k))
		}
		to = append(to, c)
	}
	return to
}

func (m *Machine) thing(call *language.Call, fn string, v language.Value) engine.Value {
	value, err := m.toValue(v, fn, ": an option")
	if err != nil {
		call.Fault("%s", err)
	}
	if value.Kind == engine.Nil {
		call.Fault("%s: an option cannot be nothing (nil)", fn)
	}
	return value
}

// keptDecision returns an empty question; answered gives it back. A run that is
// abandoned gives nothing back: the next one begins with all of them.
func (m *Machine) keptDecision(kind engine.DecisionKind) *engine.Decision {
	if m.asking == len(m.decisions) {
		m.decisions = append(m.decisions, &engine.Decision{})
	}
	d := m.decisions[m.asking]
	m.asking++
	options, about := d.Options[:0], d.About[:0]
	*d = engine.Decision{}
	d.Kind, d.Options, d.About = kind, options, about
	return d
}

func (m *Machine) answered() { m.asking-- }

// question reads what all kinds of choose have in common.
func (m *Machine) question(call *language.Call, fn string, kind engine.DecisionKind) (*engine.Decision, fields) {
	f, _, ok := m.argFields(call, 1)
	if !ok {
		m.bad(call, fn, 1, "a table: "+fn+"{seat = ..., prompt = ..., from = ...}")
	}
	d := m.keptDecision(kind)
	f.each(func(name string, value language.Value, inner *fields) { m.asked(call, fn, d, name, value, inner) })
	if kind == engine.PickSome && f.get("max") == nil {
		d.Max = len(d.Options)
	}
	return d, f
}

// asked reads one field of a question.
func (m *Machine) asked(call *language.Call, fn string, d *engine.Decision, name string, value language.Value,
	inner *fields) {
	switch name {
	case "seat":
		if d.Seat = engineValue(value).Seat(); d.Seat == 0 {
			call.Fault("%s: seat must be a seat, not %s", fn, m.describe(value))
		}
	case "prompt":
		word, err := m.toValue(value, fn, ": prompt")
		m.check(call, err)
		d.Prompt = engine.Symbol(word.N)
	case "about":
		if about, ok := fieldsOf(value); ok {
			inner = &about
		}
		if inner != nil {
			d.About = m.named(call, fn, inner, d.About[:0])
		}
	case "from":
		if _, ok := value.(*language.Func); !ok {
			d.Options = m.appendChoices(call, fn, d.Options[:0], value)
		}
	case "optional":
		d.Optional = language.Truth(value)
	case "min":
		d.Min = m.fieldNumber(call, fn, name, value)
	case "max":
		d.Max = m.fieldNumber(call, fn, name, value)
	case "total":
		d.Total = m.fieldNumber(call, fn, name, value)
	case "seats": // choose.secret reads them
	default:
		call.Fault("%s has no field %q%s", fn, name, hint(diag.Nearest(name, keyword.Lookup(fn).Names())))
	}
}

func (m *Machine) fieldNumber(call *language.Call, fn, name string, v language.Value) int {
	n, ok := v.(language.Number)
	whole, small := language.Whole(n, 1<<53)
	if !ok || !small || language.Number(whole) != n {
		call.Fault("%s: %s must be a whole number, not %s", fn, name, m.describe(v))
	}
	return whole
}

// choiceParts returns the parts of a chosen option.
func (m *Machine) choiceParts(call *language.Call, c *engine.Choice) language.Value {
	if c.N == 1 {
		return m.value(c.V[0])
	}
	var parts [engine.MaxParts]language.Value
	for i := range c.N {
		parts[i] = m.value(c.V[i])
	}
	return call.Return(parts[:c.N]...)
}

func (m *Machine) ask(call *language.Call, d *engine.Decision) engine.Reply {
	reply, err := m.run.Choose(d)
	m.check(call, err)
	return reply
}

func (m *Machine) apiOne(call *language.Call, _ arguments) language.Value {
	d, _ := m.question(call, "choose.one", engine.PickOne)
	reply := m.ask(call, d)
	m.answered()
	if len(reply) == 0 {
		return nil
	}
	return m.choiceParts(call, &d.Options[reply[0]])
}

// choiceValue is a chosen option as one value: its only part, or a list.
func (m *Machine) choiceValue(call *language.Call, c *engine.Choice) language.Value {
	if c.N == 1 {
		return m.value(c.V[0])
	}
	t := m.state.NewTable(int(c.N), 0)
	for i := range c.N {
		t.Append(m.value(c.V[i]))
	}
	return t
}

func (m *Machine) chosen(call *language.Call, options []engine.Choice, reply engine.Reply) *language.Table {
	t := m.state.NewTable(len(reply), 0)
	for _, n := range reply {
		t.Append(m.choiceValue(call, &options[n]))
	}
	return t
}

func (m *Machine) apiSome(call *language.Call, _ arguments) language.Value {
	d, _ := m.question(call, "choose.some", engine.PickSome)
	result := m.chosen(call, d.Options, m.ask(call, d))
	m.answered()
	return result
}

func (m *Machine) apiOrder(call *language.Call, _ arguments) language.Value {
	d, _ := m.question(call, "choose.order", engine.PickOrder)
	result := m.chosen(call, d.Options, m.ask(call, d))
	m.answered()
	return result
}

func (m *Machine) apiYes(call *language.Call, _ arguments) language.Value {
	d, _ := m.question(call, "choose.yes", engine.YesNo)
	d.Options = d.Options[:0]
	result := language.Flag(m.ask(call, d)[0] == 0)
	m.answered()
	return result
}

func (m *Machine) apiNumber(call *language.Call, _ arguments) language.Value {
	d, _ := m.question(call, "choose.number", engine.PickNumber)
	result := language.Int(m.ask(call, d)[0])
	m.answered()
	return result
}

func (m *Machine) apiSplit(call *language.Call, _ arguments) language.Value {
	d, _ := m.question(call, "choose.split", engine.Split)
	reply := m.ask(call, d)
	t := m.state.NewTable(len(reply), 0)
	for i, amount := range reply {
		pair := m.state.NewTable(2, 0)
		pair.Append(m.choiceValue(call, &d.Options[i]))
		pair.Append(language.Int(amount))
		t.Append(pair)
	}
	result := t
	m.answered()
	return result
}

// apiSecret asks several seats at once; from may be a function of the seat.
func (m *Machine) apiSecret(call *language.Call, _ arguments) language.Value {
	d, f := m.question(call, "choose.secret", engine.PickSome)
	seats, ok := f.get("seats").(*language.Table)
	if !ok {
		call.Fault("choose.secret: seats must be a list of seats")
	}
	if d.Max <= 1 && f.get("max") == nil {
		d.Kind = engine.PickOne
	}
	d.Secret = true
	d.SecretOptions = make([][]engine.Choice, m.layout.Seats+1)
	call.Charge(seats.Len())
	for i := 1; i <= seats.Len(); i++ {
		s := engineValue(seats.At(i)).Seat()
		if s == 0 {
			call.Fault("choose.secret: item %d of seats must be a seat, not %s", i, m.describe(seats.At(i)))
		}
		d.Seats |= engine.Only(s)
		d.SecretOptions[s] = m.secretOptions(call, f.get("from"), d, s)
	}
	d.Options = d.Options[:0]
	replies, err := m.run.ChooseSecretly(d)
	m.check(call, err)
	result := m.state.NewTable(m.layout.Seats, 0)
	n := 0
	for s := engine.Seat(1); int(s) <= m.layout.Seats; s++ {
		if !d.Seats.Has(s) {
			continue
		}
		reply, options := replies[n], d.SecretOptions[s]
		n++
		switch {
		case d.Kind.Form() == engine.Picks:
			result.SetAt(int(s), m.chosen(call, options, reply))
		case len(reply) > 0:
			result.SetAt(int(s), m.choiceValue(call, &options[reply[0]]))
		}
	}
	m.answered()
	return result
}

func (m *Machine) secretOptions(call *language.Call, from language.Value, d *engine.Decision,
	s engine.Seat) []engine.Choice {
	fn, ok := from.(*language.Func)
	if !ok {
		return d.Options
	}
	return m.appendChoices(call, "choose.secret", nil, call.Invoke(fn, m.seats[s]))
}

func (m *Machine) apiActions(call *language.Call, a arguments) language.Value {
	offered, err := m.run.Offered(engine.Symbol(a.number(0)), a.seat(1))
	m.check(call, err)
	t := m.state.NewTable(len(offered), 0)
	for _, v := range offered {
		t.Append(m.handle(v))
	}
	return t
}

func (m *Machine) apiPerform(call *language.Call, a arguments) language.Value {
	m.check(call, m.run.Perform(a.values[0], a.seat(1)))
	return nil
}
