// Package sim plays many games on several workers and adds up what came out.
// The games of a run are cut into shards, which may be played anywhere, by anybody
// and in any order: what they add up to is the same.
//
// Each game's seed follows from the run's seed and the game's number alone, all
// counters are whole numbers, and failures are listed in the order of the games,
// so that a result is the same for any number of workers, seconds aside.
//
// It knows nothing of scripts: the caller makes each worker's player, which
// keeps one game and resets it. It may import the engine and the standard
// library.
package sim

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Player is one worker's game.
type Player interface {
	// Start returns the worker's game at its start, for the game's number and
	// seed; an error makes the game fail.
	Start(ctx context.Context, game int, seed uint64) (*engine.Game, error)
	// Bots names the bot at each seat of the game that was started, in seat order.
	Bots() []string
	// Tally is what follows the worker's game for Result.Rows: Start resets it, and
	// its Answer is told every answer. It is nil where nothing but wins is counted.
	Tally() *view.Tally
	// Answer answers the open decision of the game for a seat that has no decider;
	// an error makes the game fail.
	Answer(ctx context.Context, g *engine.Game) error
	// End is told how the game ended: nil, or what made it fail.
	End(g *engine.Game, failure error)
}

// Config says what to play.
type Config struct {
	// Games is the number of games, First the number of the first of them.
	Games, First int
	Seed         uint64
	// Workers is the number of games played at once; 0 for one a processor.
	Workers int
	// Seats is the number of seats, for Result.Wins.
	Seats int
	// Shard is the number of games that one worker plays in a row, as a shard; 0 for
	// ShardSize.
	Shard int
	// New makes the player of a worker.
	New func(worker int) (Player, error)
	// Played holds earlier results: they count, and are not played again; nil for none.
	Played *Played
	// Keep, if not nil, is called by one goroutine at a time while the run goes on, and at
	// its end; an error stops the run. played returns the games so far, Config.Played among
	// them, with what they add up to; they are the run's own, and change behind the call.
	Keep func(played func() *Played) error
	// Keep is called once Pilot games are played, and by each worker when it has played for
	// Every since it was, by Now: adding up what a worker has played costs as much as a game.
	Pilot int
	Every time.Duration
	// Now is the host's clock, for Result.Seconds; nil leaves them 0.
	Now func() time.Time
	// Progress, if not nil, is called after every game, by one goroutine at a
	// time.
	Progress func(done int)
}

// ShardSize is the default number of games in a shard of a run: it follows from the number
// of games, never from that of workers, so that shards of one run are the same everywhere.
// There are at least 100 shards if there are as many games, and about 10,000 at most, so
// that one process can add up the results of a thousand machines.
func ShardSize(games int) int { return max(min(max(games/100, 1), 50), games/10_000) }

// Result is what came out.
type Result struct {
	// Games is the number of games played: Finished and Failed together.
	Games    int `json:"games"`
	Finished int `json:"finished"`
	Failed   int `json:"failed"`
	// Decisions do not count those that a seat could not have used; these are Unasked.
	Decisions int64   `json:"decisions"`
	Unasked   int64   `json:"unasked,omitempty"`
	Events    int64   `json:"events"`
	Seconds   float64 `json:"seconds"`
	// Wins counts the wins of each seat; a shared win counts for each winner. Ties are
	// games with several winners, Draws those that are drawn, NoWinner those that each
	// seat has lost.
	Wins     []int `json:"wins"`
	Ties     int   `json:"ties"`
	Draws    int   `json:"draws,omitempty"`
	NoWinner int   `json:"no_winner"`
	// MaxAnswersPerStep is the largest number of answers in one step.
	MaxAnswersPerStep int `json:"max_answers_per_step"`
	// Rows are the counts of seats, bots, options, cards and abilities; Pairs those of two
	// values of an option at one table.
	Rows  []Row  `json:"rows,omitempty"`
	Pairs []Pair `json:"pairs,omitempty"`
	// Lengths says how many finished games took how many decisions, shortest first;
	// Rounds how often each phase began.
	Lengths []Length `json:"lengths"`
	Rounds  []Round  `json:"rounds,omitempty"`
	// Lead is how the lead went, by the pack's evaluation; nil where it has none.
	Lead *Lead `json:"lead,omitempty"`
	// Scores are the numbers that seats had in the end.
	Scores []Score `json:"scores,omitempty"`
	// Trials are the experiments with cards; see Experimenter.
	Trials []Trial `json:"trials,omitempty"`
	// Failures are the games that failed, in order.
	Failures []Failure `json:"failures,omitempty"`
}

// Length is a number of games that took a number of decisions.
type Length struct {
	Decisions int `json:"decisions"`
	Games     int `json:"games"`
}

// Failure is a game that failed.
type Failure struct {
	// Game is its number from 0.
	Game  int    `json:"game"`
	Seed  uint64 `json:"seed,string"`
	Error string `json:"error"`
	Err   error  `json:"-"`
}

