package simulate_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/cmd/internal/simulate"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp"
)

// TestCosts holds what sim allocates for a run, with one game and with three in each shard,
// against .ci/budget: in hundredths of the same games played in process, with the same players,
// in one shard. What a run adds up, forecasts, keeps and prints must not cost like playing.
func TestCosts(t *testing.T) {
	ceilings := ceilings(t)
	costs(t, ceilings, 2*lab.Pilot, 1, map[string]int{"bbtm": 4, "football-champions": 2})
	costs(t, ceilings, 6*lab.Pilot, 3, map[string]int{"bbtm": 4}) // it has the most rows
	for row := range ceilings {
		t.Errorf("%s: .ci/budget has a ceiling, and nothing is measured", row)
	}
}

// costs measures runs of so many games, of which each shard has some, and takes what it holds
// them to out of the ceilings.
func costs(t *testing.T, ceilings map[string]int, games, shard int, seatsOf map[string]int) {
	if sim.ShardSize(games) != shard {
		t.Fatalf("of %d games %d are a shard, not %d", games, sim.ShardSize(games), shard)
	}
	for game, seats := range seatsOf {
		p, err := interp.Load(game, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		bots := slices.Repeat([]string{"random"}, seats)
		table, err := lab.Seated(p, bots, nil, nil, false)
		if err != nil {
			t.Fatal(err)
		}
		plan := &lab.Plan{Table: table, Bots: bots, Seed: 1}
		inProcess := allocated(func() {
			if _, err := sim.Run(t.Context(), sim.Config{Games: games, Shard: games, Seed: plan.Seed,
				Seats: seats, Workers: 1, New: func(int) (sim.Player, error) { return plan.Player() }}); err != nil {
				t.Fatal(err)
			}
		})
		kept := map[string]string{game: "", game + "--resume": filepath.Join(t.TempDir(), "run")}
		if shard > 1 {
			kept = map[string]string{fmt.Sprintf("%s-%d", game, shard): ""}
		}
		for place, resume := range kept {
			whole := allocated(func() {
				_ = os.Remove(resume) // of the trial before
				s := simulate.Settings{Games: games, Workers: 1, Format: "text", Lang: "en", Resume: resume,
					Play: func(ctx context.Context, _ *lab.Plan, c sim.Config) (*sim.Result, error) {
						return sim.Run(ctx, c)
					}}
				h := command.Host{Out: io.Discard, Err: io.Discard}
				if err := simulate.Run(t.Context(), h, s, plan); err != nil {
					t.Fatal(err)
				}
			})
			for i, what := range []string{"bytes", "allocs"} {
				row := fmt.Sprintf("sim-%s %s", what, place)
				got := int(100 * whole[i] / inProcess[i])
				t.Logf("%-36s %d", row, got)
				ceiling, known := ceilings[row]
				if delete(ceilings, row); !known || got > ceiling {
					t.Errorf("%s: %d %% of the same games in process, at most %d by .ci/budget", row, got, ceiling)
				}
			}
		}
	}
}

// ceilings are the rows of .ci/budget that TestCosts measures.
func ceilings(t *testing.T) map[string]int {
	text, err := os.ReadFile("../../../.ci/budget")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int{}
	rows := regexp.MustCompile(`(?m)^(sim-\w+) +(\S+) +(\d+)`)
	for _, row := range rows.FindAllStringSubmatch(string(text), -1) {
		out[row[1]+" "+row[2]], _ = strconv.Atoi(row[3]) // it has digits alone
	}
	return out
}

// allocated are the fewest bytes and allocations that something takes in some trials.
func allocated(do func()) (least [2]uint64) {
	var before, after runtime.MemStats
	for trial := range 2 {
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		got := [2]uint64{after.TotalAlloc - before.TotalAlloc, after.Mallocs - before.Mallocs}
		for i := range got {
			if trial == 0 || got[i] < least[i] {
				least[i] = got[i]
			}
		}
	}
	return least
}
