package rules

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// taker is a place that takes values: its name in findings, the kinds that it takes and
// their names, whether numbers must be whole, and the check of words, which reports whether
// it reported something.
type taker struct {
	what, kind string
	kinds      lattice.Kinds
	whole      bool
	words      func(t lattice.Type, pos diag.Pos) bool
}

// written checks the values written out that an expression may give, and reports whether it
// said something about them.
func (e *judge) writtenOut(p taker, x ast.Expr) bool {
	return e.eachLiteral(x, func(leaf ast.Expr, t lattice.Type) bool {
		switch {
		case t.Kinds == lattice.Nil:
			return false
		case !t.Kinds.Meets(p.kinds):
			e.wrong("wrong-type", leaf, "%s must be %s, not %s", p.what, p.kind, t)
			return true
		case t.Kinds == lattice.Number && p.whole && e.whole(leaf, p.what):
			return true
		}
		return t.Kinds == lattice.Word && p.words(t, e.Pos(leaf))
	})
}

// mistaken reports a value of which nothing is of a kind that a place takes.
func (e *judge) mistaken(p taker, t lattice.Type, pos diag.Pos) bool {
	got := t.Kinds &^ lattice.Nil
	if got == 0 || got.Meets(p.kinds) {
		return false
	}
	e.errorf("wrong-type", pos, "%s must be %s, not %s%s", p.what, p.kind, t.Without(lattice.Nil), inZone(p.kinds, got))
	return true
}

// inZone tells how the cards of a zone are written where a list is wanted.
func inZone(want, got lattice.Kinds) string {
	if want&lattice.List == 0 || got != lattice.Zone {
		return ""
	}
	return "; write :cards() behind it for its cards"
}

// takesReal reports whether a type takes numbers that are not whole.
func takesReal(t keyword.Type) bool {
	return t.Kind == keyword.Real || slices.ContainsFunc(t.Of, takesReal)
}

// words checks words whose list is closed and reports whether it said something
// about them.
func (e *judge) words(want keyword.Type, what string, t lattice.Type, pos diag.Pos) bool {
	for _, w := range t.WordList() {
		allowed, code := e.RefNames(want, w)
		if found := slices.Contains(allowed, w); allowed == nil || found && t.Declared {
			return false
		} else if found || t.Declared && len(t.Words) > 1 {
			continue
		}
		e.unknownName(code, pos, w, allowed, "%s: there is no %s %q", what, refTitle(want), w)
		return true
	}
	return false
}

// items checks the items of a list.
func (e *judge) items(want keyword.Type, what string, t lattice.Type, pos diag.Pos) {
	item := inference.ListItem(want)
	if item == nil {
		return
	}
	has := e.ItemOf(t)
	k := lattice.KindsOf(*item)
	if k&lattice.Any == 0 && has.Known() && has.Kinds&^lattice.Nil != 0 && has.Kinds&(k|lattice.Nil) == 0 {
		e.errorf("wrong-type", pos, "%s: the items must be %s, not %s", what, describeType(*item),
			has.Without(lattice.Nil))
	}
}

func describeType(t keyword.Type) string {
	switch t.Kind {
	case keyword.Name:
		return "the name of " + keyword.Article(string(t.Ref))
	case keyword.Filter:
		return "a table of conditions on a card"
	case keyword.ListOf:
		return "a list"
	case keyword.MapOf, keyword.RecordOf:
		return "a table"
	case keyword.Thing:
		return "a card, seat, zone, word, number or action"
	case keyword.Either:
		var texts []string
		for _, o := range t.Of {
			if text := describeType(o); !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
		return strings.Join(texts, " or ")
	}
	return lattice.KindsOf(t).String()
}

func refTitle(t keyword.Type) string {
	switch t.Kind {
	case keyword.Choice:
		return "such word as"
	case keyword.ListOf:
		return refTitle(*t.Item)
	case keyword.Either:
		for _, o := range t.Of {
			if o.Kind == keyword.Name || o.Kind == keyword.Choice {
				return refTitle(o)
			}
		}
	}
	return string(t.Ref)
}

// fits checks that a value may be given to something of a type.
func (e *judge) fits(want lattice.Type, name string, pos diag.Pos, value lattice.Type, x ast.Expr) {
	if !want.Known() {
		return
	}
	unknown := func(w, more string, pos diag.Pos) bool {
		e.unknownName("unknown-word", pos, w, want.WordList(), "%q cannot be %q%s", name, w, more)
		return true
	}
	place := taker{strconv.Quote(name), want.Without(lattice.Nil).String(), want.Kinds, true,
		func(t lattice.Type, pos diag.Pos) bool {
			w := t.WordList()[0]
			return want.Words != nil && want.Declared && !want.Words[w] && unknown(w, "", pos)
		}}
	if x != nil {
		pos = e.Pos(x)
		e.fitting(want, x)
		if e.writtenOut(place, x) {
			return
		}
	}
	if !value.Known() || e.mistaken(place, value, pos) || value.Kinds&^lattice.Nil != lattice.Word ||
		want.Kinds&lattice.Word == 0 || want.Words == nil || value.Words == nil {
		return
	}
	words := value.WordList()
	wrong := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return want.Words[w] })
	if len(wrong) == len(words) {
		unknown(words[0], "", pos)
	} else if want.Declared && !value.Declared && x != nil {
		for _, w := range wrong {
			if !e.comparedWith(x, w) {
				unknown(w, ", which this may be", pos)
				return
			}
		}
	}
}

