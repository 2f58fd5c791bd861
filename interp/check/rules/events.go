package rules

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// cannotWrite returns how to report an assignment to an event; nil if it may
// be made.
func (e *judge) cannotWrite(ev *inference.Event, name string, pos diag.Pos, object lattice.Type) func() {
	trigger := e.Trigger(ev.Trigger)
	finding := func(format string, args ...any) func() {
		return func() { e.errorf("read-only", pos, format, args...) }
	}
	if _, ok := e.EventField(ev, name); !ok {
		return func() { e.Missing(object, nil, name, pos) }
	}
	switch {
	case ev.Mode == inference.Applying:
		for i := range trigger.Params {
			if p := &trigger.Params[i]; p.Name == name && p.Result {
				return nil
			}
		}
		return finding("%s: what carries the change out may set results alone; the declaration of %s does not say "+
			"result: true", trigger.Name, name)
	case ev.Mode == inference.Asking:
		return finding("a condition (when, from) may only look at ev, not change ev.%s", name)
	case ev.Window == engine.After:
		return finding("%s has happened: ev.%s can be changed in the replace and before windows only", trigger.Name,
			name)
	case name == "cancelled":
		if !trigger.Cancel {
			return finding("%s cannot be cancelled; its declaration does not say cancel: true", trigger.Name)
		}
		return nil
	}
	for i := range trigger.Params {
		if p := &trigger.Params[i]; p.Name == name && p.Result {
			return finding("%s of %s is a result: the function given to raise sets it", name, trigger.Name)
		} else if p.Name == name && !p.Write {
			return finding("%s of %s cannot be changed; its declaration does not say write: true", name, trigger.Name)
		}
	}
	return nil
}

// writeEvent checks an assignment to a parameter of an event; with several events, and
// nothing else, it is wrong when it is wrong for each.
func (e *judge) writeEvent(object lattice.Type, name string, pos diag.Pos, value lattice.Type, x ast.Expr) {
	var finding func()
	for _, r := range object.Refs {
		one, ok := r.(*inference.Event)
		if !ok {
			return // a table it may be takes anything
		}
		finding = e.cannotWrite(one, name, pos, object)
		if finding == nil {
			t, _ := e.EventField(one, name)
			e.fits(t, name, pos, value, x)
			return
		}
	}
	if finding != nil {
		finding()
	}
}

// raised checks the arguments of a trigger, raised once or several times, and notes which
// are left out and the outcome for its cards.
func (e *judge) raised(c *inference.HostCall, i int, _ keyword.Type) {
	ids := e.RaisedTriggers(c)
	open := c.Args[i].Words == nil
	e.keeps(func(j *judge) {
		j.usage.anyRaise = j.usage.anyRaise || open
		for _, id := range ids {
			j.usage.raised[j.Trigger(id).Name] = true
		}
	})
	var tables []*ast.TableExpr
	for table, pos := range e.Raised(c) {
		e.raiseTable(ids, table, pos)
		tables = append(tables, table)
	}
	var apply lattice.Type
	if k := c.Value(func(t keyword.Type) bool { return t.Kind == keyword.Function }); k >= 0 {
		apply = c.Args[k]
	}
	if len(tables) != 1 {
		tables = []*ast.TableExpr{nil}
	}
	e.noteOutcome(ids, tables[0], apply)
}

// raiseTable checks the parameters of one raise.
func (e *judge) raiseTable(ids []engine.TriggerID, table *ast.TableExpr, pos diag.Pos) {
	for _, f := range table.Fields {
		if f.Key == nil {
			e.wrong("unknown-parameter", f.Value, "the parameters of a trigger have names")
		}
	}
	for key, value := range syntax.Named(table) {
		for _, id := range ids {
			trigger := e.Trigger(id)
			if want, ok := e.Param(trigger, key.Value); ok {
				e.fits(want, key.Value, e.Pos(value), e.Expr(value), value)
			} else if key.Value != "cancelled" {
				e.undeclared("unknown-parameter", e.Pos(key), key.Value, inference.ParamNames(trigger),
					e.parameters(trigger.Name), "%s has no parameter %q", trigger.Name, key.Value)
			}
		}
	}
	if s := e.TableOf(table); s != nil && !s.Widened && s.Other.Bottom() {
		e.raises(ids, s, pos)
	}
}
