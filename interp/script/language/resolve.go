package language

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// MaxArgs bounds the values that a call, a list or an assignment names.
const MaxArgs = 200

// proto is a function as its text says it: shared by all states.
type proto struct {
	chunk  *Chunk
	outer  *proto
	name   string
	line   int
	params []*variable
	stmts  []ast.Stmt
	// slots is the number of variables that are alive at once.
	slots    int
	captures []capture
	// assigned are the captured variables that it assigns.
	assigned []assigned
	inner    []*proto
}

// variable is a local variable or a parameter.
type variable struct {
	name  string
	proto *proto
	slot  int
	// captured is set when a function inside uses it, changed when it is assigned
	// after it was declared.
	captured, changed bool
}

// isCell reports whether the variable stands in a cell: functions share it.
func (v *variable) isCell() bool { return v.captured && v.changed }

// capture is a variable of the functions around that a function keeps.
type capture struct {
	variable *variable
	// outer is its place among the captures of the function around; -1 where it is
	// a variable of that one.
	outer int
}

// assigned is an assignment of the captured variable number kept.
type assigned struct {
	upvalue int
	place   diag.Pos
}

// title names the function in a stack.
func (p *proto) title() string {
	switch {
	case p.outer == nil:
		return ""
	case p.name != "":
		return p.name
	}
	return fmt.Sprintf("the function of line %d", p.line)
}

// keep returns the place of a variable of the functions around among the captures.
func (p *proto) keep(v *variable) int {
	for i := range p.captures {
		if p.captures[i].variable == v {
			return i
		}
	}
	v.captured = true
	c := capture{variable: v, outer: -1}
	if v.proto != p.outer {
		c.outer = p.outer.keep(v)
	}
	p.captures = append(p.captures, c)
	return len(p.captures) - 1
}

// resolver finds the variable of every name, gives each a slot, and refuses what
// the language does not have.
type resolver struct {
	chunk *Chunk
	tree  *syntax.Tree
	proto *proto
	scope *scope
	alive int
	errs  []*Error
}

// scope is a block.
type scope struct {
	outer *scope
	proto *proto
	names []*variable
	// loop is set for the body of a loop, and label names the label at its end.
	loop  bool
	label string
	// begun is the number of variables that were alive before it.
	begun int
}

func (r *resolver) fault(pos diag.Pos, format string, args ...any) {
	r.errs = append(r.errs,
		&Error{File: r.chunk.name, Line: pos.Line, Column: pos.Column, Message: fmt.Sprintf(format, args...)})
}

func (r *resolver) open(loop bool, stmts []ast.Stmt) {
	sc := &scope{outer: r.scope, proto: r.proto, loop: loop, begun: r.alive}
	if n := len(stmts); loop && n > 0 {
		if last, ok := stmts[n-1].(*ast.LabelStmt); ok {
			sc.label = last.Name
		}
	}
	r.scope = sc
}

func (r *resolver) close() {
	r.alive = r.scope.begun
	r.scope = r.scope.outer
}

func (r *resolver) declare(owner any, name string) *variable {
	v := &variable{name: name, proto: r.proto, slot: r.alive}
	r.alive++
	r.proto.slots = max(r.proto.slots, r.alive)
	r.scope.names = append(r.scope.names, v)
	r.chunk.declared[owner] = append(r.chunk.declared[owner], v)
	return v
}

func (r *resolver) find(name string) *variable {
	for sc := r.scope; sc != nil; sc = sc.outer {
		for i := len(sc.names) - 1; i >= 0; i-- {
			if sc.names[i].name == name {
				return sc.names[i]
			}
		}
	}
	return nil
}

// main resolves the whole script.
func (r *resolver) main(stmts []ast.Stmt) *proto {
	p := &proto{chunk: r.chunk, stmts: stmts, line: 1}
	r.proto = p
	r.open(false, nil)
	r.block(stmts)
	r.close()
	return p
}

func (r *resolver) function(e *ast.FunctionExpr, name string, self bool) {
	outer := r.proto
	alive := r.alive
	p := &proto{chunk: r.chunk, outer: outer, name: name, line: e.Line(), stmts: e.Stmts}
	outer.inner = append(outer.inner, p)
	r.chunk.protos[e] = p
	r.proto = p
	r.alive = 0
	r.open(false, nil)
	if self {
		p.params = append(p.params, r.declare(e, "self"))
	}
	for _, param := range e.ParList.Names {
		p.params = append(p.params, r.declare(e, param))
	}
	if e.ParList.HasVargs {
		r.fault(diag.Pos{Line: e.Line()}, "a function cannot take \"...\": give it a list, f({a, b, c})")
	}
	if len(p.params) > MaxArgs {
		r.fault(diag.Pos{Line: e.Line()}, "a function has at most %d parameters", MaxArgs)
	}
	r.block(e.Stmts)
	r.close()
	if p.slots > MaxArgs {
		r.fault(diag.Pos{Line: e.Line()}, "a function has at most %d variables at once", MaxArgs)
	}
	r.proto = outer
	r.alive = alive
}

