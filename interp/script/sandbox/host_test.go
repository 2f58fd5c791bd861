package sandbox

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"
)

// hosted runs a script for a host whose function f takes shapes, whose global
// thing is kept, and whose userdata thing has a field size that a getter reads.
// f returns what it was given, as text.
func hosted(t *testing.T, source string) (string, error) {
	t.Helper()
	host := &Host{Shapes: Shapes{"f": 0, "g.f": 1}, Table: &ShapeTable{}, Globals: []string{"f", "g", "thing", "ipairs"}, Members: []string{"g.f", "g.one"}, Fields: []string{"size", "seat"}, Methods: []string{"name", "upper", "rep"}}
	chunk, err := CompileWith("script.lua", source, host)
	if err != nil {
		return "", err
	}
	s := New(Options{})
	L := s.L()
	thing := L.NewUserData()
	reads := 0
	s.Getter = func(field string) lua.LGFunction {
		return func(L *lua.LState) int {
			if L.Get(1) == thing {
				reads++
				L.Push(lua.LString(field + " of thing"))
			} else {
				L.Push(L.GetField(L.Get(1), field))
			}
			return 1
		}
	}
	s.Method = func(method string) func(L *lua.LState) lua.LGFunction {
		return func(L *lua.LState) lua.LGFunction {
			if L.Get(1) != thing || method != "name" {
				return nil
			}
			return func(L *lua.LState) int {
				L.Push(lua.LString("named " + Text(L.Get(2))))
				L.Push(lua.LNumber(L.GetTop()))
				return 2
			}
		}
	}
	s.Setter = func(L *lua.LState, object *lua.LUserData, field string, value lua.LValue) bool {
		if field != "size" {
			return false
		}
		s.Fault(L, "size of thing becomes %s", Text(value))
		return true
	}
	tell := L.NewFunction(func(L *lua.LState) int {
		L.Push(lua.LString(told(host.Table, L)))
		return 1
	})
	s.SetGlobal("f", tell)
	g := L.NewTable()
	g.RawSetString("f", tell)
	g.RawSetString("one", lua.LString("the one"))
	s.SetGlobal("g", g)
	s.SetGlobal("thing", thing)
	results, err := s.Run(chunk)
	if err != nil {
		return "", err
	}
	if err := s.Freeze(); err != nil {
		return "", err
	}
	if fn, ok := results[0].(*lua.LFunction); ok {
		if err := s.Call(fn, 1); err != nil {
			return "", err
		}
		return Text(s.Result(0)), nil
	}
	return Text(results[0]), nil
}

// told writes the arguments of a call: a shape as {name=value}, values in order.
func told(table *ShapeTable, L *lua.LState) string {
	var parts []string
	for i := 1; i <= L.GetTop(); i++ {
		if number, ok := table.Number(L.Get(i)); ok {
			parts = append(parts, shapeText(table.Read(number)))
			continue
		}
		parts = append(parts, Text(L.Get(i)))
	}
	return strings.Join(parts, " ")
}

func shapeText(s *Shape) string {
	var fields []string
	for _, f := range s.Fields {
		value := fmt.Sprintf("?%d", f.Slot)
		switch {
		case f.Inner != nil:
			value = shapeText(f.Inner)
		case f.Items != nil:
			value = strings.Join(f.Items, "+")
		case f.Kind == ShapeText:
			value = f.Text
		case f.Kind == ShapeNumber:
			value = fmt.Sprint(f.Number)
		case f.Kind == ShapeFlag:
			value = fmt.Sprint(f.Flag)
		}
		fields = append(fields, f.Name+"="+value)
	}
	return "{" + strings.Join(fields, " ") + "}"
}

