package script

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/engine"
)

// eventProxy is ev as an ability sees it: reading goes straight to the table
// that the raising script made, writing is checked. There is one for each
// nesting depth, kept; after the window it answers nothing any more.
type eventProxy struct {
	value *lua.LUserData
	meta  *lua.LTable
	ev    *engine.Ev
	write bool
	stale *lua.LFunction
	// read answers for an event that has no table (yet).
	read *lua.LFunction
	// written are the values that ev had before this ability wrote to it.
	written []writtenParam
}

// writtenParam is a parameter with the value it had.
type writtenParam struct {
	name string
	old  lua.LValue
}

func (m *Machine) event(ev *engine.Ev, write bool) *eventProxy {
	if m.open == len(m.events) {
		m.events = append(m.events, m.newProxy())
	}
	p := m.events[m.open]
	m.open++
	p.ev, p.write, p.written = ev, write, p.written[:0]
	if ev.Table != nil {
		p.meta.RawSetString("__index", ev.Table.(*lua.LTable))
	} else {
		p.meta.RawSetString("__index", p.read)
	}
	return p
}

func (m *Machine) close(p *eventProxy) {
	m.open--
	p.ev = nil
	p.meta.RawSetString("__index", p.stale)
}

// param returns a parameter, given its place among those of the trigger.
func (p *eventProxy) param(m *Machine, name string, place int) lua.LValue {
	if table, ok := p.ev.Table.(*lua.LTable); ok {
		return table.RawGetString(name)
	}
	return m.value(p.ev.Params[place])
}

// takeBack gives the raising script's table the values that it had before a
// failed ability wrote to it; the engine does the same with its own.
func (p *eventProxy) takeBack() {
	table, ok := p.ev.Table.(*lua.LTable)
	if !ok {
		return
	}
	for i := len(p.written) - 1; i >= 0; i-- {
		table.RawSetString(p.written[i].name, p.written[i].old)
	}
}

func (m *Machine) newProxy() *eventProxy {
	L := m.state.L()
	p := &eventProxy{value: L.NewUserData(), meta: L.CreateTable(0, 4)}
	p.stale = L.NewFunction(func(L *lua.LState) int {
		m.state.Fault(L, "ev was kept beyond its event; copy what you need while the ability runs")
		return 0
	})
	p.read = L.NewFunction(func(L *lua.LState) int {
		name, _ := L.Get(2).(lua.LString)
		if i, ok := m.parameters[p.ev.Trigger][string(name)]; ok {
			L.Push(m.value(p.ev.Params[i]))
		} else if name == "cancelled" {
			L.Push(lua.LBool(p.ev.Cancelled))
		} else {
			L.Push(lua.LNil)
		}
		return 1
	})
	p.meta.RawSetString("__metatable", lua.LFalse)
	p.meta.RawSetString("__newindex", L.NewFunction(func(L *lua.LState) int {
		m.writeEvent(L, p, L.Get(2).String(), L.Get(3))
		return 0
	}))
	p.value.Value, p.value.Metatable = p, p.meta
	return p
}

// eventTable makes the table of an event that no script raised.
func (m *Machine) eventTable(ev *engine.Ev) *lua.LTable {
	trigger := &m.pack.Triggers[ev.Trigger]
	t := m.state.L().CreateTable(0, len(trigger.Params))
	for i := range ev.N {
		t.RawSetString(trigger.Params[i].Name, m.value(ev.Params[i]))
	}
	return t
}

// writeEvent carries out ev.name = v where the trigger allows it.
func (m *Machine) writeEvent(L *lua.LState, p *eventProxy, name string, v lua.LValue) {
	if p.ev == nil {
		m.state.Fault(L, "ev was kept beyond its event")
	}
	trigger := &m.pack.Triggers[p.ev.Trigger]
	switch {
	case !p.write:
		m.state.Fault(L, "a condition (when) may only look at ev, not change ev.%s", name)
	case p.ev.Window == engine.After:
		m.state.Fault(L, "%s has happened: ev.%s can be changed in the replace and before windows only", trigger.Name, name)
	case name == "cancelled":
		if !trigger.Cancel {
			m.state.Fault(L, "%s cannot be cancelled; its declaration does not say cancel: true", trigger.Name)
		}
		p.ev.Cancelled = lua.LVAsBool(v)
		return
	}
	i, ok := m.parameters[p.ev.Trigger][name]
	if !ok {
		m.state.Fault(L, "%s has no parameter %q%s", trigger.Name, name, nearest(name, m.parameters[p.ev.Trigger]))
	}
	if !trigger.Params[i].Write {
		m.state.Fault(L, "%s of %s cannot be changed; its declaration does not say write: true", name, trigger.Name)
	}
	value := m.paramValue(L, trigger, i, v)
	p.ev.Params[i] = value
	table, ok := p.ev.Table.(*lua.LTable)
	if !ok {
		return
	}
	p.written = append(p.written, writtenParam{name, table.RawGetString(name)})
	table.RawSetString(name, v)
}

// paramValue reads a parameter and checks its kind.
func (m *Machine) paramValue(L *lua.LState, trigger *engine.Trigger, i int, v lua.LValue) engine.Value {
	p := &trigger.Params[i]
	value, err := m.toValue(v, p.Name)
	if err != nil {
		m.state.Fault(L, "%s: %s", trigger.Name, err)
	}
	if value.Kind != p.Kind && value.Kind != engine.Nil {
		m.state.Fault(L, "%s: %s must be a %s, not %s", trigger.Name, p.Name, p.Kind, m.describe(v))
	}
	return value
}

