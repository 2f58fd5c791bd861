// Package stats says how sure counted figures are: intervals of rates and
// means, tests that stay true under peeking, and corrections for looking at
// many things at once. It knows no games; package sim counts, this one judges.
//
// It may import the standard library only.
package stats

import (
	"cmp"
	"math"
	"slices"
)

// Z95 is the two-sided 95 % quantile of the normal distribution.
const Z95 = 1.959963984540054

// Found is how many standard deviations beyond a bound a mean lies that is found there in 80 of
// 100 runs: it would be in 90, were it not for what a forecast does not know.
const Found = 1.2815515655446

// Z is the number of standard deviations that a normal deviate exceeds to one side or the other
// with a probability of alpha.
func Z(alpha float64) float64 { return math.Sqrt2 * math.Erfinv(1-alpha) }

// Interval is an estimate with its lower and upper bound.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Contains reports whether a value lies within the bounds.
func (i Interval) Contains(x float64) bool { return i.Low <= x && x <= i.High }

// Wilson returns the rate of k in n with the score interval of E. B. Wilson
// (1927) for a quantile z of the normal distribution. Unlike the textbook
// interval it never leaves [0, 1] and holds for small n; of nothing it says 0
// to 1. Where k holds parts of a success, as of a drawn game, the interval is wider
// than it need be.
func Wilson(k float64, n int, z float64) Interval {
	if n <= 0 {
		return Interval{Low: 0, High: 1}
	}
	p, m := k/float64(n), float64(n)
	middle := p + z*z/(2*m)
	reach := z * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	scale := 1 + z*z/m
	return Interval{Value: p, Low: max(0, (middle-reach)/scale), High: min(1, (middle+reach)/scale)}
}

// RateDiffers returns the two-sided p-value for k of n having a rate (the score test);
// 1 of nothing. Of parts of a success it is larger than it need be.
func RateDiffers(k float64, n int, rate float64) float64 {
	if n == 0 || rate <= 0 || rate >= 1 {
		return 1
	}
	z := (k/float64(n) - rate) / math.Sqrt(rate*(1-rate)/float64(n))
	return math.Erfc(math.Abs(z) / math.Sqrt2) // a normal variable is at least as far from 0
}

// Holm returns p-values adjusted for having looked at all of them, by the
// step-down method of S. Holm (1979): rejecting those below alpha errs at all,
// anywhere, with a probability of at most alpha.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	adjusted := make([]float64, len(p))
	worst := 0.0
	for rank, i := range order {
		worst = max(worst, min(1, float64(len(p)-rank)*p[i]))
		adjusted[i] = worst
	}
	return adjusted
}

// Mean adds up whole numbers; its zero value is empty. Two means made on parts of
// the numbers add up to the same as one made on all, in any order.
type Mean struct {
	N       int   `json:"n"`
	Sum     int64 `json:"sum"`
	Squares int64 `json:"squares"`
}

// Add takes in one number.
func (m *Mean) Add(x int) {
	m.N++
	m.Sum += int64(x)
	m.Squares += int64(x) * int64(x)
}

// Value returns the mean, 0 of nothing.
func (m Mean) Value() float64 {
	if m.N == 0 {
		return 0
	}
	return float64(m.Sum) / float64(m.N)
}

// Deviation returns the standard deviation of the sample, 0 of fewer than two
// numbers.
func (m Mean) Deviation() float64 {
	if m.N < 2 {
		return 0
	}
	mean := m.Value()
	return math.Sqrt(max(0, (float64(m.Squares)-float64(m.N)*mean*mean)/float64(m.N-1)))
}

// Sequence is a confidence sequence for a mean: an interval after each number
// of observations, all of which hold the true mean at once with probability
// 1-Alpha. So one may look as often as one likes and stop when one likes, and the
// error rate stands. It is the asymptotic sequence of Waudby-Smith, Arbour, Sinha,
// Kennedy and Ramdas (2021), from the normal mixture of H. Robbins (1970).
type Sequence struct {
	Alpha float64
	// Tight is the number of observations at which the interval is tightest for
	// its error rate.
	Tight int
}

// Least is the number of observations below which a sequence says nothing: the
// normal approximation does not hold yet.
const Least = 30

