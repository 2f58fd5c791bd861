package code

import (
	"math"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// evaluator goes over one function.
type evaluator struct {
	*program
	fn   *function
	tree *syntax.Tree
	// facts are what is known at the place.
	facts *facts
	// maybe counts the conditions around that look at a parameter: what a
	// function does there, it does not need always.
	maybe int
}

func (e *evaluator) pos(x ast.Expr) diag.Pos { return e.tree.Pos(x) }

func (e *evaluator) block(stmts []ast.Stmt) {
	for _, s := range stmts {
		e.stmt(s)
	}
}

func (e *evaluator) stmt(s ast.Stmt) {
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
		e.expr(s.Condition)
		e.loop(s, s.Stmts, s.Condition)
	case *ast.RepeatStmt:
		e.forget(s, s.Stmts)
		e.block(s.Stmts)
		e.expr(s.Condition)
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

func (e *evaluator) local(s *ast.LocalAssignStmt) {
	variables := e.declared[s]
	values := e.multi(s.Exprs, len(variables))
	for i, v := range variables {
		if len(s.Exprs) == 0 {
			values[i] = of(kNil)
		}
		e.join(&v.holds, values[i])
		if v.writes > 0 && values[i].kinds&(kNil|kAny) == 0 {
			e.learnPath(v.path())
		}
	}
}

func (e *evaluator) branches(s *ast.IfStmt) {
	e.expr(s.Condition)
	if e.looksAtParameter(s.Condition) {
		e.maybe++
		defer func() { e.maybe-- }()
	}
	then, thenGone := e.branch(s.Then, s.Condition, true)
	other, otherGone := e.branch(s.Else, s.Condition, false)
	e.together(then, other, thenGone, otherGone)
}

// looksAtParameter reports whether a condition depends on a parameter itself.
func (e *evaluator) looksAtParameter(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.IdentExpr:
		v := e.uses[x]
		return v != nil && v.role == parameter
	case *ast.LogicalOpExpr:
		return e.looksAtParameter(x.Lhs) || e.looksAtParameter(x.Rhs)
	case *ast.RelationalOpExpr:
		return e.looksAtParameter(x.Lhs) || e.looksAtParameter(x.Rhs)
	case *ast.UnaryNotOpExpr:
		return e.looksAtParameter(x.Expr)
	}
	return false
}

func (e *evaluator) numberFor(s *ast.NumberForStmt) {
	for _, x := range []ast.Expr{s.Init, s.Limit, s.Step} {
		if x != nil {
			e.operand(x, kNumber, "a loop counts with numbers, not with %s")
		}
	}
	for _, v := range e.declared[s] {
		e.join(&v.holds, of(kNumber))
	}
	e.loop(s, s.Stmts, nil)
}

func (e *evaluator) genericFor(s *ast.GenericForStmt) {
	values := e.multi(s.Exprs, 3)
	kinds := []typ{top, top}
	if call, ok := single(s.Exprs).(*ast.FuncCallExpr); ok && len(call.Args) > 0 {
		if name, ok := call.Func.(*ast.IdentExpr); ok && e.uses[name] == nil {
			switch name.Value {
			case "ipairs":
				kinds = []typ{of(kNumber), e.itemOf(e.expr(call.Args[0]))}
			case "pairs":
				kinds[0], kinds[1] = e.pairsOf(e.expr(call.Args[0]))
			}
		}
	} else if len(s.Exprs) == 1 && values[0].known() && !values[0].has(kFunction|kTable) {
		e.errorf("wrong-type", e.pos(s.Exprs[0]),
			"a loop goes over ipairs(list) or pairs(table), not over %s", values[0])
	}
	for i, v := range e.declared[s] {
		if i < len(kinds) {
			e.join(&v.holds, kinds[i])
		} else {
			e.join(&v.holds, top)
		}
	}
	e.loop(s, s.Stmts, nil)
}

// itemOf is what stands in a list.
func (e *evaluator) itemOf(t typ) typ {
	if t.any() {
		return top
	}
	var out typ
	if t.kinds&kList != 0 && t.item != nil {
		out = *t.item
	}
	for _, r := range t.refs {
		if s, ok := r.(*site); ok {
			out = join(out, s.items, e.widen)
		}
	}
	return out
}

// pairsOf is what pairs gives for a table: its keys and values.
func (e *evaluator) pairsOf(t typ) (key, value typ) {
	if t.any() {
		return top, top
	}
	value = e.itemOf(t)
	if !value.bottom() {
		key = of(kNumber)
		if t.keyed {
			key = of(kWord)
		}
	}
	for _, r := range t.refs {
		s, ok := r.(*site)
		if !ok {
			continue
		}
		for _, name := range s.order {
			t, _ := e.refField(s, name)
			key, value = join(key, word(name), nil), join(value, t, e.widen)
		}
		key, value = join(key, s.keys, e.widen), join(value, s.other, e.widen)
	}
	return key, value
}

func (e *evaluator) definition(s *ast.FuncDefStmt) {
	f := e.byExpr[s.Func]
	if f == nil {
		return
	}
	f.known = e.facts
	value := refTo(kFunction, f)
	if s.Name.Func != nil {
		e.assign(s.Name.Func, value, s.Func)
		e.becomes(s.Name.Func, value)
		return
	}
	e.assignField(e.expr(s.Name.Receiver), s.Name.Receiver, s.Name.Method, e.tree.Name(s, 0), value, s.Func)
}

func (e *evaluator) returns(s *ast.ReturnStmt) {
	f := e.fn
	values := e.multi(s.Exprs, -1)
	for i, t := range values {
		if i == len(f.results) {
			f.results = append(f.results, typ{})
			e.changed = true
		}
		e.join(&f.results[i], t)
	}
	if !e.openArgs(s.Exprs) {
		e.shorter(len(values))
	}
}

// shorter notes that a function returns no more than n values at a place: the
// others are nothing there.
func (e *evaluator) shorter(n int) {
	if !e.settled {
		return
	}
	for i := n; i < len(e.fn.results); i++ {
		e.join(&e.fn.results[i], of(kNil))
	}
}

// multi evaluates a list of expressions to n values, or with n < 0 to as many
// as there are: a call at the end gives all its values.
func (e *evaluator) multi(list []ast.Expr, n int) []typ {
	var out []typ
	for i, x := range list {
		if call, ok := x.(*ast.FuncCallExpr); ok && i == len(list)-1 && !call.AdjustRet {
			out = append(out, e.call(call)...)
			break
		}
		out = append(out, e.expr(x))
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
func (e *evaluator) rest(list []ast.Expr) typ {
	if len(list) > 0 {
		switch x := list[len(list)-1].(type) {
		case *ast.Comma3Expr:
			return top
		case *ast.FuncCallExpr:
			if e.openCall(x) {
				return top
			}
			if !e.settled {
				return typ{}
			}
		}
	}
	return of(kNil)
}

// expr evaluates an expression to one value.
func (e *evaluator) expr(x ast.Expr) typ {
	t := e.evaluate(x)
	if e.kept != nil && e.final {
		e.kept.values[x] = t
	}
	return t
}

func (e *evaluator) evaluate(x ast.Expr) typ {
	switch x := x.(type) {
	case nil:
		return of(kNil)
	case *ast.TrueExpr:
		return of(kTrue)
	case *ast.FalseExpr:
		return of(kFalse)
	case *ast.NilExpr:
		return of(kNil)
	case *ast.NumberExpr:
		return numberOf(x.Value)
	case *ast.StringExpr:
		return word(x.Value)
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
			return top
		case !e.settled:
			return typ{}
		}
		return of(kNil)
	case *ast.FunctionExpr:
		if f := e.byExpr[x]; f != nil {
			f.known = e.facts
			return refTo(kFunction, f)
		}
	case *ast.LogicalOpExpr:
		return e.logical(x)
	case *ast.RelationalOpExpr:
		return e.compare(x)
	}
	return e.operation(x)
}

// numberOf is a number written out; one that the game cannot hold has no bounds.
func numberOf(text string) typ {
	base := 10
	if digits, ok := strings.CutPrefix(strings.ToLower(text), "0x"); ok {
		text, base = digits, 16
	}
	if n, err := strconv.ParseInt(text, base, 32); err == nil {
		return number(int(n), int(n))
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil && base == 10 && f == math.Trunc(f) &&
		math.Abs(f) <= math.MaxInt32 {
		return number(int(f), int(f))
	}
	return of(kNumber)
}

// whole checks that the game can hold a number written out and reports whether it
// said that it cannot.
func (e *evaluator) whole(leaf ast.Expr, what string) bool {
	n, ok := leaf.(*ast.NumberExpr)
	if !ok || numberOf(n.Value).bounded {
		return false
	}
	e.errorf("bad-number", e.pos(leaf), "%s cannot be %s: numbers are whole and go from %d to %d", what, n.Value,
		math.MinInt32, math.MaxInt32)
	return true
}

// name evaluates a name.
func (e *evaluator) name(x *ast.IdentExpr) typ {
	if v := e.uses[x]; v != nil {
		if e.final && v.holds.bottom() {
			return top // a function that nobody calls
		}
		return e.holds(x, v.holds)
	}
	return e.global(x)
}

// logical evaluates "and" and "or": what is not taken is left out.
func (e *evaluator) logical(x *ast.LogicalOpExpr) typ {
	left := e.expr(x.Lhs)
	if e.looksAtParameter(x.Lhs) {
		e.maybe++
		defer func() { e.maybe-- }()
	}
	before := e.facts
	e.assume(x.Lhs, x.Operator == "and")
	right := e.expr(x.Rhs)
	e.facts = before
	if x.Operator == "and" {
		falsy := left
		if left.any() {
			return join(of(kNil|kFalse), right, e.widen)
		}
		falsy.kinds &= kNil | kFalse
		if left.kinds&^(kNil|kFalse) == 0 {
			return falsy
		}
		return join(typ{kinds: falsy.kinds}, right, e.widen)
	}
	if left.any() {
		return top
	}
	truthy := left.without(kNil | kFalse)
	return join(truthy, right, e.widen)
}

func (e *evaluator) operation(x ast.Expr) typ {
	switch x := x.(type) {
	case *ast.StringConcatOpExpr:
		e.operand(x.Lhs, kWord|kNumber, ".. joins words and numbers, not %s")
		e.operand(x.Rhs, kWord|kNumber, ".. joins words and numbers, not %s")
		return of(kWord)
	case *ast.ArithmeticOpExpr:
		e.operand(x.Lhs, kNumber, "only numbers can be calculated with, not %s")
		e.operand(x.Rhs, kNumber, "only numbers can be calculated with, not %s")
		return of(kNumber)
	case *ast.UnaryMinusOpExpr:
		t := e.operand(x.Expr, kNumber, "only numbers can be calculated with, not %s")
		if t.bounded && t.low == t.high {
			return number(-t.low, -t.low)
		}
		return of(kNumber)
	case *ast.UnaryNotOpExpr:
		e.expr(x.Expr)
		return of(flag)
	case *ast.UnaryLenOpExpr:
		e.operand(x.Expr, kList|kTable|kWord, "# counts the items of a list, not %s")
		return of(kNumber)
	}
	return top
}

// operand evaluates an expression that must be of some kinds.
func (e *evaluator) operand(x ast.Expr, k kinds, message string) typ {
	t := e.expr(x)
	e.require(x, k, nil)
	e.use(x, t)
	if e.final && t.known() && t.kinds&k == 0 {
		e.errorf("wrong-type", e.pos(x), message, t)
	}
	return t
}
