package inference

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// learn records that an expression, and the object it is a field of, is not nil.
func (e *Evaluator) learn(x ast.Expr) {
	for {
		if path := e.Path(x); path != "" {
			e.learnPath(path)
		}
		get, ok := x.(*ast.AttrGetExpr)
		if !ok {
			return
		}
		x = get.Object
	}
}

func (e *Evaluator) learnPath(path string) {
	if !e.facts.has(path) {
		e.facts = &facts{path, something, e.facts}
	}
}

// becomes records the value assigned to a target.
func (e *Evaluator) becomes(target ast.Expr, value lattice.Type) {
	path := e.Path(target)
	if path == "" {
		return
	}
	e.facts = &facts{e.assigns(target), unknown, e.facts}
	if value.Known() && value.Kinds&lattice.Nil == 0 {
		e.facts = &facts{path, something, e.facts}
	}
}

// assigns is the path of what an assignment changes; "" for none.
func (e *Evaluator) assigns(target ast.Expr) string {
	if _, key, ok := syntax.Field(target); ok {
		return "." + key.Value // another path may lead to the same field
	}
	return e.Path(target)
}

// Path names the variable, the field of one or the call with such that an
// expression reads; "" for any other. A call is taken to give the same again.
func (p *Program) Path(x ast.Expr) string {
	if path, ok := p.paths[x]; ok {
		return path
	}
	path := ""
	switch x := x.(type) {
	case *ast.IdentExpr:
		if v := p.Uses[x]; v != nil {
			path = v.Path()
		} else {
			path = x.Value
		}
	case *ast.AttrGetExpr:
		if of, key, ok := syntax.Field(x); ok {
			if object := p.Path(of); object != "" {
				path = object + "." + key.Value
			}
		}
	case *ast.FuncCallExpr:
		path = p.callPath(x)
	}
	p.paths[x] = path
	return path
}

func (p *Program) callPath(x *ast.FuncCallExpr) string {
	if x.Receiver != nil {
		return ""
	}
	path := p.Path(x.Func)
	if path == "" {
		return ""
	}
	for i, arg := range x.Args {
		one := p.Path(arg)
		if one == "" {
			return ""
		}
		path += string("(,"[min(i, 1)]) + one
	}
	if len(x.Args) == 0 {
		path += "("
	}
	return path + ")"
}

// holds removes nil from the type of an expression that is known not to be nil. Until the
// rounds have settled, a value counts as nil only if it must.
func (e *Evaluator) holds(x ast.Expr, t lattice.Type) lattice.Type {
	if t.Any() || t.Kinds&lattice.Nil == 0 {
		return t
	}
	if !e.settled {
		return t.Without(lattice.Nil)
	}
	if t.Kinds == lattice.Nil {
		return t
	}
	if path := e.Path(x); path != "" && e.facts.has(path) {
		return t.Without(lattice.Nil)
	}
	v := e.VarOf(x)
	switch {
	case v == nil:
	case v.Writes > 0 && v.Owner != e.Fn: // it may be given its value behind the function that reads it
		return t.Without(lattice.Nil)
	case v.with != nil && v.Writes == 0 && e.facts.has(v.with.Path()): // results of one call are there together
		return t.Without(lattice.Nil)
	}
	return t
}

// forget drops the facts about everything that the statements of a loop assign.
func (e *Evaluator) forget(s ast.Stmt, body []ast.Stmt) {
	assigned, ok := e.assigned[s]
	if !ok {
		syntax.WalkStmts(body, func(s ast.Stmt) {
			if s, ok := s.(*ast.AssignStmt); ok {
				for _, target := range s.Lhs {
					if path := e.assigns(target); path != "" {
						assigned = &facts{path, unknown, assigned}
					}
				}
			}
		})
		e.assigned[s] = assigned
	}
	for f := assigned; f != nil; f = f.next {
		e.facts = &facts{f.path, f.what, e.facts}
	}
}

// IsField reports whether an expression reads a field of a name.
func IsField(x ast.Expr, name string) bool {
	_, key, ok := syntax.Field(x)
	return ok && key.Value == name
}

// notEmpty notes that a zone has a card.
func (e *Evaluator) notEmpty(zone ast.Expr) {
	e.learn(zone)
	if path := e.Path(zone); path != "" {
		e.learnPath(path + ".top")
		e.learnPath(path + ".bottom")
	}
}

// together goes on behind two branches.
func (e *Evaluator) together(one, other *facts, oneGone, otherGone bool) {
	switch {
	case oneGone && otherGone:
	case oneGone:
		e.facts = other
	case otherGone:
		e.facts = one
	default:
		e.facts = meet(e.facts, one, other)
	}
}

// leaves reports whether the statements never come to their end.
func leaves(stmts []ast.Stmt) bool {
	if len(stmts) == 0 {
		return false
	}
	switch s := stmts[len(stmts)-1].(type) {
	case *ast.DoBlockStmt:
		return leaves(s.Stmts)
	case *ast.IfStmt:
		return leaves(s.Then) && leaves(s.Else)
	case *ast.WhileStmt:
		_, forever := s.Condition.(*ast.TrueExpr)
		return forever && !hasBreak(s.Stmts)
	default:
		return Ends(s)
	}
}

// ByPlace reports whether an expression gives the cards in a place, or the place they are
// on: scripts know whether there are any.
func (e *Evaluator) ByPlace(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.IdentExpr:
		v := e.Uses[x]
		return v != nil && v.is != nil && e.ByPlace(v.is)
	case *ast.AttrGetExpr:
		return IsField(x, "top") || IsField(x, "bottom") || IsField(x, "host")
	case *ast.FuncCallExpr:
		f := hostOf(x)
		return f != nil && len(f.Params) > 0 && f.Params[0].Type.Kind == keyword.ZoneValue && len(f.Results) > 0
	}
	return false
}
