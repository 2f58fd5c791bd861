package rules

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// misspelt reports whether one of the fields given was probably meant to be the
// field: that was said.
func misspelt(table *ast.TableExpr, r *keyword.Record, name string) bool {
	for key := range syntax.Named(table) {
		if !has(r, key.Value) && diag.Nearest(key.Value, r.Names()) == name {
			return true
		}
	}
	return false
}

// bounds checks numbers of a question that are written out.
func (e *judge) bounds(name string, r *keyword.Record, table *ast.TableExpr) {
	most := syntax.Under(table, "max")
	low, hasLow := e.exactly(syntax.Under(table, "min"))
	high, hasHigh := e.exactly(most)
	if hasLow && hasHigh && low > high {
		e.wrong("out-of-range", most, "%s: max is below min", name)
	}
	for key, x := range syntax.Named(table) {
		f, ok := r.Field(key.Value)
		if n, exact := e.exactly(x); ok && exact && f.Type.Least != nil && n < *f.Type.Least {
			e.wrong("out-of-range", x, "%s: %s cannot be below %d", name, f.Name, *f.Type.Least)
		}
	}
}

// lastingLimit reports an ability with a limit that is to last: uses are counted
// on cards, and an effect is on none.
func (e *judge) lastingLimit(x ast.Expr) {
	e.ReadsPart(inference.Abilities)
	for _, name := range e.Expr(x).WordList() {
		for _, id := range e.Compiled().Abilities[name] {
			if e.Pack().Abilities[id].Limit.Times > 0 {
				e.wrong("limit-on-lasting", x,
					"the ability %q has a limit, which would not hold while it lasts: uses are counted on cards; let "+
						"it end with expire(%q), or count in an attribute", name, name)
				return
			}
		}
	}
}

// lastingParams checks what lasting{} gives an ability.
func (e *judge) lastingParams(ability, given ast.Expr) {
	name, ok := ability.(*ast.StringExpr)
	if !ok {
		return
	}
	params, isTable := given.(*ast.TableExpr)
	if isTable || given == nil {
		e.lastingLacks(name, params)
	}
	set := e.ParamSets()[name.Value]
	if set == nil || !isTable {
		return
	}
	for key, value := range syntax.Named(params) {
		want, ok := set.Fields[key.Value]
		if !ok {
			e.unknownName("unknown-parameter", e.Pos(key), key.Value, sorted(set.Fields),
				"the ability %q has no parameter %q", name.Value, key.Value)
			continue
		}
		e.fits(want, key.Value, e.Pos(value), e.Expr(value), value)
	}
}

// lastingLacks reports parameters that an ability must be given and is not.
func (e *judge) lastingLacks(name *ast.StringExpr, params *ast.TableExpr) {
	if params != nil && slices.ContainsFunc(params.Fields, unnamed) {
		return
	}
	e.ReadsPart(inference.Abilities)
	for _, id := range e.Compiled().Abilities[name.Value] {
		for _, param := range e.Pack().Abilities[id].Params {
			if param.Required && syntax.Under(params, param.Name) == nil {
				e.wrong("missing-parameter", name, "the ability %q needs its parameter %q: params = {%s = ...}",
					name.Value, param.Name, param.Name)
				return
			}
		}
	}
}

// Table reports a field that stands twice.
func (e *judge) Table(x *ast.TableExpr) {
	seen := map[string]bool{}
	for key := range syntax.Named(x) {
		if seen[key.Value] {
			e.wrong("duplicate-key", key, "the field %q stands twice in this table; the last one holds",
				key.Value)
		}
		seen[key.Value] = true
	}
}

// Record checks the names of the fields of a table, and those that belong together.
func (e *judge) Record(name string, r *keyword.Record, table *ast.TableExpr) {
	for _, f := range table.Fields {
		key, ok := f.Key.(*ast.StringExpr)
		switch {
		case f.Key == nil:
			e.wrong("unknown-key", f.Value, "%s takes a table with named fields, as seat = ...", name)
		case ok && r.Gone[key.Value] != "":
			e.say(diag.Gone(e.Pos(f.Key), key.Value, instead(r.Gone[key.Value], table)))
		case ok && !has(r, key.Value):
			e.unknownName("unknown-key", e.Pos(f.Key), key.Value, r.Names(), "%s has no field %q", name, key.Value)
		}
	}
	for _, f := range r.Fields {
		x := syntax.Under(table, f.Name)
		switch {
		case x == nil:
			e.leftOut(name, r, &f, table)
		case f.Type.Under != "":
			e.says(name, f.Type.Under, x, e.Expr(x), syntax.Under(table, "about"), false)
		case f.Type.Ref == keyword.RefAbility:
			t := e.Expr(x)
			open := !t.Known() || t.Words == nil
			e.keeps(func(j *judge) { j.usage.anyLasting = j.usage.anyLasting || open })
			e.lastingParams(x, syntax.Under(table, "params"))
			e.lastingLimit(x)
		}
	}
	e.bounds(name, r, table)
}

