package engine_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
)

// rounds is a game of steps that come in turn for ever.
type rounds struct{ engine.Scripts }

func (rounds) Step(*engine.Run, engine.StepID, []engine.Value) error { return nil }

func TestGamesWithoutEnd(t *testing.T) {
	layout, err := engine.NewLayout(&engine.Pack{
		ID: "endless", MinSeats: 1, MaxSeats: 1, Steps: []string{"turn.draw", "turn.discard", "begin"},
		Flow: []engine.Instruction{{Op: engine.OpStep, Arg: 2, Loop: -1}, {Op: engine.OpStep, Arg: 0, Loop: -1},
			{Op: engine.OpStep, Arg: 1, Loop: -1}, {Op: engine.OpJump, Target: 1}},
	}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for what, limits := range map[string]engine.Limits{
		"100 steps":                      {Steps: 100},
		"50 steps without a decision":    {Quiet: 50},
		"200 events":                     {Events: 200},
		"10000 bytes of its log":         {LogBytes: 10000},
		"10000 steps without a decision": {},
	} {
		g := engine.New(engine.Setup{Layout: layout, Scripts: rounds{}, Limits: limits, Seed: 5})
		status, err := g.Advance(t.Context())
		var endless *engine.EndlessError
		if status != engine.Stopped || !errors.As(err, &endless) {
			t.Fatalf("%s: %v, %v", what, status, err)
		}
		want := "the game is stopped: it has come to " + what +
			", and no game may have more (seed 5); again and again: turn.d"
		if strings.HasSuffix(what, "without a decision") {
			want = "the game goes on without end: it has come to " + what + " (seed 5); again and again: turn.d"
		}
		if !strings.HasPrefix(err.Error(), want) ||
			!strings.Contains(err.Error(), "turn.draw") || !strings.Contains(err.Error(), "; then turn.") ||
			!strings.Contains(err.Error(), "begin") {
			t.Errorf("%s: %v", what, err)
		}
		before := g.Counts().Steps
		if _, again := g.Advance(t.Context()); again == nil || g.Counts().Steps != before {
			t.Errorf("%s: the game goes on behind its limit", what)
		}
	}
}
