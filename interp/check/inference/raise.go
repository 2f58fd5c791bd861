package inference

import (
	"iter"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// lasts notes which abilities last.
func (e *Evaluator) lasts(x ast.Expr) {
	t := e.Expr(x)
	for _, w := range t.WordList() {
		e.do(nil, func(p *Program) { p.lastsAs(w) })
	}
}

// lastsAs notes that an ability acts on cards that do not carry it.
func (p *Program) lastsAs(name string) {
	if !p.Lasting[name] {
		p.Lasting[name] = true
		p.changed, p.engine.outdated = true, true
	}
}

// RaisedTriggers are the triggers that a call names.
func (e *Evaluator) RaisedTriggers(c *HostCall) []engine.TriggerID {
	var ids []engine.TriggerID
	if i, ref := c.Names(); ref == keyword.RefTrigger {
		for _, w := range c.Args[i].WordList() {
			if id, ok := numberOf(e.Program, keyword.RefTrigger, e.compiled.Triggers, w); ok {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// Raised goes over the tables with parameters of triggers that a call is given, each with
// the place of the event.
func (e *Evaluator) Raised(c *HostCall) iter.Seq2[*ast.TableExpr, diag.Pos] {
	return func(yield func(*ast.TableExpr, diag.Pos) bool) {
		for i, p := range c.Given() {
			of := p.Type
			list := p.Type.Kind == keyword.ListOf
			if list {
				of = *of.Item
			}
			if of.Keys != keyword.RefParameter {
				continue
			}
			for _, table := range e.Constructors(c.Expr(i), c.Args[i]) {
				if !list && !yield(table, e.Pos(c.X)) {
					return
				}
				for k := 0; list && k < len(table.Fields); k++ {
					x := table.Fields[k].Value
					for _, one := range e.Constructors(x, e.Expr(x)) {
						if !yield(one, e.Pos(one)) {
							return
						}
					}
				}
			}
		}
	}
}

// raiseParams follows the parameters given to raise.
func (e *Evaluator) raiseParams(ids []engine.TriggerID, table *ast.TableExpr) {
	for key, x := range syntax.Named(table) {
		value := e.Expr(x)
		for _, id := range ids {
			if want, ok := e.Param(e.Trigger(id), key.Value); ok {
				e.gave(AbsentParam{id, key.Value}, table, key.Value, value)
				e.require(x, want.Kinds|lattice.Nil, want.Words)
			}
		}
	}
}
