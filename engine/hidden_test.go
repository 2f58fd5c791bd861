package engine

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// heard are the seats of which Setup.Windowed was told.
var heard []Seat

// hiddenGame has two seats; the hand of heldBy holds two alphas, which can answer a hit
// unseen or by showing themselves; a hit is raised for seat 1.
func hiddenGame(t *testing.T, rounds bool, heldBy Seat, decide func(d *Decision) Reply) *Game {
	t.Helper()
	tb := newTable()
	tb.Order.Rounds = rounds
	for _, name := range []string{"note", "show"} {
		a := tb.may(tb.hit, After, name, tb.alpha, func(r *Run, in *Instance, _ *Raised) error {
			if in.Ability.Name == "show" {
				return r.Reveal(in.Card, r.AllSeats())
			}
			return nil
		})
		a.Active = &Filter{Terms: []Term{{Op: TermZone, Zones: tb.mask(tb.hand)}}}
		a.Where = []Condition{{hitSeat, &Filter{Terms: []Term{{Op: TermEnemy}}}}}
	}
	tb.flow(tb.do("test", func(r *Run) error {
		deck := tb.z(&r.Position, tb.deck, 1)
		for n := 1; n <= 2; n++ {
			for _, of := range []DefID{tb.alpha, tb.beta} {
				if err := r.Move(tb.c(&r.Position, of, n), deck, 0); err != nil {
					return err
				}
			}
		}
		if err := r.Shuffle(deck); err != nil {
			return err
		}
		for s := Seat(1); s <= 2; s++ {
			takes := []CardID{tb.c(&r.Position, tb.beta, int(s))}
			if s == heldBy {
				takes = []CardID{tb.c(&r.Position, tb.alpha, 1), tb.c(&r.Position, tb.alpha, 2)}
			}
			for _, c := range takes {
				if err := must(r.SetController(c, s), r.Move(c, tb.z(&r.Position, tb.hand, s), 0)); err != nil {
					return err
				}
			}
		}
		ev := tb.ev(r, tb.hit, Value{}, Value{}, Value{}, Num(0), SeatValue(1))
		if err := r.Raise(ev, nil); err != nil {
			return err
		}
		_, err := r.Choose(&Decision{Kind: PickNumber, Seat: 1, Min: 0, Max: 3})
		return err
	}))
	setup := tb.setup(t, 2)
	setup.Windowed = func(_ context.Context, d *Decision) { heard = append(heard, d.Seat) }
	g := New(setup)
	for {
		status, err := g.Advance(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if status == Ended {
			return g
		}
		d := g.Open()
		if err := g.Answer(d.Number, d.Seat, decide(d)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHiddenWindows: the numbers of later decisions do not say whether a seat held a card
// that it could have used, nor how often it did something that nobody saw.
func TestHiddenWindows(t *testing.T) {
	for _, rounds := range []bool{false, true} {
		for _, test := range []struct {
			name   string
			heldBy Seat
			picks  []int // in hidden windows; -1 passes
			asked  string
		}{
			{"nobody holds one", 0, nil, "2.0 "},
			{"it passes", 2, []int{-1}, "1.0 hidden 2.0 "},
			{"it does something unseen", 2, []int{0, -1}, "1.0 hidden 1.1 hidden 2.0 "},
			{"it does two things unseen", 2, []int{0, 1, -1}, "1.0 hidden 1.1 hidden 1.2 hidden 2.0 "},
			{"its enemy holds them", 1, nil, "2.0 "},
		} {
			var asked strings.Builder
			g := hiddenGame(t, rounds, test.heldBy, func(d *Decision) Reply {
				fmt.Fprintf(&asked, "%d.%d ", d.Number, d.Again)
				if !d.Hidden {
					return Reply{1}
				}
				asked.WriteString("hidden ")
				if d.ShownTo(1) || !d.ShownTo(2) {
					t.Error(test.name, ": others are shown that it is asked")
				}
				pick := test.picks[0]
				if test.picks = test.picks[1:]; pick < 0 {
					return Reply{}
				}
				return Reply{pick}
			})
			if asked.String() != test.asked || g.Counts().Decisions != 2 {
				t.Errorf("rounds %v, %s: asked %s(%d decisions), want %s", rounds, test.name, asked.String(),
					g.Counts().Decisions, test.asked)
			}
			if held := test.heldBy == 2; g.Counts().Unasked == 0 == !held {
				t.Errorf("%s: %d were answered by themselves", test.name, g.Counts().Unasked)
			}
		}
	}
}

// TestSeenUse: what shows itself counts, and gives the others another round where the
// pack has rounds.
func TestSeenUse(t *testing.T) {
	numbers := ""
	g := hiddenGame(t, false, 2, func(d *Decision) Reply {
		numbers += fmt.Sprint(d.Number, ".", d.Again, " ")
		for i, o := range d.Options {
			if d.Hidden && o.V[0].Kind == Handle && len(d.Options) == 4 && i == 1 {
				return Reply{i}
			}
		}
		if d.Hidden || d.Kind == PickOne {
			return Reply{}
		}
		return Reply{1}
	})
	if numbers != "1.0 2.0 3.0 " || g.Counts().Decisions != 3 {
		t.Error(numbers, g.Counts().Decisions)
	}
}

// TestWindowed: a host hears once of each window that others must not know of, whether
// its seat is asked or not.
func TestWindowed(t *testing.T) {
	for _, heldBy := range []Seat{0, 2} {
		heard = nil
		hiddenGame(t, true, heldBy, func(d *Decision) Reply {
			if d.Hidden {
				return Reply{}
			}
			return Reply{1}
		})
		if len(heard) != 1 || heard[0] != 2 {
			t.Errorf("held by %d: it heard of %v", heldBy, heard)
		}
	}
}