func TestTablesInPlaceBecomeShapes(t *testing.T) {
	for source, want := range map[string]string{
		`return f{a = "x", b = 2, c = true, d = false}`:                                    "{a=x b=2 c=true d=false}",
		`local v = 5 return f{a = v, b = "x", c = v + 1}`:                                  "{a=?0 b=x c=?1} 5 6",
		`local v = 5 return f{a = {b = v, c = "x"}, d = v}`:                                "{a={b=?0 c=x} d=?1} 5 5",
		`return f{a = {"x", "y"}}`:                                                         "{a=x+y}",
		`return f({a = "x"}, 7)`:                                                           "{a=x} 7",
		`return g.f("key", {a = "x"})`:                                                     "key {a=x}",
		`return f{a = nil}`:                                                                "{a=?0} nil",
		`local t = {a = "x"} return f(t)`:                                                  "table",
		`return f{a = "x", a = "y"}`:                                                       "table",
		`return f{[1] = "x"}`:                                                              "table",
		`local function f(t) return t.a end return f{a = "x"}`:                             "x",
		`return f(1099511627776.5)`:                                                        "1099511627776.5",
		`local function two() return 1, 2 end return f({a = two()}, "last")`:               "{a=?0} 1 last",
		`return function() return f{a = thing.size, b = "x"} end`:                          "{a=?0 b=x} size of thing",
		`return function() local t = {size = "own"} return f{a = t.size} end`:              "{a=?0} own",
		`return f{["end"] = "x"} .. f{a = "y"}`:                                            "{end=x}{a=y}",
		`local list = {} for i, v in ipairs({f{a = 1}}) do list[i] = v end return list[1]`: "{a=1}",
	} {
		if got, err := hosted(t, source); err != nil || got != want {
			t.Errorf("%s\n gives %q (%v), not %q", source, got, err, want)
		}
	}
}

func TestGettersAnswerAsFieldsDo(t *testing.T) {
	for source, want := range map[string]string{
		`return function() return thing.size end`:                                                                           "size of thing",
		`return function() local t = {size = 3} t.size = t.size + 1 return t.size end`:                                      "4",
		`return function() local t = {a = {size = 3}} return t.a.size end`:                                                  "3",
		`return function() local thing = {size = 7} return thing.size end`:                                                  "7",
		`return function() local t = {size = function(n) return n * 2 end} return t.size(4) end`:                            "8",
		`return function() local t = setmetatable({}, {__index = function(_, k) return k .. "!" end}) return t.seat end`:    "seat!",
		`return function() local a, b = {size = 1}, {size = 2} a.size, b.size = b.size, a.size return a.size .. b.size end`: "21",
		`return function() local f = function(size) return size end return f(thing.size) end`:                               "size of thing",
	} {
		if got, err := hosted(t, source); err != nil || got != want {
			t.Errorf("%s\n gives %q (%v), not %q", source, got, err, want)
		}
	}
}

func TestMethodsAreCalledAsFieldsAre(t *testing.T) {
	for source, want := range map[string]string{
		`return function() return thing:name("x") end`:                                                              "named x",
		`return function() local a, b = thing:name("x") return a .. b end`:                                          "named x3",
		`return function() return (thing:name("x")) .. "!" end`:                                                     "named x!",
		`return function() return select("#", thing:name("x")) end`:                                                 "2",
		`return function() local t = {} function t:name(...) return select("#", ...) end return t:name(1, nil) end`: "2",
		`return function() local t = {} function t:name() return 1, 2, 3 end return select("#", t:name()) end`:      "3",
		`return function() return ("ab"):upper():rep(2) end`:                                                        "ABAB",
		`return function() local t = {a = {}} function t.a:name(n) return n * 2 end return t.a:name(4) end`:         "8",
		`return function() local ok, why = pcall(function() local t = {} return t:name() end) return why end`:       "script.lua:1: called \"name\", which is not a function",
		`return function() local ok, why = pcall(function() thing.size = 3 end) return why end`:                     "script.lua:1: size of thing becomes 3",
	} {
		if got, err := hosted(t, source); err != nil || got != want {
			t.Errorf("%s\n gives %q (%v), not %q", source, got, err, want)
		}
	}
}

