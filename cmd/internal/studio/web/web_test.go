package web

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// loaded is where a script loads another one, at once or later.
var loaded = regexp.MustCompile(`(?m)(?:^(?:import|export|\}) ?[^*\n]*from |^[^*\n]*import\()"\./([\w./]+)"`)

// TestNoCircle: no script of the page needs itself by way of others, loaded at once or later. The
// first, which puts them together, is needed by none.
func TestNoCircle(t *testing.T) {
	names, err := Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	var visit func(name string, way []string)
	visit = func(name string, way []string) {
		if at := slices.Index(way, name); at >= 0 {
			t.Errorf("a circle of scripts: %s", strings.Join(append(way[at:], name), " -> "))
			return
		}
		if seen[name] {
			return
		}
		for _, m := range loaded.FindAllSubmatch(File(name), -1) {
			visit(path.Clean(path.Join(path.Dir(name), string(m[1]))), append(slices.Clone(way), name))
		}
		seen[name] = true
	}
	count := 0
	for _, f := range names {
		if strings.HasSuffix(f.Name(), ".js") {
			visit(f.Name(), nil)
			count++
		}
	}
	if count < 20 {
		t.Errorf("only %d scripts are read", count)
	}
}
