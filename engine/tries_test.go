package engine

import "testing"

// TestManyTriesAtADecision: however often a reply to a decision is tried, with quiet
// steps behind it, the game does not come nearer to its limits.
func TestManyTriesAtADecision(t *testing.T) {
	tb := newTable()
	quiet := make([]node, 11)
	quiet[0] = tb.do("ask", func(r *Run) error {
		_, err := r.Choose(&Decision{Kind: PickNumber, Seat: 1, Prompt: tb.word("n"), Min: 0, Max: 3})
		return err
	})
	for i := range quiet[1:] {
		quiet[i+1] = tb.do("quiet", func(*Run) error { return nil })
	}
	tb.flow(quiet...)
	g := New(tb.setup(t, 1))
	if status, err := g.Advance(t.Context()); err != nil || status != Waiting {
		t.Fatal(status, err)
	}
	trial := NewDeterminizer(g.setup.Scripts, nil)
	trial.At(t.Context(), g.Position(), g.Open(), 1)
	for n := range 20_000 {
		trial.Future(uint64(n + 1))
		if status, err := trial.Try(Reply{n % 4}, Until{End: true}); err != nil || status != Ended {
			t.Fatalf("try %d: %v, %v", n, status, err)
		}
	}
}