// readEvent makes the engine's form of raise(name, params). The script's form
// is the table that it gave, or one made when somebody wants it.
func (m *Machine) readEvent(L *lua.LState, fn string, id engine.TriggerID, f *fields) *engine.Ev {
	trigger := &m.pack.Triggers[id]
	ev := m.run.NewEv(id, nil)
	ev.N = len(trigger.Params)
	if f.table != nil {
		ev.Table = f.table
	}
	f.each(func(name string, value lua.LValue, inner *fields) {
		i, ok := m.parameters[id][name]
		switch {
		case !ok:
			m.state.Fault(L, "%s: %s has no parameter %q%s", fn, trigger.Name, name, nearest(name, m.parameters[id]))
		case inner != nil:
			m.state.Fault(L, "%s: %s: %s must be a %s, not a table", fn, trigger.Name, name, trigger.Params[i].Kind)
		}
		ev.Params[i] = m.paramValue(L, trigger, i, value)
	})
	return ev
}

// tableOf returns the script's form of an event.
func (m *Machine) tableOf(ev *engine.Ev) *lua.LTable {
	if ev.Table == nil {
		ev.Table = m.eventTable(ev)
	}
	return ev.Table.(*lua.LTable)
}

func (m *Machine) triggerNamed(L *lua.LState, fn string) engine.TriggerID {
	name := m.argWord(L, fn, 1)
	id, ok := m.triggers[name]
	if !ok {
		m.state.Fault(L, "%s: there is no trigger %q%s", fn, name, nearest(name, m.triggers))
	}
	return id
}

// applier returns what makes the change of an event: the script's function,
// called with the event's table unless it takes nothing.
func (m *Machine) applier(L *lua.LState, fn string, n int) func(*engine.Ev) error {
	if L.Get(n) == lua.LNil {
		return nil
	}
	apply, ok := L.Get(n).(*lua.LFunction)
	if !ok {
		m.bad(L, fn, n, "a function")
	}
	takes := apply.IsG || apply.Proto.NumParameters > 0 || apply.Proto.IsVarArg != 0
	return func(ev *engine.Ev) error {
		L.Push(apply)
		if !takes {
			L.Call(0, 0)
			return nil
		}
		L.Push(m.tableOf(ev))
		L.Call(1, 0)
		return nil
	}
}

func (m *Machine) apiRaise(L *lua.LState) int {
	id := m.triggerNamed(L, "raise")
	f, next, ok := m.argFields(L, 2)
	if !ok {
		if L.GetTop() > 1 && L.Get(2) != lua.LNil {
			m.state.Fault(L, "raise: the parameters of %s must be a table, not %s", m.pack.Triggers[id].Name, m.describe(L.Get(2)))
		}
		f.table = L.NewTable()
	}
	ev := m.readEvent(L, "raise", id, &f)
	m.check(L, m.run.Raise(ev, m.applier(L, "raise", next)))
	if f.shape != nil && f.shape.Unused {
		m.run.FreeEv(ev)
		return 0
	}
	L.Push(m.finishEvent(ev))
	return 1
}

// finishEvent returns the event's table, which tells the raising script whether
// it was cancelled, and gives the event back.
func (m *Machine) finishEvent(ev *engine.Ev) *lua.LTable {
	table := m.tableOf(ev)
	if ev.Cancelled {
		table.RawSetString("cancelled", lua.LTrue)
	}
	m.run.FreeEv(ev)
	return table
}

func (m *Machine) apiRaiseAll(L *lua.LState) int {
	id := m.triggerNamed(L, "raise_all")
	list, ok := L.Get(2).(*lua.LTable)
	if !ok {
		m.bad(L, "raise_all", 2, "a list of parameter tables")
	}
	var evs []*engine.Ev
	for i := 1; i <= list.Len(); i++ {
		f, ok := fieldsOf(list.RawGetInt(i))
		if !ok {
			m.state.Fault(L, "raise_all: item %d must be a table of parameters, not %s", i, m.describe(list.RawGetInt(i)))
		}
		evs = append(evs, m.readEvent(L, "raise_all", id, &f))
	}
	if len(evs) > 0 {
		m.check(L, m.run.RaiseAll(evs, m.applier(L, "raise_all", 3)))
		for _, ev := range evs {
			m.finishEvent(ev)
		}
	}
	L.Push(list)
	return 1
}

// apiSay writes a line of the transcript: say("key", {name = value}, seats).
func (m *Machine) apiSay(L *lua.LState) int {
	key := m.argSymbol(L, "say", 1)
	var about []engine.Named
	f, next, ok := m.argFields(L, 2)
	switch {
	case ok:
		about = m.named(L, "say", &f)
	case L.Get(2) != lua.LNil:
		m.bad(L, "say", 2, "a table of values")
	}
	m.check(L, m.run.Say(key, about, m.argSeats(L, "say", next)))
	return 0
}

// named reads names and values, for messages. A list of cards or words becomes
// several values with the same name.
func (m *Machine) named(L *lua.LState, fn string, f *fields) []engine.Named {
	var about []engine.Named
	f.each(func(key string, value lua.LValue, inner *fields) {
		if inner != nil {
			m.state.Fault(L, "%s: %s must be a value or a list, not a table of names", fn, key)
		}
		name, ok := m.symbols[key]
		if !ok {
			m.state.Fault(L, "%s: %q is no word of the pack%s", fn, key, nearest(key, m.symbols))
		}
		add := func(v lua.LValue) {
			converted, err := m.toValue(v, fn, ": ", key)
			m.check(L, err)
			about = append(about, engine.Named{Name: name, Value: converted})
		}
		if list, ok := value.(*lua.LTable); ok {
			for i := 1; i <= list.Len(); i++ {
				add(list.RawGetInt(i))
			}
			return
		}
		add(value)
	})
	return about
}
