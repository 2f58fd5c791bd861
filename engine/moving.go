package engine

import (
	"fmt"
	"math"
	"slices"
)

// Where a moved card goes in its new zone.
const (
	Top    = 0
	Bottom = -1
)

// ZoneAt returns the zone that a card lies in.
func (p *Position) ZoneAt(c CardID) ZoneID { return p.state.links[c].zone }

// CountIn returns the number of cards in a zone.
func (p *Position) CountIn(z ZoneID) int { return int(p.state.zones[z].count) }

// TopOf and BottomOf return the first and the last card of a zone, or 0.
func (p *Position) TopOf(z ZoneID) CardID { return p.state.zones[z].head }

// BottomOf returns the last card of a zone, or 0.
func (p *Position) BottomOf(z ZoneID) CardID { return p.state.last(z) }

// NextIn returns the card behind a card in its zone, or 0.
func (p *Position) NextIn(c CardID) CardID { return p.state.links[c].next }

// CardsIn appends the cards of a zone, first to last; where the zone keeps no
// order, in the order in which they came.
func (p *Position) CardsIn(out []CardID, z ZoneID) []CardID {
	for c := p.state.zones[z].head; c != 0; c = p.state.links[c].next {
		out = append(out, c)
	}
	return out
}

// Knows reports whether a seat knows which card this is.
func (p *Position) Knows(s Seat, c CardID) bool { return p.state.links[c].known.Has(s) }

// Known returns the seats that know which card this is.
func (p *Position) Known(c CardID) SeatSet { return p.state.links[c].known }

// sees returns the seats to which a zone is open: all of them, or its owner
// (for a card's zone, the seat that controls that card).
func (p *Position) sees(z ZoneID) SeatSet {
	if of := &p.moves[z]; !of.controller {
		return of.sees
	}
	return Only(p.Controller(p.zoneCard[z]))
}

// FreeSlots returns how many more cards a seat may put into a zone; a large number
// when there is no bound.
func (p *Position) FreeSlots(z ZoneID, seat Seat) int {
	kind := &p.Pack.Zones[p.zoneKind[z]]
	room := 1 << 15
	if kind.Capacity > 0 {
		room = kind.Capacity - p.CountIn(z)
	}
	if kind.CapacitySeat > 0 && seat != 0 {
		own := 0
		p.look(p.CountIn(z) / 4)
		for c := p.state.zones[z].head; c != 0; c = p.state.links[c].next {
			if p.Controller(c) == seat {
				own++
			}
		}
		room = min(room, kind.CapacitySeat-own)
	}
	return max(room, 0)
}

// Move puts a card into a zone: on top (Top), under it (Bottom), or at place n from 1 on;
// in a zone without order, after the cards that came before. Knowledge follows from
// visibility: seats that see the new zone know the card. A card that moves unseen from one
// hidden place to another makes its former neighbours uncertain too, unless it was alone
// there.
func (r *Run) Move(c CardID, to ZoneID, place int) error {
	return r.move(c, to, place, false)
}

// Departure is a card that goes to a zone.
type Departure struct {
	Card CardID
	To   ZoneID
}

// MoveAtOnce moves cards in order, as one move: if all cards of an unordered zone go to
// another unordered zone, the seats that knew them there still know them, even if other
// cards come or leave in the same move.
func (r *Run) MoveAtOnce(list []Departure, place int) error {
	zones := r.emptied(list)
	if len(zones) > 0 {
		if err := r.guard("move"); err != nil {
			return err
		}
		r.ints = r.ints[:0]
		for _, z := range zones {
			r.ints = append(r.ints, int32(z.from), int32(z.to))
		}
		r.emitData(Event{Kind: EvPass}, r.ints)
	}
	begin := r.log.Len() + 1
	for _, d := range list {
		from := r.state.links[d.Card].zone
		whole := slices.ContainsFunc(zones, func(z emptying) bool { return z.from == from && z.to == d.To })
		if err := r.move(d.Card, d.To, place, whole); err != nil {
			return err
		}
	}
	for at := begin; at < r.log.Len(); at++ {
		e := r.log.At(at)
		e.Joined = e.Kind != EvMove || !r.moves[e.C].ordered
	}
	return nil
}

// emptied are the zones all of whose cards a list takes to one other zone: none of them
// open to all, nor the other a bag or, unless one card goes alone, ordered.
func (r *Run) emptied(list []Departure) []emptying {
	if r.leaving == nil {
		r.leaving = r.newCardSet()
	}
	zones := r.emptying[:0]
	seen := r.leaving
	clear(seen)
	for _, d := range list {
		from := r.state.links[d.Card].zone
		if !r.moves[from].hides {
			continue
		}
		i := slices.IndexFunc(zones, func(z emptying) bool { return z.from == from })
		switch {
		case i < 0:
			i = len(zones)
			zones = append(zones, emptying{from, d.To, r.CountIn(from)})
		case seen.has(d.Card):
			continue
		}
		seen.add(d.Card)
		zones[i].left--
		if zones[i].to != d.To {
			zones[i].left = math.MaxInt
		}
	}
	r.emptying = zones
	return slices.DeleteFunc(zones, func(z emptying) bool {
		to := &r.moves[z.to]
		return z.left > 0 || z.from == z.to || to.bag || to.ordered && r.CountIn(z.from) > 1
	})
}

