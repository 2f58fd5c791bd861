// Package archtest keeps the shape of the house: which package may import
// which, with the reason, and that no noun of a game enters the core. It has no
// code of its own, only tests.
package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/ruledeck/ruledeck/"

// root is the project's folder, seen from this one.
const root = "../../.."

// rule says what a package, and everything below it, may import beside the
// standard library.
type rule struct {
	under  string
	may    []string // prefixes below the module, or third-party paths
	reason string
}

// rules: the first that matches a package holds.
var rules = []rule{
	{"engine/rng", nil, "randomness depends on nothing, so that a seed means the same everywhere"},
	{"engine/bot", []string{"engine", "engine/bot", "engine/rng"}, "the one place that knows bots and games"},
	{"engine/bot", []string{"engine/rng", "engine/view", "engine/belief"}, "bots see views only, never a game"},
	{"engine/belief", []string{"engine", "engine/rng", "engine/view"}, "worlds are drawn from what a seat knows"},
	{"engine", []string{"engine"}, "the core is the standard library and itself: it can be embedded anywhere"},
	{"interp/sanitize", nil, "whatever shows a text makes it safe with this"},
	{"interp/diag", []string{"interp/sanitize", "golang.org/x/text/width"},
		"everything reports; it must not depend on what it reports about"},
	{"interp/source", []string{"interp/diag", "interp/sanitize", "gopkg.in/yaml.v3"},
		"the only importer of the YAML library, so that it can be exchanged"},
	{"interp/keyword", nil, "the registry is plain data"},
	{"interp/script/limits", nil, "whoever counts may use it"},
	{"interp/script/language", []string{"interp/script/limits", "interp/script/syntax", "interp/diag",
		"github.com/yuin/gopher-lua"}, "the language knows no cards"},
	{"interp/script/library", []string{"interp/keyword", "interp/script/language", "interp/script/limits",
		"interp/sanitize"}, "the library sees of the language what a host sees"},
	{"interp/check/lattice", []string{"interp/keyword"}, "what can be known of a value depends on no script"},
	{"interp/check/inference", []string{"engine", "interp/ast", "interp/check/lattice", "interp/compile", "interp/diag",
		"interp/filter", "interp/keyword", "interp/lists", "interp/pack", "interp/script",
		"github.com/yuin/gopher-lua"},
		"what is known of a script does not depend on what is wrong with it"},
	{"interp/check/rules", []string{"engine", "interp/ast", "interp/check/inference", "interp/check/lattice",
		"interp/compile", "interp/diag", "interp/filter", "interp/keyword", "interp/script",
		"github.com/yuin/gopher-lua"},
		"a rule judges what is known, and reads no pack"},
	{"interp/markup", nil, "what markup is depends on no pack"},
	{"interp/scene", []string{"engine", "interp/compile", "interp/locale", "interp/lists", "interp/markup"},
		"what a screen shows is made of views and words alone"},
	{"interp/house/storetest", []string{"interp/house"}, "a store is tried by what it says of itself alone"},
	{"interp/house/typescript", nil, "declarations are written from types alone"},
	{"interp/internal/shipped", []string{"interp/pack", "cards", "scripts"},
		"tests play the shipped games; the interpreter carries none"},
	{"interp", []string{"engine", "interp", "github.com/yuin/gopher-lua", "github.com/nicksnyder/go-i18n/v2",
		"golang.org/x/text", "golang.org/x/sync", "github.com/google/go-cmp", "github.com/xuri/excelize"},
		"the interpreter knows the engine, never the commands, and carries no games"},
	{"cards", nil, "embedded files"},
	{"scripts", nil, "embedded files"},
	{"cmd", []string{"cmd", "engine", "interp", "cards", "scripts", "testdata", "github.com/", "golang.org/x/"},
		"the commands may know everything"},
	{"testdata", []string{"engine", "interp"}, "fixtures"},
}

// onlyIn names third-party libraries that have one home.
var onlyIn = map[string][]string{
	"gopkg.in/yaml.v3":               {"interp/source"},
	"github.com/yuin/gopher-lua":     {"interp/script", "interp/check"},
	"github.com/spf13/cobra":         {"cmd"},
	"github.com/xuri/excelize":       {"interp/sheet"},
	"github.com/nats-io/nats-server": {"cmd/internal/cluster/broker"},
	"github.com/nats-io/nats.go":     {"cmd/internal/cluster"},
}

// goFiles visits the Go files of the project; tests only if wanted.
func goFiles(t *testing.T, tests bool, visit func(dir, path string, file *ast.File, set *token.FileSet)) {
	t.Helper()
	set := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && rel != "." || d.Name() == "zztry") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || !tests && strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		visit(filepath.ToSlash(filepath.Dir(rel)), filepath.ToSlash(rel), file, set)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func below(dir, under string) bool { return dir == under || strings.HasPrefix(dir, under+"/") }

