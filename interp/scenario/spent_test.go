package scenario_test

import (
	"os"
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

// TestSpent: cases for which nothing is left are not played nor checked, the same ones however
// many are played at once, and the finding names their file.
func TestSpent(t *testing.T) {
	const path = "../../testdata/scenarios/football-champions/cards.yaml"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for workers := range 3 {
		spent := &diag.List{Account: diag.Together("playing", 1)}
		spent.Spend(path, 19_990_000, 0)
		results, err := scenario.Run(t.Context(), []string{path}, scenario.Config{Workers: workers, Spent: spent})
		if err != nil {
			t.Fatal(err)
		}
		played := 0
		for _, r := range results {
			if r.Ran {
				played++
			}
		}
		if played != 8 || len(results) < 20 {
			t.Errorf("%d of %d cases are played", played, len(results))
		}
		if found := spent.Sorted(); len(found) != 1 || found[0].File != path || found[0].Message !=
			"playing takes more than 20000000 instructions; no other file takes as many as this one" {
			t.Errorf("found %v", found)
		}
		wrong := append(text, "\n  - name: wrong\n    given: {nothing: 1}\n"...)
		none := scenario.NewCache(nil).CheckFile(t.Context(), path, wrong, spent)
		if all := scenario.NewCache(nil).CheckFile(t.Context(), path, wrong, nil); len(all) != 1 || len(none) != 0 {
			t.Errorf("checked are %v, where nothing is left %v", all, none)
		}
	}
}
