package code

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

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
func (w *world) libraryValue(name string) (typ, bool) {
	for i := range keyword.LibraryValues {
		if v := &keyword.LibraryValues[i]; v.Name == name {
			return w.value(v.Type), true
		}
	}
	return typ{}, false
}

// result is what a function of the registry gives, where it is called with some
// arguments.
func (e *evaluator) result(t keyword.Type, args []typ) typ {
	first := of(kNil)
	if len(args) > 0 {
		first = args[0]
	}
	switch t.Kind {
	case keyword.Same:
		return first.without(kNil | kFalse)
	case keyword.Element:
		return e.itemOf(first)
	case keyword.ListOf:
		return listOf(e.result(*t.Item, args))
	case keyword.Either:
		var out typ
		for _, o := range t.Of {
			out = join(out, e.result(o, args), nil)
		}
		return out
	}
	return e.value(t)
}

// libraryEffects follows what a function of the language does with tables and
// functions.
func (e *evaluator) libraryEffects(name string, x *ast.FuncCallExpr, args []typ) {
	switch name {
	case "table.insert", "table.remove", "table.sort":
		if len(args) > 0 {
			e.changeList(x, args[0])
		}
		if name == "table.insert" && len(args) > 1 {
			for _, r := range args[0].refs {
				if s, ok := r.(*site); ok {
					e.join(&s.items, args[len(args)-1])
				}
			}
			if args[0].any() {
				widen(args[len(args)-1], e.widen)
			}
		}
		if name == "table.sort" && len(args) > 1 {
			item := e.itemOf(args[0])
			e.callValue(args[1], x, []typ{item, item}, nil)
		}
	case "table.best", "table.sorted":
		if len(args) > 1 && args[1].kinds&kFunction != 0 {
			e.callValue(args[1], x, []typ{e.itemOf(args[0])}, nil)
		}
	case "unpack", "table.unpack", "next":
		for _, t := range args {
			widen(t, e.widen)
		}
	}
}

// changeList reports a change of a list that cannot be changed.
func (e *evaluator) changeList(x *ast.FuncCallExpr, t typ) {
	for _, r := range t.refs {
		if s, ok := r.(*site); ok {
			e.ownTable(s, x.Args[0], e.pos(x.Args[0]))
		}
	}
	if e.final && t.known() && t.kinds&^kNil == kList && t.frozen {
		e.errorf("frozen", e.pos(x.Args[0]),
			"this list belongs to the game and cannot be changed; make a list of your own")
	}
}
