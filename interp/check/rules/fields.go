package rules

import (
	"fmt"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	packast "github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	offered "github.com/ruledeck/ruledeck/interp/script/library"
)

// Missing reports a field that is not there.
func (e *judge) Missing(object lattice.Type, x ast.Expr, name string, pos diag.Pos) {
	if object.Any() {
		if of, ok := x.(*ast.IdentExpr); ok && e.Uses[of] == nil && e.Unknown(of.Value) {
			return // which is told
		}
		e.unknownName("unknown-field", pos, name, e.AllFieldNames(), "nothing has a field %q", name)
		return
	}
	of := inference.Describe(x)
	instead := offered.Instead(of + "." + name)
	kind := object.Kinds &^ lattice.Nil
	code := "unknown-field"
	message := fmt.Sprintf("%s has no field %q", e.ObjectName(object), name)
	switch {
	case kind == lattice.Library && instead != "":
		e.errorf("not-in-the-language", pos, "%s.%s is not available to scripts: %s", of, name, instead)
		return
	case kind == lattice.Rules:
		code = "unknown-module"
		message = fmt.Sprintf("there is no file of rules %q", name)
	case kind == lattice.Library, e.isModule(object):
		code = "unknown-function"
		message = fmt.Sprintf("%s has no function %q", of, name)
	case kind == lattice.Settings:
		code = "unknown-option"
		message = fmt.Sprintf("there is no option %q", name)
	case kind == lattice.Event:
		code = "unknown-parameter"
		message = fmt.Sprintf("%s has no parameter %q", e.EventName(object), name)
	case kind == lattice.Params:
		code = "unknown-parameter"
		message = fmt.Sprintf("the ability declares no parameter %q", name)
	case kind == lattice.Table:
		message = fmt.Sprintf("nothing gives this table a field %q", name)
	case kind&(lattice.Game|lattice.Seat|lattice.Card|lattice.Zone|lattice.Action|lattice.Event|lattice.Params|
		lattice.Table|lattice.List) == 0:
		message = fmt.Sprintf("%s has no fields", object.Without(lattice.Nil))
	}
	if e.Methods(object)[name] != nil {
		message += "; it is a method: write :" + name + "(...)"
	}
	e.undeclared(code, pos, name, e.FieldsOf(object), e.declares(object), "%s", message)
}

// declares says under which keys of a game file fields of an object are declared, "" where
// none are.
func (e *judge) declares(object lattice.Type) string {
	switch object.Kinds &^ lattice.Nil {
	case lattice.Game:
		return "game:"
	case lattice.Seat:
		return "seat:"
	case lattice.Card:
		for i := range lattice.Bits(object.Cards & e.AllTypes) {
			return "types: " + e.Pack().Types[i].Name + ": attributes:"
		}
	case lattice.Event:
		return e.parameters(e.EventName(object))
	}
	return ""
}

// parameters names the keys under which a trigger's parameters are declared, "" for a
// trigger of the engine.
func (e *judge) parameters(trigger string) string {
	own := func(t *packast.Trigger) bool { return t.Name.Text == trigger }
	if slices.ContainsFunc(e.Compiled().Tree.Triggers, own) {
		return "triggers: " + trigger + ": params:"
	}
	return ""
}

// isModule reports whether an object is the table of a rules file.
func (p *judge) isModule(object lattice.Type) bool {
	p.ReadsPart(inference.Steps)
	for _, r := range object.Refs {
		module := false
		for name := range p.Modules {
			module = module || slices.Equal(p.Module(name).Refs, []lattice.Ref{r})
		}
		if !module {
			return false
		}
	}
	return len(object.Refs) > 0
}

// silent reports whether a table may be filled where it cannot be seen.
func (e *judge) silent(object lattice.Type) bool {
	for s := range lattice.Refs[*inference.Site](object) {
		if s.Widened || !s.Other.Bottom() || !s.Items.Bottom() {
			return true
		}
	}
	return false
}

func (e *judge) MissingWord(object lattice.Type, x *ast.AttrGetExpr, name string, declared, others bool) {
	entity := object.Kinds&(lattice.Game|lattice.Seat|lattice.Card|lattice.Zone) != 0 &&
		object.Kinds&(lattice.Table|lattice.List) == 0
	message := fmt.Sprintf("%s has no field %q", e.ObjectName(object), name)
	switch {
	case !others && !declared && object.Kinds&lattice.Table != 0 && !e.silent(object):
		message = fmt.Sprintf("nothing gives this table a field %q", name)
	case !entity || declared && others:
		return
	}
	e.undeclared("unknown-field", e.Pos(x.Key), name, e.FieldsOf(object), e.declares(object), "%s", message)
}
