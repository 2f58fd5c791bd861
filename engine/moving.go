package engine

import (
	"fmt"
	"slices"
)

// Where a moved card goes in its new zone.
const (
	Top    = 0
	Bottom = -1
)

// ZoneAt returns the zone that a card lies in.
func (g *Game) ZoneAt(c CardID) ZoneID { return g.state.links[c].zone }

// CountIn returns the number of cards in a zone.
func (g *Game) CountIn(z ZoneID) int { return int(g.state.zones[z].count) }

// TopOf and BottomOf return the first and the last card of a zone, or 0.
func (g *Game) TopOf(z ZoneID) CardID { return g.state.zones[z].head }

// BottomOf returns the last card of a zone, or 0.
func (g *Game) BottomOf(z ZoneID) CardID { return g.state.zones[z].tail }

// NextIn returns the card behind a card in its zone, or 0.
func (g *Game) NextIn(c CardID) CardID { return g.state.links[c].next }

// CardsIn appends the cards of a zone, first to last; where the zone keeps no
// order, in the order in which they came.
func (g *Game) CardsIn(out []CardID, z ZoneID) []CardID {
	for c := g.state.zones[z].head; c != 0; c = g.state.links[c].next {
		out = append(out, c)
	}
	return out
}

// Knows tells whether a seat knows which card this is.
func (g *Game) Knows(s Seat, c CardID) bool { return g.state.links[c].known.Has(s) }

// Known returns the seats that know which card this is.
func (g *Game) Known(c CardID) SeatSet { return g.state.links[c].known }

// sees returns the seats to which a zone is open: all of them, or its owner
// (for a card's zone, the seat that controls that card).
func (g *Game) sees(z ZoneID) SeatSet {
	switch g.Pack.Zones[g.zoneKind[z]].Seen {
	case SeenByAll:
		return g.all
	case SeenByOwner:
		if s := g.zoneSeat[z]; s != 0 {
			return Only(s)
		}
		if c := g.zoneCard[z]; c != 0 {
			return Only(g.Controller(c))
		}
	}
	return 0
}

// Room returns how many more cards a seat may put into a zone; a large number
// when there is no bound.
func (g *Game) Room(z ZoneID, seat Seat) int {
	kind := &g.Pack.Zones[g.zoneKind[z]]
	room := 1 << 15
	if kind.Capacity > 0 {
		room = kind.Capacity - g.CountIn(z)
	}
	if kind.CapacitySeat > 0 && seat != 0 {
		own := 0
		for c := g.state.zones[z].head; c != 0; c = g.state.links[c].next {
			if g.Controller(c) == seat {
				own++
			}
		}
		room = min(room, kind.CapacitySeat-own)
	}
	return max(room, 0)
}

// Move puts a card into a zone: on top (Top), under it (Bottom), or at place n
// from 1 on; where the zone keeps no order, behind those that came before.
// Knowledge follows from what the zones show: who sees the new
// zone knows the card; a card that goes from one hidden place to another
// unseen takes the certainty about its neighbours with it.
func (g *Game) Move(c CardID, to ZoneID, place int) error {
	if err := g.guard("move"); err != nil {
		return err
	}
	if err := g.mayEnter(c, to); err != nil {
		return err
	}
	from := g.state.links[c].zone
	if !g.Pack.Zones[g.zoneKind[to]].Ordered {
		place = Bottom
	}
	after := g.behind(to, place, c)
	known := g.state.links[c].known
	prev := g.state.links[c].prev
	newKnown := g.knowledge(c, from, to)
	g.emitData(Event{
		Kind: EvMove, A: int32(c), B: int32(from), C: int32(to), Old: known, New: newKnown,
		D: int32(prev)<<16 | int32(after),
	}, nil)
	if g.zoneKind[from] != g.zoneKind[to] {
		g.resetKept(c, g.zoneKind[from], g.zoneKind[to])
	}
	return nil
}

func (g *Game) mayEnter(c CardID, to ZoneID) error {
	if to == 0 {
		return fmt.Errorf("move: there is no such zone")
	}
	kind := &g.Pack.Zones[g.zoneKind[to]]
	if len(kind.Accepts) > 0 && !slices.Contains(kind.Accepts, g.TypeOf(c)) {
		return fmt.Errorf("move: %s does not accept cards of type %s", kind.Name, g.Pack.Types[g.TypeOf(c)].Name)
	}
	if g.state.links[c].zone != to && (kind.Capacity > 0 || kind.CapacitySeat > 0) && g.Room(to, g.Controller(c)) == 0 {
		return fmt.Errorf("move: %s is full", g.ZoneKey(to))
	}
	for host := g.zoneCard[to]; host != 0; host = g.Host(host) {
		if host == c {
			return fmt.Errorf("move: %s cannot lie on itself", g.CardKey(c))
		}
	}
	return nil
}

// behind finds the card behind which a place is; the moved card does not count.
func (g *Game) behind(z ZoneID, place int, moved CardID) CardID {
	switch place {
	case Top:
		return 0
	case Bottom:
		if last := g.state.zones[z].tail; last != moved {
			return last
		}
		return g.state.links[moved].prev
	}
	after := CardID(0)
	for c := g.state.zones[z].head; c != 0; c = g.state.links[c].next {
		if c == moved {
			continue
		}
		if place--; place == 0 {
			break
		}
		after = c
	}
	return after
}

// knowledge returns who knows a card after it moved, and takes away what the
// others can no longer be sure of.
func (g *Game) knowledge(c CardID, from, to ZoneID) SeatSet {
	known := g.state.links[c].known
	if from == to {
		return known
	}
	kind := &g.Pack.Zones[g.zoneKind[to]]
	open := g.sees(to)
	blind := g.all &^ g.sees(from) &^ open
	source := &g.Pack.Zones[g.zoneKind[from]]
	if blind != 0 && !source.Ordered && source.Seen != SeenByAll {
		known &^= blind
		for other := g.state.zones[from].head; other != 0; other = g.state.links[other].next {
			if has := g.state.links[other].known; other != c && has&blind != 0 {
				g.emit(Event{Kind: EvReveal, A: int32(other), Old: has, New: has &^ blind})
			}
		}
	}
	if kind.Bag {
		return open
	}
	return known | open
}

// resetKept sets attributes back that a card keeps only in zones it has left.
func (g *Game) resetKept(c CardID, from, to ZoneKindID) {
	t := g.TypeOf(c)
	for _, a := range g.Pack.Types[t].Attributes {
		attribute := &g.Pack.Cards[a]
		if attribute.Keeps != 0 && attribute.Keeps.Has(from) && !attribute.Keeps.Has(to) {
			cell := int(g.cardBase[c]) + int(g.slots[t][a])
			g.set(cell, g.cellStart[cell])
		}
	}
}

// Reveal lets seats know a card; Conceal takes the knowledge away.
func (g *Game) Reveal(c CardID, seats SeatSet) error {
	if err := g.guard("reveal"); err != nil {
		return err
	}
	if old := g.state.links[c].known; old|seats != old {
		g.emit(Event{Kind: EvReveal, A: int32(c), Old: old, New: old | seats})
	}
	return nil
}

// Conceal makes a card known only to those who see the zone it lies in.
func (g *Game) Conceal(c CardID) error {
	if err := g.guard("conceal"); err != nil {
		return err
	}
	old := g.state.links[c].known
	if now := g.sees(g.state.links[c].zone); now != old {
		g.emit(Event{Kind: EvReveal, A: int32(c), Old: old, New: now})
	}
	return nil
}
