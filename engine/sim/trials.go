package sim

import (
	"cmp"
	"context"
	"maps"
	"slices"
)

// Experimenter is a Player that tries alternatives once a game has ended.
type Experimenter interface {
	Player
	// Try returns its results, at most one difference for each card and question. An error
	// makes the game fail.
	Try(ctx context.Context) ([]Difference, error)
}

// Difference is by how much more a seat won of a game than it would have won otherwise,
// in parts of a win (Whole). What names the question that was asked of the card.
type Difference struct {
	Card, What string
	Value      int
}

// Trial holds the results of an experiment with a card over many games. Games are
// independent, so a game counts once.
type Trial struct {
	Card string `json:"card"`
	What string `json:"what"`
	// Values counts the games by their difference, lowest first: pairs of both.
	Values [][2]int `json:"values"`
}

// trials counts games by experiment and difference.
type trials map[Difference]int

func (t trials) add(list []Trial) {
	for _, trial := range list {
		for _, v := range trial.Values {
			t[Difference{trial.Card, trial.What, v[0]}] += v[1]
		}
	}
}

func (t trials) list() []Trial {
	var out []Trial
	for _, d := range slices.SortedFunc(maps.Keys(t), func(a, b Difference) int {
		return cmp.Or(cmp.Compare(a.Card, b.Card), cmp.Compare(a.What, b.What), a.Value-b.Value)
	}) {
		last := len(out) - 1
		if last < 0 || out[last].Card != d.Card || out[last].What != d.What {
			out = append(out, Trial{Card: d.Card, What: d.What})
			last++
		}
		out[last].Values = append(out[last].Values, [2]int{d.Value, t[d]})
	}
	return out
}
