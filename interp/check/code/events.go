package code

import (
	"fmt"

	"github.com/yuin/gopher-lua/ast"

	packast "github.com/ruledeck/ruledeck/interp/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// mode says who looks at an event.
type mode uint8

const (
	running  mode = iota // run of an ability
	asking               // when of an ability
	applying             // the script that raised it
)

type eventKey struct {
	trigger engine.TriggerID
	window  engine.Window
	mode    mode
}

// event is an event as a function sees it.
type event struct {
	id int
	eventKey
}

func (ev *event) number() int { return ev.id }

func (p *program) event(key eventKey) typ {
	if key.trigger < 0 {
		return top
	}
	ev := p.events[key]
	if ev == nil {
		ev = &event{p.nextID(), key}
		p.events[key] = ev
	}
	return refTo(kEvent, ev)
}

// eventField is a parameter of an event.
func (p *program) eventField(ev *event, name string) (typ, bool) {
	if name == "cancelled" {
		return of(flag), true
	}
	for i := range p.p.Triggers[ev.trigger].Params {
		if param := &p.p.Triggers[ev.trigger].Params[i]; param.Name == name {
			t := p.kindType(param.Kind, param.Words)
			if _, absent := p.absent[absentParam{ev.trigger, name}]; absent {
				t = t.or(kNil)
			}
			return t, true
		}
	}
	return typ{}, false
}

func (p *program) eventNames(ev *event) []string {
	names := []string{"cancelled"}
	for _, param := range p.p.Triggers[ev.trigger].Params {
		names = append(names, param.Name)
	}
	return names
}

// eventName names the trigger of an event for people.
func (p *program) eventName(object typ) string {
	for _, r := range object.refs {
		if ev, ok := r.(*event); ok {
			return p.p.Triggers[ev.trigger].Name
		}
	}
	return "the event"
}

// writeEvent checks an assignment to a parameter of an event; with several
// events it is wrong when it is wrong for each.
func (e *evaluator) writeEvent(ev *event, object typ, name string, pos diag.Pos, value typ, x ast.Expr) {
	if !e.final {
		if t, ok := e.eventField(ev, name); ok && x != nil && t.known() {
			e.require(x, t.kinds|kNil, t.words)
		}
		return
	}
	first := true
	var finding func()
	for _, r := range object.refs {
		one, ok := r.(*event)
		if !ok {
			return // a table it may be takes anything
		}
		if first && one != ev {
			return // said with the first of them
		}
		first = false
		if finding = e.cannotWrite(one, name, pos, object); finding == nil {
			t, _ := e.eventField(one, name)
			e.fits(t, name, pos, value, x)
			return
		}
	}
	if finding != nil {
		finding()
	}
}

// cannotWrite returns how to report an assignment to an event; nil if it may
// be made.
func (e *evaluator) cannotWrite(ev *event, name string, pos diag.Pos, object typ) func() {
	trigger := &e.p.Triggers[ev.trigger]
	finding := func(format string, args ...any) func() {
		return func() { e.errorf("read-only", pos, format, args...) }
	}
	if _, ok := e.eventField(ev, name); !ok {
		return func() { e.noField(object, nil, name, pos) }
	}
	switch {
	case ev.mode == applying:
		return nil
	case ev.mode == asking:
		return finding("a condition (when, among) may only look at ev, not change ev.%s", name)
	case ev.window == engine.After:
		return finding("%s has happened: ev.%s can be changed in the replace and before windows only", trigger.Name,
			name)
	case name == "cancelled":
		if !trigger.Cancel {
			return finding("%s cannot be cancelled; its declaration does not say cancel: true", trigger.Name)
		}
		return nil
	}
	for i := range trigger.Params {
		if p := &trigger.Params[i]; p.Name == name && !p.Write {
			return finding("%s of %s cannot be changed; its declaration does not say write: true", name, trigger.Name)
		}
	}
	return nil
}

// paramSet is the parameters of an ability.
type paramSet struct {
	id     int
	fields map[string]typ
}

func (s *paramSet) number() int { return s.id }

// paramSets are the parameters by named ability, those of all its parts
// together.
func (p *program) paramSets() map[string]*paramSet {
	out := map[string]*paramSet{}
	for i := range p.headers {
		h := &p.headers[i]
		if out[h.ID] == nil {
			out[h.ID] = &paramSet{fields: map[string]typ{}}
		}
		for name, t := range p.abilityParams(h.Fields) {
			out[h.ID].fields[name] = t
		}
	}
	return out
}

// header gives the functions of an ability their arguments.
func (p *program) header(h *compile.Header) {
	var ability *engine.Ability
	for _, id := range p.c.Abilities[h.ID] {
		if p.p.Abilities[id].Part == h.Part {
			ability = &p.p.Abilities[id]
		}
	}
	if ability == nil {
		return
	}
	for _, s := range p.headerSites[fmt.Sprintf("%s:%d", h.File, h.Line)] {
		p.functionsOf(s, h, ability)
	}
}

func (p *program) functionsOf(s *site, h *compile.Header, a *engine.Ability) {
	params := p.paramsOf(h)
	self := cardOf(p.onCards[h.ID])
	if self.cards == 0 || p.used.lasting[h.ID] {
		self.cards = p.allTypes
	}
	args := func(name string, second typ) []typ {
		if found, has := among(s); has && name == "run" {
			return []typ{self, second, found, params}
		}
		return []typ{self, second, params}
	}
	each := func(name string, second typ) {
		for _, r := range s.fields[name].refs {
			f, ok := r.(*function)
			if !ok {
				continue
			}
			p.call(f, args(name, second))
			p.asks(f, h, a)
			if p.final && name != "run" {
				p.pure = append(p.pure, pureRoot{f, name})
			}
			if f.name == "" {
				f.name = h.ID + "." + name
			}
		}
	}
	switch a.Form {
	case engine.Hook:
		each("run", p.event(eventKey{a.Trigger, a.Window, running}))
		each("when", p.event(eventKey{a.Trigger, a.Window, asking}))
		each("among", p.event(eventKey{a.Trigger, a.Window, asking}))
		p.answered(s)
	case engine.Action:
		each("run", of(kSeat))
		each("when", of(kSeat))
		each("among", of(kSeat))
		p.answered(s)
	case engine.Modifier:
		second := map[engine.Holder]typ{engine.OfCard: cardOf(p.allTypes), engine.OfSeat: of(kSeat),
			engine.OfTable: of(kNil)}[a.OfHolder]
		each("amount", second)
		each("when", second)
	default:
		each("run", top)
		each("when", top)
		each("among", top)
		each("amount", top)
	}
}

// among is what the function among of a header returns, and whether there is one.
func among(s *site) (found typ, has bool) {
	for _, r := range s.fields["among"].refs {
		if f, ok := r.(*function); ok {
			has = true
			if len(f.results) > 0 {
				found = f.results[0]
			}
		}
	}
	return found, has
}

// paramsOf is the third argument of the functions of an ability.
func (p *program) paramsOf(h *compile.Header) typ {
	key := fmt.Sprintf("%s#%d", h.ID, h.Part)
	set := p.params[key]
	if set == nil {
		set = &paramSet{p.nextID(), p.abilityParams(h.Fields)}
		p.params[key] = set
	}
	if len(set.fields) == 0 {
		return of(kNil)
	}
	return refTo(kParams, set)
}

// pureRoot is a function that may change nothing, and what it is.
type pureRoot struct {
	fn   *function
	what string
}

// pureStep notes that a step may change nothing.
func (p *program) pureStep(w packast.Word, what string) {
	if !p.final {
		return
	}
	for _, f := range p.step(w.Text) {
		p.pure = append(p.pure, pureRoot{f, what})
	}
}
