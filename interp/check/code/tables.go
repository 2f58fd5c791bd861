package code

import (
	"fmt"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// table evaluates a table that a script makes.
func (e *evaluator) table(x *ast.TableExpr) typ {
	s := e.site(x, e.fn)
	e.mixed(x)
	seen := map[string]bool{}
	for i, f := range x.Fields {
		if f.Key == nil {
			if call, ok := f.Value.(*ast.FuncCallExpr); ok && i == len(x.Fields)-1 {
				for _, t := range e.multi([]ast.Expr{call}, -1) {
					e.join(&s.items, t)
				}
				continue
			}
			e.join(&s.items, e.expr(f.Value).without(kNil)) // a list ends before what is nil
			continue
		}
		if key, ok := f.Key.(*ast.StringExpr); ok {
			if seen[key.Value] {
				e.errorf("duplicate-key", e.pos(f.Key),
					"the field %q stands twice in this table; the last one holds", key.Value)
			}
			seen[key.Value] = true
			e.set(s, key.Value, e.expr(f.Value))
			continue
		}
		key, value := e.expr(f.Key), e.expr(f.Value)
		if key.has(kNumber) {
			e.join(&s.items, value)
		}
		if key.any() || key.kinds&^(kNumber|kNil) != 0 {
			e.join(&s.other, value)
			e.join(&s.keys, key.without(kNumber|kNil))
		}
	}
	return refTo(kTable, s)
}

// mixed reports a list of words written out in which one item is a number, a flag or
// an empty table.
func (e *evaluator) mixed(x *ast.TableExpr) {
	if !e.final {
		return
	}
	var odd ast.Expr
	words := 0
	for _, f := range x.Fields {
		switch value := f.Value.(type) {
		case *ast.StringExpr:
			words++
		case *ast.NumberExpr, *ast.TrueExpr, *ast.FalseExpr, *ast.TableExpr:
			table, ok := value.(*ast.TableExpr)
			if odd != nil || ok && len(table.Fields) > 0 {
				return
			}
			odd = f.Value
		default:
			return
		}
		if f.Key != nil {
			return
		}
	}
	if odd != nil && words > 1 {
		e.warn("mixed-list", e.pos(odd), "%s stands in a list of words", e.expr(odd))
	}
}

// constructors returns the table constructors that an argument may be.
func (e *evaluator) constructors(x ast.Expr, t typ) []*ast.TableExpr {
	if table, ok := x.(*ast.TableExpr); ok {
		return []*ast.TableExpr{table}
	}
	var out []*ast.TableExpr
	for _, r := range t.refs {
		if s, ok := r.(*site); ok {
			if table, ok := s.expr.(*ast.TableExpr); ok {
				out = append(out, table)
			}
		}
	}
	return out
}

// tableArgument checks the one table that a function takes.
func (e *evaluator) tableArgument(f *keyword.Func, x *ast.FuncCallExpr, args []typ, exprs []ast.Expr) {
	if e.final && (len(exprs) > 1 || len(args) == 0) {
		pos := e.pos(x)
		if len(exprs) > 1 {
			pos = e.pos(exprs[1])
		}
		e.errorf("wrong-count", pos, "%s takes one table: %s{...}", f.Name, f.Name)
		return
	}
	if len(args) == 0 || f.Name == "ability" {
		return
	}
	if len(exprs) == 1 {
		e.require(exprs[0], kList|kTable, nil)
	}
	t := args[0]
	if e.final && t.known() && t.kinds&(kList|kTable) == 0 {
		pos := e.pos(x)
		if len(exprs) == 1 {
			pos = e.pos(exprs[0])
		}
		e.errorf("wrong-type", pos, "%s takes a table: %s{...}, not %s", f.Name, f.Name, t)
		return
	}
	var own ast.Expr
	if len(exprs) == 1 {
		own = exprs[0]
	}
	for _, table := range e.constructors(own, t) {
		if f.Table == filter.CardFilter {
			e.filter(table)
			continue
		}
		e.record(f.Name, keyword.Lookup(f.Table), table)
	}
}

// record checks a table against a record of the registry.
func (e *evaluator) record(name string, r *keyword.Record, table *ast.TableExpr) {
	given := map[string]ast.Expr{}
	for _, f := range table.Fields {
		key, ok := f.Key.(*ast.StringExpr)
		if !ok {
			if f.Key == nil && e.final {
				e.errorf("unknown-key", e.pos(f.Value), "%s takes a table with named fields, as seat = ...", name)
			}
			continue
		}
		given[key.Value] = f.Value
		field, ok := r.Field(key.Value)
		if !ok {
			if e.final {
				e.unknownName("unknown-key", e.pos(f.Key),
					fmt.Sprintf("%s has no field %q", name, key.Value), key.Value, r.Names())
			}
			continue
		}
		t := e.expr(f.Value)
		e.expect(field.Type, !field.Required, name+": "+field.Name, f.Value, t, e.pos(f.Value))
		if literalOnly(field.Type) {
			e.literalFlag(name+": "+field.Name, f.Value)
		}
	}
	if name == "lasting" {
		e.lasts(given)
	}
	if !e.final {
		return
	}
	for _, f := range r.Fields {
		if _, ok := given[f.Name]; f.Required && !ok && !misspelt(given, r, f.Name) {
			e.errorf("missing-key", e.pos(table), "%s needs %s: %s", name, f.Name, f.Doc)
		}
	}
	e.recordTexts(name, given)
	e.bounds(name, given)
	if name == "lasting" {
		e.lastingParams(given)
		e.lastingLimit(given)
	}
}

// misspelt reports whether one of the fields given was probably meant to be the
// field: that was said.
func misspelt(given map[string]ast.Expr, r *keyword.Record, name string) bool {
	for key := range given {
		if _, ok := r.Field(key); !ok && diag.Nearest(key, r.Names()) == name {
			return true
		}
	}
	return false
}

func literalOnly(t keyword.Type) bool { return t.Kind == keyword.Flag }

// literalFlag reports a word or a number where a flag stands: Lua would take
// any of them for true.
func (e *evaluator) literalFlag(what string, x ast.Expr) {
	switch x.(type) {
	case *ast.StringExpr, *ast.NumberExpr:
		if e.final {
			e.errorf("wrong-type", e.pos(x), "%s must be true or false, not %s", what, e.expr(x))
		}
	}
}

// bounds checks numbers of a question that are written out.
func (e *evaluator) bounds(name string, given map[string]ast.Expr) {
	value := func(field string) (int, bool) {
		x, ok := given[field]
		if !ok {
			return 0, false
		}
		t := e.expr(x)
		return t.low, t.kinds == kNumber && t.bounded && t.low == t.high
	}
	low, hasLow := value("min")
	high, hasHigh := value("max")
	if hasLow && hasHigh && low > high {
		e.errorf("out-of-range", e.pos(given["max"]), "%s: max is below min", name)
	}
	if name == "choose.number" {
		return
	}
	for _, field := range []string{"min", "max", "total"} {
		if n, ok := value(field); ok && n < 0 {
			e.errorf("out-of-range", e.pos(given[field]), "%s: %s cannot be below 0", name, field)
		}
	}
}

// lastingLimit reports an ability with a limit that is to last: uses are counted
// on cards, and an effect is on none.
func (e *evaluator) lastingLimit(given map[string]ast.Expr) {
	x := given["ability"]
	if x == nil {
		return
	}
	for _, name := range e.expr(x).wordList() {
		for _, id := range e.c.Abilities[name] {
			if e.p.Abilities[id].Limit.Times > 0 {
				e.errorf("limit-on-lasting", e.pos(x),
					"the ability %q has a limit, which would not hold while it lasts: uses are counted on cards; let "+
						"it end with expire(%q), or count in an attribute", name, name)
				return
			}
		}
	}
}

// lastingParams checks what lasting{} gives an ability.
func (e *evaluator) lastingParams(given map[string]ast.Expr) {
	name, ok := given["ability"].(*ast.StringExpr)
	if !ok {
		return
	}
	params, isTable := given["params"].(*ast.TableExpr)
	if isTable || given["params"] == nil {
		e.lastingLacks(name, params)
	}
	set := e.paramSets()[name.Value]
	if set == nil || !isTable {
		return
	}
	for _, f := range params.Fields {
		key, ok := f.Key.(*ast.StringExpr)
		if !ok {
			continue
		}
		want, ok := set.fields[key.Value]
		if !ok {
			e.unknownName("unknown-parameter", e.pos(f.Key),
				fmt.Sprintf("the ability %q has no parameter %q", name.Value, key.Value), key.Value, sorted(set.fields))
			continue
		}
		e.fits(want, key.Value, e.pos(f.Value), e.expr(f.Value), f.Value)
	}
}

// lastingLacks reports parameters that an ability must be given and is not.
func (e *evaluator) lastingLacks(name *ast.StringExpr, params *ast.TableExpr) {
	given := map[string]bool{}
	if params != nil {
		for _, f := range params.Fields {
			key, ok := f.Key.(*ast.StringExpr)
			if !ok {
				return
			}
			given[key.Value] = true
		}
	}
	for _, id := range e.c.Abilities[name.Value] {
		for _, param := range e.p.Abilities[id].Params {
			if param.Required && !given[param.Name] {
				e.errorf("missing-parameter", e.pos(name), "the ability %q needs its parameter %q: params = {%s = ...}",
					name.Value, param.Name, param.Name)
				return
			}
		}
	}
}
