package syntax

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/scripts"
)

// TestPlaces reads a script with every kind of statement and expression and
// looks up the places of some leaves.
func TestPlaces(t *testing.T) {
	text := `-- été
local a, b = 1, --[[ x
 y ]] "s"
local function f(x, ...) return x.y["z"], ... end
function t.u:v(p) goto on ::on:: end
local g = function() end
for i = 1, 2 do a = -i end
for k, v in pairs{ [1] = 0x1F, w = 1e3, [[long]] } do b:go(not k, #v) end
repeat local q = a .. b until q == nil or true and false
while a < b do break end
if a then do end elseif b then f"x" else f{} end
`
	tree, err := Parse("x.lua", text)
	if err != nil {
		t.Fatal(err)
	}
	if !tree.exact {
		t.Fatal("the words and the tree do not agree")
	}
	lines := strings.Split(text, "\n")
	checked := 0
	for e, pos := range tree.exprs {
		want := ""
		switch e := e.(type) {
		case *ast.IdentExpr:
			want = e.Value
		case *ast.NumberExpr:
			want = e.Value
		case *ast.TableExpr:
			want = "{"
		case *ast.FunctionExpr:
			want = "function"
		}
		if got := string([]rune(lines[pos.Line-1])[pos.Column-1:]); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q is not %q", pos, got, want)
		}
		checked++
	}
	if checked < 35 {
		t.Error("leaves:", checked)
	}
	if pos := tree.Name(tree.Stmts[0], 1); pos.String() != "x.lua:2:10" {
		t.Error(pos)
	}
}

// TestShipped: the columns of every shipped script are known.
func TestShipped(t *testing.T) {
	err := fs.WalkDir(scripts.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".lua") {
			return err
		}
		data, err := fs.ReadFile(scripts.Files, name)
		if err != nil {
			return err
		}
		tree, err := Parse(name, string(data))
		if err == nil && !tree.exact {
			t.Errorf("%s: the words and the tree do not agree", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// FuzzParse: what the parser takes has places inside the text.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"return {}", "local function a() end", "x = 'a\\'b' .. [==[c]==]", "f{a=1,['b']=2}",
		"a.b:c'd'.e()", "#!/x\nreturn 1", "a = 1..2", "goto a ::a::"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := Parse("x", text)
		if err != nil {
			return
		}
		lines := strings.Count(text, "\n") + 1
		for e := range tree.exprs {
			if pos := tree.Pos(e); pos.Line < 0 || pos.Line > lines {
				t.Errorf("%s is outside the text", pos)
			}
		}
	})
}

// TestCommentAbove: a comment is all of its lines, in either form of the language, and
// nothing that only looks like one or belongs to something else.
func TestCommentAbove(t *testing.T) {
	for text, want := range map[string]string{
		"-- One.\nfunction f() end":                                "One.",
		"-- One,\n-- two.\nfunction f() end":                       "One,\ntwo.",
		"-- Apart.\n\n-- One.\r\n--two.\r\nfunction f() end":       "One.\ntwo.",
		"--- One.\n---@param x number\n--- Two.\nfunction f() end": "One.\nTwo.",
		"-------\n-- One.\n-------\nfunction f() end":              "One.",
		"-- One.\n--\n-- Two.\nfunction f() end":                   "One.\n\nTwo.",
		"--[[ One,\n  two. ]]\nfunction f() end":                   "One,\ntwo.",
		"--[==[\nOne ]] two.\n]==]\nfunction f() end":              "One ]] two.",
		"  -- Within.\n  f = function() end":                       "Within.",
		"local x = 1 -- Of x.\nfunction f() end":                   "",
		"local x = [[\n-- a text\n]]\nfunction f() end":            "",
		"local x = 1 -- Of x.\n-- Of f.\nfunction f() end":         "Of f.",
		"-- Above.\n\nfunction f() end":                            "",
		"--[[ never closed":                                        "",
		"":                                                         "",
	} {
		line := 1 + strings.Count(text, "\n")
		if got := CommentAbove(text, line); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}
