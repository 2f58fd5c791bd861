package sandbox

import "github.com/yuin/gopher-lua/ast"

// scan is what a script's tree says of names, read before it is rewritten.
type scan struct {
	// declared are the names that the script gives to a local, a parameter or a
	// loop variable anywhere.
	declared map[string]bool
	// assigned are the names that it assigns without making them local there.
	assigned map[string]bool
	// read are the names and (in another form, see getterName) the fields that it
	// reads, in the order in which they first stand there.
	read []string
	seen map[string]bool
}

func scanNames(stmts []ast.Stmt) *scan {
	s := &scan{declared: map[string]bool{}, assigned: map[string]bool{}, seen: map[string]bool{}}
	s.block(stmts)
	return s
}

func (s *scan) reads(name string) {
	if !s.seen[name] {
		s.seen[name] = true
		s.read = append(s.read, name)
	}
}

func (s *scan) names(list []string) {
	for _, name := range list {
		s.declared[name] = true
	}
}

// target reads what stands on the left of an assignment.
func (s *scan) target(expr ast.Expr) {
	switch ex := expr.(type) {
	case *ast.IdentExpr:
		s.assigned[ex.Value] = true
	case *ast.AttrGetExpr:
		s.reads(setName)
		s.exprs([]ast.Expr{ex.Object, ex.Key})
	}
}

func (s *scan) block(stmts []ast.Stmt) {
	for _, stmt := range stmts {
		switch st := stmt.(type) {
		case *ast.AssignStmt:
			for _, target := range st.Lhs {
				s.target(target)
			}
			s.exprs(st.Rhs)
		case *ast.LocalAssignStmt:
			s.names(st.Names)
			s.exprs(st.Exprs)
		case *ast.FuncCallStmt:
			s.expr(st.Expr)
		case *ast.DoBlockStmt:
			s.block(st.Stmts)
		case *ast.WhileStmt:
			s.expr(st.Condition)
			s.block(st.Stmts)
		case *ast.RepeatStmt:
			s.expr(st.Condition)
			s.block(st.Stmts)
		case *ast.IfStmt:
			s.expr(st.Condition)
			s.block(st.Then)
			s.block(st.Else)
		case *ast.NumberForStmt:
			s.declared[st.Name] = true
			s.exprs([]ast.Expr{st.Init, st.Limit, st.Step})
			s.block(st.Stmts)
		case *ast.GenericForStmt:
			s.names(st.Names)
			s.exprs(st.Exprs)
			s.block(st.Stmts)
		case *ast.FuncDefStmt:
			if st.Name.Func != nil {
				s.target(st.Name.Func)
			} else {
				s.reads(setName)
				s.expr(st.Name.Receiver)
			}
			s.expr(st.Func)
		case *ast.ReturnStmt:
			s.exprs(st.Exprs)
		}
	}
}

func (s *scan) exprs(list []ast.Expr) {
	for _, ex := range list {
		s.expr(ex)
	}
}

func (s *scan) expr(expr ast.Expr) {
	switch ex := expr.(type) {
	case *ast.IdentExpr:
		s.reads(ex.Value)
	case *ast.FunctionExpr:
		s.names(ex.ParList.Names)
		s.block(ex.Stmts)
	case *ast.AttrGetExpr:
		key, named := ex.Key.(*ast.StringExpr)
		if object, ok := ex.Object.(*ast.IdentExpr); ok && named {
			s.reads(memberName(object.Value, key.Value))
		}
		s.exprs([]ast.Expr{ex.Object, ex.Key})
		if named {
			s.reads(getterName(key.Value))
		}
	case *ast.TableExpr:
		for _, field := range ex.Fields {
			s.exprs([]ast.Expr{field.Key, field.Value})
		}
	case *ast.FuncCallExpr:
		s.exprs([]ast.Expr{ex.Func, ex.Receiver})
		if ex.Receiver != nil {
			s.reads(methodName(ex.Method))
		}
		s.exprs(ex.Args)
	case *ast.LogicalOpExpr:
		s.exprs([]ast.Expr{ex.Lhs, ex.Rhs})
	case *ast.RelationalOpExpr:
		s.exprs([]ast.Expr{ex.Lhs, ex.Rhs})
	case *ast.ArithmeticOpExpr:
		s.exprs([]ast.Expr{ex.Lhs, ex.Rhs})
	case *ast.StringConcatOpExpr:
		s.reads(concatName)
		s.exprs([]ast.Expr{ex.Lhs, ex.Rhs})
	case *ast.UnaryMinusOpExpr:
		s.expr(ex.Expr)
	case *ast.UnaryNotOpExpr:
		s.expr(ex.Expr)
	case *ast.UnaryLenOpExpr:
		s.expr(ex.Expr)
	}
}
