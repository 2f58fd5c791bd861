package fuzz

import (
	"errors"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/source"
)

// TestUnsoundGames lets random play find states and logs that are broken: no
// pack can break them, so a check stands in that dislikes what a game comes to.
// It must be written as a scenario that fails in the same way.
func TestUnsoundGames(t *testing.T) {
	p, err := interp.Load("seven-missions", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	fine := func(*engine.Game) error { return nil }
	state := func(g *engine.Game) error {
		if kind := p.Compiled.Zones["discard"]; g.Position().CountIn(g.Layout().ZoneOf(kind, 1, 0)) > 2 {
			return errors.New("three cards are one too many")
		}
		return nil
	}
	log := func(g *engine.Game) error {
		for at := g.Log().Base; at < g.Log().Len(); at++ {
			if e := g.Log().At(at); e.Kind == engine.EvStep && p.Compiled.Pack.Steps[e.A] == "turn.draw" {
				return errors.New("no card may be drawn")
			}
		}
		return nil
	}
	for _, check := range []struct {
		scenario.Validator
		says string
	}{
		{scenario.Validator{State: state, Folds: fine}, "the state is not valid: three cards are one too many"},
		{scenario.Validator{State: fine, Folds: log}, "the state is not valid: no card may be drawn"},
	} {
		t.Run(check.says, func(t *testing.T) {
			f := Fuzzer{Pack: p, Game: "seven-missions", Seats: 1, Games: 1, Seed: 3, held: &check.Validator}
			r, err := f.Run(t.Context())
			if err != nil || len(r.Failures) != 1 {
				t.Fatal(r, err)
			}
			found := r.Failures[0]
			if found.Scenario == "" || found.Answers > 10 {
				t.Fatalf("%d answers: %s\n%s", found.Answers, found.Why, found.Scenario)
			}
			t.Logf("%s", found.Scenario)
			report := &diag.List{}
			c := scenario.CaseOf(source.Read("found.yaml", []byte(found.Scenario), report))
			fixture, err := scenario.NewCache(nil).Fixture(c)
			if err != nil {
				t.Fatal(err)
			}
			s := &failing{Fixture: fixture, ctx: t.Context(), held: check.Validator, want: check.says}
			if !s.fails(source.Read("found.yaml", []byte(found.Scenario), report)) {
				t.Errorf("it does not fail in the same way: %s\n%s", s.last, found.Scenario)
			}
		})
	}
}
