package sandbox_test

import (
	"errors"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

// What overflows the machine is the script's fault, and no more than that.
func TestOverflow(t *testing.T) {
	const beyond = "the script went beyond a limit of the virtual machine"
	for _, c := range []struct{ body, want string }{
		{"local function f(...) return f(1, ...) end\nf()", "a.lua:2: " + beyond},
		{"local function f(n) return 1 + f(n + 1) end\nf(1)", "a.lua:2: too many calls inside each other"},
		{"local t = setmetatable({}, {})\ngetmetatable(t).__index = function(t, k) return t[k] end\nlocal x = t.x", "a.lua:3: too many calls inside each other"},
		{"local function f(...) return select('#', f(...)) + 1 end\nf(unpack({1,2,3,4,5,6,7,8,9}, 1, 250))", "a.lua:2: too many values at once"},
		{"local t = {}\nlocal function f(...) t[#t + 1] = 1 return f(1, 1, 1, ...) end\nf()", "a.lua:3: " + beyond},
	} {
		r := newRig(t, sandbox.Options{})
		for range 3 { // the thread was replaced
			wantError(t, r.call(c.body), c.want)
		}
		err := r.call("out(pcall(function() " + c.body + " end)) local x = 1 local function f() x = x + 1 end pcall(error) f() out(x)")
		if err != nil {
			t.Errorf("%s\ninside pcall: %v", c.body, err)
		}
		if len(r.out) != 3 || r.out[0] != "false" || r.out[2] != "2" {
			t.Errorf("%s\ninside pcall: %q", c.body, r.out)
		}
		if err := r.call("nested(function() " + c.body + " end) out(1)"); err != nil || len(r.out) != 1 {
			t.Errorf("%s\nnested: %v", c.body, err)
		}
	}
}

// A Go panic in a host function is the engine's fault: no script gets to see it,
// and no script is blamed for it.
func TestHostPanic(t *testing.T) {
	var missing *struct{ n int }
	var noTable *lua.LTable
	for name, c := range map[string]struct {
		fn   lua.LGFunction
		want string
	}{
		"text":  {func(*lua.LState) int { panic("out of cards") }, "panic in a host function: out of cards"},
		"error": {func(*lua.LState) int { panic(errors.New("no seat")) }, "panic in a host function: no seat"},
		"nil":   {func(*lua.LState) int { return missing.n }, "panic in a host function: runtime error: invalid memory address or nil pointer dereference"},
		"index": {func(L *lua.LState) int { return []int{1}[L.GetTop()+3] }, "panic in a host function: runtime error: index out of range [3] with length 1"},
		// The library misused by a host function.
		"table": {func(*lua.LState) int { noTable.RawSetInt(1, lua.LNil); return 0 }, "panic in a host function: runtime error: invalid memory address or nil pointer dereference"},
	} {
		r := newRig(t, sandbox.Options{})
		r.host("bug", c.fn)
		for _, body := range []string{
			"bug()", "pcall(bug) out('caught')", "nested(bug) out('caught')",
			"nested(function() pcall(function() nested(function() bug() end) end) out('caught') end) out('caught')",
			"table.sort({2, 1}, function() bug() end)",
			"local t = setmetatable({}, {__index = function() bug() end}) return t.x",
		} {
			err := r.call(body)
			var p *sandbox.HostPanic
			if !errors.As(err, &p) {
				t.Errorf("%s: %s\ngot %v", name, body, err)
				continue
			}
			wantError(t, err, c.want)
			if !strings.Contains(p.Stack, "panic_test.go") {
				t.Errorf("%s: %s\nthe Go stack does not show the place:\n%s", name, body, p.Stack)
			}
			if len(r.out) > 0 {
				t.Errorf("%s: %s\nwas caught", name, body)
			}
			if err := r.call("local n = 0 local function f() n = n + 1 end pcall(f) out(n)"); err != nil || r.out[0] != "1" {
				t.Errorf("%s: afterwards %v %v", name, err, r.out)
			}
		}
	}
}
