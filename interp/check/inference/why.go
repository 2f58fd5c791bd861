package inference

import (
	"cmp"
	"fmt"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

func (e *Evaluator) whyFieldNothing(x *ast.AttrGetExpr) string {
	_, key, ok := syntax.Field(x)
	if !ok {
		return "there may be nothing under this key"
	}
	object := e.Peek(x.Object)
	for ev := range lattice.Refs[*Event](object) {
		key := AbsentParam{ev.Trigger, key.Value}
		e.read(e.absence(key))
		if pos, ok := e.absent[key]; ok {
			return fmt.Sprintf("%s is raised without it, at %s", e.Trigger(ev.Trigger).Name, PlaceOf(pos))
		}
	}
	for _, k := range EntityKinds {
		if object.Kinds&k == 0 {
			continue
		}
		f, ok := e.EntityOf(object, k, key.Value)
		if !ok {
			continue
		}
		e.read(e.fact(anEmptying, key.Value))
		if pos, ok := e.emptied[f.Attribute]; ok {
			return fmt.Sprintf("%q is set to nil, at %s", key.Value, PlaceOf(pos))
		}
	}
	switch {
	case key.Value == "top", key.Value == "bottom":
		return "the zone may be empty"
	case key.Value == "host":
		return "the card may lie in a zone of no card"
	case key.Value == "seat" && object.Kinds&lattice.Card != 0:
		return fmt.Sprintf("%s belongs to no seat", e.ObjectName(object))
	}
	return fmt.Sprintf("%q is not always set", key.Value)
}

func (e *Evaluator) whyCallNothing(x *ast.FuncCallExpr) string {
	if f := hostOf(x); f != nil && f.Nothing != "" {
		return f.Nothing
	} else if x.Receiver != nil {
		return fmt.Sprintf(":%s does not always give something", x.Method)
	}
	return fmt.Sprintf("%s does not always return something", cmp.Or(PathOf(x.Func), "the function"))
}

// WhyNothing says how an expression comes to be nothing.
func (e *Evaluator) WhyNothing(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.IdentExpr:
		v := e.Uses[x]
		switch {
		case v == nil:
		case v.Role == Parameter:
			return fmt.Sprintf("%s is called without it", v.Owner.Title())
		case v.is != nil && v.Writes == 0:
			return e.WhyNothing(v.is)
		}
	case *ast.FuncCallExpr:
		return e.whyCallNothing(x)
	case *ast.AttrGetExpr:
		return e.whyFieldNothing(x)
	case *ast.LogicalOpExpr:
		if x.Operator == "or" {
			return e.WhyNothing(x.Rhs)
		}
		return e.WhyNothing(x.Lhs)
	}
	return "it is not set on every way to this place"
}
