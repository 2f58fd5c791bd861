package inference

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

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
	c.Main.Stmts = c.Tree.Stmts
	c.Main.name = c.File
	c.Main.Called = true
	c.Main.Used = true
	r.function(c.Main)
}

func (p *Program) newFunction(c *Chunk, outer *Func, e *ast.FunctionExpr) *Func {
	f := &Func{cell: cell{number: numbered(aFunction, c.number, len(c.functions))}, Chunk: c, Outer: outer, Expr: e}
	c.functions = append(c.functions, f)
	if e != nil {
		f.Stmts = e.Stmts
		f.Vararg = e.ParList.HasVargs
		f.pos = c.Tree.Pos(e)
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
		v.body.name = s.Names[0]
		v.body.pos = v.Pos
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

// target resolves the target of an assignment.
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
		r.chunk.makers = append(r.chunk.makers, e)
		r.chunk.tables = append(r.chunk.tables, nil)
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

// hostCalled is that function, unless a variable of the script has its name.
func (p *Program) hostCalled(x *ast.FuncCallExpr) *keyword.Func {
	if p.VarOf(x.Func) != nil {
		return nil
	}
	return hostOf(x)
}
