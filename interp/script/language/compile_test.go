package language_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/script/language"
)

func TestCompileErrors(t *testing.T) {
	for _, c := range []struct {
		source, want string
	}{
		{"x = 1", `a.lua:1:1: assignment to the global "x"; write "local x" to make a variable`},
		{"local y\n  y, zoé, zo = 1, 2, 3",
			`a.lua:2:8: "é" is not allowed here; names are made of a to z, A to Z, 0 to 9 and _`},
		{"local y = 'é'\ny = 'é', f()\n  if y then zo = 1 end",
			`a.lua:3:13: assignment to the global "zo"; write "local zo" to make a variable`},
		{"zo = zo + 1", `a.lua:1:1: assignment to the global "zo"; write "local zo" to make a variable`},
		{"\n\nfunction helper() end",
			`a.lua:3:10: assignment to the global "helper"; write "local helper" to make a variable`},
		{"if x == nil: return", `a.lua:1:12: ":" stands where Lua has "then"`},
		{"while x > 1:\n  x = 1", `a.lua:1:12: ":" stands where Lua has "do"`},
		{"local x = = 3", `a.lua:1:11: syntax error near "="`},
		{"x = 3 $ 4", `a.lua:1:7: "$" is not allowed here`},
		{"local y = \"abc\n", "a.lua:1:11: unterminated string"},
		{"if x then\n\n", `a.lua:1:10: unexpected end of the script; the block that begins at line 1 has no "end"`},
		{"function f()\n  for i = 1, 3 do -- if\n    g(\"do\")\nend\nlocal x",
			`a.lua:5:8: unexpected end of the script; the block that begins at line 2 has no "end"`},
		{"f(1,", `a.lua:1:5: unexpected end of the script; is an "end" or a bracket missing?`},
		{"if x = 3 then end", `a.lua:1:6: "=" gives a variable its value; to compare, write "=="`},
		{"local s = [[ abc", "a.lua:1: unterminated multiline string"},
		{"local x = 0xfffffffffffffffff", `a.lua:1:11: malformed number "0xfffffffffffffffff"`},
		{"local x = 1e", `a.lua:1: malformed number "1e"`},
		{"\nlocal x = '" + strings.Repeat("a", 4097) + "'",
			"a.lua:2:11: a text has at most 4096 bytes, this one has 4097"},
		{"return {" + strings.Repeat("1,", 4096) + "}", "a.lua:1:8: a list has at most 4095 items, this one has 4096"},
		{"return f(" + strings.Repeat("a,", 300) + "a)", "a.lua:1:8: a call has at most 200 arguments"},

		// What the language leaves out, with what to write.
		{"\nbreak", "a.lua:2: break stands in no loop"},
		{"\n\ngoto nope", "a.lua:3: goto goes only to a label at the end of a loop around it, ::nope:: before its " +
			"end; elsewhere use if, break or return"},
		{"goto l\nlocal x\n::l:: f()",
			"a.lua:1: goto goes only to a label at the end of a loop around it, ::l:: before its end; elsewhere use " +
				"if, break or return\na.lua:3: a label stands only at the end of a loop, for goto to go on with its " +
				"next turn"},
		{"repeat local x = 1 if x then goto on end ::on:: until x",
			"a.lua:1: a repeat with a label at its end cannot have variables of its own: the condition after it " +
				"could see them before they are made; put them into do ... end"},
		{"local function f(...) end", `a.lua:1: a function cannot take "...": give it a list, f({a, b, c})`},
		{"return ...", `a.lua:1:8: "..." is not available: a function takes named parameters; give it a list for more`},
		{"if a != b then end", `a.lua:1:6: "!=" is not an operator here: write "~=" for "is not"`},
		{"if a && b then end", `a.lua:1:6: "&&" is not an operator here: write "and"`},
		{"if a || b then end", `a.lua:1:6: "||" is not an operator here: write "or"`},
		{"if !a then end", `a.lua:1:4: "!" is not an operator here: write "not"`},
		{"local a = 1\na += 2", `a.lua:2:3: "+=" is not an operator here: write "a = a + b"`},
		{"local a = 1\na -= 2", `a.lua:2:3: "-=" is not an operator here: write "a = a - b"`},
		{"local a = 1\na *= 2", `a.lua:2:3: "*=" is not an operator here: write "a = a * b"`},
		{"local a = 1\na /= 2", `a.lua:2:3: "/=" is not an operator here: write "a = a / b", or "~=" for "is not"`},
		{"local a = 7 // 2",
			`a.lua:1:13: "//" is not an operator here: write "math.floor(a / b)"; a comment begins with "--"`},
		{"a++", `a.lua:1:2: "++" is not an operator here: write "a = a + 1"`},
	} {
		_, err := language.Compile("a.lua", c.source)
		wantError(t, err, c.want)
	}
}

