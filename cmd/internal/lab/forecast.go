package lab

import (
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

// Reach is how far the interval of the median figure would reach to each side after a
// number of games, if they went on like those of the analysis: the figures of frequently
// tried cards if cards are tried, else those of the first group of shares. It is 1 if
// nothing is known.
func (s *Analysis) Reach(games int) float64 {
	var reaches []float64
	more := float64(games) / float64(max(s.Finished, 1))
	if s.Plan.Trials {
		for i := range s.Trials {
			bets := stats.Bets{Values: slices.Clone(s.Trials[i].Values), Of: sim.Whole}
			if float64(bets.N()) < often*float64(s.Finished) {
				continue
			}
			for k := range bets.Values {
				bets.Values[k][1] = int(more*float64(bets.Values[k][1]) + 0.5)
			}
			at := bets.Interval(errorRate)
			reaches = append(reaches, (at.High-at.Low)/2)
		}
	} else if len(s.Shares) > 0 {
		for _, share := range s.Shares[0].Shares {
			n := int(more * float64(share.apart))
			at := stats.Wilson(share.Value*float64(n), n, stats.Z95)
			reaches = append(reaches, (at.High-at.Low)/2)
		}
	}
	return middle(reaches)
}

func middle(reaches []float64) float64 {
	if len(reaches) == 0 {
		return 1
	}
	slices.Sort(reaches)
	return min(reaches[len(reaches)/2], 1)
}

// mostForecast bounds the games that a forecast names: beyond that the aim is unrealistic.
const mostForecast = 1 << 24

// needed is the number of games, of two digits, at which a reach comes to Aim; 0 where it
// does in no number that can be played.
func needed(reach func(games int) float64) int {
	low, high := 0, 2*Pilot
	for ; reach(high) > Aim; high *= 2 {
		if low = high; high > mostForecast {
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
func (s *Analysis) Needed() int { return needed(s.Reach) }

// Reach is how far the interval of the median figure of wins would reach to each side after
// a number of pairs, if they went on like those played.
func (c *Comparison) Reach(pairs int) float64 {
	more := float64(pairs) / float64(max(c.sums.pairs, 1))
	sums := &pairing{pairs: pairs, means: map[figure]*stats.Mean{}}
	for f, m := range c.sums.means {
		sums.means[f] = &stats.Mean{Sum: int64(more * float64(m.Sum)), Squares: int64(more * float64(m.Squares))}
	}
	for side, of := range c.sums.sides {
		sums.sides[side] = map[figure]*contribution{}
		for f, x := range of {
			sums.sides[side][f] = &contribution{n: int(more * float64(x.n)), won: int(more * float64(x.won))}
		}
	}
	out := &Compared{}
	c.judge(out, sums)
	var reaches []float64
	for i := range out.Figures {
		if f := &out.Figures[i]; f.By != "card" && f.What == "won" && f.Low != nil {
			reaches = append(reaches, *f.High-f.Difference)
		}
	}
	return middle(reaches)
}

// Needed is the number of pairs at which Reach comes to Aim, 0 where it never does.
func (c *Comparison) Needed() int { return needed(c.Reach) }
