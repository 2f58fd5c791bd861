package inference

import (
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// What a variable holds is known for the whole script at once; whether it is
// nothing (nil) is known for each place. The facts at a place are the paths, such
// as carrier or carrier.seat, that are something there: since a condition asked,
// since something was assigned, or since a use would have failed before. They go
// along with the statements of a function, come together behind branches, and are
// handed to the functions that a script makes at the place.
//
// What the rules do between two looks at the same path is not followed: a card
// that had a host a line above is taken to have one still. So a check that asks
// the facts says too little rather than too much.

// facts is a list of what is known at a place, the latest first. Lists share their
// ends: those of a branch go on from those in front of it.
type facts struct {
	path string
	// what says what became of the path.
	what factKind
	next *facts
}

type factKind uint8

const (
	// something: the path is not nil.
	something factKind = iota
	// unknown: the path is a variable that was assigned, or a field, with its dot,
	// that was assigned on something: what was known of paths with it is so no longer.
	unknown
)

// alike reports whether two lists say the same.
func alike(a, b *facts) bool {
	for a != b {
		if a == nil || b == nil || a.path != b.path || a.what != b.what {
			return false
		}
		a, b = a.next, b.next
	}
	return true
}

// has reports whether a path is known to be something.
func (f *facts) has(path string) bool {
	for ; f != nil; f = f.next {
		switch f.what {
		case something:
			if f.path == path {
				return true
			}
		case unknown:
			if mentions(path, f.path) {
				return false
			}
		}
	}
	return false
}

// mentions reports whether a path has a part: a variable, or a field with its dot.
func mentions(path, part string) bool {
	for from := 0; ; {
		i := strings.Index(path[from:], part)
		if i < 0 {
			return false
		}
		from += i + len(part)
		if from == len(path) || strings.IndexByte(".,()", path[from]) >= 0 {
			return true
		}
	}
}

// learn notes that an expression, and what it is a field of, is something.
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

// becomes notes what is assigned to a target.
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

// Path is the name of a variable among the paths: no other variable has it.
func (v *Var) Path() string { return "#" + strconv.Itoa(v.number) }

// holds takes nil out of what an expression may be where it is known to be
// something. As long as the rounds still find out what there is to know, nothing is
// nil that need not be.
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
	switch v := e.VarOf(x); {
	case v == nil:
	case v.Writes > 0 && v.Owner != e.Fn: // it may be given its value behind the function that reads it
		return t.Without(lattice.Nil)
	case v.with != nil && v.Writes == 0 && e.facts.has(v.with.Path()): // results of one call are there together
		return t.Without(lattice.Nil)
	}
	return t
}

// assume takes in what follows from a condition that holds, or does not.
func (e *Evaluator) assume(x ast.Expr, holds bool) {
	switch x := x.(type) {
	case *ast.IdentExpr:
		if holds {
			e.learn(x)
		}
		if v := e.Uses[x]; v != nil && v.is != nil && v.Writes == 0 {
			is := v.is
			v.is = nil // a condition cannot stand in itself
			e.assume(is, holds)
			v.is = is
		}
	case *ast.AttrGetExpr:
		switch {
		case holds:
			e.learn(x)
		case IsField(x, "empty"):
			e.notEmpty(x.Object)
		}
	case *ast.UnaryNotOpExpr:
		e.assume(x.Expr, !holds)
	case *ast.LogicalOpExpr:
		e.assumeBoth(x, holds)
	case *ast.RelationalOpExpr:
		e.assumeCompared(x, holds)
	case *ast.FuncCallExpr:
		if holds {
			e.assumeCall(x)
			e.learn(x)
		}
	}
}

// assumeBoth takes in a condition with and or or.
func (e *Evaluator) assumeBoth(x *ast.LogicalOpExpr, holds bool) {
	if (x.Operator == "and") == holds {
		e.assume(x.Lhs, holds)
		e.assume(x.Rhs, holds)
		return
	}
	// One of the two decided: what follows from both is known. Where the right
	// one did, the left one went the other way.
	before := e.facts
	e.assume(x.Lhs, holds)
	left := e.facts
	e.facts = before
	e.assume(x.Lhs, !holds)
	e.assume(x.Rhs, holds)
	e.facts = meet(before, left, e.facts)
}

// assumeCompared takes in a comparison.
func (e *Evaluator) assumeCompared(x *ast.RelationalOpExpr, holds bool) {
	switch x.Operator {
	case "~=":
		holds = !holds
		fallthrough
	case "==":
		e.assumeEqual(x.Lhs, x.Rhs, holds)
		e.assumeEqual(x.Rhs, x.Lhs, holds)
	default:
		e.assumeCount(x, holds)
	}
}

