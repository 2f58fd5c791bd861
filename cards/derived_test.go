package cards_test

import (
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
)

// counted are the events in which rules count what a derived value says beforehand: a
// trigger with its parameters, and the function of the rules before which it is read.
var counted = []struct {
	game, derived, step, trigger, seat, card, value string
}{
	{"bbtm", "star_power", "scoreboard.reveal_tokens", "team.totalled", "seat", "matchup", "total"},
}

// TestDerived: what a derived value says before the rules count it is what they count, where
// everybody declines what may be declined, as it assumes. The suite plays a few games; 600:
//
//	RULEDECK_FULL=1 go test ./cards -run TestDerived -v
func TestDerived(t *testing.T) {
	for _, c := range counted {
		t.Run(c.game+" "+c.derived, func(t *testing.T) {
			p := load(t, c.game, nil)
			games, totals, wrong := 3, 0, 0
			if full {
				games = 600
			}
			for seed := range uint64(games) {
				tbl, err := p.Table(interp.Settings{Seats: 2 + int(seed)%(p.Compiled.Pack.MaxSeats-1)})
				if err != nil {
					t.Fatal(err)
				}
				g, err := tbl.NewGame()
				if err != nil {
					t.Fatal(err)
				}
				m, err := tbl.Machine()
				if err != nil {
					t.Fatal(err)
				}
				g.Reset(seed+1, tbl.OptionValues(seed+1))
				said := map[string]int{}
				random := bot.NewRandom(1, seed+1)
				step := tbl.Compiled.Steps[c.step]
				from, read := 0, false
				for !g.Over() {
					counts := func(_ int, next engine.StepID) bool { return next == step && !read }
					status, err := g.AdvanceStepTo(t.Context(), counts)
					if err != nil {
						t.Fatal(err)
					}
					if read = status == engine.Paused; read {
						foretell(t, g.Fork(m), tbl, c.derived, said)
						continue
					}
					for _, e := range view.Since(g.Position(), view.Referee, from) {
						if e.Kind != view.ApplyEvent || e.Name != c.trigger {
							continue
						}
						values := map[string]view.Value{}
						for _, v := range e.Values {
							values[v.Name] = v.Value
						}
						seat, card, value := values[c.seat], values[c.card], values[c.value]
						totals++
						if want, known := said[seat.Key()+card.Key()]; !known || want != value.Number {
							wrong++
							t.Errorf("seed %d: %s of %s at %s was to be %d, and is counted as %d",
								seed+1, c.derived, seat.Key(), card.Key(), want, value.Number)
						}
					}
					from = g.Log().Len()
					if d := g.Open(); d != nil {
						from--
						seat := engine.Seat(1)
						for !d.Waits(seat) {
							seat++
						}
						q := view.ShapeOf(d, seat)
						reply := random.Reply(&q)
						if low, _ := q.Bounds(); low == 0 && d.Open != nil {
							reply = engine.Reply{}
						}
						if err := g.Answer(d.Number, seat, reply); err != nil {
							t.Fatal(err)
						}
					}
				}
			}
			if t.Logf("%d totals, %d wrong", totals, wrong); totals < games*10 {
				t.Errorf("%d totals were counted in %d games", totals, games)
			}
		})
	}
}

// foretell reads a derived value of all that it is of.
func foretell(t *testing.T, g *engine.Game, tbl *interp.Table, name string, said map[string]int) {
	t.Helper()
	for i := range tbl.Layout.Pack.Derived {
		d := &tbl.Layout.Pack.Derived[i]
		if d.Name != name || !d.OfCard {
			continue
		}
		for _, c := range g.Position().Select(nil, &engine.Selection{Filter: d.Where}) {
			for seat := engine.Seat(1); int(seat) <= tbl.Layout.Seats; seat++ {
				v, err := g.Derive(t.Context(), i, seat, c)
				if err != nil {
					continue
				}
				of, at := view.Project(g.Position(), engine.SeatValue(seat), view.Referee),
					view.Project(g.Position(), engine.CardValue(c), view.Referee)
				said[of.Key()+at.Key()] = int(v.N)
			}
		}
	}
}

// TestDerivedLeavesNoTrace: a game from which derived values were read, at every question,
// stands as one from which none were.
func TestDerivedLeavesNoTrace(t *testing.T) {
	for _, game := range games(t) {
		p := load(t, game, nil)
		tbl, err := p.Table(interp.Settings{Seats: p.UsualSeats()})
		if err != nil {
			t.Fatal(err)
		}
		var hashes [2]uint64
		read := 0
		for i := range hashes {
			g, err := tbl.NewGame()
			if err != nil {
				t.Fatal(err)
			}
			g.Reset(7, tbl.OptionValues(7))
			for random := bot.NewRandom(1, 7); ; {
				d, seat := asked(t, g)
				if d == nil {
					break
				}
				for k := range tbl.Layout.Pack.Derived {
					if i == 1 && !tbl.Layout.Pack.Derived[k].OfCard {
						if v, err := g.Derive(t.Context(), k, seat, 0); err == nil && v.Kind == engine.Number {
							read++
						}
					}
				}
				if said := map[string]int{}; i == 1 {
					for k := range tbl.Layout.Pack.Derived {
						foretell(t, g, tbl, tbl.Layout.Pack.Derived[k].Name, said)
					}
					read += len(said)
				}
				q := view.ShapeOf(d, seat)
				if err := g.Answer(d.Number, seat, random.Reply(&q)); err != nil {
					t.Fatal(err)
				}
			}
			hashes[i] = g.Position().Hash() ^ g.Log().Hash()
		}
		if hashes[0] != hashes[1] || read == 0 {
			t.Errorf("%s: after %d values were read it ends in %x, without in %x", game, read, hashes[1], hashes[0])
		}
	}
}
