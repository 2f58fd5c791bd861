package inference

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// Option lists and questions: the possible answers follow from the options.

// fillOptions follows the things put into an options list: single ones, or pairs of
// two lists.
func (e *Evaluator) fillOptions(object lattice.Type, args []lattice.Type) {
	var parts []lattice.Type
	for _, t := range args {
		parts = append(parts, e.partsOf(t)...)
	}
	for s := range lattice.Refs[*Site](object) {
		e.addParts(s, parts)
	}
}

func (e *Evaluator) addParts(s *Site, parts []lattice.Type) {
	for i, t := range parts {
		e.parted(s, i)
		e.join(&s.cell, &s.parts[i], t)
	}
}

// partsOf is what the parts of an option are that comes from a thing, a list of
// things or an options list.
func (e *Evaluator) partsOf(t lattice.Type) []lattice.Type {
	if t.Any() {
		return []lattice.Type{lattice.Top}
	}
	var out []lattice.Type
	if t.Kinds&lattice.Things != 0 {
		one := t
		one.Kinds &= lattice.Things
		one.Refs = nil
		one.Item = nil
		out = e.joinAll(out, []lattice.Type{one})
	}
	if t.Kinds&lattice.List != 0 && t.Item != nil {
		out = e.joinAll(out, e.itemParts(*t.Item))
	}
	for s := range lattice.Refs[*Site](t) {
		if s.options {
			out = e.joinAll(out, s.parts)
		} else {
			e.sees(s.Items)
			out = e.joinAll(out, e.itemParts(s.Items))
		}
	}
	if len(out) == 0 {
		return []lattice.Type{{}} // not known yet
	}
	return out
}

// itemParts is what the parts of an item of a list are: a list in a list is an
// option of several parts.
func (e *Evaluator) itemParts(item lattice.Type) []lattice.Type {
	if item.Any() {
		return []lattice.Type{lattice.Top, lattice.Top}
	}
	var out []lattice.Type
	if item.Kinds&lattice.Things != 0 {
		one := item
		one.Kinds &= lattice.Things
		one.Refs = nil
		one.Item = nil
		out = []lattice.Type{one}
	}
	if item.Kinds&(lattice.List|lattice.Table) != 0 {
		inner := e.ItemOf(item)
		out = e.joinAll(out, []lattice.Type{inner, inner})
	}
	return out
}

// from evaluates the field of a question that gives the options; nil for a table that has
// no such field.
func (e *Evaluator) from(c *HostCall) []lattice.Type {
	if c.Table == filter.CardFilter {
		return nil
	} else if _, asks := keyword.Lookup(c.Table).Field("from"); !asks {
		return nil
	}
	if len(c.Args) == 0 || len(c.Exprs) != 1 {
		return []lattice.Type{lattice.Top, lattice.Top}
	}
	var out []lattice.Type
	for _, table := range e.Constructors(c.Exprs[0], c.Args[0]) {
		given := syntax.Under(table, "from")
		if given == nil {
			continue
		}
		t := e.Expr(given)
		for fn := range lattice.Refs[*Func](t) { // choose.secret
			e.Program.call(fn, []lattice.Type{lattice.Of(lattice.Seat)})
			if len(fn.Results) > 0 {
				out = e.joinAll(out, e.partsOf(fn.Results[0]))
			}
		}
		if t.Kinds&^lattice.Function != 0 {
			out = e.joinAll(out, e.partsOf(t))
		}
	}
	if len(out) == 0 {
		return []lattice.Type{{}}
	}
	if e.Final {
		e.hear.Offered(out)
	}
	return out
}

// mayDecline reports whether a question is optional.
func (e *Evaluator) mayDecline(c *HostCall) bool {
	for _, table := range e.Constructors(c.Expr(0), c.First()) {
		if x := syntax.Under(table, "optional"); x != nil {
			_, never := x.(*ast.FalseExpr)
			return !never
		}
	}
	return false
}
