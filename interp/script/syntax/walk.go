package syntax

import (
	"iter"

	"github.com/yuin/gopher-lua/ast"
)

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
func (w walker) head(s ast.Stmt) { w.exprs(Own(s)...) }

// Own returns the expressions that a statement is made of beside its blocks, in the
// order of the text, and nil for what is left out.
func Own(s ast.Stmt) []ast.Expr {
	switch s := s.(type) {
	case *ast.AssignStmt:
		return append(s.Lhs[:len(s.Lhs):len(s.Lhs)], s.Rhs...)
	case *ast.LocalAssignStmt:
		return s.Exprs
	case *ast.FuncCallStmt:
		return []ast.Expr{s.Expr}
	case *ast.WhileStmt:
		return []ast.Expr{s.Condition}
	case *ast.RepeatStmt:
		return []ast.Expr{s.Condition}
	case *ast.IfStmt:
		return []ast.Expr{s.Condition}
	case *ast.NumberForStmt:
		return []ast.Expr{s.Init, s.Limit, s.Step}
	case *ast.GenericForStmt:
		return s.Exprs
	case *ast.FuncDefStmt:
		return []ast.Expr{s.Name.Func, s.Name.Receiver, s.Func}
	case *ast.ReturnStmt:
		return s.Exprs
	}
	return nil
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
	if fn, ok := e.(*ast.FunctionExpr); ok && !w.flat {
		w.block(fn.Stmts)
	}
	EachPart(e, w.expr)
}

// Parts returns the expressions that an expression is made of, as EachPart visits them.
func Parts(e ast.Expr) (parts []ast.Expr) {
	EachPart(e, func(part ast.Expr) {
		if parts == nil {
			parts = make([]ast.Expr, 0, 4) // a call of a method with two arguments has as many
		}
		parts = append(parts, part)
	})
	return parts
}

// EachPart visits the expressions that an expression is made of, in the order of
// the text; of a function none, and nil for what is left out.
func EachPart(e ast.Expr, visit func(ast.Expr)) {
	two := func(a, b ast.Expr) {
		visit(a)
		visit(b)
	}
	switch e := e.(type) {
	case *ast.AttrGetExpr:
		two(e.Object, e.Key)
	case *ast.TableExpr:
		for _, f := range e.Fields {
			two(f.Key, f.Value)
		}
	case *ast.FuncCallExpr:
		two(e.Func, e.Receiver)
		for _, arg := range e.Args {
			visit(arg)
		}
	case *ast.LogicalOpExpr:
		two(e.Lhs, e.Rhs)
	case *ast.RelationalOpExpr:
		two(e.Lhs, e.Rhs)
	case *ast.StringConcatOpExpr:
		two(e.Lhs, e.Rhs)
	case *ast.ArithmeticOpExpr:
		two(e.Lhs, e.Rhs)
	case *ast.UnaryMinusOpExpr:
		visit(e.Expr)
	case *ast.UnaryNotOpExpr:
		visit(e.Expr)
	case *ast.UnaryLenOpExpr:
		visit(e.Expr)
	}
}

// Named goes over the fields of a table whose names are written out; a table of nil has
// none.
func Named(t *ast.TableExpr) iter.Seq2[*ast.StringExpr, ast.Expr] {
	return func(yield func(*ast.StringExpr, ast.Expr) bool) {
		for i := 0; t != nil && i < len(t.Fields); i++ {
			if key, ok := t.Fields[i].Key.(*ast.StringExpr); ok && !yield(key, t.Fields[i].Value) {
				return
			}
		}
	}
}

// Under returns the value at a name in a table, nil if none is written there.
func Under(t *ast.TableExpr, name string) ast.Expr {
	for key, value := range Named(t) {
		if key.Value == name {
			return value
		}
	}
	return nil
}

// Field splits a.b into what the field is read of and its name; ok is false for all else.
func Field(e ast.Expr) (object ast.Expr, name *ast.StringExpr, ok bool) {
	if get, is := e.(*ast.AttrGetExpr); is {
		object = get.Object
		name, ok = get.Key.(*ast.StringExpr)
	}
	return object, name, ok
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

// FunctionLines returns the lines in which the functions begin that the script names,
// local ones and those inside others too.
func (t *Tree) FunctionLines() []int {
	var lines []int
	WalkStmts(t.Stmts, func(s ast.Stmt) {
		switch s := s.(type) {
		case *ast.FuncDefStmt:
			lines = append(lines, s.Func.Line())
		case *ast.LocalAssignStmt:
			for _, e := range s.Exprs {
				if fn, ok := e.(*ast.FunctionExpr); ok {
					lines = append(lines, fn.Line())
				}
			}
		}
	})
	return lines
}