// Of returns the interval after a number of observations with a mean and a standard deviation;
// unbounded before there are Least.
func (s Sequence) Of(observed int, mean, deviation float64) Interval {
	if observed < Least {
		return Interval{Value: mean, Low: math.Inf(-1), High: math.Inf(1)}
	}
	n := float64(observed)
	rho := s.rho()
	// One observation of spread is added: numbers that were all equal so far are no proof that
	// there is no spread.
	deviation = math.Sqrt((deviation*deviation*(n-1) + 1) / n)
	reach := deviation * math.Sqrt(2*(n*rho*rho+1)/(n*n*rho*rho)*math.Log(math.Sqrt(n*rho*rho+1)/s.Alpha))
	return Interval{Value: mean, Low: mean - reach, High: mean + reach}
}

// rho is the width of the mixture that makes the interval tightest at Tight
// observations.
func (s Sequence) rho() float64 {
	l := -2 * math.Log(s.Alpha)
	return math.Sqrt((l + math.Log(l+1)) / float64(max(s.Tight, 1)))
}

// Bets judge whole numbers from -Of to Of that were counted, by how much somebody would
// have won who bet on them at fair odds (the e-value of G. Shafer, 2021): a fortune of e
// says as much as a p-value of 1/e, of any number of values, however often one looks and
// whenever one stops, and with no word of how they are spread (J. Ville, 1939).
type Bets struct {
	// Values are pairs of a value and how often it came.
	Values [][2]int
	Of     int
}

// stakes are the parts of the fortune that are set on each value.
var stakes = [...]float64{0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7}

// N is the number of values.
func (b Bets) N() int {
	n := 0
	for _, v := range b.Values {
		n += v[1]
	}
	return n
}

// Against returns the logarithm of the e-value against the mean of the values, as a part
// of Of, being mean: the fortune of somebody who spreads it evenly over all stakes on more
// and on less.
func (b Bets) Against(mean float64) float64 { return against(b.parts(), mean) }

// parts is a value, as a part of Of, and how often it came.
type parts struct{ value, times float64 }

func (b Bets) parts() []parts {
	var out []parts
	for _, v := range b.Values {
		out = append(out, parts{float64(v[0]) / float64(b.Of), float64(v[1])})
	}
	return out
}

func against(values []parts, mean float64) float64 {
	var logs []float64
	for _, stake := range stakes {
		for _, sign := range [...]float64{-1, 1} {
			sum := 0.0
			for _, v := range values {
				sum += v.times * math.Log1p(sign*stake*(v.value-mean)/(1+math.Abs(mean)))
			}
			logs = append(logs, sum)
		}
	}
	most := slices.Max(logs)
	all := 0.0
	for _, l := range logs {
		all += math.Exp(l - most)
	}
	return most + math.Log(all/float64(len(logs)))
}

// Finds is the mean from which on n values speak against 0 with some evidence, as Against
// returns it, in 80 of 100 runs: values that are spread as these are, but for some of Of. It is
// 1 where none does.
func (b Bets) Finds(n int, evidence float64) float64 {
	values := b.parts()
	all, squares := 0.0, 0.0
	for _, v := range values {
		all += v.times
		squares += v.times * v.value * v.value
	}
	if all == 0 {
		return 1
	}
	low, high := 0.0, 1.0
	for range 20 {
		mean := (low + high) / 2
		some := []parts{{1, mean * float64(n)}}
		for _, v := range values {
			times := v.times / all * (1 - mean) * float64(n) / 2
			some = append(some, parts{v.value, times}, parts{-v.value, times})
		}
		if against(some, 0) < evidence {
			low = mean
		} else {
			high = mean
		}
	}
	return min(high+Found*math.Sqrt((squares/all*(1-high)+high-high*high)/float64(n)), 1)
}

// Interval is the mean of the values, as a part of Of, with the bounds of those means that
// the bets have not ruled out with an error rate of alpha.
func (b Bets) Interval(alpha float64) Interval {
	sum := 0.0
	for _, v := range b.Values {
		sum += float64(v[0]) * float64(v[1])
	}
	mean := sum / float64(b.Of*max(b.N(), 1))
	bound := func(out float64) float64 {
		in := mean
		for range 40 { // to far below what is printed
			if middle := (in + out) / 2; b.Against(middle) < -math.Log(alpha) {
				in = middle
			} else {
				out = middle
			}
		}
		return in
	}
	return Interval{Value: mean, Low: bound(-1), High: bound(1)}
}
