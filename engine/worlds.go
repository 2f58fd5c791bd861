package engine

import "slices"

// exchange says which card stands in for which: image by the real card, back
// by the stand-in. Whoever is not exchanged stands for itself.
type exchange struct{ image, back []CardID }

func (x *exchange) reset(cards int) {
	x.image, x.back = x.image[:0], x.back[:0]
	for c := range cards {
		x.image, x.back = append(x.image, CardID(c)), append(x.back, CardID(c))
	}
}

func (x *exchange) copy(from *exchange) {
	x.image = append(x.image[:0], from.image...)
	x.back = append(x.back[:0], from.back...)
}

// swap exchanges what stands in for two cards.
func (x *exchange) swap(a, b CardID) {
	x.image[a], x.image[b] = x.image[b], x.image[a]
	x.back[x.image[a]], x.back[x.image[b]] = a, b
}

// permute exchanges hidden cards at random. First those that lie in the zones of one
// seat, or in one zone, of whatever type; then all of one owner and type,
// wherever they lie, each arrangement of which is equally likely.
func (t *Trial) permute() {
	l := t.game.run.Layout
	t.permuteBy(func(c CardID) int32 {
		z := t.start.links[c].zone
		if s := l.zoneSeat[z]; s != 0 && l.zoneCard[z] == 0 {
			return -int32(s)
		}
		return int32(z)
	})
	t.permuteBy(func(c CardID) int32 {
		x := t.at.image[c]
		return t.start.cells[l.cardBase[x]+cardOwner]<<16 | int32(l.TypeOf(x))
	})
}

func (t *Trial) permuteBy(key func(CardID) int32) {
	slices.SortFunc(t.hidden, func(a, b CardID) int {
		if ka, kb := key(a), key(b); ka != kb {
			return int(ka) - int(kb)
		}
		return int(a) - int(b)
	})
	for from := 0; from < len(t.hidden); {
		to := from + 1
		for to < len(t.hidden) && key(t.hidden[to]) == key(t.hidden[from]) {
			to++
		}
		group := t.hidden[from:to]
		for i := len(group) - 1; i > 0; i-- {
			if a, b := group[i], group[t.source.Below(i+1)]; t.mayExchange(a, b) {
				t.at.swap(a, b)
			}
		}
		from = to
	}
}

// mayExchange tells whether what stands at the places of two cards may change
// places: both zones accept both, and they have one owner, unless they are
// both in the same pile.
func (t *Trial) mayExchange(a, b CardID) bool {
	l := t.game.run.Layout
	x, y := t.at.image[a], t.at.image[b]
	za, zb := t.start.links[a].zone, t.start.links[b].zone
	if za == zb && l.zoneCard[za] == 0 {
		return true
	}
	return t.start.cells[l.cardBase[x]+cardOwner] == t.start.cells[l.cardBase[y]+cardOwner] &&
		l.accepts(zb, x) && l.accepts(za, y)
}

// accepts tells whether a zone takes cards of the card's type.
func (l *Layout) accepts(z ZoneID, c CardID) bool {
	kind := &l.Pack.Zones[l.zoneKind[z]]
	return len(kind.Accepts) == 0 || slices.Contains(kind.Accepts, l.TypeOf(c))
}

// rearrange makes the sampled world from the real one, event by event: each
// stand-in takes the place of its card, with all that refers to that card.
func (t *Trial) rearrange() {
	l, s := t.game.run.Layout, &t.world
	done := make([]bool, len(s.zones))
	for _, c := range t.hidden {
		z := t.start.links[c].zone
		if t.at.image[c] == c || done[z] {
			continue
		}
		done[z] = true
		after := CardID(0)
		for here := t.start.zones[z].head; here != 0; here = t.start.links[here].next {
			x := t.at.image[here]
			s.apply(&Event{Kind: EvMove, A: int32(x), C: int32(z), D: int32(after), New: t.start.links[here].known}, nil)
			after = x
		}
	}
	for _, c := range t.hidden {
		x := t.at.image[c]
		from, to := l.cardBase[c], l.cardBase[x]
		if x == c || t.start.cells[from+cardOwner] != t.start.cells[to+cardOwner] {
			continue
		}
		s.apply(&Event{Kind: EvSet, A: to + cardSeat, C: t.start.cells[from+cardSeat]}, nil)
		if l.TypeOf(c) != l.TypeOf(x) {
			continue
		}
		for _, slot := range l.slots[l.TypeOf(c)] {
			if slot >= 0 {
				s.apply(&Event{Kind: EvSet, A: to + int32(slot), C: t.start.cells[from+int32(slot)]}, nil)
			}
		}
	}
	t.refer()
}

// refer makes whatever refers to an exchanged card refer to its stand-in.
func (t *Trial) refer() {
	s := &t.world
	for _, cell := range t.references {
		kind := Card
		if cell < 0 {
			cell, kind = -cell, Zone
		}
		old := Value{kind, s.cells[cell]}
		if v := t.rename(&t.at, old); v != old {
			s.apply(&Event{Kind: EvSet, A: int32(cell), C: v.N}, nil)
		}
	}
	for i := range s.effects {
		e := s.effects[i]
		e.Card = t.at.image[e.Card]
		for p := range e.Params {
			e.Params[p] = t.rename(&t.at, e.Params[p])
		}
		if e != s.effects[i] {
			data := e.encode(nil)
			s.apply(&Event{Kind: EvEffectEnd, A: int32(i)}, nil)
			s.apply(&Event{Kind: EvEffect, A: int32(i), n: int32(len(data))}, &Log{data: data})
		}
	}
	calls := slices.Clone(s.agenda)
	for range calls {
		s.apply(&Event{Kind: EvTake}, nil)
	}
	for i := range calls {
		for p := range calls[i].Args {
			calls[i].Args[p] = t.rename(&t.at, calls[i].Args[p])
		}
		data := calls[i].encode(nil)
		s.apply(&Event{Kind: EvSchedule, A: int32(i), n: int32(len(data))}, &Log{data: data})
	}
}

// rename returns what a value is in the world of an exchange.
func (t *Trial) rename(x *exchange, v Value) Value {
	switch v.Kind {
	case Card:
		v.N = int32(x.image[v.N])
	case Zone:
		l := t.game.run.Layout
		z := ZoneID(v.N)
		if c := l.zoneCard[z]; x.image[c] != c {
			return ZoneValue(l.ZoneOf(l.zoneKind[z], l.zoneSeat[z], x.image[c]))
		}
	}
	return v
}

// references lists the cells that hold cards, and negated those that hold zones.
func (l *Layout) references() []int {
	var cells []int
	add := func(a *Attribute, cell int) {
		switch a.Kind {
		case Card:
			cells = append(cells, cell)
		case Zone:
			cells = append(cells, -cell)
		}
	}
	for i := range l.Pack.Game {
		add(&l.Pack.Game[i], l.gameBase+i)
	}
	for cell := l.seatBase; cell < l.seatBase+l.Seats*len(l.Pack.Seats); cell++ {
		add(&l.Pack.Seats[(cell-l.seatBase)%len(l.Pack.Seats)], cell)
	}
	for c := 1; c < len(l.Def); c++ {
		for a, slot := range l.slots[l.TypeOf(CardID(c))] {
			if slot >= 0 {
				add(&l.Pack.Cards[a], int(l.cardBase[c])+int(slot))
			}
		}
	}
	return cells
}
