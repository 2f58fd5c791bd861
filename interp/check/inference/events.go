package inference

import (
	"maps"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
)

func (p *Program) event(key eventKey) lattice.Type {
	if key.Trigger < 0 {
		return lattice.Top
	}
	ev := p.events[key]
	if ev == nil {
		ev = &Event{numbered(anEvent, int(key.Trigger), int(key.Window)<<2|int(key.Mode)), key}
		p.events[key] = ev
	}
	return lattice.RefTo(lattice.Event, ev)
}

// EventField is a parameter of an event.
func (p *Program) EventField(ev *Event, name string) (lattice.Type, bool) {
	if name == "cancelled" {
		return lattice.Of(lattice.Flag), true
	}
	t, ok := p.Param(p.Trigger(ev.Trigger), name)
	if ok {
		key := AbsentParam{ev.Trigger, name}
		p.read(p.absence(key))
		if _, absent := p.absent[key]; absent {
			t = t.Or(lattice.Nil)
		}
	}
	return t, ok
}

// EventName names the trigger of an event for people.
func (p *Program) EventName(object lattice.Type) string {
	for ev := range lattice.Refs[*Event](object) {
		return p.Trigger(ev.Trigger).Name
	}
	return "the event"
}

// ParamSets are the parameters by named ability, merged over all its parts.
func (p *Program) ParamSets() map[string]*ParamSet {
	p.ReadsPart(Abilities)
	p.ReadsPart(Declared) // of whose lists of words the parameters may be
	out := map[string]*ParamSet{}
	for i := range p.Headers {
		h := &p.Headers[i]
		if out[h.ID] == nil {
			out[h.ID] = &ParamSet{Fields: map[string]lattice.Type{}}
		}
		maps.Copy(out[h.ID].Fields, p.abilityParams(h.Fields))
	}
	return out
}

// Param is a parameter of a trigger, and whether it has one of the name.
func (p *Program) Param(t *engine.Trigger, name string) (lattice.Type, bool) {
	for i := range t.Params {
		if t.Params[i].Name == name {
			return p.kindType(t.Params[i].Kind, t.Params[i].Words), true
		}
	}
	return lattice.Type{}, false
}
