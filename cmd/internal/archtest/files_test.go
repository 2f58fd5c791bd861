package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ordered are the packages whose comment states an order of their files.
var ordered = []string{"engine", "interp/check/inference", "interp/check/lattice", "interp/check/rules"}

// TestFileOrder: in the packages of ordered no file uses one that comes later in the order
// which the package's comment states.
func TestFileOrder(t *testing.T) {
	var patterns []string
	for _, name := range ordered {
		patterns = append(patterns, "./"+name)
	}
	all := packages(t, patterns...)
	for _, p := range all {
		name, ours := strings.CutPrefix(p.ImportPath, module)
		if !ours || !slices.Contains(ordered, name) {
			continue
		}
		set := token.NewFileSet()
		var files []*ast.File
		var order [][]string
		for _, base := range p.GoFiles {
			file, err := parser.ParseFile(set, filepath.Join(p.Dir, base), nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
			order = append(order, orderOf(file.Doc.Text())...)
		}
		for _, wrong := range disorder(t, set, files, order, compiled(set, all)) {
			t.Errorf("%s: %s", name, wrong)
		}
	}
}

// TestFileOrderFindsDisorder: an upward use is reported with both places, by methods and
// fields as by names, and so is a row whose files do not need each other.
func TestFileOrderFindsDisorder(t *testing.T) {
	const comment = "# Files, low to high\n\n\tlow.go     one\n\ta.go b.go  two\n\n# More\n\n\tc.go  no file\n"
	set := token.NewFileSet()
	var files []*ast.File
	for _, f := range [][2]string{
		{"low.go", "package p\n\ntype T struct{ n int }\n\nfunc (t *T) up() { t.high() }\n"},
		{"a.go", "package p\n\nfunc (t *T) high() { t.n = b() }\n"},
		{"b.go", "package p\n\nfunc b() int { return 1 }\n"},
		{"new.go", "package p\n"},
	} {
		file, err := parser.ParseFile(set, f[0], f[1], 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	want := []string{
		"the order names no place for new.go",
		"a.go and b.go share a row of the order, but b.go does not need a.go",
		"low.go:5:22 uses high of a.go:3:13, which comes later in the order of files",
	}
	if got := disorder(t, set, files, orderOf(comment), nil); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

var row = regexp.MustCompile(`(?m)^\s+(\w+\.go(?: \w+\.go)*)`)

// orderOf returns the rows of files that a package's comment states, low to high.
func orderOf(comment string) (rows [][]string) {
	_, stated, _ := strings.Cut(comment, "# Files, low to high\n")
	stated, _, _ = strings.Cut(stated, "\n# ")
	for _, m := range row.FindAllStringSubmatch(stated, -1) {
		rows = append(rows, strings.Fields(m[1]))
	}
	return rows
}

// disorder returns what contradicts an order of files: files without a place, rows whose
// files do not need each other, and uses of what comes later.
func disorder(t *testing.T, set *token.FileSet, files []*ast.File, order [][]string, from types.Importer) []string {
	t.Helper()
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: from}
	pkg, err := config.Check("p", set, files, info)
	if err != nil {
		t.Fatal(err)
	}
	place := map[string]int{}
	for i, row := range order {
		for _, name := range row {
			place[name] = i
		}
	}
	var wrong []string
	for _, file := range files {
		name := fileOf(set, file.Package)
		if _, placed := place[name]; !placed && name != "doc.go" {
			wrong = append(wrong, "the order names no place for "+name)
		}
	}
	uses := map[[2]string]bool{}
	upward := map[token.Pos]string{}
	for id, used := range info.Uses {
		if used.Pkg() != pkg {
			continue
		}
		at, of := fileOf(set, id.Pos()), fileOf(set, used.Pos())
		uses[[2]string{at, of}] = true
		if place[of] > place[at] {
			upward[id.Pos()] = fmt.Sprintf("%s uses %s of %s, which comes later in the order of files",
				within(set, id.Pos()), id.Name, within(set, used.Pos()))
		}
	}
	for _, row := range order {
		wrong = append(wrong, loose(row, uses)...)
	}
	for _, at := range slices.Sorted(maps.Keys(upward)) {
		wrong = append(wrong, upward[at])
	}
	return wrong
}

func fileOf(set *token.FileSet, at token.Pos) string { return filepath.Base(set.Position(at).Filename) }

func within(set *token.FileSet, at token.Pos) string { return filepath.Base(set.Position(at).String()) }

// loose returns which files of a row do not need each other, even through others of the row:
// they can have rows of their own.
func loose(row []string, uses map[[2]string]bool) []string {
	needs := func(from, to string) bool {
		reached := []string{from}
		for i := 0; i < len(reached); i++ {
			for _, next := range row {
				if uses[[2]string{reached[i], next}] && !slices.Contains(reached, next) {
					reached = append(reached, next)
				}
			}
		}
		return slices.Contains(reached, to)
	}
	var wrong []string
	for _, name := range row[1:] {
		for _, pair := range [][2]string{{row[0], name}, {name, row[0]}} {
			if !needs(pair[0], pair[1]) {
				wrong = append(wrong, fmt.Sprintf("%s and %s share a row of the order, but %s does not need %s",
					row[0], name, pair[0], pair[1]))
			}
		}
	}
	return wrong
}
