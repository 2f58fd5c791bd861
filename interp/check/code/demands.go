package code

import (
	"fmt"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// need is what the uses of a parameter need: the kinds and the words that every
// use takes. A use that nothing of it would satisfy is an error of the caller.
type need struct {
	// set tells that there is a use with a need.
	set   bool
	kinds kinds
	words map[string]bool
	// always is set when one of the uses is not behind a condition that looks
	// at a parameter.
	always bool
}

// meet takes in the need of one more use, and reports whether it said anything
// new.
func (n *need) meet(k kinds, words map[string]bool, always bool) bool {
	was := *n
	if !n.set {
		*n = need{set: true, kinds: k, words: words, always: always}
		return true
	}
	n.kinds &= k
	n.always = n.always || always
	switch {
	case words == nil:
	case n.words == nil:
		n.words = words
	case !subset(n.words, words):
		both := map[string]bool{}
		for w := range n.words {
			if words[w] {
				both[w] = true
			}
		}
		n.words = both
	}
	return was.kinds != n.kinds || was.always != n.always || len(was.words) != len(n.words) ||
		(was.words == nil) != (n.words == nil)
}

// require notes what an expression must be, if it is a parameter that the
// function uses as it comes.
func (e *evaluator) require(x ast.Expr, k kinds, words map[string]bool) {
	if e.final || k&kAny != 0 {
		return
	}
	name, ok := x.(*ast.IdentExpr)
	if !ok {
		return
	}
	v := e.uses[name]
	if v == nil || v.role != parameter || v.tested || v.owner != e.fn {
		return
	}
	if v.needs.meet(k, words, e.maybe == 0) {
		e.changed = true
	}
}

// use notes that an expression is used as something: where it may be nothing, that
// is reported, once; and behind it, it was something.
func (e *evaluator) use(x ast.Expr, t typ) {
	e.mustBe(x)
	if e.final {
		e.nothing(x, t)
	}
	e.learn(x)
}

// mustBe notes that a use fails if a parameter is nothing (nil): where the
// function never asks whether it is there, a call has to give it.
func (e *evaluator) mustBe(x ast.Expr) {
	name, ok := x.(*ast.IdentExpr)
	if !ok || e.final || e.maybe > 0 {
		return
	}
	v := e.uses[name]
	if v == nil || v.role != parameter || v.guarded || v.must || v.writes > 0 || e.facts.has(v.path()) {
		return
	}
	v.must, e.changed = true, true
}

// passNeeds hands the needs of a function on to the parameters that it is
// given.
func (e *evaluator) passNeeds(f *function, exprs []ast.Expr) {
	for i, x := range exprs {
		if i < len(f.params) && f.params[i].must {
			e.mustBe(x)
		}
		if i < len(f.params) && f.params[i].needs.set && !f.params[i].tested {
			n := f.params[i].needs
			k := n.kinds
			if !n.always {
				k |= kNil
			}
			e.require(x, k, n.words)
		}
	}
}

// needsOf checks a call against what the function needs of its parameters.
func (e *evaluator) needsOf(f *function, x *ast.FuncCallExpr, args []typ, exprs []ast.Expr, open bool) {
	shift := 0
	if x.Receiver != nil && len(exprs) > len(x.Args) {
		shift = 1
	}
	for i, v := range f.params {
		if v.must && i >= len(args) && i >= shift && !open {
			e.errorf("wrong-count", e.pos(x), "%s needs its argument %d (%s); %s given", f.title(), i+1,
				v.name, givenText(len(exprs)))
			return
		}
		if (v.must || v.needs.set && v.needs.always && v.needs.kinds&kNil == 0 && !v.tested) && i >= shift &&
			i < len(exprs) && i < len(args) {
			if get, ok := exprs[i].(*ast.AttrGetExpr); !ok || !isField(get, "host") {
				e.nothing(exprs[i], args[i])
			}
		}
		if !v.needs.set || v.tested || i < shift {
			continue
		}
		switch {
		case i < len(exprs) && (i < len(exprs)-1 || len(args) == len(exprs)):
			e.needOf(f, v, exprs[i], args[i])
		case i >= len(args) && !open && v.needs.always && v.needs.kinds&kNil == 0:
			pos := e.pos(x)
			e.errorf("wrong-count", pos, "%s needs its argument %d (%s); %s given", f.title(), i+1,
				v.name, givenText(len(exprs)))
			return
		}
	}
}

func givenText(n int) string {
	switch n {
	case 0:
		return "none is"
	case 1:
		return "1 is"
	}
	return fmt.Sprintf("%d are", n)
}

// needOf checks one value against the need of a parameter.
func (e *evaluator) needOf(f *function, v *variable, x ast.Expr, t typ) {
	n := v.needs
	what := fmt.Sprintf("%s: argument %q", f.title(), v.name)
	if e.eachLiteral(x, func(leaf ast.Expr, t typ) bool { return e.literalNeed(what, n, leaf, t) }) {
		return
	}
	if !t.known() || t.kinds&^kNil == 0 {
		if t.kinds == kNil && n.always && n.kinds&kNil == 0 {
			e.errorf("wrong-type", e.pos(x), "%s must be %s, not nothing (nil)", what, n.kinds)
		}
		return
	}
	got := t.kinds &^ kNil
	if got&n.kinds == 0 && !(got&flag != 0 && n.kinds&flag != 0) {
		e.errorf("wrong-type", e.pos(x), "%s must be %s, not %s", what, n.kinds&^kNil, t.without(kNil))
	}
}

func (e *evaluator) literalNeed(what string, n need, leaf ast.Expr, t typ) bool {
	switch {
	case t.kinds == kNil:
		return false
	case t.kinds&n.kinds == 0 && !(t.kinds&flag != 0 && n.kinds&flag != 0):
		e.errorf("wrong-type", e.pos(leaf), "%s must be %s, not %s", what, n.kinds&^kNil, t)
		return true
	case t.kinds == kNumber && n.kinds&^kNil == kNumber && e.whole(leaf, what):
		return true
	case t.kinds == kWord && n.kinds&^(kNil|kWord) == 0 && n.words != nil && len(n.words) > 0:
		w := t.wordList()[0]
		if !n.words[w] {
			e.unknownName("unknown-word", e.pos(leaf), fmt.Sprintf("%s cannot be %q", what, w), w, sorted(n.words))
			return true
		}
	}
	return false
}

// tests marks the parameters that a function looks at before it uses them:
// those may be left out, or be of several kinds.
func (p *program) tests() {
	t := tester{p}
	for _, f := range p.functions {
		t.block(f.stmts)
	}
	for _, v := range p.variables {
		if v.writes > 0 {
			v.tested = true
		}
	}
}

type tester struct{ *program }

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
		if name, ok := x.Func.(*ast.IdentExpr); ok &&
			(name.Value == "type" || name.Value == "tostring" || name.Value == "tonumber") {
			for _, arg := range x.Args {
				t.mark(arg)
				t.guard(arg)
			}
		}
	}
}

// truth marks what is taken for true or false.
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

// equal marks what is compared, unless with a number: that is no test of what
// kind of value it is.
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
	if name, ok := x.(*ast.IdentExpr); ok {
		if v := t.uses[name]; v != nil {
			v.guarded = true
		}
	}
}

func (t tester) comparedWith(x ast.Expr, w string) {
	if name, ok := x.(*ast.IdentExpr); ok {
		if v := t.uses[name]; v != nil {
			if v.compared == nil {
				v.compared = map[string]bool{}
			}
			v.compared[w] = true
		}
	}
}

func (t tester) mark(x ast.Expr) {
	if name, ok := x.(*ast.IdentExpr); ok {
		if v := t.uses[name]; v != nil {
			v.tested = true
		}
	}
}

// placeOf names a place in a line of text.
func placeOf(pos diag.Pos) string { return fmt.Sprintf("%s:%d", pos.File, pos.Line) }