func TestCompileCollectsFaults(t *testing.T) {
	_, err := language.Compile("a.lua", "x = 1\nlocal y = 2\nz = y")
	var all language.Errors
	if !errors.As(err, &all) || len(all) != 2 {
		t.Fatalf("got %v, want two faults", err)
	}
}

func TestStrings(t *testing.T) {
	chunk, err := language.Compile("a.lua", `
local t = { name = "Ogre", cost = 3 }
function t.run(card)
	if card:zone() == "hand" then t.text = "Ogre" .. "!" end
	return function() return choose("which", t["cost"], 3) end
end
return t`)
	if err != nil {
		t.Fatal(err)
	}
	got := chunk.Strings()
	slices.Sort(got)
	if want := []string{"!", "Ogre", "choose", "cost", "hand", "name", "run", "text", "which",
		"zone"}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestSemantics(t *testing.T) {
	table{
		{"local a, b = 1, 2; a, b = b, a; return a, b", "2 1"},
		{"local function f(a, b) a, b = b, a; return a, b end return f(1, 2)", "2 1"},
		{"local i, t = 1, {}; i, t[i] = i + 1, 20; return i, t[1], t[2]", "2 20 nil"},
		{"local t = {}; t.x, t.y, t.z = (function() return 1, 2, 3 end)(); return t.x, t.y, t.z", "1 2 3"},
		{"local t = {}; t.x, t.y = (function() return 1, 2 end)(), 5; return t.x, t.y", "1 5"},
		{"local a = 1; a, a = 2, 3; return a", "2"},
		{"local t = {}; t.f = (function() end)(); return t.f", "nil"},
		{"local v = true v = (not v and v) return v", "false"}, // gopher-lua's machine says true
		{"local v, a = true, 1 v = (not (a ~= nil) and (a == 1)) return v", "false"},
		{"local count = 0 local function inc() count = count + 1 end for i = 1, 3 do if i == 2 then goto continue " +
			"end inc() ::continue:: end return count", "2"},
		{"local n = 0 for i = 1, 3 do for j = 1, 3 do if j == 2 then goto on end n = n + 1 end ::on:: end return n",
			"3"},
		{"local g while true do if true then local x = 1; g = function() return x end; break end end local y, z, w = " +
			"2, 3, 4 return g()", "1"},
		{"local n = 0 for i = 1, 3 do for j = 1, 3 do if j == 2 then break end n = n + 1 end if i == 2 then break " +
			"end end return n", "2"},
		{"local fs = {} for i = 1, 3 do fs[i] = function() i = i + 10; return i end end return fs[1](), fs[2](), " +
			"fs[1]()", "11 12 21"},
		{"local t = {x = {}} function t.x.f(a) return a end function t.x:g(a) return self == t.x, a end return " +
			"t.x.f(3), t.x:g(4)", "3 true 4"},
		{"return 010, 0x10, 1e2, .5, 3 .. ''", "10 16 100 0.5 3"},
		{"local k = 'a' return ({[k] = 1, [2 + 1] = 3, [100] = 4})[100], ({[k] = 1}).a", "4 1"},
		{"local function f() return 1, 2, nil end local k = 'k' local t = {x = 1, 'a', [k] = 'b', 'c', f()} return " +
			"#t, t.x, t.k, unpack(t)", "4 1 b a c 1 2"},
		{"local function f() return nil, nil end return #{f()}, #{1, f()}, #{f(), 1}, #{(f())}, #{f(), f(), x = f()}",
			"0 1 2 0 0"},
		{"local s = '' local function f(n) s = s .. n return n end local t = {f(1), [f(2)] = f(3), f(4), y = f(5), " +
			"f(6)} return s, unpack(t)", "123456 1 4 6"},
		{"return {[nil] = 1}", "error: a.lua:1:8: the key of a table cannot be nil"},
		{"return {[0/0] = 1}", "error: a.lua:1:8: the key of a table cannot be nan"},
		{"return 2 ^ 3 ^ 2, -2 ^ 2, not 1 == 2, 1 .. 2 == '12', -7 % 3", "512 -4 false true 2"},
		{"local t = {5, 6, a = 1} local s = '' for k, v in pairs(t) do s = s .. k .. v t[k] = nil end return s, " +
			"next(t)", "1526a1 nil"},
		{"local t = {} for i = 1, 40 do t['k' .. i] = i end for i = 1, 39 do t['k' .. i] = nil end t.z = 1 local s = " +
			"'' for k, v in pairs(t) do s = s .. k end return s", "k40z"},
		{`return "a" .. 1 .. 2.5 .. "b"`, "a12.5b"},
		{"return 1 ..\nnil", `error: a.lua:1:8: cannot join nil to a text with ".."`},
		{"local s = 'a'\nfor i = 1, 100 do\n s = s .. s end", "error: a.lua:3:6: a text has at most 4096 bytes"},
		{"local t = {} t[4096] = 1 return #t, t[4096]", "0 1"},
		{"local t = {} for i = 1, 5000 do t[i] = i end", "error: a.lua:1:33: a list has at most 4095 items"},
	}.check(t)
}

// Faults say what is wrong, where, and in whose words.
func TestFaults(t *testing.T) {
	table{
		{"local t return t.size", `error: a.lua:1:16: cannot read "size" of a nil value: t is nil`},
		{"local t = {}\nreturn t.a.b", `error: a.lua:2:8: cannot read "b" of a nil value: t.a is nil`},
		{"local t = {}\nt.a['b'].c = t", `error: a.lua:2:1: cannot read "b" of a nil value: t.a is nil`},
		{"local function f() end\nf().x = 1", `error: a.lua:2:1: cannot set "x" of a nil value: f() is nil`},
		{"local t\nt.size = 1", `error: a.lua:2:1: cannot set "size" of a nil value: t is nil`},
		{"local t = {}\nt.run()", `error: a.lua:2:1: called "t.run", which is nothing (nil)`},
		{"local t = {} return t:run()", `error: a.lua:1:23: called "run", which is nothing (nil)`},
		{"local n = 3 return n()", `error: a.lua:1:20: called "n", which is not a function but a number`},
		{"return 1 +\n{}", `error: a.lua:1:8: cannot add with a table: it is not a number`},
		{"return {} < 1", `error: a.lua:1:8: cannot compare a table with a number`},
		{"return -{}", `error: a.lua:1:9: put a minus before a table, which is not a number`},
		{"return #5", `error: a.lua:1:9: took the length of a number, which is neither a text nor a table`},
		{"for i = 1, 'x' do end", `error: a.lua:1: for: the limit must be a number, not string`},
		{"for x in 5 do end",
			`error: a.lua:1:10: for: a number is no iterator; go through a table with pairs(t) or ipairs(t)`},
		{"return shufle", `error: a.lua:1:8: unknown name "shufle"`},
		{"return prnt", `error: a.lua:1:8: unknown name "prnt"; did you mean "print"?`},
		{"return pcall(error)",
			`error: a.lua:1:8: "pcall" is not available to scripts: a fault ends the ability and is reported; ask ` +
				`before, as with known(id)`},
		{"return string.format('%d', 1)",
			`error: a.lua:1:8: string.format is not available to scripts: join texts with ".."; what players read ` +
				`belongs into the locale files`},
		{"return math.random()",
			`error: a.lua:1:8: math.random is not available to scripts: use roll(), which is part of the game's ` +
				`record`},
		{"return table.isnert", `error: a.lua:1:8: table has no "isnert"; did you mean "insert"?`},
		{"local function f() error('odd', 2) end\nf()", `error: a.lua:2:1: odd`},
		{"error('odd', 0)", `error: odd`},
		{"error({})", `error: a.lua:1:1: error was called with a table; give it a text`},
		{"assert(1 == 2, 'no')", `error: a.lua:1:1: no`},
	}.check(t)

	r := newRig(t, language.Config{})
	err := r.call("local function inner(x)\n  local y = x.z.w\n  return y\nend\nlocal t = { run = function() return " +
		"1 + inner({}) end }\nt.run()")
	var e *language.Error
	if !errors.As(err, &e) || e.Column != 13 {
		t.Fatalf("%#v", err)
	}
	if got, want := e.Traceback(),
		"\ta.lua:3:13: in inner\n\ta.lua:6:41: in run\n\ta.lua:7:1: in the function of line 1"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
