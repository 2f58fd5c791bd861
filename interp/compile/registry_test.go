package compile_test

import (
	"reflect"
	"testing"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// TestHeaderFieldsAreRead gives each field of an ability in the registry a
// value that cannot be right: who does not complain does not read it.
func TestHeaderFieldsAreRead(t *testing.T) {
	forms := []string{"on: unit.hit\n", "action: move\n", "modifies: power\n"}
	nonsense := &ast.Tree{Kind: ast.TreeList, Items: []*ast.Tree{{Kind: ast.TreeNumber}}}
	for _, f := range keyword.Lookup("ability").Fields {
		read := false
		for _, form := range forms {
			h := header(t, "x", 0, form)
			h.HasRun = form != "modifies: power\n"
			var before, after diag.List
			compiled(t, tinyFiles(t), append(tinyHeaders(t), h), &before)
			h = header(t, "x", 0, form)
			h.HasRun = form != "modifies: power\n"
			h.Fields.Fields = append(h.Fields.Fields, ast.TreeField{Name: f.Name, Pos: h.Fields.Pos, Value: nonsense})
			compiled(t, tinyFiles(t), append(tinyHeaders(t), h), &after)
			read = read || lines(&before) != lines(&after)
		}
		if !read {
			t.Errorf("the registry declares %q in an ability, and nothing reads it", f.Name)
		}
	}
}

// TestFilterKeysAreRead gives each condition of a card filter a value that
// cannot be right.
func TestFilterKeysAreRead(t *testing.T) {
	for _, f := range filter.Standard {
		var report diag.List
		h := header(t, "x", 0, "on: unit.hit\nrun: f\nwhere: {unit: {"+f.Name+": [1.5, {x: y}]}}")
		compiled(t, tinyFiles(t), append(tinyHeaders(t), h), &report)
		if !report.HasErrors() {
			t.Errorf("the registry declares the condition %q, and nothing reads it", f.Name)
		}
	}
}

// TestCompilingIsRepeatable compiles the shipped games twice.
func TestCompilingIsRepeatable(t *testing.T) {
	for _, id := range pack.Shipped() {
		var packs [2]*engine.Pack
		var said [2]string
		for i := range packs {
			s, err := pack.Open(id)
			if err != nil {
				t.Fatal(err)
			}
			var report diag.List
			packs[i] = compile.New(pack.Load(s, nil, "", nil, &report).Tree, filter.Standard, &report).Finish(nil).Pack
			said[i] = lines(&report)
		}
		if !reflect.DeepEqual(packs[0], packs[1]) || said[0] != said[1] {
			t.Errorf("%s compiles to something else the second time", id)
		}
	}
}

// FuzzCompile compiles any game file and any cards: what is wrong is reported, and
// a pack without findings has numbers that exist.
func FuzzCompile(f *testing.F) {
	for _, seed := range [][2]string{
		{"zones: {box: {of: table}}\ntypes: {u: {start: box}}\nflow: [a.b]\n", "cards: [{id: x, type: u}]\n"},
		{"flow: [{phase: a, do: [b.c], turns: {until: once}, repeat: {times: 3}}]\n", "defaults: {type: x}\n"},
		{"words: {a: [b]}\ngame: {c: {type: a, start: b}}\n", "patch: [{id: x}]\n"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, game, cards string) {
		s, err := pack.FromFS(fstest.MapFS{
			"pack.yaml":    {Data: []byte("id: x\nversion: 1.0.0\napi: 1\nseats: {min: 1, max: 2}\n")},
			"game.yaml":    {Data: []byte(game)},
			"cards/c.yaml": {Data: []byte(cards)},
		}, "x")
		if err != nil {
			t.Fatal(err)
		}
		var report diag.List
		p := compile.New(pack.Load(s, nil, "", nil, &report).Tree, filter.Standard, &report).Finish(nil).Pack
		if report.HasErrors() {
			return
		}
		for _, d := range p.Defs {
			if int(d.Type) >= len(p.Types) || p.Types[d.Type].Start < 0 {
				t.Errorf("the card %s is of no type, or begins nowhere", d.ID)
			}
		}
		for _, in := range p.Flow {
			if int(in.Target) >= len(p.Flow) || int(in.Loop) >= p.Loops {
				t.Errorf("an instruction leads nowhere: %+v", in)
			}
		}
	})
}