func TestMembersAreReadAsFieldsAre(t *testing.T) {
	for source, want := range map[string]string{
		`return function() return g.one end`:                                 "the one",
		`return g.one`:                                                       "the one",
		`return function() return g.f("k", {a = g.one}) end`:                 "k {a=?0} the one",
		`return function() local g = {one = "own"} return g.one end`:         "own",
		`return function() local t = {g = {one = "own"}} return t.g.one end`: "own",
		`return function(g) g = g or {one = "given"} return g.one end`:       "given",
		`return function() local list = {g} return list[1].one end`:          "the one",
	} {
		if got, err := hosted(t, source); err != nil || got != want {
			t.Errorf("%s\n gives %q (%v), not %q", source, got, err, want)
		}
	}
}

func TestFaultsAreTheSameWithAHost(t *testing.T) {
	for source, want := range map[string]string{
		`return function() local t return t.size end`:       `script.lua:1: cannot read "size" of a nil value`,
		"return function()\n local t\n return t.size.a end": `script.lua:3: cannot read "size" of a nil value`,
		`thing = 5 return thing`:                            `script.lua:1: assignment to the global "thing"; write "local thing" to make a variable`,
		`function thing() end return 1`:                     `script.lua:1: assignment to the global "thing"; write "local thing" to make a variable`,
		`return function() thing = 5 end`:                   `script.lua:1: assignment to the global "thing"; write "local thing" to make a variable`,
		`return function() return thin end`:                 `script.lua:1: unknown name "thin"; did you mean "thing"?`,
		`return function() g.f = 1 end`:                     `script.lua:1: g is frozen after load`,
		`return function() g.one = g.one .. "!" end`:        `script.lua:1: g is frozen after load`,
		`return function() return g.one.more end`:           `script.lua:1: string has no "more"`,
	} {
		if got, err := hosted(t, source); err == nil || err.Error() != want {
			t.Errorf("%s\n gives %q and the error %v, not %q", source, got, err, want)
		}
	}
}

// TestWordsOfAHostedScript: what shapes and getters hide is still among the words.
func TestWordsOfAHostedScript(t *testing.T) {
	host := &Host{Shapes: Shapes{"f": 0}, Table: &ShapeTable{}, Globals: []string{"f", "thing"}, Fields: []string{"size"}}
	chunk, err := CompileWith("script.lua", `return function(a) return f{zone = "hand", seat = a.size, of = {"x", "y"}, at = {id = "z"}} end`, host)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"f", "zone", "hand", "seat", "size", "of", "x", "y", "at", "id", "z"} {
		if !slices.Contains(chunk.Strings(), word) {
			t.Errorf("%q is missing among %q", word, chunk.Strings())
		}
	}
	for _, word := range chunk.Strings() {
		if strings.HasPrefix(word, "(") {
			t.Errorf("%q is no word of the script", word)
		}
	}
}

// TestManyKeptNames: a script may use more names of the host than are kept.
func TestManyKeptNames(t *testing.T) {
	host := &Host{}
	var sum []string
	for i := range 150 {
		name := fmt.Sprintf("name%d", i)
		host.Globals = append(host.Globals, name)
		sum = append(sum, name)
	}
	var locals strings.Builder
	for i := range 120 {
		fmt.Fprintf(&locals, "local own%d = %d\n", i, i)
	}
	chunk, err := CompileWith("script.lua", locals.String()+"return function() return "+strings.Join(sum, " + ")+" + own119 end", host)
	if err != nil {
		t.Fatal(err)
	}
	s := New(Options{})
	for _, name := range sum {
		s.SetGlobal(name, lua.LNumber(1))
	}
	results, err := s.Run(chunk)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Call(results[0].(*lua.LFunction), 1); err != nil || s.Result(0) != lua.LNumber(150+119) {
		t.Errorf("the sum is %v (%v)", s.Result(0), err)
	}
}
