package lab

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/stats"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/engine/view"
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
}

// Rung is what one bot made of its games.
type Rung struct {
	Bot string `json:"bot"`
	// Games are those that came to an end, and Failed those that did not. Of is how often
	// it could have won, once a game for each seat of its kind; Won is how often it has,
	// and Interval the share.
	Games  int `json:"games"`
	Failed int `json:"failed"`
	Of     int `json:"of"`
	Won    int `json:"won"`
	stats.Interval
	// Certain reports whether it is certain that it is stronger or weaker than the
	// others, corrected for having looked at all rungs.
	Certain bool `json:"certain"`
	// Decisions are those of all seats, Seconds the time that it took.
	Decisions int64   `json:"decisions"`
	Seconds   float64 `json:"seconds"`
	// Returns is what it got out of its games on the average, in a game that says it.
	Returns *stats.Interval `json:"returns,omitempty"`
	// Result is all that was counted.
	Result *sim.Result `json:"-"`
}

// Run plays the games of one bot after another. When ctx ends it returns what was played
// by then, and the context's error.
func (l *Ladder) Run(ctx context.Context) ([]Rung, error) {
	var rungs []Rung
	for _, kind := range l.Bots {
		rung, err := l.rung(ctx, kind, len(rungs)*l.Games)
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

func (l *Ladder) rung(ctx context.Context, kind string, before int) (Rung, error) {
	plan := l.plan(kind)
	players := &Players{Plan: plan}
	defer players.Close()
	gain := &gains{of: kind}
	config := sim.Config{
		Games: l.Games, Seed: plan.Seed, Workers: l.Workers, Seats: len(plan.Bots), Now: l.Now,
		New: func(worker int) (sim.Player, error) {
			p, err := players.New(worker)
			if err == nil && plan.Table.Compiled.Pack.Returns >= 0 {
				player := p.(*Player)
				player.Ended = func(g *engine.Game, _ *view.Tally, failure error) { gain.add(g, player.names, failure) }
			}
			return p, err
		},
	}
	if l.Progress != nil {
		config.Progress = func(done int) { l.Progress(before + done) }
	}
	result, err := sim.Run(ctx, config)
	if result == nil {
		return Rung{}, err
	}
	out := Rung{Bot: kind, Games: result.Finished, Failed: result.Failed, Decisions: result.Decisions, Seconds: result.Seconds, Result: result}
	for i := range result.Rows {
		if row := &result.Rows[i]; row.By == "bot" && row.Key == kind {
			out.Won += row.Won
		}
	}
	for _, seat := range plan.Bots {
		if seat == kind {
			out.Of += out.Games
		}
	}
	out.Interval = stats.Wilson(out.Won, out.Of, stats.Z95)
	if gain.N > 0 {
		reach := stats.Z95 * gain.Deviation() / math.Sqrt(float64(gain.N))
		out.Returns = &stats.Interval{Value: gain.Value(), Low: gain.Value() - reach, High: gain.Value() + reach}
	}
	return out, err
}

// judge says which bots are stronger or weaker than the others for certain.
func (l *Ladder) judge(rungs []Rung) {
	p := make([]float64, len(rungs))
	for i := range rungs {
		p[i] = stats.RateDiffers(rungs[i].Won, rungs[i].Of, l.Even())
	}
	for i, p := range stats.Holm(p) {
		rungs[i].Certain = p < 0.05
	}
}

// Even is the share of games that a bot wins that is as strong as the others.
func (l *Ladder) Even() float64 { return 1 / float64(len(l.Plan.Bots)) }

// Sheet is what a page says of the bots, with names in a language: how long their games
// took, and how many they won.
func (l *Ladder) Sheet(rungs []Rung, lang string) *Sheet {
	all := sim.NewResult(len(l.Plan.Bots))
	group := Group{By: "strength"}
	for i := range rungs {
		r := &rungs[i]
		all.Merge(r.Result)
		group.Shares = append(group.Shares, Share{Key: r.Bot, Name: r.Bot, Games: r.Of, Won: r.Won, Interval: r.Interval, Off: r.Certain})
	}
	all.Lead = nil // who leads when is a matter of who plays
	s := &Sheet{Result: all, Plan: l.Plan, Title: l.Plan.Table.Title(lang), Even: l.Even(), Shares: []Group{group}, Against: l.Plan.Bots[1:]}
	s.length()
	return s
}

// gains adds up what a bot gets out of games; numbers of a pack are whole.
type gains struct {
	stats.Mean
	of   string
	lock sync.Mutex
}

func (m *gains) add(g *engine.Game, names []string, failure error) {
	if failure != nil {
		return
	}
	returns, err := g.Returns()
	if err != nil {
		return
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	for s, name := range names {
		if name == m.of {
			m.Add(int(returns[s]))
		}
	}
}
