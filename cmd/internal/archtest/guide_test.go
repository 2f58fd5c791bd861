package archtest

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestGuide: the files, the folders and the tests that the page for contributors names are
// there.
func TestGuide(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, ".github", "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	functions := map[string]bool{}
	goFiles(t, true, func(_, _ string, file *ast.File, _ *token.FileSet) {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				functions[f.Name.Name] = true
			}
		}
	})
	named := regexp.MustCompile("`([a-z.]+/[a-z./_]+)`|[(]../([a-z/]+[a-zA-Z.]+)[)]")
	places := named.FindAllStringSubmatch(string(page), -1)
	for _, found := range places {
		if _, err := os.Stat(filepath.Join(root, found[1]+found[2])); err != nil {
			t.Error(err)
		}
	}
	tests := regexp.MustCompile(`\b(Test|Benchmark)[A-Z]\w+`).FindAllString(string(page), -1)
	for _, name := range tests {
		if !functions[name] {
			t.Errorf("there is no %s", name)
		}
	}
	if len(places) < 30 || len(tests) < 10 {
		t.Errorf("only %d places and %d tests were looked for", len(places), len(tests))
	}
}
