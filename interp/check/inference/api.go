package inference

import (
	"fmt"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	offered "github.com/ruledeck/ruledeck/interp/script/library"
)

// library is a table of host functions.
type library struct {
	id   int
	name string
}

func (l *library) Number() int { return l.id }

// global evaluates a name that is no variable, and reports one that nobody
// knows.
func (e *Evaluator) global(x *ast.IdentExpr) lattice.Type {
	t := e.globalValue(x.Value)
	if t.Any() && e.Final {
		e.hear.Global(x)
	}
	return t
}

// globalValue is what a global name stands for.
func (p *Program) globalValue(name string) lattice.Type {
	switch {
	case name == "game":
		return lattice.Of(lattice.Game)
	case name == "rules":
		return lattice.Of(lattice.Rules)
	case name == "does":
		return lattice.RefTo(lattice.Table, p.wordFunctions())
	case p.isHost(name):
		return p.host(name)
	case len(p.Members(name)) > 0:
		if p.libraries == nil {
			p.libraries = map[string]*library{}
		}
		if p.libraries[name] == nil {
			p.libraries[name] = &library{named(aLibrary, name), name}
		}
		return lattice.RefTo(lattice.Library, p.libraries[name])
	}
	return lattice.Top
}

// isHost reports whether the host has a function of the name.
func (p *Program) isHost(name string) bool {
	_, ok := hostNamed(name)
	return ok
}

// Members returns the names in a table of host functions.
func (p *Program) Members(name string) []string {
	var names []string
	prefix := name + "."
	for _, f := range append(keyword.FuncNames(), offered.Names()...) {
		if member, ok := strings.CutPrefix(f, prefix); ok {
			names = append(names, member)
		}
	}
	return names
}

// GlobalNames are the names that every script has, sorted.
func (p *Program) GlobalNames() []string {
	names := map[string]bool{"game": true, "rules": true, "does": true}
	for _, name := range append(keyword.FuncNames(), offered.Names()...) {
		global, _, _ := strings.Cut(name, ".")
		names[global] = true
	}
	return Sorted(names)
}

// callHost calls a function of the API or of the language.
func (e *Evaluator) callHost(name string, x *ast.FuncCallExpr, args []lattice.Type, exprs []ast.Expr) []lattice.Type {
	f, ok := hostNamed(name)
	if !ok {
		return []lattice.Type{lattice.Top}
	}
	if f.Table != "" {
		e.tableArgument(f, x, args, exprs)
	} else {
		e.arguments(name, f, x, args, exprs)
	}
	e.libraryEffects(name, x, args)
	if e.Final {
		e.hear.Host(f, x, args, exprs)
	}
	if special, ok := apiResults[name]; ok {
		return special(e, x, args, exprs)
	}
	var results []lattice.Type
	for _, r := range f.Results {
		results = append(results, e.result(r, args))
	}
	return results
}

// arguments are the places that a function of the registry has for values.
func (e *Evaluator) arguments(name string, f *keyword.Func, x *ast.FuncCallExpr, args []lattice.Type,
	exprs []ast.Expr) {
	_, most := f.Counts()
	if e.Final && e.hear.Miscounted(name, f, x, args, exprs) {
		return
	}
	params := f.Given(len(args))
	for i, t := range args {
		if i >= len(params) && most >= 0 {
			break
		}
		p := params[min(i, len(params)-1)]
		var expr ast.Expr
		if i < len(exprs) && (i < len(exprs)-1 || len(args) == len(exprs)) {
			expr = exprs[i]
		}
		e.expect(p.Type, p.Optional, fmt.Sprintf("%s: argument %d (%s)", name, i+1, p.Name), expr, t, e.Pos(x))
	}
}

// expect is a place of the registry for a value of a type. x is the expression
// that gives it, nil where a call gives several.
func (e *Evaluator) expect(want keyword.Type, optional bool, what string, x ast.Expr, t lattice.Type, around diag.Pos) {
	k := lattice.KindsOf(want)
	if k&lattice.Any != 0 {
		return
	}
	if x != nil {
		e.Takes(want, x)
		around = e.Pos(x)
		allowed := k
		if optional || k&lattice.Nil != 0 {
			allowed |= lattice.Nil
		}
		e.require(x, allowed, e.refWords(want))
	}
	if table, ok := x.(*ast.TableExpr); ok {
		if item := ListItem(want); item != nil {
			for _, f := range table.Fields {
				if f.Key == nil {
					e.expect(*item, true, what, f.Value, e.Expr(f.Value), e.Pos(f.Value))
				}
			}
		}
	}
	if e.Final {
		e.hear.Given(want, optional, what, x, t, around)
	}
}

// Takes keeps for who asks what is taken in the place of an expression.
func (e *Evaluator) Takes(want keyword.Type, x ast.Expr) {
	if e.Kept != nil && e.Final {
		e.Kept.wants[x] = want
	}
}

// ListItem is the type of what may stand in a list at a place for a value; nil where no
// list may stand.
func ListItem(t keyword.Type) *keyword.Type {
	switch t.Kind {
	case keyword.ListOf:
		return t.Item
	case keyword.Either:
		var items []keyword.Type
		for _, one := range t.Of {
			if item := ListItem(one); item != nil {
				items = append(items, *item)
			}
		}
		if len(items) == 1 {
			return &items[0]
		} else if items != nil {
			return &keyword.Type{Kind: keyword.Either, Of: items}
		}
	}
	return nil
}
