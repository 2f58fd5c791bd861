package inference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	offered "github.com/ruledeck/ruledeck/interp/script/library"
)

// global evaluates a name that is no variable, and reports unknown ones.
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

// Unknown reports whether scripts have nothing of a global name.
func (p *Program) Unknown(name string) bool { return p.globalValue(name).Any() }

// GlobalNames are the names that every script has, sorted.
func (p *Program) GlobalNames() []string {
	names := map[string]bool{"game": true, "rules": true, "does": true}
	for _, name := range append(keyword.Functions().AllNames(), offered.Names()...) {
		global, _, _ := strings.Cut(name, ".")
		names[global] = true
	}
	return Sorted(names)
}

// callHost calls a function of the API or of the language.
func (e *Evaluator) callHost(f *keyword.Func, x *ast.FuncCallExpr, args []lattice.Type,
	exprs []ast.Expr) []lattice.Type {
	return e.callRow(&HostCall{Func: f, Title: f.Name, X: x, Args: args, Exprs: exprs})
}

// callRow calls what a row of the registry says.
func (e *Evaluator) callRow(c *HostCall) []lattice.Type {
	wrong := e.Final && e.hear.Miscounted(c)
	if c.Table != "" && !wrong {
		e.tableArgument(c)
	}
	for i, p := range c.Given() {
		if !wrong {
			e.expect(p.Type, p.Optional, fmt.Sprintf("%s: argument %d (%s)", c.Title, i+1, p.Name), c.Expr(i),
				c.Args[i], e.Pos(c.X))
		}
		e.takes(c, p, i)
	}
	e.acts(c)
	if e.Final {
		e.hear.Host(c)
	}
	return e.results(c)
}

// takes follows what a function does with one of its values: it may be called, read as a
// filter, or put into a list.
func (e *Evaluator) takes(c *HostCall, p keyword.Param, i int) {
	t := c.Args[i]
	if c.Does&keyword.Loses != 0 {
		lattice.Widen(t, e.widen)
	}
	switch p.Type.Kind {
	case keyword.Filter:
		for _, table := range e.Constructors(c.Expr(i), t) {
			e.filter(table)
		}
	case keyword.Element:
		for s := range lattice.Refs[*Site](c.First()) {
			e.join(&s.cell, &s.Items, t)
		}
		if c.First().Any() {
			lattice.Widen(t, e.widen)
		}
	}
	if f, ok := alternative(p.Type, keyword.Function); ok && f.Of != nil && t.Has(lattice.Function) {
		given := make([]lattice.Type, len(f.Of))
		for i, want := range f.Of {
			given[i] = e.result(c, want)
		}
		e.callValue(t, c.X, given, nil)
	}
	if record, ok := alternative(p.Type, keyword.RecordOf); ok {
		if table, ok := c.Expr(i).(*ast.TableExpr); ok &&
			slices.ContainsFunc(table.Fields, func(f *ast.Field) bool { return f.Key != nil }) {
			e.record(c, keyword.Lookup(string(record.Ref)), table)
		}
	}
}

// acts follows what a function does to the things its first argument names, or to its
// receiver.
func (e *Evaluator) acts(c *HostCall) {
	for _, f := range e.StepsNamed(c) {
		e.Program.call(f, c.Args[1:])
		if !e.Final {
			e.passNeeds(f, c.Exprs[1:])
		}
	}
	ids := e.RaisedTriggers(c)
	for table, pos := range e.Raised(c) {
		e.raiseParams(ids, table)
		e.leftOut(ids, table, pos)
	}
	names := slices.ContainsFunc(c.Params, func(p keyword.Param) bool { return p.Type.Kind == keyword.Name })
	if n := len(c.Params); c.On != nil && c.On.Kinds&lattice.Options != 0 && len(c.Args) >= n && !names {
		e.fillOptions(*c.On, c.Args[:n])
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
		if v := e.VarOf(x); v != nil && v.Role == Parameter {
			e.require(x, allowed, e.refWords(want))
		}
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

// Takes records which values are accepted in the place of an expression.
func (e *Evaluator) Takes(want keyword.Type, x ast.Expr) {
	if e.Kept != nil && e.Final {
		e.Kept.wants[x] = want
	}
}

// ListItem is the type of the items of a list, or of the list among alternatives; nil for
// none.
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
