package syntax

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

// Function is a function that a file offers, in a form that leaves out what
// does not matter: comments, places, and the parts of the file that it does not
// use.
type Function struct {
	Name   string
	Line   int
	Params []string
	// Form is the function in one fixed form, before it the locals of the file
	// that it uses, however indirectly.
	Form string
}

// Functions returns the functions in the table that a file of rules returns, in
// the order of the text.
func (t *Tree) Functions() []Function { return t.functions(0) }

// Replacing returns the functions in the second table that a file of rules
// returns: those that take the place of functions of the module it extends.
func (t *Tree) Replacing() []Function { return t.functions(1) }

func (t *Tree) functions(result int) []Function {
	m := t.module(result)
	var out []Function
	for i, s := range t.Stmts {
		switch s := s.(type) {
		case *ast.FuncDefStmt:
			if name, ok := m.field(s.Name.Func); ok {
				out = append(out, Function{name, s.Line(), s.Func.ParList.Names, m.form(i)})
			}
		case *ast.AssignStmt:
			for j, e := range s.Lhs {
				if f, isFunction := exprAt(s.Rhs, j).(*ast.FunctionExpr); isFunction {
					if name, ok := m.field(e); ok {
						out = append(out, Function{name, f.Line(), f.ParList.Names, m.form(i)})
					}
				}
			}
		default:
			out = append(out, m.inTable(s, i)...)
		}
	}
	return out
}

// Values returns the names under which a file of rules puts something else than a
// function into the table that it returns, in the order of the text.
func (t *Tree) Values() []string {
	m := t.module(0)
	var out []string
	for _, s := range t.Stmts {
		assign, ok := s.(*ast.AssignStmt)
		if !ok {
			continue
		}
		for i, e := range assign.Lhs {
			if _, isFunction := exprAt(assign.Rhs, i).(*ast.FunctionExpr); isFunction {
				continue
			}
			if name, ok := m.field(e); ok && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// Member is a part of a table that a file builds: of a header, the function
// under a name.
type Member struct {
	Name string
	Form string
}

// Members returns the functions in the table given to the n-th call of a
// constructor, counted from 0 in the order of the text, each in its fixed form;
// false where the table is not written in place.
func (t *Tree) Members(constructor string, n int) ([]Member, bool) {
	m := t.module(0)
	for i, s := range t.Stmts {
		var found *ast.TableExpr
		Walk([]ast.Stmt{s}, func(e ast.Expr) {
			call, ok := e.(*ast.FuncCallExpr)
			if !ok || len(call.Args) != 1 {
				return
			}
			if name, ok := call.Func.(*ast.IdentExpr); ok && name.Value == constructor {
				if n == 0 && found == nil {
					found, _ = call.Args[0].(*ast.TableExpr)
				}
				n--
			}
		})
		if found == nil {
			continue
		}
		var out []Member
		for _, f := range found.Fields {
			key, ok := f.Key.(*ast.StringExpr)
			if !ok {
				continue
			}
			_, isFunction := f.Value.(*ast.FunctionExpr)
			if name, isName := f.Value.(*ast.IdentExpr); isFunction || isName && m.defined[name.Value] != nil {
				out = append(out,
					Member{key.Value, m.locals(usedIn(f.Value), map[int]bool{i: true}) + PrintExpr(f.Value) + "\n"})
			}
		}
		return out, true
	}
	return nil, false
}

// module is what the statements of a file define for each other.
type module struct {
	stmts []ast.Stmt
	// defined has the statements that give a local of the file its value.
	defined map[string][]int
	// result is which of its results the file is looked at for, table the local that
	// is returned as that one, "" if it is something else.
	result int
	table  string
}

func (t *Tree) module(result int) *module {
	m := &module{stmts: t.Stmts, result: result, defined: map[string][]int{}}
	for i, s := range t.Stmts {
		switch s := s.(type) {
		case *ast.LocalAssignStmt:
			for _, name := range s.Names {
				m.defined[name] = append(m.defined[name], i)
			}
		case *ast.AssignStmt:
			for _, e := range s.Lhs {
				if root := rootOf(e); m.defined[root] != nil {
					m.defined[root] = append(m.defined[root], i)
				}
			}
		case *ast.ReturnStmt:
			if name, ok := exprAt(s.Exprs, result).(*ast.IdentExpr); ok && len(s.Exprs) <= 2 {
				m.table = name.Value
			}
		}
	}
	return m
}

func exprAt(list []ast.Expr, i int) ast.Expr {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// rootOf is the name that an expression such as a.b.c begins with.
func rootOf(e ast.Expr) string {
	for {
		switch at := e.(type) {
		case *ast.IdentExpr:
			return at.Value
		case *ast.AttrGetExpr:
			e = at.Object
		default:
			return ""
		}
	}
}

// field returns the name under which an expression such as rules.f puts
// something into the returned table.
func (m *module) field(e ast.Expr) (string, bool) {
	get, ok := e.(*ast.AttrGetExpr)
	if !ok || m.table == "" {
		return "", false
	}
	object, isName := get.Object.(*ast.IdentExpr)
	key, isText := get.Key.(*ast.StringExpr)
	if !isName || !isText || object.Value != m.table {
		return "", false
	}
	return key.Value, true
}

// inTable finds functions in the constructor of the returned table.
func (m *module) inTable(s ast.Stmt, i int) []Function {
	var table *ast.TableExpr
	switch s := s.(type) {
	case *ast.ReturnStmt:
		table, _ = exprAt(s.Exprs, m.result).(*ast.TableExpr)
	case *ast.LocalAssignStmt:
		if i := slices.Index(s.Names, m.table); i >= 0 && m.table != "" {
			table, _ = exprAt(s.Exprs, i).(*ast.TableExpr)
		}
	}
	if table == nil {
		return nil
	}
	var out []Function
	for _, f := range table.Fields {
		key, isText := f.Key.(*ast.StringExpr)
		fn, isFunction := f.Value.(*ast.FunctionExpr)
		if isText && isFunction {
			form := m.locals(usedIn(fn), map[int]bool{i: true}) + PrintExpr(fn) + "\n"
			out = append(out, Function{key.Value, fn.Line(), fn.ParList.Names, form})
		}
	}
	return out
}

// form is a statement with the locals of the file that it uses.
func (m *module) form(i int) string {
	used := usedIn()
	Walk(m.stmts[i:i+1], used.note)
	return m.locals(used, map[int]bool{i: true}) + Print(m.stmts[i:i+1])
}

// locals prints the statements that define the names used, in the order of the
// text, but the returned table itself.
func (m *module) locals(used *names, done map[int]bool) string {
	wanted := map[int]bool{}
	for more := true; more; {
		more = false
		for name := range used.seen {
			if name == m.table {
				continue
			}
			for _, i := range m.defined[name] {
				if !done[i] {
					done[i], wanted[i], more = true, true, true
					Walk(m.stmts[i:i+1], used.note)
				}
			}
		}
	}
	var out strings.Builder
	for i := range m.stmts {
		if wanted[i] {
			out.WriteString(Print(m.stmts[i : i+1]))
		}
	}
	return out.String()
}

// names are the names that expressions use.
type names struct{ seen map[string]bool }

func usedIn(list ...ast.Expr) *names {
	u := &names{map[string]bool{}}
	for _, e := range list {
		Walk([]ast.Stmt{&ast.ReturnStmt{Exprs: []ast.Expr{e}}}, u.note)
	}
	return u
}

func (u *names) note(e ast.Expr) {
	if name, ok := e.(*ast.IdentExpr); ok {
		u.seen[name.Value] = true
	}
}
