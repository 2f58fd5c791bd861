package lab_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/cmd/internal/stats"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/lists"
)

func plan(t *testing.T, game string, options map[string]string, bots ...string) *lab.Plan {
	t.Helper()
	p, err := interp.Load(game, interp.With{GameOptions: options})
	if err != nil {
		t.Fatal(err)
	}
	tab, err := p.Table(interp.Settings{Seats: len(bots), GameOptions: options, DropLog: true})
	if err != nil {
		t.Fatal(err)
	}
	return &lab.Plan{Table: tab, Bots: bots, Seed: 3}
}

func played(t *testing.T, p *lab.Plan, games int) *sim.Result {
	t.Helper()
	r, err := sim.Run(t.Context(), sim.Config{
		Games: games, Seed: p.Seed, Seats: len(p.Bots), New: func(int) (sim.Player, error) { return p.Player() },
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestOwnShards: what the shards of a game add up to can be, by its numbers and its names,
// with draws, teams, scores and a lead.
func TestOwnShards(t *testing.T) {
	for game, seats := range map[string]int{
		"bbtm":                        3,
		"seven-missions":              2,
		"football-champions":          2,
		"../../../testdata/tictactoe": 2,
		"../../../testdata/leduc":     2,
	} {
		bots := slices.Repeat([]string{"random"}, seats)
		if strings.Contains(game, "testdata") { // where looking ahead is cheap
			bots[0] = "greedy"
		}
		p := plan(t, game, nil, bots...)
		for games := (sim.Span{Games: 3}); games.First < 9; games.First = games.End() {
			c := sim.Config{First: games.First, Games: games.Games, Seed: p.Seed, Seats: seats,
				New: func(int) (sim.Player, error) { return p.Player() }}
			r, err := sim.Run(t.Context(), c)
			if err == nil {
				err = c.Check(games, r)
			}
			if err == nil {
				err = p.Strange(r)
			}
			if err != nil {
				t.Errorf("%s, the games %v: %v", game, games, err)
			}
		}
	}
}

// TestRotation: in one round each bot plays each team at each seat once, with teams
// that are drawn and with teams that are given.
func TestRotation(t *testing.T) {
	for _, teams := range []string{"random", "chaos,reavers,random"} {
		p := plan(t, "bbtm", map[string]string{"teams": teams}, "greedy", "random", "random")
		place := slices.IndexFunc(p.Table.Compiled.Pack.GameOptions,
			func(o engine.GameOption) bool { return o.Name == "teams" })
		seen, cast := map[string]int{}, map[string]bool{}
		for game := range 9 {
			values := p.GameOptions(game, rng.Derive(p.Seed, game))[place]
			for seat, bot := range p.Seats(game) {
				team := p.Table.Compiled.Pack.Symbols[values[seat].N]
				cast[team] = true
				seen[fmt.Sprint(bot, team, seat)]++
			}
		}
		if len(cast) != 3 {
			t.Errorf("%s: %v in one round", teams, cast)
		}
		for team := range cast {
			for seat := range 3 {
				if g, r := seen[fmt.Sprint("greedy", team, seat)],
					seen[fmt.Sprint("random", team, seat)]; g != 1 || r != 2 {
					t.Errorf("%s: at seat %d %s was played by greedy %d times, by random %d times",
						teams, seat+1, team, g, r)
				}
			}
		}
	}
}

// TestAgain: the command line that is printed for a game plays that game.
func TestAgain(t *testing.T) {
	p := plan(t, "bbtm", nil, "random", "random", "random")
	seed := rng.Derive(p.Seed, 4)
	fields := strings.Fields(p.Command(4, seed, ""))
	teams := strings.TrimPrefix(fields[len(fields)-1], "teams=")
	alone := plan(t, "bbtm", map[string]string{"teams": teams}, "random", "random", "random")
	got, want := alone.Table.OptionValues(seed), p.GameOptions(4, seed)
	if fmt.Sprint(alone.Table.Setup(nil, 0).Layout.Seats, len(got)) != fmt.Sprint(3, len(want)) {
		t.Fatal(got)
	}
	for i := range want {
		for s := range want[i] {
			if a, b := alone.Table.Compiled.Pack.Symbols,
				p.Table.Compiled.Pack.Symbols; want[i][s].Kind == engine.Word && a[got[i][s].N] != b[want[i][s].N] {
				t.Errorf("option %d, seat %d: %s, not %s", i, s, a[got[i][s].N], b[want[i][s].N])
			}
		}
	}
}

func TestSheet(t *testing.T) {
	p := plan(t, "bbtm", nil, "random", "random", "random")
	r := played(t, p, 24)
	s := lab.Analyze(p, r, "ja")
	if !s.Plan.Random() || s.Even != 1.0/3 || s.RoundName != "週" || s.Round.Half != 5 || s.Length.N != 24 {
		t.Errorf("%v %v %q %+v", s.Plan.Random(), s.Even, s.RoundName, s.Length)
	}
	first := s.Shares[0]
	games, won := 0, 0
	for _, share := range first.Shares {
		games, won = games+share.Games, won+share.Won
	}
	if first.Key != "teams" || len(first.Shares) != 6 || games != 72 || won < 24 {
		t.Errorf("%+v", first)
	}
	if !slices.ContainsFunc(first.Shares, func(s lab.Share) bool { return s.Name == "レイクランド・リーヴァーズ" }) {
		t.Errorf("teams are not named in Japanese: %+v", first.Shares)
	}
	if len(s.Grids) == 0 || len(s.Grids[0].Cells) != 6 || s.Grids[0].Cells[2][2].N != 0 {
		t.Errorf("%+v", s.Grids)
	}
	if len(s.Scores) == 0 || s.Scores[0].Of[0].Key != "all" || s.Scores[0].Of[1].Key != "winner" ||
		s.Scores[0].Of[1].Mean <= s.Scores[0].Of[0].Mean {
		t.Errorf("%+v", s.Scores)
	}
}

// TestDraws: a drawn game is won by no seat, and half of it counts for each of two; so
// the shares of all seats are one whole, and a comparison of the game with itself says
// the same shares.
func TestDraws(t *testing.T) {
	p := plan(t, "../../../testdata/tictactoe", nil, "random", "random")
	r := played(t, p, 40)
	wins := r.Wins[0] + r.Wins[1]
	if r.Draws == 0 || wins == 0 || wins+r.Draws != 40 || r.Ties+r.NoWinner != 0 {
		t.Errorf("%d wins, %d draws, %d ties, %d without winner", wins, r.Draws, r.Ties, r.NoWinner)
	}
	twice := sim.NewResult(2)
	twice.Merge(r)
	twice.Merge(r)
	shares := lab.Analyze(p, twice, "en").Shares[0].Shares
	if sum := shares[0].Value + shares[1].Value; sum != 1 || shares[0].Draws != 2*r.Draws || twice.Draws != 2*r.Draws {
		t.Errorf("shares %+v of %d draws", shares, twice.Draws)
	}
	c := &lab.Experiment{Arms: []*lab.Plan{p, p}, Games: 40, Workers: 1}
	same, err := c.Compare(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range same[0].Figures {
		if f.By == "seat" && f.What == "won" && (f.A != f.B || f.A != shares[f.Key[0]-'1'].Value || f.Difference != 0) {
			t.Errorf("%+v, shares %+v", f, shares)
		}
	}
}

// TestSharesOfOneGame: what two seats won of the same games is one observation a game, not
// two: 16 of 24 may be chance, 20 may not.
func TestSharesOfOneGame(t *testing.T) {
	p := plan(t, "football-champions", nil, "random", "random")
	for won, off := range map[int]bool{16: false, 20: true} {
		r := sim.NewResult(2)
		r.Games, r.Finished = 24, 24
		r.Rows = []sim.Row{{By: "seat", Key: "1", Seat: 1, Games: 24, Outcomes: sim.Outcomes{Won: won}},
			{By: "seat", Key: "2", Seat: 2, Games: 24, Outcomes: sim.Outcomes{Won: 24 - won}}}
		for _, s := range lab.Analyze(p, r, "en").Shares[0].Shares {
			if s.Off != off {
				t.Errorf("%d of 24: %+v", won, s)
			}
		}
	}
}

// TestSeatsOfOneGame: what several seats of a game have is as sure as the games are many,
// not the seats: of an option, of a value beside another, and of a bot.
func TestSeatsOfOneGame(t *testing.T) {
	p := plan(t, "bbtm", nil, "random", "random", "random", "random")
	r := played(t, p, 40)
	s, seen := lab.Analyze(p, r, "en"), false
	for _, g := range s.Shares {
		for i := range g.Shares {
			if share := &g.Shares[i]; share.Key == "other" {
				seen = true
				if want := stats.Wilson(share.Wins()/3, 40, stats.Z95); share.Games != 120 ||
					math.Abs(share.Low-want.Low)+math.Abs(share.High-want.High) > 1e-9 {
					t.Errorf("%+v, not %+v", share, want)
				}
			}
		}
	}
	for _, pair := range r.Pairs {
		if pair.First < 1 || pair.First > min(pair.Games, 40) {
			t.Errorf("%+v", pair)
		}
	}
	others := plan(t, "bbtm", nil, "random", "greedy", "greedy", "random")
	l := lab.Experiment{Arms: lab.Ladder(others, []string{"greedy"}), Games: 4,
		Play: func(ctx context.Context, _ *lab.Plan, c sim.Config) (*sim.Result, error) {
			return sim.Run(ctx, c)
		}}
	results, err := l.Run(t.Context())
	if err != nil || !seen {
		t.Fatal(err, seen)
	}
	rungs := l.Rungs(results)
	if want := stats.Wilson(rungs[0].Wins()/3, 4, stats.Z95); math.Abs(rungs[0].High-want.High) > 1e-9 {
		t.Errorf("%+v, not %+v", rungs[0].Interval, want)
	}
}

// TestCauses: failures at one place that differ by numbers alone have one cause.
func TestCauses(t *testing.T) {
	var list []sim.Failure
	for i, text := range []string{
		"a.lua:3:12: the judge sleeps (in step a.b; seed 1, after decision 2)",
		"a.lua:3:1: 5 of 7 cards lie here (in step a.b; seed 2, after decision 3)",
		"a.lua:3:1: 6 of 7 cards lie here (in step a.b; seed 3, after decision 4)",
		"a.lua:4:1: 6 of 7 cards lie here (in step a.b; seed 4, after decision 4)",
		"a.lua:3:1: 16 of 7 cards lie here (in step a.b; seed 5, after decision 6)",
	} {
		list = append(list, sim.Failure{Game: i, Error: text})
	}
	var games [][]int
	for _, cause := range lab.Causes(list) {
		games = append(games, lists.Map(cause, func(f sim.Failure) int { return f.Game }))
	}
	if fmt.Sprint(games) != "[[1 2 4] [0] [3]]" {
		t.Error(games)
	}
}
