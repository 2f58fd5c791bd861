package script

import (
	"slices"

	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

// optionList is options(): things to choose from, gathered in Go.
type optionList struct{ choices []engine.Choice }

func (m *Machine) apiOptions(L *lua.LState) int {
	if m.listing == len(m.optionLists) {
		ud := L.NewUserData()
		ud.Value = &optionList{}
		ud.Metatable = m.optionMeta()
		m.optionLists = append(m.optionLists, ud)
	}
	ud := m.optionLists[m.listing]
	m.listing++
	list := ud.Value.(*optionList)
	list.choices = list.choices[:0]
	L.Push(ud)
	return 1
}

// optionMeta is made once.
func (m *Machine) optionMeta() *lua.LTable {
	if m.optionMethods != nil {
		return m.optionMethods
	}
	L := m.state.L()
	methods := L.CreateTable(0, 3)
	for name, fn := range m.functions(m.optionsMethods()) {
		methods.RawSetString(name, fn)
	}
	meta := L.CreateTable(0, 2)
	meta.RawSetString("__index", methods)
	meta.RawSetString("__metatable", lua.LFalse)
	m.optionMethods = meta
	return meta
}

func (m *Machine) optionsMethods() map[string]lua.LGFunction {
	return map[string]lua.LGFunction{
		"add": func(L *lua.LState) int {
			list := m.argOptions(L, "options:add", 1)
			list.choices = m.appendChoices(L, "options:add", list.choices, L.Get(2))
			L.Push(L.Get(1))
			return 1
		},
		"product": func(L *lua.LState) int {
			list := m.argOptions(L, "options:product", 1)
			m.parts = m.appendChoices(L, "options:product", m.parts[:0], L.Get(2))
			n := len(m.parts)
			m.parts = m.appendChoices(L, "options:product", m.parts, L.Get(3))
			first, second := m.parts[:n], m.parts[n:]
			list.choices = slices.Grow(list.choices, len(first)*len(second))
			for _, a := range first {
				for _, b := range second {
					if int(a.N+b.N) > engine.MaxParts {
						m.state.Fault(L, "options:product: an option has at most %d parts", engine.MaxParts)
					}
					both := a
					copy(both.V[a.N:], b.V[:b.N])
					both.N += b.N
					list.choices = append(list.choices, both)
				}
			}
			L.Push(L.Get(1))
			return 1
		},
		"count": func(L *lua.LState) int {
			L.Push(sandbox.Number(len(m.argOptions(L, "options:count", 1).choices)))
			return 1
		},
	}
}

func (m *Machine) argOptions(L *lua.LState, fn string, n int) *optionList {
	if ud, ok := L.Get(n).(*lua.LUserData); ok {
		if list, ok := ud.Value.(*optionList); ok {
			return list
		}
	}
	m.bad(L, fn, n, "an option list made with options()")
	return nil
}

// appendChoices adds a thing, a list of things or an option list. A list
// inside a list is one option of several parts.
func (m *Machine) appendChoices(L *lua.LState, fn string, to []engine.Choice, v lua.LValue) []engine.Choice {
	if ud, ok := v.(*lua.LUserData); ok {
		if list, ok := ud.Value.(*optionList); ok {
			return append(to, list.choices...)
		}
	}
	table, ok := v.(*lua.LTable)
	if !ok {
		return append(to, engine.One(m.thing(L, fn, v)))
	}
	n := table.Len()
	to = slices.Grow(to, n)
	for i := 1; i <= n; i++ {
		item := table.RawGetInt(i)
		parts, ok := item.(*lua.LTable)
		if !ok {
			to = append(to, engine.One(m.thing(L, fn, item)))
			continue
		}
		if parts.Len() == 0 || parts.Len() > engine.MaxParts {
			m.state.Fault(L, "%s: an option has 1 to %d parts", fn, engine.MaxParts)
		}
		c := engine.Choice{N: uint8(parts.Len())}
		for k := 1; k <= parts.Len(); k++ {
			c.V[k-1] = m.thing(L, fn, parts.RawGetInt(k))
		}
		to = append(to, c)
	}
	return to
}

func (m *Machine) thing(L *lua.LState, fn string, v lua.LValue) engine.Value {
	value, err := m.toValue(v, fn, ": an option")
	if err != nil {
		m.state.Fault(L, "%s", err)
	}
	if value.Kind == engine.Nil {
		m.state.Fault(L, "%s: an option cannot be nothing (nil)", fn)
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
	*d = engine.Decision{Kind: kind, Options: d.Options[:0], About: d.About[:0]}
	return d
}

func (m *Machine) answered() { m.asking-- }

// question reads what all kinds of choose have in common.
func (m *Machine) question(L *lua.LState, fn string, kind engine.DecisionKind) (*engine.Decision, fields) {
	f, _, ok := m.argFields(L, 1)
	if !ok {
		m.bad(L, fn, 1, "a table: "+fn+"{seat = ..., prompt = ..., from = ...}")
	}
	d := m.keptDecision(kind)
	haveMax := false
	f.each(func(key string, value lua.LValue, inner *fields) {
		switch key {
		case "seat":
			if d.Seat = engineValue(value).Seat(); d.Seat == 0 {
				m.state.Fault(L, "%s: seat must be a seat, not %s", fn, m.describe(value))
			}
		case "prompt":
			word, err := m.toValue(value, fn, ": prompt")
			m.check(L, err)
			d.Prompt = engine.Symbol(word.N)
		case "about":
			if about, ok := fieldsOf(value); ok {
				inner = &about
			}
			if inner != nil {
				d.About = m.named(L, fn, inner)
			}
		case "from":
			if _, ok := value.(*lua.LFunction); !ok {
				d.Options = m.appendChoices(L, fn, d.Options[:0], value)
			}
		case "optional":
			d.Optional = lua.LVAsBool(value)
		case "min":
			d.Min = m.fieldNumber(L, fn, "min", value)
		case "max":
			d.Max, haveMax = m.fieldNumber(L, fn, "max", value), true
		case "total":
			d.Total = m.fieldNumber(L, fn, "total", value)
		case "seats":
		default:
			m.state.Fault(L, "%s has no field %q%s", fn, key, nearest(key, questionFields))
		}
	})
	if kind == engine.PickSome && !haveMax {
		d.Max = len(d.Options)
	}
	return d, f
}

var questionFields = map[string]bool{
	"seat": true, "prompt": true, "about": true, "from": true, "optional": true, "min": true, "max": true, "total": true, "seats": true,
}

func (m *Machine) fieldNumber(L *lua.LState, fn, name string, v lua.LValue) int {
	n, ok := v.(lua.LNumber)
	if !ok || lua.LNumber(int(n)) != n {
		m.state.Fault(L, "%s: %s must be a whole number, not %s", fn, name, m.describe(v))
	}
	return int(n)
}

// pushChoice pushes the parts of a chosen option.
func (m *Machine) pushChoice(L *lua.LState, c *engine.Choice) int {
	for i := range c.N {
		L.Push(m.value(c.V[i]))
	}
	return int(c.N)
}

func (m *Machine) ask(L *lua.LState, d *engine.Decision) engine.Reply {
	reply, err := m.run.Choose(d)
	m.check(L, err)
	return reply
}

func (m *Machine) apiOne(L *lua.LState) int {
	d, _ := m.question(L, "choose.one", engine.PickOne)
	reply := m.ask(L, d)
	m.answered()
	if len(reply) == 0 {
		L.Push(lua.LNil)
		return 1
	}
	return m.pushChoice(L, &d.Options[reply[0]])
}

// choiceValue is a chosen option as one value: its only part, or a list.
func (m *Machine) choiceValue(L *lua.LState, c *engine.Choice) lua.LValue {
	if c.N == 1 {
		return m.value(c.V[0])
	}
	t := L.CreateTable(int(c.N), 0)
	for i := range c.N {
		t.Append(m.value(c.V[i]))
	}
	return t
}

func (m *Machine) chosen(L *lua.LState, options []engine.Choice, reply engine.Reply) *lua.LTable {
	t := L.CreateTable(len(reply), 0)
	for _, n := range reply {
		t.Append(m.choiceValue(L, &options[n]))
	}
	return t
}

func (m *Machine) apiSome(L *lua.LState) int {
	d, _ := m.question(L, "choose.some", engine.PickSome)
	L.Push(m.chosen(L, d.Options, m.ask(L, d)))
	m.answered()
	return 1
}

func (m *Machine) apiOrder(L *lua.LState) int {
	d, _ := m.question(L, "choose.order", engine.PickOrder)
	L.Push(m.chosen(L, d.Options, m.ask(L, d)))
	m.answered()
	return 1
}

func (m *Machine) apiYes(L *lua.LState) int {
	d, _ := m.question(L, "choose.yes", engine.YesNo)
	d.Options = d.Options[:0]
	L.Push(lua.LBool(m.ask(L, d)[0] == 0))
	m.answered()
	return 1
}

func (m *Machine) apiNumber(L *lua.LState) int {
	d, _ := m.question(L, "choose.number", engine.PickNumber)
	L.Push(sandbox.Number(m.ask(L, d)[0]))
	m.answered()
	return 1
}

func (m *Machine) apiSplit(L *lua.LState) int {
	d, _ := m.question(L, "choose.split", engine.Split)
	reply := m.ask(L, d)
	t := L.CreateTable(len(reply), 0)
	for i, amount := range reply {
		pair := L.CreateTable(2, 0)
		pair.Append(m.choiceValue(L, &d.Options[i]))
		pair.Append(sandbox.Number(amount))
		t.Append(pair)
	}
	L.Push(t)
	m.answered()
	return 1
}

// apiSecret asks several seats at once; from may be a function of the seat.
func (m *Machine) apiSecret(L *lua.LState) int {
	d, f := m.question(L, "choose.secret", engine.PickSome)
	seats, ok := f.get("seats").(*lua.LTable)
	if !ok {
		m.state.Fault(L, "choose.secret: seats must be a list of seats")
	}
	if d.Max <= 1 && f.get("max") == lua.LNil {
		d.Kind = engine.PickOne
	}
	d.Secret = true
	d.SecretOptions = make([][]engine.Choice, m.layout.Seats+1)
	for i := 1; i <= seats.Len(); i++ {
		s := engineValue(seats.RawGetInt(i)).Seat()
		if s == 0 {
			m.state.Fault(L, "choose.secret: item %d of seats must be a seat, not %s", i, m.describe(seats.RawGetInt(i)))
		}
		d.Seats |= engine.Only(s)
		d.SecretOptions[s] = m.secretOptions(L, f.get("from"), d, s)
	}
	d.Options = d.Options[:0]
	replies, err := m.run.ChooseSecretly(d)
	m.check(L, err)
	result := L.CreateTable(m.layout.Seats, 0)
	n := 0
	for s := engine.Seat(1); int(s) <= m.layout.Seats; s++ {
		if !d.Seats.Has(s) {
			continue
		}
		reply, options := replies[n], d.SecretOptions[s]
		n++
		switch {
		case d.Kind == engine.PickSome:
			result.RawSetInt(int(s), m.chosen(L, options, reply))
		case len(reply) > 0:
			result.RawSetInt(int(s), m.choiceValue(L, &options[reply[0]]))
		}
	}
	L.Push(result)
	m.answered()
	return 1
}

func (m *Machine) secretOptions(L *lua.LState, from lua.LValue, d *engine.Decision, s engine.Seat) []engine.Choice {
	fn, ok := from.(*lua.LFunction)
	if !ok {
		return d.Options
	}
	L.Push(fn)
	L.Push(m.seats[s])
	L.Call(1, 1)
	list := L.Get(-1)
	L.Pop(1)
	return m.appendChoices(L, "choose.secret", nil, list)
}

func (m *Machine) apiActions(L *lua.LState) int {
	kind := m.argSymbol(L, "actions", 1)
	offered, err := m.run.Offered(kind, m.argSeat(L, "actions", 2))
	m.check(L, err)
	t := L.CreateTable(len(offered), 0)
	for _, v := range offered {
		t.Append(m.handle(v))
	}
	L.Push(t)
	return 1
}

func (m *Machine) apiPerform(L *lua.LState) int {
	action := engineValue(L.Get(1))
	if action.Kind != engine.Handle {
		m.bad(L, "perform", 1, "an action that actions() offered")
	}
	m.check(L, m.run.Perform(action, m.argSeat(L, "perform", 2)))
	return 0
}
