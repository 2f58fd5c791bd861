package script

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// eventProxy is ev as an ability sees it: reading goes straight to the table
// that the raising script made, writing is checked. There is one for each
// nesting depth, kept; after the window it answers nothing any more.
type eventProxy struct {
	value *language.Object
	ev    *engine.Raised
	write bool
	// written are the values that ev had before this ability wrote to it.
	written []writtenParam
}

// writtenParam is a parameter with the value it had.
type writtenParam struct {
	name string
	old  language.Value
}

func (m *Machine) event(ev *engine.Raised, write bool) *eventProxy {
	if m.open == len(m.events) {
		p := &eventProxy{}
		p.value = &language.Object{Class: m.eventClass, Value: p}
		m.events = append(m.events, p)
	}
	p := m.events[m.open]
	m.open++
	p.ev, p.write, p.written = ev, write, p.written[:0]
	return p
}

func (m *Machine) close(p *eventProxy) {
	m.open--
	p.ev = nil
}

// proxyClass is what ev is. What is no parameter reads as nil, as in a table.
func (m *Machine) proxyClass() *language.Class {
	return m.state.AddClass(&language.Class{
		Name: "ev",
		Read: func(name string) language.Reader {
			places := make([]int, len(m.pack.Triggers))
			for t := range places {
				places[t] = -1
				if place, ok := m.parameters[t][name]; ok {
					places[t] = place
				}
			}
			return func(call *language.Call, o *language.Object) language.Value {
				p := o.Value.(*eventProxy)
				if p.ev == nil {
					call.Fault("ev was kept beyond its event; copy what you need while the ability runs")
				}
				return p.param(m, name, places[p.ev.Trigger])
			}
		},
		Write: func(name string) language.Writer {
			return func(call *language.Call, o *language.Object, v language.Value) {
				m.writeEvent(call, o.Value.(*eventProxy), name, v)
			}
		},
	})
}

// param returns a parameter, given its place among those of the trigger, -1 for
// another name.
func (p *eventProxy) param(m *Machine, name string, place int) language.Value {
	if table, ok := p.ev.Table.(*language.Table); ok {
		return table.Field(name)
	}
	switch {
	case place >= 0:
		return m.value(p.ev.Params[place])
	case name == "cancelled":
		return language.Flag(p.ev.Cancelled)
	}
	return nil
}

// takeBack gives the raising script's table the values that it had before a
// failed ability wrote to it; the engine does the same with its own.
func (p *eventProxy) takeBack() {
	table, ok := p.ev.Table.(*language.Table)
	if !ok {
		return
	}
	for i := len(p.written) - 1; i >= 0; i-- {
		table.SetField(p.written[i].name, p.written[i].old)
	}
}

// eventTable makes the table of an event that no script raised.
func (m *Machine) eventTable(ev *engine.Raised) *language.Table {
	trigger := &m.pack.Triggers[ev.Trigger]
	t := m.state.NewTable(0, len(trigger.Params))
	for i := range ev.N {
		t.SetField(trigger.Params[i].Name, m.value(ev.Params[i]))
	}
	return t
}

// writeEvent carries out ev.name = v where the trigger allows it.
func (m *Machine) writeEvent(call *language.Call, p *eventProxy, name string, v language.Value) {
	if p.ev == nil {
		call.Fault("ev was kept beyond its event")
	}
	trigger := &m.pack.Triggers[p.ev.Trigger]
	switch {
	case !p.write:
		call.Fault("a condition (when, among) may only look at ev, not change ev.%s", name)
	case p.ev.Window == engine.After:
		call.Fault("%s has happened: ev.%s can be changed in the replace and before windows only", trigger.Name, name)
	case name == "cancelled":
		if !trigger.Cancel {
			call.Fault("%s cannot be cancelled; its declaration does not say cancel: true", trigger.Name)
		}
		p.ev.Cancelled = language.Truth(v)
		return
	}
	i, ok := m.parameters[p.ev.Trigger][name]
	if !ok {
		call.Fault("%s has no parameter %q%s", trigger.Name, name, nearest(name, m.parameters[p.ev.Trigger]))
	}
	if !trigger.Params[i].Write {
		call.Fault("%s of %s cannot be changed; its declaration does not say write: true", name, trigger.Name)
	}
	value := m.paramValue(call, trigger, i, v)
	p.ev.Params[i] = value
	table, ok := p.ev.Table.(*language.Table)
	if !ok {
		return
	}
	p.written = append(p.written, writtenParam{name, table.Field(name)})
	table.SetField(name, v)
}

// paramValue reads a parameter and checks its kind.
func (m *Machine) paramValue(call *language.Call, trigger *engine.Trigger, i int, v language.Value) engine.Value {
	p := &trigger.Params[i]
	value, err := m.toValue(v, p.Name)
	if err != nil {
		call.Fault("%s: %s", trigger.Name, err)
	}
	if value.Kind != p.Kind && value.Kind != engine.Nil {
		call.Fault("%s: %s must be a %s, not %s", trigger.Name, p.Name, p.Kind, m.describe(v))
	}
	return value
}

// readEvent makes the engine's form of raise(name, params). The script's form
// is the table that it gave, or one made when somebody wants it.
func (m *Machine) readEvent(call *language.Call, fn string, id engine.TriggerID, f *fields) *engine.Raised {
	trigger := &m.pack.Triggers[id]
	ev := m.run.NewRaised(id, nil)
	ev.N = len(trigger.Params)
	if f.table != nil {
		ev.Table = f.table
	}
	if f.shape != nil && f.shape.raises(m, id) {
		for i, place := range f.shape.places {
			value := f.shape.constants[i]
			if slot := f.shape.Fields[i].Slot; slot >= 0 {
				value = call.Arg(f.base + slot)
			}
			if value != nil {
				ev.Params[place] = m.paramValue(call, trigger, place, value)
			}
		}
		return ev
	}
	f.each(func(name string, value language.Value, inner *fields) {
		i, ok := m.parameters[id][name]
		switch {
		case !ok:
			call.Fault("%s: %s has no parameter %q%s", fn, trigger.Name, name, nearest(name, m.parameters[id]))
		case inner != nil:
			call.Fault("%s: %s: %s must be a %s, not a table", fn, trigger.Name, name, trigger.Params[i].Kind)
		}
		ev.Params[i] = m.paramValue(call, trigger, i, value)
	})
	return ev
}

