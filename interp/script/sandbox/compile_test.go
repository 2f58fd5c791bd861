package sandbox_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

func TestCompileErrors(t *testing.T) {
	for _, c := range []struct {
		source, want string
		column       int
	}{
		{"x = 1", `a.lua:1: assignment to the global "x"; write "local x" to make a variable`, 1},
		{"local y\n  y, zoé, zo = 1, 2, 3", `a.lua:2: "é" is not allowed here; names are made of a to z, A to Z, 0 to 9 and _`, 8},
		{"local y = 'é'\ny = 'é', f()\n  if y then zo = 1 end", `a.lua:3: assignment to the global "zo"; write "local zo" to make a variable`, 13},
		{"zo = zo + 1", `a.lua:1: assignment to the global "zo"; write "local zo" to make a variable`, 0},
		{"\n\nfunction helper() end", `a.lua:3: assignment to the global "helper"; write "local helper" to make a variable`, 10},
		{"local x = = 3", `a.lua:1: syntax error near "="`, 11},
		{"local é = 3", `a.lua:1: "é" is not allowed here; names are made of a to z, A to Z, 0 to 9 and _`, 7},
		{"x = 3 $ 4", `a.lua:1: "$" is not allowed here`, 7},
		{"local y = \"abc\n", "a.lua:1: unterminated string", 11},
		{"if x then\n\n", `a.lua:1: unexpected end of the script; the block that begins at line 1 has no "end"`, 10},
		{"function f()\n  for i = 1, 3 do -- if\n    g(\"do\")\nend\nlocal x", `a.lua:5: unexpected end of the script; the block that begins at line 2 has no "end"`, 8},
		{"f(1,", `a.lua:1: unexpected end of the script; is an "end" or a bracket missing?`, 5},
		{"if x = 3 then end", `a.lua:1: "=" gives a variable its value; to compare, write "=="`, 6},
		{"local s = [[ abc", "a.lua:1: unterminated multiline string", 0},
		{"\nbreak", "a.lua:2: no loop to break", 1},
		{"\n\ngoto nope", "a.lua:3: no visible label 'nope' for <goto>", 6},
		{"goto l\nlocal x\n::l:: f()", "a.lua:1: <goto l> jumps into the scope of local 'x'", 6},
		{"local function f() return ... end", "a.lua:1: cannot use '...' outside a vararg function", 27},
		{"local x = 0xfffffffffffffffff", `a.lua:1: malformed number "0xfffffffffffffffff"`, 0},
		{"local x = 1e", `a.lua:1: malformed number "1e"`, 0},
		{"return f(" + strings.Repeat("a,", 300) + "a)", "a.lua: too many local variables, or too many values in one expression", 0},
		{"\nlocal x = '" + strings.Repeat("a", 4097) + "'", "a.lua:2: a text has at most 4096 bytes, this one has 4097", 0},
		{"return {" + strings.Repeat("1,", 4096) + "}", "a.lua:1: a list has at most 4095 items, this one has 4096", 0},
		{"return " + strings.Repeat("(", 5000) + "1" + strings.Repeat(")", 5000) + " + 1", "", 0},
		{"return " + strings.Repeat("not ", 5000) + "x", "a.lua:1: nested too deeply", 0},
	} {
		_, err := sandbox.Compile("a.lua", c.source)
		if c.want == "" {
			if err != nil {
				t.Errorf("%.40q: %v", c.source, err)
			}
			continue
		}
		wantError(t, err, c.want)
		var e *sandbox.Error
		if errors.As(err, &e) && e.Column != c.column {
			t.Errorf("%.40q: column %d, want %d", c.source, e.Column, c.column)
		}
	}
}

func TestCompileCollectsFaults(t *testing.T) {
	_, err := sandbox.Compile("a.lua", "x = 1\nlocal y = 2\nz = y")
	var all sandbox.Errors
	if !errors.As(err, &all) || len(all) != 2 {
		t.Fatalf("got %v, want two faults", err)
	}
	wantError(t, err, `a.lua:1: assignment to the global "x"; write "local x" to make a variable`+"\n"+
		`a.lua:3: assignment to the global "z"; write "local z" to make a variable`)
}

func TestCompileAt(t *testing.T) {
	_, err := sandbox.CompileAt("cards/a.yaml", 40, "local x = 1\nx = ")
	wantError(t, err, `cards/a.yaml:41: unexpected end of the script; is an "end" or a bracket missing?`)

	chunk, err := sandbox.CompileAt("cards/a.yaml", 40, "\uFEFFlocal x\nreturn x.y")
	if err != nil {
		t.Fatal(err)
	}
	_, err = sandbox.New(sandbox.Options{}).Run(chunk)
	wantError(t, err, `cards/a.yaml:41: cannot read "y" of a nil value`)
}

func TestStrings(t *testing.T) {
	chunk, err := sandbox.Compile("a.lua", `
local t = { name = "Ogre", cost = 3 }
function t.run(card)
	if card:zone() == "hand" then t.text = "Ogre" .. "!" end
	return function() return choose("which", t["cost"], 3) end
end
return t`)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"name", "Ogre", "cost", "run", "zone", "hand", "text", "!", "choose", "which"}
	if got := chunk.Strings(); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// What the library's compiler does wrong, and what the rewriting must keep.
