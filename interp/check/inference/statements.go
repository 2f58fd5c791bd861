package inference

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

func (e *Evaluator) block(stmts []ast.Stmt) {
	for _, s := range stmts {
		e.stmt(s)
	}
}

func (e *Evaluator) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		values := e.multi(s.Rhs, len(s.Lhs))
		for i, target := range s.Lhs {
			var value ast.Expr
			if i < len(s.Rhs) {
				value = s.Rhs[i]
			}
			e.assign(target, values[i], value)
			e.becomes(target, values[i])
		}
	case *ast.LocalAssignStmt:
		e.local(s)
	case *ast.FuncCallStmt:
		if call, ok := s.Expr.(*ast.FuncCallExpr); ok {
			e.call(call)
			e.assumeCall(call)
		}
	case *ast.DoBlockStmt:
		e.block(s.Stmts)
	case *ast.WhileStmt:
		e.forget(s, s.Stmts)
		e.truth(s.Condition)
		e.loop(s, s.Stmts, s.Condition)
	case *ast.RepeatStmt:
		e.forget(s, s.Stmts)
		e.block(s.Stmts)
		e.truth(s.Condition)
	case *ast.IfStmt:
		e.branches(s)
	case *ast.NumberForStmt:
		e.numberFor(s)
	case *ast.GenericForStmt:
		e.genericFor(s)
	case *ast.FuncDefStmt:
		e.definition(s)
	case *ast.ReturnStmt:
		e.returns(s)
	}
}

func (e *Evaluator) local(s *ast.LocalAssignStmt) {
	variables := e.declared[s]
	values := e.multi(s.Exprs, len(variables))
	for i, v := range variables {
		if len(s.Exprs) == 0 {
			values[i] = lattice.Of(lattice.Nil)
		}
		e.join(&v.cell, &v.Holds, values[i])
		if v.Writes > 0 && values[i].Kinds&(lattice.Nil|lattice.Any) == 0 {
			e.learnPath(v.Path())
		}
	}
}

func (e *Evaluator) branches(s *ast.IfStmt) {
	e.truth(s.Condition)
	if e.looksAtParameter(s.Condition) {
		e.maybe++
		defer func() { e.maybe-- }()
	}
	then, thenGone := e.branch(s.Then, s.Condition, true)
	other, otherGone := e.branch(s.Else, s.Condition, false)
	e.together(then, other, thenGone, otherGone)
}

func (e *Evaluator) numberFor(s *ast.NumberForStmt) {
	for _, x := range []ast.Expr{s.Init, s.Limit, s.Step} {
		if x != nil {
			e.operand(x, lattice.Number, "a loop counts with numbers, not with %s")
		}
	}
	for _, v := range e.declared[s] {
		e.join(&v.cell, &v.Holds, lattice.Of(lattice.Number))
	}
	e.loop(s, s.Stmts, nil)
}

func (e *Evaluator) genericFor(s *ast.GenericForStmt) {
	values := e.multi(s.Exprs, 3)
	kinds := []lattice.Type{lattice.Top, lattice.Top}
	if call, ok := single(s.Exprs).(*ast.FuncCallExpr); ok && len(call.Args) > 0 {
		f := e.hostCalled(call)
		switch {
		case f == nil || f.Each == nil:
		case f.Each[0].Kind == keyword.Key:
			kinds[0], kinds[1] = e.pairsOf(e.Expr(call.Args[0]))
		default:
			kinds = []lattice.Type{e.value(f.Each[0]), e.ItemOf(e.Expr(call.Args[0]))}
		}
	} else if len(s.Exprs) == 1 && e.Final {
		e.hear.Operand(s.Exprs[0], values[0], lattice.Function|lattice.Table,
			"a loop goes over ipairs(list) or pairs(table), not over %s")
	}
	for i, v := range e.declared[s] {
		if i < len(kinds) {
			e.join(&v.cell, &v.Holds, kinds[i])
		} else {
			e.join(&v.cell, &v.Holds, lattice.Top)
		}
	}
	e.loop(s, s.Stmts, nil)
}

func (e *Evaluator) definition(s *ast.FuncDefStmt) {
	f := e.byExpr[s.Func]
	if f == nil {
		return
	}
	e.makes(f)
	value := lattice.RefTo(lattice.Function, f)
	if s.Name.Func != nil {
		e.assign(s.Name.Func, value, s.Func)
		e.becomes(s.Name.Func, value)
		return
	}
	e.assignField(e.Expr(s.Name.Receiver), s.Name.Receiver, s.Name.Method, e.Tree.Name(s, 0), value, s.Func)
}

func (e *Evaluator) returns(s *ast.ReturnStmt) {
	f := e.Fn
	values := e.multi(s.Exprs, -1)
	for i, t := range values {
		e.returning(f, i)
		e.join(&f.cell, &f.Results[i], t)
	}
	if !e.OpenArgs(s.Exprs) {
		e.shorter(len(values))
	}
}

// branch evaluates statements under a condition and returns the facts that hold after them;
// nil and true if they do not reach their end.
func (e *Evaluator) branch(stmts []ast.Stmt, condition ast.Expr, holds bool) (behind *facts, gone bool) {
	before := e.facts
	e.assume(condition, holds)
	e.block(stmts)
	behind = e.facts
	e.facts = before
	return behind, leaves(stmts)
}

// loop evaluates a repeated body. Inside, nothing is known of the variables that it
// assigns, since the previous turn may have.
func (e *Evaluator) loop(s ast.Stmt, body []ast.Stmt, condition ast.Expr) {
	e.forget(s, body)
	before := e.facts
	if condition != nil {
		e.assume(condition, true)
	}
	e.block(body)
	e.facts = before
	if condition != nil && !hasBreak(body) {
		e.assume(condition, false)
	}
}
