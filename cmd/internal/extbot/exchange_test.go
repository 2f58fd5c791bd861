package extbot

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Finding two cards of a game that can change places, and the world in which they did.

// exchange is two cards that change places in the second world.
type exchange struct{ a, b engine.CardID }

// sighting says where the cards lay when a game waited, and who knew them.
type sighting struct {
	closed []engine.Seat
	known  []engine.SeatSet
}

// find plays a game freely and chooses pairs of cards that stay unknown long.
func (s *streams) find(seed uint64, most int) []exchange {
	var stops []sighting
	var at []int
	w := s.begin(seed, exchange{}, nil)
	p := w.session.Position()
	w.onward(seed, func() bool {
		now := sighting{make([]engine.Seat, p.Cards()+1), make([]engine.SeatSet, p.Cards()+1)}
		for c := engine.CardID(1); int(c) <= p.Cards(); c++ {
			now.closed[c], now.known[c] = closedTo(p, c), p.Known(c)
		}
		stops, at = append(stops, now), append(at, p.Log().Len())
		return true
	})
	return choose(p, stops, at, seed, most)
}

// choose takes of each card that was mixed with others the best partner: both long
// unknown to a seat while the first lies in another's hand. Where cards have abilities
// that ask their seat, it is one of them.
func choose(p *engine.Position, stops []sighting, at []int, seed uint64, most int) []exchange {
	type candidate struct {
		exchange
		score int
	}
	var found []candidate
	ask := false
	for c := engine.CardID(1); int(c) <= p.Cards(); c++ {
		ask = ask || asks(p, c)
	}
	seen := map[engine.CardID]bool{}
	for place, cards := range mixings(p) {
		from, _ := slices.BinarySearch(at, cards.at)
		for n, a := range cards.cards {
			if seen[a] || from >= len(stops) || ask && !asks(p, a) {
				continue
			}
			seen[a] = true
			best := candidate{exchange{a, a}, 0}
			for viewer := engine.Seat(1); int(viewer) <= p.Seats; viewer++ {
				held, blind := unknown(stops[from:], a, viewer)
				if held <= best.score {
					continue
				}
				for k := range cards.cards {
					b := cards.cards[(k+n+place+int(seed))%len(cards.cards)]
					if _, as := unknown(stops[from:], b, viewer); p.Def[a] != p.Def[b] && as*2 >= blind {
						best = candidate{exchange{a, b}, held}
						break
					}
				}
			}
			if best.score > 0 {
				found = append(found, best)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return b.score - a.score })
	var out []exchange
	for _, c := range found[:min(most, len(found))] {
		out = append(out, c.exchange)
	}
	return out
}

// unknown counts the stops at which a card lay in another's hand, and at which it was
// unknown to a seat, up to the first at which the seat knew it.
func unknown(stops []sighting, c engine.CardID, viewer engine.Seat) (held, blind int) {
	for _, s := range stops {
		if s.known[c].Has(viewer) {
			break
		}
		blind++
		if s.closed[c] != 0 && s.closed[c] != viewer {
			held++
		}
	}
	return held, blind
}

// asks reports whether a card has an ability that asks its seat.
func asks(p *engine.Position, c engine.CardID) bool {
	for _, carried := range p.Pack.Defs[p.Def[c]].Abilities {
		if a := &p.Pack.Abilities[carried.Ability]; a.Form == engine.Hook && a.May {
			return true
		}
	}
	return false
}

// mixing is cards that a shuffle, or a draw, has mixed.
type mixing struct {
	at    int
	cards []engine.CardID
}

func mixings(p *engine.Position) []mixing {
	var out []mixing
	for at := 0; at < p.Log().Len(); at++ {
		if e := p.Log().At(at); e.Kind == engine.EvShuffle || e.Kind == engine.EvDraw {
			before := p.Past(at).Position()
			out = append(out, mixing{at, before.CardsIn(nil, engine.ZoneID(e.A))})
		}
	}
	return out
}

// mixed is where chance first mixes both cards, 0 if it has not.
func mixed(p *engine.Position, x exchange) int {
	for _, m := range mixings(p) {
		if slices.Contains(m.cards, x.a) && slices.Contains(m.cards, x.b) {
			return m.at
		}
	}
	return 0
}

// exchanged are the results of a world with the two cards exchanged from there on.
func exchanged(p *engine.Position, x exchange) *engine.Scripted {
	script, tail := view.ResultsSince(p, 0), view.ResultsSince(p, mixed(p, x))
	script.Strict = false
	swap := func(cards []engine.CardID) {
		for i, c := range cards {
			switch c {
			case x.a:
				cards[i] = x.b
			case x.b:
				cards[i] = x.a
			}
		}
	}
	for z, drawn := range script.Draws {
		swap(drawn[len(drawn)-len(tail.Draws[z]):])
	}
	for z, orders := range script.Shuffles {
		for _, order := range orders[len(orders)-len(tail.Shuffles[z]):] {
			swap(order)
		}
	}
	return script
}
