package view

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
)

// Copies of one definition are told apart by what the seat sees of them, never by the
// engine's number, which would reveal after a shuffle which of two equal cards came back.
// Copies that look the same to the seat share their name; if they look different, each look
// has a number, in an order that follows from what the seat sees.

// manyCopies is how many copies of a card are told apart in events, with manyOn cards on
// them or beside them in a row, and farPlace how far from both ends of a zone a card has
// a place there: at each event the others would have to be looked at anew.
const (
	manyCopies = 32
	manyOn     = 256
	farPlace   = 256
)

// name is what the viewer calls a card that it knows.
func (l *looker) name(c engine.CardID) string {
	def := l.g.Definition(c)
	if l.seat == Referee || len(l.g.CardsOf(l.g.Def[c])) == 1 {
		return l.g.CardKey(c)
	}
	if l.brief && l.crowded(c) {
		return def.ID
	}
	if way := l.way(c); way > 0 {
		return fmt.Sprintf("%s#%d", def.ID, way)
	}
	return def.ID
}

// crowded reports whether it takes a look at many cards to tell a card from its copies.
func (l *looker) crowded(c engine.CardID) bool {
	g := l.g
	z := g.ZoneAt(c)
	copies := g.CardsOf(g.Def[c])
	if len(copies) > manyCopies || l.row(z) && g.CountIn(z) > manyOn {
		return true
	}
	on := 0
	for _, other := range copies {
		for _, z := range g.ZonesOf(other) {
			if l.knows(other) {
				on += g.CountIn(z)
			}
		}
	}
	return on > manyOn
}

// row reports whether the copies in a zone are told apart by their places in it alone.
func (l *looker) row(z engine.ZoneID) bool { return l.apart(z) && l.g.ZoneCard(z) == 0 }

// way is the number, from 1, of how a copy looks to the viewer among the copies it knows; 0
// if all look the same.
func (l *looker) way(c engine.CardID) int {
	d := l.g.Def[c]
	if ways, asked := l.once.ways[d]; asked {
		if ways == nil {
			ways = l.allWays(d)
			l.once.ways[d] = ways
		}
		if way, known := ways[c]; known {
			return way
		}
	} else {
		// A caller that asks once, as a Reader does at each event, does not need all.
		put(&l.once.ways, d, nil)
	}
	return l.oneWay(c)
}

// oneWay is way without computing the looks of all copies. Copies that lie apart in one
// zone of the table or a seat look different: they are counted, not compared.
func (l *looker) oneWay(c engine.CardID) int {
	g := l.g
	d := g.Def[c]
	mine := l.facts(c)
	row := l.row(g.ZoneAt(c))
	less := 0
	more := false
	for before := g.PreviousIn(c); row && before != 0; before = g.PreviousIn(before) {
		if g.Def[before] == d && l.knows(before) {
			less++
		}
	}
	var compared [][]int32
	for _, other := range g.CardsOf(d) {
		if other == c || !l.knows(other) {
			continue
		}
		z := g.ZoneAt(other)
		switch {
		case row && z == g.ZoneAt(c):
			more = true // or before it, which is counted
		case l.row(z) && int32(z) < mine[0]:
			less++
		case l.row(z) && int32(z) > mine[0]:
			more = true
		default:
			facts := l.facts(other)
			if order := slices.Compare(facts, mine); order < 0 {
				compared = append(compared, facts)
			} else if order > 0 {
				more = true
			}
		}
	}
	slices.SortFunc(compared, slices.Compare)
	compared = slices.CompactFunc(compared, slices.Equal)
	less += len(compared)
	if less == 0 && !more {
		return 0
	}
	return less + 1
}

// allWays are the ways of all known copies of a definition.
func (l *looker) allWays(d engine.DefID) map[engine.CardID]int {
	type copied struct {
		card  engine.CardID
		facts []int32
	}
	var all []copied
	for _, c := range l.g.CardsOf(d) {
		if l.knows(c) {
			all = append(all, copied{c, l.facts(c)})
		}
	}
	slices.SortFunc(all, func(a, b copied) int { return slices.Compare(a.facts, b.facts) })
	ways := make(map[engine.CardID]int, len(all))
	way := 0
	for i := range all {
		if i == 0 || !slices.Equal(all[i-1].facts, all[i].facts) {
			way++
		}
		ways[all[i].card] = way
	}
	if way == 1 {
		clear(ways)
		for _, of := range all {
			ways[of.card] = 0
		}
	}
	return ways
}

// once caches facts about a position; moving on discards it.
type once struct {
	ways   map[engine.DefID]map[engine.CardID]int
	places map[engine.ZoneID]map[engine.CardID]int
	// lasting are indices of effects, naming the facts of cards that name a card; nil if
	// not yet computed.
	lasting, naming map[engine.CardID][]int32
}

// after is the part of the cache that still holds after an event.
func (o *once) after(e *engine.Event) once {
	kept := once{lasting: o.lasting, naming: o.naming}
	switch e.Kind {
	case engine.EvSet:
		kept.naming = nil
	case engine.EvEffect, engine.EvEffectEnd:
		kept.lasting = nil
	}
	return kept
}

