package scenario_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/scenario"
)

// TestSetsRefuse: what scripts and scenarios cannot put into a set.
func TestSetsRefuse(t *testing.T) {
	const given = "  - given: {1: {line: [Otter], banners: [stone]}}\n    do: [1: Reap Otter]\n"
	tests := []struct{ statement, scenario, want string }{
		{`self.seat.banners = {"reap"}`, given, `banners: no set has the word "reap"`},
		{`self.seat.banners = {"wod"}`, given, `banners: no set has the word "wod"`},
		{`self.seat.banners = {1}`, given, `banners: no set has the number 1`},
		{`self.seat.banners = {"up"}`, given, `banners cannot be "[up]"; allowed: wood, stone, tide`},
		{`self.seat.banners = "wood"`, given, `banners must be a list, not a word`},
		{`self.seat.banners = nil`, given, `banners must be a list, not nothing`},
		{`self.seat.coins = {"wood"}`, given, `coins must be a number, not a list`},
		{`self.kin = {}`, given, `kin is printed on the card and cannot be changed`},
		{`self.seat.banners = {"tide", "tide"}`, given + "    then: {1: {banners: [tide]}, 2: {banners: wood}}\n", ``},
		{`self.seat.banners = {}`, given + "    then: {1: {banners: []}}\n", ``},
		{``, given + "    then: {1: {banners: [tide]}}\n", "expected: [tide]\n    found:    [stone]"},
		{``, given + "    then: {1: {banners: [stone, wod]}}\n",
			"there is no banners \"wod\"; there are wood, stone, tide\n    did you mean \"wood\"?"},
		{``, "  - given: {1: {banners: [stone, rock]}}\n    do: []\n",
			`there is no banners "rock"; there are wood, stone, tide`},
		{``, "  - given: {printed: {Otter: {kin: [stone, wood]}}, 1: {line: [Otter]}}\n    do: []\n" +
			"    then: {Otter: {kin: [wood, stone]}}\n", ``},
	}
	for _, test := range tests {
		dir := filepath.Join(t.TempDir(), "skirmish")
		if err := os.CopyFS(dir, os.DirFS("../../testdata/skirmish")); err != nil {
			t.Fatal(err)
		}
		edit := func(file, old, with string) {
			path := filepath.Join(dir, file)
			text, err := os.ReadFile(path)
			if err != nil || !strings.Contains(string(text), old) {
				t.Fatal(file, err)
			}
			if err := os.WriteFile(path, []byte(strings.Replace(string(text), old, with, 1)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		edit("game.yaml", "\ntypes:", "  way: [up, down]\n\ntypes:")
		edit("game.yaml", "spent: {type: flag", "ways: {type: set, of: way}\n      spent: {type: flag")
		script := "return ability {\n  reap = function(self)\n    " + test.statement + "\n  end,\n}\n"
		file := filepath.Join(dir, "scenarios", "sets.yaml")
		if err := os.WriteFile(file, []byte("game: ..\nscenarios:\n"+test.scenario), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "scripts/abilities/flown.lua"), []byte(script), 0o644); err != nil {
			t.Fatal(err)
		}
		results, err := scenario.Run(t.Context(), []string{file}, scenario.Config{})
		if err != nil || len(results) != 1 {
			t.Fatal(len(results), err)
		}
		if got := results[0].Report(); !strings.Contains(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("%q says\n%s\nand not %s", test.statement+test.scenario, got, test.want)
		}
	}
}
