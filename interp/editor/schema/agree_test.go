package schema_test

import (
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/walk"
)

// shapeCodes are the findings of the loader that are about the shape of a file:
// what a schema can know. Everything else is about meaning.
var shapeCodes = []string{
	"unknown-key", "wrong-type", "missing-key", "missing-value", "unknown-value", "bad-word", "unknown-language",
	"wrong-kind", "missing-file",
}

// loads tells what the loader says about the shape of a file: the file alone,
// in a pack that is otherwise as small as can be.
func loads(t *testing.T, kind *walk.FileKind, at string, data []byte) []string {
	t.Helper()
	var report diag.List
	switch kind.Name {
	case "scenario":
		f := scenario.Read(at, data, &report)
		for _, c := range f.Cases {
			for _, d := range c.Findings {
				report.Add(d)
			}
		}
	default:
		files := fstest.MapFS{
			"pack.yaml": {Data: []byte("id: x\nversion: 1.0.0\napi: 1\nseats: {min: 1, max: 2}\n")},
			"game.yaml": {Data: []byte("flow: [a.b]\n")},
		}
		files[at] = &fstest.MapFile{Data: data}
		s, err := pack.FromFS(files, "x")
		if err != nil {
			t.Fatal(err)
		}
		pack.Load(s, nil, "", nil, &report)
	}
	var out []string
	for _, d := range report.Sorted() {
		if d.Code == "yaml-syntax" {
			t.Errorf("%s: %s: %s", at, d.Pos, d.Message)
		}
		if slices.Contains(shapeCodes, d.Code) && path.Base(d.File) == path.Base(at) {
			out = append(out, d.Code+": "+d.Message)
		}
	}
	return out
}

// agree compares loader and schema over one file and tells of a difference.
func agree(t *testing.T, schemas map[string]*jsonschema.Schema, kind *walk.FileKind, at string, n *source.Node) string {
	t.Helper()
	findings := loads(t, kind, at, []byte(n.Inline()+"\n"))
	err := schemas[kind.Name].Validate(value(n))
	switch {
	case err == nil && len(findings) > 0:
		return "the loader says " + strings.Join(findings, "; ") + ", the schema nothing"
	case err != nil && len(findings) == 0:
		return "the schema says " + strings.ReplaceAll(err.Error(), "\n", " ") + ", the loader nothing"
	}
	return ""
}

// mutation changes one place of a file.
type mutation struct {
	what  string
	apply func()
	undo  func()
}

// mutations are the changes that can be made to the shape of a file.
func mutations(n *source.Node, where string) []mutation {
	var out []mutation
	change := func(what string, to source.Node) {
		was := *n
		out = append(out, mutation{where + ": " + what, func() { *n = to }, func() { *n = was }})
	}
	list := source.Node{Kind: source.List, Items: []*source.Node{{Kind: source.Word, Text: "x"}}}
	nested := source.Node{Kind: source.Map,
		Pairs: []source.Pair{{Key: "qqq", Value: &source.Node{Kind: source.Number, Text: "1", Number: 1}}}}
	change("a list", list)
	change("a map", nested)
	change("a number", source.Node{Kind: source.Number, Text: "7", Number: 7})
	change("a flag", source.Node{Kind: source.Flag, Text: "true", Flag: true})
	change("two words", source.Node{Kind: source.Word, Text: "two words"})
	change("nothing", source.Node{})
	for i := range n.Pairs {
		p := &n.Pairs[i]
		was := *p
		out = append(out, mutation{where + "/" + p.Key + ": misspelt", func() { p.Key += "zz" },
			func() { p.Key = was.Key }})
		whole := n.Pairs
		out = append(out, mutation{where + "/" + p.Key + ": left out",
			func() { n.Pairs = slices.Delete(slices.Clone(whole), i, i+1) }, func() { n.Pairs = whole }})
		out = append(out, mutations(p.Value, where+"/"+p.Key)...)
	}
	for i, item := range n.Items {
		out = append(out, mutations(item, fmt.Sprintf("%s/%d", where, i))...)
	}
	return out
}

var full = flag.Bool("full", false, "try every change of every file")

// TestAgreement changes the files of the packs in every way, or a sample of
// them, and asks loader and schema about each: both take it, or both refuse.
func TestAgreement(t *testing.T) {
	sample := 10
	if *full {
		sample = 1 << 30
	}
	schemas := compiled(t, nil)
	random := rand.New(rand.NewPCG(7, 7))
	refused, total := 0, 0
	differ := map[string]int{}
	packFiles(t, func(name string, kind *walk.FileKind, data []byte) {
		if kind.Name == "overlay" || strings.Contains(name, "mods/") || strings.Contains(name, "overlays/") {
			return // what changes a base cannot be read without it
		}
		n := node(t, name, data)
		at := filepath.ToSlash(name)
		for _, folder := range []string{"/cards/", "/locale/"} {
			if i := strings.LastIndex(at, folder); i >= 0 {
				at = at[i+1:]
			}
		}
		if kind.Name == "pack" || kind.Name == "game" || kind.Name == "rulings" {
			at = path.Base(at)
		}
		all := mutations(n, "")
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, m := range all[:min(len(all), sample)] {
			m.apply()
			total++
			if said := agree(t, schemas, kind, at, n); said != "" {
				differ[kind.Name+" "+name+" "+m.what+": "+said]++
			} else if schemas[kind.Name].Validate(value(n)) != nil {
				refused++
			}
			m.undo()
		}
	})
	for said := range differ {
		t.Error(said)
	}
	if t.Logf("%d changes, %d refused by both", total, refused); refused < total/5 {
		t.Errorf("of %d changes only %d were refused", total, refused)
	}
}

// TestBroken asks loader and schemas about the broken packs that are kept for
// the checker: where one speaks of the shape of a file, so does the other. What
// the names in a pack mean for each other comes later, and no schema knows it.
func TestBroken(t *testing.T) {
	schemas := compiled(t, nil)
	var manifests []string
	err := filepath.WalkDir(filepath.Join(root, "testdata/broken"), func(at string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "pack.yaml" {
			manifests = append(manifests, at)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	compared, refused := 0, 0
	for _, manifest := range manifests {
		folder := filepath.Dir(manifest)
		base, err := pack.Open(folder)
		if err != nil {
			continue // it cannot even be opened
		}
		report, said := &diag.List{}, map[string][]string{}
		loaded := pack.Load(base, nil, "", nil, report)
		for _, d := range report.Sorted() {
			if slices.Contains(shapeCodes, d.Code) {
				said[d.File] = append(said[d.File], d.Message)
			}
		}
		overlay := len(loaded.Layers) > 1
		for i := range base.Files {
			f := &base.Files[i]
			kind := walk.KindOf(f.Path, overlay)
			n := node(t, f.Shown, f.Data)
			if kind == nil || n == nil {
				continue // no YAML file, or one that cannot be read at all
			}
			compared++
			err := schemas[kind.Name].Validate(value(n))
			if err != nil {
				refused++
			}
			if (err != nil) != (len(said[f.Shown]) > 0) {
				t.Errorf("%s: the loader says %q, the schema %v", f.Shown, said[f.Shown], err)
			}
		}
	}
	if refused == 0 || refused == compared {
		t.Errorf("of %d files of broken packs %d are refused: the comparison says little", compared, refused)
	}
}
