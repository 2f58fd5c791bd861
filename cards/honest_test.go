package cards_test

import (
	"context"
	"slices"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
)

// thinkers are the players that look ahead.
var thinkers = []string{"greedy", "search:30"}

// The numbers of decisions at which each is asked in two worlds, for each game.
const (
	fewPairs = 20
	allPairs = 1000
)

// TestSameAnswers: a player that looks ahead answers the same in two worlds that its
// seat cannot tell apart, since it knows no more than its seat. The suite asks at a
// few decisions; 1,000 of each game:
//
//	RULEDECK_FULL=1 go test ./cards -run TestSameAnswers -v -timeout 2h
func TestSameAnswers(t *testing.T) {
	for _, game := range games(t) {
		p := load(t, game, nil)
		for _, kind := range thinkers {
			t.Run(game+"/"+kind, func(t *testing.T) {
				t.Parallel()
				sameAnswers(t, p, kind)
			})
		}
	}
}

func sameAnswers(t *testing.T, p *interp.Pack, kind string) {
	pairs := fewPairs
	if full {
		pairs = allPairs
	}
	least, most := p.Seats()
	a := asking{t: t, kind: kind, left: pairs}
	for seed := uint64(1); a.left > 0; seed++ {
		seats := max(2, least+int(seed)%(most-least+1))
		tbl, err := p.Table(interp.Settings{Seats: seats, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		a.play(tbl, seed)
	}
	t.Logf("%d pairs, %d answers differ, %d decisions without another world", a.asked, a.differ, a.without)
	if a.differ > 0 || a.asked < pairs {
		t.Errorf("%d of %d answers differ", a.differ, a.asked)
	}
}

// asking asks players of a kind twice.
type asking struct {
	t                            *testing.T
	kind                         string
	left, asked, differ, without int
}

func (a *asking) player(seat engine.Seat, seed uint64, scripts engine.Scripts) bot.Player {
	p, err := bot.New(a.kind, seat, seed, func() engine.Scripts { return scripts })
	if err != nil {
		a.t.Fatal(err)
	}
	return p
}

func (a *asking) machine(tbl *interp.Table) engine.Scripts {
	m, err := tbl.Machine()
	if err != nil {
		a.t.Fatal(err)
	}
	return m
}

// play plays a game of random players; at one decision of seven one that looks ahead
// is asked too, and asked again in another world.
func (a *asking) play(tbl *interp.Table, seed uint64) {
	g := engine.New(tbl.Setup(a.machine(tbl), seed))
	worlds := engine.NewDeterminizer(a.machine(tbl), nil)
	first, second := a.machine(tbl), a.machine(tbl)
	for s := engine.Seat(1); int(s) <= tbl.Settings.Seats; s++ {
		random := bot.NewRandom(s, seed)
		g.SetDecider(s,
			func(_ context.Context, at *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
				if a.left > 0 && rng.Derive(seed, d.Number)%7 == 0 {
					here := a.player(seat, seed, first).Decide(context.Background(), at, d, seat)
					if there, ok := a.elsewhere(worlds, at, d, seat, a.player(seat, seed, second)); ok {
						a.asked++
						a.left--
						if !slices.Equal(here, there) {
							a.differ++
							a.t.Logf("seed %d, decision %d, seat %d: %v here, %v there", seed,
								d.Number, seat, here, there)
						}
					} else {
						a.without++
					}
				}
				return random.Decide(context.Background(), at, d, seat)
			})
	}
	if _, err := g.Advance(context.Background()); err != nil {
		a.t.Fatal(err)
	}
}

// elsewhere asks a player in a world that the seat cannot tell from the real one.
func (a *asking) elsewhere(worlds *engine.Determinizer, at *engine.Position, d *engine.Decision, seat engine.Seat,
	p bot.Player) (engine.Reply, bool) {
	worlds.At(context.Background(), at, d, seat)
	for salt := uint64(1); salt <= 16; salt++ {
		if worlds.Sample(rng.Derive(salt, d.Number)|1) && worlds.Reopen() == nil &&
			!worlds.Game().Position().State().Equal(at.State()) {
			w := worlds.Game()
			return p.Decide(context.Background(), w.Position(), w.Open(), seat), true
		}
	}
	return nil, false
}