func TestLayers(t *testing.T) {
	goFiles(t, false, func(dir, path string, file *ast.File, _ *token.FileSet) {
		i := slices.IndexFunc(rules, func(r rule) bool { return below(dir, r.under) })
		if i < 0 {
			t.Errorf("%s: no rule says what %s may import", path, dir)
			return
		}
		for _, spec := range file.Imports {
			checkImport(t, &rules[i], dir, path, strings.Trim(spec.Path.Value, `"`))
		}
	})
}

func checkImport(t *testing.T, r *rule, dir, path, imported string) {
	t.Helper()
	if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
		return // the standard library
	}
	own, local := strings.CutPrefix(imported, module)
	if own == "interp/internal/shipped" {
		t.Errorf("%s imports %s, which is for tests", path, imported)
	}
	for _, prefix := range r.may {
		if local && below(own, prefix) || !local && strings.HasPrefix(imported, prefix) {
			for library, homes := range onlyIn {
				if strings.HasPrefix(imported, library) &&
					!slices.ContainsFunc(homes, func(h string) bool { return below(dir, h) }) {
					t.Errorf("%s imports %s, which belongs into %s", path, imported, strings.Join(homes, ", "))
				}
			}
			return
		}
	}
	if !local || own != dir {
		t.Errorf("%s imports %s: %s", path, imported, r.reason)
	}
}

// TestNoServer: whoever builds ruledeck builds no server, and no client of one.
func TestNoServer(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "../../ruledeck").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, dep := range strings.Fields(string(out)) {
		if strings.Contains(dep, "nats") || strings.HasPrefix(dep, module+"cmd/internal/cluster") {
			t.Errorf("cmd/ruledeck links %s", dep)
		}
	}
	if !strings.Contains(string(out), module+"cmd/internal/lab\n") {
		t.Error("go list says nothing of what cmd/ruledeck links")
	}
}

// nouns are words that belong to one game alone.
var nouns = []string{
	"matchup", "matchups", "tackle", "tackles", "tackler", "freebooter", "freebooters", "bazaar", "goalkeeper",
	"headline", "headlines",
	"highlight", "highlights", "tournament", "blitzer", "lineman", "midfield", "midfielder", "penalty",
	"offside", "monster", "monsters",
	"miracle", "companion", "dragon", "squad", "roster", "injured", "downed", "payout", "payouts",
	"striker", "dribble", "ogre",
}

var wordSplit = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+`)

// TestNoGameNouns keeps the nouns of any game out of the identifiers of the
// core and the interpreter.
func TestNoGameNouns(t *testing.T) {
	goFiles(t, false, func(dir, path string, file *ast.File, set *token.FileSet) {
		if !below(dir, "engine") && !below(dir, "interp") {
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			for _, word := range wordSplit.FindAllString(id.Name, -1) {
				if slices.Contains(nouns, strings.ToLower(word)) {
					t.Errorf("%s: %s speaks of one game (%s)", set.Position(id.Pos()), id.Name, word)
				}
			}
			return true
		})
	})
}

// TestPackageComments: every package says what it is for.
func TestPackageComments(t *testing.T) {
	documented := map[string]bool{}
	goFiles(t, true, func(dir, path string, file *ast.File, _ *token.FileSet) {
		documented[dir] = documented[dir] || file.Doc != nil && len(file.Doc.Text()) > 60
	})
	for dir, ok := range documented {
		if !ok {
			t.Errorf("package %s has no comment that says what it is for", dir)
		}
	}
}

// TestTopLevel: the names at the top are fixed. What git does not track, such
// as a binary that somebody built, is nobody's business.
func TestTopLevel(t *testing.T) {
	allowed := []string{"go.mod", "go.sum", "cmd", "interp", "cards", "scripts", "engine", "testdata", "README.md"}
	command := exec.Command("git", "ls-files")
	command.Dir = root
	var paths []string
	if tracked, err := command.Output(); err == nil {
		paths = strings.Fields(string(tracked))
	} else { // the source without its history: what is there is what was tracked
		entries, err := os.ReadDir(root)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			paths = append(paths, entry.Name())
		}
	}
	seen := map[string]bool{}
	for _, path := range paths {
		top, _, _ := strings.Cut(path, "/")
		if !strings.HasPrefix(top, ".") && !slices.Contains(allowed, top) && !seen[top] {
			seen[top] = true
			t.Errorf("%s does not belong at the top of the project", top)
		}
	}
}
