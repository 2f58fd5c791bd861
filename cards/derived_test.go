package cards_test

import (
	"fmt"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
)

// counted are the events in which rules count what a derived value says beforehand: of the
// seat in seat, or of the one that has the card in it, at the card in card, the number in
// value. Before step nothing of it is counted.
var counted = []struct {
	game, derived, step string
	kind                view.EventKind
	name                string
	of                  [][3]string // seat, card, value
}{
	{"bbtm", "star_power", "scoreboard.reveal_tokens", view.ApplyEvent, "team.totalled",
		[][3]string{{"seat", "matchup", "total"}}},
	{"seven-missions", "damage", "battle.strike", view.ApplyEvent, "battle.resolved",
		[][3]string{{"seat", "", "total"}}},
	{"football-champions", "contest", "steal.settle", view.SayEvent, "contest.totals",
		[][3]string{{"attacker", "", "attack"}, {"defender", "", "defence"}}},
	{"football-champions", "contest", "shot.settle", view.SayEvent, "contest.totals",
		[][3]string{{"attacker", "", "attack"}, {"defender", "", "defence"}}},
}

// foretold are derived values by whose they are, each with the numbers that it may be.
type foretold map[string][]belief.Odds

// TestDerived: what a derived value says before the rules count it is what they count, where
// everybody declines what may be declined, as it assumes: on the table as it stands, and to
// each seat at the last question before, where it says one number; what it says in several is
// seldom more or less. The suite plays a few games; 600:
//
//	RULEDECK_FULL=1 go test ./cards -run TestDerived -v
func TestDerived(t *testing.T) {
	for _, c := range counted {
		t.Run(c.game+" "+c.step, func(t *testing.T) {
			p := load(t, c.game, nil)
			games, totals, untold, shown, ranges, outside := 6, 0, 0, 0, 0, 0
			if full {
				games = 600
			}
			for seed := uint64(1); seed <= uint64(games); seed++ {
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
				g.Reset(seed, tbl.OptionValues(seed))
				sampler := belief.NewSampler(m, nil)
				stands, toSeat := foretold{}, make([]foretold, tbl.Layout.Seats)
				random := bot.NewRandom(1, seed)
				step, read := tbl.Compiled.Steps[c.step], false
				reader := view.NewReader(g.Position(), view.Referee)
				for !g.Over() {
					status, err := g.AdvanceStepTo(t.Context(), func(_ int, next engine.StepID) bool {
						return next == step && !read
					})
					if err != nil {
						t.Fatal(err)
					}
					events := reader.Next()
					if status == engine.Paused {
						read = true
						stands.read(t, g.Fork(m), tbl, c.derived)
						continue
					}
					read = read && status == engine.Waiting // the step goes on
					for i := range events {
						e := &events[i]
						if e.Kind == view.AnswerEvent && e.Forced {
							clear(toSeat) // who had no choice has not declined
						}
						if e.Kind != c.kind || e.Name != c.name || len(stands) == 0 {
							continue
						}
						values := map[string]view.Value{}
						for _, v := range e.Values {
							values[v.Name] = v.Value
						}
						for _, of := range c.of {
							seat, at, value := values[of[0]], values[of[1]], values[of[2]].Number
							key := fmt.Sprintf("seat %d", seat.Number)
							if seat.Kind == view.CardValue {
								key = fmt.Sprintf("seat %d", g.Position().Controller(seat.Raw.Card()))
							}
							if of[1] != "" {
								key += " " + at.Key()
							}
							totals++
							if said := stands[key]; len(said) == 0 {
								untold++ // somebody would have to be asked
							} else if said[0].Value != value {
								t.Errorf("seed %d: %s of %s was to be %v, and is counted as %d",
									seed, c.derived, key, said, value)
							}
							for viewer, said := range toSeat {
								switch said := said[key]; {
								case len(said) == 1:
									if shown++; said[0].Value != value {
										t.Errorf("seed %d: seat %d is shown %d as %s of %s, and it is counted as %d",
											seed, viewer+1, said[0].Value, c.derived, key, value)
									}
								case len(said) > 1:
									ranges++
									if value < said[0].Value || value > said[len(said)-1].Value {
										outside++
									}
								}
							}
						}
						clear(stands)
					}
					d := g.Open()
					if d == nil {
						continue
					}
					seat := engine.Seat(1)
					for !d.Waits(seat) {
						seat++
					}
					q := view.ShapeOf(d, seat)
					reply := random.Reply(&q)
					low, _ := q.Bounds()
					declined := low == 0 && q.Form() <= engine.Picks &&
						(d.Open != nil || rng.Derive(seed, d.Number)%2 == 0)
					if declined {
						reply = engine.Reply{}
					}
					for viewer := range toSeat {
						toSeat[viewer] = foretold{}
						if !declined || viewer != int(seed)%2 {
							continue
						}
						sampler.At(t.Context(), g.Position(), d, engine.Seat(viewer+1))
						for _, e := range sampler.Estimates(16) {
							if e.Name == c.derived {
								toSeat[viewer][e.Holder()] = e.Values
							}
						}
					}
					if err := g.Answer(d.Number, seat, reply); err != nil {
						t.Fatal(err)
					}
				}
			}
			t.Logf("%d totals, %d untold, %d shown as one number, %d of %d outside what was shown",
				totals, untold, shown, outside, ranges)
			if totals < games*2 || untold*20 > totals || outside*3 > ranges {
				t.Errorf("in %d games %d totals were counted, %d of them untold, %d of %d outside what was shown",
					games, totals, untold, outside, ranges)
			}
		})
	}
}

// read reads a derived value of all that it is of.
func (f foretold) read(t *testing.T, g *engine.Game, tbl *interp.Table, name string) {
	t.Helper()
	for i := range tbl.Layout.Pack.Derived {
		d := &tbl.Layout.Pack.Derived[i]
		if d.Name != name {
			continue
		}
		cards := []engine.CardID{0}
		if d.OfCard {
			cards = g.Position().Select(nil, &engine.Selection{Filter: d.Where})
		}
		for _, c := range cards {
			for seat := engine.Seat(1); int(seat) <= tbl.Layout.Seats; seat++ {
				v, _, err := g.Derive(t.Context(), i, seat, c)
				if err != nil || v.Kind != engine.Number {
					continue
				}
				key := fmt.Sprintf("seat %d", seat)
				if c != 0 {
					at := view.Project(g.Position(), engine.CardValue(c), view.Referee)
					key += " " + at.Key()
				}
				f[key] = []belief.Odds{{Value: int(v.N), Chance: 100}}
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
						if v, _, err := g.Derive(t.Context(), k, seat, 0); err == nil && v.Kind == engine.Number {
							read++
						}
					}
				}
				if said := (foretold{}); i == 1 {
					for k := range tbl.Layout.Pack.Derived {
						said.read(t, g, tbl, tbl.Layout.Pack.Derived[k].Name)
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
