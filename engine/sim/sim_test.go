package sim_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pgregory.net/rapid"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/internal/tinytest"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/engine/view"
)

// player plays the tiny pack with random bots. Games whose seed bad picks out
// fail in some way.
type player struct {
	game  *engine.Game
	bots  []bot.Player
	tally view.Tally
	bad   func(p *player, seed uint64) error
}

func newPlayer(t *testing.T, seats int, bad func(p *player, seed uint64) error) *player {
	t.Helper()
	p := &player{game: tinytest.New(seats, 0), bad: bad}
	for s := engine.Seat(1); int(s) <= seats; s++ {
		b, err := bot.New("random", s, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		p.bots = append(p.bots, b)
	}
	return p
}

func (p *player) Tally() *view.Tally { return &p.tally }

func (p *player) Bots() []string { return []string{"random", "random", "random"} }

func (p *player) Answer(_ context.Context, g *engine.Game) error { return sim.Unanswered(g) }

func (p *player) End(*engine.Game, error) {}

func (p *player) Start(_ context.Context, _ int, seed uint64) (*engine.Game, error) {
	for i, b := range p.bots {
		b.Reset(seed, engine.Seat(i+1))
		p.game.SetDecider(engine.Seat(i+1),
			func(ctx context.Context, g *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
				reply := b.Decide(context.Background(), g, d, seat)
				p.tally.Answer(g, d, seat, reply)
				return reply
			})
	}
	p.game.Reset(seed, nil)
	p.tally.Reset(p.game.Position())
	if p.bad != nil {
		return p.game, p.bad(p, seed)
	}
	return p.game, nil
}

func config(t *testing.T, games, workers int, bad func(p *player, seed uint64) error) sim.Config {
	return sim.Config{
		Games: games, Seed: 7, Workers: workers, Seats: 3,
		New: func(int) (sim.Player, error) { return newPlayer(t, 3, bad), nil },
	}
}

func run(t *testing.T, c sim.Config) *sim.Result {
	t.Helper()
	r, err := sim.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var errBad = errors.New("the player cannot start")

// spoil makes every third game fail: in Start, by a panic, or for want of a bot.
func spoil(p *player, seed uint64) error {
	switch seed % 9 {
	case 0:
		return errBad
	case 1:
		p.game.SetDecider(1, func(context.Context, *engine.Position, *engine.Decision, engine.Seat) engine.Reply {
			panic("lost my cards")
		})
	case 2:
		p.game.SetDecider(2, nil)
	}
	return nil
}

func TestResultsAreTheSameForAnyNumberOfWorkers(t *testing.T) {
	one := run(t, config(t, 60, 1, spoil))
	for _, workers := range []int{0, 2, 3, 8, 100} {
		many := run(t, config(t, 60, workers, spoil))
		if diff := cmp.Diff(one, many, cmpopts.IgnoreFields(sim.Failure{}, "Err")); diff != "" {
			t.Errorf("%d workers (-one +many):\n%s", workers, diff)
		}
	}
	if one.Games != 60 || one.Finished+one.Failed != 60 || one.Failed < 5 || one.Wins[0] != one.Finished ||
		one.Decisions == 0 || one.Events == 0 {
		t.Errorf("%+v", one)
	}
	if !slices.IsSortedFunc(one.Failures, func(a, b sim.Failure) int { return a.Game - b.Game }) ||
		len(one.Failures) != one.Failed {
		t.Errorf("%+v", one.Failures)
	}
	causes := map[string]int{}
	for _, f := range one.Failures {
		if f.Seed != rng.Derive(7, f.Game) {
			t.Errorf("game %d has the seed %d", f.Game, f.Seed)
		}
		causes[f.Error[:8]]++
		var bug *engine.BugError
		if errors.As(f.Err, &bug) != strings.Contains(f.Error, "a bug in ruledeck itself: lost my cards") {
			t.Error(f.Error)
		}
	}
	if len(causes) != 3 {
		t.Errorf("%v", causes)
	}
}

func TestAGameOfARunCanBePlayedAlone(t *testing.T) {
	whole := run(t, config(t, 5, 2, nil))
	var decisions, events int64
	p := newPlayer(t, 3, nil)
	for i := range 5 {
		g, _ := p.Start(t.Context(), i, rng.Derive(7, i))
		if status, err := g.Advance(t.Context()); status != engine.Ended {
			t.Fatal(err)
		}
		decisions += int64(g.Counts().Decisions)
		events += int64(g.Counts().Events)
	}
	if decisions != whole.Decisions || events != whole.Events {
		t.Errorf("%d decisions and %d events, in the run %d and %d", decisions, events, whole.Decisions, whole.Events)
	}
}

func TestUnansweredDecisionsAreNamed(t *testing.T) {
	r := run(t, config(t, 1, 1, func(p *player, _ uint64) error { p.game.SetDecider(2, nil); return nil }))
	if want := "is put to seat 2, which has no player"; r.Failed != 1 ||
		!strings.Contains(r.Failures[0].Error, want) {
		t.Errorf("%+v", r)
	}
}

func TestGamesThatDoNotEnd(t *testing.T) {
	game := endlessGame(t, engine.Limits{Steps: 10})
	r := run(t, sim.Config{Games: 2, Workers: 1, Seats: 1, Seed: 3,
		New: func(int) (sim.Player, error) { return starter{game}, nil }})
	if r.Failed != 2 ||
		!strings.HasPrefix(r.Failures[1].Error,
			"the game is stopped: it has come to 10 steps, and no game may have more (seed ") ||
		!strings.HasSuffix(r.Failures[1].Error, "; again and again: again") {
		t.Errorf("%+v", r)
	}
}

func TestWorkersThatCannotBeMade(t *testing.T) {
	c := config(t, 4, 2, nil)
	c.New = func(worker int) (sim.Player, error) {
		if worker == 1 {
			return nil, errBad
		}
		return newPlayer(t, 3, nil), nil
	}
	if _, err := sim.Run(t.Context(), c); !errors.Is(err, errBad) ||
		err.Error() != "worker 1: the player cannot start" {
		t.Error(err)
	}
}

func TestCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := config(t, 1000, 2, nil)
	c.Progress = func(done int) {
		if done == 10 {
			cancel()
		}
	}
	r, err := sim.Run(ctx, c)
	if !errors.Is(err, context.Canceled) || r == nil || r.Games < 10 || r.Games > 12 || r.Finished != r.Games {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestAGameThatDoesNotEndIsCancelled(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	const most = 1 << 40
	game := endlessGame(t, engine.Limits{Steps: most, Quiet: most, Events: most})
	c := sim.Config{Games: 1, Workers: 1, Seats: 1, New: func(int) (sim.Player, error) { return starter{game}, nil }}
	if r, err := sim.Run(ctx, c); !errors.Is(err, context.DeadlineExceeded) || r.Games != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// endlessGame is a game of one step that comes again and again.
func endlessGame(t *testing.T, limits engine.Limits) *engine.Game {
	t.Helper()
	layout, err := engine.NewLayout(&engine.Pack{
		ID: "endless", MinSeats: 1, MaxSeats: 1, Steps: []string{"again"},
		Flow: []engine.Instruction{{Op: engine.OpStep, Loop: -1}, {Op: engine.OpJump}},
	}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return engine.New(engine.Setup{Layout: layout, Scripts: endless{}, DropLog: true, Limits: limits})
}

type starter struct{ game *engine.Game }

func (s starter) Tally() *view.Tally { return nil }

func (s starter) Bots() []string { return nil }

func (s starter) Answer(_ context.Context, g *engine.Game) error { return sim.Unanswered(g) }

func (s starter) End(*engine.Game, error) {}

func (s starter) Start(_ context.Context, _ int, seed uint64) (*engine.Game, error) {
	s.game.Reset(seed, nil)
	return s.game, nil
}

// endless is a step that does nothing.
type endless struct{ engine.Scripts }

func (endless) Step(*engine.Run, engine.StepID, []engine.Value) error { return nil }

func TestProgressAndSeconds(t *testing.T) {
	c := config(t, 20, 4, nil)
	var seen []int
	c.Progress = func(done int) { seen = append(seen, done) }
	now := time.Unix(0, 0)
	c.Now = func() time.Time { now = now.Add(3 * time.Second); return now }
	r := run(t, c)
	if len(seen) != 20 || !slices.IsSorted(seen) || seen[19] != 20 {
		t.Errorf("progress %v", seen)
	}
	if r.Seconds != 3 {
		t.Errorf("%v seconds", r.Seconds)
	}
	if r := run(t, config(t, 1, 1, nil)); r.Seconds != 0 {
		t.Errorf("%v seconds without a clock", r.Seconds)
	}
}

func TestResultAsJSON(t *testing.T) {
	r := run(t, config(t, 2, 1, nil))
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(data, &fields); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"games", "finished", "failed", "decisions", "events", "seconds", "wins", "no_winner",
		"max_answers_per_step"} {
		if _, ok := fields[name]; !ok {
			t.Errorf("%s is missing in %s", name, data)
		}
	}
}

// TestShardsAddUp: shards that were played elsewhere, in any order, and kept as JSON
// count as if they had been played here.
func TestShardsAddUp(t *testing.T) {
	whole := run(t, config(t, 23, 2, spoil))
	kept := sim.NewPlayed(3)
	c := config(t, 23, 2, spoil)
	for _, games := range []sim.Span{{First: 15, Games: 5}, {First: 0, Games: 5}, {First: 10, Games: 5}} {
		c.First, c.Games = games.First, games.Games
		data, err := json.Marshal(run(t, c))
		if err != nil {
			t.Fatal(err)
		}
		part := &sim.Result{}
		if err := json.Unmarshal(data, part); err != nil {
			t.Fatal(err)
		}
		kept.Add(games, part)
	}
	if !slices.Equal(kept.Spans, []sim.Span{{First: 0, Games: 5}, {First: 10, Games: 10}}) {
		t.Fatalf("the games %v were kept", kept.Spans)
	}
	c.First, c.Games, c.Played = 0, 23, kept
	games := 0
	c.Progress = func(int) { games++ }
	again := run(t, c)
	if diff := cmp.Diff(whole, again, cmpopts.IgnoreFields(sim.Failure{}, "Err")); diff != "" {
		t.Error(diff)
	}
	if games != 8 {
		t.Errorf("%d games were played again, not the 8 of two shards", games)
	}
}

// TestKeep: what a run tells of itself while it goes on can be what its games add up to, comes
// as soon as asked for and no more often, and a run that was stopped in the middle of a shard
// goes on from there.
func TestKeep(t *testing.T) {
	whole := run(t, config(t, 60, 2, spoil))
	c := config(t, 60, 2, spoil)
	c.Shard, c.Pilot, c.Every = 7, 20, time.Hour
	c.Now = func() time.Time { return time.Unix(1, 0) }
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var told []int
	var last *sim.Played
	c.Keep = func(played func() *sim.Played) error {
		p := played()
		if p.Games() != p.Result.Games {
			t.Errorf("%d games are named, and %d add up", p.Games(), p.Result.Games)
		}
		told, last = append(told, p.Games()), p
		return nil
	}
	c.Progress = func(done int) {
		if done == 52 {
			stop()
		}
	}
	if _, err := sim.Run(ctx, c); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	pilot := slices.ContainsFunc(told, func(n int) bool { return n >= 20 && n < 45 })
	if len(told) > 6 || told[len(told)-1] < 52 || !pilot {
		t.Errorf("told after %v games", told)
	}
	c.Progress, c.Keep, c.Played = nil, nil, last
	if diff := cmp.Diff(whole, run(t, c), cmpopts.IgnoreFields(sim.Failure{}, "Err")); diff != "" {
		t.Error(diff)
	}
}

// TestPlayed: what was taken in is there once, what is missing is all the rest, and spans
// that touch are one.
func TestPlayed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const games = 40
		p, model := sim.NewPlayed(2), [games]bool{}
		for range rapid.IntRange(0, 12).Draw(t, "times") {
			of := sim.Span{First: rapid.IntRange(0, games-1).Draw(t, "first"),
				Games: rapid.IntRange(0, 9).Draw(t, "games")}
			of.Games = min(of.Games, games-of.First)
			free := of.Games > 0 && !slices.Contains(model[of.First:of.End()], true)
			if p.Mark(of) != free {
				t.Fatalf("%v is taken in: %v, into %v", of, !free, p.Spans)
			}
			for i := of.First; free && i < of.End(); i++ {
				model[i] = true
			}
		}
		var back [games]bool
		for i, s := range p.Spans {
			if i > 0 && p.Spans[i-1].End() >= s.First {
				t.Fatalf("they touch: %v", p.Spans)
			}
			for n := s.First; n < s.End(); n++ {
				back[n] = true
			}
		}
		missing := games
		for _, s := range p.Missing(sim.Span{Games: games}) {
			missing -= s.Games
			if slices.Contains(model[s.First:s.End()], true) {
				t.Fatalf("%v is missing in %v", s, p.Spans)
			}
		}
		if back != model || missing != p.Games() {
			t.Fatalf("%v, of which %d are said to be there", p.Spans, p.Games())
		}
	})
}

// TestShardSize: few games are spread, and many make no more shards than one can add up.
func TestShardSize(t *testing.T) {
	for games, want := range map[int]int{1: 1, 99: 1, 1000: 10, 5000: 50, 500_000: 50,
		1_000_000: 100, 10_000_000: 1000} {
		if got := sim.ShardSize(games); got != want {
			t.Errorf("%d games: shards of %d, not %d", games, got, want)
		}
	}
}

func TestAShardThatCannotBeKeptStopsTheRun(t *testing.T) {
	c := config(t, 100, 2, nil)
	c.Keep = func(func() *sim.Played) error { return errBad }
	if _, err := sim.Run(t.Context(), c); !errors.Is(err, errBad) {
		t.Error(err)
	}
}

// TestLead: every game with one winner is decided once, and not before its winner led.
func TestLead(t *testing.T) {
	r := run(t, config(t, 40, 1, nil))
	l := r.Lead
	if l == nil || l.Games == 0 || l.Games > r.Finished-r.Ties-r.NoWinner || l.Changes.N != l.Games {
		t.Fatalf("%+v", l)
	}
	decided := 0
	for tenth, n := range l.Decided {
		decided += n
		if tenth < sim.Tenths-1 && n > l.Led[tenth] {
			t.Errorf("%d games were decided in tenth %d, in %d the winner led", n, tenth, l.Led[tenth])
		}
	}
	if decided != l.Games {
		t.Errorf("%d of %d games were decided", decided, l.Games)
	}
}

// TestScores: what seats have at the end is taken down for all, and for winners: the
// tiny game is won by the fullest purse.
func TestScores(t *testing.T) {
	r := run(t, config(t, 40, 2, nil))
	means := map[string]float64{}
	for _, s := range r.Scores {
		if s.Key == "purse" {
			means[s.Of] = float64(s.Sum.Sum) / float64(s.N)
		}
	}
	if len(means) < 2 || means["winner"] < means["all"] {
		t.Errorf("%v in %+v", means, r.Scores)
	}
}
