package inference

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// assign puts a value into a variable or a field; x is the expression that
// gives the value, nil where a call gives several.
func (e *Evaluator) assign(target ast.Expr, value lattice.Type, x ast.Expr) {
	switch t := target.(type) {
	case *ast.IdentExpr:
		if v := e.Uses[t]; v != nil {
			e.join(&v.cell, &v.Holds, value)
		}
	case *ast.AttrGetExpr:
		object := e.Expr(t.Object)
		e.use(t.Object, object)
		if key, ok := t.Key.(*ast.StringExpr); ok {
			e.assignField(object, t.Object, key.Value, e.Pos(t.Key), value, x)
			return
		}
		e.assignIndex(object, t, e.Expr(t.Key), value, x)
	}
}

// assignField puts a value into a named field.
func (e *Evaluator) assignField(object lattice.Type, objectExpr ast.Expr, name string, pos diag.Pos,
	value lattice.Type, x ast.Expr) {
	if e.Final {
		e.hear.Assigned(object, objectExpr, name, pos, value, x)
		return
	}
	if object.Any() {
		lattice.Widen(value, e.widen)
		return
	}
	for _, k := range EntityKinds {
		if object.Kinds&k == 0 {
			continue
		}
		if f, ok := e.EntityOf(object, k, name); ok {
			if x != nil && f.Type.Known() {
				e.require(x, f.Takes().Kinds|lattice.Nil, f.Type.Words)
			}
			e.empties(f, pos, x)
			if k != lattice.Card || name != "seat" {
				continue
			}
			e.read(e.fact(aSeatless, ""))
			if object.Cards&e.seatless != 0 {
				types := object.Cards
				e.do(nil, func(p *Program) {
					p.seatless &^= types
					p.wrote(p.fact(aSeatless, ""), types)
				})
			}
		}
	}
	for _, r := range object.Refs {
		switch r := r.(type) {
		case *Site:
			e.set(r, name, value)
		case *Event:
			if t, ok := e.EventField(r, name); ok && x != nil && t.Known() {
				e.require(x, t.Kinds|lattice.Nil, t.Words)
			}
		}
	}
}

// assignIndex puts a value under a key that is not written out.
func (e *Evaluator) assignIndex(object lattice.Type, target *ast.AttrGetExpr, key, value lattice.Type, x ast.Expr) {
	if e.Final {
		e.hear.Indexed(object, target, key, value, x)
		return
	}
	if object.Any() {
		lattice.Widen(value, e.widen)
		return
	}
	for s := range lattice.Refs[*Site](object) {
		if key.Bottom() {
			e.join(&s.cell, &s.Items, value)
		}
		e.put(s, key, value)
	}
}
