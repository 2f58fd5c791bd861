// Package sim plays many games on several workers and adds up what came out.
// All counters are whole numbers, and they are added in the order of the games,
// so that a result is the same for any number of workers, seconds aside.
//
// It knows nothing of scripts: the caller makes each worker's player, which
// keeps one game and resets it. It may import the engine and the standard
// library.
package sim

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
)

// DefaultMaxSteps is how many steps a game may take before it counts as one
// that does not end.
const DefaultMaxSteps = 100_000

// Player is one worker's game.
type Player interface {
	// Start returns the worker's game at its start, for a seed; every seat has
	// a decider.
	Start(seed uint64) (*engine.Game, error)
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
	// MaxSteps bounds the steps of one game; 0 for DefaultMaxSteps.
	MaxSteps int
	// Now is the host's clock, for Result.Seconds; nil leaves them 0.
	Now func() time.Time
	// Progress, if not nil, is called after every game, by one goroutine at a
	// time.
	Progress func(done int)
}

// Result is what came out.
type Result struct {
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
	// Failures are the games that failed, in order.
	Failures []Failure `json:"failures,omitempty"`
}

// Failure is a game that failed.
type Failure struct {
	// Game is its number from 0.
	Game  int    `json:"game"`
	Seed  uint64 `json:"seed"`
	Error string `json:"error"`
	Err   error  `json:"-"`
}

// outcome is one game's part of the result.
type outcome struct {
	played  bool
	err     error
	seed    uint64
	winners engine.SeatSet
	counts  engine.Counts
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
	r := &runner{Config: c, outcomes: make([]outcome, c.Games)}
	var group sync.WaitGroup
	failed := make([]error, workers)
	for w := range workers {
		group.Go(func() { failed[w] = r.work(ctx, w) })
	}
	group.Wait()
	result := r.merge()
	result.Seconds = c.now().Sub(began).Seconds()
	for _, err := range failed {
		if err != nil {
			return nil, err
		}
	}
	return result, ctx.Err()
}

func (c *Config) now() time.Time {
	if c.Now == nil {
		return time.Time{}
	}
	return c.Now()
}

type runner struct {
	Config
	next     atomic.Int64
	lock     sync.Mutex
	done     int
	outcomes []outcome
}

// work plays the next free game until there is none.
func (r *runner) work(ctx context.Context, worker int) error {
	player, err := r.New(worker)
	if err != nil {
		return fmt.Errorf("worker %d: %w", worker, err)
	}
	for ctx.Err() == nil {
		i := int(r.next.Add(1)) - 1
		if i >= r.Games {
			return nil
		}
		r.outcomes[i] = r.play(player, rng.Derive(r.Seed, i))
		if r.Progress != nil {
			r.lock.Lock()
			r.done++
			r.Progress(r.done)
			r.lock.Unlock()
		}
	}
	return nil
}

// play plays one game to its end.
func (r *runner) play(player Player, seed uint64) outcome {
	out := outcome{played: true, seed: seed}
	g, err := player.Start(seed)
	if err != nil {
		out.err = err
		return out
	}
	limit := r.MaxSteps
	if limit == 0 {
		limit = DefaultMaxSteps
	}
	for steps := 0; ; steps++ {
		status, err := g.AdvanceStep()
		if err == nil && status == engine.Waiting {
			err = fmt.Errorf("seat %d is asked, but nobody answers", g.Open().Seat)
		}
		if err == nil && steps >= limit {
			err = fmt.Errorf("the game has not ended after %d steps", limit)
		}
		if err != nil || status == engine.Ended {
			out.err = err
			break
		}
	}
	if failures := g.Failures(); out.err == nil && len(failures) > 0 {
		out.err = failures[0]
	}
	out.winners, out.counts = g.Winners(), g.Counts()
	return out
}

// merge adds the outcomes up, in the order of the games.
func (r *runner) merge() *Result {
	result := &Result{Wins: make([]int, r.Seats)}
	for i := range r.outcomes {
		o := &r.outcomes[i]
		if !o.played {
			continue
		}
		result.Games++
		result.Decisions += int64(o.counts.Decisions)
		result.Events += int64(o.counts.Events)
		result.MaxAnswersPerStep = max(result.MaxAnswersPerStep, o.counts.MostAnswers)
		if o.err != nil {
			result.Failed++
			result.Failures = append(result.Failures, Failure{Game: i, Seed: o.seed, Error: o.err.Error(), Err: o.err})
			continue
		}
		result.Finished++
		if o.winners == 0 {
			result.NoWinner++
		}
		for s := range result.Wins {
			if o.winners.Has(engine.Seat(s + 1)) {
				result.Wins[s]++
			}
		}
	}
	return result
}
