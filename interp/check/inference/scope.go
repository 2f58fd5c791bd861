package inference

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// Chunk is one script.
type Chunk struct {
	pack.Script
	Tree *syntax.Tree
	Main *Func
	// number is its own among the scripts; functions, variables and makers, the
	// expressions that make tables, are numbered in the order of the text.
	number    int
	functions []*Func
	variables []*Var
	makers    []ast.Expr
	tables    []*Site
	// result is what the script returns: the module's table.
	Results []lattice.Type
}

// role says how a variable came to be.
type role uint8

const (
	Local role = iota
	Parameter
	LoopVariable
	LocalFunction
)

// Var is a local variable or a parameter.
type Var struct {
	cell
	Name  string
	Pos   diag.Pos
	Role  role
	Owner *Func
	// After is the next parameter, or the next variable of a loop.
	After *Var

	Reads, Writes int
	// Holds is what it may hold.
	Holds lattice.Type
	// is is the expression that a variable is declared with; for those behind the
	// first of several from one call, with is that first one.
	is   ast.Expr
	with *Var
	// Compared are the words that it is compared with somewhere.
	Compared map[string]bool
	// body is the function that a local function is.
	body *Func
	// Tested is set for a parameter that the function looks at before it uses
	// it; needs is what the uses need (demands.go).
	Tested bool
	Needs  lattice.Need
	// Guarded is set for a parameter whose being there the function asks for;
	// Must is set where a use of it fails without a value.
	Guarded, Must bool
}

// Func is a function of a script; the main function is the script itself.
type Func struct {
	cell
	// outdated is set when something has changed that it reads.
	outdated bool
	Chunk    *Chunk
	Outer    *Func
	Expr     *ast.FunctionExpr
	name     string
	// pos is where its name stands, or it itself where it has none.
	pos    diag.Pos
	Params []*Var
	// Replaced is the first parameter of a function that replaces another, which is
	// that one; step what both are called.
	Replaced *Var
	Step     string
	Stmts    []ast.Stmt
	Vararg   bool
	// Results are what it returns, by place; open is set where the number is
	// not known.
	Results []lattice.Type
	open    bool
	// Called is set when something calls it; used when it is reached in any way.
	Called, Used bool
	// AtLoad is set when the script itself calls it.
	AtLoad bool
	// Widened is set when it was handed to something unknown: then its parameters
	// may be anything.
	Widened bool
	// known are the facts at the place where it was made; given are the
	// parameters of the trigger that the conditions of its abilities ask for.
	known *facts
	given []string
	// answered is set for what an ability does once its function when has agreed.
	answered bool
	// asked and had are answered and given as the function was evaluated with them.
	asked bool
	had   []string
}

func (f *Func) Number() int { return f.number }

// Title names the function for people.
func (f *Func) Title() string {
	if f.name == "" {
		return "this function"
	}
	return f.name
}

// block is one block of variables during the reading of names.
type block struct {
	outer *block
	fn    *Func
	names map[string]*Var
}

// resolver finds the variable of every name.
type resolver struct {
	*Program
	chunk *Chunk
	at    *block
}

// resolve reads the names of a script.
func (p *Program) resolve(c *Chunk) {
	r := &resolver{Program: p, chunk: c}
	c.Main = p.newFunction(c, nil, nil)
	c.Main.Stmts, c.Main.name, c.Main.Called, c.Main.Used = c.Tree.Stmts, c.File, true, true
	r.function(c.Main)
}

func (p *Program) newFunction(c *Chunk, outer *Func, e *ast.FunctionExpr) *Func {
	f := &Func{cell: cell{number: numbered(aFunction, c.number, len(c.functions))}, Chunk: c, Outer: outer, Expr: e}
	c.functions = append(c.functions, f)
	if e != nil {
		f.Stmts, f.Vararg, f.pos = e.Stmts, e.ParList.HasVargs, c.Tree.Pos(e)
		p.byExpr[e] = f
	}
	p.Functions = append(p.Functions, f)
	return f
}

func (r *resolver) function(f *Func) {
	r.open(f)
	if f.Expr != nil {
		for i, name := range f.Expr.ParList.Names {
			f.Params = append(f.Params, r.declare(name, r.chunk.Tree.Name(f.Expr, i), Parameter))
		}
		link(f.Params)
	}
	r.block(f.Stmts)
	r.close()
}

func link(variables []*Var) {
	for i := range len(variables) - 1 {
		variables[i].After = variables[i+1]
	}
}

func (r *resolver) open(f *Func) {
	r.at = &block{outer: r.at, fn: f, names: map[string]*Var{}}
}

func (r *resolver) close() { r.at = r.at.outer }

