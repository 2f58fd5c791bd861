package interp_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
)

// TestThinkingOnSeveralCores: with the scripts of real games too, a player that thinks by
// a clock gives the same answers for the same number of playouts, however many help it:
// where cards are hidden, where values are, and where all is open.
func TestThinkingOnSeveralCores(t *testing.T) {
	for game, seats := range map[string]int{"bbtm": 2, "seven-missions": 2, "../testdata/tictactoe": 2} {
		tab := shipped(t, game, seats, false)
		var want string
		for helpers := range 3 {
			now := time.Unix(0, 0)
			clock := func() time.Time { now = now.Add(400 * time.Millisecond); return now }
			machine := func() engine.Scripts {
				m, err := tab.Machine()
				if err != nil {
					t.Fatal(err)
				}
				return m
			}
			p, err := bot.NewTimed("search:2s", 1, 3, machine, clock)
			if err != nil {
				t.Fatal(err)
			}
			search := p.(*bot.Search)
			for range helpers {
				search.Help(machine())
			}
			g := engine.New(tab.Setup(machine(), 5))
			asked := 0
			decide := func(
				ctx context.Context, at *engine.Position, d *engine.Decision, seat engine.Seat,
			) engine.Reply {
				if asked++; asked > 8 {
					return nil // that is enough
				}
				return search.Decide(ctx, at, d, seat)
			}
			g.SetDecider(1, decide)
			g.SetDecider(2, bot.NewRandom(2, 3).Decide)
			if status, err := g.Advance(t.Context()); err != nil || search.Err != nil || search.AtRandom > 0 {
				t.Fatal(status, err, search.Err, search.AtRandom)
			}
			got := fmt.Sprintf("%x after %d events, %d playouts", g.Log().Hash(), g.Log().Len(), search.Tried)
			if want == "" {
				want = got
			}
			if got != want || search.Tried == 0 {
				t.Errorf("%s, %d helpers: %s, alone %s", game, helpers, got, want)
			}
		}
	}
}
