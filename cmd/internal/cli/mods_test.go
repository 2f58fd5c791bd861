package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// mods are the worked examples of overlays, with the line that diff must tell
// about each.
var mods = map[string]string{
	"lanterns":   "+ card fen_walker (Fen Walker)",
	"long-bench": "+       bench.replenish",
	"gazette":    "- card cursed_ball (Cursed Ball!)",
	"showboats":  "+ step skills.dazzle",
	"heavers":    "+ step skills.heave",
	"sponsors":   "+ step payouts.sponsor",
}

// TestMods loads, checks, tests and plays each worked mod, alone and all of
// them together.
func TestMods(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	for mod, change := range mods {
		t.Run(mod, func(t *testing.T) {
			folder := "testdata/mods/" + mod
			if out := fine(t, root, "test "+folder); !strings.HasSuffix(out, " 0 failed\n") ||
				strings.HasPrefix(out, "0 ") {
				t.Error(out)
			}
			if checks(t) {
				fine(t, root, "check --strict "+folder)
			}
			for _, seats := range []string{"random,random", "random,random,random", "random,random,random,random"} {
				if out := fine(t, root, "sim "+folder+" --games 4 --seed 11 --seats "+seats); !strings.Contains(out,
					"4 finished, 0 failed") {
					t.Errorf("%s: %s", seats, out)
				}
			}
			if out := fine(t, root, "diff bbtm "+folder); !strings.Contains(out, change) {
				t.Errorf("no %q in\n%s", change, out)
			}
		})
	}
	if out := fine(t, root,
		"check bbtm --pack testdata/mods/heavers --pack testdata/mods/showboats"); !strings.Contains(out,
		"note: this takes the place of skills.cheat, at scripts/bbtm/rules/skills.lua:") {
		t.Error(out)
	}
	if out := fine(t, root,
		"sim bbtm --pack testdata/mods/heavers --pack testdata/mods/showboats --pack testdata/mods/sponsors --games "+
			"4 --seed 2 --seats random,random"); !strings.Contains(out, "4 finished, 0 failed") {
		t.Error(out)
	}
	all := "bbtm --pack testdata/mods/gazette --pack testdata/mods/lanterns --pack testdata/mods/long-bench --option " +
		"teams=lanterns,random,random"
	out := fine(t, root, "play "+all+" --seats random,random,random --seed 3")
	if !strings.Contains(out, "Fen Lanterns enter the league") {
		t.Error(out)
	}
	// The order in which overlays are given means nothing.
	turned := "bbtm --pack testdata/mods/long-bench --pack testdata/mods/lanterns --pack testdata/mods/gazette " +
		"--option teams=lanterns,random,random"
	if other := fine(t, root, "play "+turned+" --seats random,random,random --seed 3"); other != out {
		t.Error("the order of the overlays changes the game")
	}
	if out := fine(t, root, "explain bbtm --pack testdata/mods/lanterns mother_midge"); !strings.Contains(out,
		"testdata/mods/lanterns/cards/players.yaml:") ||
		!strings.Contains(out, "testdata/mods/lanterns/scenarios/abilities.yaml:") {
		t.Error(out)
	}
}