// Run plays the games. When ctx ends it returns the result of the games played
// so far and the context's error; otherwise an error means that a worker could
// not be made, or is that of Keep.
func Run(ctx context.Context, c Config) (*Result, error) {
	workers := c.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	r := &runner{Config: c, all: newSums(c.Seats), todo: c.shards(), began: c.now()}
	workers = max(1, min(workers, len(r.todo)))
	if c.Played != nil {
		r.all.add(c.Played.Result)
		r.spans = slices.Clone(c.Played.Spans)
		r.done = c.Played.Result.Games
		r.Pilot += r.done
	}
	failed := make([]error, workers)
	inner, stop := context.WithCancel(ctx)
	defer stop()
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			failed[w] = r.work(inner, w)
			if failed[w] != nil {
				stop()
			}
		})
	}
	group.Wait()
	for _, err := range failed {
		if err != nil {
			return nil, err
		}
	}
	result := *r.all.result()
	result.Seconds = c.now().Sub(r.began).Seconds()
	return &result, ctx.Err()
}

func (c *Config) now() time.Time {
	if c.Now == nil {
		return time.Time{}
	}
	return c.Now()
}

type runner struct {
	Config
	began time.Time
	todo  []Span
	next  atomic.Int64
	lock  sync.Mutex
	// all is what the games of spans add up to; done counts those that workers have not
	// handed over as well.
	all   *sums
	spans []Span
	done  int
}

// work plays the next free shard until there is none.
func (r *runner) work(ctx context.Context, worker int) error {
	player, err := r.New(worker)
	if err != nil {
		return fmt.Errorf("worker %d: %w", worker, err)
	}
	part := newSums(r.Seats)
	kept := r.began
	var spans []Span
	for ctx.Err() == nil {
		next := int(r.next.Add(1)) - 1
		if next >= len(r.todo) {
			break
		}
		games, err := r.play(ctx, worker, &player, r.todo[next], part)
		if err != nil {
			return err
		}
		spans = append(spans, Span{r.todo[next].First, games})
		if r.due(kept) {
			if err := r.keep(spans, part); err != nil {
				return err
			}
			part = newSums(r.Seats)
			spans = nil
			kept = r.now()
		}
	}
	return r.keep(spans, part)
}

// due reports whether a worker hands over what it has played since a time.
func (r *runner) due(since time.Time) bool {
	if r.Keep == nil {
		return false
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	return r.now().Sub(since) >= r.Every || r.done >= r.Pilot && r.all.Games < r.Pilot
}

// keep adds what a worker has played.
func (r *runner) keep(spans []Span, part *sums) error {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.all.add(part.result())
	played := Played{Spans: r.spans}
	for _, games := range spans {
		played.Mark(games)
	}
	r.spans = played.Spans
	if r.Keep == nil || part.Games == 0 {
		return nil
	}
	return r.Keep(func() *Played { return &Played{Spans: r.spans, Result: r.all.result()} })
}

// play plays the games of a shard, and returns how many came to an end.
func (r *runner) play(ctx context.Context, worker int, player *Player, shard Span, to *sums) (games int, err error) {
	for i := shard.First; i < shard.End(); i++ {
		seed := rng.Derive(r.Seed, i)
		to.lead.begin()
		g, tried, failure := playGame(ctx, *player, i, seed, &to.lead)
		if ctx.Err() != nil {
			return i - shard.First, nil
		}
		to.game(g, *player, i, seed, failure)
		for _, d := range tried {
			to.trials[d]++
		}
		(*player).End(g, failure)
		r.report()
		if _, broken := failure.(*engine.BugError); broken {
			// What a panic left behind may be in any state.
			*player, err = r.New(worker)
			if err != nil {
				return i + 1 - shard.First, fmt.Errorf("worker %d: %w", worker, err)
			}
		}
	}
	return shard.Games, nil
}

func (r *runner) report() {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.done++
	if r.Progress != nil {
		r.Progress(r.done)
	}
}

// playGame plays one game to its end, or to its failure, and its experiments.
func playGame(ctx context.Context, player Player, number int, seed uint64,
	lead *leads) (g *engine.Game, tried []Difference, err error) {
	defer engine.Guard(&err)
	g, err = player.Start(ctx, number, seed)
	if err != nil {
		return nil, nil, err
	}
	tally := player.Tally()
	for {
		status, err := g.AdvanceStep(ctx)
		if tally != nil {
			tally.Follow(g.Position())
		}
		switch {
		case err != nil:
			return g, nil, err
		case status == engine.Waiting:
			if err := player.Answer(ctx, g); err != nil {
				return g, nil, err
			}
		case status == engine.Ended:
			if failures := g.Failures(); len(failures) > 0 {
				return g, nil, failures[0]
			}
			if by, is := player.(Experimenter); is {
				tried, err = by.Try(ctx)
			}
			return g, tried, err
		case tally != nil:
			lead.look(g, tally)
		}
	}
}

// Unanswered is the error of a game whose open decision is not answered: it names the
// seats.
func Unanswered(g *engine.Game) error {
	var waiting []error
	for s := range g.Layout().AllSeats().Each() {
		if g.Open().Waits(s) {
			waiting = append(waiting,
				fmt.Errorf("decision %d is put to seat %d, which has no player", g.Open().Number, s))
		}
	}
	return errors.Join(waiting...)
}
