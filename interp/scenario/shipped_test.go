package scenario_test

import (
	"context"
	"os"
	"testing"

	"github.com/ruledeck/ruledeck/interp/scenario"
)

const shipped = "../../testdata/scenarios"

// TestShipped runs the scenarios of the shipped packs, as ruledeck test does.
func TestShipped(t *testing.T) { runShipped(t, "") }

// TestShippedModes runs them in the other modes: all of them when the variable
// RULEDECK_FULL is set, as CI does, and the quick ones otherwise.
func TestShippedModes(t *testing.T) {
	for _, mode := range scenario.Modes {
		t.Run(mode, func(t *testing.T) {
			if mode == "fresh" && os.Getenv("RULEDECK_FULL") == "" {
				t.Skip("set RULEDECK_FULL to run it: it makes a Lua state for every step")
			}
			runShipped(t, mode)
		})
	}
}

func runShipped(t *testing.T, mode string) {
	files, err := scenario.Find(shipped)
	if err != nil {
		t.Fatal(err)
	}
	results, err := scenario.Run(context.Background(), files, scenario.Options{Mode: mode})
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

// BenchmarkThousand runs 1,000 scenarios; the goal is less than 10 s on 2 cores.
func BenchmarkThousand(b *testing.B) {
	files, err := scenario.Find(shipped)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for run := 0; run < 1000; {
			results, err := scenario.Run(context.Background(), files, scenario.Options{})
			if err != nil {
				b.Fatal(err)
			}
			run += len(results)
			b.ReportMetric(float64(run), "scenarios/op")
		}
	}
}
