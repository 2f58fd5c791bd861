package scenario_test

import (
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/scenario"
)

// TestRulesFindsPlanted: the mode rules finds each of four ways in which rules tell what a seat
// does not know, by the script that does it, and nothing beside them.
func TestRulesFindsPlanted(t *testing.T) {
	files, err := scenario.Find("../../testdata/tells")
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range scenario.Modes {
		results, err := scenario.Run(t.Context(), files, scenario.Config{Mode: mode})
		if err != nil || len(results) != 8 {
			t.Fatal(len(results), err)
		}
		for _, r := range results {
			faulty := mode == "rules" && !strings.HasPrefix(r.Name, "fair: ")
			if r.Passed() == faulty || faulty && !strings.Contains(r.Report(), "seat 1 can tell by the step faults.") {
				t.Errorf("mode %s, %s: %s", mode, r.Name, r.Report())
			}
		}
	}
}
