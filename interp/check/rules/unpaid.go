package rules

import (
	"fmt"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// unpaid reports actions whose condition on their own card serves other actions as a cost,
// but which do not change it: they can be repeated without end.
func (p *judge) unpaid() {
	type action struct {
		ability *engine.Ability
		asks    map[engine.AttributeID][]engine.Value
		sets    map[string]bool
	}
	var actions []action
	inner := map[*inference.Func][]*inference.Func{}
	for _, f := range p.Functions {
		if f.Outer != nil {
			inner[f.Outer] = append(inner[f.Outer], f)
		}
	}
	for i := range p.Pack().Abilities {
		a := &p.Pack().Abilities[i]
		if a.Form != engine.Action || a.Limit.Times > 0 || a.Pays > 0 {
			continue
		}
		h := p.headerOf(a)
		one := action{a, p.asksOfSelf(a), map[string]bool{}}
		for _, s := range p.HeaderSites[fmt.Sprintf("%s:%d", h.File, h.Line)] {
			for _, f := range inference.FunctionsOf(s.Fields["run"]) {
				p.assignsIn(f, inner, one.sets, map[*inference.Func]bool{})
			}
		}
		actions = append(actions, one)
	}
	for _, one := range actions {
		for id, values := range one.asks {
			if p.setsOne(one.asks, one.sets) {
				break
			}
			i := slices.IndexFunc(actions,
				func(other action) bool { return other.asks[id] != nil && other.sets[p.Pack().Cards[id].Name] })
			if i < 0 {
				continue
			}
			name := p.Pack().Cards[id].Name
			p.warn("unpaid-cost", p.headerOf(one.ability),
				"the action %q asks for %s %s of its card and never changes it, as %q does: it can be done again and "+
					"again",
				one.ability.Name, name, p.Filters().ValueList(values), actions[i].ability.Name)
			break
		}
	}
}

// setsOne reports whether one of the attributes asked for is assigned.
func (p *judge) setsOne(asks map[engine.AttributeID][]engine.Value, sets map[string]bool) bool {
	for id := range asks {
		if sets[p.Pack().Cards[id].Name] {
			return true
		}
	}
	return false
}

// asksOfSelf are the state attributes, with their values, that an action requires of its
// own card.
func (p *judge) asksOfSelf(a *engine.Ability) map[engine.AttributeID][]engine.Value {
	out := map[engine.AttributeID][]engine.Value{}
	take := func(f *engine.Filter) {
		if f == nil {
			return
		}
		for i := range f.Terms {
			if t := &f.Terms[i]; t.Op == engine.TermAttribute && !t.Not && t.Compare == engine.OneOf &&
				p.Pack().Cards[t.Attr].State {
				out[t.Attr] = t.Values
			}
		}
	}
	take(a.Active)
	for _, c := range a.Where {
		if c.Param < 0 {
			take(c.Filter)
		}
	}
	if a.Active == nil {
		for i := range lattice.Bits(p.OnCards[a.Name]) {
			take(p.Pack().Types[i].Active)
		}
	}
	return out
}

// assignsIn collects the names of the fields that a function assigns, with all that
// it calls and makes.
func (p *judge) assignsIn(f *inference.Func, inner map[*inference.Func][]*inference.Func, into map[string]bool,
	seen map[*inference.Func]bool) {
	if seen[f] {
		return
	}
	seen[f] = true
	syntax.WalkStmts(f.Stmts, func(s ast.Stmt) {
		if s, ok := s.(*ast.AssignStmt); ok {
			for _, target := range s.Lhs {
				if _, key, ok := syntax.Field(target); ok {
					into[key.Value] = true
				}
			}
		}
	})
	for _, g := range inner[f] {
		p.assignsIn(g, inner, into, seen)
	}
	for _, c := range p.calls[f.Number()] {
		p.assignsIn(p.Function(c.to), inner, into, seen)
	}
}
