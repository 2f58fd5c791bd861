package engine

import (
	"cmp"
	"slices"
)

// groupsOf are the groups of a seat as the game stands.
func (p *Position) groupsOf(s Seat) []*group {
	g := p.run.game
	if g.past != nil {
		return g.following.before(g.past.at)[s]
	}
	return g.follower().before(g.log.Len())[s]
}

// Group is a set of cards; a seat knows that each of them lies in one of some zones.
type Group struct {
	Cards []CardID
	Zones []Share
}

// Share says how likely a card lies in a zone, in whole percent.
type Share struct {
	Zone    ZoneID
	Percent int
}

// Groups are what a seat knows, as the game stands, of cards that it knew and lost sight of.
func (p *Position) Groups(s Seat) []Group {
	var out []Group
	for _, g := range p.groupsOf(s) {
		of := Group{Cards: g.cards.list()}
		for _, share := range g.shares {
			of.Zones = append(of.Zones, Share{share.zone, (100*int(share.weight) + certain/2) / certain})
		}
		out = append(out, of)
	}
	return out
}

// before returns the groups before the event at a place.
func (f *follower) before(at int) *groups {
	if f.at < at && f.past == nil {
		f.past, f.passing, f.looked, f.groups = f.game.Past(f.at), nil, nil, *f.last(f.at)
	}
	for f.at < at {
		before := f.groups
		e := f.game.log.At(f.at)
		z := f.take(e)
		f.past.Follow()
		f.at++
		if z != 0 && !slices.Contains(f.looked, z) {
			f.looked = append(f.looked, z)
		}
		if !slices.ContainsFunc(f.passing, func(z emptying) bool { return z.left > 0 }) {
			for _, z := range f.looked {
				f.looksThrough(z)
			}
			f.looked = f.looked[:0]
		}
		for s := range f.groups {
			if len(before[s]) != len(f.groups[s]) || len(before[s]) > 0 && &before[s][0] != &f.groups[s][0] {
				f.known = append(f.known, groupsFrom{f.at, f.groups})
				break
			}
		}
	}
	return f.last(at)
}

// last are the groups that were known last at a place.
func (f *follower) last(at int) *groups {
	n, found := slices.BinarySearchFunc(f.known, at, func(k groupsFrom, at int) int { return cmp.Compare(k.at, at) })
	switch {
	case found:
		return &f.known[n].groups
	case n > 0:
		return &f.known[n-1].groups
	}
	return &groups{}
}

// fork returns the follower of a fork of its game.
func (f *follower) fork(g *Game) *follower {
	if f == nil {
		return nil
	}
	to := &follower{game: g, at: f.at, known: slices.Clip(f.known)}
	to.back(g.log.Len())
	return to
}

// take takes in an event, with the game as it was before it. It returns the zone where
// seats may know all cards behind it, 0 for none.
func (f *follower) take(e *Event) ZoneID {
	p := f.past.Position()
	switch e.Kind {
	case EvMove:
		return f.move(p, CardID(e.A), ZoneID(e.B), ZoneID(e.C), e.Old, e.New)
	case EvReveal:
		if lost := e.Old &^ e.New; e.B == 0 && lost != 0 {
			f.scatter(p, p.state.links[e.A].zone, CardID(e.A), lost)
		}
		return f.learn(CardID(e.A), p.state.links[e.A].zone, e.New&^e.Old)
	case EvShuffle:
		for s := Seat(1); int(s) <= p.Seats; s++ {
			cards := p.newCardSet()
			some := false
			for c := p.state.zones[e.A].head; c != 0; c = p.state.links[c].next {
				if p.state.links[c].known.Has(s) && !e.New.Has(s) {
					cards.add(c)
					some = true
				}
			}
			if some {
				f.groups.scatter(s, ZoneID(e.A), cards)
			}
		}
	case EvPass:
		data := f.game.log.Data(e)
		f.passing = f.passing[:0]
		for i := 0; i < len(data); i += 2 {
			z := ZoneID(data[i])
			f.passing = append(f.passing, emptying{z, ZoneID(data[i+1]), p.CountIn(z)})
		}
		f.groups.change(p.all, f.passed)
	case EvFailed:
		f.groups = *f.last(int(e.A))
		f.passing = f.passing[:0]
	}
	return 0
}

// move takes in a move. A seat that sees neither end may lose track of the card among
// others where it lay; then the card is unknown like any other.
func (f *follower) move(p *Position, c CardID, from, to ZoneID, old, now SeatSet) ZoneID {
	if from == to {
		return 0
	}
	unsure := SeatSet(0)
	if p.moves[from].hides {
		unsure = old &^ (now | p.sees(from) | p.sees(to))
	}
	f.scatter(p, from, c, unsure)
	f.scatter(p, to, c, old&^now&^unsure) // in a bag
	passes := slices.IndexFunc(f.passing, func(z emptying) bool { return z.from == from && z.to == to && z.left > 0 })
	if passes >= 0 {
		f.passing[passes].left--
	} else if f.groups.lieIn(from) {
		unknown := p.unknown(from)
		f.groups.change(p.all&^(old&^unsure|now), func(s Seat, g *group) *group {
			if g.in(from) == 0 {
				return g
			}
			if unsure.Has(s) {
				return g.shifted(from, to, g.leaves(from, unknown[s]+1))
			}
			return g.shifted(from, to, g.leaves(from, unknown[s]))
		})
	}
	return f.learn(c, from, now&^old)
}

// scatter makes a group of a card that seats lose in a zone.
func (f *follower) scatter(p *Position, z ZoneID, c CardID, seats SeatSet) {
	for s := Seat(1); int(s) <= p.Seats && seats != 0; s++ {
		if seats.Has(s) {
			cards := p.newCardSet()
			cards.add(c)
			f.groups.scatter(s, z, cards)
		}
	}
}

// learn takes in that seats know a card now that lay in a zone.
func (f *follower) learn(c CardID, z ZoneID, seats SeatSet) ZoneID {
	if seats == 0 {
		return 0
	}
	f.groups.change(seats, func(_ Seat, g *group) *group {
		if g.cards.has(c) {
			return g.less(c)
		}
		return g
	})
	return z
}

// looksThrough takes a zone off the groups of seats that know all of its cards.
func (f *follower) looksThrough(z ZoneID) {
	p := f.past.Position()
	if !f.groups.lieIn(z) {
		return
	}
	unknown := p.unknown(z)
	f.groups.change(p.all, func(s Seat, g *group) *group {
		if unknown[s] == 0 && g.in(z) > 0 {
			return g.without(z)
		}
		return g
	})
}

// passed returns a group behind the moves that pass zones on.
func (f *follower) passed(_ Seat, g *group) *group {
	out := g
	for _, z := range f.passing {
		if weight := g.in(z.from); weight > 0 {
			out = out.shifted(z.from, z.to, weight)
		}
	}
	return out
}

// unknown counts, by seat, the cards of a zone that it does not know.
func (p *Position) unknown(z ZoneID) (counts [MaxSeats + 1]int) {
	for c := p.state.zones[z].head; c != 0; c = p.state.links[c].next {
		for s := Seat(1); int(s) <= p.Seats; s++ {
			if !p.state.links[c].known.Has(s) {
				counts[s]++
			}
		}
	}
	return counts
}
