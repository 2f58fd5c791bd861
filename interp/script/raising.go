package script

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// event is ev as scripts see it: to abilities, to what makes the change, and as
// what raise gives. Each is a kept thing that looks at the engine's own: those of
// abilities are one for each nesting depth, and answer nothing after the window;
// the others can be read until the step is over, with the values as they ended up.
type event struct {
	value *language.Object
	ev    *engine.Raised
	use   use
	// ended is what the parameters ended up as.
	ended engine.Raised
}

// use says what a script may do with ev.
type use uint8

const (
	looks   use = iota // a condition
	answers            // an ability
	raised             // who raised it
)

// newEvent takes the event at a place of a kept list, which grows by it.
func (m *Machine) newEvent(kept *[]*event, at int, ev *engine.Raised, use use) *event {
	if at == len(*kept) {
		e := &event{}
		e.value = &language.Object{Class: m.eventClass, Value: e}
		*kept = append(*kept, e)
	}
	e := (*kept)[at]
	e.ev, e.use = ev, use
	return e
}

// event gives ev to an ability, or to its condition.
func (m *Machine) event(ev *engine.Raised, use use) *event {
	m.open++
	return m.newEvent(&m.events, m.open-1, ev, use)
}

func (m *Machine) close(e *event) {
	m.open--
	e.ev = nil
}

// raised gives ev to the script that raises it.
func (m *Machine) raised(ev *engine.Raised) *event {
	m.raisedSoFar++
	return m.newEvent(&m.raisedEvents, m.raisedSoFar-1, ev, raised)
}

// end keeps what the parameters ended up as, and gives the engine's own back.
func (m *Machine) end(e *event) language.Value {
	ev := e.ev
	e.ended.Trigger, e.ended.N, e.ended.Params, e.ended.Cancelled = ev.Trigger, ev.N, ev.Params, ev.Cancelled
	e.ev = &e.ended
	m.run.FreeRaised(ev)
	return e.value
}

// classOfEvents is what ev is. What is no parameter reads as nil.
func (m *Machine) classOfEvents() *language.Class {
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
				e := o.Value.(*event)
				if e.ev == nil {
					call.Fault("ev was kept beyond its event; copy what you need while the ability runs")
				}
				switch place := places[e.ev.Trigger]; {
				case place >= 0:
					return m.value(e.ev.Params[place])
				case name == "cancelled":
					return language.Flag(e.ev.Cancelled)
				}
				return nil
			}
		},
		Write: func(name string) language.Writer {
			return func(call *language.Call, o *language.Object, v language.Value) {
				m.writeEvent(call, o.Value.(*event), name, v)
			}
		},
	})
}

