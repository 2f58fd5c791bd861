package inference

import (
	"cmp"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// What may be nothing (nil): what first{} does not find, an answer that was
// declined, what a function returns on one of its ways only, what a raise leaves
// out, an attribute that is emptied. Used without asking it stops the game, often
// long after the script was written.

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
			if param.Result {
				continue
			}
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

// ParamNames are the names of the parameters of a trigger.
func ParamNames(t *engine.Trigger) []string {
	return lists.Map(t.Params, func(p engine.Param) string { return p.Name })
}
