package compile_test

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
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

// TestNamesAreFree: where a record takes names that authors choose beside keys of its own, and where
// a key takes a word of the language or a name, no name is one of these words.
func TestNamesAreFree(t *testing.T) {
	for at, old := range map[keyword.Ref][2]string{
		keyword.RefCard:      {"cards/units.yaml", "id: scout"},
		keyword.RefTrigger:   {"game.yaml", "  unit.hit:"},
		keyword.RefAttribute: {"game.yaml", "      worth: "},
		keyword.RefParameter: {"game.yaml", "      face: "},
		keyword.RefZone:      {"game.yaml", "  right: "},
		keyword.RefGroup:     {"game.yaml", "  field: "},
		keyword.RefAbility:   {},
	} {
		for word := range keyword.Reserved()[at] {
			refuses(t, at, old, word, "its own list")
		}
		for _, r := range keyword.Records() {
			for _, added := range r.Adds {
				if added.Names != at || added.Holder == "seat" || added.Holder == "table" {
					continue
				}
				for _, f := range r.Fields {
					refuses(t, at, old, f.Name, r.Name)
				}
			}
		}
	}
	for _, word := range []string{"self", "host"} { // `is` reads these words as no parameters
		refuses(t, keyword.RefParameter, [2]string{"game.yaml", "      face: "}, word, "is")
	}
}

// refuses puts a word in the place of a name, or of the id of a deed where old is empty.
func refuses(t *testing.T, at keyword.Ref, old [2]string, word, where string) {
	t.Helper()
	if !regexp.MustCompile(`^\w+$`).MatchString(word) {
		return // which no name can be
	}
	files, headers := tinyFiles(t), tinyHeaders(t)
	if old[0] == "" {
		change(t, files, "game.yaml", "flow:\n", "forms:\n  play: {on: unit.hit}\nflow:\n")
		headers = append(headers, header(t, word, 0, "run: f\n"))
	} else {
		name := strings.Trim(strings.TrimPrefix(old[1], "id:"), " :")
		change(t, files, old[0], old[1], strings.Replace(old[1], name, word, 1))
	}
	var report diag.List
	compiled(t, files, headers, &report)
	want := fmt.Sprintf("reserved-name: %q ", word)
	if got := lines(&report); !strings.Contains(got, want) || !strings.Contains(got, " is free") {
		t.Errorf("the %s %q, a key of %s: %s", at, word, where, got)
	}
}
