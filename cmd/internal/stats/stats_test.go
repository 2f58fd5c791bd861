package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// at is the interval after the observations of a mean.
func at(s Sequence, m Mean) Interval { return s.Of(m.N, m.Value(), m.Deviation()) }

func near(a, b, by float64) bool { return math.Abs(a-b) <= by }

// TestWilson compares with figures from the literature (Newcombe 1998, table I).
func TestWilson(t *testing.T) {
	for _, test := range []struct {
		k, n      int
		low, high float64
	}{{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718},
		{0, 0, 0, 1}, {29, 29, 0.8830, 1}} {
		i := Wilson(float64(test.k), test.n, Z95)
		if !near(i.Low, test.low, 5e-5) || !near(i.High, test.high, 5e-5) {
			t.Errorf("%d of %d: %.4f to %.4f, not %.4f to %.4f", test.k, test.n, i.Low, i.High, test.low, test.high)
		}
	}
}

// TestHolm is Holm's own scheme on four values.
func TestHolm(t *testing.T) {
	got := Holm([]float64{0.01, 0.04, 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		if !near(got[i], want, 1e-12) {
			t.Errorf("%d: %v, not %v", i, got[i], want)
		}
	}
}

// TestSequenceKeepsItsErrorRate looks after every observation of 1,000, where a
// fixed interval would exclude the true mean in over half of the runs.
func TestSequenceKeepsItsErrorRate(t *testing.T) {
	const runs = 400
	sequence := Sequence{Alpha: 0.05, Tight: 500}
	source, left := rand.New(rand.NewPCG(1, 2)), 0
	for range runs {
		var m Mean
		for range 1000 {
			m.Add(source.IntN(3) - 1)
			if !at(sequence, m).Contains(0) {
				left++
				break
			}
		}
	}
	if left > runs/20 {
		t.Errorf("%d of %d runs left an interval that holds with 95 %%", left, runs)
	}
}

func TestSequenceFindsADifference(t *testing.T) {
	var m Mean
	source := rand.New(rand.NewPCG(3, 4))
	sequence := Sequence{Alpha: 0.05, Tight: 500}
	for m.N < 5000 && at(sequence, m).Contains(0) {
		x := 0
		if source.IntN(10) == 0 {
			x = 1
		}
		m.Add(x)
	}
	if m.N > 400 {
		t.Errorf("a mean of 0.1 is found after %d observations", m.N)
	}
}

// TestRateDiffers compares with the normal distribution: 60 of 100 lie two deviations
// from one half.
func TestRateDiffers(t *testing.T) {
	for _, test := range []struct {
		k, n       int
		rate, want float64
	}{{60, 100, 0.5, 0.0455}, {40, 100, 0.5, 0.0455}, {50, 100, 0.5, 1}, {0, 0, 0.5, 1}, {3, 3, 1, 1}} {
		if got := RateDiffers(float64(test.k), test.n, test.rate); math.Abs(got-test.want) > 5e-5 {
			t.Errorf("%d of %d for %v: %v, not %v", test.k, test.n, test.rate, got, test.want)
		}
	}
}

// TestBets: a mean of 0 is ruled out in at most alpha of runs, though each is looked at
// after every ten values; an interval holds the true mean as often; and what is spread the
// same the other way round is judged the same.
func TestBets(t *testing.T) {
	const runs, alpha = 400, 0.05
	source := rand.New(rand.NewPCG(1, 2))
	wrong, missed := 0, 0
	for range runs {
		counts, shifted := map[int]int{}, map[int]int{}
		found := false
		for n := 1; n <= 300; n++ {
			counts[source.IntN(3)-1]++
			shifted[[]int{-1, 0, 0, 1, 1, 1}[source.IntN(6)]]++
			found = found || n%10 == 0 && bets(counts).Against(0) >= -math.Log(alpha)
		}
		if found {
			wrong++
		}
		if !bets(shifted).Interval(alpha).Contains(1.0 / 3) {
			missed++
		}
	}
	if wrong > runs*alpha || missed > runs*alpha {
		t.Errorf("of %d runs %d are wrong, and %d intervals miss the mean", runs, wrong, missed)
	}
	up, down := bets(map[int]int{1: 30, 0: 50, -1: 5}), bets(map[int]int{-1: 30, 0: 50, 1: 5})
	if a, b := up.Against(0), down.Against(0); math.Abs(a-b) > 1e-9 || a < math.Log(20) {
		t.Error(a, b)
	}
	if a, b := up.Interval(alpha), down.Interval(alpha); math.Abs(a.Low+b.High) > 1e-9 || a.Low <= 0 {
		t.Error(a, b)
	}
	if none := (Bets{Of: 1}).Interval(alpha); none.Low > -0.999 || none.High < 0.999 {
		t.Error(none)
	}
}

func bets(counts map[int]int) Bets {
	b := Bets{Of: 1}
	for _, v := range []int{-1, 0, 1} {
		b.Values = append(b.Values, [2]int{v, counts[v]})
	}
	return b
}
