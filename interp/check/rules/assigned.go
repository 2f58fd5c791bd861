package rules

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// Assigned checks an assignment to a named field; x is the expression that gives the
// value, nil where a call gives several.
func (e *judge) Assigned(object lattice.Type, of ast.Expr, name string, pos diag.Pos, value lattice.Type, x ast.Expr) {
	if of, ok := of.(*ast.IdentExpr); ok && object.Any() && e.Uses[of] == nil && e.Unknown(of.Value) {
		return // which is told
	}
	if object.Any() {
		e.assignUnknown(name, pos, value, x)
		return
	}
	found := false
	for _, k := range inference.EntityKinds {
		if object.Kinds&k == 0 {
			continue
		}
		if f, ok := e.EntityOf(object, k, name); ok {
			found = true
			e.write(f, k, object, name, pos, value, x)
			e.changesState(pos, name)
		}
	}
	for _, r := range object.Refs {
		switch r := r.(type) {
		case *inference.Site:
			found = true
			e.ownTable(r, of, pos)
		case *inference.Event:
			found = true
		case *inference.ParamSet:
			found = true
			e.errorf("frozen", pos, "the parameters of an ability cannot be changed")
		}
	}
	e.writeEvent(object, name, pos, value, x)
	switch {
	case found || !object.Known() || object.Kinds&^lattice.Nil == 0:
	case object.Kinds&^lattice.Nil == lattice.List:
		e.errorf("frozen", pos, "this list belongs to the game and cannot be changed")
	case object.Kinds&(lattice.Rules|lattice.Library|lattice.Settings) != 0:
		e.errorf("frozen", pos, "%s cannot be changed", inference.Describe(of))
	default:
		e.Missing(object, of, name, pos)
	}
}

// assignUnknown assigns to a field of a value of which nothing is known.
func (e *judge) assignUnknown(name string, pos diag.Pos, value lattice.Type, x ast.Expr) {
	if !e.MayGet(name) {
		e.unknownName("unknown-field", pos, name, e.AllFieldNames(), "nothing has a field %q", name)
		return
	}
	if e.Fields.Made[name] || e.OpenName(name) {
		return
	}
	if want := e.ByName(name); want.Known() && !e.Fields.Made[name] {
		e.changesState(pos, name)
		e.fits(want, name, pos, value, x)
	}
}

// Indexed checks an assignment under a key that is not written out.
func (e *judge) Indexed(object lattice.Type, target *ast.AttrGetExpr, key, value lattice.Type, x ast.Expr) {
	for s := range lattice.Refs[*inference.Site](object) {
		e.ownTable(s, target.Object, e.Pos(target))
	}
	if object.Known() && object.Kinds&^lattice.Nil == lattice.List {
		e.wrong("frozen", target,
			"this list belongs to the game and cannot be changed; make a list of your own")
	}
	if object.Kinds&(lattice.Game|lattice.Seat|lattice.Card) == 0 {
		return
	}
	e.keeps(func(j *judge) { j.usage.anySet = true })
	if object.Any() {
		return
	}
	e.changesState(e.Pos(target), inference.Describe(target.Object))
	for _, w := range key.WordList() {
		for _, k := range inference.EntityKinds {
			if object.Kinds&k == 0 {
				continue
			}
			if f, ok := e.EntityOf(object, k, w); ok {
				e.write(f, k, object, w, e.Pos(target.Key), value, x)
			}
		}
	}
}

// write checks an assignment to a field of an entity.
func (e *judge) write(f inference.EntityField, k lattice.Kinds, object lattice.Type, name string, pos diag.Pos,
	value lattice.Type, x ast.Expr) {
	if !f.Write {
		switch {
		case k == lattice.Card && name == "zone":
			e.errorf("read-only", pos, "a card changes its zone with move(card, zone)")
		case f.Attribute != nil:
			e.errorf("read-only", pos, "%q is printed on the card and cannot be changed; state: true makes it state, "+
				"which no card prints", name)
		default:
			e.errorf("read-only", pos, "%q of %s cannot be changed", name, e.ObjectName(object))
		}
		return
	}
	e.fits(f.Takes(), name, pos, value, x)
	a := f.Attribute
	switch {
	case a == nil || x == nil:
	case a.Kind == engine.Number:
		e.inRange(a, name, x)
	case a.IsSet() && value.Kinds.Meets(lattice.List|lattice.Table):
		e.Valued(a, *f.Type.Item, x, value)
	}
}

// ownTable reports a change of a table that was made while the script was
// loaded: such tables are frozen when a game runs.
func (e *judge) ownTable(s *inference.Site, object ast.Expr, pos diag.Pos) {
	if s.Fn == nil || s.Fn.Outer != nil || e.Fn.Outer == nil || e.runsAtLoad() {
		return
	}
	e.errorf("frozen", pos, "%s was made when the script was loaded and cannot be changed by a function: scripts "+
		"have no memory of their own", inference.Describe(object))
}
