package pack

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/scripts"
)

func init() { Register(cards.Files, scripts.Files) }

// files makes a pack of texts by path.
func files(t *testing.T, shown string, texts map[string]string) *Source {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range texts {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	s, err := FromFS(fsys, shown)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func lines(report *diag.List) string {
	var out []string
	for _, d := range report.Sorted() {
		text := d.Pos.String() + ": " + d.Code + ": " + d.Message
		if d.Suggestion != "" {
			text += " -> " + d.Suggestion
		}
		out = append(out, text)
	}
	return strings.Join(out, "\n")
}

var base = map[string]string{
	"pack.yaml": "id: base\nversion: 1.0.0\napi: 1\nname: {en: Base}\nseats: {min: 2, max: 2}\n",
	"game.yaml": `
options:
  rules: {values: [old, new], default: old, overlays: {new: newer}}
words: {trick: [jump, hide]}
seat:
  points: {type: number, start: 0}
types:
  unit: {start: box, attributes: {power: {type: number}}}
zones:
  box: {of: table}
flow:
  - phase: setup
    do: [setup.deal, setup.draw]
  - phase: play
    repeat: {until: play.over}
    do: play.turn
`,
	"cards/a.yaml": "defaults: {type: unit}\ncards:\n  - {id: ant, power: 1}\n  - {id: " +
		"bee, power: 2, abilities: [sting]}\n",
	"cards/more/b.yaml":                      "cards:\n  - {id: cow, type: unit, power: 3}\n",
	"locale/en.yaml":                         "card.ant: An ant\n",
	"locale/en.more.yaml":                    "card.bee: A bee\n",
	"locale/fr/cards.yaml":                   "card.ant: Une fourmi\n",
	"rulings.yaml":                           "- {id: one, ruling: a, reason: b}\n",
	"scripts/rules/setup.lua":                "return {}\n",
	"scripts/abilities/x/sting.lua":          "return ability{}\n",
	"overlays/newer/pack.yaml":               "id: newer\nversion: 1.0.0\napi: 1\nextends: base\n",
	"overlays/newer/cards/n.yaml":            "patch:\n  - {id: ant, power: 7}\n",
	"scripts/overlays/newer/rules/setup.lua": "return {newer = true}\n",
	"scenarios/notes.txt":                    "not a part of the pack\n",
}

// manifest is the pack.yaml of an overlay.
func manifest(id, more string) string {
	return "id: " + id + "\nversion: 0.1.0\napi: 1\nextends: base\n" + more
}

func load(t *testing.T, overlays ...map[string]string) (*Loaded, string) {
	t.Helper()
	var report diag.List
	var laid []*Source
	for i, o := range overlays {
		laid = append(laid, files(t, string(rune('a'+i)), o))
	}
	l := Load(files(t, "base", base), laid, "", nil, &report)
	return l, lines(&report)
}

func card(l *Loaded, id string) *ast.Card {
	for _, c := range l.Tree.Cards {
		if c.ID.Text == id {
			return c
		}
	}
	return nil
}

// say gives the cards as text: id, power and where the power stands.
func say(l *Loaded) string {
	var out []string
	for _, c := range l.Tree.Cards {
		text := c.ID.Text
		for _, v := range c.Values {
			text += " " + v.Value.Text + " " + v.Name.Pos.String()
		}
		out = append(out, text)
	}
	return strings.Join(out, "\n")
}

func TestBase(t *testing.T) {
	l, said := load(t)
	if said != "" {
		t.Fatal(said)
	}
	want := "ant 1 base/cards/a.yaml:3:15\nbee 2 base/cards/a.yaml:4:15\ncow 3 base/cards/more/b.yaml:2:27"
	if got := say(l); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	var keys []string
	for _, m := range l.Tree.Messages {
		keys = append(keys, m.Lang+" "+m.Key.Text)
	}
	if got := strings.Join(keys, ", "); got != "en card.bee, en card.ant, fr card.ant" {
		t.Error(got)
	}
	var scripts []string
	for _, s := range l.Scripts {
		scripts = append(scripts, s.Name+" "+s.File)
	}
	if got := strings.Join(scripts,
		", "); got != "setup base/scripts/rules/setup.lua, sting base/scripts/abilities/x/sting.lua" {
		t.Error(got)
	}
	if got := l.Line("base/cards/a.yaml", 2); got != "cards:" {
		t.Errorf("line 2: %q", got)
	}
	if len(l.Tree.Rulings) != 1 || len(l.Layers) != 1 || l.Layers[0].Version != "1.0.0" {
		t.Errorf("%+v %+v", l.Tree.Rulings, l.Layers)
	}
}

func TestOverlay(t *testing.T) {
	l, said := load(t, map[string]string{
		"pack.yaml": manifest("mod", ""),
		"game.yaml": `
words: {trick: [fly]}
seat: {points: {start: 5}, wins: {type: number}}
flow:
  steps:
    after: {setup.deal: [mod.extra]}
    before: {setup.deal: mod.first}
    replace: {play.turn: mod.turn}
    remove: [setup.draw]
`,
		"cards/c.yaml": "defaults: {type: unit}\nremove: [cow]\npatch:\n  - {id: ant, power: 9, add: " +
			"{abilities: [sting]}}\nreplace:\n  - {id: bee, power: 5}\ncards:\n  - {id: dog, power: 4}\n",
		"locale/en.yaml":          "card.ant: A bigger ant\ncard.dog: A dog\n",
		"scripts/rules/setup.lua": "return {mod = true}\n",
		"scripts/rules/mod.lua":   "return {}\n",
		"rulings.yaml":            "- {id: one, ruling: c, reason: d}\n- {id: two, ruling: e, reason: f}\n",
	})
	if said != "" {
		t.Fatal(said)
	}
	want := "ant 9 a/cards/c.yaml:4:15\nbee 5 a/cards/c.yaml:6:15\ndog 4 a/cards/c.yaml:8:15"
	if got := say(l); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if ant := card(l, "ant"); len(ant.Abilities) != 1 || ant.Type.Text != "unit" ||
		ant.Origins[0].Pos.File != "base/cards/a.yaml" {
		t.Errorf("ant: %+v", ant)
	}
	if bee := card(l, "bee"); len(bee.Abilities) != 0 {
		t.Errorf("a replaced card kept something: %+v", bee)
	}
	var steps []string
	for _, phase := range l.Tree.Flow {
		for _, n := range phase.Do {
			steps = append(steps, n.Step.Text)
		}
	}
	if got := strings.Join(steps, " "); got != "mod.first setup.deal mod.extra mod.turn" {
		t.Error(got)
	}
	if got := l.Tree.Seat[0].Start.Number; got != 5 || len(l.Tree.Seat) != 2 || l.Tree.Seat[0].Type.Text != "number" {
		t.Errorf("seat attributes: %+v", l.Tree.Seat[0])
	}
	if got := l.Tree.Words[0].Words; len(got) != 1 || got[0].Text != "fly" {
		t.Errorf("words: %v", got)
	}
	if got := l.Scripts[2]; l.Scripts[1].Name != "setup" || l.Scripts[1].Extends || got.Name != "setup" ||
		!got.Extends || !strings.Contains(got.Text, "mod") {
		t.Errorf("script: %+v", got)
	}
	if len(l.Tree.Rulings) != 2 || l.Tree.Rulings[0].Ruling != "c" || l.Tree.ID.Text != "base" || len(l.Layers) != 2 {
		t.Errorf("%+v", l.Tree.Rulings)
	}
}

func TestOverlayErrors(t *testing.T) {
	tests := []struct {
		name     string
		overlays []map[string]string
		want     string
	}{
		{"absent cards",
			[]map[string]string{{"pack.yaml": manifest("mod", ""),
				"cards/c.yaml": "patch: [{id: ants, power: 1}]\nremove: [be]\nreplace: [{id: cows}]\n"}},
			`a/cards/c.yaml:1:14: unknown-card: there is no card "ants" to patch -> ant` + "\n" +
				`a/cards/c.yaml:2:10: unknown-card: there is no card "be" to remove -> bee` + "\n" +
				`a/cards/c.yaml:3:16: unknown-card: there is no card "cows" to replace -> cow`},
		{"what it was",
			[]map[string]string{{"pack.yaml": manifest("mod", ""),
				"cards/c.yaml": "patch: [{id: ant, power: {was: 5, now: 9}}]\n",
				"game.yaml":    "seat: {points: {start: {was: 7, now: 8}}}\n"}},
			`a/cards/c.yaml:1:32: base-changed: "power" of the base is 1, at base/cards/a.yaml:3:22, and not 5` + "\n" +
				`a/game.yaml:1:30: base-changed: "start" of the base is 0, at base/game.yaml:6:33, and not 7`},
		{"undeclared key", []map[string]string{{"pack.yaml": manifest("mod", ""), "cards/c.yaml": "patches: []\n"}},
			`a/cards/c.yaml:1:1: unknown-key: unknown key "patches" in a card file -> patch`},
		{"card exists",
			[]map[string]string{{"pack.yaml": manifest("mod", ""), "cards/c.yaml": "cards: [{id: ant, type: unit}]\n"}},
			`a/cards/c.yaml:1:14: duplicate-card: there are two cards "ant"; the other is at base/cards/a.yaml:3:5; ` +
				`an overlay changes a card with patch or replace`},
		{"defaults",
			[]map[string]string{{"pack.yaml": manifest("mod", ""), "cards/c.yaml": "defaults: [unit]\ncards: all\n"}},
			`a/cards/c.yaml:1:11: wrong-type: defaults must be a map of fields, not a list` + "\n" +
				`a/cards/c.yaml:2:8: wrong-type: cards must be a list, not the word "all"`},
		{"no id", []map[string]string{{"pack.yaml": manifest("mod", ""), "cards/c.yaml": "patch: [{power: 1}]\n"}},
			`a/cards/c.yaml:1:9: missing-key: an item of patch needs the id of a card`},
		{"words for lists",
			[]map[string]string{{"pack.yaml": manifest("mod", ""), "cards/a.yaml": "patch: ants\n",
				"cards/b.yaml": "remove: ant\nreplace: [ants, {ant: {power: 1}}]\n",
				"cards/c.yaml": "remove: [{id: ants}]\n"}},
			`a/cards/a.yaml:1:8: wrong-type: patch must be a list, not the word "ants" -> [{id: ant}]` + "\n" +
				`a/cards/b.yaml:1:9: wrong-type: remove must be a list, not the word "ant" -> [ant]` + "\n" +
				`a/cards/b.yaml:2:11: missing-key: an item of replace needs the id of a card -> {id: ant}` + "\n" +
				`a/cards/b.yaml:2:17: missing-key: an item of replace needs the id of a card, as in {id: ant}` + "\n" +
				`a/cards/c.yaml:1:10: wrong-type: an item of remove is the id of a card, not a map, as in ant`},
		{"step", []map[string]string{{"pack.yaml": manifest("mod", ""),
			"game.yaml": "flow: {steps: {after: {setup.dael: [x.y]}}}\n"}},
			`a/game.yaml:1:24: unknown-step: the flow has no step or phase "setup.dael" to change -> setup.deal`},
		{"flow",
			[]map[string]string{{"pack.yaml": manifest("mod", ""),
				"game.yaml": "flow: {after: {setup.deal: [x.y]}}\n"}},
			`a/game.yaml:1:7: missing-key: flow needs the key "steps": the changes by step, or by phase` + "\n" +
				`a/game.yaml:1:8: unknown-key: unknown key "after" in a flow patch`},
		{"no overlay", []map[string]string{{"pack.yaml": "id: mod\nversion: 1\napi: 1\n"}},
			`a/pack.yaml:1:1: not-an-overlay: this pack is laid over another, but its pack.yaml has no extends`},
		{"another base", []map[string]string{{"pack.yaml": "id: mod\nversion: 1.0.0\napi: 1\nextends: bass\n"}},
			`a/pack.yaml:4:10: wrong-base: this overlay extends "bass" and cannot be laid over "base" -> base`},
		{"bad manifest", []map[string]string{{"pack.yaml": manifest("mod", "priorty: 1\n")}},
			`a/pack.yaml:5:1: unknown-key: unknown key "priorty" in a pack -> priority`},
		{"two patches", []map[string]string{
			{"pack.yaml": manifest("one", ""), "cards/c.yaml": "patch: [{id: ant, power: 1}]\n"},
			{"pack.yaml": manifest("two", ""), "cards/c.yaml": "patch: [{id: ant, power: 2}]\n"}},
			`b/cards/c.yaml:1:19: overlay-conflict: two overlays set card / ant / power: a/cards/c.yaml:1:19 and ` +
				`b/cards/c.yaml:1:19; the one with the larger priority holds: ` +
				`write priority: 1 in a/pack.yaml or in b/pack.yaml`},
		{"patch and remove", []map[string]string{
			{"pack.yaml": manifest("one", ""), "cards/c.yaml": "patch: [{id: ant, power: 1}]\n"},
			{"pack.yaml": manifest("two", ""), "cards/c.yaml": "remove: [ant]\n"}},
			`b/cards/c.yaml:1:10: overlay-conflict: two overlays set card / ant: a/cards/c.yaml:1:19 and ` +
				`b/cards/c.yaml:1:10; the one with the larger priority holds: ` +
				`write priority: 1 in a/pack.yaml or in b/pack.yaml`},
		{"two priorities", []map[string]string{
			{"pack.yaml": manifest("one", "priority: 2\n"), "cards/c.yaml": "patch: [{id: ant, power: 1}]\n"},
			{"pack.yaml": manifest("two", ""), "cards/c.yaml": "patch: [{id: ant, power: 2}]\n"}}, ``},
		{"two fields", []map[string]string{
			{"pack.yaml": manifest("one", ""), "cards/c.yaml": "patch: [{id: ant, power: 1}]\n"},
			{"pack.yaml": manifest("two", ""), "cards/c.yaml": "patch: [{id: ant, type: unit}]\n"}}, ``},
		{"two game files", []map[string]string{
			{"pack.yaml": manifest("one", ""), "game.yaml": "seat: {points: {start: 1}}\n"},
			{"pack.yaml": manifest("two", ""), "game.yaml": "seat: {points: {start: 2}}\n"}},
			`b/game.yaml:1:17: overlay-conflict: two overlays set game.yaml / seat / points / start: ` +
				`a/game.yaml:1:17 and b/game.yaml:1:17; the one with the larger priority holds: ` +
				`write priority: 1 in a/pack.yaml or in b/pack.yaml`},
		{"two flows", []map[string]string{
			{"pack.yaml": manifest("one", ""), "game.yaml": "flow: {steps: {remove: [setup.deal]}}\n"},
			{"pack.yaml": manifest("two", ""), "game.yaml": "flow: {steps: {replace: {setup.deal: x.y}}}\n"}},
			`b/game.yaml:1:26: overlay-conflict: two overlays set game.yaml / flow / steps / instead of / ` +
				`setup.deal: a/game.yaml:1:25 and b/game.yaml:1:26; the one with the larger priority holds: ` +
				`write priority: 1 in a/pack.yaml or in b/pack.yaml`},
		{"two scripts", []map[string]string{
			{"pack.yaml": manifest("one", ""), "scripts/abilities/x/sting.lua": "return {}\n"},
			{"pack.yaml": manifest("two", ""), "scripts/abilities/x/sting.lua": "return {1}\n"}},
			`b/scripts/abilities/x/sting.lua: overlay-conflict: two overlays set scripts/abilities/x/sting.lua: ` +
				`a/scripts/abilities/x/sting.lua and b/scripts/abilities/x/sting.lua; ` +
				`the one with the larger priority holds: write priority: 1 in a/pack.yaml or in b/pack.yaml`},
		{"two sentences", []map[string]string{
			{"pack.yaml": manifest("one", ""), "locale/en.yaml": "card.ant: x\n"},
			{"pack.yaml": manifest("two", ""), "locale/en.yaml": "card.ant: y\n"}},
			`b/locale/en.yaml:1:1: overlay-conflict: two overlays set locale / en / card.ant: a/locale/en.yaml:1:1 ` +
				`and b/locale/en.yaml:1:1; the one with the larger priority holds: ` +
				`write priority: 1 in a/pack.yaml or in b/pack.yaml`},
		{"sentence twice",
			[]map[string]string{{"pack.yaml": manifest("mod", ""), "locale/en.yaml": "a: x\n",
				"locale/en.b.yaml": "a: y\n"}},
			`a/locale/en.yaml:1:1: duplicate-text: the sentence "a" stands twice in this language; the other is at ` +
				`a/locale/en.b.yaml:1:1`},
		{"names",
			[]map[string]string{{"pack.yaml": manifest("mod", ""), "cards/c.yml": "", "scripts/rules/my-rules.lua": "",
				"scripts/x.lua": "", "scripts/abilities/sting.lua": "", "locale/english.yaml": "a: x\n"}},
			`a/cards/c.yml: unread-file: this file is not read; files in cards end in .yaml or .csv` + "\n" +
				`a/locale/english.yaml: unread-file: this file is not read; the name of a locale file begins with ` +
				`the code of its language, as in fr.yaml` + "\n" +
				`a/scripts/abilities/sting.lua: duplicate-name: there are two files for the ability "sting"; the ` +
				`other is base/scripts/abilities/x/sting.lua` + "\n" +
				`a/scripts/rules/my-rules.lua: bad-word: a file of rules is named with letters, digits and _, as ` +
				`scripts write rules.<name>` + "\n" +
				`a/scripts/x.lua: unread-file: this script is not read; rules stand in scripts/rules, abilities ` +
				`below scripts/abilities`},
		{"option",
			[]map[string]string{{"pack.yaml": manifest("mod", ""),
				"game.yaml": "options: {rules: {overlays: {new: never}}}\n"}},
			`a/game.yaml:1:35: unknown-overlay: there is no folder overlays/never with a pack.yaml -> newer`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l, said := load(t, test.overlays...)
			if said != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", said, test.want)
			}
			slices.Reverse(test.overlays)
			var laid []*Source
			for i, o := range test.overlays {
				laid = append(laid, files(t, string(rune('a'+len(test.overlays)-1-i)), o))
			}
			var report diag.List
			turned := Load(files(t, "base", base), laid, "", nil, &report)
			if lines(&report) != said || say(turned) != say(l) || turned.Hash != l.Hash {
				t.Error("the order of the overlays changes the result")
			}
		})
	}
}

