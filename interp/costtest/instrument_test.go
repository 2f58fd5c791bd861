package costtest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	root   = "../.."
	module = "github.com/ruledeck/ruledeck/"
	// counterPackage is there in a counted build only.
	counterPackage = "interp/costtest/counting"
)

// hostWork is what counted packages have done so far; nil where nothing counts it, in
// a build as any other.
var hostWork func() int64

// countedPackages do the work that scripts bring about.
var countedPackages = []string{
	"engine", "engine/rng", "engine/view", "interp/diag", "interp/locale", "interp/transcript", "interp/sanitize",
	"interp/script", "interp/script/language", "interp/script/library", "interp/script/limits",
}

// The counter, and what makes it known to the tests.
const (
	counter = `// Package counting counts.
package counting

import "reflect"

// N is the statements that were carried out; 32 bytes that a function of the standard
// library goes through are one.
var N int64

// Sized returns what it is given, and counts its bytes.
func Sized[T any](v T) T {
	switch x := any(v).(type) {
	case string:
		N += int64(len(x)) / 32
	default:
		switch r := reflect.ValueOf(v); r.Kind() {
		case reflect.Slice:
			N += int64(r.Len()) * int64(r.Type().Elem().Size()) / 32
		case reflect.String, reflect.Map:
			N += int64(r.Len())
		}
	}
	return v
}
`
	known = `package costtest_test

import "github.com/ruledeck/ruledeck/` + counterPackage + `"

func init() { hostWork = func() int64 { return counting.N } }
`
)

// counted builds the tests of this package with a counter in every block of the counted
// packages, and returns where the program is. Whatever takes long in Go is a loop, a
// recursion, memory that is taken (which the tests read from the runtime), or one of the
// calls that are given the length of what they go through; see goesThrough.
func counted(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	replace := map[string]string{}
	put := func(path, name string, source []byte) {
		file := filepath.Join(dir, strings.ReplaceAll(name, "/", "-"))
		if err := os.WriteFile(file, source, 0o644); err != nil {
			t.Fatal(err)
		}
		replace[path] = file
	}
	absolute, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range countedPackages {
		for _, file := range sources(t, p) {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			name := p + "/" + filepath.Base(file)
			put(filepath.Join(absolute, name), name, withCounters(t, file, source))
		}
	}
	put(filepath.Join(absolute, counterPackage, "counting.go"), "counting.go", []byte(counter))
	put(filepath.Join(absolute, "interp/costtest/known_test.go"), "known_test.go", []byte(known))
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	list, program := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "counted.test")
	if err := os.WriteFile(list, overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-overlay", list, "-o", program, ".")
	build.Env = append(build.Environ(), "GOGC=400")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build.Args, err, out)
	}
	return program
}

// sources are the files of a package, without its tests.
func sources(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
	files = slices.DeleteFunc(files, func(file string) bool { return strings.HasSuffix(file, "_test.go") })
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", folder, err)
	}
	return files
}

// withCounters puts a counter into each block, and the length of what is gone through
// around the first argument of each call that goes through it.
func withCounters(t *testing.T, name string, source []byte) []byte {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	type insertion struct {
		at   int
		text string
	}
	var in []insertion
	at := func(p token.Pos) int { return set.Position(p).Offset }
	insert := func(p token.Pos, text string) { in = append(in, insertion{at(p), text}) }
	insert(file.Name.End(), fmt.Sprintf("; import counting_ %q", module+counterPackage))
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok != token.CONST
		case *ast.BlockStmt:
			if len(n.List) == 0 || !isClause(n.List[0]) {
				insert(n.Lbrace+1, fmt.Sprintf("counting_.N += %d;", 1+len(n.List)))
			}
		case *ast.CaseClause:
			insert(n.Colon+1, fmt.Sprintf("counting_.N += %d;", 1+len(n.Body)))
		case *ast.CallExpr:
			if arg := goesThrough(n); arg != nil {
				insert(arg.Pos(), "counting_.Sized(")
				insert(arg.End(), ")")
			}
		}
		return true
	})
	slices.SortStableFunc(in, func(a, b insertion) int { return a.at - b.at })
	var out bytes.Buffer
	last := 0
	for _, i := range in {
		out.Write(source[last:i.at])
		out.WriteString(i.text)
		last = i.at
	}
	out.Write(source[last:])
	out.WriteString("\nvar _ = counting_.N\n")
	return out.Bytes()
}

func isClause(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// throughAll are the packages whose functions go through their first argument, and those
// of them that do not, or that call a function of ours, which is counted, for each item.
var (
	throughAll = []string{"slices", "maps", "sort", "strings", "bytes"}
	throughNo  = []string{"Grow", "Clip", "IndexFunc", "ContainsFunc", "BinarySearch", "BinarySearchFunc",
		"HasPrefix", "HasSuffix"}
)

// goesThrough returns the argument of a call whose length says how long it takes, as far
// as nothing else does.
func goesThrough(call *ast.CallExpr) ast.Expr {
	if len(call.Args) == 0 {
		return nil
	}
	switch fn := call.Fun.(type) {
	case *ast.Ident:
		switch {
		case fn.Name == "copy" && len(call.Args) == 2, fn.Name == "append" && call.Ellipsis.IsValid():
			return call.Args[1]
		case fn.Name == "clear":
			return call.Args[0]
		}
	case *ast.SelectorExpr:
		if p, ok := fn.X.(*ast.Ident); ok && slices.Contains(throughAll, p.Name) &&
			!slices.Contains(throughNo, fn.Sel.Name) {
			return call.Args[0]
		}
	}
	return nil
}