// assumeEqual takes in that an expression equals another, or not.
func (e *Evaluator) assumeEqual(x, other ast.Expr, holds bool) {
	switch other := other.(type) {
	case *ast.NilExpr:
		if !holds {
			e.learn(x)
		}
		return
	case *ast.TrueExpr:
		e.assume(x, holds)
		return
	case *ast.FalseExpr:
		if holds {
			e.learn(x)
			e.assume(x, false)
		}
		return
	case *ast.NumberExpr:
		if zone, _, _ := syntax.Field(x); other.Value == "0" && !holds && IsField(x, "count") {
			e.notEmpty(zone)
		}
	}
	if holds && e.Path(x) != "" {
		if t := e.Peek(other); t.Known() && t.Kinds&lattice.Nil == 0 {
			e.learn(x)
		}
	}
}

// Peek is what an expression is, for a condition that was evaluated before:
// nothing is reported of it.
func (e *Evaluator) Peek(x ast.Expr) lattice.Type {
	switch x := x.(type) {
	case *ast.FunctionExpr, *ast.TableExpr:
		return lattice.Top
	case *ast.FuncCallExpr:
		return e.returned(x)
	}
	final, changed := e.Final, e.changed
	e.Final = false
	t := e.Expr(x)
	e.Final, e.changed = final, changed
	return t
}

// returned is what a call of functions of the scripts gives, by what is known of
// them.
func (e *Evaluator) returned(x *ast.FuncCallExpr) lattice.Type {
	if x.Receiver != nil {
		return lattice.Top
	}
	var out lattice.Type
	for _, r := range e.CalleeOf(x).Refs {
		f, ok := r.(*Func)
		if !ok || len(f.Results) == 0 {
			return lattice.Top
		}
		out = lattice.Join(out, f.Results[0], nil)
	}
	return out
}

// IsField reports whether an expression reads a field of a name.
func IsField(x ast.Expr, name string) bool {
	_, key, ok := syntax.Field(x)
	return ok && key.Value == name
}

// assumeCount takes in how many cards a zone has: where it has some, there are a
// top and a bottom one.
func (e *Evaluator) assumeCount(x *ast.RelationalOpExpr, holds bool) {
	more, less, op := x.Lhs, x.Rhs, x.Operator
	if op == "<" || op == "<=" {
		more, less = less, more
	}
	strict := op == "<" || op == ">"
	if !holds {
		more, less, strict = less, more, !strict
	}
	if !IsField(more, "count") {
		return
	}
	zone, _, _ := syntax.Field(more)
	if t := e.Peek(less); t.Kinds == lattice.Number && t.Bounded && (t.Low > 0 || t.Low == 0 && strict) {
		e.notEmpty(zone)
	}
}

// notEmpty notes that a zone has a card.
func (e *Evaluator) notEmpty(zone ast.Expr) {
	e.learn(zone)
	if path := e.Path(zone); path != "" {
		e.learnPath(path + ".top")
		e.learnPath(path + ".bottom")
	}
}

// assumeCall takes in that a call gave something true.
func (e *Evaluator) assumeCall(x *ast.FuncCallExpr) {
	if x.Receiver != nil {
		e.learn(x.Receiver)
	}
	if f := e.hostCalled(x); f != nil && len(x.Args) > 0 && len(f.Results) > 0 && f.Results[0].Kind == keyword.Same {
		e.assume(x.Args[0], true)
	}
}

// meet is what is known behind two ways that come together; both go on from
// before.
func meet(before, one, other *facts) *facts {
	out := before
	// What one way changed holds no longer, whichever was taken.
	for _, way := range []*facts{one, other} {
		for f := way; f != before && f != nil; f = f.next {
			if f.what != something {
				out = &facts{f.path, f.what, out}
			}
		}
	}
	for f := one; f != before && f != nil; f = f.next {
		if f.what == something && one.has(f.path) && other.has(f.path) && !out.has(f.path) {
			out = &facts{f.path, something, out}
		}
	}
	return out
}

// branch evaluates statements under a condition and returns what is known behind
// them; nil and true where they do not come to their end.
func (e *Evaluator) branch(stmts []ast.Stmt, condition ast.Expr, holds bool) (behind *facts, gone bool) {
	before := e.facts
	e.assume(condition, holds)
	e.block(stmts)
	behind = e.facts
	e.facts = before
	return behind, leaves(stmts)
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
		return forever && !breaks(s.Stmts)
	default:
		return Ends(s)
	}
}

// breaks reports whether a loop's statements leave it by break.
func breaks(stmts []ast.Stmt) bool {
	for _, s := range stmts {
		switch s.(type) {
		case *ast.BreakStmt:
			return true
		case *ast.DoBlockStmt, *ast.IfStmt:
			if slices.ContainsFunc(syntax.Blocks(s), breaks) {
				return true
			}
		}
	}
	return false
}

// loop evaluates what is repeated. In it nothing is known of what it assigns, since
// the round before may have.
func (e *Evaluator) loop(s ast.Stmt, body []ast.Stmt, condition ast.Expr) {
	e.forget(s, body)
	before := e.facts
	if condition != nil {
		e.assume(condition, true)
	}
	e.block(body)
	e.facts = before
	if condition != nil && !breaks(body) {
		e.assume(condition, false)
	}
}

// forget drops what is known of all that the statements of a loop assign.
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
