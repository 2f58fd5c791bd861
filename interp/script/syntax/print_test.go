package syntax

import (
	"strings"
	"testing"
)

func parsed(t *testing.T, text string) *Tree {
	t.Helper()
	tree, err := Parse("x.lua", text)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// everything has one of each part of the language.
const everything = `
local a, b = 1, "x\ny"
local f
f = function(x, ...) return x, ... end
a, b.c["d e"] = -#b, not nil
function f.g(self) do break end end
function f:m() goto over ::over:: end
if a == 1 and b ~= 2 or true then a = a .. "z" elseif false then a = {1, n = 2, ["not"] = 3, [4] = 5} else a = ` +
	`(f(...)) end
for i = 1, 10, 2 do print(i) end
for k, v in pairs{x = 1} do repeat a = a % 2 until k end
while not v do f:m(a + 1, 2 ^ 3) end
return f
`

// TestPrint: the printed form is read as what it was printed from.
func TestPrint(t *testing.T) {
	once := Print(parsed(t, everything).Stmts)
	if twice := Print(parsed(t, once).Stmts); twice != once {
		t.Errorf("printed twice:\n%s\nonce:\n%s", twice, once)
	}
	for _, part := range []string{"f = function(x, ...)\n  return x, ...\nend", `b.c["d e"]`, `["not"] = 3`,
		"function f:m()", "::over::", "(f(...))", "elseif"} {
		if strings.Contains(once, part) == (part == "elseif") {
			t.Errorf("%q in the printed form: %v\n%s", part, part == "elseif", once)
		}
	}
	same := Print(parsed(t, "local x = { 'a' } -- a comment\n\n\nreturn x").Stmts)
	if other := Print(parsed(t, `local x={"a"}; return x`).Stmts); same != other {
		t.Errorf("%s\n%s", same, other)
	}
}

// TestFunctions: a function's form changes with what it uses, and with
// nothing else.
func TestFunctions(t *testing.T) {
	const text = `
local HAND, OTHER = 6, 7
local TABLE = {}
TABLE.x = 1
local rules = {inner = function() return HAND end}
local function help(n) return n + TABLE.x end
-- A comment.
function rules.one(seat) return help(HAND) end
rules.two = function() return 2 end
function rules.three() return rules.one() end
return rules
`
	forms := func(text string) map[string]string {
		out := map[string]string{}
		for _, f := range parsed(t, text).Functions() {
			out[f.Name] = f.Form
		}
		return out
	}
	before := forms(text)
	if len(before) != 4 {
		t.Fatalf("%v", before)
	}
	for change, want := range map[string]string{
		"HAND, OTHER = 6, 7>HAND, OTHER = 5, 7": "inner one",
		"A comment.>Another comment.":           "",
		"TABLE.x = 1>TABLE.x = 2":               "one",
		"return 2 end>return 3 end":             "two",
		"return n + TABLE.x>return TABLE.x":     "one",
	} {
		old, new, _ := strings.Cut(change, ">")
		after := forms(strings.Replace(text, old, new, 1))
		var differ []string
		for _, name := range []string{"inner", "one", "two", "three"} {
			if before[name] != after[name] {
				differ = append(differ, name)
			}
		}
		if got := strings.Join(differ, " "); got != want {
			t.Errorf("%s: %s differ, want %s", change, got, want)
		}
	}
	if f := parsed(t, "return {\n  go = function(a, b) end,\n}").Functions(); len(f) != 1 || f[0].Name != "go" ||
		f[0].Line != 2 || len(f[0].Params) != 2 {
		t.Errorf("%+v", f)
	}
}

func TestMembers(t *testing.T) {
	tree := parsed(t, `
local N = 1
local function run() return N end
local one = ability { on = "x", run = function() end }
return one, ability { on = "y", when = run, doc = "text" }
`)
	first, _ := tree.Members("ability", 0)
	second, ok := tree.Members("ability", 1)
	if len(first) != 1 || first[0].Name != "run" || !ok || len(second) != 1 ||
		!strings.Contains(second[0].Form, "local N = 1") {
		t.Errorf("%+v\n%+v", first, second)
	}
	if _, ok := tree.Members("ability", 2); ok {
		t.Error("a third one")
	}
}
