package scenario_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

// TestWords plays the scenarios of the pack that tries the words of abilities, in all modes.
func TestWords(t *testing.T) {
	files, err := filepath.Glob("../../testdata/skirmish/scenarios/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no scenarios", err)
	}
	for _, mode := range append(scenario.Modes, "") {
		results, err := scenario.Run(context.Background(), files, scenario.Config{Mode: mode})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			if report := r.Report(); report != "" {
				t.Errorf("mode %q: %s", mode, report)
			}
		}
	}
	p, err := interp.Load("../../testdata/skirmish", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	text := p.Messages.Speaker("en", nil).CardText(p.Compiled.Defs["stunner"])
	want := []string{"Play: Gain 1. 1 damage to a creature. It is spent.", "Reap: 2 damage to a creature."}
	if !slices.Equal(text, want) {
		t.Errorf("the text of a card with deeds is %q, not %q", text, want)
	}
	base, err := pack.Open("../../testdata/skirmish")
	if err != nil {
		t.Fatal(err)
	}
	var texts [][]byte
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	for _, d := range check.Pack(interp.ReadSource(base), check.Settings{HasScenarios: true, Scenarios: texts}) {
		if d.Severity != diag.Note {
			t.Errorf("%s: %s", d.Pos, d.Text())
		}
	}
}
