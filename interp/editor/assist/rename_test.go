package assist

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/editor/workspace"
)

// variety writes the small game into a folder; write adds a file to it.
func variety(t *testing.T) (dir string, write func(name, text string) string) {
	t.Helper()
	plan, err := scaffold.Pack("variety", "")
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	write = func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, f := range plan.Files {
		write(f.Path, f.Text)
	}
	return dir, write
}

// TestRenameParameter: a parameter of an ability gets another name in its header, in its
// functions, on the cards that give it, in the sentences that show it and in the keys of
// these; a ruling gets one where scenarios say that they are about it.
func TestRenameParameter(t *testing.T) {
	dir, write := variety(t)
	texts, err := os.ReadFile(filepath.Join(dir, "locale", "en.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	lua := write("scripts/abilities/cheer.lua", `return ability {
  name   = {en = "Cheer"},
  on     = "performer.enters", window = "before",
  where  = {performer = {is = "self"}},
  params = {more = {type = "number", default = 1}},
  run    = function(_, ev, params)
    ev.applause = ev.applause + params.more
  end,
}
`)
	cards := write("cards/cheerers.yaml", "defaults: {type: performer}\ncards:\n"+
		"  - {id: fan, name: {en: Fan}, applause: 1, abilities: [{cheer: {more: 2}}]}\n")
	locale := write("locale/en.yaml", string(texts)+"ability.cheer: \"{more} more points.\"\n"+
		"ability.cheer.more: \"Counts {more}.\"\ncard.fan: \"Brings {more} points.\"\n")
	rulings := write("rulings.yaml", "- id: louder\n  question: Which one counts?\n  ruling: The louder one.\n"+
		"  reason: It is heard.\n  source: house\n")
	scenario := write("scenarios/cheer.yaml", "game: ..\nscenarios:\n  - {name: Loud, rule: louder, given: {}}\n")
	w := workspace.New(dir)
	rename := func(path string, line, column int, name string) map[string]string {
		f, ok := Open(w, path)
		if !ok {
			t.Fatalf("%s is of no pack", path)
		}
		change, err := f.Rename(line, column, name)
		if err != nil {
			t.Fatal(err)
		}
		after := map[string]string{}
		for at, edits := range change.Edits {
			data, err := os.ReadFile(at)
			if err != nil {
				t.Fatal(err)
			}
			after[at] = Apply(string(data), edits)
		}
		return after
	}
	for _, from := range []struct {
		path         string
		line, column int
	}{{lua, 5, 14}, {lua, 7, 40}, {cards, 3, 67}} {
		after := rename(from.path, from.line, from.column, "extra")
		for path, want := range map[string][]string{
			lua:   {"params = {extra = {", "+ params.extra\n"},
			cards: {"{cheer: {extra: 2}}"},
			locale: {"ability.cheer: \"{extra} more points.\"", "ability.cheer.extra: \"Counts {extra}.\"",
				"Brings {extra} points"},
		} {
			for _, one := range want {
				if !strings.Contains(after[path], one) {
					t.Errorf("renamed in %s:%d:\n%s\nlacks %q", from.path, from.line, after[path], one)
				}
			}
		}
	}
	after := rename(rulings, 1, 8, "loudest")
	if !strings.Contains(after[rulings], "id: loudest") || !strings.Contains(after[scenario], "rule: loudest") {
		t.Errorf("a ruling is renamed to %q", after)
	}
	f, _ := Open(w, scenario)
	shown := f.Complete(t.Context(), 3, 26)
	if !slices.ContainsFunc(shown.Items, func(i Item) bool { return i.Label == "louder" }) {
		t.Errorf("at rule: the ruling is not offered: %v", shown.Items)
	}
}

// TestRenameIsCounted: what a rename reads counts together, the pack before and afterwards and
// each of its overlays; where this is too much nothing is renamed, and what took most is named.
func TestRenameIsCounted(t *testing.T) {
	dir, write := variety(t)
	for i := range 30 {
		write(fmt.Sprintf("scripts/rules/m%d.lua", i), "for _ = 1, 190000 do end return {}\n")
	}
	most := filepath.ToSlash(filepath.Join(dir, "scripts", "rules", "m0.lua"))
	for i, want := range []string{"", "",
		most + ": renaming takes more than 40000000 instructions; no other file takes as many as this one"} {
		f, ok := Open(workspace.New(dir), filepath.Join(dir, "game.yaml"))
		if !ok {
			t.Fatal("the rules are of no pack")
		}
		line := slices.IndexFunc(f.lines, func(l string) bool { return strings.HasPrefix(l, "  stage:") })
		got := ""
		if _, err := f.Rename(line+1, 3, "boards"); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("with %d overlays: %q, not %q", i, got, want)
		}
		write(fmt.Sprintf("overlays/o%d/pack.yaml", i),
			fmt.Sprintf("id: o%d\nversion: 1.0.0\napi: 3\nname: {en: O}\nextends: variety\n", i))
	}
}

// TestRenameZone: a zone gets another name where a scenario counts what lies there, too.
func TestRenameZone(t *testing.T) {
	dir, _ := variety(t)
	path := filepath.Join(dir, "scenarios", "encore.yaml")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(data), "\n") {
		column := strings.Index(line, "stage.count")
		if column < 0 {
			continue
		}
		f, _ := Open(workspace.New(dir), path)
		change, err := f.Rename(i+1, column+1, "boards")
		if err != nil {
			t.Fatal(err)
		}
		if after := Apply(string(data), change.Edits[path]); !strings.Contains(after, "boards.count: 3") ||
			!strings.Contains(after, "boards: [Singer") {
			t.Errorf("renamed it is %s", after)
		}
		return
	}
	t.Error("no scenario counts the cards of a zone")
}

// TestRenameWords: a deed, an ability that is given, and one that lasts get another name where
// cards and scripts name them.
func TestRenameWords(t *testing.T) {
	dir := t.TempDir()
	plan, err := scaffold.Pack("duel", "duel")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range plan.Files {
		path := filepath.Join(dir, f.Path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(f.Text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ file, at, name, in, want string }{
		{"cards/cards.yaml", "cull: true", "reap_them", "cards/cards.yaml", "{play: {reap_them: true}}"},
		{"cards/cards.yaml", "hurt: 1", "sting", "locale/fr.yaml", "ability.sting:"},
		{"scripts/abilities/shelter.lua", "guard\"", "warden", "scripts/abilities/shelter.lua", `grants = "warden"`},
		{"scripts/abilities/shelter.lua", "guard\"", "warden", "cards/cards.yaml", "abilities: [warden]"},
		{"scripts/abilities/rally.lua", "stronger\"", "braver", "scripts/abilities/rally.lua", `ability = "braver"`},
		{"cards/cards.yaml", "beside: 1", "near", "scripts/abilities/splash.lua", "params.near"},
		{"cards/cards.yaml", "act: {hurt", "shoot", "game.yaml", "shoot: {action: act"},
		{"game.yaml", "foe: {filter", "rival", "scripts/abilities/splash.lua", `target = "rival"`},
		{"scripts/abilities/cull.lua", "wounded\"", "weak", "game.yaml", "\n  weak:\n"},
		{"game.yaml", "ready: {type", "fresh", "game.yaml", "pays: {fresh: false}"},
	} {
		path := filepath.Join(dir, c.file)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		before, _, ok := strings.Cut(string(text), c.at)
		if !ok {
			t.Fatalf("%s has no %s", c.file, c.at)
		}
		line := strings.Count(before, "\n") + 1
		column := len([]rune(before[strings.LastIndex(before, "\n")+1:])) + 1
		f, _ := Open(workspace.New(dir), path)
		change, err := f.Rename(line, column, c.name)
		if err != nil {
			t.Errorf("%s at %s: %v", c.at, c.file, err)
			continue
		}
		in := filepath.Join(dir, c.in)
		text, err = os.ReadFile(in)
		if err != nil {
			t.Fatal(err)
		}
		if after := Apply(string(text), change.Edits[in]); !strings.Contains(after, c.want) {
			t.Errorf("%s renamed at %s: %s lacks %q:\n%s", c.at, c.file, c.in, c.want, after)
		}
	}
}
