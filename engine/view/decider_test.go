package view_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/internal/tinytest"
	"github.com/ruledeck/ruledeck/engine/view"
)

// TestDeciderSeesTheSame: who is asked in the middle of a step is shown what he is
// shown where the decision stays open, byte by byte.
func TestDeciderSeesTheSame(t *testing.T) {
	for seed := range uint64(3) {
		shown := map[string]string{}
		show := func(_ context.Context, p *engine.Position, d *engine.Decision, seat engine.Seat) string {
			return encode(t, []any{view.Of(p, seat), view.Asked(p, d, seat),
				view.ReaderAt(p, seat, p.Checkpoint()).Next(), view.ClassesOf(p, d, seat)})
		}
		reply := func(d *engine.Decision, seat engine.Seat) engine.Reply {
			q := view.ShapeOf(d, seat)
			return bot.NewRandom(seat, seed).Reply(&q)
		}
		g := tinytest.New(2, seed)
		triggers := 0
		for {
			status, err := g.Advance(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if status == engine.Ended {
				break
			}
			d := g.Open()
			triggers += len(d.Open)
			for s := engine.Seat(1); s <= 2; s++ {
				if d == g.Open() && d.Waits(s) {
					shown[fmt.Sprint(d.Number, s)] = show(t.Context(), g.Position(), d, s)
					if err := g.Answer(d.Number, s, reply(d, s)); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		asked := 0
		decides := tinytest.New(2, seed)
		for s := engine.Seat(1); s <= 2; s++ {
			decides.SetDecider(s,
				func(ctx context.Context, p *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
					asked++
					want, have := shown[fmt.Sprint(d.Number, seat)], show(t.Context(), p, d, seat)
					if want != have {
						t.Fatalf("seed %d, decision %d: seat %d\n%s", seed, d.Number, seat, difference(want, have))
					}
					return reply(d, seat)
				})
		}
		if _, err := decides.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		if asked != len(shown) || asked < 20 || triggers == 0 {
			t.Errorf("%d decisions were left open, %d asked; %d triggers", len(shown), asked, triggers)
		}
	}
}

// TestDecidersOnlyLook: what a decider gets has none of the ways in which scripts
// and hosts change a game.
func TestDecidersOnlyLook(t *testing.T) {
	g := tinytest.New(2, 1)
	var given *engine.Position
	g.SetDecider(1, func(ctx context.Context, p *engine.Position, _ *engine.Decision, _ engine.Seat) engine.Reply {
		given = p
		return nil
	})
	if status, err := g.Advance(t.Context()); err != nil || status != engine.Waiting || given == nil {
		t.Fatal(status, err)
	}
	for _, changes := range []reflect.Type{reflect.TypeFor[*engine.Run](), reflect.TypeFor[*engine.Game]()} {
		for _, name := range []string{"SetSeatAttribute", "SetAttribute", "Move", "Shuffle", "Roll", "Raise", "Answer",
			"Undo", "Advance", "Reset"} {
			_, there := changes.MethodByName(name)
			if _, has := reflect.TypeOf(given).MethodByName(name); there && has {
				t.Errorf("a decider can call %s, as a %s", name, changes)
			}
		}
	}
	if _, there := reflect.TypeFor[*engine.Run]().MethodByName("SetSeatAttribute"); !there {
		t.Error("scripts set attributes otherwise now")
	}
}
