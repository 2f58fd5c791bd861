package code

import (
	"maps"

	"github.com/yuin/gopher-lua/ast"
)

// Options lists and questions: what an answer may be follows from what is offered.

func (e *evaluator) apiOptions(x *ast.FuncCallExpr, _ []typ, _ []ast.Expr) []typ {
	s := e.site(x, e.fn)
	s.options = true
	return []typ{refTo(kOptions, s)}
}

// fillOptions follows what add and product put into an options list.
func (e *evaluator) fillOptions(object typ, method string, args []typ) {
	for _, r := range object.refs {
		s, ok := r.(*site)
		if !ok {
			continue
		}
		if method == "add" && len(args) > 0 {
			e.addParts(s, e.partsOf(args[0]))
		}
		if method == "product" && len(args) > 1 {
			e.addParts(s, append(e.partsOf(args[0]), e.partsOf(args[1])...))
		}
	}
}

func (e *evaluator) addParts(s *site, parts []typ) {
	for i, t := range parts {
		if i == len(s.parts) {
			s.parts = append(s.parts, typ{})
		}
		e.join(&s.parts[i], t)
	}
}

// partsOf is what the parts of an option are that comes from a thing, a list of
// things or an options list.
func (e *evaluator) partsOf(t typ) []typ {
	if t.any() {
		return []typ{top}
	}
	var out []typ
	if t.kinds&things != 0 {
		one := t
		one.kinds &= things
		one.refs, one.item = nil, nil
		out = e.joinAll(out, []typ{one})
	}
	if t.kinds&kList != 0 && t.item != nil {
		out = e.joinAll(out, e.itemParts(*t.item))
	}
	for _, r := range t.refs {
		s, ok := r.(*site)
		if !ok {
			continue
		}
		if s.options {
			out = e.joinAll(out, s.parts)
		} else {
			out = e.joinAll(out, e.itemParts(s.items))
		}
	}
	if len(out) == 0 {
		return []typ{{}} // not known yet
	}
	return out
}

// itemParts is what the parts of an item of a list are: a list in a list is an
// option of several parts.
func (e *evaluator) itemParts(item typ) []typ {
	if item.any() {
		return []typ{top, top}
	}
	var out []typ
	if item.kinds&things != 0 {
		one := item
		one.kinds &= things
		one.refs, one.item = nil, nil
		out = []typ{one}
	}
	if item.kinds&(kList|kTable) != 0 {
		inner := e.itemOf(item)
		out = e.joinAll(out, []typ{inner, inner})
	}
	return out
}

// from evaluates the field of a question that gives the options.
func (e *evaluator) from(args []typ, exprs []ast.Expr) []typ {
	if len(args) == 0 || len(exprs) != 1 {
		return []typ{top, top}
	}
	var out []typ
	for _, table := range e.constructors(exprs[0], args[0]) {
		for _, f := range table.Fields {
			key, ok := f.Key.(*ast.StringExpr)
			if !ok || key.Value != "from" {
				continue
			}
			t := e.expr(f.Value)
			for _, r := range t.refs {
				if fn, ok := r.(*function); ok { // choose.secret
					e.program.call(fn, []typ{of(kSeat)})
					if len(fn.results) > 0 {
						out = e.joinAll(out, e.partsOf(fn.results[0]))
					}
				}
			}
			if t.kinds&^kFunction != 0 {
				out = e.joinAll(out, e.partsOf(t))
			}
		}
	}
	if len(out) == 0 {
		return []typ{{}}
	}
	if e.final {
		for _, t := range out {
			if t.known() && !t.declared {
				maps.Copy(e.used.offers, t.words)
			}
		}
	}
	return out
}

func (e *evaluator) apiOne(_ *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
	out := append([]typ(nil), e.from(args, exprs)...)
	if !e.mayDecline(args, exprs) {
		return out
	}
	for i := range out {
		if !out[i].bottom() {
			out[i] = out[i].or(kNil)
		}
	}
	return out
}

// mayDecline reports whether a question is optional.
func (e *evaluator) mayDecline(args []typ, exprs []ast.Expr) bool {
	if len(args) == 0 || len(exprs) != 1 {
		return false
	}
	for _, table := range e.constructors(exprs[0], args[0]) {
		for _, f := range table.Fields {
			if key, ok := f.Key.(*ast.StringExpr); ok && key.Value == "optional" {
				_, never := f.Value.(*ast.FalseExpr)
				return !never
			}
		}
	}
	return false
}

func (e *evaluator) apiSome(_ *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
	return []typ{listOf(e.from(args, exprs)[0])}
}

func (e *evaluator) apiSecret(_ *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
	e.from(args, exprs)
	return []typ{top}
}

func (e *evaluator) apiSplit(_ *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
	pair := join(e.from(args, exprs)[0], of(kNumber), e.widen)
	return []typ{listOf(listOf(pair))}
}