func (r *resolver) inner(loop bool, stmts []ast.Stmt) {
	r.open(loop, stmts)
	r.block(stmts)
	r.close()
}

func (r *resolver) block(stmts []ast.Stmt) {
	for i, s := range stmts {
		r.stmt(s, i == len(stmts)-1)
	}
}

func (r *resolver) stmt(s ast.Stmt, last bool) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		r.many(s, len(s.Lhs)+len(s.Rhs))
		r.exprs(s.Rhs)
		for _, e := range s.Lhs {
			r.target(e)
		}
	case *ast.LocalAssignStmt:
		r.local(s)
	case *ast.WhileStmt:
		r.expr(s.Condition)
		r.inner(true, s.Stmts)
	case *ast.RepeatStmt:
		r.repeat(s)
	case *ast.IfStmt:
		r.ifs(s)
	case *ast.NumberForStmt:
		r.exprs(syntax.Own(s))
		r.loop(s, []string{s.Name}, s.Stmts)
	case *ast.GenericForStmt:
		r.many(s, len(s.Names)+len(s.Exprs))
		r.exprs(s.Exprs)
		r.loop(s, s.Names, s.Stmts)
	case *ast.FuncDefStmt:
		r.definition(s)
	case *ast.ReturnStmt:
		r.many(s, len(s.Exprs))
		r.exprs(s.Exprs)
	case *ast.BreakStmt:
		if r.around(func(sc *scope) bool { return sc.loop }) == nil {
			r.fault(r.tree.Stmt(s), "break stands in no loop")
		}
	case *ast.LabelStmt:
		if !last || !r.scope.loop {
			r.fault(r.tree.Stmt(s), "a label stands only at the end of a loop, for goto to go on with its next turn")
		}
	case *ast.GotoStmt:
		if r.around(func(sc *scope) bool { return sc.loop && sc.label == s.Label }) == nil {
			r.fault(r.tree.Stmt(s),
				"goto goes only to a label at the end of a loop around it, ::%s:: before its end; elsewhere use if, "+
					"break or return", s.Label)
		}
	default:
		r.exprs(syntax.Own(s))
		for _, inner := range syntax.Blocks(s) {
			r.inner(false, inner)
		}
	}
}

// around finds a block of the running function.
func (r *resolver) around(is func(*scope) bool) *scope {
	for sc := r.scope; sc != nil && sc.proto == r.proto; sc = sc.outer {
		if is(sc) {
			return sc
		}
	}
	return nil
}

func (r *resolver) many(s ast.Stmt, n int) {
	if n > MaxArgs {
		r.fault(r.tree.Stmt(s), "at most %d values can be named at once", MaxArgs)
	}
}

// ifs follows a chain of elseif without going deeper.
func (r *resolver) ifs(s *ast.IfStmt) {
	for {
		r.expr(s.Condition)
		r.inner(false, s.Then)
		next, ok := elseIf(s)
		if !ok {
			r.inner(false, s.Else)
			return
		}
		s = next
	}
}

// elseIf returns the if that is all an else has.
func elseIf(s *ast.IfStmt) (*ast.IfStmt, bool) {
	if len(s.Else) != 1 {
		return nil, false
	}
	next, ok := s.Else[0].(*ast.IfStmt)
	return next, ok
}

// repeat: the condition sees the variables of the body, which a goto to its end
// would leave without values.
func (r *resolver) repeat(s *ast.RepeatStmt) {
	r.open(true, s.Stmts)
	r.block(s.Stmts)
	if r.scope.label != "" && len(r.scope.names) > 0 {
		r.fault(r.tree.Stmt(s), "a repeat with a label at its end cannot have variables of its own: the condition "+
			"after it could see them before they are made; put them into do ... end")
	}
	r.expr(s.Condition)
	r.close()
}

// loop declares the variables of a for.
func (r *resolver) loop(s ast.Stmt, names []string, body []ast.Stmt) {
	r.open(false, nil)
	for _, name := range names {
		r.declare(s, name)
	}
	r.inner(true, body)
	r.close()
}

// local declares variables; a function that is all their value knows its name.
func (r *resolver) local(s *ast.LocalAssignStmt) {
	r.many(s, len(s.Names)+len(s.Exprs))
	if fn, ok := onlyFunction(s); ok {
		r.declare(s, s.Names[0])
		r.function(fn, s.Names[0], false)
		return
	}
	r.exprs(s.Exprs)
	for _, name := range s.Names {
		r.declare(s, name)
	}
}

func onlyFunction(s *ast.LocalAssignStmt) (*ast.FunctionExpr, bool) {
	if len(s.Names) != 1 || len(s.Exprs) != 1 {
		return nil, false
	}
	fn, ok := s.Exprs[0].(*ast.FunctionExpr)
	return fn, ok
}

