package code

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// chunk is one script.
type chunk struct {
	pack.Script
	tree *syntax.Tree
	main *function
	// result is what the script returns: the module's table.
	results []typ
}

// role says how a variable came to be.
type role uint8

const (
	local role = iota
	parameter
	loopVariable
	localFunction
)

// variable is a local variable or a parameter.
type variable struct {
	id    int
	name  string
	pos   diag.Pos
	role  role
	owner *function
	// after is the next parameter, or the next variable of a loop.
	after *variable

	reads, writes int
	// holds is what it may hold.
	holds typ
	// is is the expression that a variable is declared with; for those behind the
	// first of several from one call, with is that first one.
	is   ast.Expr
	with *variable
	// compared are the words that it is compared with somewhere.
	compared map[string]bool
	// body is the function that a local function is.
	body *function
	// tested is set for a parameter that the function looks at before it uses
	// it; needs is what the uses need (demands.go).
	tested bool
	needs  need
	// guarded is set for a parameter whose being there the function asks for;
	// must is set where a use of it fails without a value.
	guarded, must bool
}

// function is a function of a script; the main function is the script itself.
type function struct {
	id    int
	chunk *chunk
	outer *function
	expr  *ast.FunctionExpr
	name  string
	// pos is where its name stands, or it itself where it has none.
	pos    diag.Pos
	params []*variable
	// replaced is the first parameter of a function that replaces another, which is
	// that one; step what both are called.
	replaced *variable
	step     string
	stmts    []ast.Stmt
	vararg   bool
	// results are what it returns, by place; open is set where the number is
	// not known.
	results []typ
	open    bool
	// called is set when something calls it; used when it is reached in any way.
	called, used bool
	// atLoad is set when the script itself calls it.
	atLoad bool
	// widened is set when it was handed to something unknown: then its parameters
	// may be anything.
	widened bool
	// changes is why the function may change the game, nil if it does not.
	changes *change
	calls   []callSite
	// known are the facts at the place where it was made; given are the
	// parameters of the trigger that the conditions of its abilities ask for.
	known *facts
	given []string
	// answered is set for what an ability does once its function when has agreed.
	answered bool
}

func (f *function) number() int { return f.id }

// title names the function for people.
func (f *function) title() string {
	if f.name == "" {
		return "this function"
	}
	return f.name
}

// block is one block of variables during the reading of names.
type block struct {
	outer *block
	fn    *function
	names map[string]*variable
}

// resolver finds the variable of every name.
type resolver struct {
	*program
	chunk *chunk
	at    *block
}

// resolve reads the names of a script.
func (p *program) resolve(c *chunk) {
	r := &resolver{program: p, chunk: c}
	c.main = p.newFunction(c, nil, nil)
	c.main.stmts, c.main.name, c.main.called, c.main.used = c.tree.Stmts, c.File, true, true
	r.function(c.main)
}

func (p *program) newFunction(c *chunk, outer *function, e *ast.FunctionExpr) *function {
	f := &function{id: p.nextID(), chunk: c, outer: outer, expr: e}
	if e != nil {
		f.stmts, f.vararg, f.pos = e.Stmts, e.ParList.HasVargs, c.tree.Pos(e)
		p.byExpr[e] = f
	}
	p.functions = append(p.functions, f)
	return f
}

func (r *resolver) function(f *function) {
	r.open(f)
	if f.expr != nil {
		for i, name := range f.expr.ParList.Names {
			f.params = append(f.params, r.declare(name, r.chunk.tree.Name(f.expr, i), parameter))
		}
		link(f.params)
	}
	r.block(f.stmts)
	r.close()
}

func link(variables []*variable) {
	for i := range len(variables) - 1 {
		variables[i].after = variables[i+1]
	}
}

func (r *resolver) open(f *function) {
	r.at = &block{outer: r.at, fn: f, names: map[string]*variable{}}
}

func (r *resolver) close() { r.at = r.at.outer }

func (r *resolver) declare(name string, pos diag.Pos, how role) *variable {
	v := &variable{id: len(r.variables) + 1, name: name, pos: pos, role: how, owner: r.at.fn}
	if was := r.at.names[name]; was != nil && name != "_" && !strings.HasPrefix(name, "_") {
		r.shadowed = append(r.shadowed, [2]*variable{was, v})
	}
	r.at.names[name] = v
	r.variables = append(r.variables, v)
	return v
}

func (r *resolver) inner(stmts []ast.Stmt) {
	r.open(r.at.fn)
	r.block(stmts)
	r.close()
}

func (r *resolver) block(stmts []ast.Stmt) {
	told := false
	for i, s := range stmts {
		r.stmt(s)
		if i+1 < len(stmts) && ends(s) && !told {
			if _, label := stmts[i+1].(*ast.LabelStmt); !label {
				told = true
				r.warn("unreachable", r.chunk.tree.Stmt(stmts[i+1]),
					"this is never reached: the script goes on elsewhere before it")
			}
		}
	}
}

func (r *resolver) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		r.exprs(s.Rhs)
		for _, e := range s.Lhs {
			r.target(e)
		}
		return
	case *ast.LocalAssignStmt:
		r.local(s)
		return
	case *ast.RepeatStmt: // whose condition sees the variables of its block
		r.open(r.at.fn)
		r.block(s.Stmts)
		r.expr(s.Condition)
		r.close()
		return
	case *ast.FuncDefStmt:
		r.definition(s)
		return
	}
	r.exprs(syntax.Own(s))
	switch s := s.(type) {
	case *ast.NumberForStmt:
		r.loop(s, []string{s.Name}, s.Stmts)
	case *ast.GenericForStmt:
		r.loop(s, s.Names, s.Stmts)
	default:
		for _, inner := range syntax.Blocks(s) {
			r.inner(inner)
		}
	}
}

