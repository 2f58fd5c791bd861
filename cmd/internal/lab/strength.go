package lab

import (
	"math"

	"github.com/ruledeck/ruledeck/cmd/internal/stats"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp/lists"
)

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

// Ladder is the plans of a ladder: each of some bots takes the place of the first of the others
// in turn, and all of them play the same games. So it finds how strong bots are at a game,
// and how much thinking pays there.
func Ladder(others *Plan, bots []string) []*Plan {
	return lists.Map(bots, func(kind string) *Plan {
		p := *others
		p.Bots = append([]string{kind}, others.Bots[1:]...)
		return &p
	})
}

// Rungs are what the bots of a ladder made of the results of its games.
func (e *Experiment) Rungs(results []*sim.Result) []Rung {
	var rungs []Rung
	for arm, r := range results {
		if r.Games > 0 {
			rung := judged(e.Arms[arm], r)
			rung.Now = r.Games - e.before[arm]
			rungs = append(rungs, rung)
		}
	}
	p := make([]float64, len(rungs))
	for i := range rungs {
		p[i] = stats.RateDiffers(rungs[i].wins(), rungs[i].Games, e.Even())
	}
	for i, p := range stats.Holm(p) {
		rungs[i].Certain = p < 0.05
	}
	return rungs
}

// judged is what the first bot of a plan made of the games of a result.
func judged(plan *Plan, r *sim.Result) Rung {
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

// Even is the share of games that a bot wins that is as strong as the others.
func (e *Experiment) Even() float64 { return 1 / float64(len(e.Arms[0].Bots)) }

// Analysis is what a page says of the bots, with names in a language: how long their games
// took, and how many they won.
func (e *Experiment) Analysis(rungs []Rung, lang string) *Analysis {
	all := sim.NewResult(len(e.Arms[0].Bots))
	group := Group{By: "strength"}
	for i := range rungs {
		r := &rungs[i]
		all.Merge(r.Result)
		group.Shares = append(group.Shares,
			Share{Key: r.Bot, Name: r.Bot, Games: r.Of, Outcomes: r.Outcomes, Interval: r.Interval, Off: r.Certain})
	}
	all.Lead = nil // who leads when is a matter of who plays
	s := &Analysis{Result: all, Plan: e.Arms[0], Title: e.Arms[0].Table.Title(lang), Even: e.Even(),
		Shares:  []Group{group},
		Against: e.Arms[0].Bots[1:]}
	s.length()
	return s
}