// move is Move; whole is set where all cards of the zone go with the card.
func (r *Run) move(c CardID, to ZoneID, place int, whole bool) error {
	if err := r.guard("move"); err != nil {
		return err
	}
	if !r.moves[to].free {
		if err := r.mayEnter(c, to); err != nil {
			return err
		}
	}
	from := r.state.links[c].zone
	ends := !r.livesAt(c, r.zoneKind[from]).Has(r.zoneKind[to])
	if ends {
		if err := r.shed(c, to); err != nil {
			return err
		}
	}
	if !r.moves[to].ordered {
		place = Bottom
	}
	after := r.behind(to, place, c)
	known := r.state.links[c].known
	prev := r.PreviousIn(c)
	newKnown := r.knowledge(c, from, to, whole)
	e := r.log.add(EvMove, r.frame)
	e.A, e.B, e.C, e.D = int32(c), int32(from), int32(to), int32(prev)<<16|int32(after)
	e.Old, e.New = known, newKnown
	if ends {
		r.log.give(e, 1)[0] = r.state.links[c].since
	}
	r.state.apply(e, r.log)
	if ends {
		r.endLife(c)
	}
	if r.zoneKind[from] != r.zoneKind[to] {
		r.resetKept(c, r.zoneKind[from], r.zoneKind[to])
	}
	return nil
}

func (p *Position) mayEnter(c CardID, to ZoneID) error {
	if to == 0 {
		return fmt.Errorf("move: there is no such zone")
	}
	kind := &p.Pack.Zones[p.zoneKind[to]]
	if len(kind.Accepts) > 0 && !slices.Contains(kind.Accepts, p.TypeOf(c)) {
		return fmt.Errorf("move: %s does not accept cards of type %s", kind.Name, p.Pack.Types[p.TypeOf(c)].Name)
	}
	if p.state.links[c].zone != to && (kind.Capacity > 0 || kind.CapacitySeat > 0) &&
		p.FreeSlots(to, p.Controller(c)) == 0 {
		return fmt.Errorf("move: %s is full", p.ZoneKey(to))
	}
	on := 0
	for host := p.zoneCard[to]; host != 0; host = p.Host(host) {
		if host == c {
			return fmt.Errorf("move: %s cannot lie on itself", p.CardKey(c))
		}
		p.looked++
		on++
	}
	if on > 0 && on+p.height(c) > MaxTower {
		return fmt.Errorf("move: more than %d cards would lie on each other, with %s on %s", MaxTower, p.CardKey(c),
			p.CardKey(p.zoneCard[to]))
	}
	return nil
}

// height is how many cards lie on each other on a card, at most.
func (p *Position) height(c CardID) (most int) {
	for _, z := range p.cardZones[c] {
		for on := p.state.zones[z].head; on != 0; on = p.state.links[on].next {
			p.looked++
			most = max(most, 1+p.height(on))
		}
	}
	return most
}

// behind finds the card behind which a place is; the moved card does not count.
func (p *Position) behind(z ZoneID, place int, moved CardID) CardID {
	switch place {
	case Top:
		return 0
	case Bottom:
		if last := p.BottomOf(z); last != moved {
			return last
		}
		return p.PreviousIn(moved)
	}
	p.look(min(place, p.CountIn(z)) / 2)
	after := CardID(0)
	for c := p.state.zones[z].head; c != 0; c = p.state.links[c].next {
		if c == moved {
			continue
		}
		place--
		if place == 0 {
			break
		}
		after = c
	}
	return after
}

// knowledge returns the seats that know a card after it moved, and removes what the others
// can no longer be sure of.
func (r *Run) knowledge(c CardID, from, to ZoneID, whole bool) SeatSet {
	known := r.state.links[c].known
	if from == to {
		return known
	}
	open := r.sees(to)
	if r.moves[from].hides && r.CountIn(from) > 1 {
		sees := r.sees(from)
		blind := r.all &^ sees &^ open
		if whole {
			blind = 0
		}
		if r.state.knowsOther(c) {
			r.forgetEqual(c, from, open&^sees&^known)
			r.forgetOthers(c, from, blind)
		}
		known &^= blind
	}
	if r.moves[to].bag {
		return open
	}
	return known | open
}

// forgetOthers makes seats forget the cards that stay in a zone when one of them leaves.
func (r *Run) forgetOthers(c CardID, from ZoneID, seats SeatSet) {
	if seats == 0 {
		return
	}
	r.look(r.CountIn(from) / 2)
	for other := r.state.zones[from].head; other != 0; other = r.state.links[other].next {
		if has := r.state.links[other].known; other != c && has&seats != 0 {
			r.emit(Event{Kind: EvReveal, A: int32(other), Old: has, New: has &^ seats})
		}
	}
}

// resetKept sets attributes back that a card keeps only in zones it has left.
func (r *Run) resetKept(c CardID, from, to ZoneKindID) {
	t := r.TypeOf(c)
	for _, a := range r.keeps[t] {
		if zones := r.Pack.Cards[a].Keeps; zones.Has(from) && !zones.Has(to) {
			cell := int(r.cardBase[c]) + int(r.slots[t][a])
			r.set(cell, r.cellStart[cell])
		}
	}
}

// Reveal lets seats know a card; Conceal takes the knowledge away.
func (r *Run) Reveal(c CardID, seats SeatSet) error {
	if err := r.guard("reveal"); err != nil {
		return err
	}
	if old := r.state.links[c].known; old|seats != old {
		r.emit(Event{Kind: EvReveal, A: int32(c), Old: old, New: old | seats})
	}
	return nil
}

// Conceal makes a card known only to those who see the zone it lies in.
func (r *Run) Conceal(c CardID) error {
	if err := r.guard("conceal"); err != nil {
		return err
	}
	old := r.state.links[c].known
	if now := r.sees(r.state.links[c].zone); now != old {
		r.emit(Event{Kind: EvReveal, A: int32(c), B: 1, Old: old, New: now})
	}
	return nil
}

// Sees returns the seats to which the cards of a zone are open.
func (p *Position) Sees(z ZoneID) SeatSet { return p.sees(z) }
