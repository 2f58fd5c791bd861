package script_test

import (
	"os"
	"testing"

	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

// TestScenarios: the scenarios of the shipped games hold, since what their scripts call is
// here. A run of mutants plays all of them, any other one a few.
func TestScenarios(t *testing.T) {
	every := 16
	if os.Getenv("RULEDECK_MUTANT") != "" {
		every = 1
	}
	for _, game := range []string{"bbtm", "seven-missions", "football-champions"} {
		files, err := scenario.Find("../../testdata/scenarios/" + game)
		if err != nil {
			t.Fatal(err)
		}
		results, err := scenario.Run(t.Context(), files, scenario.Config{Every: every})
		if err != nil || len(results) == 0 {
			t.Fatalf("%s: %d results, %v", game, len(results), err)
		}
		for _, r := range results {
			if !r.Passed() {
				t.Errorf("%s: %s", r.File, r.Name)
			}
		}
	}
}
