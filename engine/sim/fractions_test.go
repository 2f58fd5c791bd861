package sim_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ruledeck/ruledeck/engine/sim"
)

// TestFractionsAddUpInAnyOrder: returns keep their fractions in the sums of a run, and these
// are the same however its games were shared out.
func TestFractionsAddUpInAnyOrder(t *testing.T) {
	games := []float64{-1, 1.0 / 3, 2, 1.0 / 7, -0.01, 0.5, 40}
	part := func(xs ...float64) *sim.Result {
		r := &sim.Result{Scores: []sim.Score{{Key: "returns", Of: "all"}}}
		for _, x := range xs {
			r.Scores[0].AddReal(x)
		}
		return r
	}
	all := part(games...)
	for i := range games {
		front := part(games[:i]...)
		back := part(games[i:]...)
		back.Merge(front)
		if diff := cmp.Diff(all.Scores, back.Scores); diff != "" {
			t.Errorf("%d games later:\n%s", i, diff)
		}
	}
	s := all.Scores[0]
	want := 2*4200 + 1400 + 600 - 42 + 2100 + 40*4200 - 4200
	if s.Unit != sim.Grain || s.Sum.Sum != int64(want) || s.Real(float64(s.Min)) != -1 || s.Real(float64(s.Max)) != 40 {
		t.Errorf("%+v", s)
	}
	if whole := part(1, 2); whole.Scores[0].Unit != 0 || whole.Scores[0].Squares != 5 {
		t.Errorf("whole numbers are counted as %+v", whole.Scores[0])
	}
}
