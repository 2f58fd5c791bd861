package inference

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// table evaluates a table that a script makes.
func (e *Evaluator) table(x *ast.TableExpr) lattice.Type {
	s := e.site(x)
	if e.Final {
		e.hear.Table(x)
	}
	for i, f := range x.Fields {
		if f.Key == nil {
			if call, ok := f.Value.(*ast.FuncCallExpr); ok && i == len(x.Fields)-1 {
				for _, t := range e.multi([]ast.Expr{call}, -1) {
					e.join(&s.cell, &s.Items, t)
				}
				continue
			}
			e.join(&s.cell, &s.Items, e.Expr(f.Value).Without(lattice.Nil)) // a list ends before what is nil
			continue
		}
		if key, ok := f.Key.(*ast.StringExpr); ok {
			e.set(s, key.Value, e.Expr(f.Value))
			continue
		}
		e.put(s, e.Expr(f.Key), e.Expr(f.Value))
	}
	return lattice.RefTo(lattice.Table, s)
}

// Constructors returns the table constructors that an argument may be.
func (e *Evaluator) Constructors(x ast.Expr, t lattice.Type) []*ast.TableExpr {
	if table, ok := x.(*ast.TableExpr); ok {
		return []*ast.TableExpr{table}
	}
	var out []*ast.TableExpr
	for s := range lattice.Refs[*Site](t) {
		if table, ok := s.expr.(*ast.TableExpr); ok {
			e.Reads(s.Fn.Chunk)
			out = append(out, table)
		}
	}
	return out
}

// tableArgument checks the one table that a function takes.
func (e *Evaluator) tableArgument(f *keyword.Func, x *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr) {
	if e.Final && e.hear.Miscounted(f.Name, f, x, args, exprs) || len(args) == 0 || f.Name == "ability" {
		return
	}
	own := single(exprs)
	e.require(own, lattice.List|lattice.Table, nil)
	for _, table := range e.Constructors(own, args[0]) {
		if f.Table == filter.CardFilter {
			e.filter(table)
			continue
		}
		e.record(f.Name, keyword.Lookup(f.Table), table)
	}
}

// record checks a table against a record of the registry.
func (e *Evaluator) record(name string, r *keyword.Record, table *ast.TableExpr) {
	given := map[string]ast.Expr{}
	for key, value := range syntax.Named(table) {
		given[key.Value] = value
		field, ok := r.Field(key.Value)
		if !ok {
			continue
		}
		e.expect(field.Type, !field.Required, name+": "+field.Name, value, e.Expr(value), e.Pos(value))
		if e.Final && field.Type.Kind == keyword.Flag {
			e.hear.Flag(name+": "+field.Name, value)
		}
	}
	if name == "lasting" {
		e.lasts(given)
	}
	if e.Final {
		e.hear.Record(name, r, table, given)
	}
}
