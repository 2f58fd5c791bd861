package engine_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/internal/tinytest"
	"github.com/ruledeck/ruledeck/engine/rng"
	"pgregory.net/rapid"
)

// playOn answers decisions up to one with a number, or to the end.
func playOn(ctx context.Context, g *engine.Game, seed uint64, until int) error {
	for {
		status, err := g.Advance(ctx)
		if err != nil || status == engine.Ended || g.Open().Number >= until {
			return err
		}
		d := g.Open()
		for s := engine.Seat(1); int(s) <= g.Layout().Seats; s++ {
			if d.Waits(s) {
				if err := g.Answer(d.Number, s, randomReply(d, s, seed)); err != nil {
					return err
				}
			}
		}
	}
}

const toTheEnd = 1 << 30

// TestForksPlayOnBesideEachOther: forks of one game, taken at several of its decisions
// and between steps, and the game itself play on at the same time. A fork from a decision
// plays otherwise for a while, goes back to where it was taken, or further, and on as the
// game does; each then has the log of a game that was played straight on, and so have
// forks of forks.
func TestForksPlayOnBesideEachOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seats, seed := rapid.IntRange(2, 4).Draw(t, "seats"), rapid.Uint64().Draw(t, "seed")
		replies := rapid.Uint64().Draw(t, "replies")
		straight := tinytest.New(seats, seed)
		if err := playOn(t.Context(), straight, replies, toTheEnd); err != nil {
			t.Fatal(err)
		}
		decisions := straight.Position().Decisions()
		g := tinytest.New(seats, seed)
		leave := rapid.SliceOfN(rapid.IntRange(1, max(1, decisions)), 1, 5).Draw(t, "leave at")
		astray := rapid.IntRange(1, 40).Draw(t, "astray")
		further := rapid.IntRange(0, 12).Draw(t, "further back")
		done := make(chan error)
		played := func(g *engine.Game) error {
			switch err := playOn(t.Context(), g, replies, toTheEnd); {
			case err != nil:
				return err
			case g.Log().Len() != straight.Log().Len() || g.Log().Hash() != straight.Log().Hash():
				return errors.New("the log is not that of the straight game")
			case !g.Position().State().Equal(straight.Position().State()) || g.Counts() != straight.Counts():
				return errors.New("the state is not that of the straight game")
			}
			return nil
		}
		goAstray := func(g *engine.Game, seed uint64) {
			done <- func() error {
				number := g.Open().Number
				if err := playOn(t.Context(), g, seed, number+astray); err != nil {
					return err
				}
				own := g.Fork(tinytest.Scripts{})
				for _, g := range []*engine.Game{g, own} {
					if err := g.Undo(t.Context(), max(1, number-further)); err != nil {
						return fmt.Errorf("back to decision %d: %w", number, err)
					}
					if err := played(g); err != nil {
						return fmt.Errorf("left at decision %d: %w", number, err)
					}
				}
				return nil
			}()
		}
		forks := 0
		for status := engine.Going; status != engine.Ended; {
			var err error
			if status, err = g.AdvanceStep(t.Context()); err != nil {
				t.Fatal(err)
			}
			switch {
			case status == engine.Waiting:
				for i, at := range leave {
					if at == g.Open().Number {
						go goAstray(g.Fork(tinytest.Scripts{}), replies+uint64(i)+1)
						forks++
					}
				}
				answerAll(t, g, replies)
			case status == engine.Going && rng.Derive(replies, g.Log().Len())%8 == 0: // between two steps
				fork := g.Fork(tinytest.Scripts{})
				go func() { done <- played(fork) }()
				forks++
			}
		}
		for range forks {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		if g.Log().Hash() != straight.Log().Hash() {
			t.Error("the game's log is not that of the straight game")
		}
	})
}
