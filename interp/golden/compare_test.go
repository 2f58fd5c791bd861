package golden_test

import (
	"context"
	"errors"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/golden"
	"github.com/ruledeck/ruledeck/interp/play"
)

// TestInterruptedCompare: a golden that is compared while the program is asked to stop
// differs in nothing; asked again, it does what it did.
func TestInterruptedCompare(t *testing.T) {
	p, err := interp.Load("../../testdata/tictactoe", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := p.Table(interp.Settings{Seats: 2, Seed: 3})
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
	g, err := golden.Of(s, "tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if different, err := g.Compare(ctx, table); !errors.Is(err, context.Canceled) || different != nil {
		t.Errorf("%+v, %v", different, err)
	}
	if different, err := g.Compare(t.Context(), table); err != nil || different != nil {
		t.Errorf("%+v, %v", different, err)
	}
}
