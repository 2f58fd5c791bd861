package schema_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/schema"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/walk"
)

var update = flag.Bool("update", false, "write the golden files anew")

const root = "../../.."

// TestDrift compares the schemas with those kept in testdata: a change of the
// registry shows in review.
func TestDrift(t *testing.T) {
	for i := range walk.FileKinds {
		k := &walk.FileKinds[i]
		got, err := schema.Write(k, nil)
		if err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", schema.File(k))
		if *update {
			if err := os.WriteFile(golden, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the registry says now; go test ./interp/editor/schema -update writes it anew (%v)",
				golden, err)
		}
	}
}

// compiled compiles the schemas as an editor would.
func compiled(t *testing.T, game *compile.Compiled) map[string]*jsonschema.Schema {
	t.Helper()
	out := map[string]*jsonschema.Schema{}
	for i := range walk.FileKinds {
		k := &walk.FileKinds[i]
		text, err := schema.Write(k, game)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource(schema.File(k), doc); err != nil {
			t.Fatal(err)
		}
		if out[k.Name], err = c.Compile(schema.File(k)); err != nil {
			t.Fatalf("%s: %v", k.Name, err)
		}
	}
	return out
}

// value turns a node into what an editor's YAML reader makes of it.
func value(n *source.Node) any {
	switch n.Kind {
	case source.Flag:
		return n.Flag
	case source.Number:
		return json.Number(n.Text)
	case source.Word:
		return n.Text
	case source.List:
		list := []any{}
		for _, item := range n.Items {
			list = append(list, value(item))
		}
		return list
	case source.Map:
		m := map[string]any{}
		for _, p := range n.Pairs {
			m[p.Key] = value(p.Value)
		}
		return m
	}
	return nil
}

// node reads a file; nil if the reader already refuses it.
func node(t *testing.T, name string, data []byte) *source.Node {
	t.Helper()
	var report diag.List
	n := source.Read(name, data, &report)
	if report.HasErrors() {
		return nil
	}
	return n
}

// packFiles visits the YAML files of the packs in the project, with their kind.
func packFiles(t *testing.T, visit func(name string, kind *walk.FileKind, data []byte)) {
	t.Helper()
	count := 0
	for _, folder := range []string{"cards/bbtm", "cards/bbtm/overlays/errata", "cards/seven-missions",
		"cards/football-champions",
		"testdata/mods/lanterns", "testdata/mods/long-bench", "testdata/mods/gazette", "testdata/skirmish",
		"interp/compile/testdata/tiny"} {
		manifest, err := os.ReadFile(filepath.Join(root, folder, "pack.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		overlay := strings.Contains(string(manifest), "\nextends:")
		base := filepath.Join(root, folder)
		err = filepath.WalkDir(base, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			at, _ := filepath.Rel(base, path)
			kind := walk.KindOf(filepath.ToSlash(at), overlay)
			if d.IsDir() || kind == nil {
				return nil
			}
			data, err := os.ReadFile(path)
			count++
			visit(folder+"/"+at, kind, data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	scenarios, err := filepath.Glob(filepath.Join(root, "testdata/scenarios/*/*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range scenarios {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		visit(path, walk.KindOf("scenarios/x.yaml", false), data)
		count++
	}
	if count < 60 {
		t.Errorf("only %d files were found", count)
	}
}

// TestShippedFiles: what the loader takes, the schemas take, those made for a
// game too.
func TestShippedFiles(t *testing.T) {
	plain := compiled(t, nil)
	games := map[string]map[string]*jsonschema.Schema{}
	for folder, game := range map[string]string{
		"cards/bbtm":               "bbtm",
		"cards/seven-missions":     "seven-missions",
		"cards/football-champions": "football-champions",
		"testdata/mods/lanterns":   root + "/testdata/mods/lanterns",
		"testdata/mods/gazette":    root + "/testdata/mods/gazette",
		"testdata/skirmish":        root + "/testdata/skirmish",
	} {
		p, err := interp.Load(game, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		games[folder] = compiled(t, p.Compiled)
	}
	packFiles(t, func(name string, kind *walk.FileKind, data []byte) {
		n := node(t, name, data)
		if n == nil {
			t.Errorf("%s cannot be read", name)
			return
		}
		if err := plain[kind.Name].Validate(value(n)); err != nil {
			t.Errorf("%s: the schema %s refuses it: %v", name, kind.Name, err)
		}
		for folder, schemas := range games {
			shipped := strings.HasPrefix(name, folder) && !strings.Contains(name, "/overlays/")
			if shipped || strings.Contains(name, "testdata/scenarios/"+strings.TrimPrefix(folder, "cards/")+"/") {
				if err := schemas[kind.Name].Validate(value(n)); err != nil {
					t.Errorf("%s: the schema %s of %s refuses it: %v", name, kind.Name, folder, err)
				}
			}
		}
	})
}

func TestModelines(t *testing.T) {
	k := walk.KindOf("cards/teams/x.yaml", false)
	if got, want := schema.Modeline(k, "../../.editor"),
		"# yaml-language-server: $schema=../../.editor/cards.schema.json"; got != want {
		t.Error(got)
	}
	for at, want := range map[string]string{
		"pack.yaml": "pack", "game.yaml": "game", "rulings.yaml": "rulings", "locale/fr.yaml": "locale",
		"scenarios/a/b.yaml": "scenario",
		"cards/x.yml":        "", "README.md": "", "notes.yaml": "",
	} {
		k := walk.KindOf(at, false)
		if k == nil && want != "" || k != nil && k.Name != want {
			t.Errorf("%s: %v", at, k)
		}
	}
	if walk.KindOf("game.yaml", true).Name != "overlay" {
		t.Error("the game file of an overlay")
	}
	for i := range walk.FileKinds {
		text, err := schema.Write(&walk.FileKinds[i], nil)
		if err != nil || !strings.Contains(string(text), schema.Modeline(&walk.FileKinds[i], "<folder>")) {
			t.Errorf("%s: the schema does not say how it is found (%v)", walk.FileKinds[i].Name, err)
		}
	}
}

func ExampleModeline() {
	fmt.Println(schema.Modeline(walk.KindOf("pack.yaml", false), ".editor"))
	// Output: # yaml-language-server: $schema=.editor/pack.schema.json
}
