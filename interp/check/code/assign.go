package code

import (
	"fmt"
	"strconv"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// assign puts a value into a variable or a field; x is the expression that
// gives the value, nil where a call gives several.
func (e *evaluator) assign(target ast.Expr, value typ, x ast.Expr) {
	switch t := target.(type) {
	case *ast.IdentExpr:
		if v := e.uses[t]; v != nil {
			e.join(&v.holds, value)
		}
	case *ast.AttrGetExpr:
		object := e.expr(t.Object)
		e.use(t.Object, object)
		if key, ok := t.Key.(*ast.StringExpr); ok {
			e.assignField(object, t.Object, key.Value, e.pos(t.Key), value, x)
			return
		}
		e.assignIndex(object, t, e.expr(t.Key), value, x)
	}
}

// assignField puts a value into a named field.
func (e *evaluator) assignField(object typ, objectExpr ast.Expr, name string, pos diag.Pos, value typ, x ast.Expr) {
	if object.any() {
		widen(value, e.widen)
		e.assignUnknown(name, pos, value, x)
		return
	}
	found := false
	for _, k := range entityKinds {
		if object.kinds&k == 0 {
			continue
		}
		if f, ok := e.entityOf(object, k, name); ok {
			found = true
			if e.final {
				e.write(f, k, object, name, pos, value, x)
			} else {
				e.needFor(f, x)
				e.empties(f, pos, x)
				if k == kCard && name == "seat" && object.cards&e.seatless != 0 {
					e.seatless, e.changed = e.seatless&^object.cards, true
				}
			}
			e.changesState(pos, name)
		}
	}
	for _, r := range object.refs {
		switch r := r.(type) {
		case *site:
			found = true
			e.set(r, name, value)
			e.ownTable(r, objectExpr, pos)
		case *event:
			found = true
			e.writeEvent(r, object, name, pos, value, x)
		case *paramSet:
			found = true
			e.errorf("frozen", pos, "the parameters of an ability cannot be changed")
		}
	}
	switch {
	case found || !e.final || !object.known() || object.kinds&^kNil == 0:
	case object.kinds&^kNil == kList:
		e.errorf("frozen", pos, "this list belongs to the game and cannot be changed")
	case object.kinds&(kRules|kLibrary|kSettings) != 0:
		e.errorf("frozen", pos, "%s cannot be changed", describe(objectExpr))
	default:
		e.noField(object, objectExpr, name, pos)
	}
}

// assignUnknown assigns to a field of a value of which nothing is known.
func (e *evaluator) assignUnknown(name string, pos diag.Pos, value typ, x ast.Expr) {
	if !e.final {
		return
	}
	if !e.mayGet(name) {
		e.unknownName("unknown-field", pos, fmt.Sprintf("nothing has a field %q", name), name, e.allFieldNames())
		return
	}
	if e.names.made[name] || e.openName(name) {
		return
	}
	if want := e.byName(name); want.known() && !e.names.made[name] {
		e.changesState(pos, name)
		e.fits(want, name, pos, value, x)
	}
}

// write checks an assignment to a field of an entity.
func (e *evaluator) write(f field, k kinds, object typ, name string, pos diag.Pos, value typ, x ast.Expr) {
	if !f.write {
		switch {
		case k == kCard && name == "zone":
			e.errorf("read-only", pos, "a card changes its zone with move(card, zone)")
		case f.attribute != nil:
			e.errorf("read-only", pos, "%q is printed on the card and cannot be changed; state: true makes it state",
				name)
		default:
			e.errorf("read-only", pos, "%q of %s cannot be changed", name, e.objectName(object))
		}
		return
	}
	e.fits(f.typ, name, pos, value, x)
	if a := f.attribute; a != nil && a.Kind == engine.Number {
		e.inRange(a, name, value, x)
	}
}

// needFor notes what a field needs of the parameter that is assigned to it.
func (e *evaluator) needFor(f field, x ast.Expr) {
	if x != nil && f.typ.known() {
		e.require(x, f.typ.kinds|kNil, f.typ.words)
	}
}

// fits checks that a value may be given to something of a type.
func (e *evaluator) fits(want typ, name string, pos diag.Pos, value typ, x ast.Expr) {
	if !e.final || !want.known() {
		return
	}
	if x != nil {
		pos = e.pos(x)
		if e.eachLiteral(x, func(leaf ast.Expr, t typ) bool { return e.literalFits(want, name, leaf, t) }) {
			return
		}
	}
	if !value.known() {
		return
	}
	got := value.kinds &^ kNil
	switch {
	case got == 0:
	case got&want.kinds == 0 && !(got&flag != 0 && want.kinds&flag != 0):
		e.errorf("wrong-type", pos, "%q must be %s, not %s", name, want.without(kNil), value.without(kNil))
	case got == kWord && want.kinds&kWord != 0 && want.words != nil && value.words != nil &&
		disjoint(want.words, value.words):
		w := value.wordList()[0]
		e.unknownName("unknown-word", pos, fmt.Sprintf("%q cannot be %q", name, w), w, want.wordList())
	case got == kWord && want.declared && want.words != nil && !value.declared && value.words != nil && x != nil:
		for _, w := range value.wordList() {
			if !want.words[w] && !e.comparedWith(x, w) {
				e.unknownName("unknown-word", pos,
					fmt.Sprintf("%q cannot be %q, which this may be", name, w), w, want.wordList())
				return
			}
		}
	}
}

// literalFits checks a value written out and reports whether it said something
// about it.
func (e *evaluator) literalFits(want typ, name string, leaf ast.Expr, t typ) bool {
	if e.kept != nil {
		e.kept.fits[leaf] = want
	}
	switch {
	case t.kinds == kNil:
		return false
	case t.kinds&want.kinds == 0 && !(t.kinds&flag != 0 && want.kinds&flag != 0):
		e.errorf("wrong-type", e.pos(leaf), "%q must be %s, not %s", name, want.without(kNil), t)
		return true
	case t.kinds == kNumber && e.whole(leaf, strconv.Quote(name)):
		return true
	case t.kinds == kWord && want.words != nil && want.declared:
		w := t.wordList()[0]
		if !want.words[w] {
			e.unknownName("unknown-word", e.pos(leaf), fmt.Sprintf("%q cannot be %q", name, w), w, want.wordList())
			return true
		}
	}
	return false
}

// eachLiteral visits the values written out that an expression may give, through
// "and" and "or", and reports whether a visit returned true.
func (e *evaluator) eachLiteral(x ast.Expr, visit func(ast.Expr, typ) bool) bool {
	switch l := x.(type) {
	case *ast.StringExpr, *ast.NumberExpr, *ast.TrueExpr, *ast.FalseExpr, *ast.UnaryMinusOpExpr:
		return visit(x, e.expr(x))
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

func disjoint(a, b map[string]bool) bool {
	for w := range a {
		if b[w] {
			return false
		}
	}
	return true
}

// inRange checks numbers written out against the bounds of an attribute.
func (e *evaluator) inRange(a *engine.Attribute, name string, _ typ, x ast.Expr) {
	if x == nil || !a.HasMin && !a.HasMax {
		return
	}
	e.eachLiteral(x, func(leaf ast.Expr, t typ) bool {
		if t.kinds != kNumber || !t.bounded || t.low != t.high {
			return false
		}
		if a.HasMin && t.low < int(a.Min) || a.HasMax && t.low > int(a.Max) {
			e.errorf("out-of-range", e.pos(leaf), "%q cannot be %d: %s", name, t.low, a.Range())
			return true
		}
		return false
	})
}

// assignIndex puts a value under a key that is not written out.
func (e *evaluator) assignIndex(object typ, target *ast.AttrGetExpr, key, value typ, x ast.Expr) {
	if object.any() {
		widen(value, e.widen)
		return
	}
	for _, r := range object.refs {
		s, ok := r.(*site)
		if !ok {
			continue
		}
		e.ownTable(s, target.Object, e.pos(target))
		if key.has(kNumber) || key.bottom() {
			e.join(&s.items, value)
		}
		if key.any() || key.kinds&^(kNumber|kNil) != 0 {
			e.join(&s.other, value)
			e.join(&s.keys, key.without(kNumber|kNil))
		}
	}
	if e.final && object.known() && object.kinds&^kNil == kList {
		e.errorf("frozen", e.pos(target),
			"this list belongs to the game and cannot be changed; make a list of your own")
	}
	if object.kinds&(kGame|kSeat|kCard) == 0 {
		return
	}
	e.changesState(e.pos(target), describe(target.Object))
	for _, w := range key.wordList() {
		for _, k := range entityKinds {
			if object.kinds&k == 0 {
				continue
			}
			if f, ok := e.entityOf(object, k, w); ok && e.final {
				e.write(f, k, object, w, e.pos(target.Key), value, x)
			}
		}
	}
}

// ownTable reports a change of a table that was made while the script was
// loaded: such tables are frozen when a game runs.
func (e *evaluator) ownTable(s *site, object ast.Expr, pos diag.Pos) {
	if !e.final || s.fn == nil || s.fn.outer != nil || e.fn.outer == nil || e.runsAtLoad() {
		return
	}
	e.errorf("frozen", pos, "%s was made when the script was loaded and cannot be changed by a function: scripts "+
		"have no memory of their own", describe(object))
}

// runsAtLoad reports whether the function is one that its script calls itself.
func (e *evaluator) runsAtLoad() bool {
	for f := e.fn; f != nil; f = f.outer {
		if f.atLoad {
			return true
		}
	}
	return false
}
