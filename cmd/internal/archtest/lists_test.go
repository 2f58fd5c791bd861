package archtest

import (
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A package comment says in one sentence what the package imports: "It imports diag,
// sanitize and the YAML library", or "It may import". Its items are packages, by their last
// name or their path, and these.
var (
	sentence = regexp.MustCompile(`(?:may import|\bimports) ([^.;:]*(?:\.go|\.[a-z]+/)?[^.;:]*)`)
	asides   = regexp.MustCompile(`\([^)]*\)|,? (?:which|that|of which|by which|for its|for the|to [a-z]+) .*`)
	between  = regexp.MustCompile(`, and |, | and from | and |: `)
	// things are what a list may name beside packages of the project, by how an item begins.
	things = regexp.MustCompile(`^(the standard library|nothing|anything below it|its parts|their parts|its stages|` +
		`its rooms|interp's parts|the engine's parts|what |that$|only earlier|neither |so$|values$|nats\.go|` +
		`uniseg|chromedp|gopher-lua|the YAML library|the parser of gopher-lua|the packs|the server|not |never |` +
		`but |tree|machine)`)
	article = regexp.MustCompile(`^(?:the |rooms |packages? |interp's |engine's |from interp |its )+`)
)

// items are what the sentence of a comment lists; nil for a comment without one.
func items(comment string) []string {
	m := sentence.FindStringSubmatch(strings.ReplaceAll(comment, "\n", " "))
	if m == nil {
		return nil
	}
	return between.Split(asides.ReplaceAllString(m[1], ""), -1)
}

// broad are items by which a list names no single packages: it is held one way only.
var broad = regexp.MustCompile(`^(?:and |from )*(?:anything below it|all |every|its parts|their parts|` +
	`its stages|its rooms|interp's parts|the engine's parts|interp's|what |only earlier|never |but |machine|tree)`)

// TestImportLists: what the comment of a package lists as imported is there, and names no
// package that is gone; and what a package imports of the project, its list names.
func TestImportLists(t *testing.T) {
	imports := map[string][]string{}
	product := map[string][]string{}
	comments := map[string]string{}
	goFiles(t, true, func(dir, at string, file *ast.File, _ *token.FileSet) {
		test := strings.HasSuffix(at, "_test.go")
		if file.Doc != nil && !test {
			comments[dir] += file.Doc.Text()
		}
		imports[dir] = append(imports[dir], dir)
		for _, spec := range file.Imports {
			imported, own := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), module)
			imports[dir] = append(imports[dir], imported)
			if own && !test && !slices.Contains(product[dir], imported) {
				product[dir] = append(product[dir], imported)
			}
		}
	})
	read := 0
	for dir, comment := range comments {
		var names []string
		for _, item := range items(comment) {
			read++
			name, _, _ := strings.Cut(article.ReplaceAllString(strings.TrimSpace(item), ""), " ")
			names = append(names, name)
			known := slices.ContainsFunc(imports[dir], func(p string) bool { return named(p, name) })
			if name != "" && !known && !things.MatchString(strings.TrimSpace(item)) {
				t.Errorf("%s: the comment lists %q, and nothing of the name is imported", dir, item)
			}
		}
		if names == nil || slices.ContainsFunc(items(comment), broad.MatchString) {
			continue
		}
		for _, imported := range product[dir] {
			if !slices.ContainsFunc(names, func(name string) bool { return name != "" && named(imported, name) }) {
				t.Errorf("%s imports %s, which the list in its comment leaves out", dir, imported)
			}
		}
	}
	if read < 150 {
		t.Errorf("only %d items of lists were read", read)
	}
}

// named reports whether a list means a package by a name: the last of its path, or more.
func named(p, name string) bool {
	return p == name || path.Base(p) == name || strings.HasSuffix(p, "/"+name) || below(p, name)
}
