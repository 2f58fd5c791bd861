package code

import (
	"fmt"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// filter checks a filter that a script gives to cards{}, count{} and the like.
func (e *evaluator) filter(table *ast.TableExpr) {
	if e.final {
		e.nobody(table)
	}
	for _, f := range table.Fields {
		switch key := f.Key.(type) {
		case nil:
			if e.final {
				e.errorf("unknown-filter", e.pos(f.Value), "a filter has named conditions, as zone = \"hand\"")
			}
		case *ast.StringExpr:
			e.condition(key.Value, f.Key, f.Value)
		default:
			t := e.expr(f.Key)
			e.require(f.Key, kWord, nil)
			if t.kinds&kWord == 0 || t.words == nil {
				e.boundsOnly(f.Value)
				continue
			}
			for _, w := range t.wordList() {
				if !t.declared || len(t.words) == 1 || !e.someFilter(t) {
					e.condition(w, f.Key, f.Value)
				}
			}
		}
	}
}

// boundsOnly checks the value of a condition whose name is not known: a table with
// named fields can only be bounds.
func (e *evaluator) boundsOnly(value ast.Expr) {
	table, ok := value.(*ast.TableExpr)
	if !ok || !e.final {
		return
	}
	record := keyword.Lookup("bounds")
	for _, f := range table.Fields {
		if key, ok := f.Key.(*ast.StringExpr); ok {
			if _, ok := record.Field(key.Value); !ok && !contains(e.c.Filters.Names(), key.Value) {
				e.unknownName("unknown-key", e.pos(key), fmt.Sprintf("bounds have min and max, not %q", key.Value),
					key.Value, record.Names())
			}
		}
	}
}

// someFilter reports whether one of the words is a condition.
func (e *evaluator) someFilter(t typ) bool {
	for w := range t.words {
		if slices.Contains(e.c.Filters.Names(), w) {
			return true
		}
	}
	return false
}

// condition checks one condition of a filter.
func (e *evaluator) condition(name string, key, value ast.Expr) {
	t := e.expr(value)
	if table, ok := value.(*ast.TableExpr); ok && len(table.Fields) == 0 {
		if e.final {
			e.errorf("empty-condition", e.pos(value), "the condition %s is empty: it says nothing", name)
		}
		return
	}
	if id, ok := e.c.CardAttributes[name]; ok {
		e.attributeCondition(&e.p.Cards[id], value, t)
	} else if k, ok := e.c.Filters.Named(name); ok {
		e.typed("the condition "+name, k.Written(true), value, t)
	} else if e.final {
		e.unknownName("unknown-filter", e.pos(key), fmt.Sprintf("a filter on a card has no condition %q", name),
			name, e.c.Filters.Names())
	}
}

// typed checks the value of a condition against its type.
func (e *evaluator) typed(what string, want keyword.Type, value ast.Expr, t typ) {
	table, isTable := value.(*ast.TableExpr)
	switch {
	case want.Kind == keyword.Filter:
		e.subFilter(what, value, t)
	case want.Kind == keyword.Either && isTable:
		e.filter(table)
	case want.Kind == keyword.ListOf && want.Item.Kind == keyword.Filter:
		e.anyFilter(what, value, t)
	case want.Kind == keyword.Flag:
		e.literalFlag(what, value)
	case want.Kind == keyword.ListOf && want.Item.Kind != keyword.CardValue:
		e.namesCondition(what, want, value, t)
	default:
		e.expect(want, false, what, value, t, e.pos(value))
	}
}

// namesCondition checks a name or a list of names.
func (e *evaluator) namesCondition(what string, want keyword.Type, value ast.Expr, t typ) {
	if table, ok := value.(*ast.TableExpr); ok {
		for _, f := range table.Fields {
			if f.Key == nil {
				e.expect(*want.Item, false, what, f.Value, e.expr(f.Value), e.pos(f.Value))
			}
		}
		return
	}
	e.expect(want, false, what, value, t, e.pos(value))
	if !e.final || t.kinds&(kList|kTable) == 0 {
		return
	}
	if item := e.itemOf(t); item.kinds == kWord && item.words != nil {
		e.words(*want.Item, what, item, e.pos(value))
	}
}

func (e *evaluator) subFilter(what string, value ast.Expr, t typ) {
	e.require(value, kTable|kList|kNil, nil)
	for _, table := range e.constructors(value, t) {
		e.filter(table)
	}
	if e.final && t.known() && t.kinds&(kTable|kList|kNil) == 0 {
		e.errorf("wrong-type", e.pos(value), "%s must be a filter, not %s", what, t)
	}
}

func (e *evaluator) anyFilter(what string, value ast.Expr, t typ) {
	if e.final && t.known() && t.kinds&(kTable|kList|kNil) == 0 {
		e.errorf("wrong-type", e.pos(value), "%s must be a list of filters, not %s", what, t)
	}
	for _, table := range e.constructors(value, t) {
		for _, f := range table.Fields {
			if f.Key != nil {
				if e.final {
					e.errorf("wrong-type", e.pos(f.Key), "%s must be a list of filters: {{...}, {...}}", what)
				}
				return
			}
			e.subFilter(what, f.Value, e.expr(f.Value))
		}
	}
}

// attributeCondition checks a condition on an attribute: a value, a list of
// values, or bounds.
func (e *evaluator) attributeCondition(a *engine.Attribute, value ast.Expr, t typ) {
	want := e.attributeType(a)
	if a.Kind == engine.List {
		want = e.kindType(a.Item, a.Words)
	}
	table, ok := value.(*ast.TableExpr)
	if !ok {
		if want.known() {
			e.require(value, want.kinds&^kNil|kList|kTable, want.words)
		}
		if t.kinds&(kList|kTable) == 0 {
			e.fits(want, a.Name, e.pos(value), t, value)
			e.inRange(a, a.Name, t, value)
		} else if item := e.itemOf(t); item.kinds == kWord {
			e.fits(want, a.Name, e.pos(value), item, nil)
		}
		return
	}
	for _, f := range table.Fields {
		switch key := f.Key.(type) {
		case nil:
			e.fits(want, a.Name, e.pos(f.Value), e.expr(f.Value), f.Value)
			e.inRange(a, a.Name, typ{}, f.Value)
		case *ast.StringExpr:
			e.bound(a, key, f.Value)
		}
	}
}

func (e *evaluator) bound(a *engine.Attribute, key *ast.StringExpr, value ast.Expr) {
	if !e.final {
		e.require(value, kNumber|kNil, nil)
		return
	}
	record := keyword.Lookup("bounds")
	if _, ok := record.Field(key.Value); !ok {
		e.unknownName("unknown-key", e.pos(key), fmt.Sprintf("bounds have min and max, not %q", key.Value),
			key.Value, record.Names())
		return
	}
	if a.Kind != engine.Number {
		e.errorf("wrong-type", e.pos(key), "%q is no number and has no bounds", a.Name)
		return
	}
	e.fits(of(kNumber), key.Value+" of "+a.Name, e.pos(value), e.expr(value), value)
	e.inRange(a, a.Name, typ{}, value)
}
