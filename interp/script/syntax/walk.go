package syntax

import "github.com/yuin/gopher-lua/ast"

// Walk calls visit for every expression below the statements, in the order of
// the text, an expression before its parts.
func Walk(stmts []ast.Stmt, visit func(ast.Expr)) {
	w := walker{visit: visit}
	w.block(stmts)
}

type walker struct {
	visit func(ast.Expr)
	// flat leaves out the bodies of functions.
	flat bool
}

func (w walker) block(stmts []ast.Stmt) {
	for _, s := range stmts {
		w.stmt(s)
	}
}

func (w walker) stmt(s ast.Stmt) {
	if s, ok := s.(*ast.RepeatStmt); ok {
		w.block(s.Stmts)
		w.exprs(s.Condition)
		return
	}
	w.head(s)
	for _, inner := range Blocks(s) {
		w.block(inner)
	}
}

// head visits the expressions of a statement itself, without its blocks.
func (w walker) head(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		w.exprs(s.Lhs...)
		w.exprs(s.Rhs...)
	case *ast.LocalAssignStmt:
		w.exprs(s.Exprs...)
	case *ast.FuncCallStmt:
		w.exprs(s.Expr)
	case *ast.WhileStmt:
		w.exprs(s.Condition)
	case *ast.RepeatStmt:
		w.exprs(s.Condition)
	case *ast.IfStmt:
		w.exprs(s.Condition)
	case *ast.NumberForStmt:
		w.exprs(s.Init, s.Limit, s.Step)
	case *ast.GenericForStmt:
		w.exprs(s.Exprs...)
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
		if !w.flat {
			w.block(e.Stmts)
		}
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

// WalkStmts calls visit for every statement, those of inner functions and blocks
// too, in the order of the text.
func WalkStmts(stmts []ast.Stmt, visit func(ast.Stmt)) {
	for _, s := range stmts {
		visit(s)
		for _, inner := range Blocks(s) {
			WalkStmts(inner, visit)
		}
		for _, fn := range functionsIn(s) {
			WalkStmts(fn.Stmts, visit)
		}
	}
}

// Blocks returns the blocks inside a statement.
func Blocks(s ast.Stmt) [][]ast.Stmt {
	switch s := s.(type) {
	case *ast.DoBlockStmt:
		return [][]ast.Stmt{s.Stmts}
	case *ast.WhileStmt:
		return [][]ast.Stmt{s.Stmts}
	case *ast.RepeatStmt:
		return [][]ast.Stmt{s.Stmts}
	case *ast.IfStmt:
		return [][]ast.Stmt{s.Then, s.Else}
	case *ast.NumberForStmt:
		return [][]ast.Stmt{s.Stmts}
	case *ast.GenericForStmt:
		return [][]ast.Stmt{s.Stmts}
	}
	return nil
}

// functionsIn returns the outermost functions in the expressions of a
// statement.
func functionsIn(s ast.Stmt) []*ast.FunctionExpr {
	var found []*ast.FunctionExpr
	w := walker{flat: true, visit: func(e ast.Expr) {
		if fn, ok := e.(*ast.FunctionExpr); ok {
			found = append(found, fn)
		}
	}}
	w.head(s)
	return found
}

// Heads visits the expressions of a statement itself: not those of its blocks,
// and not those inside functions.
func Heads(s ast.Stmt, visit func(ast.Expr)) { walker{visit: visit, flat: true}.head(s) }
