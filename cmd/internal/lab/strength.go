package lab

import (
	"context"
	"math"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/stats"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// Ladder finds how strong bots are at a game, and so how much thinking pays there: each
// takes the place of the first of some others in turn, and all of them play the same
// games, with the same deals and options at the same seats.
type Ladder struct {
	// Plan has the others, in seat order, and the seed.
	Plan *Plan
	// Bots are the kinds that are tried, Games how many games each plays.
	Bots    []string
	Games   int
	Workers int
	// Progress, if not nil, is told how many games have been played, by one goroutine at
	// a time; Now is the host's clock, for Rung.Seconds.
	Progress func(games int)
	Now      func() time.Time
	// Play plays the games of a bot, as sim.Run does.
	Play func(ctx context.Context, p *Plan, c sim.Config) (*sim.Result, error)
	// Keep, if not nil, is called as that of sim.Config is by Every, with what tells how far
	// the ladder came, for Resume. An error stops it.
	Keep  func(state func() ([]byte, error)) error
	Every time.Duration
	// played are the games played of each bot.
	played []*sim.Played
}

// Rung is what one bot made of its games.
type Rung struct {
	Bot string `json:"bot"`
	// Games are those that came to an end, and Failed those that did not. Of is how often
	// it could have won, once a game for each seat of its kind; Outcomes say how often it has,
	// and Interval the share, where a draw of n seats is an n-th of a win; it takes a game for
	// one, however many such seats it has.
	Games  int `json:"games"`
	Failed int `json:"failed"`
	Of     int `json:"of"`
	sim.Outcomes
	stats.Interval
	// Certain reports whether it is certain that it is stronger or weaker than the
	// others, corrected for having looked at all rungs.
	Certain bool `json:"certain"`
	// Decisions counts the decisions of all seats, Seconds the time of its games played in
	// this run, Now the number of these games.
	Decisions int64   `json:"decisions"`
	Seconds   float64 `json:"seconds"`
	// Returns is its average return, in a game with returns.
	Returns *stats.Interval `json:"returns,omitempty"`
	Now     int             `json:"-"`
	// Result is all that was counted.
	Result *sim.Result `json:"-"`
}

// Run plays the games of one bot after another. When ctx ends it returns the results so
// far, and the context's error.
func (l *Ladder) Run(ctx context.Context) ([]Rung, error) {
	if l.played == nil {
		for range l.Bots {
			l.played = append(l.played, sim.NewPlayed(len(l.Plan.Bots)))
		}
	}
	var rungs []Rung
	for i := range l.Bots {
		rung, err := l.rung(ctx, i)
		if rung.Games > 0 {
			rungs = append(rungs, rung)
		}
		if err != nil {
			l.judge(rungs)
			return rungs, err
		}
	}
	l.judge(rungs)
	return rungs, nil
}

// plan is that of the games of a bot.
func (l *Ladder) plan(kind string) *Plan {
	p := *l.Plan
	p.Bots = append([]string{kind}, l.Plan.Bots[1:]...)
	return &p
}

// rung plays the missing games of a bot.
func (l *Ladder) rung(ctx context.Context, number int) (Rung, error) {
	plan := l.plan(l.Bots[number])
	players := &Players{Plan: plan}
	defer players.Close(ctx)
	before := l.played[number].Games()
	config := sim.Config{
		Games: l.Games, Seed: plan.Seed, Workers: l.Workers, Seats: len(plan.Bots), Now: l.Now, New: players.New,
		Played: l.played[number], Every: l.Every,
	}
	if l.Progress != nil {
		config.Progress = func(done int) { l.Progress(number*l.Games + done) }
	}
	if l.Keep != nil {
		config.Keep = func(played func() *sim.Played) error {
			l.played[number] = played()
			return l.Keep(l.state)
		}
	}
	result, err := l.Play(ctx, plan, config)
	if result == nil {
		return Rung{}, err
	}
	rung := l.judged(plan, result)
	rung.Now = result.Games - before
	return rung, err
}

// judged is what the first bot of a plan made of the games of a result.
func (l *Ladder) judged(plan *Plan, r *sim.Result) Rung {
	kind := plan.Bots[0]
	out := Rung{Bot: kind, Games: r.Finished, Failed: r.Failed, Decisions: r.Decisions, Seconds: r.Seconds, Result: r}
	for i := range r.Rows {
		if row := &r.Rows[i]; row.By == "bot" && row.Key == kind {
			out.Outcomes.Add(row.Outcomes)
		}
	}
	for _, seat := range plan.Bots {
		if seat == kind {
			out.Of += out.Games
		}
	}
	out.Interval = stats.Wilson(out.wins(), out.Games, stats.Z95)
	for i := range r.Scores {
		if s := &r.Scores[i]; s.Key == "returns" && s.Of == sim.ScoreOfBot(kind) {
			m := stats.Mean{N: s.N, Sum: s.Sum.Sum, Squares: s.Squares}
			mean := s.Real(m.Value())
			reach := s.Real(stats.Z95 * m.Deviation() / math.Sqrt(float64(out.Games)))
			out.Returns = &stats.Interval{Value: mean, Low: mean - reach, High: mean + reach}
		}
	}
	return out
}

// wins are the wins per game, even if several seats have the bot.
func (r *Rung) wins() float64 { return r.Wins() * part(r.Games, r.Of) }

// judge says which bots are stronger or weaker than the others for certain.
func (l *Ladder) judge(rungs []Rung) {
	p := make([]float64, len(rungs))
	for i := range rungs {
		p[i] = stats.RateDiffers(rungs[i].wins(), rungs[i].Games, l.Even())
	}
	for i, p := range stats.Holm(p) {
		rungs[i].Certain = p < 0.05
	}
}

// Even is the share of games that a bot wins that is as strong as the others.
func (l *Ladder) Even() float64 { return 1 / float64(len(l.Plan.Bots)) }

// Analysis is what a page says of the bots, with names in a language: how long their games
// took, and how many they won.
func (l *Ladder) Analysis(rungs []Rung, lang string) *Analysis {
	all := sim.NewResult(len(l.Plan.Bots))
	group := Group{By: "strength"}
	for i := range rungs {
		r := &rungs[i]
		all.Merge(r.Result)
		group.Shares = append(group.Shares,
			Share{Key: r.Bot, Name: r.Bot, Games: r.Of, Outcomes: r.Outcomes, Interval: r.Interval, Off: r.Certain})
	}
	all.Lead = nil // who leads when is a matter of who plays
	s := &Analysis{Result: all, Plan: l.Plan, Title: l.Plan.Table.Title(lang), Even: l.Even(), Shares: []Group{group},
		Against: l.Plan.Bots[1:]}
	s.length()
	return s
}