// local declares variables; a local function knows its own name.
func (r *resolver) local(s *ast.LocalAssignStmt) {
	if fn, ok := single(s.Exprs).(*ast.FunctionExpr); ok && len(s.Names) == 1 {
		v := r.declare(s.Names[0], r.chunk.tree.Name(s, 0), localFunction)
		r.declared[s] = []*variable{v}
		v.body = r.newFunction(r.chunk, r.at.fn, fn)
		v.body.name, v.body.pos = s.Names[0], v.pos
		r.function(v.body)
		return
	}
	r.exprs(s.Exprs)
	for i, name := range s.Names {
		v := r.declare(name, r.chunk.tree.Name(s, i), local)
		switch {
		case i < len(s.Exprs):
			v.is = s.Exprs[i]
		case len(s.Exprs) == 1:
			v.with = r.declared[s][0]
		}
		r.declared[s] = append(r.declared[s], v)
	}
}

func single(list []ast.Expr) ast.Expr {
	if len(list) == 1 {
		return list[0]
	}
	return nil
}

func (r *resolver) named(e *ast.FunctionExpr, name string) *function {
	f := r.newFunction(r.chunk, r.at.fn, e)
	f.name = name
	r.function(f)
	return f
}

func (r *resolver) loop(s ast.Stmt, names []string, body []ast.Stmt) {
	r.open(r.at.fn)
	for i, name := range names {
		r.declared[s] = append(r.declared[s], r.declare(name, r.chunk.tree.Name(s, i), loopVariable))
	}
	link(r.declared[s])
	r.inner(body)
	r.close()
}

func (r *resolver) definition(s *ast.FuncDefStmt) {
	if s.Name.Func == nil {
		r.expr(s.Name.Receiver)
		r.named(s.Func, s.Name.Method).pos = r.chunk.tree.Name(s, 0)
		return
	}
	r.target(s.Name.Func)
	f := r.named(s.Func, pathOf(s.Name.Func))
	f.pos = r.chunk.tree.Pos(s.Name.Func)
	if get, ok := s.Name.Func.(*ast.AttrGetExpr); ok {
		f.pos = r.chunk.tree.Pos(get.Key)
	}
}

// pathOf returns "a.b" for a path of names.
func pathOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.IdentExpr:
		return e.Value
	case *ast.AttrGetExpr:
		if key, ok := e.Key.(*ast.StringExpr); ok {
			if object := pathOf(e.Object); object != "" {
				return object + "." + key.Value
			}
		}
	}
	return ""
}

// target reads what is assigned to.
func (r *resolver) target(e ast.Expr) {
	if name, ok := e.(*ast.IdentExpr); ok {
		if v := r.find(name.Value); v != nil {
			v.writes++
			r.uses[name], r.home[name] = v, r.at.fn
			if v.owner != r.at.fn && v.owner == r.chunk.main {
				r.errorf("upvalue", r.chunk.tree.Pos(name),
					"%q is a variable of the file: scripts have no memory of their own, what lasts is an attribute",
					name.Value)
			}
		}
		return
	}
	r.expr(e)
}

func (r *resolver) find(name string) *variable {
	for b := r.at; b != nil; b = b.outer {
		if v := b.names[name]; v != nil {
			return v
		}
	}
	return nil
}

// inside reports whether the text being read belongs to a function.
func (r *resolver) inside(f *function) bool {
	for at := r.at.fn; at != nil; at = at.outer {
		if at == f {
			return true
		}
	}
	return false
}

func (r *resolver) exprs(list []ast.Expr) {
	for _, e := range list {
		r.expr(e)
	}
}

func (r *resolver) expr(e ast.Expr) {
	if e != nil {
		r.home[e] = r.at.fn
	}
	switch e := e.(type) {
	case *ast.IdentExpr:
		if v := r.find(e.Value); v != nil {
			r.uses[e] = v
			if v.body == nil || !r.inside(v.body) {
				v.reads++
			}
		}
	case *ast.FunctionExpr:
		r.named(e, "")
	default:
		r.exprs(syntax.Parts(e))
	}
	if table, ok := e.(*ast.TableExpr); ok {
		for _, f := range table.Fields {
			if fn, ok := f.Value.(*ast.FunctionExpr); ok && f.Key != nil {
				r.byExpr[fn].pos = r.chunk.tree.Pos(f.Key)
			}
		}
	}
}

// ends reports whether nothing behind a statement in its block is reached.
func ends(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt, *ast.BreakStmt, *ast.GotoStmt:
		return true
	case *ast.DoBlockStmt:
		return len(s.Stmts) > 0 && ends(s.Stmts[len(s.Stmts)-1])
	case *ast.IfStmt:
		return len(s.Then) > 0 && len(s.Else) > 0 && ends(s.Then[len(s.Then)-1]) && ends(s.Else[len(s.Else)-1])
	case *ast.FuncCallStmt:
		call, ok := s.Expr.(*ast.FuncCallExpr)
		if !ok {
			return false
		}
		name, ok := call.Func.(*ast.IdentExpr)
		return ok && name.Value == "error"
	}
	return false
}