// writeEvent carries out ev.name = v where the trigger allows it.
func (m *Machine) writeEvent(call *language.Call, e *event, name string, v language.Value) {
	if e.ev == nil {
		call.Fault("ev was kept beyond its event")
	}
	trigger := &m.pack.Triggers[e.ev.Trigger]
	switch {
	case e.use == looks:
		call.Fault("a condition (when, among) may only look at ev, not change ev.%s", name)
	case e.use == raised:
		call.Fault("%s: only abilities change ev.%s, in the replace and before windows", trigger.Name, name)
	case e.ev.Window == engine.After:
		call.Fault("%s has happened: ev.%s can be changed in the replace and before windows only", trigger.Name, name)
	case name == "cancelled":
		if !trigger.Cancel {
			call.Fault("%s cannot be cancelled; its declaration does not say cancel: true", trigger.Name)
		}
		e.ev.Cancelled = language.Truth(v)
		return
	}
	i, ok := m.parameters[e.ev.Trigger][name]
	if !ok {
		call.Fault("%s has no parameter %q%s", trigger.Name, name, nearest(name, m.parameters[e.ev.Trigger]))
	}
	if !trigger.Params[i].Write {
		call.Fault("%s of %s cannot be changed; its declaration does not say write: true", name, trigger.Name)
	}
	e.ev.Params[i] = m.paramValue(call, trigger, i, v)
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

// readEvent makes the engine's form of raise(name, params).
func (m *Machine) readEvent(call *language.Call, fn string, id engine.TriggerID, f *fields) *engine.Raised {
	trigger := &m.pack.Triggers[id]
	ev := m.run.NewRaised(id, nil)
	ev.N = len(trigger.Params)
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

// change makes the change of an event: it calls the function that the script gave.
// It is kept, one for each nesting depth.
type change struct {
	m    *Machine
	call *language.Call
	fn   *language.Func
	// events are those raised, as the function sees them; nil if it takes nothing.
	events []*event
	apply  func(*engine.Raised) error
}

func (c *change) carryOut(ev *engine.Raised) error {
	for _, e := range c.events {
		if e.ev == ev {
			c.call.Invoke(c.fn, e.value)
			return nil
		}
	}
	c.call.Invoke(c.fn)
	return nil
}

// raise raises events with the change that argument n of the call makes. It
// returns them as the script sees them, if anybody looks.
func (m *Machine) raise(call *language.Call, fn string, n int, evs []*engine.Raised, seen bool) []*event {
	if !seen && call.Arg(n) == nil {
		m.check(call, m.run.RaiseAll(evs, nil))
		return nil
	}
	if m.changing == len(m.changes) {
		c := &change{m: m}
		c.apply = c.carryOut
		m.changes = append(m.changes, c)
	}
	c := m.changes[m.changing]
	m.changing++
	c.call, c.fn, c.events = call, nil, c.events[:0]
	var apply func(*engine.Raised) error
	if v := call.Arg(n); v != nil {
		var ok bool
		if c.fn, ok = v.(*language.Func); !ok {
			m.bad(call, fn, n, "a function")
		}
		apply, seen = c.apply, seen || c.fn.Params() != 0
	}
	for i := 0; seen && i < len(evs); i++ {
		c.events = append(c.events, m.raised(evs[i]))
	}
	m.check(call, m.run.RaiseAll(evs, apply))
	m.changing--
	return c.events
}

func (m *Machine) apiRaise(call *language.Call, a arguments) language.Value {
	id := engine.TriggerID(a.number(0))
	f, next, ok := m.argFields(call, 2)
	if !ok {
		if call.N() > 1 && call.Arg(2) != nil {
			call.Fault("raise: the parameters of %s must be a table, not %s", m.pack.Triggers[id].Name,
				m.describe(call.Arg(2)))
		}
		f.table = m.state.NewTable(0, 0)
	}
	evs := [...]*engine.Raised{m.readEvent(call, "raise", id, &f)}
	seen := f.shape == nil || !f.shape.Unused
	events := m.raise(call, "raise", next, evs[:], seen)
	if len(events) == 0 {
		m.run.FreeRaised(evs[0])
		return nil
	}
	return m.end(events[0])
}

func (m *Machine) apiRaiseAll(call *language.Call, a arguments) language.Value {
	id := engine.TriggerID(a.number(0))
	list, ok := call.Arg(2).(*language.Table)
	if !ok {
		m.bad(call, "raise_all", 2, "a list of parameter tables")
	}
	var evs []*engine.Raised
	call.Charge(8 * list.Len())
	for i := 1; i <= list.Len(); i++ {
		f, ok := fieldsOf(list.At(i))
		if !ok {
			call.Fault("raise_all: item %d must be a table of parameters, not %s", i, m.describe(list.At(i)))
		}
		evs = append(evs, m.readEvent(call, "raise_all", id, &f))
	}
	result := m.state.NewTable(len(evs), 0)
	for _, e := range m.raise(call, "raise_all", 3, evs, true) {
		result.Append(m.end(e))
	}
	return result
}

// apiSay writes a line of the transcript: say("key", {name = value}, seats).
func (m *Machine) apiSay(call *language.Call, a arguments) language.Value {
	about := m.about[:0]
	f, next, ok := m.argFields(call, 2)
	switch {
	case ok:
		about = m.named(call, "say", &f, about)
		m.about = about
	case call.Arg(2) != nil:
		m.bad(call, "say", 2, "a table of values")
	}
	call.Spend(limits.Text, 16+16*len(about))
	m.check(call, m.run.Say(engine.Symbol(a.number(0)), about, m.argSeats(call, "say", next)))
	return nil
}

// named reads names and values, for messages. A list of cards or words becomes
// several values with the same name. They are appended to a list.
func (m *Machine) named(call *language.Call, fn string, f *fields, about []engine.Named) []engine.Named {
	f.each(func(key string, value language.Value, inner *fields) {
		if inner != nil {
			call.Fault("%s: %s must be a value or a list, not a table of names", fn, key)
		}
		name, ok := m.wordNamed.find(key)
		if !ok {
			call.Fault("%s: %q is no word of the pack%s", fn, key, nearest(key, m.Symbols))
		}
		add := func(v language.Value) {
			converted, err := m.toValue(v, fn, ": ", key)
			m.check(call, err)
			about = append(about, engine.Named{Name: engine.Symbol(name), Value: converted})
		}
		if list, ok := value.(*cardList); ok {
			call.Charge(2 * len(list.cards))
			for _, c := range m.read(list) {
				about = append(about, engine.Named{Name: engine.Symbol(name), Value: engine.CardValue(c)})
			}
			return
		}
		if list, ok := value.(*language.Table); ok {
			call.Charge(2 * list.Len())
			for i := 1; i <= list.Len(); i++ {
				add(list.At(i))
			}
			return
		}
		add(value)
	})
	return about
}
