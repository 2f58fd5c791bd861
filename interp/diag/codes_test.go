package diag_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// Codes stand in the source as words where findings are made. Those of two words are
// known by their form alone, wherever they stand; those of one by where they stand.
var (
	code   = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	dashed = regexp.MustCompile(`^[a-z]+(-[a-z]+)+$`)
)

// others are words of that form that are no codes.
var others = []string{"my-game", "lowercase-global", "euc-kr", "euc-jp", "windows-1252", "yyyy-mm-dd"}

// TestKindsAreThoseOfTheSource: every code that the source uses is in the list, and
// each in the list is used.
func TestKindsAreThoseOfTheSource(t *testing.T) {
	found := map[string]bool{} // every text of the source
	set := token.NewFileSet()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		must := func(e ast.Expr, form *regexp.Regexp) {
			literal, ok := e.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return
			}
			word, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			found[word] = true
			if _, listed := diag.KindOf(word); form.MatchString(word) && !listed && !slices.Contains(others, word) {
				t.Errorf("%s: the code %q is not in the list of kinds", set.Position(e.Pos()), word)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.ImportSpec, *ast.Field:
				return false // paths and tags
			case *ast.BasicLit:
				must(x, dashed)
			case *ast.KeyValueExpr:
				if key, ok := x.Key.(*ast.Ident); ok && key.Name == "Code" {
					must(x.Value, code)
				}
			case *ast.ValueSpec:
				for i, name := range x.Names {
					if i < len(x.Values) && strings.HasPrefix(strings.ToLower(name.Name), "code") {
						must(x.Values[i], code)
					}
				}
			case *ast.CallExpr:
				if at := codeOf(x); at >= 0 && at < len(x.Args) {
					must(x.Args[at], code)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// What the page finds on printed cards is the browser's to see.
	page, err := os.ReadFile(filepath.Join("..", "..", "cmd", "internal", "studio", "web", "proof.js"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`"([a-z]+-[a-z]+)"`).FindAllSubmatch(page, -1) {
		found[string(m[1])] = true
	}
	for _, k := range diag.Kinds() {
		if !found[k.Code] {
			t.Errorf("the source does not use the code %q", k.Code)
		}
	}
}

// codeOf returns which argument of a call is a code, by the name of what is called.
func codeOf(call *ast.CallExpr) int {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		if pkg, ok := f.X.(*ast.Ident); ok && pkg.Name == "fmt" {
			return -1
		}
		name = f.Sel.Name
	}
	switch name {
	case "Errorf", "Warnf", "Notef", "errorf", "warn", "note", "unknownName":
		return 0
	}
	return -1
}

func TestKindsAreSortedAndSaid(t *testing.T) {
	all := diag.Kinds()
	if !slices.IsSortedFunc(all, func(a, b diag.Kind) int { return strings.Compare(a.Code, b.Code) }) {
		t.Error("the kinds are not sorted by their codes")
	}
	for i, k := range all {
		if i > 0 && all[i-1].Code == k.Code {
			t.Errorf("%s stands twice", k.Code)
		}
		for _, text := range []string{k.Doc, k.Do} {
			if !strings.HasSuffix(text, ".") || strings.Count(text, "`")%2 != 0 {
				t.Errorf("%s: %q is no sentence", k.Code, text)
			}
		}
	}
	if k, ok := diag.KindOf("unknown-text"); !ok || k.Code != "unknown-text" {
		t.Error("unknown-text is not found")
	}
	if _, ok := diag.KindOf("unknown-tixt"); ok {
		t.Error("unknown-tixt is found")
	}
}
