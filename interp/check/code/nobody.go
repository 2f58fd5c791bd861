package code

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// What no card of the pack is, by what is printed on it: a filter that asks for it
// finds nothing in every game, and a comparison with it is never true.

// wanted is a condition of a filter on what is printed, written out.
type wanted struct {
	name   string
	values []engine.Value
	// types are those asked for, by a condition on the type or the id.
	types uint64
	attr  engine.AttributeID
}

// nobody reports a filter that no card passes wherever it lies.
func (e *evaluator) nobody(table *ast.TableExpr) {
	var all []wanted
	for _, f := range table.Fields {
		if key, ok := f.Key.(*ast.StringExpr); ok {
			if w, ok := e.wanted(key.Value, f.Value); ok {
				all = append(all, w)
			}
		}
	}
	if len(all) == 0 {
		return
	}
	for i := range e.p.Defs {
		if !slices.ContainsFunc(all, func(w wanted) bool { return !e.is(&e.p.Defs[i], w) }) {
			return
		}
	}
	var names []string
	for _, w := range all {
		names = append(names, w.name)
	}
	together := ""
	if len(names) > 1 {
		together = " together"
	}
	e.warn("no-such-card", e.pos(table), "no card of the pack has this %s%s: the filter finds nothing wherever the cards lie", strings.Join(names, " and "), together)
}

// wanted reads a condition on the type or a printed attribute whose value is
// written out.
func (e *evaluator) wanted(name string, x ast.Expr) (wanted, bool) {
	w := wanted{name: name, attr: -1}
	var leaves []ast.Expr
	if table, ok := x.(*ast.TableExpr); ok {
		for _, f := range table.Fields {
			if f.Key != nil {
				return w, false
			}
			leaves = append(leaves, f.Value)
		}
	} else {
		leaves = []ast.Expr{x}
	}
	id, isAttribute := e.c.CardAttributes[name]
	for _, leaf := range leaves {
		switch leaf := leaf.(type) {
		case *ast.StringExpr:
			if name == "type" {
				t, ok := e.c.Types[leaf.Value]
				if !ok {
					return w, false
				}
				w.types |= 1 << uint(t)
			}
			w.values = append(w.values, engine.Value{Kind: engine.Word, N: int32(e.c.Symbols[leaf.Value])})
		case *ast.TrueExpr:
			w.values = append(w.values, engine.Bool(true))
		case *ast.FalseExpr:
			w.values = append(w.values, engine.Bool(false))
		default:
			return w, false
		}
	}
	if name == "type" {
		return w, true
	}
	if !isAttribute || e.p.Cards[id].State || e.modified[id] {
		return w, false
	}
	w.attr = id
	return w, len(w.values) > 0
}

// is reports whether a card may pass a condition.
func (e *evaluator) is(def *engine.CardDef, w wanted) bool {
	if w.attr < 0 {
		return w.types&(1<<uint(def.Type)) != 0
	}
	if !slices.Contains(e.p.Types[def.Type].Attributes, w.attr) {
		return false
	}
	values := def.Printed[w.attr]
	if len(values) == 0 {
		return slices.Contains(w.values, engine.Bool(false)) // a flag that is not set
	}
	for _, v := range values {
		if v.Kind == engine.List {
			if slices.ContainsFunc(e.p.Lists[v.N].Items, func(v engine.Value) bool { return slices.Contains(w.values, v) }) {
				return true
			}
		} else if slices.Contains(w.values, v) {
			return true
		}
	}
	return false
}

// printedWord reports a comparison of a printed attribute with a word that is on no
// card it may be.
func (e *evaluator) printedWord(other ast.Expr, word *ast.StringExpr) {
	get, ok := other.(*ast.AttrGetExpr)
	if !ok {
		return
	}
	key, ok := get.Key.(*ast.StringExpr)
	if !ok {
		return
	}
	object := e.peek(get.Object)
	w, ok := e.wanted(key.Value, word)
	if !ok || w.attr < 0 || !object.only(kCard|kNil) {
		return
	}
	for i := range e.p.Defs {
		if def := &e.p.Defs[i]; object.cards&(1<<uint(def.Type)) != 0 && e.is(def, w) {
			return
		}
	}
	e.warn("no-such-card", e.pos(word), "no card has the %s %q: this is never so", key.Value, word.Value)
}

