package scenario_test

import (
	"context"
	"os"
	"testing"

	"github.com/ruledeck/ruledeck/interp/scenario"
)

const shipped = "../../testdata/scenarios"

// TestShipped runs the scenarios of the shipped packs, as ruledeck test does.
func TestShipped(t *testing.T) { runShipped(t, "", 0) }

// TestShippedModes runs them in the other modes: all of them when the variable
// RULEDECK_FULL is set, as ruledeck test --mode does in CI, and some otherwise.
func TestShippedModes(t *testing.T) {
	for _, mode := range scenario.Modes {
		t.Run(mode, func(t *testing.T) {
			every := 8
			if mode == "fresh" {
				every = 24 // a Lua state a step takes its time
			}
			if os.Getenv("RULEDECK_FULL") != "" {
				every = 0
			}
			runShipped(t, mode, every)
		})
	}
}

func runShipped(t *testing.T, mode string, every int) {
	files, err := scenario.Find(shipped)
	if err != nil {
		t.Fatal(err)
	}
	results, err := scenario.Run(context.Background(), files, scenario.Options{Mode: mode, Every: every})
	if err != nil {
		t.Fatal(err)
	}
	passed := 0
	for _, r := range results {
		if r.Passed() {
			passed++
			continue
		}
		t.Error(r.Report())
	}
	if passed == 0 {
		t.Error("no scenario passed")
	}
	t.Logf("%d passed, %d failed", passed, len(results)-passed)
}

// BenchmarkThousandScenarios runs 1,000 scenarios as ruledeck test does, with
// the packs loaded anew: those that are shipped, and some of them again. The
// goal is less than 10 s on 2 cores.
func BenchmarkThousandScenarios(b *testing.B) {
	const thousand = 1000
	files, err := scenario.Find(shipped)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		results, err := scenario.Run(context.Background(), append(files, files...), scenario.Options{Most: thousand})
		if err != nil || len(results) != thousand {
			b.Fatal(len(results), err)
		}
	}
}
