package lab_test

import (
	"math"
	"os"
	"slices"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
)

// TestForecast: what games will tell is right from the games of a pilot, within a factor of two
// of the games, by what they tell once they have been played.
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
		if n < 300 || n > 40_000 {
			t.Fatalf("%s: %d games", what, n)
		}
		said, _ := pilot.Reach(1000)
		reach, _ := lab.Analyze(p, played(t, p, 1000), "en").Reach(1000)
		right(what, said, reach)
	}
	a := plan(t, "../../../testdata/kuhn", nil, "random", "greedy")
	b := plan(t, "../../../testdata/kuhn", nil, "random", "greedy")
	c := &lab.Experiment{Arms: []*lab.Plan{a, b}, Games: 500, Unpaired: true, Workers: 1}
	said := 0.0
	c.Looked = func() {
		if c.Played(0).Games() == lab.Batch {
			said = c.Reach(c.Games)
		}
	}
	if _, err := c.Compare(t.Context()); err != nil {
		t.Fatal(err)
	}
	right("pairs", said, c.Reach(c.Games))
}

// TestPromised: what a forecast promises is found in 80 of 100 runs: a card planted with 10
// points, in runs of as many games as the forecast names for what it does, less what the others
// do that are played in its place.
func TestPromised(t *testing.T) {
	runs := 3
	if os.Getenv("RULEDECK_FULL") != "" {
		runs = 100
	}
	found := 0
	for run := range runs {
		p := trial(t, "yes", 2)
		p.Seed = uint64(100 + run)
		pilot := lab.Analyze(p, played(t, p, lab.Pilot), "en")
		games := 500
		for promised := 1.0; promised > 0.1-5./2900; games += 50 {
			promised, _ = pilot.Reach(games)
		}
		certain := lab.Analyze(p, played(t, p, games), "en").Certain()
		ten := func(e *lab.Effect) bool { return e.Key == "ten" && e.Tried[0].Certain }
		if certain != nil && slices.ContainsFunc(certain.Cards, ten) {
			found++
		}
	}
	t.Logf("found in %d of %d runs", found, runs)
	if 5*found < 4*runs {
		t.Errorf("found in %d of %d runs", found, runs)
	}
}

// TestSharesPromised is TestPromised for what seats win: in a game in which one of them wins
// more, it is said to in 80 of 100 runs of as many games as the forecast names for that.
func TestSharesPromised(t *testing.T) {
	runs := 20
	p := plan(t, "../../../testdata/tictactoe", nil, "random", "random")
	beyond := lab.Analyze(p, played(t, p, 2000), "en").Shares[0].Shares[0].Beyond
	found := 0
	for run := range runs {
		p.Seed = uint64(100 + run)
		pilot := lab.Analyze(p, played(t, p, lab.Pilot), "en")
		games := 10
		for promised := 1.0; promised > beyond; games++ {
			promised, _ = pilot.Reach(games)
		}
		sheet := lab.Analyze(p, played(t, p, games), "en")
		certain := sheet.Certain()
		if !sheet.Shares[0].Shares[0].Off {
			continue
		}
		found++
		want := "seat 1 " + lab.Points(sheet.Shares[0].Shares[0].Beyond)
		if certain.Shares[0] != want || want[7] != '+' {
			t.Errorf("certain is %q, and not %s", certain.Shares, want)
		}
	}
	t.Logf("%.1f points are found in %d of %d runs", 100*beyond, found, runs)
	if beyond < 0.05 || 5*found < 4*runs {
		t.Errorf("%.1f points are found in %d of %d runs", 100*beyond, found, runs)
	}
}
