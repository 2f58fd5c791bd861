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
	return diag.At(a.tree.File, w.line, w.column)
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

// stmt takes the words of a statement where they stand otherwise than Own and Blocks
// give them: names, and what a repeat asks behind its block.
func (a *aligner) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.LocalAssignStmt:
		a.localAssign(s)
		return
	case *ast.RepeatStmt:
		a.block(s.Stmts)
		a.expr(s.Condition)
		return
	case *ast.FuncDefStmt:
		a.funcDef(s)
		return
	case *ast.NumberForStmt:
		a.declare(s, []string{s.Name})
	case *ast.GenericForStmt:
		a.declare(s, s.Names)
	case *ast.LabelStmt:
		a.take(s.Name)
	case *ast.GotoStmt:
		a.take(s.Label)
	}
	a.exprs(Own(s))
	for _, inner := range Blocks(s) {
		a.block(inner)
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
		return
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
	case *ast.TableExpr:
		a.leaf(e, "{")
	case *ast.FunctionExpr:
		a.leaf(e, "function")
		a.function(e)
	case *ast.FuncCallExpr:
		if e.Receiver != nil {
			a.expr(e.Receiver)
			a.tree.methods[e] = a.take(e.Method)
			a.exprs(e.Args)
			return
		}
	}
	a.exprs(Parts(e))
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
