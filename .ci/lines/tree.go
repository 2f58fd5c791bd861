package main

import (
	"fmt"
	"iter"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// tree is what was measured of a repository.
type tree struct {
	counts    map[cell]int // tokens of Go and lines of JavaScript at place "all", lines of the rest by folder
	functions map[cell]int
	hidden    []hidden
	wide      []string // lines over the limit, each as a finding
	leftOut   leftOut
}

// leftOut is Go that does not count as production, by its folder.
type leftOut map[string]excluded

type excluded struct {
	tokens int
	why    string
}

func (l leftOut) places() iter.Seq[string] { return maps.Keys(l) }

func (l leftOut) add(place, why string, tokens int) {
	l[place] = excluded{l[place].tokens + tokens, why}
}

// languages have one ceiling for the whole tree, which the budget gives as a base and
// allowances above it.
var languages = []string{"go", "js"}

func unitOf(language string) string {
	if language == "go" {
		return "tokens"
	}
	return "lines"
}

// measure counts the files of a repository, and measures the functions of its production
// Go. Generated files count like all others.
func measure(root string) (*tree, error) {
	names, err := tracked(root)
	if err != nil {
		return nil, err
	}
	packages, err := list(root)
	if err != nil {
		return nil, err
	}
	tests := forTests(packages)
	t := &tree{counts: map[cell]int{}, functions: map[cell]int{}, leftOut: leftOut{}}
	types := newTypes(root, packages)
	for _, name := range names {
		language := languageOf(name)
		if language == "" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) { // taken away, and not yet committed
			continue
		}
		if err != nil {
			return nil, err
		}
		t.wide = append(t.wide, tooWide(name, language, string(text))...)
		if err := t.add(name, language, string(text), tests[path.Dir(name)], types); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// add measures one file.
func (t *tree) add(name, language, text string, forTests bool, types *checked) error {
	folder, _, _ := strings.Cut(name, "/")
	measure := measureOf(language, name, forTests)
	if n := count(language, text); n > 0 && measure != "go" && measure != "js" {
		t.counts[cell{measure, folder}] += n
	}
	if measure == "js" {
		t.counts[cell{"js", "all"}] += count(language, text)
	}
	if language != "go" {
		return nil
	}
	n := tokens(text)
	switch {
	case measure == "go":
		t.counts[cell{"go", "all"}] += n
	case strings.HasPrefix(name, ".ci/") && !strings.HasSuffix(name, "_test.go"):
		t.leftOut.add(".ci", "which checks the rest", n)
	case forTests && !strings.HasSuffix(name, "_test.go"):
		t.leftOut.add(path.Dir(name), "a package that only tests import", n)
	case strings.Contains("/"+name, "/testdata/"):
		t.leftOut.add(path.Dir(name), "data of tests", n)
	}
	if measure != "go" {
		return nil
	}
	if err := measureFunctions(t.functions, name, text); err != nil {
		return err
	}
	found, err := findHidden(name, text, types)
	t.hidden = append(t.hidden, found...)
	return err
}

// tracked returns the files that belong to the repository or are about to.
func tracked(root string) ([]string, error) {
	out, err := git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.Trim(out, "\x00"), "\x00"), nil
}

// languageOf returns the language of a file by its name, a template's by the name of
// what is made of it, or "" where it is none that counts: others' code is in vendor, and
// declarations of types are written by a test from those of Go.
func languageOf(name string) string {
	if strings.Contains(name, "/vendor/") || strings.HasSuffix(name, ".d.ts") {
		return ""
	}
	switch ext := path.Ext(strings.TrimSuffix(name, ".tmpl")); ext {
	case ".go", ".lua", ".js", ".html":
		return ext[1:]
	case ".mjs", ".cjs", ".ts":
		return "js"
	}
	return ""
}

// measureOf returns the measure of a file; forTests is set where its package is there for
// tests alone. What checks the tree counts as a test of it.
func measureOf(language, name string, forTests bool) string {
	if language == "html" {
		language = "js"
	}
	inTests := strings.Contains("/"+name, "/testdata/") || strings.Contains(path.Base(name), "_test.")
	if forTests || inTests || strings.HasPrefix(name, ".ci/") {
		return language + "-tests"
	}
	return language
}

// forTests returns the folders of the packages that are there for tests alone: those that no
// program of the module imports, itself or by others.
func forTests(packages []goPackage) map[string]bool {
	byPath := map[string]goPackage{}
	for _, p := range packages {
		byPath[p.ImportPath] = p
	}
	reached := map[string]bool{}
	var reach func(importPath string)
	reach = func(importPath string) {
		if reached[importPath] {
			return
		}
		reached[importPath] = true
		for _, used := range byPath[importPath].Imports {
			reach(used)
		}
	}
	for _, p := range packages {
		if p.Name == "main" {
			reach(p.ImportPath)
		}
	}
	tests := map[string]bool{}
	for _, p := range packages {
		tests[p.folder()] = !reached[p.ImportPath]
	}
	return tests
}

func (h hidden) String() string { return fmt.Sprintf("%s:%d:%d: %s", h.file, h.line, h.column, h.what) }
