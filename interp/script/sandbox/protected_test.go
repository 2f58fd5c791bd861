package sandbox_test

import (
	"errors"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

func TestPcall(t *testing.T) {
	table{
		{"return pcall(function(a, b) return b, a end, 1, 2)", "true 2 1"},
		{"return pcall(error, 'x')", "false x"},
		{"return pcall(function() error('x') end)", "false a.lua:1: x"},
		{"return pcall(function() error('x', 0) end)", "false x"},
		{"local function f() error('x', 2) end\nreturn pcall(function()\nlocal a\nf()\nend)", "false a.lua:4: x"},
		{"local function f() error('x', 1) end\nreturn pcall(function()\nlocal a\nf()\nend)", "false a.lua:1: x"},
		{"local e = {}; local ok, got = pcall(error, e); return ok, got == e", "false true"},
		{"return pcall(error)", "false error was called without a text"},
		{"return pcall(function() local x = nil; return x.y end)", `false a.lua:1: cannot read "y" of a nil value`},
		{"return pcall(function() local x = nil; x.y = 1 end)", `false a.lua:1: cannot set "y" of a nil value`},
		{"return pcall(function() local x = 5; x.y = 1 end)", `false a.lua:1: cannot set "y" of a number value`},
		{"return pcall(function() local t = {}\nt.run()\nend)", `false a.lua:2: called "run", which is not a function`},
		{"return pcall(function() local t = {}\nt:run(tostring(1))\nend)", `false a.lua:2: called "run", which is not a function`},
		{"return pcall(function() local t = {}\nt:run(t.walk())\nend)", `false a.lua:2: called one of "run, walk", which is not a function`},
		{"return pcall(function() return ({})() end)", "false a.lua:1: called a value, which is not a function"},
		{"return pcall(function() return #5 end)", "false a.lua:1: took the length of what is neither a text nor a table"},
		{"return pcall(function() return -{} end)", "false a.lua:1: put a minus before what is not a number"},
		{"return pcall(function() return 1 + nil end)", "false a.lua:1: cannot perform add operation between number and nil"},
		{"return pcall(function() return 1 < 'a' end)", "false a.lua:1: attempt to compare number with string"},
		{"return pcall(function() local x = nil; return x[{}] end)", `false a.lua:1: cannot read "table" of a nil value`},
		{"return pcall(5)", "false called a value, which is not a function"},
		{"return pcall()", "error: a.lua:1: pcall: argument 1 must be a function, not nothing"},
		{"return pcall(setmetatable({}, { __call = function(t, a) return a end }), 3)", "true 3"},
		{"return xpcall(function(a) return a end, print, 4)", "true 4"},
		{"return xpcall(error, function(m) return 'got ' .. m, 2 end, 'x')", "false got x 2"},
		{"return xpcall(error, function(m) end, 'x')", "false"},
		{"return xpcall(error, error, 'x')", "false x"},
		{"return xpcall(error, nil, 'x')", "false called a value, which is not a function"},
		{"return xpcall(error)", "error: a.lua:1: xpcall: argument 2 must be a function, not nothing"},
		{"return assert(1, 'm'), pcall(assert, false, 'm')", "1 false m"},
		{"return pcall(assert, nil)", "false assertion failed"},
		{"return pcall(assert)", "false assertion failed"},
		{"assert(false, 'm')", "error: a.lua:1: m"},
		{"assert(false, 12)", "error: a.lua:1: 12"},
		{"local e = {}; local ok, got = pcall(assert, false, e); return ok, got == e", "false true"},
		{"local ok, m = pcall(error, 12); return type(m), m", "string 12"},
		{"return pcall(pcall)", "false pcall: argument 1 must be a function, not nothing"},
	}.check(t)
}

// The first hole: a caught error must not close the variables of live frames.
func TestCaughtErrorsLeaveVariablesShared(t *testing.T) {
	table{
		{"local x = 0; local function f() x = x + 1 end; pcall(error, 'a'); f(); return x", "1"},
		{"local x = 0; local function f() x = x + 1 end; xpcall(error, print, 'a'); f(); return x", "1"},
		{"local x = 0; local function f() x = x + 1 end; pcall(function() f() error('a') end); f(); return x", "2"},
		{"local x = 0; local function f() x = x + 1 end; nested(function() f() error('a') end); f(); return x", "2"},
		{`local x = 0
			local function f() x = x + 1 end
			local function g(n) if n == 0 then error("deep") end local y = n; pcall(g, n - 1) y = y + 1 f() return function() return y end end
			local last = g(20)
			return x, last()`, "20 21"},
		{`local kept
			pcall(function() local n = 5; kept = function() n = n + 1 return n end; n = 6; error("x") end)
			local a, b, c = 100, 200, 300
			return kept(), kept()`, "7 8"},
	}.check(t)
}

func TestCallReturnsFaults(t *testing.T) {
	r := newRig(t, sandbox.Options{})
	err := r.call("local function inner()\n error('broken')\nend\nlocal function outer()\n inner()\n return 1\nend\nouter()\n")
	wantError(t, err, "a.lua:3: broken")
	var e *sandbox.Error
	if !errors.As(err, &e) {
		t.Fatal("not an *Error")
	}
	if want := "\ta.lua:3: in inner\n\ta.lua:6: in outer\n\ta.lua:9"; e.Traceback() != want {
		t.Errorf("got\n%s\nwant\n%s", e.Traceback(), want)
	}
	wantError(t, r.call("error({})"), "a.lua:2: error was called with a table; give it a text")
	wantError(t, r.call("error('cards: 3: odd')"), "a.lua:2: cards: 3: odd")
	wantError(t, r.call("local ok, m = pcall(error, 'x')\nerror(m, 0)"), "a.lua:3: x")
	wantError(t, r.call("local ok, m = pcall(function() error('x') end)\nerror(m, 0)"), "a.lua:2: x")
	wantError(t, r.call("local f = function()\n error('x') end\npcall(print) f()"), "a.lua:3: x")
}

func TestFault(t *testing.T) {
	r := newRig(t, sandbox.Options{})
	r.host("roll", func(L *lua.LState) int {
		r.Fault(L, "%d is no die, nor is 100%%", 7)
		return 0
	})
	wantError(t, r.call("\nroll()"), "a.lua:3: 7 is no die, nor is 100%")
	wantError(t, r.call("\nreturn roll()"), "a.lua:3: 7 is no die, nor is 100%")
	r.Begin()
	wantError(t, r.Call(r.Global("roll").(*lua.LFunction), 0), "7 is no die, nor is 100%")
}

func TestResults(t *testing.T) {
	r := newRig(t, sandbox.Options{})
	fn := r.function("return function(...) return ... end")
	r.Begin()
	if err := r.Call(fn, 2, lua.LNumber(1), lua.LString("b"), lua.LTrue); err != nil {
		t.Fatal(err)
	}
	if r.Results() != 2 || r.Result(0) != lua.LNumber(1) || r.Result(1) != lua.LString("b") || r.Result(2) != lua.LNil {
		t.Errorf("got %v %v %v", r.Results(), r.Result(0), r.Result(1))
	}
	if err := r.Call(fn, lua.MultRet, lua.LTrue, lua.LFalse, lua.LNil); err != nil {
		t.Fatal(err)
	}
	if r.Results() != 3 || r.Result(0) != lua.LTrue {
		t.Errorf("got %d results", r.Results())
	}
	if err := r.Call(fn, 0); err != nil || r.Results() != 0 {
		t.Errorf("got %v, %d results", err, r.Results())
	}
	// Those of a nested call are read by the function that called.
	r.host("twice", func(L *lua.LState) int {
		if err := r.Call(L.CheckFunction(1), 1, lua.LNumber(4)); err != nil {
			t.Error(err)
		}
		first := r.Result(0)
		if err := r.Call(L.CheckFunction(1), 1, lua.LNumber(5)); err != nil {
			t.Error(err)
		}
		L.Push(first)
		L.Push(r.Result(0))
		return 2
	})
	if err := r.call("out(twice(function(n) return n * n end))"); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(r.out, " "); got != "16 25" {
		t.Errorf("got %s", got)
	}
}

// purity is a register: how many functions that may change nothing are open.
type purity struct{ level uint64 }

func (p *purity) Save() uint64         { return p.level }
func (p *purity) Restore(token uint64) { p.level = token }

func TestRegisters(t *testing.T) {
	r := newRig(t, sandbox.Options{})
	p := &purity{}
	r.Registers = p
	r.host("pure", func(L *lua.LState) int {
		p.level++
		L.Call(L.GetTop()-1, 0)
		p.level--
		return 0
	})
	r.host("level", func(L *lua.LState) int { L.Push(lua.LNumber(p.level)); return 1 })
	r.host("abandon", func(L *lua.LState) int { r.Abandon(L, errCause); return 0 })
	if err := r.call(`
		pcall(pure, error)
		out(level())
		nested(function() pure(error) end)
		out(level())
		pure(function() xpcall(pure, function() out(level()) end, error) out(level()) end)
		out(level())`); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(r.out, " "); got != "0 0 1 1 0" {
		t.Errorf("got %s", got)
	}
	// An unwinding leaves them for the host to look at.
	if err := r.call("pure(function() pcall(pure, abandon) end)"); err != errCause || p.level != 2 {
		t.Errorf("got %v, level %d", err, p.level)
	}
}
