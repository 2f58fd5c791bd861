package inference

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	packast "github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/compile"
)

// mode says who looks at an event.
type mode uint8

const (
	running  mode = iota // run of an ability
	Asking               // when of an ability
	Applying             // the script that raised it
)

type eventKey struct {
	Trigger engine.TriggerID
	Window  engine.Window
	Mode    mode
}

// Event is an event as a function sees it.
type Event struct {
	id int
	eventKey
}

func (ev *Event) Number() int { return ev.id }

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

// ParamSet is the parameters of an ability.
type ParamSet struct {
	id      int
	ability string
	Fields  map[string]lattice.Type
}

func (s *ParamSet) Number() int { return s.id }

// ParamSets are the parameters by named ability, those of all its parts
// together.
func (p *Program) ParamSets() map[string]*ParamSet {
	p.ReadsPart(Abilities)
	p.ReadsPart(Declared) // of whose lists of words the parameters may be
	out := map[string]*ParamSet{}
	for i := range p.Headers {
		h := &p.Headers[i]
		if out[h.ID] == nil {
			out[h.ID] = &ParamSet{Fields: map[string]lattice.Type{}}
		}
		for name, t := range p.abilityParams(h.Fields) {
			out[h.ID].Fields[name] = t
		}
	}
	return out
}

// header gives the functions of an ability their arguments.
func (p *Program) header(h *compile.Header) {
	var ability *engine.Ability
	for _, id := range p.compiled.Abilities[h.ID] {
		if p.pack.Abilities[id].Part == h.Part {
			ability = &p.pack.Abilities[id]
		}
	}
	if ability == nil {
		return
	}
	for _, s := range p.HeaderSites[fmt.Sprintf("%s:%d", h.File, h.Line)] {
		p.read(&s.cell)
		p.functionsOf(s, h, ability)
	}
}

func (p *Program) functionsOf(s *Site, h *compile.Header, a *engine.Ability) {
	params := p.paramsOf(h)
	self := lattice.CardOf(p.OnCards[h.ID])
	if self.Cards == 0 || p.Lasting[h.ID] {
		self.Cards = p.AllTypes
	}
	args := func(name string, second lattice.Type) []lattice.Type {
		if found, has := p.among(s); has && name == "run" {
			return []lattice.Type{self, second, found, params}
		}
		return []lattice.Type{self, second, params}
	}
	each := func(name string, second lattice.Type) {
		for f := range lattice.Refs[*Func](s.Fields[name]) {
			p.call(f, args(name, second))
			p.asks(f, h, a)
			if name != "run" {
				p.pureRoot(f, name)
			}
			if f.name == "" {
				f.name = h.ID + "." + name
				f.state = mix(f.state, digest(f.name))
			}
		}
	}
	switch a.Form {
	case engine.Hook:
		each("run", p.event(eventKey{a.Trigger, a.Window, running}))
		each("when", p.event(eventKey{a.Trigger, a.Window, Asking}))
		each("among", p.event(eventKey{a.Trigger, a.Window, Asking}))
		p.answered(s)
	case engine.Action:
		each("run", lattice.Of(lattice.Seat))
		each("when", lattice.Of(lattice.Seat))
		each("among", lattice.Of(lattice.Seat))
		p.answered(s)
	case engine.Modifier:
		second := map[engine.Holder]lattice.Type{engine.OfCard: lattice.CardOf(p.AllTypes),
			engine.OfSeat:  lattice.Of(lattice.Seat),
			engine.OfTable: lattice.Of(lattice.Nil)}[a.OfHolder]
		each("amount", second)
		each("when", second)
	default:
		each("run", lattice.Top)
		each("when", lattice.Top)
		each("among", lattice.Top)
		each("amount", lattice.Top)
	}
}

// among is what the function among of a header returns, and whether there is one.
func (p *Program) among(s *Site) (found lattice.Type, has bool) {
	for f := range lattice.Refs[*Func](s.Fields["among"]) {
		has = true
		p.read(&f.cell)
		if len(f.Results) > 0 {
			found = f.Results[0]
		}
	}
	return found, has
}

// paramsOf is the third argument of the functions of an ability.
func (p *Program) paramsOf(h *compile.Header) lattice.Type {
	key := fmt.Sprintf("%s#%d", h.ID, h.Part)
	set := p.params[key]
	if set == nil {
		fields := p.abilityParams(h.Fields)
		id := key // of what it is said to be: for another it would be another
		for _, name := range Sorted(fields) {
			id += fmt.Sprint(" ", name, digestOf(fields[name]))
		}
		set = &ParamSet{named(aParamSet, id), h.ID, fields}
		p.params[key] = set
	}
	if len(set.Fields) == 0 {
		return lattice.Of(lattice.Nil)
	}
	return lattice.RefTo(lattice.Params, set)
}

// pureRoot is a function that may change nothing, and what it is.
type pureRoot struct {
	Fn   *Func
	What string
}

// pureRoot notes that a function may change nothing.
func (p *Program) pureRoot(f *Func, what string) {
	if root := (pureRoot{f, what}); p.Final && !slices.Contains(p.Pure, root) {
		p.Pure = append(p.Pure, root)
	}
}

// pureStep notes that a step may change nothing.
func (p *Program) pureStep(w packast.Word, what string) {
	for _, f := range p.Step(w.Text) {
		p.pureRoot(f, what)
	}
}
