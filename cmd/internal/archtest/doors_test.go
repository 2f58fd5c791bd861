package archtest

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// door is a part of the engine that few may use, with the reason.
type door struct {
	in     string         // the package that declares it
	what   *regexp.Regexp // type.method, or a name of the package
	may    []string       // packages, beside the one that declares it
	reason string
}

var doors = []door{
	{
		"engine",
		regexp.MustCompile(`^(Ev[A-Z]\w*|EventKind|Event|EffectOf|Log\.(At|Data|Values|Cause|Results|ResultsSince))$`),
		[]string{"engine/view", "engine/belief"},
		"raw events are read by engine/view, and by engine/belief in its worlds; take their events or results",
	},
	{
		"engine", regexp.MustCompile(`^Position\.(Knows|Known)$`),
		[]string{"engine/view", "engine/belief", "interp/script"},
		"what a seat knows is said by engine/view alone, imagined by engine/belief and asked by rules",
	},
	{
		"engine", regexp.MustCompile(`^(Determinizer|NewDeterminizer|World)$`), []string{"engine/belief"},
		"the sampler's inside holds the true game; take belief.Sampler",
	},
	{
		"engine/belief", regexp.MustCompile(`^NewSampler$`),
		[]string{"engine/bot", "interp/play", "interp/preview", "interp/reason"},
		"worlds are for bots, previews and reasons, and who seats a bot makes its sampler",
	},
}

// listed is what go list says of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, Imports        []string
}

// packages lists the packages that match patterns and all that they import, with the
// files that have their types.
func packages(t *testing.T, patterns ...string) []listed {
	t.Helper()
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Imports"}
	list := exec.Command("go", append(args, patterns...)...)
	list.Dir = root
	var failed bytes.Buffer
	list.Stderr = &failed
	out, err := list.Output()
	if err != nil {
		t.Fatal(err, failed.String())
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// compiled gives the types of packages as the compiler wrote them down.
func compiled(set *token.FileSet, all []listed) types.Importer {
	return importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) {
		i := slices.IndexFunc(all, func(p listed) bool { return p.ImportPath == path })
		return os.Open(all[i].Export)
	})
}

// TestDoors: raw events, knowledge and the inside of the sampler are used where
// they belong, found by types, whatever the variables are called.
func TestDoors(t *testing.T) {
	all := packages(t, "./...")
	set := token.NewFileSet()
	from := compiled(set, all)
	tried := 0
	for _, p := range all {
		own, ours := strings.CutPrefix(p.ImportPath, module)
		if !ours || !slices.ContainsFunc(doors, func(d door) bool { return slices.Contains(p.Imports, module+d.in) }) {
			continue
		}
		tried++
		var files []*ast.File
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		for at, what := range misused(t, p.ImportPath, own, set, files, from) {
			t.Errorf("%s: %s", set.Position(at), what)
		}
	}
	if tried < 20 {
		t.Errorf("only %d packages were looked at", tried)
	}
}

// TestDoorsFindMisuse: the check sees through variables and embedded types.
func TestDoorsFindMisuse(t *testing.T) {
	all := packages(t, "./...")
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "spy.go", `package spy

import "github.com/ruledeck/ruledeck/engine"

func peeks(g *engine.Game) (bool, int) {
	log := g.Log()
	last := log.At(log.Len() - 1)
	return g.Position().Knows(1, 2), int(last.A)
}

func asks(r *engine.Run) engine.SeatSet { return r.Known(1) }
`, 0)
	if err != nil {
		t.Fatal(err)
	}
	var lines []int
	for at := range misused(t, "spy", "spy", set, []*ast.File{file}, compiled(set, all)) {
		lines = append(lines, set.Position(at).Line)
	}
	slices.Sort(lines)
	if !slices.Equal(slices.Compact(lines), []int{7, 8, 11}) {
		t.Errorf("misuse was found in lines %v", lines)
	}
}

// misused are the places of a package that use what is not for it.
func misused(t *testing.T, path, own string, set *token.FileSet, files []*ast.File,
	from types.Importer) map[token.Pos]string {
	t.Helper()
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: from}
	if _, err := config.Check(path, set, files, info); err != nil {
		t.Fatal(err)
	}
	out := map[token.Pos]string{}
	for id, used := range info.Uses {
		if used.Pkg() == nil {
			continue
		}
		for _, d := range doors {
			if used.Pkg().Path() == module+d.in && own != d.in && !slices.Contains(d.may, own) &&
				d.what.MatchString(nameOf(used)) {
				out[id.Pos()] = nameOf(used) + ": " + d.reason
			}
		}
	}
	return out
}

// nameOf is the name of what is used, that of a method behind its type's.
func nameOf(o types.Object) string {
	if f, ok := o.(*types.Func); ok {
		if of := f.Signature().Recv(); of != nil {
			kind := of.Type()
			if p, ok := kind.(*types.Pointer); ok {
				kind = p.Elem()
			}
			if named, ok := kind.(*types.Named); ok {
				return named.Obj().Name() + "." + o.Name()
			}
		}
	}
	return o.Name()
}
