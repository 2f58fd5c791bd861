package syntax

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// aligner walks the tree in the order of the text and takes a word of the
// text for each leaf.
type aligner struct {
	tree  *Tree
	words []word
	at    int
	// lost is set when a leaf and its word differ: from there on no column is
	// believed.
	lost bool
}

// take returns the place of the next word, which must read as text.
func (a *aligner) take(text string) diag.Pos {
	if a.lost || a.at >= len(a.words) || a.words[a.at].text != text {
		a.lost = true
		return diag.Pos{File: a.tree.File}
	}
	w := a.words[a.at]
	a.at++
	return diag.Pos{File: a.tree.File, Line: w.line, Column: w.column}
}

func (a *aligner) nextIs(text string) bool {
	return !a.lost && a.at < len(a.words) && a.words[a.at].text == text
}

func (a *aligner) declare(owner any, names []string) {
	for _, name := range names {
		a.tree.names[owner] = append(a.tree.names[owner], a.take(name))
	}
}

func (a *aligner) block(stmts []ast.Stmt) {
	for _, s := range stmts {
		a.stmt(s)
	}
}

func (a *aligner) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		a.exprs(s.Lhs)
		a.exprs(s.Rhs)
	case *ast.LocalAssignStmt:
		a.localAssign(s)
	case *ast.FuncCallStmt:
		a.expr(s.Expr)
	case *ast.DoBlockStmt:
		a.block(s.Stmts)
	case *ast.WhileStmt:
		a.expr(s.Condition)
		a.block(s.Stmts)
	case *ast.RepeatStmt:
		a.block(s.Stmts)
		a.expr(s.Condition)
	case *ast.IfStmt:
		a.expr(s.Condition)
		a.block(s.Then)
		a.block(s.Else)
	case *ast.NumberForStmt:
		a.declare(s, []string{s.Name})
		a.expr(s.Init)
		a.expr(s.Limit)
		a.expr(s.Step)
		a.block(s.Stmts)
	case *ast.GenericForStmt:
		a.declare(s, s.Names)
		a.exprs(s.Exprs)
		a.block(s.Stmts)
	case *ast.FuncDefStmt:
		a.funcDef(s)
	case *ast.ReturnStmt:
		a.exprs(s.Exprs)
	case *ast.LabelStmt:
		a.take(s.Name)
	case *ast.GotoStmt:
		a.take(s.Label)
	}
}

// localAssign tells "local function f" from "local f = function" by the word
// that comes first.
func (a *aligner) localAssign(s *ast.LocalAssignStmt) {
	if len(s.Names) == 1 && len(s.Exprs) == 1 && a.nextIs("function") {
		if fn, ok := s.Exprs[0].(*ast.FunctionExpr); ok {
			a.tree.exprs[fn] = a.take("function")
			a.declare(s, s.Names)
			a.function(fn)
			return
		}
	}
	a.declare(s, s.Names)
	a.exprs(s.Exprs)
}

func (a *aligner) funcDef(s *ast.FuncDefStmt) {
	a.tree.exprs[s.Func] = a.take("function")
	if s.Name.Func != nil {
		a.expr(s.Name.Func)
	} else {
		a.expr(s.Name.Receiver)
		a.declare(s, []string{s.Name.Method})
	}
	a.function(s.Func)
}

// function takes the parameters and the body, after the word "function".
func (a *aligner) function(fn *ast.FunctionExpr) {
	a.declare(fn, fn.ParList.Names)
	if fn.ParList.HasVargs {
		a.take("...")
	}
	a.block(fn.Stmts)
}

func (a *aligner) exprs(list []ast.Expr) {
	for _, e := range list {
		a.expr(e)
	}
}

func (a *aligner) leaf(e ast.Expr, text string) { a.tree.exprs[e] = a.take(text) }

func (a *aligner) expr(e ast.Expr) {
	switch e := e.(type) {
	case nil:
	case *ast.TrueExpr:
		a.leaf(e, "true")
	case *ast.FalseExpr:
		a.leaf(e, "false")
	case *ast.NilExpr:
		a.leaf(e, "nil")
	case *ast.NumberExpr:
		a.leaf(e, e.Value)
	case *ast.StringExpr:
		a.text(e)
	case *ast.Comma3Expr:
		a.leaf(e, "...")
	case *ast.IdentExpr:
		a.leaf(e, e.Value)
	case *ast.AttrGetExpr:
		a.expr(e.Object)
		a.expr(e.Key)
	case *ast.TableExpr:
		a.leaf(e, "{")
		for _, f := range e.Fields {
			a.expr(f.Key)
			a.expr(f.Value)
		}
	case *ast.FuncCallExpr:
		a.call(e)
	case *ast.FunctionExpr:
		a.leaf(e, "function")
		a.function(e)
	default:
		a.operation(e)
	}
}

// text takes a string, which the tree also makes of a name behind a dot and of
// a key in a table.
func (a *aligner) text(e *ast.StringExpr) {
	if a.nextIs(quoted) {
		a.leaf(e, quoted)
		return
	}
	a.leaf(e, e.Value)
}

func (a *aligner) call(e *ast.FuncCallExpr) {
	if e.Func != nil {
		a.expr(e.Func)
	} else {
		a.expr(e.Receiver)
		a.tree.methods[e] = a.take(e.Method)
	}
	a.exprs(e.Args)
}

func (a *aligner) operation(e ast.Expr) {
	switch e := e.(type) {
	case *ast.LogicalOpExpr:
		a.exprs([]ast.Expr{e.Lhs, e.Rhs})
	case *ast.RelationalOpExpr:
		a.exprs([]ast.Expr{e.Lhs, e.Rhs})
	case *ast.StringConcatOpExpr:
		a.exprs([]ast.Expr{e.Lhs, e.Rhs})
	case *ast.ArithmeticOpExpr:
		a.exprs([]ast.Expr{e.Lhs, e.Rhs})
	case *ast.UnaryMinusOpExpr:
		a.expr(e.Expr)
	case *ast.UnaryNotOpExpr:
		a.expr(e.Expr)
	case *ast.UnaryLenOpExpr:
		a.expr(e.Expr)
	}
}
