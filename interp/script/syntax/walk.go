package syntax

import "github.com/yuin/gopher-lua/ast"

// Walk calls visit for every expression below the statements, in the order of
// the text, an expression before its parts.
func Walk(stmts []ast.Stmt, visit func(ast.Expr)) {
	w := walker{visit}
	w.block(stmts)
}

type walker struct{ visit func(ast.Expr) }

func (w walker) block(stmts []ast.Stmt) {
	for _, s := range stmts {
		w.stmt(s)
	}
}

func (w walker) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		w.exprs(s.Lhs...)
		w.exprs(s.Rhs...)
	case *ast.LocalAssignStmt:
		w.exprs(s.Exprs...)
	case *ast.FuncCallStmt:
		w.exprs(s.Expr)
	case *ast.DoBlockStmt:
		w.block(s.Stmts)
	case *ast.WhileStmt:
		w.exprs(s.Condition)
		w.block(s.Stmts)
	case *ast.RepeatStmt:
		w.block(s.Stmts)
		w.exprs(s.Condition)
	case *ast.IfStmt:
		w.exprs(s.Condition)
		w.block(s.Then)
		w.block(s.Else)
	case *ast.NumberForStmt:
		w.exprs(s.Init, s.Limit, s.Step)
		w.block(s.Stmts)
	case *ast.GenericForStmt:
		w.exprs(s.Exprs...)
		w.block(s.Stmts)
	case *ast.FuncDefStmt:
		w.exprs(s.Name.Func, s.Name.Receiver, s.Func)
	case *ast.ReturnStmt:
		w.exprs(s.Exprs...)
	}
}

func (w walker) exprs(list ...ast.Expr) {
	for _, e := range list {
		w.expr(e)
	}
}

func (w walker) expr(e ast.Expr) {
	if e == nil {
		return
	}
	w.visit(e)
	switch e := e.(type) {
	case *ast.AttrGetExpr:
		w.exprs(e.Object, e.Key)
	case *ast.TableExpr:
		for _, f := range e.Fields {
			w.exprs(f.Key, f.Value)
		}
	case *ast.FuncCallExpr:
		w.exprs(e.Func, e.Receiver)
		w.exprs(e.Args...)
	case *ast.FunctionExpr:
		w.block(e.Stmts)
	case *ast.LogicalOpExpr:
		w.exprs(e.Lhs, e.Rhs)
	case *ast.RelationalOpExpr:
		w.exprs(e.Lhs, e.Rhs)
	case *ast.StringConcatOpExpr:
		w.exprs(e.Lhs, e.Rhs)
	case *ast.ArithmeticOpExpr:
		w.exprs(e.Lhs, e.Rhs)
	case *ast.UnaryMinusOpExpr:
		w.exprs(e.Expr)
	case *ast.UnaryNotOpExpr:
		w.exprs(e.Expr)
	case *ast.UnaryLenOpExpr:
		w.exprs(e.Expr)
	}
}
