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
func (e *Evaluator) tableArgument(c *HostCall) {
	if len(c.Args) == 0 || c.Does&keyword.Declares != 0 {
		return
	}
	own := single(c.Exprs)
	e.require(own, lattice.List|lattice.Table, nil)
	for _, table := range e.Constructors(own, c.Args[0]) {
		if c.Table == filter.CardFilter {
			e.filter(table)
			continue
		}
		e.record(c, keyword.Lookup(c.Table), table)
	}
}

// record checks a table that a call is given against a record of the registry.
func (e *Evaluator) record(c *HostCall, r *keyword.Record, table *ast.TableExpr) {
	for key, value := range syntax.Named(table) {
		field, ok := r.Field(key.Value)
		if !ok {
			continue
		}
		what := c.Title + ": " + field.Name
		e.expect(field.Type, !field.Required, what, value, e.Expr(value), e.Pos(value))
		if e.Final && field.Type.Kind == keyword.Flag {
			e.hear.Flag(what, value)
		}
		if field.Type.Ref == keyword.RefAbility { // which acts though it is on no card
			e.lasts(value)
		}
	}
	if e.Final {
		e.hear.Record(c.Title, r, table)
	}
}
