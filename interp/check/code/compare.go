package code

import (
	"fmt"

	"github.com/yuin/gopher-lua/ast"
)

// compare evaluates a comparison and reports one whose result is the same
// whatever happens.
func (e *evaluator) compare(x *ast.RelationalOpExpr) typ {
	left, right := e.expr(x.Lhs), e.expr(x.Rhs)
	if x.Operator != "==" && x.Operator != "~=" {
		e.require(x.Lhs, kNumber|kWord, nil)
		e.require(x.Rhs, kNumber|kWord, nil)
		e.use(x.Lhs, left)
		e.use(x.Rhs, right)
		e.order(x, left, right)
		return of(flag)
	}
	if !e.final || !left.known() || !right.known() || left.kinds&kNil != 0 && right.kinds&kNil != 0 {
		return of(flag)
	}
	l, r := left.kinds&^kNil, right.kinds&^kNil
	switch {
	case l == 0 || r == 0: // compared with nil
	case l&r == 0 && !(l&flag != 0 && r&flag != 0):
		e.warn("never-equal", e.pos(x.Rhs), "%s is never equal to %s", left.without(kNil), right.without(kNil))
	default:
		e.never(x.Lhs, left, x.Rhs, right)
		e.never(x.Rhs, right, x.Lhs, left)
	}
	return of(flag)
}

// never reports a word or a number written out that the other side is never.
func (e *evaluator) never(other ast.Expr, t typ, written ast.Expr, literal typ) {
	switch w := written.(type) {
	case *ast.StringExpr:
		if e.kept != nil {
			e.kept.fits[written] = t
		}
		if t.kinds&kWord == 0 || t.words == nil || t.words[w.Value] {
			e.namedWord(other, w)
			e.printedWord(other, w)
			return
		}
		e.unknownName("unknown-word", e.pos(written),
			fmt.Sprintf("%s is never %q", describe(other), w.Value), w.Value, t.wordList())
	case *ast.NumberExpr, *ast.UnaryMinusOpExpr:
		if t.only(kNumber|kNil) && e.whole(written, describe(other)) {
			return
		}
		if t.kinds&kNumber != 0 && t.bounded && literal.bounded && (literal.low < t.low || literal.low > t.high) {
			e.warn("out-of-range", e.pos(written), "%s is never %d: it goes from %d to %d", describe(other),
				literal.low, t.low, t.high)
		}
	}
}

// namedWord checks what is compared with the id of a card, where the words are
// too many to follow.
func (e *evaluator) namedWord(other ast.Expr, w *ast.StringExpr) {
	get, ok := other.(*ast.AttrGetExpr)
	if !ok {
		return
	}
	key, ok := get.Key.(*ast.StringExpr)
	if !ok || key.Value != "id" || !e.expr(get.Object).only(kCard|kNil) {
		return
	}
	if _, known := e.c.Defs[w.Value]; !known {
		e.unknownName("unknown-card", e.pos(w), fmt.Sprintf("there is no card %q", w.Value), w.Value, e.cardNames)
	}
}

// order checks < and the like.
func (e *evaluator) order(x *ast.RelationalOpExpr, left, right typ) {
	if !e.final || !left.known() || !right.known() {
		return
	}
	l, r := left.kinds&^kNil, right.kinds&^kNil
	switch {
	case l&(kNumber|kWord) == 0 && l != 0:
		e.errorf("wrong-type", e.pos(x.Lhs), "numbers can be ordered, not %s", left)
	case r&(kNumber|kWord) == 0 && r != 0:
		e.errorf("wrong-type", e.pos(x.Rhs), "numbers can be ordered, not %s", right)
	case l&r == 0 && l != 0 && r != 0:
		e.errorf("wrong-type", e.pos(x.Rhs), "%s cannot be ordered with %s", left, right)
	case l == kNumber && r == kNumber:
		e.wholeField(x.Lhs, x.Rhs)
		e.wholeField(x.Rhs, x.Lhs)
		e.beyond(x.Lhs, left, x.Rhs, right)
		e.beyond(x.Rhs, right, x.Lhs, left)
	}
}

// wholeField reports a field, which holds whole numbers, compared with another
// number written out.
func (e *evaluator) wholeField(field, written ast.Expr) {
	if get, ok := field.(*ast.AttrGetExpr); ok && e.expr(get.Object).only(kGame|kSeat|kCard|kZone|kNil) {
		e.whole(written, describe(field))
	}
}

// beyond reports a number written out that lies well outside the range of what
// it is compared with; one step beyond is a way to say "all".
func (e *evaluator) beyond(other ast.Expr, t typ, written ast.Expr, literal typ) {
	if _, ok := written.(*ast.NumberExpr); !ok || !t.bounded || !literal.bounded {
		return
	}
	if literal.low < t.low-1 || literal.low > t.high+1 {
		e.warn("out-of-range", e.pos(written), "%s goes from %d to %d: comparing it with %d says nothing",
			describe(other), t.low, t.high, literal.low)
	}
}

// describe names an expression for people.
func describe(x ast.Expr) string {
	if path := pathOf(x); path != "" {
		return path
	}
	if call, ok := x.(*ast.FuncCallExpr); ok {
		if path := pathOf(call.Func); path != "" {
			return path + "(...)"
		}
	}
	return "this"
}
