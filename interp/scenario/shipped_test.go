package scenario_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

const shipped = "../../testdata/scenarios"

// TestShipped runs the scenarios of the shipped packs, as ruledeck test does.
func TestShipped(t *testing.T) { runShipped(t, "", 0) }

// TestShippedModes runs them in the other modes: all of them when the variable
// RULEDECK_FULL is set, as .ci/full does, and some otherwise.
func TestShippedModes(t *testing.T) {
	for _, mode := range scenario.Modes {
		t.Run(mode, func(t *testing.T) {
			every := 16
			if mode == "fresh" {
				every = 48 // a Lua state a step takes its time
			}
			if os.Getenv("RULEDECK_FULL") != "" {
				every = 0
			}
			runShipped(t, mode, every)
		})
	}
}

// TestWholeGames plays whole games at random in the modes: of all packs and in
// all modes when RULEDECK_FULL is set, a short one in some otherwise.
func TestWholeGames(t *testing.T) {
	files, modes := []string{"testdata/whole/seven-missions.yaml"}, []string{"undo", "save"}
	if os.Getenv("RULEDECK_FULL") != "" {
		files, modes = append(files, "testdata/whole/bbtm.yaml", "testdata/whole/football-champions.yaml"),
			scenario.Modes
	}
	for _, mode := range modes {
		t.Run(mode, func(t *testing.T) { run(t, files, scenario.Config{Mode: mode}) })
	}
}

func runShipped(t *testing.T, mode string, every int) {
	files, err := scenario.Find(shipped)
	if err != nil {
		t.Fatal(err)
	}
	run(t, files, scenario.Config{Mode: mode, Every: every})
}

func run(t *testing.T, files []string, o scenario.Config) {
	t.Helper()
	results, err := scenario.Run(context.Background(), files, o)
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

// TestTypicalLength: a scenario is a few plain lines. Its own lines are counted,
// and those that it shares with others of its file, without empty ones and
// remarks.
func TestTypicalLength(t *testing.T) {
	files, err := scenario.Find(shipped)
	if err != nil {
		t.Fatal(err)
	}
	var own, all []int
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		report := &diag.List{}
		f := scenario.Read(path, data, report)
		lines := strings.Split(string(data), "\n")
		said := func(from, to int) (n int) { // lines from one up to another, from 1
			for _, line := range lines[from-1 : to-1] {
				if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
					n++
				}
			}
			return n
		}
		shared := 0
		if len(f.Cases) > 1 {
			shared = said(1, f.Cases[0].Pos.Line) - 1 // the line "scenarios:"
		}
		for i, c := range f.Cases {
			to := len(lines) + 1
			if i+1 < len(f.Cases) {
				to = f.Cases[i+1].Pos.Line
			}
			n := said(c.Pos.Line, to)
			own, all = append(own, n), append(all, n+shared)
		}
	}
	slices.Sort(own)
	slices.Sort(all)
	short := 0
	for short < len(own) && own[short] <= 15 {
		short++
	}
	t.Logf("%d scenarios: half have at most %d lines of their own, %d with those they share; %d%% at most 15 of "+
		"their own", len(own), own[len(own)/2], all[len(all)/2], 100*short/len(own))
	if all[len(all)/2] > 15 || 100*short < 85*len(own) {
		t.Errorf("a typical scenario has more than 15 lines")
	}
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
		results, err := scenario.Run(context.Background(), append(files, files...), scenario.Config{Most: thousand})
		if err != nil || len(results) != thousand {
			b.Fatal(len(results), err)
		}
	}
}

// TestInterruptedCase: a case that is cut off in the middle has not run, and nothing is
// said of it.
func TestInterruptedCase(t *testing.T) {
	for _, mode := range append([]string{""}, scenario.Modes...) {
		ctx, stop := context.WithCancel(t.Context())
		results, err := scenario.Run(ctx, []string{shipped + "/seven-missions/combat.yaml"}, scenario.Config{
			Workers: 1, Mode: mode,
			Answered: func(*engine.Position, *engine.Decision, engine.Seat, engine.Reply) { stop() },
		})
		if !errors.Is(err, context.Canceled) || len(results) == 0 || results[0].Ran || len(results[0].Findings) > 0 {
			t.Errorf("mode %q: %v, %+v", mode, err, results)
		}
		stop()
	}
}
