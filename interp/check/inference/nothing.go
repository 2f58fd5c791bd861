package inference

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// What may be nothing (nil): what first{} does not find, an answer that was
// declined, what a function returns on one of its ways only, what a raise leaves
// out, an attribute that is emptied. Used without asking it stops the game, often
// long after the script was written.

// AbsentParam is a parameter of a trigger.
type AbsentParam struct {
	Trigger engine.TriggerID
	Name    string
}

// absence is the cell of whether some raise leaves out a parameter.
func (p *Program) absence(key AbsentParam) *cell {
	return p.fact(anAbsence, p.pack.Triggers[key.Trigger].Name+" "+key.Name)
}

// leftOut notes the parameters that a raise does not give. What a place gives, as the
// top of a pile, counts as given: see argument.
func (e *Evaluator) leftOut(ids []engine.TriggerID, table *ast.TableExpr, pos diag.Pos) {
	s := e.TableOf(table)
	if !e.settled || s == nil || s.Widened || !s.Other.Bottom() {
		return
	}
	for _, id := range ids {
		trigger := e.Trigger(id)
		if Misnamed(s, trigger) {
			continue
		}
		for _, param := range trigger.Params {
			given, ok := s.Fields[param.Name]
			if ok && (given.Any() || given.Kinds&lattice.Nil == 0 || e.ByPlace(syntax.Under(table, param.Name))) {
				continue
			}
			key := AbsentParam{id, param.Name}
			e.do(nil, func(p *Program) {
				if _, known := p.absent[key]; !known {
					p.absent[key] = pos
					p.wrote(p.absence(key), place(pos))
				}
			})
		}
	}
}

// Misnamed reports whether one of the parameters given has a name that the trigger
// does not know: it was misspelt, most likely, and is not missing.
func Misnamed(s *Site, t *engine.Trigger) bool {
	return slices.ContainsFunc(s.Order, func(name string) bool { return !slices.Contains(ParamNames(t), name) })
}

// empties notes an attribute that is set to nil.
func (e *Evaluator) empties(f EntityField, pos diag.Pos, x ast.Expr) {
	if _, ok := x.(*ast.NilExpr); !ok || f.Attribute == nil {
		return
	}
	for of, list := range e.attributes() {
		for i := range list {
			if &list[i] != f.Attribute {
				continue
			}
			e.do(nil, func(p *Program) {
				a := &p.attributes()[of][i]
				if _, known := p.emptied[a]; !known {
					p.emptied[a] = pos
					p.wrote(p.fact(anEmptying, a.Name), place(pos))
				}
			})
		}
	}
}

// asks notes which parameters of the trigger an ability's conditions ask for:
// where it acts, these are something.
func (p *Program) asks(f *Func, h *compile.Header, a *engine.Ability) {
	f.given = f.given[:0]
	if len(f.Params) > 0 && p.livesOnCards(h.ID, a) {
		f.given = append(f.given, f.Params[0].Path()+".host")
	}
	if len(f.Params) < 2 {
		return
	}
	if where := h.Fields.Get("where"); where != nil {
		for _, c := range where.Fields {
			f.given = append(f.given, f.Params[1].Path()+"."+c.Name)
		}
	}
}

// livesOnCards reports whether an ability works in zones of cards alone: then its
// card has a host.
func (p *Program) livesOnCards(name string, a *engine.Ability) bool {
	zones, types := uint64(0), p.OnCards[name]
	for i := range lattice.Bits(types) {
		zones |= zonesOf(cmp.Or(a.Active, p.pack.Types[i].Active))
	}
	for i := range lattice.Bits(zones & p.allZones()) {
		if p.pack.Zones[i].Of != engine.OfCard {
			return false
		}
	}
	return zones != 0
}

// zonesOf are the kinds of zones that a filter asks for; all if for none.
func zonesOf(f *engine.Filter) uint64 {
	zones := ^uint64(0)
	if f == nil {
		return zones
	}
	for i := range f.Terms {
		if t := &f.Terms[i]; t.Op == engine.TermZone && !t.Not {
			zones &= uint64(t.Zones)
		}
	}
	return zones
}

// answered hands what the function when of an ability asks for to those that come
// after it: they find it so. Where when has several statements, its last one is a
// return, and what it asks there counts.
func (p *Program) answered(s *Site) {
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
		for _, name := range []string{"among", "run"} {
			for _, f := range FunctionsOf(s.Fields[name]) {
				f.answered = true
				f.given = append(f.given, renamed(e.facts, when.Params, f.Params)...)
			}
		}
	}
}

// variableNames are the names of variables in paths.
var variableNames = regexp.MustCompile(`#[0-9]+`)

// renamed are the paths of facts, with the parameters of one function in place of
// those of another; those with other variables are left out.
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

