package inference

import (
	"math"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

func (e *Evaluator) Pos(x ast.Expr) diag.Pos { return e.Tree.Pos(x) }

// truth evaluates a condition.
func (e *Evaluator) truth(x ast.Expr) {
	if t := e.Expr(x); e.Final {
		e.hear.Truth(x, t)
	}
}

// looksAtParameter reports whether a condition depends on a parameter itself.
func (e *Evaluator) looksAtParameter(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.IdentExpr:
		v := e.Uses[x]
		return v != nil && v.Role == Parameter
	case *ast.LogicalOpExpr:
		return e.looksAtParameter(x.Lhs) || e.looksAtParameter(x.Rhs)
	case *ast.RelationalOpExpr:
		return e.looksAtParameter(x.Lhs) || e.looksAtParameter(x.Rhs)
	case *ast.UnaryNotOpExpr:
		return e.looksAtParameter(x.Expr)
	}
	return false
}

// ItemOf is the type of a list's items.
func (e *Evaluator) ItemOf(t lattice.Type) lattice.Type {
	if t.Any() {
		return lattice.Top
	}
	var out lattice.Type
	if t.Kinds&lattice.List != 0 && t.Item != nil {
		out = *t.Item
	}
	for s := range lattice.Refs[*Site](t) {
		out = lattice.Join(out, s.Items, e.widen)
	}
	e.sees(out)
	return out
}

// pairsOf is what pairs gives for a table: its keys and values.
func (e *Evaluator) pairsOf(t lattice.Type) (key, value lattice.Type) {
	if t.Any() {
		return lattice.Top, lattice.Top
	}
	value = e.ItemOf(t)
	if !value.Bottom() {
		key = lattice.Of(lattice.Number)
		if t.Keyed {
			key = lattice.Of(lattice.Word)
		}
	}
	for s := range lattice.Refs[*Site](t) {
		for _, name := range s.Order {
			t, _ := e.refField(s, name)
			key, value = lattice.Join(key, lattice.Literal(name), nil), lattice.Join(value, t, e.widen)
		}
		key, value = lattice.Join(key, s.keys, e.widen), lattice.Join(value, s.Other, e.widen)
	}
	return key, value
}

// makes records the facts known where a function is made.
func (e *Evaluator) makes(f *Func) {
	n := f.number
	known := e.facts
	e.do(nil, func(p *Program) {
		f := p.Function(n)
		if !sameFacts(f.known, known) {
			f.outdated, p.changed = true, true
		}
		f.known = known
	})
}

// shorter notes that a function returns no more than n values at a place: the
// others are nothing there.
func (e *Evaluator) shorter(n int) {
	if !e.settled {
		return
	}
	for i := n; i < len(e.Fn.Results); i++ {
		e.join(&e.Fn.cell, &e.Fn.Results[i], lattice.Of(lattice.Nil))
	}
}

// multi evaluates a list of expressions to n values, or with n < 0 to as many
// as there are: a call at the end gives all its values.
func (e *Evaluator) multi(list []ast.Expr, n int) []lattice.Type {
	var out []lattice.Type
	for i, x := range list {
		if call, ok := x.(*ast.FuncCallExpr); ok && i == len(list)-1 && !call.AdjustRet {
			out = append(out, e.call(call)...)
			break
		}
		out = append(out, e.Expr(x))
	}
	if n < 0 {
		return out
	}
	for len(out) < n {
		out = append(out, e.rest(list))
	}
	return out[:n]
}

// rest is a value behind those that a list of expressions is known to give.
func (e *Evaluator) rest(list []ast.Expr) lattice.Type {
	if len(list) > 0 {
		switch x := list[len(list)-1].(type) {
		case *ast.Comma3Expr:
			return lattice.Top
		case *ast.FuncCallExpr:
			if e.openCall(x) {
				return lattice.Top
			}
			if !e.settled {
				return lattice.Type{}
			}
		}
	}
	return lattice.Of(lattice.Nil)
}

// Expr evaluates an expression to one value.
func (e *Evaluator) Expr(x ast.Expr) lattice.Type {
	t := e.evaluate(x)
	e.sees(t)
	if e.Kept != nil && e.Final {
		e.Kept.values[x] = t
	}
	return t
}

func (e *Evaluator) evaluate(x ast.Expr) lattice.Type {
	switch x := x.(type) {
	case nil:
		return lattice.Of(lattice.Nil)
	case *ast.TrueExpr:
		return lattice.Of(lattice.True)
	case *ast.FalseExpr:
		return lattice.Of(lattice.False)
	case *ast.NilExpr:
		return lattice.Of(lattice.Nil)
	case *ast.NumberExpr:
		return NumberOf(x.Value)
	case *ast.StringExpr:
		return lattice.Literal(x.Value)
	case *ast.IdentExpr:
		return e.name(x)
	case *ast.AttrGetExpr:
		return e.get(x)
	case *ast.TableExpr:
		return e.table(x)
	case *ast.FuncCallExpr:
		results := e.call(x)
		switch {
		case len(results) > 0:
			return e.holds(x, results[0])
		case e.openCall(x):
			return lattice.Top
		case !e.settled:
			return lattice.Type{}
		}
		return lattice.Of(lattice.Nil)
	case *ast.FunctionExpr:
		if f := e.byExpr[x]; f != nil {
			e.makes(f)
			return lattice.RefTo(lattice.Function, f)
		}
	case *ast.LogicalOpExpr:
		return e.logical(x)
	case *ast.RelationalOpExpr:
		return e.compare(x)
	}
	return e.operation(x)
}

