package inference

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// Options lists and questions: what an answer may be follows from what is offered.

func (e *Evaluator) apiOptions(x *ast.FuncCallExpr, _ []lattice.Type, _ []ast.Expr) []lattice.Type {
	s := e.site(x)
	n := s.number
	e.do(nil, func(p *Program) { p.numbered(n).(*Site).options = true })
	return []lattice.Type{lattice.RefTo(lattice.Options, s)}
}

// fillOptions follows what add and product put into an options list.
func (e *Evaluator) fillOptions(object lattice.Type, method string, args []lattice.Type) {
	for s := range lattice.Refs[*Site](object) {
		if method == "add" && len(args) > 0 {
			e.addParts(s, e.partsOf(args[0]))
		}
		if method == "product" && len(args) > 1 {
			e.addParts(s, append(e.partsOf(args[0]), e.partsOf(args[1])...))
		}
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
		one.Refs, one.Item = nil, nil
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
		one.Refs, one.Item = nil, nil
		out = []lattice.Type{one}
	}
	if item.Kinds&(lattice.List|lattice.Table) != 0 {
		inner := e.ItemOf(item)
		out = e.joinAll(out, []lattice.Type{inner, inner})
	}
	return out
}

// from evaluates the field of a question that gives the options.
func (e *Evaluator) from(args []lattice.Type, exprs []ast.Expr) []lattice.Type {
	if len(args) == 0 || len(exprs) != 1 {
		return []lattice.Type{lattice.Top, lattice.Top}
	}
	var out []lattice.Type
	for _, table := range e.Constructors(exprs[0], args[0]) {
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

func (e *Evaluator) apiOne(_ *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr) []lattice.Type {
	out := append([]lattice.Type(nil), e.from(args, exprs)...)
	if !e.mayDecline(args, exprs) {
		return out
	}
	for i := range out {
		if !out[i].Bottom() {
			out[i] = out[i].Or(lattice.Nil)
		}
	}
	return out
}

// mayDecline reports whether a question is optional.
func (e *Evaluator) mayDecline(args []lattice.Type, exprs []ast.Expr) bool {
	if len(args) == 0 || len(exprs) != 1 {
		return false
	}
	for _, table := range e.Constructors(exprs[0], args[0]) {
		if x := syntax.Under(table, "optional"); x != nil {
			_, never := x.(*ast.FalseExpr)
			return !never
		}
	}
	return false
}

func (e *Evaluator) apiSome(_ *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr) []lattice.Type {
	return []lattice.Type{lattice.ListOf(e.from(args, exprs)[0])}
}

func (e *Evaluator) apiSecret(_ *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr) []lattice.Type {
	e.from(args, exprs)
	return []lattice.Type{lattice.Top}
}

func (e *Evaluator) apiSplit(_ *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr) []lattice.Type {
	pair := lattice.Join(e.from(args, exprs)[0], lattice.Of(lattice.Number), e.widen)
	return []lattice.Type{lattice.ListOf(lattice.ListOf(pair))}
}
