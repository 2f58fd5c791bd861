package lab

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Experiment plays the games of its arms: forms of a game, or bots at it. A run has one arm,
// a ladder one for each bot, a comparison two, a sweep one for each value. A game of a number
// has the same seed, options and seats in every arm.
//
// Run plays one arm after the other. Compare plays all arms side by side, and looks at the
// games after every Batch: it may stop as soon as it likes. Its results hold nevertheless:
// each figure has a confidence sequence, an interval that holds after any number of games at
// once, and the error rate of 5 % is divided among all figures of all arms, half among wins
// and lengths of games, half among the cards.
type Experiment struct {
	Arms []*Plan
	// Games is how many are played in each arm, at most.
	Games, Workers int
	// Precision, if not 0, is the aim of Compare: games are played until the intervals of all
	// that is won reach no further than this to each side, as a share. Without it they are
	// played until something that is won has moved, by team, seat, bot or card. With Whole
	// all are played.
	Precision float64
	Whole     bool
	// Unpaired gives the games of the other arms seeds that the first arm's have not.
	Unpaired bool
	// Play plays the games of a plan for Run, as sim.Run does.
	Play func(ctx context.Context, p *Plan, c sim.Config) (*sim.Result, error)
	// Remote, if not nil, plays the games of an arm for Compare in place of this process.
	Remote Remote
	// Progress, if not nil, is told how many games have been played, by one goroutine at a
	// time; Clock is the host's, for sim.Result.Seconds.
	Progress func(games int)
	Clock    func() time.Time
	// Looked, if not nil, is called after each look of Compare, and by Run once Pilot games
	// are played, and whenever Keep is.
	Looked func()
	// Keep, if not nil, is called after each look, and by Run as often as Every says, as
	// sim.Config's is. state writes down how far the experiment came, for Resume. An error
	// stops the experiment.
	Keep  func(state func() ([]byte, error)) error
	Every time.Duration

	// Stopped says why Compare played no more: "moved", "precise", "pairs", or "interrupted".
	Stopped string

	// played are the games of each arm, before counts the ones that Resume found; sums are
	// the figures of each arm beside the first one's.
	played []*sim.Played
	before []int
	sums   []*pairing
	shown  int
	// players and sides play the arms of Compare here and elsewhere.
	players [][]*Player
	sides   []Side
}

// Side plays the games of one side of a comparison, in another process or on other machines.
type Side interface {
	// Play returns what games came to, as Shards plays them; they are asked for in order.
	Play(ctx context.Context, games sim.Span) (*Part, error)
	// Close says that no more are wanted. An error says that some that were played are wrong.
	Close(ctx context.Context) error
}

// Remote begins to play games of a plan for a comparison, with different seeds if they are
// unpaired. It may play them before they are asked for.
type Remote func(ctx context.Context, p *Plan, games sim.Span, unpaired bool) (Side, error)

// Batch is the number of games of each arm between two looks.
const Batch = 50

// errorRate is how often a comparison of equal packs finds a difference at most, half
// of it in each family of figures.
const errorRate = 0.05

// All is the number of games of all arms.
func (e *Experiment) All() int { return e.Games * len(e.Arms) }

// Played are the games of an arm, including the ones that Resume found.
func (e *Experiment) Played(arm int) *sim.Played { return e.played[arm] }

// Before is how many games of an arm Resume found.
func (e *Experiment) Before(arm int) int { return e.before[arm] }

// open begins an experiment that does not go on with another.
func (e *Experiment) open() {
	for arm := len(e.played); arm < len(e.Arms); arm++ {
		e.played = append(e.played, sim.NewPlayed(len(e.Arms[arm].Bots)))
		e.sums = append(e.sums, newPairing())
	}
	e.before = make([]int, len(e.Arms))
	for arm, played := range e.played {
		e.before[arm] = played.Games()
		e.shown += e.before[arm]
	}
}

