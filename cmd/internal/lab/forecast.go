package lab

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/ruledeck/ruledeck/cmd/internal/stats"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// Pilot is the number of games, the first of a run, from which the rest is forecast.
const Pilot = 50

// Aim is the precision, as a share, for which a run says how many games it needs.
const Aim = 0.04

// often is the share of games in which a card is tried to be counted among those that a
// forecast is of: some cards are too rare for any run.
const often = 0.1

// Reach is the difference from which on a number of games find it in 80 of 100 runs, if they go
// on like those of the analysis, and of which figures that is said: of cards if they are tried,
// as often as the median of those that frequently are, else of all of the first group of
// shares. It is 1 if nothing is known.
func (s *Analysis) Reach(games int) (points float64, of string) {
	more := float64(games) / float64(max(s.Finished, 1))
	if s.Plan.Trials {
		return s.reachOfCards(more)
	}
	if len(s.Shares) == 0 {
		return 1, "in what is won"
	}
	g := &s.Shares[0]
	for i := range g.Shares {
		n := max(more*float64(g.Shares[i].apart), 1)
		beyond := stats.Z(errorRate/float64(len(g.Shares))) * math.Sqrt(g.rate*(1-g.rate)/n)
		rate := min(g.rate+beyond, 0.5)
		points = max(points, beyond+stats.Found*math.Sqrt(rate*(1-rate)/n))
	}
	return min(points, 1), "in what each " + g.Title() + " wins"
}

// Title is what the shares of the group are of.
func (g *Group) Title() string {
	if g.By == "option" {
		return g.Name
	}
	return g.By
}

func (s *Analysis) reachOfCards(more float64) (points float64, of string) {
	all := stats.Bets{Of: sim.Whole}
	var tried []int
	for i := range s.Trials {
		bets := stats.Bets{Values: s.Trials[i].Values, Of: sim.Whole}
		if n := bets.N(); float64(n) >= often*float64(s.Finished) {
			all.Values = append(all.Values, bets.Values...)
			tried = append(tried, n)
		}
	}
	if len(tried) == 0 {
		return 1, "made by cards"
	}
	slices.Sort(tried)
	n := int(more * float64(tried[len(tried)/2]))
	return all.Finds(n, s.Plan.certain()), fmt.Sprintf("made by cards that are tried in %d games", n)
}

// mostForecast bounds the games that a forecast names: beyond that the aim is unrealistic.
const mostForecast = 1 << 24

// needed is the number of games, of two digits, at which a reach comes to Aim; 0 where it
// does in no number that can be played.
func needed(reach func(games int) float64) int {
	low, high := 0, 2*Pilot
	for ; reach(high) > Aim; high *= 2 {
		low = high
		if high > mostForecast {
			return 0
		}
	}
	for high-low > 1 {
		if middle := (low + high) / 2; reach(middle) > Aim {
			low = middle
		} else {
			high = middle
		}
	}
	round := int(math.Pow10(max(len(strconv.Itoa(high))-2, 0)))
	return (high + round - 1) / round * round
}

// Needed is the number of games at which Reach comes to Aim, 0 where it never does.
func (s *Analysis) Needed() int {
	return needed(func(games int) float64 {
		reach, _ := s.Reach(games)
		return reach
	})
}

// Reach is the least change of a share of wins that a number of games of each arm finds in 80
// of 100 runs, for any bot, value of an option or seat, if they go on like the games played.
func (e *Experiment) Reach(pairs int) float64 {
	so := e.sums[1]
	more := float64(pairs) / float64(max(so.pairs, 1))
	times := func(n int) int { return int(more * float64(n)) }
	sums := newPairing()
	sums.pairs = pairs
	for f, m := range so.changes {
		sums.changes[f] = m.times(more)
	}
	for side, of := range so.sides {
		for f, x := range of {
			sums.sides[side][f] = &contribution{times(x.n), times(x.won), times(x.value)}
		}
	}
	out := e.judge(1, sums)
	reach := 0.0
	for i := range out.Figures {
		if f := &out.Figures[i]; f.By != "card" && f.What == "won" && f.Low != nil {
			reach = max(reach, f.reach()+stats.Found*f.Deviation)
		}
	}
	if reach == 0 {
		return 1
	}
	return min(reach, 1)
}

// Needed is the number of games of each arm at which Reach comes to Aim, 0 where it never does.
func (e *Experiment) Needed() int { return needed(e.Reach) }
