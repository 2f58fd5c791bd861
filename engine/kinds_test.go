package engine

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// small are the numbers that the replies below are made of.
const small = 4

// sequences visits all replies of at most n numbers from -1 on.
func sequences(n int, visit func(Reply)) {
	var grow func(Reply)
	grow = func(r Reply) {
		visit(r)
		if len(r) < n {
			for v := -1; v <= small; v++ {
				grow(append(r[:len(r):len(r)], v))
			}
		}
	}
	grow(Reply{})
}

// drawShape draws a small question that has a legal reply.
func drawShape(t *rapid.T) Shape {
	d := &Decision{
		Kind: DecisionKind(rapid.IntRange(0, len(kinds)-1).Draw(t, "kind")), Seat: 1,
		Optional: rapid.Bool().Draw(t, "optional"),
		Min:      rapid.IntRange(0, 3).Draw(t, "min"), Max: rapid.IntRange(0, 3).Draw(t, "max"),
		Total: rapid.IntRange(0, 4).Draw(t, "total"),
	}
	for n := range rapid.IntRange(0, 3).Draw(t, "options") {
		d.Options = append(d.Options, One(Num(n)))
	}
	if d.fit(1) != nil || d.Kind == Split && len(d.Options) == 0 {
		t.Skip("no reply is legal")
	}
	return d.ShapeOf(1)
}

// TestForced holds each kind of decision to its check: one is forced when a walk
// through all replies finds a single legal one, and then it is that; the first
// reply is always legal.
func TestForced(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawShape(t)
		var legal []Reply
		sequences(3, func(r Reply) {
			if s.Check(r) == nil && (s.Form() != Picks || s.Ordered() || slices.IsSorted(r)) {
				legal = append(legal, r)
			}
		})
		if s.IsForced() != (len(legal) == 1) {
			t.Fatalf("%s %+v: forced is %v, legal %v", s.Kind, s, s.IsForced(), legal)
		}
		if err := s.Check(s.First()); err != nil {
			t.Fatalf("%s %+v: the first reply %v: %v", s.Kind, s, s.First(), err)
		}
	})
}

// TestChoices: what a reply chooses leads back to it, also where the same is
// offered twice.
func TestChoices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawShape(t)
		d := &Decision{Kind: s.Kind, Seat: 1, Optional: s.Optional, Min: s.Min, Max: s.Max, Total: s.Total}
		for i := range s.Options {
			d.Options = append(d.Options, One(Num(min(i, rapid.IntRange(1, 3).Draw(t, "apart")))))
		}
		same := len(d.Options) > 1 && d.Options[len(d.Options)-1] == d.Options[len(d.Options)-2]
		sequences(3, func(r Reply) {
			if d.Check(1, r) != nil {
				return
			}
			back, err := d.ReplyOf(1, d.ChoicesOf(1, r))
			if err != nil || !same && !slices.Equal(back, r) || !slices.Equal(d.ChoicesOf(1, back), d.ChoicesOf(1, r)) {
				t.Fatalf("%s %+v: %v chose %v, which is %v, %v", s.Kind, s, r, d.ChoicesOf(1, r), back, err)
			}
		})
	})
}
