package inference

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	packast "github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/compile"
)

// header gives the functions of an ability their arguments.
func (p *Program) header(h *compile.Header, ability *engine.Ability) {
	for _, s := range p.HeaderSites[fmt.Sprintf("%s:%d", h.File, h.Line)] {
		p.read(&s.cell)
		p.functionsOf(s, h, ability)
	}
	for _, id := range ability.Grants {
		p.lastsAs(p.pack.Abilities[id].Name)
	}
}

func (p *Program) functionsOf(s *Site, h *compile.Header, a *engine.Ability) {
	params := p.paramsOf(h)
	self := lattice.CardOf(p.OnCards[h.ID])
	if self.Cards == 0 || p.Lasting[h.ID] {
		self.Cards = p.AllTypes
	}
	args := func(name string, second lattice.Type) []lattice.Type {
		if a.Target != nil && name == "run" {
			return []lattice.Type{self, second, p.targetOf(a.Target, s, h), params}
		}
		return []lattice.Type{self, second, params}
	}
	each := func(name string, second lattice.Type) {
		for f := range lattice.Refs[*Func](p.functionField(s, h, name)) {
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
		each("from", p.event(eventKey{a.Trigger, a.Window, Asking}))
		p.answered(s, h)
	case engine.Action:
		each("run", lattice.Of(lattice.Seat))
		each("when", lattice.Of(lattice.Seat))
		each("from", lattice.Of(lattice.Seat))
		p.answered(s, h)
	case engine.Modifier:
		second := map[engine.Holder]lattice.Type{engine.OfCard: lattice.CardOf(p.AllTypes),
			engine.OfSeat:  lattice.Of(lattice.Seat),
			engine.OfTable: lattice.Of(lattice.Nil)}[a.OfHolder]
		each("amount", second)
		each("when", second)
	default:
		for _, name := range []string{"run", "when", "from", "amount"} {
			each(name, lattice.Top)
		}
	}
}

// functionField is the field of a header that holds a function of an ability: run may stand
// under a form, and from, which lists the things to act on, stands in the target.
func (p *Program) functionField(s *Site, h *compile.Header, name string) lattice.Type {
	switch {
	case name == "run" && h.Form != "" && !h.Deed:
		return s.Fields[h.Form]
	case name == "from":
		for target := range lattice.Refs[*Site](s.Fields["target"]) {
			p.read(&target.cell)
			return target.Fields["from"]
		}
		return lattice.Type{}
	}
	return s.Fields[name]
}

// Tells are the functions that list the things for an ability to act on.
func (p *Program) Tells(s *Site, h *compile.Header) []*Func {
	return FunctionsOf(p.functionField(s, h, "from"))
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

// answered passes the facts that the function when of an ability establishes to the
// functions that run after it. If when has several statements, its last one is a return,
// and that expression counts.
func (p *Program) answered(s *Site, h *compile.Header) {
	for _, when := range FunctionsOf(s.Fields["when"]) {
		if len(when.Stmts) == 0 {
			continue
		}
		last, ok := when.Stmts[len(when.Stmts)-1].(*ast.ReturnStmt)
		if !ok || len(last.Exprs) == 0 { // a second one says why not
			continue
		}
		e := &Evaluator{Program: p, Fn: when, Tree: when.Chunk.Tree}
		e.assume(last.Exprs[0], true)
		for _, name := range []string{"from", "run"} {
			for _, f := range FunctionsOf(p.functionField(s, h, name)) {
				f.answered = true
				f.given = append(f.given, renamed(e.facts, when.Params, f.Params)...)
			}
		}
	}
}

// renamed are the paths of facts, with the parameters of one function replaced by those of
// another; paths of other variables are left out.
func renamed(f *facts, from, to []*Var) []string {
	var out []string
	for ; f != nil; f = f.next {
		own := true
		path := variableNames.ReplaceAllStringFunc(f.path, func(name string) string {
			for i, v := range from {
				if v.Path() == name && i < len(to) {
					return to[i].Path()
				}
			}
			own = false
			return name
		})
		if own && f.what == something {
			out = append(out, path)
		}
	}
	return out
}

// variableNames are the names of variables in paths.
var variableNames = regexp.MustCompile(`#[0-9]+`)

// targetOf is what run gets of a target: a card of the types that the filter leaves, what a
// function tells, or a list of them.
func (p *Program) targetOf(t *engine.Target, s *Site, h *compile.Header) lattice.Type {
	if t.Filter == nil {
		return p.told(t, s, h)
	}
	card := lattice.CardOf(p.AllTypes)
	for i := range t.Filter.Terms {
		term := &t.Filter.Terms[i]
		switch {
		case term.Not:
		case term.Op == engine.TermType:
			card.Cards &= term.Set
		case term.Op == engine.TermZone:
			card.Cards &= p.accepted(uint64(term.Zones))
		}
	}
	if t.One {
		return card
	}
	return lattice.ListOf(card)
}

// told is what run gets of what a function tells.
func (p *Program) told(t *engine.Target, s *Site, h *compile.Header) lattice.Type {
	found := lattice.Type{}
	for f := range lattice.Refs[*Func](p.functionField(s, h, "from")) {
		p.read(&f.cell)
		if len(f.Results) > 0 {
			found = f.Results[0]
		}
	}
	if !t.One {
		return found
	}
	if found.Any() || found.Kinds&lattice.List == 0 || found.Item == nil {
		return lattice.Top
	}
	return *found.Item
}
