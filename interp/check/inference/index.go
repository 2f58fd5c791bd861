package inference

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// index evaluates a[b] for a key that is not written out.
func (e *Evaluator) index(object lattice.Type, x *ast.AttrGetExpr, key lattice.Type) lattice.Type {
	if object.Any() {
		return lattice.Top
	}
	var out lattice.Type
	if key.Has(lattice.Number) {
		out = e.ItemOf(object)
	}
	if key.Kinds&lattice.Word != 0 && key.Words != nil {
		out = lattice.Join(out, e.indexWords(object, x, key), e.widen)
	}
	for s := range lattice.Refs[*Site](object) {
		if s.Widened {
			return lattice.Top
		}
		if key.Any() || key.Kinds&lattice.Word != 0 && key.Words == nil {
			for _, name := range s.Order {
				out = lattice.Join(out, s.Fields[name], e.widen)
			}
		}
		if key.Kinds&^(lattice.Number|lattice.Nil|lattice.Word) != 0 || key.Kinds&lattice.Word != 0 &&
			key.Words == nil {
			out = lattice.Join(out, s.Other, e.widen)
		}
	}
	if object.Kinds&^(lattice.List|lattice.Table|lattice.Nil) != 0 && (key.Any() || key.Words == nil) {
		return lattice.Top
	}
	if object.Keyed {
		return lattice.Top
	}
	return out
}

// indexWords evaluates a[b] where the words that b may be are known.
func (e *Evaluator) indexWords(object lattice.Type, x *ast.AttrGetExpr, key lattice.Type) lattice.Type {
	var out lattice.Type
	missing := ""
	for _, w := range key.WordList() {
		if t, ok := e.SilentField(object, w); ok {
			out = lattice.Join(out, t, e.widen)
		} else {
			missing = w
		}
	}
	if missing != "" && e.Final && object.Known() {
		e.hear.MissingWord(object, x, missing, key.Declared, !out.Bottom())
	}
	return out
}

// SilentField is field without a report.
func (e *Evaluator) SilentField(object lattice.Type, name string) (lattice.Type, bool) {
	var out lattice.Type
	found := false
	for _, k := range EntityKinds {
		if object.Kinds&k != 0 {
			if f, ok := e.EntityOf(object, k, name); ok {
				out = lattice.Join(out, f.Type, e.widen)
				found = true
			}
		}
	}
	if object.Kinds&lattice.Rules != 0 {
		if t := e.Module(name); e.Modules[name] != nil {
			out = lattice.Join(out, t, e.widen)
			found = true
		}
	}
	for _, r := range object.Refs {
		if t, ok := e.refField(r, name); ok {
			out = lattice.Join(out, t, e.widen)
			found = true
		}
	}
	return out, found
}

// field evaluates the field of an object, and reports one that no value has
// that the object may be.
func (e *Evaluator) field(object lattice.Type, x ast.Expr, name string, pos diag.Pos) lattice.Type {
	if object.Any() {
		if e.Final && !e.mayBe(name) {
			e.hear.Missing(object, x, name, pos)
		}
		return e.ByName(name).Without(lattice.Nil)
	}
	out, found := e.SilentField(object, name)
	if e.mayBeEmptied(object, name) && !e.Fn.isAnswered() {
		out = out.Or(lattice.Nil)
	}
	if object.Kinds&lattice.List != 0 && object.Keyed {
		out = lattice.Join(out, lattice.Top, e.widen)
		found = true
	}
	if object.Kinds&lattice.Word != 0 && e.isHost("string."+name) {
		out = lattice.Join(out, e.host("string."+name), e.widen)
		found = true
	}
	if !found && e.Final && object.Known() && object.Kinds&^lattice.Nil != 0 {
		e.hear.Missing(object, x, name, pos)
		return lattice.Top
	}
	if !found && object.Known() && object.Kinds&lattice.Table != 0 {
		return lattice.Of(lattice.Nil)
	}
	return out
}
