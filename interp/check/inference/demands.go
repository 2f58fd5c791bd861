package inference

import (
	"fmt"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// require notes what an expression must be, if it is a parameter that the
// function uses as it comes.
func (e *Evaluator) require(x ast.Expr, k lattice.Kinds, words map[string]bool) {
	if e.Final || k&lattice.Any != 0 {
		return
	}
	v := e.VarOf(x)
	if v == nil || v.Role != Parameter || v.Tested || v.Owner != e.Fn {
		return
	}
	n := v.number
	always := e.maybe == 0
	e.do(&v.Owner.cell, func(p *Program) {
		if v := p.variable(n); v.Needs.Meet(k, words, always) {
			p.wrote(&v.Owner.cell, mix(uint64(n), digestOf(lattice.Type{Kinds: v.Needs.Kinds, Words: v.Needs.Words,
				Declared: v.Needs.Always})))
		}
	})
}

// use notes that an expression is used as something: where it may be nothing, that
// is reported, once; and behind it, it was something.
func (e *Evaluator) use(x ast.Expr, t lattice.Type) {
	e.mustBe(x)
	if e.Final {
		e.hear.Used(x, t)
	}
	e.learn(x)
}

// mustBe notes that a use fails if a parameter is nothing (nil): where the
// function never asks whether it is there, a call has to give it.
func (e *Evaluator) mustBe(x ast.Expr) {
	v := e.VarOf(x)
	if e.Final || e.maybe > 0 || v == nil || v.Role != Parameter || v.Guarded || v.Writes > 0 || e.facts.has(v.Path()) {
		return
	}
	n := v.number
	e.do(&v.Owner.cell, func(p *Program) {
		if v := p.variable(n); !v.Must {
			v.Must = true
			p.wrote(&v.Owner.cell, uint64(n))
		}
	})
}

// passNeeds hands the needs of a function on to the parameters that it is
// given.
func (e *Evaluator) passNeeds(f *Func, exprs []ast.Expr) {
	for i, x := range exprs {
		if i < len(f.Params) && f.Params[i].Must {
			e.mustBe(x)
		}
		if i < len(f.Params) && f.Params[i].Needs.Set && !f.Params[i].Tested {
			n := f.Params[i].Needs
			k := n.Kinds
			if !n.Always {
				k |= lattice.Nil
			}
			e.require(x, k, n.Words)
		}
	}
}

// tests marks the parameters that a function looks at before it uses them:
// those may be left out, or be of several kinds.
func (p *Program) tests() {
	t := tester{p}
	for _, f := range p.Functions {
		t.block(f.Stmts)
	}
	for _, v := range p.Variables {
		if v.Writes > 0 {
			v.Tested = true
		}
	}
}

type tester struct{ *Program }

func (t tester) block(stmts []ast.Stmt) {
	for _, s := range stmts {
		switch s := s.(type) {
		case *ast.IfStmt:
			t.truth(s.Condition)
		case *ast.WhileStmt:
			t.truth(s.Condition)
		case *ast.RepeatStmt:
			t.truth(s.Condition)
		}
		for _, inner := range syntax.Blocks(s) {
			t.block(inner)
		}
		syntax.Heads(s, t.expr)
	}
}

// expr looks for tests inside an expression.
func (t tester) expr(x ast.Expr) {
	switch x := x.(type) {
	case *ast.LogicalOpExpr:
		t.truth(x.Lhs)
	case *ast.UnaryNotOpExpr:
		t.truth(x.Expr)
	case *ast.RelationalOpExpr:
		if x.Operator == "==" || x.Operator == "~=" {
			t.equal(x.Lhs, x.Rhs)
			t.equal(x.Rhs, x.Lhs)
		}
	case *ast.FuncCallExpr:
		if f := hostOf(x); f != nil && f.Does&keyword.Tells != 0 {
			for _, arg := range x.Args {
				t.mark(arg)
				t.guard(arg)
			}
		}
	}
}

// truth marks an expression used as a condition.
func (t tester) truth(x ast.Expr) {
	switch x := x.(type) {
	case *ast.IdentExpr:
		t.mark(x)
		t.guard(x)
	case *ast.LogicalOpExpr:
		t.truth(x.Lhs)
		t.truth(x.Rhs)
	case *ast.UnaryNotOpExpr:
		t.truth(x.Expr)
	}
}

// equal marks a compared expression, unless it is compared with a number: that does not
// test the kind of value.
func (t tester) equal(x, with ast.Expr) {
	if w, ok := with.(*ast.StringExpr); ok {
		t.comparedWith(x, w.Value)
	}
	if _, ok := with.(*ast.NumberExpr); !ok {
		t.mark(x)
	}
	if _, ok := with.(*ast.NilExpr); ok {
		t.guard(x)
	}
}

// guard marks a parameter whose being there is asked for.
func (t tester) guard(x ast.Expr) {
	if v := t.VarOf(x); v != nil {
		v.Guarded = true
	}
}

func (t tester) comparedWith(x ast.Expr, w string) {
	if v := t.VarOf(x); v != nil {
		if v.Compared == nil {
			v.Compared = map[string]bool{}
		}
		v.Compared[w] = true
	}
}

func (t tester) mark(x ast.Expr) {
	if v := t.VarOf(x); v != nil {
		v.Tested = true
	}
}

// PlaceOf names a place in a line of text.
func PlaceOf(pos diag.Pos) string { return fmt.Sprintf("%s:%d", pos.File, pos.Line) }
