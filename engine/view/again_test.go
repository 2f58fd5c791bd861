package view_test

import (
	"errors"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/internal/tinytest"
	"github.com/ruledeck/ruledeck/engine/view"
)

// clumsy are scripts whose abilities fail.
type clumsy struct{ tinytest.Scripts }

func (clumsy) Run(*engine.Run, *engine.Instance, *engine.Raised) error { return errors.New("clumsy") }

// TestAgain: an event that is read again is the one that was read, also that of an ability
// that failed; up to a place of the log nobody reads further.
func TestAgain(t *testing.T) {
	layout, err := engine.NewLayout(tinytest.Pack(), 2)
	if err != nil {
		t.Fatal(err)
	}
	g := playOn(t, engine.New(engine.Setup{Layout: layout, Scripts: clumsy{}, Seed: 5, ContinueOnError: true}), 5, 30)
	kinds := map[view.EventKind]int{}
	for _, seat := range []engine.Seat{0, 1, 2, view.Referee} {
		r := view.NewReader(g.Position(), seat)
		half := view.Place(g.Position()) / 2
		r.Until(half)
		all := r.Next()
		if r.Position() != half || len(all) == 0 {
			t.Errorf("seat %d has read up to %d, not %d", seat, r.Position(), half)
		}
		r.Until(view.Place(g.Position()))
		all = append(all, r.Next()...)
		for n, want := range all {
			kinds[want.Kind]++
			want.Cause, want.Depth = -1, 0
			if want.Kind == view.FailedEvent {
				want = view.Event{Number: n, Cause: -1, Kind: view.FailedEvent}
			}
			got, ok := r.Again(n)
			if got.Kind == view.FailedEvent { // the referee's, from which nothing is hidden
				got = view.Event{Number: got.Number, Cause: got.Cause, Kind: got.Kind}
			}
			if !ok || encode(t, got) != encode(t, want) {
				t.Fatalf("seat %d, event %d:\n%s\nand not\n%s", seat, n, encode(t, got), encode(t, want))
			}
		}
		if _, ok := r.Again(len(all)); ok {
			t.Error("there is an event behind the last")
		}
	}
	if kinds[view.FailedEvent] == 0 || kinds[view.MoveEvent] == 0 {
		t.Errorf("%v", kinds)
	}
}