// WhyNothing says how an expression comes to be nothing.
func (e *Evaluator) WhyNothing(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.IdentExpr:
		v := e.Uses[x]
		switch {
		case v == nil:
		case v.Role == Parameter:
			return fmt.Sprintf("%s is called without it", v.Owner.Title())
		case v.is != nil && v.Writes == 0:
			return e.WhyNothing(v.is)
		}
	case *ast.FuncCallExpr:
		return e.whyCallNothing(x)
	case *ast.AttrGetExpr:
		return e.whyFieldNothing(x)
	case *ast.LogicalOpExpr:
		if x.Operator == "or" {
			return e.WhyNothing(x.Rhs)
		}
		return e.WhyNothing(x.Lhs)
	}
	return "it is not set on every way to this place"
}

func (e *Evaluator) whyCallNothing(x *ast.FuncCallExpr) string {
	if f := hostOf(x); f != nil && f.Nothing != "" {
		return f.Nothing
	} else if x.Receiver != nil {
		return fmt.Sprintf(":%s does not always give something", x.Method)
	}
	return fmt.Sprintf("%s does not always return something", cmp.Or(PathOf(x.Func), "the function"))
}

func (e *Evaluator) whyFieldNothing(x *ast.AttrGetExpr) string {
	_, key, ok := syntax.Field(x)
	if !ok {
		return "there may be nothing under this key"
	}
	object := e.Peek(x.Object)
	for ev := range lattice.Refs[*Event](object) {
		key := AbsentParam{ev.Trigger, key.Value}
		e.read(e.absence(key))
		if pos, ok := e.absent[key]; ok {
			return fmt.Sprintf("%s is raised without it, at %s", e.Trigger(ev.Trigger).Name, PlaceOf(pos))
		}
	}
	for _, k := range EntityKinds {
		if object.Kinds&k == 0 {
			continue
		}
		f, ok := e.EntityOf(object, k, key.Value)
		if !ok {
			continue
		}
		e.read(e.fact(anEmptying, key.Value))
		if pos, ok := e.emptied[f.Attribute]; ok {
			return fmt.Sprintf("%q is set to nil, at %s", key.Value, PlaceOf(pos))
		}
	}
	switch {
	case key.Value == "top", key.Value == "bottom":
		return "the zone may be empty"
	case key.Value == "host":
		return "the card may lie in a zone of no card"
	case key.Value == "seat" && object.Kinds&lattice.Card != 0:
		return fmt.Sprintf("%s belongs to no seat", e.ObjectName(object))
	}
	return fmt.Sprintf("%q is not always set", key.Value)
}

// isAnswered reports whether a function is what an ability does once its when has
// agreed, or a part of that: when may have asked in ways that cannot be followed.
func (f *Func) isAnswered() bool {
	for ; f != nil; f = f.Outer {
		if f.answered {
			return true
		}
	}
	return false
}

// ByPlace reports whether an expression gives what lies in a place, or on what: scripts know
// where there is some.
func (e *Evaluator) ByPlace(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.IdentExpr:
		v := e.Uses[x]
		return v != nil && v.is != nil && e.ByPlace(v.is)
	case *ast.AttrGetExpr:
		return IsField(x, "top") || IsField(x, "bottom") || IsField(x, "host")
	case *ast.FuncCallExpr:
		f := hostOf(x)
		return f != nil && len(f.Params) > 0 && f.Params[0].Type.Kind == keyword.ZoneValue && len(f.Results) > 0
	}
	return false
}

// certain reports whether a card passes a filter wherever the cards are: it asks
// for nothing but what is printed, and some card of the pack is of the type or has
// the id. A card is never gone from a game, it only lies elsewhere.
func (e *Evaluator) certain(c *HostCall) bool {
	tables := e.Constructors(c.Expr(0), c.First())
	if len(tables) != 1 || len(tables[0].Fields) == 0 {
		return false
	}
	for _, f := range tables[0].Fields {
		key, ok := f.Key.(*ast.StringExpr)
		if !ok {
			return false
		}
		if a, _ := e.AttributeNamed(key.Value); key.Value != "type" && key.Value != "id" && (a == nil || a.State) {
			return false
		}
	}
	return true
}

// gave notes what a raise gives as a parameter.
func (e *Evaluator) gave(key AbsentParam, table *ast.TableExpr, name string, value lattice.Type) {
	if s := e.TableOf(table); s != nil && s.Fn != e.Fn {
		value = s.Fields[name]
	}
	if e.Final {
		return
	}
	value = portable(value.Without(lattice.Nil))
	e.do(nil, func(p *Program) {
		was := p.Gives[key]
		p.join(nil, &was, p.local(value))
		p.Gives[key] = was
	})
}
