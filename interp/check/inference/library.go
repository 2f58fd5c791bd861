package inference

import (
	"strings"
	"sync"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/keyword"
	offered "github.com/ruledeck/ruledeck/interp/script/library"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// LibraryMembers are the names of the functions in tables of the language.
var LibraryMembers = sync.OnceValue(func() map[string]bool {
	members := map[string]bool{}
	for i := range keyword.Library().Methods {
		if _, member, ok := strings.Cut(keyword.Library().Methods[i].Name, "."); ok {
			members[member] = true
		}
	}
	return members
})

// hostNamed returns a function of the API or of the language.
func hostNamed(name string) (*keyword.Func, bool) {
	if f, ok := keyword.Functions().Method(name); ok {
		return f, true
	}
	return keyword.Library().Method(name)
}

// libraryValue is a value of the language, such as math.pi.
func (w *world) libraryValue(name string) (lattice.Type, bool) {
	for i := range keyword.Library().Fields {
		if v := &keyword.Library().Fields[i]; v.Name == name {
			return w.value(v.Type), true
		}
	}
	return lattice.Type{}, false
}

// hostOf is the function of the registry that an expression calls by its name; nil for none.
func hostOf(x ast.Expr) *keyword.Func {
	if call, ok := x.(*ast.FuncCallExpr); ok && call.Receiver == nil {
		f, _ := hostNamed(PathOf(call.Func))
		return f
	}
	return nil
}

// ends reports whether nothing behind a call runs.
func ends(x ast.Expr) bool {
	f := hostOf(x)
	return f != nil && f.Does&keyword.Ends != 0
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

// methodKinds are the values that have methods, with their names in the registry.
var methodKinds = []struct {
	kinds lattice.Kinds
	name  string
}{{lattice.Card, "card"}, {lattice.Zone, "zone"}, {lattice.Options, "options list"}}

// Members returns the names in a table of host functions.
func (p *Program) Members(name string) []string {
	var names []string
	prefix := name + "."
	for _, f := range append(keyword.Functions().AllNames(), offered.Names()...) {
		if member, ok := strings.CutPrefix(f, prefix); ok {
			names = append(names, member)
		}
	}
	return names
}

// isHost reports whether the host has a function of the name.
func (p *Program) isHost(name string) bool {
	_, ok := hostNamed(name)
	return ok
}
