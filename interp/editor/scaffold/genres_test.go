package scaffold_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
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
			for _, mode := range []string{"", "rules"} { // whose worlds tell what a step gives away
				results, err := scenario.Run(t.Context(), files, scenario.Config{Mode: mode})
				if err != nil || len(results) < 4 {
					t.Fatalf("%d scenarios ran: %v", len(results), err)
				}
				for _, result := range results {
					for _, d := range result.Findings {
						t.Errorf("%s: %s: %s", d.Pos, result.Name, d.Text())
					}
				}
			}
		})
	}
}

// TestGenresArePlayed plays each starter at each number of seats, a sample or, with RULEDECK_FULL,
// ten times as many games: all end, each seat of equal bots wins at least a quarter of its share
// and at most a quarter of all games (full: a fifth) over it, and every card is put to use in some
// game. That greedy bots beat random ones is judged over all games.
func TestGenresArePlayed(t *testing.T) {
	games, bold, over, full := 40, 2, 0.25, os.Getenv("RULEDECK_FULL") != ""
	if full {
		games, bold, over = 400, 400, 0.2
	}
	for _, like := range scaffold.Genres() {
		t.Run(like, func(t *testing.T) {
			p, err := interp.Load(genre(t, like), interp.With{})
			if err != nil {
				t.Fatal(err)
			}
			used := make([]engine.SeatSet, len(p.Compiled.Pack.Defs))
			least, most := p.Seats()
			for seats := least; seats <= most; seats++ {
				table, err := p.Table(interp.Settings{Seats: seats})
				if err != nil {
					t.Fatal(err)
				}
				share := func(games int, kinds ...string) []float64 {
					won := make([]float64, seats)
					for seed := range games {
						returns, err := played(t, table, uint64(seed), kinds, used).Returns()
						if err != nil {
							t.Fatal(err)
						}
						for s := range won {
							won[s] += returns[s] / float64(games)
						}
					}
					return won
				}
				equal, greedy := share(games, "random"), share(bold, "greedy", "random")
				t.Logf("%d seats: random bots %.2f, a greedy one in seat 1 %.2f", seats, equal, greedy)
				for _, its := range equal {
					if fair := 1 / float64(seats); its > fair+over || its < max(fair-over, fair/4) {
						t.Errorf("a seat of %d wins %.2f", seats, its)
					}
				}
				if full && greedy[0] < equal[0] {
					t.Errorf("a greedy bot wins %.2f of %d seats, a random one %.2f", greedy[0], seats, equal[0])
				}
			}
			for def, by := range used {
				if by == 0 {
					t.Errorf("%s is put to use in no game", p.Compiled.Pack.Defs[def].ID)
				}
			}
		})
	}
}

// played plays a game with bots, of which the last kind sits in all seats that are left, and keeps
// for each card who chose it, laid it open, or had it act or lie before it in the end.
func played(t *testing.T, table *interp.Table, seed uint64, kinds []string, used []engine.SeatSet) *engine.Game {
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
	var tally view.Tally
	tally.Reset(g.Position())
	for s := engine.Seat(1); int(s) <= table.Settings.Seats; s++ {
		kind := kinds[min(int(s), len(kinds))-1]
		player, err := bot.New(kind, s, seed*31+uint64(s), func() engine.Scripts { return thought })
		if err != nil {
			t.Fatal(err)
		}
		g.SetDecider(s, func(ctx context.Context, p *engine.Position, d *engine.Decision, s engine.Seat) engine.Reply {
			reply := player.Decide(ctx, p, d, s)
			tally.Answer(p, d, s, reply)
			return reply
		})
	}
	if status, err := g.Advance(t.Context()); err != nil || status != engine.Ended {
		t.Fatal(seed, status, err)
	}
	end := g.Position()
	tally.Follow(end)
	for card := engine.CardID(1); int(card) <= end.Cards(); card++ {
		if at := end.ZoneAt(card); at > 0 && end.ZoneSeat(at) > 0 && end.Sees(at) == end.AllSeats() {
			used[end.Def[card]] |= engine.Only(end.ZoneSeat(at))
		}
	}
	for def := range used {
		used[def] |= tally.Cards[view.Taken][def] | tally.Cards[view.Played][def] | tally.Cards[view.Acted][def]
	}
	return g
}

// TestCardsInHandsAreTheirSeats: a card in the hand of an asked seat belongs to that seat,
// so that abilities in hands have a seat.
func TestCardsInHandsAreTheirSeats(t *testing.T) {
	for _, like := range scaffold.Genres() {
		t.Run(like, func(t *testing.T) {
			p, err := interp.Load(genre(t, like), interp.With{})
			if err != nil {
				t.Fatal(err)
			}
			table, err := p.Table(interp.Settings{Seats: p.Compiled.Pack.MinSeats})
			if err != nil {
				t.Fatal(err)
			}
			scripts, err := table.Machine()
			if err != nil {
				t.Fatal(err)
			}
			held := 0
			g := engine.New(table.Setup(scripts, 3))
			for s := engine.Seat(1); int(s) <= table.Settings.Seats; s++ {
				player, err := bot.New("random", s, uint64(s), nil)
				if err != nil {
					t.Fatal(err)
				}
				g.SetDecider(s, func(ctx context.Context, p *engine.Position, d *engine.Decision,
					s engine.Seat) engine.Reply {
					for card := engine.CardID(1); int(card) <= p.Cards(); card++ {
						z := p.ZoneAt(card)
						if z == 0 || p.ZoneSeat(z) == 0 || p.Pack.Zones[table.Layout.KindOfZone(z)].Name != "hand" {
							continue
						}
						if held++; p.Controller(card) != p.ZoneSeat(z) {
							t.Fatalf("%s lies in the hand of seat %d, and its seat is %d",
								table.Layout.CardKey(card), p.ZoneSeat(z), p.Controller(card))
						}
					}
					return player.Decide(ctx, p, d, s)
				})
			}
			if _, err := g.Advance(t.Context()); err != nil {
				t.Fatal(err)
			}
			if held == 0 {
				t.Error("nobody ever held a card")
			}
		})
	}
}