// NumberOf is a number written out; one that the game cannot hold has no bounds.
func NumberOf(text string) lattice.Type {
	base := 10
	if digits, ok := strings.CutPrefix(strings.ToLower(text), "0x"); ok {
		text = digits
		base = 16
	}
	if n, err := strconv.ParseInt(text, base, 32); err == nil {
		return lattice.Range(int(n), int(n))
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil && base == 10 && f == math.Trunc(f) &&
		math.Abs(f) <= math.MaxInt32 {
		return lattice.Range(int(f), int(f))
	}
	return lattice.Of(lattice.Number)
}

// name evaluates a name.
func (e *Evaluator) name(x *ast.IdentExpr) lattice.Type {
	if v := e.Uses[x]; v != nil {
		e.read(&v.cell)
		if e.Final && v.Holds.Bottom() {
			return lattice.Top // a function that nobody calls
		}
		return e.holds(x, v.Holds)
	}
	return e.global(x)
}

// logical evaluates "and" and "or", without values that cannot be the result.
func (e *Evaluator) logical(x *ast.LogicalOpExpr) lattice.Type {
	left := e.Expr(x.Lhs)
	if e.Final && x.Operator == "and" {
		e.hear.Truth(x.Lhs, left)
	}
	if e.looksAtParameter(x.Lhs) {
		e.maybe++
		defer func() { e.maybe-- }()
	}
	before := e.facts
	e.assume(x.Lhs, x.Operator == "and")
	right := e.Expr(x.Rhs)
	e.facts = before
	if x.Operator == "and" {
		falsy := left
		if left.Any() {
			return lattice.Join(lattice.Of(lattice.Nil|lattice.False), right, e.widen)
		}
		falsy.Kinds &= lattice.Nil | lattice.False
		if left.Kinds&^(lattice.Nil|lattice.False) == 0 {
			return falsy
		}
		return lattice.Join(lattice.Type{Kinds: falsy.Kinds}, right, e.widen)
	}
	if left.Any() {
		return lattice.Top
	}
	truthy := left.Without(lattice.Nil | lattice.False)
	return lattice.Join(truthy, right, e.widen)
}

func (e *Evaluator) operation(x ast.Expr) lattice.Type {
	switch x := x.(type) {
	case *ast.StringConcatOpExpr:
		e.operand(x.Lhs, lattice.Word|lattice.Number, ".. joins words and numbers, not %s")
		e.operand(x.Rhs, lattice.Word|lattice.Number, ".. joins words and numbers, not %s")
		return lattice.Of(lattice.Word)
	case *ast.ArithmeticOpExpr:
		e.operand(x.Lhs, lattice.Number, "only numbers can be calculated with, not %s")
		e.operand(x.Rhs, lattice.Number, "only numbers can be calculated with, not %s")
		return lattice.Of(lattice.Number)
	case *ast.UnaryMinusOpExpr:
		t := e.operand(x.Expr, lattice.Number, "only numbers can be calculated with, not %s")
		if t.Bounded && t.Low == t.High {
			return lattice.Range(-t.Low, -t.Low)
		}
		return lattice.Of(lattice.Number)
	case *ast.UnaryNotOpExpr:
		e.truth(x.Expr)
		return lattice.Of(lattice.Flag)
	case *ast.UnaryLenOpExpr:
		e.operand(x.Expr, lattice.List|lattice.Table|lattice.Word, "# counts the items of a list, not %s")
		return lattice.Of(lattice.Number)
	}
	return lattice.Top
}

// operand evaluates an expression that must be of some kinds.
func (e *Evaluator) operand(x ast.Expr, k lattice.Kinds, message string) lattice.Type {
	t := e.Expr(x)
	e.require(x, k, nil)
	e.use(x, t)
	if e.Final {
		e.hear.Operand(x, t, k, message)
	}
	return t
}

// compare evaluates a comparison and reports one whose result is the same
// whatever happens.
func (e *Evaluator) compare(x *ast.RelationalOpExpr) lattice.Type {
	left, right := e.Expr(x.Lhs), e.Expr(x.Rhs)
	if x.Operator != "==" && x.Operator != "~=" {
		e.require(x.Lhs, lattice.Number|lattice.Word, nil)
		e.require(x.Rhs, lattice.Number|lattice.Word, nil)
		e.use(x.Lhs, left)
		e.use(x.Rhs, right)
	}
	if e.Final {
		e.hear.Compared(x, left, right)
	}
	return lattice.Of(lattice.Flag)
}

// get evaluates a.b and a[b].
func (e *Evaluator) get(x *ast.AttrGetExpr) lattice.Type {
	object := e.Expr(x.Object)
	e.use(x.Object, object)
	if !object.Only(lattice.Rules | lattice.Library) { // whose fields are checked where they are read
		e.require(x.Object, lattice.Game|lattice.Settings|lattice.Seat|lattice.Card|lattice.Zone|lattice.Event|
			lattice.Action|lattice.List|lattice.Table|lattice.Rules|lattice.Params|lattice.Library, nil)
	}
	if _, key, ok := syntax.Field(x); ok {
		return e.holds(x, e.field(object, x.Object, key.Value, e.Pos(key)))
	}
	key := e.Expr(x.Key)
	if e.Final {
		e.hear.Index(object, x.Key)
	}
	return e.index(object, x, key)
}

// Describe names an expression for people.
func Describe(x ast.Expr) string {
	if path := PathOf(x); path != "" {
		return path
	}
	if call, ok := x.(*ast.FuncCallExpr); ok {
		if path := PathOf(call.Func); path != "" {
			return path + "(...)"
		}
	}
	return "this"
}
