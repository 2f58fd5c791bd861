package provenance_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/provenance"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/play"
)

// TestChangedParameters: the chain of an event whose parameters an ability changed has
// the ability before the trigger, and says what they were and are; no other does. The
// clown of the pack has an encore of two.
func TestChangedParameters(t *testing.T) {
	p, err := interp.Load("../../../testdata/broken/base", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := p.Table(interp.Settings{Seats: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	bots, err := play.NewBots([]string{"random", "random"})
	if err != nil {
		t.Fatal(err)
	}
	s, err := play.New(play.From(table), play.Settings{Players: bots})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	atlas := provenance.NewAtlas(table)
	all, _ := s.Watch(view.Referee, "en").Seen()
	for _, viewer := range []engine.Seat{0, 1, 2, view.Referee} {
		w := s.Watch(viewer, "en")
		events, lines := w.Seen()
		told := provenance.History{Events: events, Lines: lines, All: all}
		encore := slices.ContainsFunc(events, func(e view.Event) bool { return e.Kind == view.AbilityEvent })
		if !encore && viewer == view.Referee {
			t.Fatal("nobody gave an encore")
		}
		changed, unchanged := 0, 0
		for n := range events {
			chain := atlas.Chain(&told, n)
			for i, c := range chain {
				if c.Kind != view.ApplyEvent || c.Name != "performer.enters" {
					if c.Changed != nil {
						t.Fatalf("%s: %+v", c.Name, c.Changed)
					}
					continue
				}
				clown := slices.ContainsFunc(c.Values,
					func(v view.Named) bool { return strings.HasPrefix(w.Voice().Value(&v.Value), "Clown") })
				if !clown {
					unchanged++
					if c.Changed != nil || i > 0 && chain[i-1].Kind == view.AbilityEvent {
						t.Fatalf("viewer %d, event %d: %+v", viewer, n, c.Changed)
					}
					continue
				}
				changed++
				if got := c.ChangedText(w.Voice()); got != "applause 1 → 3" {
					t.Errorf("viewer %d, event %d: %q", viewer, n, got)
				}
				if !encore {
					continue // of a card in another's hand
				}
				if before := chain[i-1]; before.Kind != view.AbilityEvent || before.At.File == "" ||
					!strings.HasSuffix(before.At.File, "encore.lua") {
					t.Errorf("viewer %d, event %d: behind %+v", viewer, n, before)
				}
			}
		}
		if changed == 0 || unchanged == 0 {
			t.Errorf("viewer %d: %d with a change, %d without", viewer, changed, unchanged)
		}
	}
}
