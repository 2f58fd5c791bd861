package sandbox

import (
	"strings"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// Host is what a compiler of scripts is told about the host that runs them. It
// changes nothing in what a script means, only how fast it is.
type Host struct {
	// Shapes are the host's functions that take tables as shapes.
	Shapes Shapes
	// Table numbers the shapes; the scripts of one host share it.
	Table *ShapeTable
	// Globals are names that have their values before a script is loaded, and
	// keep them: a script that uses one reads it once, at its top. A captured
	// variable costs a tenth of a global.
	Globals []string
	// Fields are names of fields that the host answers for its userdata. Reading
	// one calls the function that State.Getter gives for it, which costs half of
	// what the way through metatables does.
	Fields []string
}

// maxKept bounds the names that a script keeps: each takes a register of it.
const maxKept = 60

// getterPrefix begins the names of getters; see internal names in rewrite.go.
const getterPrefix = "(get) "

// getterName is the name of the function that reads a field.
func getterName(field string) string { return getterPrefix + field }

// keep puts a statement before a script that keeps globals and getters in
// locals: names of the host that the script reads and never assigns.
func (r *rewriter) keep(stmts []ast.Stmt, h *Host, s *scan) []ast.Stmt {
	if len(h.Globals)+len(h.Fields) == 0 {
		return stmts
	}
	known := map[string]bool{setName: true, concatName: true}
	for _, name := range h.Globals {
		known[name] = true
	}
	r.getters = map[string]bool{}
	for _, field := range h.Fields {
		known[getterName(field)] = true
	}
	local := &ast.LocalAssignStmt{}
	local.SetLine(1)
	local.SetLastLine(1)
	for _, name := range s.read {
		if !known[name] || s.assigned[name] || len(local.Names) == maxKept {
			continue
		}
		if field, ok := strings.CutPrefix(name, getterPrefix); ok {
			r.getters[field] = true
		}
		local.Names = append(local.Names, name)
		local.Exprs = append(local.Exprs, ident(name, local))
	}
	if len(local.Names) == 0 {
		return stmts
	}
	return append([]ast.Stmt{local}, stmts...)
}

// read makes the reading of a field a call of its getter, if it has one.
func (r *rewriter) read(ex *ast.AttrGetExpr) ast.Expr {
	key, ok := ex.Key.(*ast.StringExpr)
	if !ok || !r.getters[key.Value] {
		return ex
	}
	single(ex.Object, true)
	get := call(ex, getterName(key.Value), ex.Object)
	get.AdjustRet = true
	return get
}

// makeGetters gives a chunk the getters that it reads.
func (s *State) makeGetters(c *Chunk) {
	for _, field := range c.getters {
		name := getterName(field)
		if s.env.RawGetString(name) != lua.LNil {
			continue
		}
		get := func(L *lua.LState) int {
			L.Push(L.GetField(L.Get(1), field))
			return 1
		}
		if s.Getter != nil {
			get = s.Getter(field)
		}
		s.env.RawSetString(name, s.base.NewFunction(get))
	}
}
