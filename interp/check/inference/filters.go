package inference

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// filter checks a filter that a script gives to cards{}, count{} and the like.
func (e *Evaluator) filter(table *ast.TableExpr) {
	if e.Final {
		e.hear.Filter(table)
	}
	for _, f := range table.Fields {
		switch key := f.Key.(type) {
		case nil:
		case *ast.StringExpr:
			e.condition(key.Value, f.Key, f.Value)
		default:
			t := e.Expr(f.Key)
			e.require(f.Key, lattice.Word, nil)
			for _, w := range t.WordList() {
				if !t.Declared || len(t.Words) == 1 || !e.someFilter(t) {
					e.condition(w, f.Key, f.Value)
				}
			}
		}
	}
}

// someFilter reports whether one of the words is a condition.
func (e *Evaluator) someFilter(t lattice.Type) bool {
	return slices.ContainsFunc(t.WordList(), func(w string) bool {
		_, ok := e.ConditionNamed(w)
		return ok
	})
}

// condition checks one condition of a filter.
func (e *Evaluator) condition(name string, key, value ast.Expr) {
	t := e.Expr(value)
	if e.Final && !e.hear.Condition(name, key, value) {
		return
	}
	if a, _ := e.AttributeNamed(name); a != nil {
		e.attributeCondition(a, value, t)
	} else if k, ok := e.ConditionNamed(name); ok {
		e.typed("the condition "+name, k.Written(true), value, t)
	}
}

// typed checks the value of a condition against its type.
func (e *Evaluator) typed(what string, want keyword.Type, value ast.Expr, t lattice.Type) {
	table, isTable := value.(*ast.TableExpr)
	switch {
	case want.Kind == keyword.Filter:
		e.subFilter(what, value, t)
	case want.Kind == keyword.Either && isTable:
		e.filter(table)
	case want.Kind == keyword.ListOf && want.Item.Kind == keyword.Filter:
		e.anyFilter(what, value, t)
	case want.Kind == keyword.Flag:
		if e.Final {
			e.hear.Flag(what, value)
		}
	case want.Kind == keyword.ListOf && want.Item.Kind != keyword.CardValue:
		e.namesCondition(what, want, value, t)
	default:
		e.expect(want, false, what, value, t, e.Pos(value))
	}
}

// namesCondition checks a name or a list of names.
func (e *Evaluator) namesCondition(what string, want keyword.Type, value ast.Expr, t lattice.Type) {
	if table, ok := value.(*ast.TableExpr); ok {
		for _, f := range table.Fields {
			if f.Key == nil {
				e.expect(*want.Item, false, what, f.Value, e.Expr(f.Value), e.Pos(f.Value))
			}
		}
		return
	}
	e.expect(want, false, what, value, t, e.Pos(value))
}

func (e *Evaluator) subFilter(what string, value ast.Expr, t lattice.Type) {
	e.require(value, lattice.Table|lattice.List|lattice.Nil, nil)
	for _, table := range e.Constructors(value, t) {
		e.filter(table)
	}
	if e.Final {
		e.hear.Operand(value, t, lattice.Table|lattice.List|lattice.Nil, what+" must be a filter, not %s")
	}
}

func (e *Evaluator) anyFilter(what string, value ast.Expr, t lattice.Type) {
	if e.Final {
		e.hear.Operand(value, t, lattice.Table|lattice.List|lattice.Nil, what+" must be a list of filters, not %s")
	}
	for _, table := range e.Constructors(value, t) {
		for _, f := range table.Fields {
			if f.Key != nil {
				if e.Final {
					e.hear.Operand(f.Key, lattice.Literal(""), lattice.Table,
						what+" must be a list of filters: {{...}, {...}}")
				}
				return
			}
			e.subFilter(what, f.Value, e.Expr(f.Value))
		}
	}
}

// attributeCondition checks a condition on an attribute: a value, a list of
// values, or bounds.
func (e *Evaluator) attributeCondition(a *engine.Attribute, value ast.Expr, t lattice.Type) {
	want := e.attributeType(a)
	if a.Kind == engine.List {
		want = e.kindType(a.Item, a.Words)
	}
	table, ok := value.(*ast.TableExpr)
	if !ok {
		if want.Known() {
			e.require(value, want.Kinds&^lattice.Nil|lattice.List|lattice.Table, want.Words)
		}
	} else {
		for _, f := range table.Fields {
			if f.Key != nil {
				e.require(f.Value, lattice.Number|lattice.Nil, nil)
			}
		}
	}
	if e.Final {
		e.hear.Valued(a, want, value, t)
	}
}
