package lab

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/stats"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// ScoreGroup are the numbers of an attribute.
type ScoreGroup struct {
	Key, Name string
	// All, Winner and the values of options, in this order.
	Of []NamedScore
}

// NamedScore is a mean of numbers at the end of games.
type NamedScore struct {
	Key, Name                 string
	N                         int
	Min, Max, Mean, Deviation float64
}

// Short is a value as tables show it: to two places, without trailing zeros.
func Short(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }

func (s *Analysis) scores(n namer) {
	for _, score := range s.Result.Scores {
		called, shown := n.attribute(score.Key)
		if !shown || score.Min == score.Max && score.Of == "all" {
			continue
		}
		option, value, is := strings.Cut(score.Of, "=")
		bot, played := strings.CutPrefix(score.Of, sim.ScoreOfBot(""))
		name := ""
		switch {
		case played && s.Plan.Mixed():
			name = bot
		case played:
			continue
		case is && len(s.group(option)) > 2:
			name = n.value(option, value)
		case is:
			continue
		}
		last := len(s.Scores) - 1
		if last < 0 || s.Scores[last].Key != score.Key {
			if score.Of != "all" {
				continue // one that is the same everywhere
			}
			s.Scores = append(s.Scores, ScoreGroup{Key: score.Key, Name: called})
			last++
		}
		m := stats.Mean{N: score.N, Sum: score.Sum.Sum, Squares: score.Squares}
		s.Scores[last].Of = append(s.Scores[last].Of,
			NamedScore{score.Of, name, score.N, score.Real(float64(score.Min)), score.Real(float64(score.Max)),
				score.Real(m.Value()), score.Real(m.Deviation())})
	}
	for i := range s.Scores {
		first := func(of string) int { return slices.Index([]string{"winner", "all"}, of) }
		slices.SortStableFunc(s.Scores[i].Of, func(a, b NamedScore) int {
			return cmp.Or(first(b.Key)-first(a.Key), cmp.Compare(b.Mean, a.Mean))
		})
	}
}
