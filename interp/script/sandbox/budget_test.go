package sandbox_test

import (
	"errors"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

func TestBudgetOfAStep(t *testing.T) {
	for _, body := range []string{
		"while true do end",
		"pcall(function() while true do end end) out('caught')",
		"while true do pcall(function() while true do end end) out('caught') end",
		"nested(function() while true do end end) out('caught')",
		"local function f() return f() end f()",
		"for i = 1, 1e9 do local x = ('a'):rep(4000) end",
		"local s = ('a'):rep(4000) for i = 1, 1e9 do local x = s:upper() end",
		"local t = {} for i = 1, 4000 do t[i] = i % 7 end for i = 1, 1e9 do table.sort(t) end",
		"local t = {} for i = 1, 1e9 do t[i] = {} end",
		"for i = 1, 1e9 do local t = {} t[4000] = 1 end",
		"for i = 1, 1e9 do local t = {[4000] = 1} end",
		"for i = 1, 1e9 do pcall(error, 'x') end",
		"(('a'):rep(300)):find(('.-'):rep(100) .. 'b')",
		"(('a'):rep(4000)):find('(.-)(.-)(.-)b')",
		"(('('):rep(4000)):gsub('%b()', '')",
		"(('a'):rep(300)):find(('a?'):rep(40) .. ('a'):rep(40) .. 'b')",
		"local t = {} for i = 1, 1500 do t['k' .. i] = 1 end for k in pairs(t) do t[k] = nil end for i = 1, 1e9 do next(t) end",
	} {
		r := newRig(t, sandbox.Options{Budget: 100_000, AbilityBudget: 1 << 40})
		var budget *sandbox.BudgetError
		err := r.call(body)
		if !errors.As(err, &budget) && !strings.Contains(err.Error(), "a list has at most") {
			t.Errorf("%s\ngot %v", body, err)
		}
		if len(r.out) > 0 {
			t.Errorf("%s\nwas caught", body)
		}
	}
}

func TestBudgetErrors(t *testing.T) {
	r := newRig(t, sandbox.Options{Budget: 1000, AbilityBudget: 100})
	fault := r.call("local function f()\n while true do end\nend\nf()")
	wantError(t, fault, "a.lua:3: stopped after 100 instructions")
	var slice *sandbox.BudgetError
	var e *sandbox.Error
	if !errors.As(fault, &slice) || !errors.As(fault, &e) || e.Line != 3 || len(e.Stack) != 2 || e.Stack[0].Function != "f" {
		t.Errorf("got %#v", fault)
	}

	// Ten abilities fail, one after the other; then the step's budget is spent.
	err := r.call("while true do out(nested(function() while true do end end)) end")
	if _, ok := err.(*sandbox.BudgetError); !ok {
		t.Errorf("got %T", err)
	}
	wantError(t, err, "a.lua:2: stopped after 1000 instructions")
	if want := strings.Repeat("a.lua:2: stopped after 100 instructions ", 9); strings.Join(r.out, " ")+" " != want {
		t.Errorf("got %s", strings.Join(r.out, " "))
	}
}

// A slice that is spent cannot be caught inside its own Call; the Call outside
// sees an ordinary fault and has its own slice left.
func TestSlices(t *testing.T) {
	r := newRig(t, sandbox.Options{Budget: 10_000, AbilityBudget: 500})
	err := r.call(`
		out(nested(function() pcall(function() while true do end end) out("caught") end))
		for i = 1, 100 do end
		out("on")`)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(r.out, " | "); got != "a.lua:3: stopped after 500 instructions | on" {
		t.Errorf("got %s", got)
	}
	// What a nested call used does not count for the slice around it.
	if err := r.call("for i = 1, 5 do nested(function() for i = 1, 300 do end end) end"); err != nil {
		t.Error(err)
	}
}

func TestCountIsTheSameEveryRun(t *testing.T) {
	body := `
		local t = {}
		for i = 1, 200 do t[i] = (i * 7919) % 101 .. "x" end
		table.sort(t, function(a, b) return a < b end)
		pcall(function() nested(function() error("x") end) local y = nil; y.z = 1 end)
		local s = table.concat(t, ","):gsub("%d+", function(d) return d + 1 end)
		for k, v in pairs({a = 1, b = 2}) do s = s .. k .. v end
		nested(function() while true do end end)
		out(s)`
	var counts []int64
	var texts []string
	for range 3 {
		r := newRig(t, sandbox.Options{})
		for range 3 {
			if err := r.call(body); err != nil {
				t.Fatal(err)
			}
			counts = append(counts, r.Instructions())
			texts = append(texts, strings.Join(r.out, " "))
		}
	}
	for i := range counts {
		if counts[i] != counts[0] || texts[i] != texts[0] {
			t.Fatalf("run %d: %d instructions, the first had %d", i, counts[i], counts[0])
		}
	}
	if counts[0] < 200_000 {
		t.Errorf("%d instructions: the endless call was not counted", counts[0])
	}
}

func TestDepth(t *testing.T) {
	for _, body := range []string{
		"local function f() nested(f) out('caught') end f()",
		"local function f() pcall(f) out('caught') end f()",
		"local function f() xpcall(nested, f, f) out('caught') end f()",
		"local function f() local t = setmetatable({}, { __index = function() nested(f) end }) return t.x end f()",
	} {
		r := newRig(t, sandbox.Options{MaxDepth: 10})
		err := r.call(body)
		var depth *sandbox.DepthError
		if !errors.As(err, &depth) {
			t.Errorf("%s\ngot %v", body, err)
			continue
		}
		if len(r.out) > 0 {
			t.Errorf("%s\nwas caught", body)
		}
	}

	r := newRig(t, sandbox.Options{MaxDepth: 4})
	err := r.call("local function ping()\n nested(ping)\nend\nnested(ping)")
	wantError(t, err, "a.lua:3: more than 4 calls nested\n"+
		"\ta.lua:3\n\ta.lua:3\n\ta.lua:3\n\ta.lua:5")
	r = newRig(t, sandbox.Options{})
	if err := r.call("local function ping()\n nested(ping)\nend\nnested(ping)"); err == nil ||
		!strings.Contains(err.Error(), "... 28 more") {
		t.Errorf("got %v", err)
	}
}

// Charge is for the host: its functions pay for their work too.
func TestCharge(t *testing.T) {
	r := newRig(t, sandbox.Options{AbilityBudget: 1000})
	r.host("work", func(L *lua.LState) int { r.Charge(L, L.CheckInt(1)); return 0 })
	if err := r.call("work(900)"); err != nil {
		t.Error(err)
	}
	if n := r.Instructions(); n != 904 {
		t.Errorf("%d instructions", n)
	}
	wantError(t, r.call("work(900)\nwork(900)"), "a.lua:3: stopped after 1000 instructions")
}

func TestLoadHasABudget(t *testing.T) {
	r := newRig(t, sandbox.Options{Budget: 5000})
	_, err := r.load("\nwhile true do end")
	wantError(t, err, "a.lua:2: stopped after 5000 instructions")
	if _, err := r.load("return 1"); err != nil {
		t.Error(err)
	}
}
