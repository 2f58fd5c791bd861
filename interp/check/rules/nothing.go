package rules

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// raises notes which parameters one raise does not give at all, for the sentences
// that show them.
func (e *judge) raises(ids []engine.TriggerID, s *inference.Site, pos diag.Pos) {
	for _, id := range ids {
		trigger := &e.Pack.Triggers[id]
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
	if v := e.VarOf(x); v != nil && v.Role == inference.Parameter && !v.Guarded {
		return // its callers have to give it
	}
	ask, mend := "keep it in a variable and ask first", diag.FixHint{}
	if e.Path(x) != "" && !strings.HasSuffix(inference.Describe(x), ")") {
		name := inference.Describe(x)
		ask, mend = "ask first: if "+name+" then", diag.FixHint{What: "ask", Name: name}
	}
	e.say(diag.Finding{
		Code: "may-be-nothing", Severity: diag.Warning, Pos: e.Pos(x), FixHint: mend,
		Message: fmt.Sprintf("%s may be nothing (nil) here: %s; %s", inference.Describe(x), e.WhyNothing(x), ask),
	})
}

func (e *judge) Used(x ast.Expr, t lattice.Type) { e.nothing(x, t) }

// emptyReturns reports a return without a value in a function that ends with one and whose
// values are true or false.
func (p *judge) emptyReturns() {
	const flags = lattice.True | lattice.False
	for _, f := range p.Functions {
		n := len(f.Stmts)
		if n == 0 || len(f.Results) != 1 || f.Results[0].Kinds&flags == 0 ||
			!f.Results[0].Only(flags|lattice.Nil) {
			continue
		}
		if last, ok := f.Stmts[n-1].(*ast.ReturnStmt); !ok || len(last.Exprs) == 0 {
			continue
		}
		syntax.WalkStmts(f.Stmts, func(s ast.Stmt) {
			if r, ok := s.(*ast.ReturnStmt); ok && len(r.Exprs) == 0 {
				at := f.Chunk.Tree.Stmt(s)
				line := strings.Split(f.Chunk.Text, "\n")[at.Line-1]
				at.Column = utf8.RuneCountInString(line[:strings.Index(line, "return")]) + 1
				p.warn("empty-return", at, "this returns nothing, where the function else returns true or false")
			}
		})
	}
}
