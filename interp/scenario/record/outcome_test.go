package record

import (
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
)

// TestOutcomes: what is said to be true at the end of a scenario names each thing
// once, and "then" holds what was chosen.
func TestOutcomes(t *testing.T) {
	b := openBookFor(t, "bbtm", 2, nil)
	r := NewRecorder(t.Context(), b)
	g := randomGame(t, b, 7)
	for g.Position().Decisions() < 12 {
		if status, err := g.AdvanceStep(t.Context()); err != nil || status == engine.Ended {
			t.Fatal(status, err)
		}
	}
	all := r.Outcomes(g)
	seen := map[string]bool{}
	var chosen []Outcome
	kinds := map[string]bool{}
	for _, o := range all {
		if seen[o.ID()] {
			t.Errorf("%s is there twice", o.ID())
		}
		seen[o.ID()] = true
		kinds[o.Path[0]] = true
		if o.Event >= 0 || o.Thing != "" {
			chosen = append(chosen, o)
		}
	}
	if !kinds["events"] || !kinds["table"] || !kinds["1"] {
		t.Errorf("only %v are spoken of", kinds)
	}
	text := Text(Then(chosen))
	for _, want := range []string{"events:\n", "table:", "deck.count: "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
}