func TestOptionOverlay(t *testing.T) {
	s := files(t, "base", base)
	o, err := s.Overlay("newer")
	if err != nil {
		t.Fatal(err)
	}
	var report diag.List
	l := Load(s, []*Source{o}, "", nil, &report)
	if said := lines(&report); said != "" {
		t.Fatal(said)
	}
	if got := card(l, "ant").Values[0]; got.Value.Number != 7 ||
		got.Name.Pos.File != "base/overlays/newer/cards/n.yaml" {
		t.Errorf("ant: %+v", got)
	}
	if !l.Scripts[1].Extends || !strings.Contains(l.Scripts[1].Text, "newer") {
		t.Errorf("script: %+v", l.Scripts[1])
	}
	if _, err := s.Overlay("never"); err == nil ||
		err.Error() != `there is no overlay "never"; there is only newer; did you mean newer?` {
		t.Error(err)
	}
}

// TestFolders opens packs from disk: an overlay by itself, and nothing.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range base {
		write("game/"+name, text)
	}
	write("mod/pack.yaml", "id: mod\nversion: 2.0.0\napi: 1\nextends: ../game\n")
	write("mod/cards/c.yaml", "patch: [{id: ant, power: 8}]\n")
	write("mod/cards/.hidden.yaml", "nonsense")
	s, err := Open(filepath.Join(dir, "mod"))
	if err != nil {
		t.Fatal(err)
	}
	var report diag.List
	l := Load(s, nil, "", nil, &report)
	if said := lines(&report); said != "" {
		t.Fatal(said)
	}
	if l.Tree.ID.Text != "mod" || l.Tree.MaxSeats != 2 || card(l, "ant").Values[0].Value.Number != 8 {
		t.Errorf("%+v", l.Tree.ID)
	}
	if _, err := Open(filepath.Join(dir, "nothing")); err == nil {
		t.Error("opened nothing")
	}
}

