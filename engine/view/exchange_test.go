package view_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/internal/tinytest"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
)

// games is how many games are played.
const games = 3

// pairs visits pairs of cards that a seat cannot tell apart, at random: some
// that lie together, some that it knew before, copies of one definition too.
func pairs(p *engine.Position, seat engine.Seat, seed uint64, n int,
	visit func(world *engine.Position, a, b engine.CardID)) {
	var source rng.Source
	source.Seed(seed, rng.Name("pairs"), uint32(seat))
	for tries := 0; n > 0 && tries < 40; tries++ {
		a, b := engine.CardID(1+source.Below(p.Cards())), engine.CardID(1+source.Below(p.Cards()))
		if world, ok := p.Exchanged(a, b, seat); ok {
			visit(world, a, b)
			n--
		}
	}
}

// whole is all that a seat is shown: view, question, and every event from a place
// of the log on.
func whole(t interface{ Fatal(...any) }, p *engine.Position, seat engine.Seat, from int) string {
	return encode(t, []any{view.Of(p, seat), view.Asked(p, p.Open(), seat), view.ReaderAt(p, seat, from).Next()})
}

// exchanged plays games and compares what a seat is shown before and after
// exchanges; it returns how many differed.
func exchanged(t *testing.T, games int, show func(p *engine.Position, seat engine.Seat,
	from int) string) (positions, exchanges, differ int, first string) {
	for seed := range uint64(games) {
		seats := 2 + int(seed)%3
		g := tinytest.New(seats, seed)
		for {
			status, err := g.Advance(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if status == engine.Ended {
				break
			}
			p := g.Position()
			seat := engine.Seat(1 + p.Decisions()%seats)
			positions++
			pairs(p, seat, seed<<16|uint64(p.Decisions()), 4, func(world *engine.Position, a, b engine.CardID) {
				exchanges++
				from := world.Log().Base
				if want, have := show(p, seat, from), show(world, seat, from); have != want {
					if differ++; first == "" {
						first = fmt.Sprintf("seed %d, decision %d: seat %d tells %s from %s\n%s", seed, g.Open().Number,
							seat, p.CardKey(a), p.CardKey(b), difference(want, have))
					}
				}
			})
			answer(t, g, seed)
		}
	}
	return positions, exchanges, differ, first
}

// TestExchanges: the parts of two cards exchanged since a seat last knew them, in
// state, log and decision, leave all that it is shown as it is, byte by byte.
func TestExchanges(t *testing.T) {
	positions, exchanges, differ, first := exchanged(t, games,
		func(p *engine.Position, seat engine.Seat, from int) string {
			return whole(t, p, seat, from)
		})
	t.Logf("%d positions, %d exchanges, %d leaks", positions, exchanges, differ)
	if differ > 0 || exchanges < positions {
		t.Error(first)
	}
}

// leaks are ways to say too much: each of them has been in this program, or
// could well be.
var leaks = map[string]func(p *engine.Position, seat engine.Seat, from int) string{
	"the top card of a deck": func(p *engine.Position, seat engine.Seat, from int) string {
		return p.Definition(p.TopOf(p.ZoneOf(tinytest.Deck, 0, 0))).ID
	},
	"the engine's number of a copy": func(p *engine.Position, seat engine.Seat, from int) string {
		out := ""
		for _, c := range p.CardsIn(nil, p.ZoneOf(tinytest.Hand, seat, 0)) {
			out += p.CardKey(c)
		}
		return out
	},
	"a value set on a hidden card": func(p *engine.Position, seat engine.Seat, from int) string {
		out := ""
		for at := from; at < p.Log().Len(); at++ {
			if e := p.Log().At(at); e.Kind == engine.EvSet {
				if m := p.Cell(int(e.A)); m.Card != 0 && m.Attribute != nil {
					out += fmt.Sprint(p.Def[m.Card], " ")
				}
			}
		}
		return out
	},
	"the order of a hidden hand": func(p *engine.Position, seat engine.Seat, from int) string {
		out := ""
		for _, c := range p.CardsIn(nil, p.ZoneOf(tinytest.Hand, p.NextSeat(seat), 0)) {
			out += fmt.Sprint(int(c), " ")
		}
		return out
	},
	"the cards in a bag": func(p *engine.Position, seat engine.Seat, from int) string {
		return strings.Join(strings.Split(view.Project(p, engine.CardValue(p.TopOf(p.ZoneOf(tinytest.Bag, 0, 0))),
			view.Referee).Text, "#")[:1], "")
	},
}

// TestPlantedLeaks: the check finds each of them.
func TestPlantedLeaks(t *testing.T) {
	for name, leak := range leaks {
		if _, exchanges, differ, _ := exchanged(t, games, leak); differ == 0 {
			t.Errorf("%s was not found in %d exchanges", name, exchanges)
		}
	}
}
