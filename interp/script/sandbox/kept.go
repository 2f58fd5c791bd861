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
	// Members are fields of such globals, "choose.one", that keep their values too.
	Members []string
	// Fields are names of fields that the host answers for its userdata. Reading
	// one calls the function that State.Getter gives for it, which costs half of
	// what the way through metatables does.
	Fields []string
	// Methods are names of methods of the host's userdata. A call of one goes to
	// the function that State.Method gives for it, with no look-up on the way.
	Methods []string

	known map[string]bool // the names of all that can be kept, made once
}

// names returns the names of all that scripts can keep.
func (h *Host) names() map[string]bool {
	if h.known != nil {
		return h.known
	}
	h.known = map[string]bool{setName: true, concatName: true}
	for _, name := range h.Globals {
		h.known[name] = true
	}
	for _, method := range h.Methods {
		h.known[methodName(method)] = true
	}
	for _, member := range h.Members {
		h.known[memberPrefix+member] = true
	}
	for _, field := range h.Fields {
		h.known[getterName(field)] = true
	}
	return h.known
}

// maxKept bounds the names that a script keeps: each takes a register of it.
const maxKept = 60

// The names of getters and members begin so; see internal names in rewrite.go.
const (
	getterPrefix = "(get) "
	memberPrefix = "(of) "
	methodPrefix = "(call) "
)

// getterName is the name of the function that reads a field.
func getterName(field string) string { return getterPrefix + field }

// methodName is the name of the function that calls a method.
func methodName(method string) string { return methodPrefix + method }

// memberName is the name of the global that has the value of a member.
func memberName(object, field string) string { return memberPrefix + object + "." + field }

// keep puts a statement before a script that keeps globals and getters in
// locals: names of the host that the script reads and never assigns.
func (r *rewriter) keep(stmts []ast.Stmt, h *Host, s *scan) []ast.Stmt {
	known := h.names()
	r.kept = map[string]bool{}
	local := &ast.LocalAssignStmt{}
	local.SetLine(1)
	local.SetLastLine(1)
	for _, name := range s.read {
		if !known[name] || s.assigned[name] || len(local.Names) == maxKept {
			continue
		}
		if member, ok := strings.CutPrefix(name, memberPrefix); ok {
			object, _, _ := strings.Cut(member, ".")
			if s.declared[object] || s.assigned[object] {
				continue
			}
		}
		r.kept[name] = true
		local.Names = append(local.Names, name)
		local.Exprs = append(local.Exprs, ident(name, local))
	}
	if len(local.Names) == 0 {
		return stmts
	}
	return append([]ast.Stmt{local}, stmts...)
}

// read makes the reading of a member a kept variable, and that of a field a call
// of its getter, if it has one.
func (r *rewriter) read(ex *ast.AttrGetExpr) ast.Expr {
	key, ok := ex.Key.(*ast.StringExpr)
	if !ok {
		return ex
	}
	if object, ok := ex.Object.(*ast.IdentExpr); ok && r.functions > 0 && r.kept[memberName(object.Value, key.Value)] {
		return ident(memberName(object.Value, key.Value), ex)
	}
	if !r.kept[getterName(key.Value)] {
		return ex
	}
	single(ex.Object, true)
	get := call(ex, getterName(key.Value), ex.Object)
	get.AdjustRet = true
	return get
}

// method makes the call of a method a call of the function that knows it.
func (r *rewriter) method(ex *ast.FuncCallExpr) {
	if name := methodName(ex.Method); ex.Receiver != nil && r.kept[name] {
		single(ex.Receiver, true)
		ex.Func, ex.Args = ident(name, ex), append([]ast.Expr{ex.Receiver}, ex.Args...)
		ex.Receiver, ex.Method = nil, ""
	}
}

// makeKept gives a chunk the getters and members that it reads.
func (s *State) makeKept(c *Chunk) {
	for _, member := range c.members {
		if name := memberPrefix + member; s.env.RawGetString(name) == lua.LNil {
			s.env.RawSetString(name, s.member(member))
		}
	}
	for _, method := range c.methods {
		if name := methodName(method); s.env.RawGetString(name) == lua.LNil {
			s.env.RawSetString(name, s.base.NewFunction(s.caller(method)))
		}
	}
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

// member returns the value of "object.field". While the host only reads what
// scripts declare, an object may have no fields yet: it stands for them then, as
// it refuses whatever is done with it.
func (s *State) member(member string) lua.LValue {
	name, field, _ := strings.Cut(member, ".")
	object := s.env.RawGetString(name)
	table, ok := object.(*lua.LTable)
	if ud, isUserData := object.(*lua.LUserData); isUserData {
		if meta, isTable := ud.Metatable.(*lua.LTable); isTable {
			table, ok = meta.RawGetString("__index").(*lua.LTable)
		}
	}
	if ok {
		if v := table.RawGetString(field); v != lua.LNil {
			return v
		}
	}
	return object
}

// caller makes the function that calls a method: the host's own for its
// userdata, and whatever the field holds for anything else.
func (s *State) caller(method string) lua.LGFunction {
	var own func(L *lua.LState) lua.LGFunction
	if s.Method != nil {
		own = s.Method(method)
	}
	return func(L *lua.LState) int {
		if own != nil {
			if fn := own(L); fn != nil {
				return fn(L)
			}
		}
		top := L.GetTop()
		L.Insert(L.GetField(L.Get(1), method), 1)
		L.Call(top, lua.MultRet)
		return L.GetTop()
	}
}