// TestPacksInACircle: packs that extend each other are named, in the order in which one
// leads to the next, and nothing is told besides.
func TestPacksInACircle(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	extends := func(name, other string) {
		if err := os.MkdirAll(name, 0o755); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("id: %s\nversion: 1.0.0\napi: 3\nname: {en: %s}\nextends: ../%s\n", name, name, other)
		if err := os.WriteFile(filepath.Join(name, "pack.yaml"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	extends("alone", "alone")
	extends("ash", "oak")
	extends("oak", "elm")
	extends("elm", "ash")
	extends("fern", "oak")
	for i := range MaxChain + 1 {
		extends(fmt.Sprintf("deep%d", i), fmt.Sprintf("deep%d", i+1))
	}
	for folder, want := range map[string]string{
		"alone": "alone/pack.yaml:5:10: extends-itself: packs extend each other in a circle: alone " +
			"extends alone",
		"ash": "elm/pack.yaml:5:10: extends-itself: packs extend each other in a circle: ash " +
			"extends oak, oak extends elm, elm extends ash",
		"./elm": "oak/pack.yaml:5:10: extends-itself: packs extend each other in a circle: elm " +
			"extends ash, ash extends oak, oak extends elm",
		filepath.Join(dir, "elm"): "packs extend each other in a circle: ",
		"fern": "ash/pack.yaml:5:10: extends-itself: packs extend each other in a circle: oak " +
			"extends elm, elm extends ash, ash extends oak",
		"deep0": "packs extend each other more than 8 deep: deep0 extends deep1, deep1 extends deep2, ",
	} {
		s, err := Open(folder)
		if err != nil {
			t.Fatal(err)
		}
		var report diag.List
		l := Load(s, nil, "", nil, &report)
		if said := lines(&report); !strings.Contains(said, want) || strings.Count(said, "\n") != 0 || !l.Baseless {
			t.Errorf("%s:\n%s", folder, said)
		}
	}
}

func TestShipped(t *testing.T) {
	ids := Shipped()
	if !slices.IsSorted(ids) || slices.Contains(ids, "embed.go") {
		t.Error(ids)
	}
	for _, id := range ids {
		if s, err := Open(id); err != nil || s.File("pack.yaml") == nil {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// TestOpened: Opened is called for each pack that does not come with the program, and for no
// game of the program.
func TestOpened(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("pack.yaml", []byte("id: dust\nversion: 1.0.0\napi: 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	defer UseLibrary(TheLibrary())
	var opened []string
	UseLibrary(Library{Opened: func(name string) { opened = append(opened, name) }})
	for _, name := range []string{"bbtm", ".", "nowhere"} {
		_, err := Open(name)
		if (err != nil) != (name == "nowhere") {
			t.Error(name, err)
		}
	}
	if !slices.Equal(opened, []string{"."}) {
		t.Error(opened)
	}
}

// TestCheckout opens a game of the project by its folder: its scripts lie apart,
// as the program has them, and it is the same game.
func TestCheckout(t *testing.T) {
	shipped, err := Open("seven-missions")
	if err != nil {
		t.Fatal(err)
	}
	folder, err := Open("../../cards/seven-missions")
	if err != nil {
		t.Fatal(err)
	}
	if len(folder.Files) != len(shipped.Files) {
		t.Fatalf("%d files, not %d", len(folder.Files), len(shipped.Files))
	}
	for i := range folder.Files {
		if folder.Files[i].Path != shipped.Files[i].Path ||
			string(folder.Files[i].Data) != string(shipped.Files[i].Data) {
			t.Errorf("%s differs", folder.Files[i].Shown)
		}
	}
	if at := folder.File("scripts/rules/turn.lua"); at == nil ||
		at.Shown != "../../scripts/seven-missions/rules/turn.lua" {
		t.Errorf("%+v", at)
	}
	if got := filepath.ToSlash(folder.ScenarioFolder()); got != "../../testdata/scenarios/seven-missions" {
		t.Error(got)
	}
}

// TestEntries changes entries of maps and items of lists, by what they were: the
// rest stays, and two overlays may change two entries.
func TestEntries(t *testing.T) {
	manifest := func(id string) string {
		return "id: " + id + "\nversion: 1.0.0\napi: 1\nextends: base\nname: " + id + "\n"
	}
	below := files(t, "base", map[string]string{
		"pack.yaml":    "id: base\nversion: 1.0.0\napi: 1\nname: Base\nseats: {min: 1, max: 2}\n",
		"cards/a.yaml": "defaults: {power: {up: 3, down: 1}}\ncards: [{id: ant, skills: [a, b]}, {id: bee}]\n",
	})
	one := files(t, "one", map[string]string{"pack.yaml": manifest("one"),
		"cards/c.yaml": "patch: [{id: ant, power: {up: {was: 3, now: 4}}, skills: {change: {was: a, now: c}}}]\n"})
	two := files(t, "two", map[string]string{"pack.yaml": manifest("two"),
		"cards/c.yaml": "patch: [{id: ant, power: {down: 0}}]\n"})
	var report diag.List
	l := Load(below, []*Source{one, two}, "", nil, &report)
	for _, d := range report.Sorted() {
		if d.Code == "base-changed" || d.Code == "overlay-conflict" || d.Code == "patch-of-nothing" {
			t.Error(d.Pos, d.Text())
		}
	}
	var got []string
	for _, c := range l.Tree.Cards {
		for _, v := range c.Values {
			got = append(got, c.ID.Text+" "+v.Name.Text+" "+v.Value.Inline())
		}
	}
	if text := strings.Join(got,
		"; "); text != "ant skills [c, b]; ant power {up: 4, down: 0}; bee power {up: 3, down: 1}" {
		t.Error(text)
	}
	if len(l.Earlier) != 3 || l.Earlier[0].Path != "card / ant / power / up" || l.Earlier[0].Text != "3" {
		t.Errorf("%+v", l.Earlier)
	}
}

// TestNothingCarried: who opens a shipped game in a program that carries none is told
// what to import; a folder that is not there is not.
func TestNothingCarried(t *testing.T) {
	defer builtin.Store(builtin.Swap(nil))
	const imports = "; this program carries no games: for those of ruledeck it imports " +
		"github.com/ruledeck/ruledeck/cards and github.com/ruledeck/ruledeck/scripts, " +
		"and calls pack.Register(cards.Files, scripts.Files)"
	for name, want := range map[string]string{
		"bbtm":      `there is no game "bbtm", and no folder of that name with a pack.yaml` + imports,
		"./nowhere": `there is no game "./nowhere", and no folder of that name with a pack.yaml`,
	} {
		if _, err := Open(name); err == nil || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
