package rules

import (
	"fmt"
	"maps"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// after is the outcome for a parameter of the trigger of an ability, as the ability
// finds it: nothing where it is judged before.
func (p *judge) after(a *engine.Ability, param int) *outcome {
	if a.Window != engine.After || a.LastKnown || p.usage.anyRaise {
		return nil
	}
	return p.outcomes[inference.AbsentParam{Trigger: a.Trigger, Name: p.Trigger(a.Trigger).Params[param].Name}]
}

// happened applies an outcome to the open conditions of a card.
func happened(c *filter.Candidate, o *outcome, trigger string) string {
	if o == nil {
		return ""
	}
	const judged = `; heard = "before" judges it on what was before`
	if o.zones != 0 {
		if c.Zones&o.zones == 0 {
			return fmt.Sprintf("it works in %s, and %s has moved the card to %s by then%s", c.ZoneList(c.Zones),
				trigger, c.ZoneList(o.zones), judged)
		}
		c.Zones &= o.zones
	}
	for id, v := range o.values {
		was, bound := c.Values[id]
		if bound && !slices.Contains(was, v) {
			return fmt.Sprintf("%s leaves %s %s, and %s has set it to %s by then%s",
				c.From[id], c.Pack.Cards[id].Name, c.ValueList(was), trigger, c.ValueList([]engine.Value{v}), judged)
		}
	}
	return ""
}

// noteOutcome takes in what the apply function of one raise does with the cards that
// it is given.
func (e *judge) noteOutcome(ids []engine.TriggerID, table *ast.TableExpr, apply lattice.Type) {
	for _, id := range ids {
		trigger := e.Trigger(id)
		for i := range trigger.Params {
			param := &trigger.Params[i]
			if param.Kind != engine.Card || param.Write {
				continue
			}
			key := inference.AbsentParam{Trigger: id, Name: param.Name}
			now := e.appliedTo(table, apply, param.Name)
			words := map[engine.AttributeID]string{} // whose numbers another run may not know
			for id, v := range now.values {
				if v.Kind == engine.Word {
					words[id] = e.Pack().Symbols[v.N]
				}
			}
			e.keeps(func(j *judge) {
				out := &outcome{maps.Clone(now.values), now.zones}
				for id, w := range words {
					out.values[id] = engine.WordValue(j.Compiled().Symbols[w])
				}
				if was, known := j.outcomes[key]; known {
					out = was.meet(out)
				}
				j.outcomes[key] = out
			})
		}
	}
}

// appliedTo is what an apply function does with the card given as a parameter.
func (e *judge) appliedTo(table *ast.TableExpr, apply lattice.Type, param string) *outcome {
	var out *outcome
	for _, f := range inference.FunctionsOf(apply) {
		paths := map[string]bool{}
		if path := e.Path(syntax.Under(table, param)); path != "" {
			paths[path] = true
		}
		if len(f.Params) > 0 {
			paths[f.Params[0].Path()+"."+param] = true
		}
		one := e.outcomeOf(f, paths, 0)
		if out != nil {
			one = out.meet(one)
		}
		out = one
	}
	if out == nil {
		return &outcome{}
	}
	return out
}

// meet is what both outcomes know.
func (o *outcome) meet(other *outcome) *outcome {
	out := &outcome{values: map[engine.AttributeID]engine.Value{}, zones: o.zones | other.zones}
	if o.zones == 0 || other.zones == 0 {
		out.zones = 0
	}
	for id, v := range o.values {
		if w, ok := other.values[id]; ok && v == w {
			out.values[id] = v
		}
	}
	return out
}

// outcomeOf is what a function does, on every way to its end, with the card that
// these paths name.
func (e *judge) outcomeOf(f *inference.Func, paths map[string]bool, deep int) *outcome {
	out := &outcome{values: map[engine.AttributeID]engine.Value{}}
	if deep > 3 {
		return out
	}
	e.Reads(f.Chunk)
	in := &judge{Evaluator: &inference.Evaluator{Program: e.Program, Fn: f, Tree: f.Chunk.Tree}}
	for _, s := range f.Stmts {
		switch s := s.(type) {
		case *ast.AssignStmt:
			in.outcomeAssigned(s, paths, out)
		case *ast.FuncCallStmt:
			if call, ok := s.Expr.(*ast.FuncCallExpr); ok {
				in.outcomeCalled(call, paths, out, deep)
			}
		case *ast.LocalAssignStmt:
		default:
			// Changes on some paths only are not known, and later statements do not run on
			// all paths.
			if blurred(s, out) {
				return out
			}
		}
	}
	return out
}

// blurred drops what a statement with blocks may change, and reports whether it may
// leave the function.
func blurred(s ast.Stmt, out *outcome) bool {
	leaves := false
	syntax.WalkStmts([]ast.Stmt{s}, func(s ast.Stmt) {
		switch s.(type) {
		case *ast.ReturnStmt:
			leaves = true
		case *ast.AssignStmt:
			clear(out.values)
		case *ast.FuncCallStmt:
			out.zones = 0
			clear(out.values)
		}
	})
	return leaves
}

func (e *judge) outcomeAssigned(s *ast.AssignStmt, paths map[string]bool, out *outcome) {
	for i, target := range s.Lhs {
		object, key, ok := syntax.Field(target)
		if object == nil {
			continue
		}
		if !ok {
			clear(out.values)
			continue
		}
		a, id := e.AttributeNamed(key.Value)
		if a == nil {
			continue
		}
		delete(out.values, id)
		if !paths[e.Path(object)] || i >= len(s.Rhs) {
			continue
		}
		switch x := s.Rhs[i].(type) {
		case *ast.StringExpr:
			if w, ok := e.Compiled().Symbols[x.Value]; ok {
				out.values[id] = engine.WordValue(w)
			}
		case *ast.TrueExpr:
			out.values[id] = engine.Bool(true)
		case *ast.FalseExpr:
			out.values[id] = engine.Bool(false)
		}
	}
}

// outcomeCalled takes in a call: of move, and of functions of the scripts.
func (e *judge) outcomeCalled(x *ast.FuncCallExpr, paths map[string]bool, out *outcome, deep int) {
	if x.Receiver != nil {
		return
	}
	at := -1
	for i, arg := range x.Args {
		if paths[e.Path(arg)] {
			at = i
		}
	}
	if inference.PathOf(x.Func) == "move" {
		if at == 0 && len(x.Args) > 1 {
			out.zones = 0
			if t := e.Peek(x.Args[1]); t.Only(lattice.Zone | lattice.Nil) {
				out.zones = t.Zones
			}
		}
		return
	}
	if at < 0 {
		return
	}
	for _, f := range inference.FunctionsOf(e.CalleeOf(x)) {
		if at >= len(f.Params) {
			continue
		}
		inner := e.outcomeOf(f, map[string]bool{f.Params[at].Path(): true}, deep+1)
		maps.Copy(out.values, inner.values)
		if inner.zones != 0 {
			out.zones = inner.zones
		}
	}
}

func (p *judge) headerOf(a *engine.Ability) *compile.Header { return &p.Headers[a.ID] }
