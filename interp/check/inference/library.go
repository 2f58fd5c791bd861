package inference

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// LibraryMembers are the names of the functions in tables of the language.
var LibraryMembers = func() map[string]bool {
	members := map[string]bool{}
	for i := range keyword.Library {
		if _, member, ok := strings.Cut(keyword.Library[i].Name, "."); ok {
			members[member] = true
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

// hostOf is the function of the registry that an expression calls by its name; nil for none.
func hostOf(x ast.Expr) *keyword.Func {
	if call, ok := x.(*ast.FuncCallExpr); ok && call.Receiver == nil {
		f, _ := hostNamed(PathOf(call.Func))
		return f
	}
	return nil
}

// hostCalled is that function, unless a variable of the script has its name.
func (p *Program) hostCalled(x *ast.FuncCallExpr) *keyword.Func {
	if p.VarOf(x.Func) != nil {
		return nil
	}
	return hostOf(x)
}

// ends reports whether nothing behind a call runs.
func ends(x ast.Expr) bool {
	f := hostOf(x)
	return f != nil && f.Does&keyword.Ends != 0
}
