package syntax

import (
	"fmt"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"
)

// MaxDepth is how deep statements and expressions may be nested: whoever reads a
// tree does so by recursion, and a Go stack that overflows ends the program. A
// chain of operators is as deep as it is long.
const MaxDepth = 500

// tooDeep refuses a tree that is nested deeper, at the line where it becomes so.
// It goes no deeper itself.
func tooDeep(file string, stmts []ast.Stmt) error {
	if line := deepBlock(stmts, MaxDepth); line > 0 {
		return &parse.Error{
			Pos: ast.Position{Source: file, Line: line, Column: 1},
			Message: fmt.Sprintf("more than %d operators, calls or blocks stand inside each other here; give the "+
				"parts names", MaxDepth),
		}
	}
	return nil
}

// deepBlock returns the line at which a block is deeper than the levels that are
// left, 0 if it is not.
func deepBlock(stmts []ast.Stmt, left int) int {
	for _, s := range stmts {
		if left == 0 {
			return max(s.Line(), 1)
		}
		if found := deepExprs(Own(s), left-1); found > 0 {
			return found
		}
		for _, inner := range Blocks(s) {
			if found := deepBlock(inner, left-1); found > 0 {
				return found
			}
		}
	}
	return 0
}

func deepExprs(list []ast.Expr, left int) int {
	for _, e := range list {
		fn, isFunction := e.(*ast.FunctionExpr)
		switch {
		case e == nil:
			continue
		case left == 0:
			return max(e.Line(), 1)
		case isFunction:
			if found := deepBlock(fn.Stmts, left-1); found > 0 {
				return found
			}
			continue
		}
		if found := deepExprs(Parts(e), left-1); found > 0 {
			return found
		}
	}
	return 0
}
