package inference

import (
	"maps"
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

func newFieldNames() fieldNames {
	return fieldNames{Made: map[string]bool{}, Assigned: map[string]int{}, Taken: map[string]int{}}
}

// take adds the names of one script.
func (n *fieldNames) take(of fieldNames) {
	maps.Copy(n.Made, of.Made)
	for name, count := range of.Assigned {
		n.Assigned[name] += count
	}
	for name, count := range of.Taken {
		n.Taken[name] += count
	}
}

// namesIn collects the names of one script.
func namesIn(c *Chunk) fieldNames {
	n := newFieldNames()
	given := map[ast.Expr]bool{} // tables that go to the API
	targets := map[ast.Expr]bool{}
	syntax.WalkStmts(c.Tree.Stmts, func(s ast.Stmt) {
		switch s := s.(type) {
		case *ast.AssignStmt:
			for _, e := range s.Lhs {
				targets[e] = true
			}
		case *ast.FuncDefStmt:
			if s.Name.Func != nil {
				targets[s.Name.Func] = true
			} else {
				n.Made[s.Name.Method] = true
			}
		}
	})
	syntax.Walk(c.Tree.Stmts, func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.FuncCallExpr:
			if e.Func != nil && isTableFunction(PathOf(e.Func)) {
				for _, arg := range e.Args {
					mark(arg, given)
				}
			}
			if e.Receiver != nil {
				n.Taken[e.Method]++
			}
		case *ast.TableExpr:
			for _, f := range e.Fields {
				if key, ok := f.Key.(*ast.StringExpr); ok && !given[e] {
					n.Made[key.Value] = true
				}
			}
		case *ast.AttrGetExpr:
			if key, ok := e.Key.(*ast.StringExpr); ok {
				if targets[e] {
					n.Assigned[key.Value]++
				} else {
					n.Taken[key.Value]++
				}
			}
		}
	})
	return n
}

// isTableFunction reports whether the tables that a function of the API gets are
// read by the API alone.
func isTableFunction(name string) bool {
	f, ok := keyword.Functions().Method(name)
	return ok && (f.Table != "" || slices.ContainsFunc(f.Params, func(p keyword.Param) bool {
		_, record := alternative(p.Type, keyword.RecordOf)
		return record || p.Type.Kind == keyword.Filter || p.Type.Kind == keyword.MapOf && p.Type.Keys == ""
	}))
}

// mark notes the tables in an expression.
func mark(e ast.Expr, given map[ast.Expr]bool) {
	table, ok := e.(*ast.TableExpr)
	if !ok {
		return
	}
	given[table] = true
	for _, f := range table.Fields {
		mark(f.Value, given)
	}
}

// mayBe reports whether a value of which nothing is known may have a field that
// is read.
func (p *Program) mayBe(name string) bool { return p.mayHave(name, p.Fields.Assigned) }

// MayGet reports whether a value of which nothing is known may be given a field.
func (p *Program) MayGet(name string) bool { return p.mayHave(name, p.Fields.Taken) }

func (p *Program) mayHave(name string, times map[string]int) bool {
	p.asksName(name)
	return !p.entityField(name).Bottom() || p.Fields.Made[name] || times[name] > 0 || p.OpenName(name)
}

// entityField is what a field of any entity is; bottom where none has it.
func (p *Program) entityField(name string) (t lattice.Type) {
	p.read(p.fact(aField, name))
	for _, k := range EntityKinds {
		if f, ok := p.fieldsOf(k)[name]; ok && k != lattice.Settings {
			t = lattice.Join(t, f.Type, nil)
		}
	}
	return t
}

// ByName is what a field of an unknown value is when the name says it all: a
// field that only entities have.
func (p *Program) ByName(name string) lattice.Type {
	p.asksName(name)
	if t := p.entityField(name); !t.Bottom() && !p.Fields.Made[name] && !p.OpenName(name) {
		return t
	}
	return lattice.Top
}

// AllFieldNames returns every name that a field may have, for suggestions.
func (p *Program) AllFieldNames() []string {
	p.asksName("")
	p.ReadsPart(Declared)
	all := map[string]bool{}
	for _, k := range EntityKinds {
		for name := range p.fieldsOf(k) {
			all[name] = true
		}
	}
	p.OpenName("")
	maps.Copy(all, p.Fields.Made)
	maps.Copy(all, p.Open)
	maps.Copy(all, LibraryMembers())
	return Sorted(all)
}

// alternative is a type itself, or the one of its alternatives that is of a kind.
func alternative(t keyword.Type, k keyword.Kind) (keyword.Type, bool) {
	i := slices.IndexFunc(t.Of, func(o keyword.Type) bool { return o.Kind == k })
	switch {
	case t.Kind == k:
		return t, true
	case t.Kind != keyword.Either || i < 0:
		return t, false
	}
	return t.Of[i], true
}
