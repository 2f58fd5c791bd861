package lab_test

import (
	"math"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
)

// TestForecast: how many games an aim needs is right within a factor of two from the games
// of a pilot, by how far the intervals reach once as many have been played.
func TestForecast(t *testing.T) {
	right := func(what string, said, reach float64) {
		t.Helper()
		// An interval narrows with the square root of the games.
		if more := math.Pow(reach/said, 2); more > 2 || more < 0.5 {
			t.Errorf("%s: the reach is %.3f, forecast was %.3f: of %.1f times the games", what, reach, said, more)
		}
	}
	shares := plan(t, "../../../testdata/kuhn", nil, "random", "greedy")
	cards := trial(t, "yes", 2)
	for what, p := range map[string]*lab.Plan{"shares": shares, "cards": cards} {
		pilot := lab.Analyze(p, played(t, p, lab.Pilot), "en")
		n := pilot.Needed()
		if n < 300 || n > 20_000 {
			t.Fatalf("%s: %d games", what, n)
		}
		right(what, lab.Aim, lab.Analyze(p, played(t, p, n), "en").Reach(n))
	}
	a := plan(t, "../../../testdata/kuhn", nil, "random", "greedy")
	b := plan(t, "../../../testdata/kuhn", nil, "random", "greedy")
	c := &lab.Comparison{A: a, B: b, Pairs: 500, Unpaired: true, Workers: 1}
	said := 0.0
	c.Looked = func() { said = c.Reach(c.Pairs) }
	if _, err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	right("pairs", said, c.Reach(c.Pairs))
}
