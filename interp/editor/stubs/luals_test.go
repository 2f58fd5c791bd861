package stubs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/stubs"
)

// TestNoFalseWarnings goes through the scripts of the shipped games, which are right,
// as LuaLS does with the stubs, and wants no warning: every name is declared, every
// field that is read or written is one of the class, every call has as many values as the
// function takes, every value and every table a type that is wanted there. It follows the
// rules of LuaLS's undefined-global, undefined-field, inject-field, missing-fields,
// missing-parameter, redundant-parameter, param-type-mismatch and assign-type-mismatch;
// nil is left out, as .luarc.json leaves it to check.
func TestNoFalseWarnings(t *testing.T) {
	for _, id := range []string{"bbtm", "seven-missions", "football-champions"} {
		p, err := interp.Load(id, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		all, seen := "", 0
		for _, f := range stubs.Files(p) {
			if strings.HasSuffix(f.Name, ".lua") {
				all += f.Text
			}
		}
		r := &reader{annotations: annotated(all)}
		for _, s := range p.Loaded.Scripts {
			tree, err := parse.Parse(strings.NewReader(s.Text), s.File)
			if err != nil {
				t.Fatal(err)
			}
			r.file, r.scope = s.File, nil
			r.block(tree)
			seen++
		}
		for _, w := range r.warnings {
			t.Error(w)
		}
		t.Logf("%s: %d scripts, %d warnings", id, seen, len(r.warnings))
	}
}

// TestWarns: what is wrong is not passed over.
func TestWarns(t *testing.T) {
	p, err := interp.Load("bbtm", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	all := ""
	for _, f := range stubs.Files(p) {
		all += f.Text
	}
	for text, want := range map[string]string{
		`choose.yes{seat = game.turn}`:                    "missing-fields: prompt",
		`local c = first{zone = "pitch"} print(c.postur)`: "undefined-field: postur",
		`game.turn.fanz = 1`:                              "inject-field: fanz",
		`local c = first{zone = "hand"} move(c)`:          "missing-parameter: 1, at least 2",
		`shuffle(game.turn.hand, 2)`:                      "redundant-parameter: 2, at most 1",
		`shuffle(game.turn)`:                              "param-type-mismatch: 1",
		`chose.one{}`:                                     "undefined-global: chose",
		`count{zone = 7}`:                                 "assign-type-mismatch: zone",
		`return ability{action = "matchup", run = function(self, seat) seat.fanz = 1 end}`:   "inject-field: fanz",
		`return ability{on = "player.downed", run = function(self, ev) print(ev.plyer) end}`: "undefined-field: plyer",
		`raise("player.downed", {}, function(ev) print(ev.plyer) end)`:                       "undefined-field: plyer",
		`game.turn.fans = "many"`: "assign-type-mismatch: fans",
	} {
		tree, err := parse.Parse(strings.NewReader(text), "x.lua")
		if err != nil {
			t.Fatal(err)
		}
		r := &reader{annotations: annotated(all), file: "x.lua"}
		r.block(tree)
		if got := strings.Join(r.warnings, "; "); got != "x.lua:1: "+want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// reader goes through a script as LuaLS does.
type reader struct {
	*annotations
	file     string
	scope    []map[string]*variable
	results  *[]node
	warnings []string
}

// variable is a local: what was assigned to it, and its function.
type variable struct {
	of node
}

func (r *reader) warn(line int, format string, args ...any) {
	text := fmt.Sprintf("%s:%d: %s", r.file, line, fmt.Sprintf(format, args...))
	if !slices.Contains(r.warnings, text) {
		r.warnings = append(r.warnings, text)
	}
}

func (r *reader) declare(name string, of node) {
	r.scope[len(r.scope)-1][name] = &variable{of}
}

func (r *reader) lookup(name string) *variable {
	for _, s := range slices.Backward(r.scope) {
		if v := s[name]; v != nil {
			return v
		}
	}
	return nil
}

func (r *reader) block(list []ast.Stmt) {
	r.scope = append(r.scope, map[string]*variable{})
	for _, s := range list {
		r.statement(s)
	}
	r.scope = r.scope[:len(r.scope)-1]
}

func (r *reader) statement(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.LocalAssignStmt:
		for i, of := range r.values(s.Exprs, len(s.Names)) {
			r.declare(s.Names[i], of)
		}
	case *ast.AssignStmt:
		for i, of := range r.values(s.Rhs, len(s.Lhs)) {
			r.assign(s.Lhs[i], of, s.Line())
		}
	case *ast.FuncCallStmt:
		r.values([]ast.Expr{s.Expr}, 1)
	case *ast.DoBlockStmt:
		r.block(s.Stmts)
	case *ast.WhileStmt:
		r.of(s.Condition)
		r.block(s.Stmts)
	case *ast.RepeatStmt:
		r.block(s.Stmts)
	case *ast.IfStmt:
		r.of(s.Condition)
		r.block(s.Then)
		r.block(s.Else)
	case *ast.NumberForStmt:
		r.scope = append(r.scope, map[string]*variable{})
		for _, e := range []ast.Expr{s.Init, s.Limit, s.Step} {
			if e != nil {
				r.of(e)
			}
		}
		r.declare(s.Name, node{{name: "integer"}})
		r.block(s.Stmts)
		r.scope = r.scope[:len(r.scope)-1]
	case *ast.GenericForStmt:
		r.loop(s)
	case *ast.FuncDefStmt:
		of := r.function(s.Func, nil)
		if name, ok := s.Name.Func.(*ast.IdentExpr); ok {
			if v := r.lookup(name.Value); v != nil {
				v.of = of
			}
		}
	case *ast.ReturnStmt:
		for i, of := range r.values(s.Exprs, len(s.Exprs)) {
			if r.results == nil {
				break
			}
			if i >= len(*r.results) {
				*r.results = append(*r.results, of)
			} else if (*r.results)[i] != nil && of != nil {
				(*r.results)[i] = append((*r.results)[i], of...)
			} else {
				(*r.results)[i] = nil
			}
		}
	}
}

// loop is for ... in: ipairs gives numbers and items, pairs keys and values.
func (r *reader) loop(s *ast.GenericForStmt) {
	r.scope = append(r.scope, map[string]*variable{})
	var key, value node
	if call, ok := s.Exprs[0].(*ast.FuncCallExpr); ok && len(call.Args) > 0 {
		for _, t := range r.open(r.of(call.Args[0])) {
			value = append(value, t.item...)
		}
		if name, ok := call.Func.(*ast.IdentExpr); ok && name.Value == "ipairs" {
			key = node{{name: "integer"}}
		}
	}
	for i, name := range s.Names {
		r.declare(name, [][]vtype{key, value, nil}[min(i, 2)])
	}
	r.block(s.Stmts)
	r.scope = r.scope[:len(r.scope)-1]
}

// values are what a list of expressions gives, as many as are wanted.
func (r *reader) values(list []ast.Expr, n int) []node {
	out := make([]node, max(n, len(list)))
	for i, e := range list {
		call, ok := e.(*ast.FuncCallExpr)
		if !ok {
			out[i] = r.of(e)
			continue
		}
		results := r.call(call)
		if i < len(list)-1 && len(results) > 1 {
			results = results[:1]
		}
		for k, of := range results {
			if i+k < len(out) {
				out[i+k] = of
			}
		}
		if i == len(list)-1 && results != nil {
			for k := i + len(results); k < n; k++ {
				out[k] = node{{name: "nil"}}
			}
		}
	}
	return out[:n]
}

func (r *reader) assign(to ast.Expr, of node, line int) {
	switch to := to.(type) {
	case *ast.IdentExpr:
		if v := r.lookup(to.Value); v != nil {
			if v.of != nil && of != nil {
				v.of = append(slices.Clone(v.of), of...)
			} else {
				v.of = nil
			}
			return
		}
		r.warn(line, "undefined-global: %s", to.Value)
	case *ast.AttrGetExpr:
		key, ok := to.Key.(*ast.StringExpr)
		object := r.open(r.of(to.Object))
		if !ok {
			r.of(to.Key)
			return
		}
		if want, known := r.member(object, key.Value); !known {
			r.warn(line, "inject-field: %s", key.Value)
		} else if !r.accepts(want, of) && !slices.ContainsFunc(of, func(t vtype) bool { return t.name == "nil" }) {
			r.warn(line, "assign-type-mismatch: %s", key.Value)
		}
	}
}

// plain are the types of which LuaLS says nothing when a field is not declared.
var plain = []string{"any", "table", "nil", "number", "integer", "boolean", "function", "fun", "[]", "T", "V", "K"}

// member is what a value has under a name; known is false where LuaLS would warn.
func (r *reader) member(object node, name string) (of node, known bool) {
	only, open := true, len(object) == 0
	for _, t := range object {
		only = only && slices.Contains(plain, t.name)
		if f, ok := r.field(t.name, name); ok {
			known = true
			of = append(of, f.of...)
			open = open || len(f.of) == 0
		}
	}
	if open || only && !known {
		return nil, true
	}
	return of, known
}

// of is what an expression may be.
func (r *reader) of(e ast.Expr) node {
	switch e := e.(type) {
	case *ast.StringExpr:
		return node{{name: `"` + e.Value + `"`}}
	case *ast.NumberExpr:
		return node{{name: "integer"}}
	case *ast.TrueExpr, *ast.FalseExpr:
		return node{{name: "boolean"}}
	case *ast.NilExpr:
		return node{{name: "nil"}}
	case *ast.IdentExpr:
		if v := r.lookup(e.Value); v != nil {
			return v.of
		}
		if of, ok := r.globals[e.Value]; ok {
			return of
		}
		r.warn(e.Line(), "undefined-global: %s", e.Value)
	case *ast.AttrGetExpr:
		return r.get(e)
	case *ast.FuncCallExpr:
		if results := r.call(e); len(results) > 0 {
			return results[0]
		}
	case *ast.FunctionExpr:
		return r.function(e, nil)
	case *ast.TableExpr:
		return r.table(e, nil)
	case *ast.LogicalOpExpr:
		left, right := r.of(e.Lhs), r.of(e.Rhs)
		if left == nil || right == nil {
			return nil
		}
		return append(slices.Clone(left), right...)
	case *ast.RelationalOpExpr:
		r.of(e.Lhs)
		r.of(e.Rhs)
		return node{{name: "boolean"}}
	case *ast.StringConcatOpExpr:
		r.of(e.Lhs)
		r.of(e.Rhs)
		return node{{name: "string"}}
	case *ast.ArithmeticOpExpr:
		r.of(e.Lhs)
		r.of(e.Rhs)
		return node{{name: "number"}}
	case *ast.UnaryNotOpExpr:
		r.of(e.Expr)
		return node{{name: "boolean"}}
	case *ast.UnaryMinusOpExpr:
		r.of(e.Expr)
		return node{{name: "number"}}
	case *ast.UnaryLenOpExpr:
		r.of(e.Expr)
		return node{{name: "integer"}}
	}
	return nil
}

func (r *reader) get(e *ast.AttrGetExpr) node {
	key, named := e.Key.(*ast.StringExpr)
	if name, ok := e.Object.(*ast.IdentExpr); ok && named && r.lookup(name.Value) == nil {
		if of, ok := r.globals[name.Value+"."+key.Value]; ok {
			return of
		}
		if slices.ContainsFunc(r.globals[name.Value],
			func(t vtype) bool { return t.name == "table" && t.item == nil }) {
			r.warn(e.Line(), "undefined-field: %s", key.Value)
			return nil
		}
	}
	object := r.open(r.of(e.Object))
	var items node
	for _, t := range object {
		items = append(items, t.item...)
	}
	if !named {
		r.of(e.Key)
		return items
	}
	of, known := r.member(object, key.Value)
	if !known {
		r.warn(e.Line(), "undefined-field: %s", key.Value)
	}
	if of == nil {
		return items
	}
	return of
}

// function goes through a function; wanted are the types that it may have where it
// stands, from which those of its parameters follow.
func (r *reader) function(f *ast.FunctionExpr, wanted node) node {
	var results []node
	was := r.results
	r.results = &results
	r.scope = append(r.scope, map[string]*variable{})
	for i, name := range f.ParList.Names {
		var of node
		for _, t := range r.open(wanted) {
			if t.name == "fun" && i < len(t.sign.params) {
				of = append(of, t.sign.params[i].of...)
			}
		}
		r.declare(name, of)
	}
	r.block(f.Stmts)
	r.scope = r.scope[:len(r.scope)-1]
	r.results = was
	s := &signature{results: results, rest: f.ParList.HasVargs}
	for _, name := range f.ParList.Names {
		s.params = append(s.params, param{name: name, optional: true})
	}
	return node{{name: "fun", sign: s}}
}

// table goes through a table that a script writes where something is wanted.
func (r *reader) table(e *ast.TableExpr, wanted node) node {
	var classes []string
	list := false
	for _, t := range r.open(wanted) {
		list = list || t.item != nil
		if r.classes[t.name] != nil {
			classes = append(classes, t.name)
		}
	}
	keys := map[string]bool{}
	var items node
	for _, f := range e.Fields {
		key, named := f.Key.(*ast.StringExpr)
		var want node
		if named {
			keys[key.Value] = true
			for _, c := range classes {
				if p, ok := r.field(c, key.Value); ok {
					want = append(want, p.of...)
				}
			}
		} else if f.Key != nil {
			r.of(f.Key)
		}
		if f.Key == nil || !named {
			for _, t := range r.open(wanted) {
				want = append(want, t.item...)
			}
		}
		of := r.given(f.Value, want)
		if named && len(want) > 0 && !r.accepts(want, of) {
			r.warn(e.Line(), "assign-type-mismatch: %s", key.Value)
		}
		if f.Key == nil {
			items = append(items, of...)
		}
	}
	if len(classes) > 0 && !list {
		least := []string(nil)
		for i, c := range classes {
			missing := slices.DeleteFunc(r.required(c), func(name string) bool { return keys[name] })
			if i == 0 || len(missing) < len(least) {
				least = missing
			}
		}
		if len(least) > 0 {
			r.warn(e.Line(), "missing-fields: %s", strings.Join(least, ", "))
		}
	}
	if len(items) > 0 {
		return node{{name: "[]", item: items}}
	}
	return node{{name: "table"}}
}
