package sandbox_test

import (
	"fmt"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

func TestUnknownNames(t *testing.T) {
	r := newRig(t, sandbox.Options{})
	r.host("choose", func(*lua.LState) int { return 0 })
	for _, c := range []struct{ body, want string }{
		{"chooze()", `unknown name "chooze"; did you mean "choose"?`},
		{"hcoose()", `unknown name "hcoose"; did you mean "choose"?`},
		{"local x = xyzzy", `unknown name "xyzzy"`},
		{"local x = concat", `unknown name "concat"`},
		{"local x = s", `unknown name "s"`},
		{"math.rnd()", `math has no "rnd"`},
		{"return math[('x'):rep(100)]", `math has no "` + strings.Repeat("x", 100) + `"`},
		{"math.flor(1)", `math has no "flor"; did you mean "floor"?`},
		{"math.random(6)", `math.random is not available to scripts: use roll(), which is part of the game's record`},
		{"math.randomseed(6)", `math.randomseed is not available to scripts: use roll(), which is part of the game's record`},
		{"string.dump(print)", `string.dump is not available to scripts`},
		{"('x'):uper()", `string has no "uper"; did you mean "upper"?`},
		{"table.srot({})", `table has no "srot"; did you mean "sort"?`},
		{"os.exit()", `"os" is not available to scripts: scripts know no clock, file or environment`},
		{"rawset({}, 1, 1)", `"rawset" is not available to scripts: frozen tables must stay as they are`},
	} {
		wantError(t, r.call(c.body), "a.lua:2: "+c.want)
	}
}

func TestAbsent(t *testing.T) {
	for _, name := range strings.Fields("_G _VERSION _printregs collectgarbage coroutine channel debug dofile getfenv io load loadfile " +
		"loadstring module newproxy os package rawget rawset require setfenv string.dump string.gfind math.random math.randomseed math.sin math.exp") {
		r := newRig(t, sandbox.Options{})
		if err := r.call("local x = " + name); err == nil {
			t.Errorf("%s is there", name)
		}
	}
	// Nothing that a script can reach is the environment.
	r := newRig(t, sandbox.Options{})
	ud := r.L().NewUserData()
	ud.Metatable = r.L().CreateTable(0, 0)
	r.SetGlobal("ud", ud)
	if err := r.call("out(getmetatable(ud))"); err != nil || r.out[0] != "nil" {
		t.Errorf("%v: the metatable of a host's value is %v", err, r.out)
	}
	table{
		{"return getmetatable('x'), getmetatable(math), getmetatable({}), getmetatable(print)", "false false nil nil"},
		{"setmetatable('x', {})", "error: a.lua:1: setmetatable: argument 1 must be a table, not string"},
		{"setmetatable(math, {})", "error: a.lua:1: math is frozen after load"},
		{"setmetatable(setmetatable({}, { __metatable = 1 }), {})", "error: a.lua:1: setmetatable: the metatable is protected"},
		{"return setmetatable({}, 1)", "error: a.lua:1: setmetatable: argument 2 must be a table or nil, not number"},
	}.check(t)
}

func TestNoAddresses(t *testing.T) {
	r := newRig(t, sandbox.Options{})
	ud := r.L().NewUserData()
	r.SetGlobal("ud", ud)
	named, mt := r.L().NewUserData(), r.L().CreateTable(0, 1)
	mt.RawSetString("__tostring", r.L().NewFunction(func(L *lua.LState) int { L.Push(lua.LString("Ogre")); return 1 }))
	named.Metatable = mt
	r.SetGlobal("named", named)
	var printed []string
	r.Print = func(text string) { printed = append(printed, text) }
	if err := r.call(`
		print({}, print, ud, named)
		out(tostring({}), tostring(print), tostring(ud), tostring(named))
		out(string.format("%s %s", {}, named))
		out(select(2, pcall(string.format, "%p", {})))
		out(select(2, pcall(function() return ({}) .. "" end)))
		out(select(2, pcall(function() local x = nil; return x[{}] end)))
		out(select(2, pcall(function() local x = nil; x[print] = 1 end)))
		out(select(2, pcall(function() return ud.x end)))
		out(select(2, pcall(error, tostring({}))))
		out(select(2, pcall(function() return {} < {} end)))
		out(({ ("x"):gsub("x", tostring) })[1])`); err != nil {
		t.Fatal(err)
	}
	all := strings.Join(append(printed, r.out...), "\n")
	if strings.Contains(all, "0x") || strings.Contains(all, "(nil)") {
		t.Errorf("an address is printed:\n%s", all)
	}
	if want := "table\tfunction\tuserdata\tOgre"; printed[0] != want {
		t.Errorf("got %s", printed[0])
	}
	if err := r.call("error({})"); strings.Contains(err.Error(), "0x") {
		t.Error(err)
	}
}

func TestNumbersAsText(t *testing.T) {
	table{
		{"return 1, -3, 2.5, 1e15, 2^53, 1/3, 0.1, 0.1 + 0.2, -0, 1e100, 1e-7, 123456789012345678", "1 -3 2.5 1000000000000000 9007199254740992 0.33333333333333 0.1 0.3 0 1e+100 1e-07 123456789012345680"},
		{"return 1/0, -1/0, tostring(0/0), math.huge .. ''", "inf -inf nan inf"},
		{"return tonumber('10'), tonumber(' 0x1F '), tonumber('1e2'), tonumber('.5'), tonumber('-7'), tonumber('zz', 36), tonumber('-ff', 16), tonumber('101', 2)", "10 31 100 0.5 -7 1295 -255 5"},
		{"return tonumber(('1'):rep(200)), tonumber('1', 1), tonumber('1e1', 16), tonumber('--1'), tonumber('-')", "nil nil 481 nil nil"},
		{"return tonumber(''), tonumber('x'), tonumber('1_000'), tonumber('inf'), tonumber('nan'), tonumber('0b1'), tonumber('1 2'), tonumber({}), tonumber(nil), tonumber('9', 8), tonumber('0x1p4')", "nil nil nil nil nil nil nil nil nil nil nil"},
		{"return tonumber(5), tonumber('1e400')", "5 nil"},
		{"return tostring(nil), tostring(true), type(nil), type(print)", "nil true nil function"},
		{"return type()", "error: a.lua:1: type: argument 1 must be a value, not nothing"},
		{"return tostring()", "error: a.lua:1: tostring: argument 1 must be a value, not nothing"},
		{"return select('#'), select('#', nil, nil), select(2, 'a', 'b', 'c'), select(-1, 'a', 'b')", "0 2 b b"},
		{"return select(5, 'a')", ""},
		{"return select(0, 'a')", "error: a.lua:1: select: there is no argument 0"},
		{"return select(-3, 'a')", "error: a.lua:1: select: there is no argument -3"},
		{"return select(1.5, 'a')", "error: a.lua:1: select: argument 1 must be an integer, not 1.5"},
		{"return rawequal('a', 'a'), rawequal({}, {})", "true false"},
	}.check(t)
}

func TestMath(t *testing.T) {
	table{
		{"return math.floor(2.7), math.floor(-2.7), math.ceil(2.1), math.floor(5000.5), math.abs(-3), math.max(1, 3, 2), math.min(4, 2, 3)", "2 -3 3 5000 3 3 2"},
		{"return math.fmod(7, 3), math.fmod(-7, 3), math.sqrt(16), math.modf(3.7)", "1 -1 4 3 0.7"},
		{"return math.modf(math.huge)", "inf 0"},
		{"return math.floor(math.huge), math.floor(-1e300)", "inf -1e+300"},
		{"return math.pi", "3.1415926535898"},
		{"return math.max()", "error: a.lua:1: math.max: argument 1 must be a number, not nothing"},
		{"return math.floor('3')", "error: a.lua:1: math.floor: argument 1 must be a number, not string"},
	}.check(t)
}

// Library declares exactly what a state has.
func TestLibrary(t *testing.T) {
	listed := map[string]bool{}
	for _, name := range sandbox.Library() {
		if name.Doc == "" || !strings.HasSuffix(name.Doc, ".") {
			t.Errorf("%s: the text %q is not a sentence", name.Name, name.Doc)
		}
		if listed[name.Name] {
			t.Errorf("%s is listed twice", name.Name)
		}
		listed[name.Name] = true
		if got := eval(t, "return type("+name.Name+")"); got == "nil" || strings.HasPrefix(got, "error") {
			t.Errorf("%s: %s", name.Name, got)
		} else if (got == "function") != (name.Args != "" || name.Name == "print") {
			t.Errorf("%s is a %s with the arguments %q", name.Name, got, name.Args)
		}
	}
	s := sandbox.New(sandbox.Options{})
	walk := func(prefix string, tb *lua.LTable) {
		for key, value := tb.Next(lua.LNil); key != lua.LNil; key, value = tb.Next(key) {
			name := prefix + sandbox.Text(key)
			if _, isModule := value.(*lua.LTable); !isModule && !listed[name] && !strings.HasPrefix(name, "(") {
				t.Errorf("%s is there but not listed", name)
			}
		}
	}
	for _, module := range []string{"string", "table", "math"} {
		walk(module+".", s.Global(module).(*lua.LTable))
	}
	walk("", s.L().Env)
}

func TestGlobal(t *testing.T) {
	s := sandbox.New(sandbox.Options{})
	if v := s.Global("nothing"); v != lua.LNil {
		t.Errorf("got %v", v)
	}
	s.SetGlobal("seven", sandbox.Number(7))
	if got := fmt.Sprint(s.Global("seven"), sandbox.Number(5000), sandbox.Number(-64), sandbox.Number(-65)); got != "7 5000 -64 -65" {
		t.Errorf("got %v", got)
	}
}