func (r *resolver) definition(s *ast.FuncDefStmt) {
	if s.Name.Func == nil {
		r.expr(s.Name.Receiver)
		r.function(s.Func, pathOf(s.Name.Receiver)+":"+s.Name.Method, true)
		return
	}
	r.target(s.Name.Func)
	r.function(s.Func, pathOf(s.Name.Func), false)
}

// pathOf returns "a.b" for a path of names.
func pathOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.IdentExpr:
		return e.Value
	case *ast.AttrGetExpr:
		if key, ok := e.Key.(*ast.StringExpr); ok {
			return pathOf(e.Object) + "." + key.Value
		}
	}
	return "?"
}

// target is what an assignment changes.
func (r *resolver) target(e ast.Expr) {
	name, ok := e.(*ast.IdentExpr)
	if !ok {
		r.expr(e)
		return
	}
	v := r.find(name.Value)
	if v == nil {
		r.fault(r.tree.Pos(name), "assignment to the global %q; write \"local %s\" to make a variable",
			name.Value, name.Value)
		return
	}
	v.changed = true
	r.use(name, v)
	if v.proto != r.proto {
		r.proto.assigned = append(r.proto.assigned, assigned{r.proto.keep(v), r.tree.Pos(name)})
	}
}

func (r *resolver) use(e *ast.IdentExpr, v *variable) {
	r.chunk.uses[e] = v
	if v.proto != r.proto {
		r.proto.keep(v)
	}
}

func (r *resolver) exprs(list []ast.Expr) {
	for _, e := range list {
		r.expr(e)
	}
}

func (r *resolver) expr(e ast.Expr) {
	if e == nil {
		return
	}
	switch e := e.(type) {
	case *ast.IdentExpr:
		if v := r.find(e.Value); v != nil {
			r.use(e, v)
		} else {
			r.chunk.word(e.Value)
		}
	case *ast.StringExpr:
		if len(e.Value) > MaxText {
			r.fault(r.tree.Pos(e), "a text has at most %d bytes, this one has %d", MaxText, len(e.Value))
		}
		r.chunk.word(e.Value)
	case *ast.NumberExpr:
		r.number(e)
	case *ast.Comma3Expr:
		r.fault(r.tree.Pos(e), "\"...\" is not available: a function takes named parameters; give it a list for more")
	case *ast.FunctionExpr:
		r.function(e, "", false)
	case *ast.TableExpr:
		r.table(e)
	case *ast.FuncCallExpr:
		if len(e.Args) > MaxArgs {
			r.fault(r.tree.Pos(e), "a call has at most %d arguments", MaxArgs)
		}
		if e.Receiver != nil {
			r.chunk.word(e.Method)
		}
		r.exprs(syntax.Parts(e))
	case *ast.StringConcatOpExpr:
		r.exprs(joined(e))
	default:
		r.exprs(syntax.Parts(e))
	}
}

// table gives the functions in a constructor the names of their fields.
func (r *resolver) table(e *ast.TableExpr) {
	items := 0
	for _, f := range e.Fields {
		if f.Key == nil {
			items++
		}
		r.expr(f.Key)
		key, named := f.Key.(*ast.StringExpr)
		if fn, ok := f.Value.(*ast.FunctionExpr); ok && named {
			r.function(fn, key.Value, false)
			continue
		}
		r.expr(f.Value)
	}
	if items > MaxList {
		r.fault(r.tree.Pos(e), "a list has at most %d items, this one has %d", MaxList, items)
	}
}

// joined returns the operands of a chain of "..".
func joined(e *ast.StringConcatOpExpr) []ast.Expr {
	var operands []ast.Expr
	for {
		operands = append(operands, e.Lhs)
		next, ok := e.Rhs.(*ast.StringConcatOpExpr)
		if !ok {
			return append(operands, e.Rhs)
		}
		e = next
	}
}

// number parses a number once, and rejects malformed ones.
func (r *resolver) number(e *ast.NumberExpr) {
	text := strings.TrimSuffix(e.Value, "\xff") // the end of the script
	if f, ok := literal(text); ok {
		r.chunk.numbers[e] = Float(f)
		return
	}
	r.fault(r.tree.Pos(e), "malformed number %q", text)
}

func literal(text string) (float64, bool) {
	if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") {
		n, err := strconv.ParseInt(text, 0, 64)
		return float64(n), err == nil
	}
	if strings.Contains(text, "_") {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil
}

// word notes a name or a text of the script.
func (ch *Chunk) word(text string) {
	if !ch.seen[text] {
		ch.seen[text] = true
		ch.texts = append(ch.texts, text)
	}
}

// Strings returns every text of the script, names of fields, methods and globals
// among them, in order of appearance and without doubles.
func (ch *Chunk) Strings() []string { return slices.Clone(ch.texts) }
