package inference

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
)

// compare evaluates a comparison and reports one whose result is the same
// whatever happens.
func (e *Evaluator) compare(x *ast.RelationalOpExpr) lattice.Type {
	left, right := e.Expr(x.Lhs), e.Expr(x.Rhs)
	if x.Operator != "==" && x.Operator != "~=" {
		e.require(x.Lhs, lattice.Number|lattice.Word, nil)
		e.require(x.Rhs, lattice.Number|lattice.Word, nil)
		e.use(x.Lhs, left)
		e.use(x.Rhs, right)
	}
	if e.Final {
		e.hear.Compared(x, left, right)
	}
	return lattice.Of(lattice.Flag)
}

// Describe names an expression for people.
func Describe(x ast.Expr) string {
	if path := PathOf(x); path != "" {
		return path
	}
	if call, ok := x.(*ast.FuncCallExpr); ok {
		if path := PathOf(call.Func); path != "" {
			return path + "(...)"
		}
	}
	return "this"
}