// fitting records further constraints on the values written out.
func (e *judge) fitting(want lattice.Type, x ast.Expr) {
	if e.Kept != nil {
		e.eachLiteral(x, func(leaf ast.Expr, _ lattice.Type) bool {
			e.Kept.Fits[leaf] = want
			return false
		})
	}
}

// eachLiteral visits the values written out that an expression may give, through
// "and" and "or", and reports whether a visit returned true.
func (e *judge) eachLiteral(x ast.Expr, visit func(ast.Expr, lattice.Type) bool) bool {
	switch l := x.(type) {
	case *ast.StringExpr, *ast.NumberExpr, *ast.TrueExpr, *ast.FalseExpr, *ast.UnaryMinusOpExpr:
		return visit(x, e.Expr(x))
	case *ast.LogicalOpExpr:
		right := e.eachLiteral(l.Rhs, visit)
		if l.Operator == "or" {
			if inner, ok := l.Lhs.(*ast.LogicalOpExpr); ok {
				return e.eachLiteral(inner, visit) || right
			}
			return e.eachLiteral(l.Lhs, visit) || right
		}
		return right
	}
	return false
}

// inRange checks numbers written out against the bounds of an attribute.
func (e *judge) inRange(a *engine.Attribute, name string, x ast.Expr) {
	if x == nil || !a.HasMin && !a.HasMax {
		return
	}
	e.eachLiteral(x, func(leaf ast.Expr, t lattice.Type) bool {
		if t.Kinds != lattice.Number || !t.Bounded || t.Low != t.High {
			return false
		}
		if a.HasMin && t.Low < int(a.Min) || a.HasMax && t.Low > int(a.Max) {
			e.wrong("out-of-range", leaf, "%q cannot be %d: %s", name, t.Low, a.Range())
			return true
		}
		return false
	})
}

// runsAtLoad reports whether the function is one that its script calls itself.
func (e *judge) runsAtLoad() bool {
	for f := e.Fn; f != nil; f = f.Outer {
		if f.AtLoad {
			return true
		}
	}
	return false
}

// whole checks that the game can hold a number written out and reports whether it
// said that it cannot.
func (e *judge) whole(leaf ast.Expr, what string) bool {
	n, ok := leaf.(*ast.NumberExpr)
	if !ok || inference.NumberOf(n.Value).Bounded {
		return false
	}
	e.wrong("bad-number", leaf, "%s cannot be %s: numbers are whole and go from %d to %d", what, n.Value,
		math.MinInt32, math.MaxInt32)
	return true
}

// Flag reports a word or a number where a flag stands: Lua would take
// any of them for true.
func (e *judge) Flag(what string, x ast.Expr) {
	switch x.(type) {
	case *ast.StringExpr, *ast.NumberExpr:
		e.wrong("wrong-type", x, "%s must be true or false, not %s", what, e.Expr(x))
	}
}

func (e *judge) Operand(x ast.Expr, t lattice.Type, k lattice.Kinds, message string) {
	if t.Known() && t.Kinds&k == 0 {
		e.wrong("wrong-type", x, message+"%s", t, inZone(k, t.Kinds))
	}
}

func (e *judge) Given(want keyword.Type, optional bool, what string, x ast.Expr, t lattice.Type, around diag.Pos) {
	k := lattice.KindsOf(want)
	place := taker{what, describeType(want), k, !takesReal(want),
		func(t lattice.Type, pos diag.Pos) bool { return e.words(want, what, t, pos) }}
	if x != nil {
		e.eachLiteral(x, func(leaf ast.Expr, _ lattice.Type) bool {
			e.Takes(want, leaf)
			return false
		})
		if e.writtenOut(place, x) {
			return
		}
	}
	if !t.Known() {
		return
	}
	needed := !optional && k&lattice.Nil == 0
	if x != nil && needed && !e.ByPlace(x) {
		e.nothing(x, t)
	}
	got := t.Kinds &^ lattice.Nil
	switch {
	case got == 0 && needed:
		e.errorf("wrong-type", around, "%s must be %s, not nothing (nil)", what, place.kind)
	case e.mistaken(place, t, around):
	case got == lattice.Word && t.Words != nil:
		e.words(want, what, t, around)
	case got&(lattice.List|lattice.Table) == got && k&lattice.Things == 0:
		e.items(want, what, t, around)
	}
}

// exactly is the one number that an expression may be, if there is one.
func (e *judge) exactly(x ast.Expr) (int, bool) {
	if x == nil {
		return 0, false
	}
	t := e.Expr(x)
	return t.Low, t.Only(lattice.Number) && t.Bounded && t.Low == t.High
}
