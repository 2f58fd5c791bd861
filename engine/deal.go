package engine

import (
	"cmp"
	"math"
	"slices"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// The deal is canonical: hidden cards are laid in an order that follows from
// what the seat knows, shuffled, and dealt to the places where hidden cards
// lie, never exchanged from where they really lie. So equal salts give the same
// world whatever the truth is, and an answer that is found by looking at worlds
// cannot depend on the truth.

// permute deals the hidden cards: first within the places of one seat, or of
// one zone, whatever they are; then among all of one owner and lot, wherever
// they lie. Cards that the seat knows to lie at one place are dealt by the first alone. It
// reports whether the cards could be dealt.
func (t *Determinizer) permute() bool {
	l := t.game.run.Layout
	owner := func(c CardID) int64 { return int64(t.start.cells[l.cardBase[t.at.image[c]]+cardOwner]) << 32 }
	return t.dealBy(func(c CardID) int64 { return owner(c) + l.closeTo(t.start.links[c].zone) }, t.groups[0]) &&
		t.dealBy(func(c CardID) int64 {
			if x := t.at.image[c]; t.groups[0][x] == nil {
				return owner(c) | int64(t.lot[x])
			}
			return math.MaxInt64 - int64(c)
		}, t.groups[1])
}

// closeTo is the same for all zones of one seat; any other zone is alone.
func (l *Layout) closeTo(z ZoneID) int64 {
	if s := l.zoneSeat[z]; s != 0 && l.zoneCard[z] == 0 {
		return -int64(s)
	}
	return int64(z)
}

// dealBy deals the hidden cards again, each among the places with the same key, by the
// groups, and reports whether every place could be given a card that it takes.
func (t *Determinizer) dealBy(key func(CardID) int64, groups []*group) bool {
	if len(t.keys) < len(t.at.image) {
		t.keys = make([]int64, len(t.at.image))
	}
	keys := t.keys
	for _, c := range t.hidden {
		keys[c] = key(c)
	}
	slices.SortFunc(t.hidden, func(a, b CardID) int {
		return cmp.Or(cmp.Compare(keys[a], keys[b]), cmp.Compare(t.order[a], t.order[b]))
	})
	for from := 0; from < len(t.hidden); {
		to := from + 1
		for to < len(t.hidden) && keys[t.hidden[to]] == keys[t.hidden[from]] {
			to++
		}
		if to-from > 1 && !t.deal(t.hidden[from:to], groups) {
			return false
		}
		from = to
	}
	return true
}

// dealTries is how often cards are shuffled anew when places refuse them.
const dealTries = 50

// deal deals the cards of some places to these places, and reports whether it found a way.
// Cards that the seat knows to be in certain zones come first, the fewest zones before
// others, each dealt to one of its zones by weight. If some places do not take every card,
// the choosiest cards come next.
func (t *Determinizer) deal(places []CardID, groups []*group) bool {
	cards := t.dealt[:0]
	for _, place := range places {
		cards = append(cards, t.at.image[place])
	}
	t.dealt = cards
	zones := func(c CardID) int {
		if g := groups[c]; g != nil {
			return len(g.shares)
		}
		return math.MaxInt
	}
	slices.SortFunc(cards, func(a, b CardID) int {
		return cmp.Or(cmp.Compare(zones(a), zones(b)), cmp.Compare(t.lot[a], t.lot[b]), cmp.Compare(a, b))
	})
	known := 0
	if !t.alone(groups, places, cards) {
		for known < len(cards) && groups[cards[known]] != nil {
			known++
		}
	}
	rest := cards[known:]
	for range dealTries {
		t.placed = append(t.placed[:0], places...)
		rng.Shuffle(&t.source, cards[:known])
		slices.SortStableFunc(cards[:known], func(a, b CardID) int { return cmp.Compare(zones(a), zones(b)) })
		if !t.placeKnown(cards[:known], groups) {
			continue
		}
		left := t.placed[known:]
		choosy := t.choosy(left)
		if choosy {
			copy(left, t.choosiestFirst(left, rest))
		}
		rng.Shuffle(&t.source, rest)
		if !choosy || t.fit(left, rest) {
			for i, place := range t.placed {
				t.at.image[place], t.at.back[cards[i]] = cards[i], place
			}
			return true
		}
	}
	return false
}

// alone reports whether all of some cards are of one group, or of none, and may lie at all
// of some places.
func (t *Determinizer) alone(groups []*group, places, cards []CardID) bool {
	g := groups[cards[0]]
	return !slices.ContainsFunc(cards, func(c CardID) bool { return groups[c] != g }) && (g == nil ||
		!slices.ContainsFunc(places, func(place CardID) bool { return g.in(t.start.links[place].zone) == 0 }))
}

// placeKnown brings a place for each of some cards to the front of those that are to be
// placed: a zone by its weight, and in it each with the same chance. It reports whether
// there is one for each.
func (t *Determinizer) placeKnown(cards []CardID, groups []*group) bool {
	for n, c := range cards {
		places := t.placed[n:]
		shares := groups[c].shares
		var counts [16]int
		free := append(counts[:0], make([]int, len(shares))...)
		total := 0
		in := func(place CardID) int {
			z := t.start.links[place].zone
			i := slices.IndexFunc(shares, func(s share) bool { return s.zone == z })
			if i >= 0 && !t.takes(place, c) {
				return -1
			}
			return i
		}
		for _, place := range places {
			if i := in(place); i >= 0 {
				free[i]++
				if free[i] == 1 {
					total += int(shares[i].weight)
				}
			}
		}
		if total == 0 {
			return false
		}
		zone, pick := -1, t.source.Below(total)
		for pick >= 0 {
			zone++
			if free[zone] > 0 {
				pick -= int(shares[zone].weight)
			}
		}
		nth := t.source.Below(free[zone])
		for i, place := range places {
			if in(place) == zone {
				nth--
				if nth < 0 {
					places[0], places[i] = place, places[0]
					break
				}
			}
		}
	}
	return true
}

// fit puts cards in an order in which each place takes its card, by looking for
// the next that fits; it reports whether it found one.
func (t *Determinizer) fit(places, cards []CardID) bool {
	for i, place := range places {
		n := slices.IndexFunc(cards[i:], func(c CardID) bool { return t.takes(place, c) })
		if n < 0 {
			return false
		}
		cards[i], cards[i+n] = cards[i+n], cards[i]
	}
	return true
}

// choosiestFirst puts places in the order of how many of some cards they take.
func (t *Determinizer) choosiestFirst(places, cards []CardID) []CardID {
	l := t.game.run.Layout
	ofType := make([]int, len(l.Pack.Types))
	for _, c := range cards {
		ofType[l.TypeOf(c)]++
	}
	keys := make([]int, len(places))
	for i, place := range places {
		takers := len(cards)
		if kinds := l.Pack.Zones[l.zoneKind[t.start.links[place].zone]].Accepts; t.bears(place) {
			takers = 0
			for _, c := range cards {
				if t.takes(place, c) {
					takers++
				}
			}
		} else if len(kinds) > 0 {
			takers = 0
			for _, kind := range kinds {
				takers += ofType[kind]
			}
		}
		keys[i] = takers*len(places) + i
	}
	slices.Sort(keys)
	out := make([]CardID, len(places))
	for i, key := range keys {
		out[i] = places[key%len(places)]
	}
	return out
}

// choosy reports whether some place does not take every card: its zone accepts
// some types only, or cards lie on the card there.
func (t *Determinizer) choosy(places []CardID) bool {
	l := t.game.run.Layout
	return slices.ContainsFunc(places, func(place CardID) bool {
		return len(l.Pack.Zones[l.zoneKind[t.start.links[place].zone]].Accepts) > 0 || t.bears(place)
	})
}

// takes reports whether a card may replace another at its place: the zone must accept it,
// and have room for the cards that lie on it.
func (t *Determinizer) takes(place, c CardID) bool {
	l := t.game.run.Layout
	in := &l.Pack.Zones[l.zoneKind[t.start.links[place].zone]]
	return in.takes(l.TypeOf(c)) && !slices.ContainsFunc(l.cardZones[place], func(z ZoneID) bool {
		return t.start.zones[z].head != 0 && l.ZoneOf(l.zoneKind[z], l.zoneSeat[z], c) == 0
	})
}

// bears reports whether cards lie on a card.
func (t *Determinizer) bears(c CardID) bool {
	return slices.ContainsFunc(t.game.run.cardZones[c], func(z ZoneID) bool { return t.start.zones[z].head != 0 })
}

// rearrange makes the sampled world from the real one, event by event: each stand-in takes
// its card's place, together with the cards that lie on it and all references to it.
func (t *Determinizer) rearrange() {
	l := t.game.run.Layout
	s := &t.world
	done := make([]bool, len(s.zones))
	for _, c := range t.hidden {
		if t.at.image[c] == c {
			continue
		}
		for _, z := range append([]ZoneID{t.start.links[c].zone}, l.cardZones[c]...) {
			if !done[z] {
				done[z] = true
				t.fill(z)
			}
		}
	}
	for _, c := range t.hidden {
		x := t.at.image[c]
		from, to := l.cardBase[c], l.cardBase[x]
		if x == c || t.start.cells[from+cardOwner] != t.start.cells[to+cardOwner] {
			continue
		}
		s.apply(&Event{Kind: EvSet, A: to + cardSeat, C: t.start.cells[from+cardSeat]}, nil)
		for a, slot := range l.slots[l.TypeOf(c)] {
			if own := l.slots[l.TypeOf(x)][a]; slot >= 0 && own >= 0 {
				s.apply(&Event{Kind: EvSet, A: to + int32(own), C: t.start.cells[from+int32(slot)]}, nil)
			}
		}
	}
	t.refer()
}

// fill puts the stand-ins for a zone's cards into the zone that stands for it.
func (t *Determinizer) fill(z ZoneID) {
	to := t.rename(&t.at, ZoneValue(z)).Zone()
	after := CardID(0)
	for here := t.start.zones[z].head; here != 0; here = t.start.links[here].next {
		x := t.at.image[here]
		t.world.apply(&Event{Kind: EvMove, A: int32(x), C: int32(to), D: int32(after), New: t.start.links[here].known},
			nil)
		t.world.live(x, t.start.links[here].since)
		after = x
	}
}

// refer makes whatever refers to an exchanged card refer to its stand-in.
func (t *Determinizer) refer() {
	s := &t.world
	for _, cell := range t.references {
		kind := Card
		if cell < 0 {
			cell = -cell
			kind = Zone
		}
		old := Value{kind, s.cells[cell]}
		if v := t.rename(&t.at, old); v != old {
			s.apply(&Event{Kind: EvSet, A: int32(cell), C: v.N}, nil)
		}
	}
	for i := range s.effects {
		e := s.effects[i]
		e.Card = t.at.image[e.Card]
		e.While = t.at.image[e.While]
		for p := range e.Params {
			e.Params[p] = t.rename(&t.at, e.Params[p])
		}
		if e != s.effects[i] {
			s.replace(i, &e)
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
		var log Log
		s.apply(log.addData(Event{Kind: EvSchedule, A: int32(i)}, -1, calls[i].encode(nil)), &log)
	}
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