// put puts a value into a map, which it makes if there is none.
func put[K comparable, V any](into *map[K]V, key K, value V) {
	if *into == nil {
		*into = map[K]V{}
	}
	(*into)[key] = value
}

// facts are what tells a known card from its copies: its place, owner, controller and
// knowers, its printed and other values, the cards on it, and everything that names it.
func (l *looker) facts(c engine.CardID) []int32 {
	g := l.g
	z := g.ZoneAt(c)
	out := []int32{l.zoneNumber(z), int32(l.placeOf(c)), int32(g.Controller(c)), int32(g.Owner(c)), int32(g.Known(c)),
		g.Nth[c]}
	for _, a := range g.Pack.Types[g.TypeOf(c)].Attributes {
		if declared := &g.Pack.Cards[a]; declared.State && l.may(declared.Seen, l.holder(c)) {
			out = append(out, l.plain(g.Printed(c, a)))
		}
	}
	for _, on := range g.ZonesOf(c) {
		for _, held := range g.CardsIn(nil, on) {
			n := int32(0)
			if l.knows(held) {
				n = g.Nth[held] + 1
			}
			out = append(out, -1-int32(g.KindOfZone(on)), n)
		}
	}
	for _, u := range g.UsesOn(c) {
		if u.Times > 0 {
			out = append(out, -1, int32(u.Times))
		}
	}
	for _, i := range l.lasting()[c] {
		e := &g.Effects()[i]
		out = append(out, -2, int32(e.Ability), int32(e.Seat))
	}
	return l.references(out, c)
}

// lasting are the lasting effects by the cards that they are on or name.
func (l *looker) lasting() map[engine.CardID][]int32 {
	if l.once.lasting == nil {
		l.once.lasting = map[engine.CardID][]int32{}
		for i, e := range l.g.Effects() {
			of := []engine.CardID{e.Card}
			for _, v := range e.Params[:e.N] {
				if v.Kind == engine.Card && !slices.Contains(of, v.Card()) {
					of = append(of, v.Card())
				}
			}
			for _, c := range of {
				l.once.lasting[c] = append(l.once.lasting[c], int32(i))
			}
		}
	}
	return l.once.lasting
}

// naming are the attributes that name cards, by the card.
func (l *looker) naming() map[engine.CardID][]int32 {
	if l.once.naming == nil {
		g := l.g
		l.once.naming = map[engine.CardID][]int32{}
		note := func(v engine.Value, facts ...int32) {
			if c := v.Card(); v.Kind == engine.Card && c != 0 {
				l.once.naming[c] = append(l.once.naming[c], facts...)
			}
		}
		for a := range g.Pack.Game {
			if declared := &g.Pack.Game[a]; declared.Kind == engine.Card && l.may(declared.Seen, 0) {
				note(g.GamePrinted(engine.AttributeID(a)), -3, int32(a))
			}
		}
		for s := range g.AllSeats().Each() {
			for a := range g.Pack.Seats {
				if declared := &g.Pack.Seats[a]; declared.Kind == engine.Card && l.may(declared.Seen, s) {
					note(g.SeatPrinted(s, engine.AttributeID(a)), -4, int32(s), int32(a))
				}
			}
		}
	}
	return l.once.naming
}

// references adds the places that name a card: attributes, and the question.
func (l *looker) references(out []int32, c engine.CardID) []int32 {
	is := engine.CardValue(c)
	out = append(out, l.naming()[c]...)
	if l.asked == nil {
		return out
	}
	for i, n := range l.asked.About {
		if n.Value == is {
			out = append(out, -5, int32(i))
		}
	}
	for i, t := range l.asked.Open {
		for p, v := range t.Params {
			if v == is {
				out = append(out, -6, int32(i), int32(p))
			}
		}
	}
	return out
}

// zoneNumber stands for a zone, that of a card for the card's definition.
func (l *looker) zoneNumber(z engine.ZoneID) int32 {
	c := l.g.ZoneCard(z)
	if c == 0 {
		return int32(z)
	}
	n := int32(l.g.ZoneTotal()) + int32(l.g.KindOfZone(z))*64 + int32(l.g.ZoneSeat(z))
	if l.knows(c) {
		n += l.g.Nth[c] << 13
	}
	return n
}

// plain is a value's number, without which card it names.
func (l *looker) plain(v engine.Value) int32 {
	switch v.Kind {
	case engine.Nil:
		return -1 << 31
	case engine.Card:
		if v.N == 0 || !l.knows(v.Card()) {
			return 0
		}
		return l.g.Nth[v.N] + 1
	case engine.Zone:
		return l.zoneNumber(v.Zone())
	}
	return v.N
}

// sort puts known cards in the order of the pack, copies by how they are seen.
func (l *looker) sort(cards []engine.CardID) {
	ways := make(map[engine.CardID]int, len(cards))
	for _, c := range cards {
		if len(l.g.CardsOf(l.g.Def[c])) > 1 {
			ways[c] = l.way(c)
		}
	}
	slices.SortFunc(cards, func(a, b engine.CardID) int {
		return cmp.Or(cmp.Compare(l.g.Def[a], l.g.Def[b]), cmp.Compare(ways[a], ways[b]), cmp.Compare(a, b))
	})
}
