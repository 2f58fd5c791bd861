package rules

import (
	"fmt"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// raises notes which parameters one raise does not give at all, for the sentences
// that show them.
func (e *judge) raises(ids []engine.TriggerID, s *inference.Site, pos diag.Pos) {
	for _, id := range ids {
		trigger := e.Trigger(id)
		if inference.Misnamed(s, trigger) {
			continue
		}
		for _, param := range trigger.Params {
			if _, ok := s.Fields[param.Name]; ok {
				continue
			}
			of, name := trigger.Name, param.Name
			e.keeps(func(j *judge) {
				if j.usage.lacks[of] == nil {
					j.usage.lacks[of] = map[string]diag.Pos{}
				}
				if _, known := j.usage.lacks[of][name]; !known {
					j.usage.lacks[of][name] = pos
				}
			})
		}
	}
}

// nothing reports the use of an expression that may be nothing.
func (e *judge) nothing(x ast.Expr, t lattice.Type) {
	if !t.Known() || t.Kinds&lattice.Nil == 0 || t.Kinds == lattice.Nil || e.Home[x] != e.Fn {
		return
	}
	severity := diag.Warning
	if v := e.VarOf(x); v != nil && v.Role == inference.Parameter && !v.Guarded {
		return // its callers have to give it
	} else if v != nil && v.Writes > 0 {
		// Which assignment holds here is not known: a loop that always runs has set it.
		severity = diag.Note
	}
	ask := "keep it in a variable and ask first"
	mend := diag.FixHint{}
	if e.Path(x) != "" && !strings.HasSuffix(inference.Describe(x), ")") {
		name := inference.Describe(x)
		ask = "ask first: if " + name + " then"
		mend = diag.FixHint{What: "ask", Name: name}
	}
	e.say(diag.Finding{
		Code: "may-be-nothing", Severity: severity, Pos: e.Pos(x), FixHint: mend,
		Message: fmt.Sprintf("%s may be nothing (nil) here: %s; %s", inference.Describe(x), e.WhyNothing(x), ask),
	})
}

func (e *judge) Used(x ast.Expr, t lattice.Type) { e.nothing(x, t) }