// raises reports whether the fields of a shape are parameters of a trigger, all of
// them, and notes their places.
func (s *knownShape) raises(m *Machine, id engine.TriggerID) bool {
	if s.places != nil && s.raised == id {
		return true
	}
	places := make([]int, len(s.Fields))
	for i := range s.Fields {
		place, ok := m.parameters[id][s.Fields[i].Name]
		if !ok || s.inner[i] != nil {
			return false
		}
		places[i] = place
	}
	s.raised, s.places = id, places
	return true
}

// tableOf returns the script's form of an event.
func (m *Machine) tableOf(ev *engine.Raised) *language.Table {
	if ev.Table == nil {
		ev.Table = m.eventTable(ev)
	}
	return ev.Table.(*language.Table)
}

func (m *Machine) triggerNamed(call *language.Call, fn string) engine.TriggerID {
	name := m.argWord(call, fn, 1)
	id, ok := m.triggerOf.find(name)
	if !ok {
		call.Fault("%s: there is no trigger %q%s", fn, name, nearest(name, m.triggers))
	}
	return id
}

// applier returns what makes the change of an event: the script's function,
// called with the event's table unless it takes nothing.
func (m *Machine) applier(call *language.Call, fn string, n int) func(*engine.Raised) error {
	if call.Arg(n) == nil {
		return nil
	}
	apply, ok := call.Arg(n).(*language.Func)
	if !ok {
		m.bad(call, fn, n, "a function")
	}
	takes := apply.Params() != 0
	return func(ev *engine.Raised) error {
		if takes {
			call.Invoke(apply, m.tableOf(ev))
		} else {
			call.Invoke(apply)
		}
		return nil
	}
}

func (m *Machine) apiRaise(call *language.Call) language.Value {
	id := m.triggerNamed(call, "raise")
	f, next, ok := m.argFields(call, 2)
	if !ok {
		if call.N() > 1 && call.Arg(2) != nil {
			call.Fault("raise: the parameters of %s must be a table, not %s", m.pack.Triggers[id].Name, m.describe(call.Arg(2)))
		}
		f.table = m.state.NewTable(0, 0)
	}
	ev := m.readEvent(call, "raise", id, &f)
	m.check(call, m.run.Raise(ev, m.applier(call, "raise", next)))
	if f.shape != nil && f.shape.Unused {
		m.run.FreeRaised(ev)
		return nil
	}
	return m.finishEvent(ev)
}

// finishEvent returns the event's table, which tells the raising script whether
// it was cancelled, and gives the event back.
func (m *Machine) finishEvent(ev *engine.Raised) *language.Table {
	table := m.tableOf(ev)
	if ev.Cancelled {
		table.SetField("cancelled", language.Flag(true))
	}
	m.run.FreeRaised(ev)
	return table
}

func (m *Machine) apiRaiseAll(call *language.Call) language.Value {
	id := m.triggerNamed(call, "raise_all")
	list, ok := call.Arg(2).(*language.Table)
	if !ok {
		m.bad(call, "raise_all", 2, "a list of parameter tables")
	}
	var evs []*engine.Raised
	for i := 1; i <= list.Len(); i++ {
		f, ok := fieldsOf(list.At(i))
		if !ok {
			call.Fault("raise_all: item %d must be a table of parameters, not %s", i, m.describe(list.At(i)))
		}
		evs = append(evs, m.readEvent(call, "raise_all", id, &f))
	}
	if len(evs) > 0 {
		m.check(call, m.run.RaiseAll(evs, m.applier(call, "raise_all", 3)))
		for _, ev := range evs {
			m.finishEvent(ev)
		}
	}
	return list
}

// apiSay writes a line of the transcript: say("key", {name = value}, seats).
func (m *Machine) apiSay(call *language.Call) language.Value {
	key := m.argSymbol(call, "say", 1)
	var about []engine.Named
	f, next, ok := m.argFields(call, 2)
	switch {
	case ok:
		about = m.named(call, "say", &f)
	case call.Arg(2) != nil:
		m.bad(call, "say", 2, "a table of values")
	}
	call.Spend(limits.Text, 16+16*len(about))
	m.check(call, m.run.Say(key, about, m.argSeats(call, "say", next)))
	return nil
}

// named reads names and values, for messages. A list of cards or words becomes
// several values with the same name.
func (m *Machine) named(call *language.Call, fn string, f *fields) []engine.Named {
	var about []engine.Named
	f.each(func(key string, value language.Value, inner *fields) {
		if inner != nil {
			call.Fault("%s: %s must be a value or a list, not a table of names", fn, key)
		}
		name, ok := m.symbols[key]
		if !ok {
			call.Fault("%s: %q is no word of the pack%s", fn, key, nearest(key, m.symbols))
		}
		add := func(v language.Value) {
			converted, err := m.toValue(v, fn, ": ", key)
			m.check(call, err)
			about = append(about, engine.Named{Name: name, Value: converted})
		}
		if list, ok := value.(*language.Table); ok {
			for i := 1; i <= list.Len(); i++ {
				add(list.At(i))
			}
			return
		}
		add(value)
	})
	return about
}
