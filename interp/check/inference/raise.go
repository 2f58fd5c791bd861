package inference

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// lasts notes which abilities last.
func (e *Evaluator) lasts(given map[string]ast.Expr) {
	x := given["ability"]
	if x == nil {
		return
	}
	t := e.Expr(x)
	for _, w := range t.WordList() {
		e.do(nil, func(p *Program) {
			if !p.Lasting[w] {
				p.Lasting[w] = true
				p.wroteAll(digest(w))
			}
		})
	}
}

func (e *Evaluator) apiFinish(_ *ast.FuncCallExpr, _ []lattice.Type, exprs []ast.Expr) []lattice.Type {
	if len(exprs) > 0 {
		if table, ok := exprs[0].(*ast.TableExpr); ok &&
			slices.ContainsFunc(table.Fields, func(f *ast.Field) bool { return f.Key != nil }) {
			e.record("finish", keyword.Lookup("draw"), table)
		}
	}
	return nil
}

// RaisedTriggers are the triggers that the first argument of raise names.
func (e *Evaluator) RaisedTriggers(args []lattice.Type) []engine.TriggerID {
	if len(args) == 0 {
		return nil
	}
	var ids []engine.TriggerID
	for _, w := range args[0].WordList() {
		if id, ok := e.Compiled.Triggers[w]; ok {
			ids = append(ids, id)
		}
	}
	return ids
}

func (e *Evaluator) apiRaise(x *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr) []lattice.Type {
	ids := e.RaisedTriggers(args)
	if len(exprs) > 1 && len(args) > 1 {
		for _, table := range e.Constructors(exprs[1], args[1]) {
			e.raiseParams(ids, table)
			e.leftOut(ids, table, e.Pos(x))
		}
	}
	event := e.applied(ids, args)
	if event.Bottom() {
		return []lattice.Type{lattice.Top}
	}
	return []lattice.Type{event}
}

func (e *Evaluator) apiRaiseAll(x *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr) []lattice.Type {
	ids := e.RaisedTriggers(args)
	if len(exprs) > 1 && len(args) > 1 {
		for _, list := range e.Constructors(exprs[1], args[1]) {
			for _, f := range list.Fields {
				for _, table := range e.Constructors(f.Value, e.Expr(f.Value)) {
					e.raiseParams(ids, table)
					e.leftOut(ids, table, e.Pos(table))
				}
			}
		}
	}
	return []lattice.Type{lattice.ListOf(e.applied(ids, args))}
}

// applied calls the function that makes the change of an event, and returns the
// event.
func (e *Evaluator) applied(ids []engine.TriggerID, args []lattice.Type) lattice.Type {
	var ev lattice.Type
	for _, id := range ids {
		ev = lattice.Join(ev, e.event(eventKey{id, engine.Replace, Applying}), e.widen)
	}
	if len(args) > 2 {
		one := ev
		if one.Bottom() {
			one = lattice.Top
		}
		e.callApply(args[2], one)
	}
	return ev
}

// callApply calls the apply function of raise; it may take no parameter.
func (e *Evaluator) callApply(callee, ev lattice.Type) {
	for f := range lattice.Refs[*Func](callee) {
		e.Program.call(f, []lattice.Type{ev})
	}
}

// raiseParams follows the parameters given to raise.
func (e *Evaluator) raiseParams(ids []engine.TriggerID, table *ast.TableExpr) {
	for key, x := range syntax.Named(table) {
		value := e.Expr(x)
		for _, id := range ids {
			if want, ok := e.Param(&e.Pack.Triggers[id], key.Value); ok {
				e.gave(AbsentParam{id, key.Value}, table, key.Value, value)
				e.require(x, want.Kinds|lattice.Nil, want.Words)
			}
		}
	}
}

func (e *Evaluator) Param(t *engine.Trigger, name string) (lattice.Type, bool) {
	for i := range t.Params {
		if t.Params[i].Name == name {
			return e.kindType(t.Params[i].Kind, t.Params[i].Words), true
		}
	}
	return lattice.Type{}, false
}

func ParamNames(t *engine.Trigger) []string {
	var names []string
	for _, p := range t.Params {
		names = append(names, p.Name)
	}
	return names
}
