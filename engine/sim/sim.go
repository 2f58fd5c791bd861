// Package sim plays many games on several workers and adds up what came out.
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
	// Start returns the worker's game at its start, for a seed; every seat has
	// a decider.
	Start(seed uint64) (*engine.Game, error)
	// Tally is what follows the worker's game for Result.Rows: Start resets it, and
	// its Answer is told every answer. It is nil where nothing but wins is counted.
	Tally() *view.Tally
}

// Config says what to play.
type Config struct {
	Games int
	Seed  uint64
	// Workers is the number of games played at once; 0 for one a processor.
	Workers int
	// Seats is the number of seats, for Result.Wins.
	Seats int
	// New makes the player of a worker.
	New func(worker int) (Player, error)
	// Now is the host's clock, for Result.Seconds; nil leaves them 0.
	Now func() time.Time
	// Progress, if not nil, is called after every game, by one goroutine at a
	// time.
	Progress func(done int)
}

// Result is what came out.
type Result struct {
	// Games is the number of games played: Finished and Failed together.
	Games     int     `json:"games"`
	Finished  int     `json:"finished"`
	Failed    int     `json:"failed"`
	Decisions int64   `json:"decisions"`
	Events    int64   `json:"events"`
	Seconds   float64 `json:"seconds"`
	// Wins counts the wins of each seat; a shared win counts for each winner.
	Wins     []int `json:"wins"`
	NoWinner int   `json:"no_winner"`
	// MaxAnswersPerStep is the largest number of answers in one step.
	MaxAnswersPerStep int `json:"max_answers_per_step"`
	// Rows are what was counted of seats, options, cards and abilities.
	Rows []Row `json:"rows,omitempty"`
	// Lengths says how many finished games took how many decisions, shortest first.
	Lengths []Length `json:"lengths"`
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
	Seed  uint64 `json:"seed"`
	Error string `json:"error"`
	Err   error  `json:"-"`
}

// Run plays the games. When ctx ends it returns the result of the games played
// so far and the context's error; otherwise an error means that a worker could
// not be made.
func Run(ctx context.Context, c Config) (*Result, error) {
	workers := c.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = max(1, min(workers, c.Games))
	began := c.now()
	r := &runner{Config: c}
	parts := make([]part, workers)
	var group sync.WaitGroup
	for w := range parts {
		parts[w].sums = sums{Result: Result{Wins: make([]int, c.Seats)}, rows: rows{}, lengths: map[int]int{}}
		group.Go(func() { parts[w].err = r.work(ctx, w, &parts[w].sums) })
	}
	group.Wait()
	result := &Result{Wins: make([]int, c.Seats)}
	for i := range parts {
		if err := parts[i].err; err != nil {
			return nil, err
		}
		result.Merge(parts[i].result())
	}
	result.Seconds = c.now().Sub(began).Seconds()
	return result, ctx.Err()
}

func (c *Config) now() time.Time {
	if c.Now == nil {
		return time.Time{}
	}
	return c.Now()
}

// part is what one worker played.
type part struct {
	sums
	err error
}

// sums are what a worker adds to, game after game.
type sums struct {
	Result
	rows    rows
	lengths map[int]int
}

// result writes the sums down in their order.
func (s *sums) result() *Result {
	s.Rows, s.Lengths = s.rows.list(), lengths(s.lengths)
	return &s.Result
}

func lengths(games map[int]int) []Length {
	out := make([]Length, 0, len(games))
	for decisions, n := range games {
		out = append(out, Length{decisions, n})
	}
	slices.SortFunc(out, func(a, b Length) int { return a.Decisions - b.Decisions })
	return out
}

type runner struct {
	Config
	next atomic.Int64
	lock sync.Mutex
	done int
}

