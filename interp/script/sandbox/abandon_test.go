package sandbox_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

var errCause = errors.New("a decision is open")

func abandoning(t *testing.T) *rig {
	r := newRig(t, sandbox.Options{})
	r.host("abandon", func(L *lua.LState) int { r.Abandon(L, errCause); return 0 })
	return r
}

// ways are bodies that reach abandon() through everything that could stop it.
var ways = []string{
	"abandon()",
	"return abandon()",
	"pcall(abandon)",
	"pcall(pcall, abandon)",
	"local ok = pcall(function() pcall(function() abandon() end) end) out('caught')",
	"xpcall(abandon, function() out('handled') end)",
	"xpcall(error, function() abandon() end, 'x')",
	"nested(abandon)",
	"nested(function() pcall(function() nested(function() pcall(abandon) end) end) end)",
	"apply(abandon)",
	"apply(pcall, nested, abandon)",
	"table.sort({3, 2, 1}, function(a, b) abandon() return a < b end)",
	"string.gsub('abc', '%a', function() abandon() end)",
	"string.gsub('abc', '%a', setmetatable({}, { __index = function() abandon() end }))",
	"for x in function() abandon() end do end",
	"for x in ('a b'):gmatch('%a') do abandon() end",
	"local x = setmetatable({}, { __index = function() abandon() end }).y",
	"local t = setmetatable({}, { __newindex = function() abandon() end }) t.x = 1",
	"local x = setmetatable({}, { __add = function() abandon() end }) + 1",
	"local m = { __lt = function() abandon() end } local x = setmetatable({}, m) < setmetatable({}, m)",
	"local m = { __le = function() abandon() end } local x = setmetatable({}, m) <= setmetatable({}, m)",
	"local m = { __eq = function() abandon() end } local x = setmetatable({}, m) == setmetatable({}, m)",
	"local x = setmetatable({}, { __concat = function() abandon() end }) .. 'a'",
	"local x = -setmetatable({}, { __unm = function() abandon() end })",
	"local x = #setmetatable({}, { __len = function() abandon() end })",
	"setmetatable({}, { __call = function() abandon() end })()",
	"tostring(setmetatable({}, { __tostring = function() abandon() end }))",
	"print(setmetatable({}, { __tostring = function() abandon() end }))",
	"string.format('%s', setmetatable({}, { __tostring = function() abandon() end }))",
	"local n = 0 local function f() n = n + 1 if n == 50 then abandon() end return f() end pcall(f)",
	"local function f(n) if n == 0 then abandon() end f(n - 1) end pcall(f, 100)",
	"local function f(n) if n == 0 then abandon() end pcall(f, n - 1) end f(30)",
}

func TestAbandon(t *testing.T) {
	r := abandoning(t)
	for _, body := range ways {
		if err := r.call(body); err != errCause {
			t.Errorf("%s\ngot %v", body, err)
		}
		if len(r.out) > 0 {
			t.Errorf("%s\nwas caught", body)
		}
		// The state is as good as new.
		if err := r.call("local n = 0 local function f() n = n + 1 end pcall(f) nested(f) pcall(error) f() out(n)"); err != nil {
			t.Errorf("afterwards: %v", err)
		} else if got := strings.Join(r.out, " "); got != "3" {
			t.Errorf("%s\nafterwards %s, want 3", body, got)
		}
	}
}

// A closure that has escaped keeps what its variables were.
func TestAbandonClosesVariables(t *testing.T) {
	r := abandoning(t)
	var kept *lua.LFunction
	r.host("keep", func(L *lua.LState) int { kept = L.CheckFunction(1); return 0 })
	if err := r.call("local n = 7 keep(function() n = n + 1 out(n) end) pcall(function() n = 8 abandon() end)"); err != errCause {
		t.Fatal(err)
	}
	if err := r.call("local a, b, c, d = 20, 30, 40, 50 out(a + b + c + d)"); err != nil {
		t.Fatal(err)
	}
	r.Begin()
	for range 2 {
		if err := r.Call(kept, 0); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(r.out, " "); got != "140 9 10" {
		t.Errorf("got %s", got)
	}
}

func TestAbandonLeavesTheHeapFlat(t *testing.T) {
	r := abandoning(t)
	fn := r.function("return function() nested(function() local t = {} pcall(function() t.x = 1 abandon() end) end) end")
	run := func(n int) {
		for range n {
			r.Begin()
			if err := r.Call(fn, 0); err != errCause {
				t.Fatal(err)
			}
		}
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	n := 100_000
	if testing.Short() {
		n = 10_000
	}
	run(100)
	before := heap()
	run(n)
	if after := heap(); after > before+256<<10 {
		t.Errorf("heap grew from %d to %d bytes", before, after)
	}
}

// The cause that an inner Call hands on is the first one, and a fault before it
// does not confuse it.
func TestAbandonAfterFaults(t *testing.T) {
	r := abandoning(t)
	err := r.call(`
		local fault = nested(function() error("one") end)
		out(fault)
		out(select(2, pcall(error, "two")))
		nested(function() pcall(error) abandon() end)
		out("not reached")`)
	if err != errCause {
		t.Fatal(err)
	}
	if got := strings.Join(r.out, " | "); got != "a.lua:3: one | two" {
		t.Errorf("got %s", got)
	}
}
