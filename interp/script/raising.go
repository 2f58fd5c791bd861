package script

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// event is ev as scripts see it: for abilities, for functions that make the change, and as
// the result of raise. Each wraps the engine's event and is reused: abilities have one for
// each nesting depth, which is invalid after the window; the others stay readable until the
// step is over, with their final values.
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

// event gives ev to a script, from the pool of events of abilities or of the function that
// raises.
func (m *Machine) event(from *pool[event], ev *engine.Raised, use use) *event {
	e := from.take()
	if e.value == nil {
		e.value = &language.Object{Class: m.eventClass, Value: e}
	}
	e.ev = ev
	e.use = use
	return e
}

func (m *Machine) close(e *event) {
	m.events.used--
	e.ev = nil
}

// end keeps what the parameters ended up as, and gives the engine's own back.
func (m *Machine) end(e *event) language.Value {
	ev := e.ev
	e.ended.Trigger = ev.Trigger
	e.ended.N = ev.N
	e.ended.Params = ev.Params
	e.ended.Cancelled = ev.Cancelled
	e.ev = &e.ended
	m.run.FreeRaised(ev)
	return e.value
}

// classOfEvents is the class of ev. A name that is no parameter reads as nil.
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
				place := places[e.ev.Trigger]
				switch {
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
	at, known := m.parameters[e.ev.Trigger][name]
	switch {
	case known && e.use == raised && trigger.Params[at].Result:
		e.ev.Params[at] = m.paramValue(call, trigger, at, v)
		return
	case known && trigger.Params[at].Result:
		call.Fault("%s of %s is a result: the function given to raise sets it", name, trigger.Name)
	case e.use == looks:
		call.Fault("a condition (when, from) may only look at ev, not change ev.%s", name)
	case e.use == raised:
		call.Fault("%s: only abilities change ev.%s, in the windows before it happens", trigger.Name, name)
	case e.ev.Window == engine.After:
		call.Fault("%s has happened: ev.%s can be changed in the windows before it only", trigger.Name, name)
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
	value := engineValue(v)
	if value.Kind == p.Kind {
		return value
	}
	value, err := m.toValue(v, p.Name)
	if err != nil {
		call.Fault("%s: %s", trigger.Name, err)
	}
	if value.Kind != p.Kind && value.Kind != engine.Nil {
		call.Fault("%s: %s must be a %s, not %s", trigger.Name, p.Name, p.Kind, m.describe(v))
	}
	return value
}

// raising makes the engine's form of what a table says about an event.
func (c *call) raising(id engine.TriggerID, r *read, w written) *engine.Raised {
	m := c.m
	trigger := &m.pack.Triggers[id]
	ev := m.run.NewRaised(id, nil)
	ev.N = len(trigger.Params)
	for i := range trigger.Params {
		p := &trigger.Params[i]
		if p.Result && (p.Kind == engine.Number || p.Kind == engine.Flag) {
			ev.Params[i].Kind = p.Kind
		}
	}
	if w.value() == nil {
		return ev
	}
	place := func(name string) int32 {
		n, ok := m.parameters[id][name]
		if !ok {
			c.Fault("%s: %s has no parameter %q%s", c.name, trigger.Name, name, nearest(name, m.parameters[id]))
		}
		if trigger.Params[n].Result {
			c.Fault("%s: %s of %s is a result: the function that makes the change sets it", c.name, name, trigger.Name)
		}
		return int32(n)
	}
	c.each(r, int32(id), w, place, func(at int32, _ string, w written) {
		ev.Params[at] = m.paramValue(c.Call, trigger, int(at), w.value())
	})
	return ev
}

// carryOut makes the change of an event: it calls the function that the script gave, with
// the event as it sees it.
func (c *call) carryOut(ev *engine.Raised) error {
	for _, e := range c.changes {
		if e.ev == ev {
			c.Invoke(c.fn, e.value)
			return nil
		}
	}
	c.Invoke(c.fn)
	return nil
}

// raiseEvents raises events with the change that the script gave. If the results are used,
// they include the raised events.
func (c *call) raiseEvents(evs []*engine.Raised, seen bool) {
	c.changes = c.changes[:0]
	var apply func(*engine.Raised) error
	if c.fn != nil {
		if c.carry == nil {
			c.carry = c.carryOut
		}
		apply = c.carry
		seen = seen || c.fn.Params() != 0
	}
	for i := 0; seen && i < len(evs); i++ {
		c.changes = append(c.changes, c.m.event(&c.m.raised, evs[i], raised))
	}
	c.check(c.m.run.RaiseAll(evs, apply))
}

func (c *call) raise() language.Value {
	id := engine.TriggerID(c.number(0))
	var w written
	if c.has(1) {
		w = c.table
	}
	evs := [...]*engine.Raised{c.raising(id, c.itself, w)}
	c.raiseEvents(evs[:], !c.Unused)
	if len(c.changes) == 0 {
		c.m.run.FreeRaised(evs[0])
		return nil
	}
	return c.m.end(c.changes[0])
}

func (c *call) raiseAll() language.Value {
	id := engine.TriggerID(c.number(0))
	var evs []*engine.Raised
	raising := func(i int, w written) {
		if !w.isTable() {
			c.Fault("raise_all: item %d must be a table of parameters, not %s", i+1, c.m.describe(w.value()))
		}
		evs = append(evs, c.raising(id, &read{}, w))
	}
	if w := c.table; w.arg != nil && w.arg.Form == language.Tables {
		c.Charge(8 * len(w.arg.Args))
		for i := range w.arg.Args {
			raising(i, c.written(&w.arg.Args[i]))
		}
	} else if items, ok := c.items(w); ok {
		c.Charge(8 * len(items))
		for i, item := range items {
			raising(i, written{v: item})
		}
	} else {
		c.Fault("raise_all: argument 2 must be a list of parameter tables, not %s", c.m.describe(w.value()))
	}
	c.raiseEvents(evs, true)
	result := c.m.state.NewTable(len(evs), 0)
	for _, e := range c.changes {
		result.Append(c.m.end(e))
	}
	return result
}

// say writes a line of the transcript: say("key", {name = value}, seat).
func (c *call) say() language.Value {
	c.Spend(limits.Text, 16+16*len(c.about))
	c.check(c.m.run.Say(engine.Symbol(c.number(0)), c.about, c.audience(2)))
	return nil
}
