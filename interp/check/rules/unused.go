package rules

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// unasked reports actions that stand under a word under which no script asks
// for actions: no seat is ever offered them.
func (p *judge) unasked() {
	if p.usage.anyAction {
		return
	}
	for i := range p.Headers {
		h := &p.Headers[i]
		kind := h.Fields.Get("action")
		if kind == nil || kind.Text == "" || p.usage.actions[kind.Text] {
			continue
		}
		if p.Pack().Abilities[i].Form == engine.Action {
			p.unknownName("unknown-action", kind, kind.Text, sorted(p.usage.actions),
				"no script asks for the actions under %q, as with actions(%q, seat)", kind.Text, kind.Text)
		}
	}
}

// fixed are the parameters that the engine gives whether they are used or not.
var fixed = map[string]bool{"self": true, "ev": true, "params": true, "seat": true, "card": true}

// unused reports variables that nothing reads.
func (p *judge) unused() {
	for _, v := range p.Variables {
		if v.Role == inference.Parameter && v.Reads > 0 && v.Writes == 0 && !v.Tested && v.Owner.Called &&
			!v.Owner.Widened &&
			v.Holds.Kinds == lattice.Nil {
			p.neverGiven(v)
		}
		if v.Reads > 0 || strings.HasPrefix(v.Name, "_") {
			continue
		}
		switch v.Role {
		case inference.Parameter:
			if !fixed[v.Name] && !laterUsed(v) {
				p.warn("unused-parameter", v,
					"the parameter %q is never used; call it _ if it must stand there", v.Name)
			}
		case inference.LoopVariable:
			if !laterUsed(v) {
				p.warn("unused-local", v, "%q is never used; call it _ if it must stand there", v.Name)
			}
		case inference.LocalFunction:
			p.warn("unused-local", v, "the function %q is never used", v.Name)
		default:
			if v.Writes > 0 {
				p.warn("unused-local", v, "%q is assigned and never read", v.Name)
			} else {
				p.warn("unused-local", v, "%q is never used", v.Name)
			}
		}
	}
}

// neverGiven reports a parameter that every caller leaves out.
func (p *judge) neverGiven(v *inference.Var) {
	if v.Name == "params" {
		p.warn("never-given", v, "the ability declares no params, so that %q is nothing (nil) here", v.Name)
		return
	}
	p.warn("never-given", v, "nothing gives the parameter %q: it is nothing (nil) in every call of %s",
		v.Name, v.Owner.Title())
}

// laterUsed reports whether a parameter or variable behind this one is used: then
// it must stand there.
func laterUsed(v *inference.Var) bool {
	for v = v.After; v != nil; v = v.After {
		if v.Reads > 0 || v.Writes > 0 {
			return true
		}
	}
	return false
}

// written reports what the text of a script alone tells: statements that are never
// reached, and variables of the file that a function assigns.
func (p *judge) written(c *inference.Chunk) {
	p.escapes(c)
	p.unreached(c, c.Tree.Stmts)
	for _, f := range p.Functions {
		if f.Chunk == c && f.Expr != nil {
			p.unreached(c, f.Stmts)
		}
	}
	target := func(x ast.Expr) {
		if v := p.VarOf(x); v != nil && v.Owner == c.Main && p.Home[x] != c.Main {
			p.errorf("upvalue", c.Tree.Pos(x),
				"%q is a variable of the file: scripts have no memory of their own, what lasts is an attribute", v.Name)
		}
	}
	syntax.WalkStmts(c.Tree.Stmts, func(s ast.Stmt) {
		switch s := s.(type) {
		case *ast.AssignStmt:
			for _, x := range s.Lhs {
				target(x)
			}
		case *ast.FuncDefStmt:
			target(s.Name.Func)
		}
	})
}

// unreached reports the first statement of each block that the one before keeps from
// being reached.
func (p *judge) unreached(c *inference.Chunk, stmts []ast.Stmt) {
	reported := false
	for i, s := range stmts {
		if i > 0 && !reported && inference.Ends(stmts[i-1]) {
			if _, label := s.(*ast.LabelStmt); !label {
				reported = true
				p.warn("unreachable", c.Tree.Stmt(s),
					"this is never reached: the script goes on elsewhere before it")
			}
		}
		for _, inner := range syntax.Blocks(s) {
			p.unreached(c, inner)
		}
	}
}
