package rules

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
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
		return nil
	case ev.Mode == inference.Asking:
		return finding("a condition (when, among) may only look at ev, not change ev.%s", name)
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
		if p := &trigger.Params[i]; p.Name == name && !p.Write {
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
		if finding = e.cannotWrite(one, name, pos, object); finding == nil {
			t, _ := e.EventField(one, name)
			e.fits(t, name, pos, value, x)
			return
		}
	}
	if finding != nil {
		finding()
	}
}