func (r *resolver) declare(name string, pos diag.Pos, how role) *Var {
	v := &Var{cell: cell{number: numbered(aVariable, r.chunk.number, len(r.chunk.variables))}, Name: name, Pos: pos,
		Role: how, Owner: r.at.fn}
	r.chunk.variables = append(r.chunk.variables, v)
	r.at.names[name] = v
	r.Variables = append(r.Variables, v)
	return v
}

func (r *resolver) inner(stmts []ast.Stmt) {
	r.open(r.at.fn)
	r.block(stmts)
	r.close()
}

func (r *resolver) block(stmts []ast.Stmt) {
	for _, s := range stmts {
		r.stmt(s)
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
		v := r.declare(s.Names[0], r.chunk.Tree.Name(s, 0), LocalFunction)
		r.declared[s] = []*Var{v}
		v.body = r.newFunction(r.chunk, r.at.fn, fn)
		v.body.name, v.body.pos = s.Names[0], v.Pos
		r.function(v.body)
		return
	}
	r.exprs(s.Exprs)
	for i, name := range s.Names {
		v := r.declare(name, r.chunk.Tree.Name(s, i), Local)
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

func (r *resolver) named(e *ast.FunctionExpr, name string) *Func {
	f := r.newFunction(r.chunk, r.at.fn, e)
	f.name = name
	r.function(f)
	return f
}

func (r *resolver) loop(s ast.Stmt, names []string, body []ast.Stmt) {
	r.open(r.at.fn)
	for i, name := range names {
		r.declared[s] = append(r.declared[s], r.declare(name, r.chunk.Tree.Name(s, i), LoopVariable))
	}
	link(r.declared[s])
	r.inner(body)
	r.close()
}

func (r *resolver) definition(s *ast.FuncDefStmt) {
	if s.Name.Func == nil {
		r.expr(s.Name.Receiver)
		r.named(s.Func, s.Name.Method).pos = r.chunk.Tree.Name(s, 0)
		return
	}
	r.target(s.Name.Func)
	f := r.named(s.Func, PathOf(s.Name.Func))
	f.pos = r.chunk.Tree.Pos(s.Name.Func)
	if _, key, ok := syntax.Field(s.Name.Func); ok {
		f.pos = r.chunk.Tree.Pos(key)
	}
}

// PathOf returns "a.b" for a path of names.
func PathOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.IdentExpr:
		return e.Value
	case *ast.AttrGetExpr:
		if _, key, ok := syntax.Field(e); ok {
			if object := PathOf(e.Object); object != "" {
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
			v.Writes++
			r.Uses[name], r.Home[name] = v, r.at.fn
		}
		return
	}
	r.expr(e)
}

// VarOf is the variable that an expression names; nil for none.
func (p *Program) VarOf(x ast.Expr) *Var {
	if name, ok := x.(*ast.IdentExpr); ok {
		return p.Uses[name]
	}
	return nil
}

func (r *resolver) find(name string) *Var {
	for b := r.at; b != nil; b = b.outer {
		if v := b.names[name]; v != nil {
			return v
		}
	}
	return nil
}

// inside reports whether the text being read belongs to a function.
func (r *resolver) inside(f *Func) bool {
	for at := r.at.fn; at != nil; at = at.Outer {
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
		r.Home[e] = r.at.fn
	}
	switch e := e.(type) {
	case *ast.IdentExpr:
		if v := r.find(e.Value); v != nil {
			r.Uses[e] = v
			if v.body == nil || !r.inside(v.body) {
				v.Reads++
			}
		}
	case *ast.FunctionExpr:
		r.named(e, "")
	default:
		syntax.EachPart(e, r.expr)
	}
	switch e.(type) {
	case *ast.TableExpr, *ast.FuncCallExpr:
		r.makers[e] = numbered(aTable, r.chunk.number, len(r.chunk.makers))
		r.chunk.makers, r.chunk.tables = append(r.chunk.makers, e), append(r.chunk.tables, nil)
	}
	if table, ok := e.(*ast.TableExpr); ok {
		for _, f := range table.Fields {
			if fn, ok := f.Value.(*ast.FunctionExpr); ok && f.Key != nil {
				r.byExpr[fn].pos = r.chunk.Tree.Pos(f.Key)
			}
		}
	}
}

// Ends reports whether nothing behind a statement in its block is reached.
func Ends(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt, *ast.BreakStmt, *ast.GotoStmt:
		return true
	case *ast.DoBlockStmt:
		return len(s.Stmts) > 0 && Ends(s.Stmts[len(s.Stmts)-1])
	case *ast.IfStmt:
		return len(s.Then) > 0 && len(s.Else) > 0 && Ends(s.Then[len(s.Then)-1]) && Ends(s.Else[len(s.Else)-1])
	case *ast.FuncCallStmt:
		return ends(s.Expr)
	}
	return false
}