func TestSemantics(t *testing.T) {
	table{
		{"local a, b = 1, 2; a, b = b, a; return a, b", "2 1"},
		{"local function f(a, b) a, b = b, a; return a, b end return f(1, 2)", "2 1"},
		{"local function g(x) return x .. '!' end local function f(b, a) a = (g(a)); return a end return f(1, 2)", "2!"},
		{"local function g(x) return x .. '!' end local function f(b, a) a, b = g(a), 1; return a, b end return f(1, 2)", "2! 1"},
		{"local i, t = 1, {}; i, t[i] = i + 1, 20; return i, t[1], t[2]", "2 20 nil"},
		{"local t = {}; t.x, t.y, t.z = (function() return 1, 2, 3 end)(); return t.x, t.y, t.z", "1 2 3"},
		{"local t = {}; t.x, t.y = (function() return 1, 2 end)(), 5; return t.x, t.y", "1 5"},
		{"local t = {1, 2}; t[1], t[2] = t[2], t[1]; return t[1], t[2]", "2 1"},
		{"local a = 1; a, a = 2, 3; return a", "2"},
		{"local t = {}; t.f = (function() end)(); return t.f", "nil"},
		{"local function f(...) local t = {}; t.n = ...; return t.n, #t end return f(4, 5, 6)", "4 0"},
		{"local function f(...) local t = {}; t.n, t.m = ...; return t.n, t.m end return f(4, 5, 6)", "4 5"},
		{`local count = 0
			local function inc() count = count + 1 end
			for i = 1, 3 do if i == 2 then goto continue end inc() ::continue:: end
			return count`, "2"},
		{`local count = 0
			local function inc() count = count + 1 end
			goto done
			do local y = 1 end
			::done:: inc()
			return count`, "1"},
		{`local g
			while true do
				if true then local x = 1; g = function() return x end; break end
			end
			local y, z, w = 2, 3, 4
			return g()`, "1"},
		{`local g
			for i = 1, 3 do do local x = i; g = function() return x end; if i == 2 then break end end end
			local a, b, c, d, e, f = 20, 30, 40, 50, 60, 70
			return g()`, "2"},
		{`local n = 0
			for i = 1, 3 do for j = 1, 3 do if j == 2 then break end n = n + 1 end if i == 2 then break end end
			return n`, "2"},
		{"local fs = {} for i = 1, 3 do fs[i] = function() i = i + 10; return i end end return fs[1](), fs[2](), fs[1]()", "11 12 21"},
		{"local t = {x = {}} function t.x.f(a) return a end function t.x:g(a) return self == t.x, a end return t.x.f(3), t.x:g(4)", "3 true 4"},
		{"return 010, 0x10, 1e2, .5, 3 .. ''", "10 16 100 0.5 3"},
		{"local k = 'a' return ({[k] = 1, [2 + 1] = 3, [100] = 4})[100], ({[k] = 1}).a", "4 1"},
		{"local function f() return 1, 2, nil end local k = 'k' local t = {x = 1, 'a', [k] = 'b', 'c', f()} return #t, t.x, t.k, unpack(t)", "4 1 b a c 1 2"},
		{"local function f() return nil, nil end return #{f()}, #{1, f()}, #{f(), 1}, #{(f())}, #{...}, #{f(), f(), x = f()}", "0 1 2 0 0 0"},
		{"local s = '' local function f(n) s = s .. n return n end local t = {f(1), [f(2)] = f(3), f(4), y = f(5), f(6)} return s, unpack(t)", "123456 1 4 6"},
		{"local t = {" + strings.Repeat("1, ", 70) + strings.Repeat("nil, ", 70) + "} return #t", "70"},
		{"local t = {" + strings.Repeat("[1 + 0] = 2, ", 70) + "'x', nil} return #t, t[1]", "1 x"},
		{"return {[nil] = 1}", "error: a.lua:1: the key of a table cannot be nil"},
		{"return {[0/0] = 1}", "error: a.lua:1: the key of a table cannot be nan"},
		{"local t = {[1] = 'a', [2] = 'b', 'c'} return t[1], t[2]", "c b"},
		{"return (function(...) return select('#', ...) end)(nil, nil)", "2"},
		{"return 2 ^ 3 ^ 2, -2 ^ 2, not 1 == 2, 1 .. 2 == '12', -7 % 3", "512 -4 false true 2"},
		{"local function f(...) return arg end return f()", `error: a.lua:1: unknown name "arg"`},
	}.check(t)
}

func TestConcat(t *testing.T) {
	long := `"` + strings.Repeat("a", 20) + `"`
	table{
		{`return "a" .. 1 .. 2.5 .. "b"`, "a12.5b"},
		{`local a = "x"; a = a .. a .. (a .. "z"); return a, #a`, "xxxz 4"},
		{`local t = setmetatable({}, { __concat = function(a, b) return (type(a) == "table" and "T" or a) .. "+" .. (type(b) == "table" and "T" or b) end })
			return t .. "a" .. "b", "a" .. "b" .. t, 1 .. t`, "T+ab ab+T 1+T"},
		{"return 1 ..\nnil", `error: a.lua:1: cannot join a nil to a text with ".."`},
		{"local x = {}\nreturn x .. 'a'", `error: a.lua:2: cannot join a table to a text with ".."`},
		{"return #(" + strings.Repeat(long+"..", 199) + long + ")", "4000"},
		{"local s = 'a'\nfor i = 1, 100 do\n s = s .. s end", "error: a.lua:3: a text has at most 4096 bytes"},
	}.check(t)
}
