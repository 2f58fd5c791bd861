package code

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// fieldNames are the names of fields in all scripts: what a value may have of
// which nothing is known.
type fieldNames struct {
	// made are the names in tables that scripts keep; tables that go straight
	// to the API do not count.
	made map[string]bool
	// assigned and read say how often a name is assigned and read.
	assigned, taken map[string]int
}

func newFieldNames() fieldNames {
	return fieldNames{map[string]bool{}, map[string]int{}, map[string]int{}}
}

// read collects the names of one script.
func (n *fieldNames) read(c *chunk) {
	given := map[ast.Expr]bool{} // tables that go to the API
	targets := map[ast.Expr]bool{}
	syntax.WalkStmts(c.tree.Stmts, func(s ast.Stmt) {
		switch s := s.(type) {
		case *ast.AssignStmt:
			for _, e := range s.Lhs {
				targets[e] = true
			}
		case *ast.FuncDefStmt:
			if s.Name.Func != nil {
				targets[s.Name.Func] = true
			} else {
				n.made[s.Name.Method] = true
			}
		}
	})
	syntax.Walk(c.tree.Stmts, func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.FuncCallExpr:
			if e.Func != nil && isTableFunction(pathOf(e.Func)) {
				for _, arg := range e.Args {
					mark(arg, given)
				}
			}
			if e.Receiver != nil {
				n.taken[e.Method]++
			}
		case *ast.TableExpr:
			for _, f := range e.Fields {
				if key, ok := f.Key.(*ast.StringExpr); ok && !given[e] {
					n.made[key.Value] = true
				}
			}
		case *ast.AttrGetExpr:
			if key, ok := e.Key.(*ast.StringExpr); ok {
				if targets[e] {
					n.assigned[key.Value]++
				} else {
					n.taken[key.Value]++
				}
			}
		}
	})
}

// isTableFunction reports whether the tables that a function of the API gets are
// read by the API alone.
func isTableFunction(name string) bool {
	f, ok := keyword.FuncNamed(name)
	return ok && name != "raise" && name != "raise_all" &&
		(f.Table != "" || name == "say" || name == "sum" || name == "finish")
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
func (p *program) mayBe(name string) bool {
	return p.entityField(name) || p.names.made[name] || p.names.assigned[name] > 0 || p.openName(name)
}

// mayGet reports whether a value of which nothing is known may be given a field.
func (p *program) mayGet(name string) bool {
	return p.entityField(name) || p.names.made[name] || p.names.taken[name] > 0 || p.openName(name)
}

// openName reports whether a name is a parameter of a trigger, of an ability, or
// an option.
func (p *program) openName(name string) bool {
	if p.open == nil {
		p.open = map[string]bool{"cancelled": true}
		for i := range p.p.Triggers {
			for _, param := range p.p.Triggers[i].Params {
				p.open[param.Name] = true
			}
		}
		for i := range p.p.Abilities {
			for _, param := range p.p.Abilities[i].Params {
				p.open[param.Name] = true
			}
		}
		for name := range p.settings {
			p.open[name] = true
		}
		for name := range p.modules {
			p.open[name] = true
		}
		for _, entry := range libraryNames {
			p.open[entry] = true
		}
	}
	return p.open[name]
}

// entityField reports whether an entity has a field of the name.
func (p *program) entityField(name string) bool {
	for _, fields := range []map[string]field{p.game, p.seat, p.zone, p.action, p.anyCard} {
		if _, ok := fields[name]; ok {
			return true
		}
	}
	return false
}

// byName is what a field of an unknown value is when the name says it all: a
// field that only entities have.
func (p *program) byName(name string) typ {
	if p.names.made[name] || p.openName(name) || p.names.assigned[name] > 0 && !p.entityField(name) {
		return top
	}
	var t typ
	for _, fields := range []map[string]field{p.game, p.seat, p.zone, p.action, p.anyCard} {
		if f, ok := fields[name]; ok {
			t = join(t, f.typ, nil)
		}
	}
	if t.bottom() {
		return top
	}
	return t
}

// fieldNames returns every name that a field may have, for suggestions.
func (p *program) allFieldNames() []string {
	all := map[string]bool{}
	for _, fields := range []map[string]field{p.game, p.seat, p.zone, p.action, p.anyCard} {
		for name := range fields {
			all[name] = true
		}
	}
	for name := range p.names.made {
		all[name] = true
	}
	p.openName("")
	for name := range p.open {
		all[name] = true
	}
	return sorted(all)
}