// Run plays the games of one arm after another. When ctx ends it returns the results so
// far, and the context's error.
func (e *Experiment) Run(ctx context.Context) ([]*sim.Result, error) {
	e.open()
	var out []*sim.Result
	for arm := range e.Arms {
		result, err := e.run(ctx, arm)
		if result != nil {
			out = append(out, result)
		}
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// run plays the missing games of an arm.
func (e *Experiment) run(ctx context.Context, arm int) (*sim.Result, error) {
	plan := e.Arms[arm]
	players := &Players{Plan: plan}
	defer players.Close(ctx)
	config := sim.Config{Games: e.Games, Seed: plan.Seed, Workers: e.Workers, Seats: len(plan.Bots), Now: e.Clock,
		New: players.New, Played: e.played[arm], Every: math.MaxInt64}
	if e.Progress != nil {
		config.Progress = func(done int) { e.Progress(arm*e.Games + done) }
	}
	if e.Keep != nil {
		config.Every = e.Every
	}
	if e.Looked != nil {
		config.Pilot = Pilot
	}
	config.Keep = func(played func() *sim.Played) error {
		e.played[arm] = played()
		if e.Looked != nil {
			e.Looked()
		}
		if e.Keep == nil {
			return nil
		}
		return e.Keep(e.state)
	}
	return e.Play(ctx, plan, config)
}

// Compare plays the games of all arms side by side, and returns the figures of each further
// arm beside the first one's. When ctx ends it returns the figures of the last look.
func (e *Experiment) Compare(ctx context.Context) (out []*Compared, err error) {
	defer func() {
		if wrong := e.end(ctx); wrong != nil && err == nil {
			out = nil
			err = unlessOver(ctx, wrong)
		}
	}()
	if err := e.begin(ctx); err != nil {
		return nil, err
	}
	for ctx.Err() == nil {
		if e.begun() > 0 {
			e.Stopped = e.enough()
			if e.Looked != nil {
				e.Looked()
			}
			if e.Stopped != "" {
				return e.Figures(), nil
			}
		}
		played, err := e.batch(ctx)
		if err != nil {
			return nil, err
		}
		if played && e.Keep != nil {
			if err := e.Keep(e.state); err != nil {
				return nil, err
			}
		}
	}
	e.Stopped = "interrupted"
	return e.Figures(), nil
}

// Figures compares each further arm with the first one, by the games so far.
func (e *Experiment) Figures() []*Compared {
	var out []*Compared
	for arm := range e.Arms[1:] {
		out = append(out, e.judge(arm+1, e.sums[arm+1]))
	}
	return out
}

func (e *Experiment) begin(ctx context.Context) error {
	e.open()
	for range e.Arms {
		e.players = append(e.players, make([]*Player, e.workers()))
	}
	if e.Remote == nil {
		return nil
	}
	for arm, plan := range e.Arms {
		left := sim.Span{First: e.begun(), Games: e.Games - e.begun()}
		side, err := e.Remote(ctx, plan, left, e.reseeded(arm))
		if err != nil {
			return err
		}
		e.sides = append(e.sides, side)
	}
	return nil
}

// begun is how many games were played in each arm and looked at.
func (e *Experiment) begun() int { return e.played[0].Games() }

func (e *Experiment) workers() int { return max(1, e.Workers) }

// reseeded reports whether an arm's games have seeds of their own.
func (e *Experiment) reseeded(arm int) bool { return e.Unpaired && arm > 0 }

// end stops all players. An error says that games played remotely are wrong.
func (e *Experiment) end(ctx context.Context) error {
	players := Players{all: slices.Concat(e.players...)}
	players.Close(ctx)
	var errs []error
	for _, side := range e.sides {
		errs = append(errs, side.Close(ctx))
	}
	return errors.Join(errs...)
}

// batch plays the games up to the next look, and reports whether it played them all.
func (e *Experiment) batch(ctx context.Context) (whole bool, err error) {
	games := sim.Span{First: e.begun(), Games: min(Batch, e.Games-e.begun())}
	parts := make([]*sim.Result, len(e.Arms))
	figures := make([][]map[FigureName]contribution, len(e.Arms))
	for arm := range e.Arms {
		parts[arm], figures[arm], err = e.part(ctx, arm, games)
		if ctx.Err() != nil || err != nil {
			return false, unlessOver(ctx, err)
		}
	}
	for arm, part := range parts {
		e.played[arm].Add(games, part)
		for i := range games.Games {
			if arm > 0 {
				e.sums[arm].pair(figures[0][i], figures[arm][i])
			}
		}
	}
	return true, nil
}

// part plays some games of an arm.
func (e *Experiment) part(ctx context.Context, arm int, games sim.Span) (*sim.Result,
	[]map[FigureName]contribution, error) {
	if e.sides != nil {
		part, err := e.sides[arm].Play(ctx, games)
		if err != nil {
			return nil, nil, err
		}
		for range games.Games {
			e.report(0)
		}
		return part.Result, part.contributions(), nil
	}
	plan := e.Arms[arm]
	seed := plan.Seed
	if e.reseeded(arm) {
		seed = unpaired(seed)
	}
	figures := make([]map[FigureName]contribution, games.Games)
	result, err := sim.Run(ctx, sim.Config{
		Games: games.Games, First: games.First, Seed: seed, Workers: e.workers(), Seats: len(plan.Bots), Shard: 1,
		New:      func(w int) (sim.Player, error) { return e.player(arm, w, games.First, figures) },
		Progress: e.report,
	})
	return result, figures, err
}

// unlessOver is an error, unless the context has ended: the games played by then count.
func unlessOver(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func (e *Experiment) report(int) {
	e.shown++
	if e.Progress != nil {
		e.Progress(e.shown)
	}
}

// player is the player of a worker for an arm: one is kept for all batches.
func (e *Experiment) player(arm, worker, first int, to []map[FigureName]contribution) (sim.Player, error) {
	p, err := kept(&e.players[arm][worker], e.Arms[arm])
	if err != nil {
		return nil, err
	}
	p.Ended = func(g *engine.Game, tally *view.Tally, failure error) {
		if failure == nil {
			to[p.number-first] = contributions(g.Position(), p.names, tally)
		}
	}
	return p, nil
}

// enough says why no more games are needed, "" if they are.
func (e *Experiment) enough() string {
	last := e.begun() >= e.Games
	if e.Whole && !last {
		return ""
	}
	moved, precise := false, e.Precision > 0
	for _, c := range e.Figures() {
		for i := range c.Figures {
			f := &c.Figures[i]
			moved = moved || f.Moved && f.What == "won"
			if f.By != "card" && f.What == "won" {
				precise = precise && f.Low != nil && f.reach() <= e.Precision
			}
		}
	}
	switch {
	case precise:
		return "precise"
	case moved && e.Precision == 0:
		return "moved"
	case last:
		return "pairs"
	}
	return ""
}
