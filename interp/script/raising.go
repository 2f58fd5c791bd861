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
	if ev.Table == nil {
		ev.Table = m.eventTable(ev)
	}
	p.meta.RawSetString("__index", ev.Table.(*lua.LTable))
	return p
}

func (m *Machine) close(p *eventProxy) {
	m.open--
	p.ev = nil
	p.meta.RawSetString("__index", p.stale)
}

// takeBack gives the raising script's table the values that it had before a
// failed ability wrote to it; the engine does the same with its own.
func (p *eventProxy) takeBack() {
	table := p.ev.Table.(*lua.LTable)
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
	p.meta.RawSetString("__metatable", lua.LFalse)
	p.meta.RawSetString("__newindex", L.NewFunction(func(L *lua.LState) int {
		m.writeEvent(L, p, L.Get(2).String(), L.Get(3))
		return 0
	}))
	p.value.Metatable = p.meta
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
	table := p.ev.Table.(*lua.LTable)
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

// readEvent makes the engine's form of raise(name, params).
func (m *Machine) readEvent(L *lua.LState, fn string, id engine.TriggerID, v lua.LValue) *engine.Ev {
	trigger := &m.pack.Triggers[id]
	table, ok := v.(*lua.LTable)
	if !ok {
		m.state.Fault(L, "%s: the parameters of %s must be a table, not %s", fn, trigger.Name, m.describe(v))
	}
	ev := m.g.NewEv(id, nil)
	ev.N, ev.Table = len(trigger.Params), table
	found := 0
	for i := range trigger.Params {
		given := table.RawGetString(trigger.Params[i].Name)
		if given != lua.LNil {
			found++
			ev.Params[i] = m.paramValue(L, trigger, i, given)
		}
	}
	m.unknownParams(L, fn, trigger, id, table, found)
	return ev
}

// unknownParams refuses parameters that the trigger does not declare.
func (m *Machine) unknownParams(L *lua.LState, fn string, trigger *engine.Trigger, id engine.TriggerID, table *lua.LTable, found int) {
	n := 0
	for key, _ := table.Next(lua.LNil); key != lua.LNil; key, _ = table.Next(key) {
		n++
	}
	if n == found {
		return
	}
	eachField(table, func(key, _ lua.LValue) {
		if _, ok := m.parameters[id][key.String()]; !ok {
			m.state.Fault(L, "%s: %s has no parameter %q%s", fn, trigger.Name, key.String(), nearest(key.String(), m.parameters[id]))
		}
	})
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
// called with the table that the raising script made.
func (m *Machine) applier(L *lua.LState, fn string, n int) func(*engine.Ev) error {
	if L.Get(n) == lua.LNil {
		return nil
	}
	apply, ok := L.Get(n).(*lua.LFunction)
	if !ok {
		m.bad(L, fn, n, "a function")
	}
	return func(ev *engine.Ev) error {
		L.Push(apply)
		L.Push(ev.Table.(*lua.LTable))
		L.Call(1, 0)
		return nil
	}
}

func (m *Machine) apiRaise(L *lua.LState) int {
	id := m.triggerNamed(L, "raise")
	if L.GetTop() == 1 {
		L.Push(L.NewTable())
	}
	ev := m.readEvent(L, "raise", id, L.Get(2))
	table := L.Get(2)
	err := m.g.Raise(ev, m.applier(L, "raise", 3))
	m.finishEvent(L, ev, err)
	L.Push(table)
	return 1
}

// finishEvent tells the raising script whether the event was cancelled.
func (m *Machine) finishEvent(L *lua.LState, ev *engine.Ev, err error) {
	m.check(L, err)
	if ev.Cancelled {
		ev.Table.(*lua.LTable).RawSetString("cancelled", lua.LTrue)
	}
	m.g.FreeEv(ev)
}

func (m *Machine) apiRaiseAll(L *lua.LState) int {
	id := m.triggerNamed(L, "raise_all")
	list, ok := L.Get(2).(*lua.LTable)
	if !ok {
		m.bad(L, "raise_all", 2, "a list of parameter tables")
	}
	var evs []*engine.Ev
	for i := 1; i <= list.Len(); i++ {
		evs = append(evs, m.readEvent(L, "raise_all", id, list.RawGetInt(i)))
	}
	if len(evs) > 0 {
		err := m.g.RaiseAll(evs, m.applier(L, "raise_all", 3))
		for _, ev := range evs {
			m.finishEvent(L, ev, err)
		}
	}
	L.Push(list)
	return 1
}

// apiSay writes a line of the transcript: say("key", {name = value}, seats).
func (m *Machine) apiSay(L *lua.LState) int {
	key, err := m.toValue(lua.LString(m.argWord(L, "say", 1)), "say")
	m.check(L, err)
	var about []engine.Named
	if table, ok := L.Get(2).(*lua.LTable); ok {
		about = m.named(L, "say", table)
	}
	m.g.Say(engine.Symbol(key.N), about, m.argSeats(L, "say", 3))
	return 0
}

// named reads a table of names and values, for messages. A list of cards or
// words becomes several values with the same name.
func (m *Machine) named(L *lua.LState, fn string, table *lua.LTable) []engine.Named {
	var about []engine.Named
	eachField(table, func(key, value lua.LValue) {
		name, err := m.toValue(key, fn)
		m.check(L, err)
		add := func(v lua.LValue) {
			converted, err := m.toValue(v, fn+": "+key.String())
			m.check(L, err)
			about = append(about, engine.Named{Name: engine.Symbol(name.N), Value: converted})
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
