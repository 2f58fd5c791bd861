package rules

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// never reports a word or a number written out that the other side is never.
func (e *judge) never(other ast.Expr, t lattice.Type, written ast.Expr, literal lattice.Type) {
	switch w := written.(type) {
	case *ast.StringExpr:
		if e.Kept != nil {
			e.Kept.Fits[written] = t
		}
		if t.Kinds&lattice.Word == 0 || t.Words == nil || t.Words[w.Value] {
			e.namedWord(other, w)
			e.printedWord(other, w)
			return
		}
		e.unknownName("unknown-word", e.Pos(written), w.Value, t.WordList(),
			"%s is never %q", inference.Describe(other), w.Value)
	case *ast.NumberExpr, *ast.UnaryMinusOpExpr:
		if t.Only(lattice.Number|lattice.Nil) && e.whole(written, inference.Describe(other)) {
			return
		}
		if t.Kinds&lattice.Number != 0 && t.Bounded && literal.Bounded &&
			(literal.Low < t.Low || literal.Low > t.High) {
			e.warn("out-of-range", e.Pos(written), "%s is never %d: it goes from %d to %d", inference.Describe(other),
				literal.Low, t.Low, t.High)
		}
	}
}

// namedWord checks a value compared with the id of a card, if the words are too many to
// follow.
func (e *judge) namedWord(other ast.Expr, w *ast.StringExpr) {
	object, key, ok := syntax.Field(other)
	if !ok || key.Value != "id" || !e.Expr(object).Only(lattice.Card|lattice.Nil) {
		return
	}
	if !e.IsNamed(keyword.RefCard, w.Value) {
		e.unknownName("unknown-card", e.Pos(w), w.Value, e.Names(keyword.RefCard), "there is no card %q", w.Value)
	}
}

// order checks < and the like.
func (e *judge) order(x *ast.RelationalOpExpr, left, right lattice.Type) {
	if !left.Known() || !right.Known() {
		return
	}
	l, r := left.Kinds&^lattice.Nil, right.Kinds&^lattice.Nil
	switch {
	case l&(lattice.Number|lattice.Word) == 0 && l != 0:
		e.wrong("wrong-type", x.Lhs, "numbers can be ordered, not %s", left)
	case r&(lattice.Number|lattice.Word) == 0 && r != 0:
		e.wrong("wrong-type", x.Rhs, "numbers can be ordered, not %s", right)
	case l&r == 0 && l != 0 && r != 0:
		e.wrong("wrong-type", x.Rhs, "%s cannot be ordered with %s", left, right)
	case l == lattice.Number && r == lattice.Number:
		e.wholeField(x.Lhs, x.Rhs)
		e.wholeField(x.Rhs, x.Lhs)
	}
}

// wholeField reports a field, which holds whole numbers, compared with another
// number written out.
func (e *judge) wholeField(field, written ast.Expr) {
	if object, _, _ := syntax.Field(field); object != nil &&
		e.Expr(object).Only(lattice.Game|lattice.Seat|lattice.Card|lattice.Zone|lattice.Nil) {
		e.whole(written, inference.Describe(field))
	}
}

// Compared reports a comparison whose result is the same whatever happens.
func (e *judge) Compared(x *ast.RelationalOpExpr, left, right lattice.Type) {
	if x.Operator != "==" && x.Operator != "~=" {
		e.order(x, left, right)
		return
	}
	if !left.Known() || !right.Known() || left.Kinds&lattice.Nil != 0 && right.Kinds&lattice.Nil != 0 {
		return
	}
	l, r := left.Kinds&^lattice.Nil, right.Kinds&^lattice.Nil
	switch {
	case l == 0 || r == 0: // compared with nil
	case !l.Meets(r):
		e.warn("never-equal", e.Pos(x.Rhs), "%s is never equal to %s", left.Without(lattice.Nil),
			right.Without(lattice.Nil))
	default:
		e.never(x.Lhs, left, x.Rhs, right)
		e.never(x.Rhs, right, x.Lhs, left)
	}
}

// Truth reports a condition that is always true, since it is a word or a number: "off"
// and 0 are true in Lua.
func (e *judge) Truth(x ast.Expr, t lattice.Type) {
	of, key, ok := syntax.Field(x)
	if !ok || !t.Only(lattice.Number|lattice.Word) {
		return
	}
	object := e.Expr(of)
	switch {
	case !object.Only(lattice.Game | lattice.Settings | lattice.Seat | lattice.Card | lattice.Zone):
	case t.Kinds == lattice.Number:
		e.warn("always-true", e.Pos(key), "%s is a number, and any number counts as true, 0 too; ask %s > 0",
			inference.Describe(x), inference.Describe(x))
	case object.Kinds == lattice.Settings && len(t.Words) > 1:
		words := t.WordList()
		e.warn("always-true", e.Pos(key), "%s is a word, and any word counts as true; ask %s == %q",
			inference.Describe(x), inference.Describe(x), words[len(words)-1])
	}
}

// Index reports the item 0 of a list of the game: lists begin with 1.
func (e *judge) Index(object lattice.Type, key ast.Expr) {
	if n, ok := key.(*ast.NumberExpr); ok && n.Value == "0" && object.Only(lattice.List|lattice.Nil) && !object.Keyed {
		e.wrong("out-of-range", key, "a list begins with the item 1: there is none at 0")
	}
}
