package inference

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// libraryNames are the names of the functions in tables of the language.
var libraryNames = func() (members []string) {
	for i := range keyword.Library {
		if _, member, ok := strings.Cut(keyword.Library[i].Name, "."); ok {
			members = append(members, member)
		}
	}
	return members
}()

// hostNamed returns a function of the API or of the language.
func hostNamed(name string) (*keyword.Func, bool) {
	if f, ok := keyword.FuncNamed(name); ok {
		return f, true
	}
	return keyword.LibraryNamed(name)
}

// libraryValue is a value of the language, such as math.pi.
func (w *world) libraryValue(name string) (lattice.Type, bool) {
	for i := range keyword.LibraryValues {
		if v := &keyword.LibraryValues[i]; v.Name == name {
			return w.value(v.Type), true
		}
	}
	return lattice.Type{}, false
}

// result is what a function of the registry gives, where it is called with some
// arguments.
func (e *Evaluator) result(t keyword.Type, args []lattice.Type) lattice.Type {
	first := lattice.Of(lattice.Nil)
	if len(args) > 0 {
		first = args[0]
	}
	switch t.Kind {
	case keyword.Same:
		return first.Without(lattice.Nil | lattice.False)
	case keyword.Element:
		return e.ItemOf(first)
	case keyword.ListOf:
		return lattice.ListOf(e.result(*t.Item, args))
	case keyword.Either:
		var out lattice.Type
		for _, o := range t.Of {
			out = lattice.Join(out, e.result(o, args), nil)
		}
		return out
	}
	return e.value(t)
}

// libraryEffects follows what a function of the language does with tables and
// functions.
func (e *Evaluator) libraryEffects(name string, x *ast.FuncCallExpr, args []lattice.Type) {
	switch name {
	case "table.insert", "table.remove", "table.sort":
		if name == "table.insert" && len(args) > 1 {
			for s := range lattice.Refs[*Site](args[0]) {
				e.join(&s.cell, &s.Items, args[len(args)-1])
			}
			if args[0].Any() {
				lattice.Widen(args[len(args)-1], e.widen)
			}
		}
		if name == "table.sort" && len(args) > 1 {
			item := e.ItemOf(args[0])
			e.callValue(args[1], x, []lattice.Type{item, item}, nil)
		}
	case "table.best", "table.sorted":
		if len(args) > 1 && args[1].Kinds&lattice.Function != 0 {
			e.callValue(args[1], x, []lattice.Type{e.ItemOf(args[0])}, nil)
		}
	case "unpack", "table.unpack", "next":
		for _, t := range args {
			lattice.Widen(t, e.widen)
		}
	}
}