// work plays the next free game until there is none.
func (r *runner) work(ctx context.Context, worker int, to *sums) error {
	player, err := r.New(worker)
	for err == nil {
		i := int(r.next.Add(1)) - 1
		if i >= r.Games {
			return nil
		}
		seed := rng.Derive(r.Seed, i)
		g, failure := r.play(ctx, player, seed)
		if ctx.Err() != nil {
			return nil
		}
		to.game(g, player.Tally(), i, seed, failure)
		r.report()
		if _, broken := failure.(*BugError); broken {
			// What a panic left behind may be in any state.
			player, err = r.New(worker)
		}
	}
	return fmt.Errorf("worker %d: %w", worker, err)
}

func (r *runner) report() {
	if r.Progress == nil {
		return
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	r.done++
	r.Progress(r.done)
}

// BugError is a panic of the engine or of a player while a game was played.
type BugError struct{ What any }

// Error says that this is not the pack's fault.
func (e *BugError) Error() string { return fmt.Sprintf("a bug in ruledeck itself: %v", e.What) }

// play plays one game to its end, or to what makes it fail.
func (r *runner) play(ctx context.Context, player Player, seed uint64) (g *engine.Game, err error) {
	defer func() {
		if what := recover(); what != nil {
			err = &BugError{what}
		}
	}()
	if g, err = player.Start(seed); err != nil {
		return nil, err
	}
	tally := player.Tally()
	for {
		status, err := g.AdvanceStep()
		if tally != nil {
			tally.Follow(g.Position())
		}
		switch {
		case err != nil:
			return g, err
		case status == engine.Waiting:
			return g, unanswered(g)
		case status == engine.Ended:
			if failures := g.Failures(); len(failures) > 0 {
				return g, failures[0]
			}
			return g, nil
		case ctx.Err() != nil:
			return g, ctx.Err()
		}
	}
}

// unanswered names the seats that nobody answers for.
func unanswered(g *engine.Game) error {
	var waiting []error
	for s := engine.Seat(1); int(s) <= g.Layout().Seats; s++ {
		if g.Open().Waits(s) {
			waiting = append(waiting, fmt.Errorf("decision %d is put to seat %d, but nobody answers for it", g.Open().Number, s))
		}
	}
	return errors.Join(waiting...)
}

// game counts a game in. A game that failed is counted as nobody's win.
func (s *sums) game(g *engine.Game, tally *view.Tally, number int, seed uint64, failure error) {
	r := &s.Result
	r.Games++
	counts := engine.Counts{}
	if g != nil {
		counts = g.Counts()
		r.Decisions += int64(counts.Decisions)
		r.Events += int64(counts.Events)
		r.MaxAnswersPerStep = max(r.MaxAnswersPerStep, counts.MostAnswers)
	}
	if failure != nil {
		r.Failed++
		r.Failures = append(r.Failures, Failure{Game: number, Seed: seed, Error: failure.Error(), Err: failure})
		return
	}
	r.Finished++
	if g.Winners() == 0 {
		r.NoWinner++
	}
	for seat := range r.Wins {
		if g.Winners().Has(engine.Seat(seat + 1)) {
			r.Wins[seat]++
		}
	}
	s.lengths[counts.Decisions]++
	if tally != nil {
		s.rows.game(g.Position(), tally)
	}
}

// Merge adds the games of another result, of a run with the same seats. Results
// of the same games, merged in any order, are the same, seconds aside.
func (r *Result) Merge(part *Result) {
	r.Games += part.Games
	r.Finished += part.Finished
	r.Failed += part.Failed
	r.Decisions += part.Decisions
	r.Events += part.Events
	r.Seconds += part.Seconds
	r.NoWinner += part.NoWinner
	r.MaxAnswersPerStep = max(r.MaxAnswersPerStep, part.MaxAnswersPerStep)
	for s, wins := range part.Wins {
		r.Wins[s] += wins
	}
	both := rows{}
	both.add(r.Rows)
	both.add(part.Rows)
	r.Rows = both.list()
	games := map[int]int{}
	for _, l := range slices.Concat(r.Lengths, part.Lengths) {
		games[l.Decisions] += l.Games
	}
	r.Lengths = lengths(games)
	r.Failures = slices.SortedFunc(slices.Values(slices.Concat(r.Failures, part.Failures)), func(a, b Failure) int { return a.Game - b.Game })
}
