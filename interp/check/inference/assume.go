package inference

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// assume takes in what follows from a condition that holds, or does not.
func (e *Evaluator) assume(x ast.Expr, holds bool) {
	switch x := x.(type) {
	case *ast.IdentExpr:
		if holds {
			e.learn(x)
		}
		if v := e.Uses[x]; v != nil && v.is != nil && v.Writes == 0 {
			is := v.is
			v.is = nil // a condition cannot stand in itself
			e.assume(is, holds)
			v.is = is
		}
	case *ast.AttrGetExpr:
		switch {
		case holds:
			e.learn(x)
		case IsField(x, "empty"):
			e.notEmpty(x.Object)
		}
	case *ast.UnaryNotOpExpr:
		e.assume(x.Expr, !holds)
	case *ast.LogicalOpExpr:
		e.assumeBoth(x, holds)
	case *ast.RelationalOpExpr:
		e.assumeCompared(x, holds)
	case *ast.FuncCallExpr:
		if holds {
			e.assumeCall(x)
			e.learn(x)
		}
	}
}

// assumeBoth takes in a condition with and or or.
func (e *Evaluator) assumeBoth(x *ast.LogicalOpExpr, holds bool) {
	if (x.Operator == "and") == holds {
		e.assume(x.Lhs, holds)
		e.assume(x.Rhs, holds)
		return
	}
	// One of the two decided: what follows from both is known. Where the right
	// one did, the left one went the other way.
	before := e.facts
	e.assume(x.Lhs, holds)
	left := e.facts
	e.facts = before
	e.assume(x.Lhs, !holds)
	e.assume(x.Rhs, holds)
	e.facts = meet(before, left, e.facts)
}

// assumeCall takes in that a call gave something true.
func (e *Evaluator) assumeCall(x *ast.FuncCallExpr) {
	if x.Receiver != nil {
		e.learn(x.Receiver)
	}
	if f := e.hostCalled(x); f != nil && len(x.Args) > 0 && len(f.Results) > 0 && f.Results[0].Kind == keyword.Same {
		e.assume(x.Args[0], true)
	}
}

// assumeCompared takes in a comparison.
func (e *Evaluator) assumeCompared(x *ast.RelationalOpExpr, holds bool) {
	switch x.Operator {
	case "~=":
		holds = !holds
		fallthrough
	case "==":
		e.assumeEqual(x.Lhs, x.Rhs, holds)
		e.assumeEqual(x.Rhs, x.Lhs, holds)
	default:
		e.assumeCount(x, holds)
	}
}

// assumeCount takes in how many cards a zone has: where it has some, there are a
// top and a bottom one.
func (e *Evaluator) assumeCount(x *ast.RelationalOpExpr, holds bool) {
	more := x.Lhs
	less := x.Rhs
	op := x.Operator
	if op == "<" || op == "<=" {
		more, less = less, more
	}
	strict := op == "<" || op == ">"
	if !holds {
		more, less, strict = less, more, !strict
	}
	if !IsField(more, "count") {
		return
	}
	zone, _, _ := syntax.Field(more)
	if t := e.Peek(less); t.Kinds == lattice.Number && t.Bounded && (t.Low > 0 || t.Low == 0 && strict) {
		e.notEmpty(zone)
	}
}

// assumeEqual takes in that an expression equals another, or not.
func (e *Evaluator) assumeEqual(x, other ast.Expr, holds bool) {
	switch other := other.(type) {
	case *ast.NilExpr:
		if !holds {
			e.learn(x)
		}
		return
	case *ast.TrueExpr:
		e.assume(x, holds)
		return
	case *ast.FalseExpr:
		if holds {
			e.learn(x)
			e.assume(x, false)
		}
		return
	case *ast.NumberExpr:
		if zone, _, _ := syntax.Field(x); other.Value == "0" && !holds && IsField(x, "count") {
			e.notEmpty(zone)
		}
	}
	if holds && e.Path(x) != "" {
		if t := e.Peek(other); t.Known() && t.Kinds&lattice.Nil == 0 {
			e.learn(x)
		}
	}
}

// Peek is what an expression is, for a condition that was evaluated before:
// nothing is reported of it.
func (e *Evaluator) Peek(x ast.Expr) lattice.Type {
	switch x := x.(type) {
	case *ast.FunctionExpr, *ast.TableExpr:
		return lattice.Top
	case *ast.FuncCallExpr:
		return e.returned(x)
	}
	final, changed := e.Final, e.changed
	e.Final = false
	t := e.Expr(x)
	e.Final, e.changed = final, changed
	return t
}

// returned is the result of calling functions of the scripts, as far as it is known.
func (e *Evaluator) returned(x *ast.FuncCallExpr) lattice.Type {
	if x.Receiver != nil {
		return lattice.Top
	}
	var out lattice.Type
	for _, r := range e.CalleeOf(x).Refs {
		f, ok := r.(*Func)
		if !ok || len(f.Results) == 0 {
			return lattice.Top
		}
		out = lattice.Join(out, f.Results[0], nil)
	}
	return out
}