// instead is what says now what a field said that is gone: the <names> of fields in it are what the
// table writes there.
func instead(text string, table *ast.TableExpr) string {
	for key, value := range syntax.Named(table) {
		if said, ok := value.(*ast.StringExpr); ok {
			text = strings.ReplaceAll(text, "<"+key.Value+">", said.Value)
		}
	}
	return text
}

// leftOut judges a field that a table leaves out.
func (e *judge) leftOut(name string, r *keyword.Record, f *keyword.Field, table *ast.TableExpr) {
	needed := f.Required || f.InRules && e.Fn.Chunk.Rules
	switch {
	case needed && !misspelt(table, r, f.Name):
		e.wrong("missing-key", table, "%s needs %s: %s", name, f.Name, f.Doc)
	case f.InRules && f.Type.Under != "" && !needed:
		place := Use{Pos: e.Pos(table), Names: map[string]bool{"card": true}}
		under := f.Type.Under
		e.keeps(func(j *judge) { j.usage.say(under, []string{"target"}, false, place) })
	}
}

func has(r *keyword.Record, name string) bool {
	_, ok := r.Field(name)
	return ok
}

// Filter checks the conditions of a filter that no name can be told of.
func (e *judge) Filter(table *ast.TableExpr) {
	e.nobody(table)
	for _, f := range table.Fields {
		if f.Key == nil {
			e.wrong("unknown-filter", f.Value, "a filter has named conditions, as zone = \"hand\"")
		}
	}
}

func (e *judge) Condition(name string, key, value ast.Expr) bool {
	if table, ok := value.(*ast.TableExpr); ok && len(table.Fields) == 0 {
		e.wrong("empty-condition", value, "the condition %s is empty: it says nothing", name)
		return false
	}
	if _, ok := e.ConditionNamed(name); !ok {
		e.unknownName("unknown-filter", e.Pos(key), name, e.Compiled().Filters.Names(),
			"%s", filter.NoCondition(name))
	}
	return true
}

// Valued checks the value of a condition on an attribute: a value, a list of values, or
// bounds.
func (e *judge) Valued(a *engine.Attribute, want lattice.Type, value ast.Expr, t lattice.Type) {
	table, ok := value.(*ast.TableExpr)
	switch {
	case ok:
	case t.Kinds&(lattice.List|lattice.Table) == 0:
		e.fits(want, a.Name, e.Pos(value), t, value)
		e.inRange(a, a.Name, value)
		return
	default:
		if item := e.ItemOf(t); item.Kinds == lattice.Word {
			e.fits(want, a.Name, e.Pos(value), item, nil)
		}
		return
	}
	for _, f := range table.Fields {
		switch key := f.Key.(type) {
		case nil:
			e.fits(want, a.Name, e.Pos(f.Value), e.Expr(f.Value), f.Value)
			e.inRange(a, a.Name, f.Value)
		case *ast.StringExpr:
			e.bound(a, key, f.Value)
		}
	}
}

func (e *judge) bound(a *engine.Attribute, key *ast.StringExpr, value ast.Expr) {
	record := keyword.Lookup("bounds")
	if !has(record, key.Value) {
		e.unknownName("unknown-key", e.Pos(key), key.Value, record.Names(),
			"bounds have min and max, not %q", key.Value)
		return
	}
	if a.Kind != engine.Number {
		e.wrong("wrong-type", key, "%q is not a number and has no bounds", a.Name)
		return
	}
	e.fits(lattice.Of(lattice.Number), key.Value+" of "+a.Name, e.Pos(value), e.Expr(value), value)
	e.inRange(a, a.Name, value)
}