// unpaid reports actions that ask for something of their own card which others pay
// with, and that they do not change: they can be done again and again.
func (p *program) unpaid() {
	type action struct {
		ability *engine.Ability
		asks    map[engine.AttributeID][]engine.Value
		sets    map[string]bool
	}
	var actions []action
	inner := map[*function][]*function{}
	for _, f := range p.functions {
		if f.outer != nil {
			inner[f.outer] = append(inner[f.outer], f)
		}
	}
	for i := range p.p.Abilities {
		a := &p.p.Abilities[i]
		if a.Form != engine.Action || a.Limit.Times > 0 {
			continue
		}
		h := p.headerOf(a)
		if h == nil {
			continue
		}
		one := action{a, p.asksOfSelf(a), map[string]bool{}}
		for _, s := range p.headerSites[fmt.Sprintf("%s:%d", h.File, h.Line)] {
			for _, f := range functionsOf(s.fields["run"]) {
				assignsIn(f, inner, one.sets, map[*function]bool{})
			}
		}
		actions = append(actions, one)
	}
	for _, one := range actions {
		for id, values := range one.asks {
			if p.setsOne(one.asks, one.sets) {
				break
			}
			i := slices.IndexFunc(actions, func(other action) bool { return other.asks[id] != nil && other.sets[p.p.Cards[id].Name] })
			if i < 0 {
				continue
			}
			name := p.p.Cards[id].Name
			p.warn("unpaid-cost", headerPos(p.headerOf(one.ability)), "the action %q asks for %s %s of its card and never changes it, as %q does: it can be done again and again",
				one.ability.Name, name, p.valueList(values), actions[i].ability.Name)
			break
		}
	}
}

// setsOne reports whether one of the attributes asked for is assigned.
func (p *program) setsOne(asks map[engine.AttributeID][]engine.Value, sets map[string]bool) bool {
	for id := range asks {
		if sets[p.p.Cards[id].Name] {
			return true
		}
	}
	return false
}

// asksOfSelf are the state attributes, with their values, that an action asks for
// of its own card.
func (p *program) asksOfSelf(a *engine.Ability) map[engine.AttributeID][]engine.Value {
	out := map[engine.AttributeID][]engine.Value{}
	take := func(f *engine.Filter) {
		if f == nil {
			return
		}
		for i := range f.Terms {
			if t := &f.Terms[i]; t.Op == engine.TermAttribute && !t.Not && t.Compare == engine.OneOf && p.p.Cards[t.Attr].State {
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
		for i := range p.p.Types {
			if p.onCards(a.Name)&(1<<uint(i)) != 0 {
				take(p.p.Types[i].Active)
			}
		}
	}
	return out
}

// assignsIn collects the names of the fields that a function assigns, with all that
// it calls and makes.
func assignsIn(f *function, inner map[*function][]*function, into map[string]bool, seen map[*function]bool) {
	if seen[f] {
		return
	}
	seen[f] = true
	syntax.WalkStmts(f.stmts, func(s ast.Stmt) {
		if s, ok := s.(*ast.AssignStmt); ok {
			for _, target := range s.Lhs {
				if get, ok := target.(*ast.AttrGetExpr); ok {
					if key, ok := get.Key.(*ast.StringExpr); ok {
						into[key.Value] = true
					}
				}
			}
		}
	})
	for _, g := range inner[f] {
		assignsIn(g, inner, into, seen)
	}
	for _, c := range f.calls {
		assignsIn(c.to, inner, into, seen)
	}
}
