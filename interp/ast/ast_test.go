package ast

import (
	"os"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
)

func node(t *testing.T, name, text string) *source.Node {
	t.Helper()
	var report diag.List
	n := source.Read(name, []byte(text), &report)
	if report.HasErrors() {
		t.Fatal(report.Sorted())
	}
	return n
}

// everything is a pack in which each kind of record stands once.
func everything(t *testing.T) Files {
	t.Helper()
	game, err := os.ReadFile("testdata/game.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return Files{
		Manifest: node(t, "pack.yaml", "id: x\nversion: 1.0.0\napi: 1\nname: X\nseats: {min: 1, max: 2}\n"),
		Game:     node(t, "game.yaml", string(game)),
		Cards: node(t, "c.yaml",
			"- {id: a, name: A, type: unit, copies: 2, abilities: [x, {y: 1}, {z: {a: 1}}], unimplemented: one, "+
				"confidence: S, text: t, power: 3}\n").Items,
		Decks:   []*source.Node{node(t, "d.yaml", "game: x\nid: red\ndeck: pile\nname: Red\ncards: {a: 3}\n")},
		Locale:  []LocaleFile{{"en", node(t, "en.yaml", "a: x\nb: {one: y, other: z}\n")}},
		Rulings: node(t, "rulings.yaml", "- {id: r, question: q, ruling: a, reason: b, source: s, option: o}\n"),
	}
}

// TestRegistryIsRead reads a pack with everything in it and compares what the
// readers asked for with what the registry declares.
func TestRegistryIsRead(t *testing.T) {
	var report diag.List
	r := &reader{checker: checker{report: &report}, asked: map[string]bool{}}
	files := everything(t)
	r.pack(files)
	r.layer(files.Manifest)
	for _, d := range report.Sorted() {
		t.Errorf("%s: %s", d.Pos, d.Text())
	}
	// These are read while overlays are laid and products of cards made, before there is a tree;
	// forms as the headers of scripts are; where scenarios begin, by the readers of scenarios.
	elsewhere := map[string]bool{"form": true, "card file": true, "columns file": true, "edit": true,
		"flow patch": true, "step patch": true, "types together": true, "card.each": true, "deck file.game": true,
		"position.game": true, "position.seats": true}
	for _, group := range [][]*keyword.Record{keyword.Files(), keyword.Contents()} {
		for _, record := range group {
			for _, f := range record.Fields {
				name := record.Name + "." + f.Name
				if !elsewhere[record.Name] && !elsewhere[name] && !r.asked[name] {
					t.Errorf("the registry declares %s.%s, and nothing reads it", record.Name, f.Name)
				}
			}
		}
	}
}

func TestUndeclaredFieldPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a field that is not in the registry was read")
		}
	}()
	(&reader{}).get(&source.Node{Kind: source.Map}, "zone", "colour")
}

func TestShapes(t *testing.T) {
	var report diag.List
	p := Read(everything(t), &report)
	card := p.Cards[0]
	switch {
	case len(card.Abilities) != 3 || card.Abilities[1].Params.Number != 1 || card.Abilities[2].Params.Get("a") == nil:
		t.Errorf("abilities: %+v", card.Abilities)
	case len(card.Values) != 1 || card.Values[0].Value.Number != 3:
		t.Errorf("values: %+v", card.Values)
	case len(p.Flow) != 2 || p.Flow[0].Step.Text != "a.first" || !p.Flow[1].Repeat || p.Flow[1].Do[0].Turns == nil:
		t.Errorf("flow: %+v", p.Flow)
	case len(p.Messages) != 2 || len(p.Messages[1].Forms) != 2:
		t.Errorf("messages: %+v", p.Messages)
	}
	if text, ok := p.Label.In("en"); !ok || text != "X" {
		t.Errorf("a plain name is the English one: %q", text)
	}
}

// TestNothing reads a pack without files, and files of the wrong kind.
func TestNothing(t *testing.T) {
	var report diag.List
	Read(Files{ManifestName: "pack.yaml", GameName: "game.yaml"}, &report)
	list := node(t, "x.yaml", "[a, [b], {c: d}]")
	Read(Files{
		Manifest: list, Game: list, Cards: list.Items, Rulings: node(t, "r.yaml", "a: b"),
		Locale: []LocaleFile{{"en", node(t, "en.yaml", "a: [b]")}},
	}, &report)
	var got []string
	for _, d := range report.Sorted() {
		got = append(got, d.Pos.String()+": "+d.Message)
	}
	want := `en.yaml:1:4: the sentence "a" must be a text, or a map of plural forms, not a list
game.yaml: the pack has no game.yaml, or it is empty
pack.yaml: the pack has no pack.yaml, or it is empty
r.yaml:1:1: rulings.yaml must be a list of rulings, not a map
x.yaml:1:1: game.yaml must be a map (game file), not a list
x.yaml:1:1: pack.yaml must be a map (pack), not a list
x.yaml:1:2: a card must be a map (card), not the word "a"
x.yaml:1:5: a card must be a map (card), not a list
x.yaml:1:10: a card needs the key "id": the short name of the card, the only one in the pack
x.yaml:1:10: a card needs the key "type": the type of the card`
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("got:\n%s\nwant:\n%s", text, want)
	}
}
