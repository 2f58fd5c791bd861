package scaffold_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

// genre writes the starter of a genre and returns its folder.
func genre(t *testing.T, like string) string {
	t.Helper()
	plan, err := scaffold.Pack("mine", like)
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "mine")
	for _, f := range plan.Files {
		at := filepath.Join(folder, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(f.Text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestGenres checks each starter, in three languages, and runs its scenarios: every
// ability stands in one.
func TestGenres(t *testing.T) {
	for _, like := range scaffold.Genres() {
		t.Run(like, func(t *testing.T) {
			folder := genre(t, like)
			files, err := scenario.Find(filepath.Join(folder, "scenarios"))
			if err != nil {
				t.Fatal(err)
			}
			settings := check.Settings{HasScenarios: true}
			for _, f := range files {
				data, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				settings.Scenarios = append(settings.Scenarios, data)
			}
			r, err := interp.Read(folder, interp.With{})
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range check.Pack(r, settings) {
				t.Errorf("%s: %s", d.Pos, d.Text())
			}
			p, err := interp.Load(folder, interp.With{})
			if err != nil {
				t.Fatal(err)
			}
			if got := len(p.Compiled.Texts); got != 3 {
				t.Errorf("it speaks %d languages", got)
			}
			results, err := scenario.Run(t.Context(), files, scenario.Config{})
			if err != nil || len(results) < 4 {
				t.Fatalf("%d scenarios ran: %v", len(results), err)
			}
			for _, result := range results {
				for _, d := range result.Findings {
					t.Errorf("%s: %s: %s", d.Pos, result.Name, d.Text())
				}
			}
		})
	}
}

// TestGenresArePlayed plays each starter at each number of seats: all games end, greedy bots
// beat random ones, and no seat of equal bots wins more than its share by a fifth. The two
// shares are judged over all games, with RULEDECK_FULL.
func TestGenresArePlayed(t *testing.T) {
	games, full := 3, os.Getenv("RULEDECK_FULL") != ""
	if full {
		games = 400
	}
	for _, like := range scaffold.Genres() {
		t.Run(like, func(t *testing.T) {
			p, err := interp.Load(genre(t, like), interp.With{})
			if err != nil {
				t.Fatal(err)
			}
			least, most := p.Seats()
			for seats := least; seats <= most; seats++ {
				table, err := p.Table(interp.Settings{Seats: seats})
				if err != nil {
					t.Fatal(err)
				}
				share := func(kinds ...string) []float64 {
					won := make([]float64, seats)
					for seed := range games {
						returns, err := played(t, table, uint64(seed), kinds).Returns()
						if err != nil {
							t.Fatal(err)
						}
						for s := range won {
							won[s] += returns[s] / float64(games)
						}
					}
					return won
				}
				equal, greedy := share("random"), share("greedy", "random")
				t.Logf("%d seats: random bots %.2f, a greedy one in seat 1 %.2f", seats, equal, greedy)
				for _, its := range equal {
					if fair := 1 / float64(seats); full && (its > fair+0.2 || its < fair-0.2) {
						t.Errorf("a seat of %d wins %.2f", seats, its)
					}
				}
				if full && greedy[0] < equal[0] {
					t.Errorf("a greedy bot wins %.2f of %d seats, a random one %.2f", greedy[0], seats, equal[0])
				}
			}
		})
	}
}

// played plays a game with bots; the last kind sits in all seats that are left.
func played(t *testing.T, table *interp.Table, seed uint64, kinds []string) *engine.Game {
	t.Helper()
	scripts, err := table.Machine()
	if err != nil {
		t.Fatal(err)
	}
	thought, err := table.Machine()
	if err != nil {
		t.Fatal(err)
	}
	g := engine.New(table.Setup(scripts, seed))
	for s := engine.Seat(1); int(s) <= table.Settings.Seats; s++ {
		kind := kinds[min(int(s), len(kinds))-1]
		player, err := bot.New(kind, s, seed*31+uint64(s), func() engine.Scripts { return thought })
		if err != nil {
			t.Fatal(err)
		}
		g.SetDecider(s, player.Decide)
	}
	if status, err := g.Advance(t.Context()); err != nil || status != engine.Ended {
		t.Fatal(seed, status, err)
	}
	return g
}
