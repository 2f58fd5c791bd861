package engine

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// NewLayout lays out the pack for a number of seats and the lists of its decks, in any order: one
// for each deck and seat; see Pack.DeckListsOf. It fails when the pack does not allow that number,
// or is too large for the ids.
func NewLayout(pack *Pack, seats int, lists ...Symbol) (*Layout, error) {
	if seats < pack.MinSeats || seats > pack.MaxSeats || seats > MaxSeats {
		return nil, fmt.Errorf("%s is played by %d to %d seats, not %d", pack.ID, pack.MinSeats, pack.MaxSeats, seats)
	}
	l := &Layout{Pack: pack, Seats: seats, Lists: slices.Sorted(slices.Values(lists)),
		all: AllSeats >> (MaxSeats - seats)}
	l.layCards()
	if err := l.tooLarge(); err != nil {
		return nil, err
	}
	l.layWritten()
	l.layZones()
	if err := l.tooLarge(); err != nil {
		return nil, err
	}
	l.steps = make([][len(directionSteps)]ZoneID, len(l.zoneKind)) // to the neighbours, as seat 1 sees them
	for z := 1; z < len(l.zoneKind); z++ {
		row, column := l.BoardPlace(ZoneID(z), 1)
		for d, step := range directionSteps {
			l.steps[z][d] = l.BoardZone(l.zoneKind[z], row+step[0], column+step[1], 1)
		}
	}
	l.layCells()
	l.layAbilities()
	for a := range pack.Cards {
		l.beside = append(l.beside, l.laysBeside(AttributeID(a)))
	}
	l.layPhases()
	l.layPlaces()
	l.layStart()
	for i := range (seats + 1) * len(pack.Types) { // nothing has been mixed
		l.unshuffled.up = append(l.unshuffled.up, int32(i))
	}
	return l, nil
}

// laysBeside reports whether a value may lie beside cards: cards keep it in one kind of zones
// alone, lie apart there, and all of them have it and begin with the same. So it tells how a card
// was treated, and not which one it is.
func (l *Layout) laysBeside(a AttributeID) bool {
	keeps := uint64(l.Pack.Cards[a].Keeps)
	if bits.OnesCount64(keeps) != 1 || l.modified[a] || len(l.Pack.Zones) > 64 {
		return false
	}
	kind := &l.Pack.Zones[bits.TrailingZeros64(keeps)]
	return kind.Apart() && !slices.ContainsFunc(l.cards[1:], func(c CardID) bool {
		return kind.takes(l.typeOf[c]) && (l.slots[l.typeOf[c]][a] < 0 || len(l.printed[l.Nth[c]][a]) > 0)
	})
}

// layHidden finds the optional abilities that listen where not all see.
func (l *Layout) layHidden() {
	l.hidden = make([][WindowCount][]hiddenAbility, len(l.Pack.Triggers))
	for t := range l.listeners {
		for w := range l.listeners[t] {
			for i := range l.listeners[t][w] {
				l.hide(&l.hidden[t][w], &l.listeners[t][w][i])
			}
		}
	}
}

// hide adds a listener to the abilities that listen where not all see, if it is one.
func (l *Layout) hide(to *[]hiddenAbility, of *listener) {
	in := &l.Instances[of.id]
	var kinds []ZoneKindID
	for k := range l.Pack.Zones {
		if in.zones.Has(ZoneKindID(k)) && l.Pack.Zones[k].Seen != SeenByAll {
			kinds = append(kinds, ZoneKindID(k))
		}
	}
	if !in.Ability.May || len(kinds) == 0 {
		return
	}
	at := slices.IndexFunc(*to, func(h hiddenAbility) bool {
		return h.Ability == in.Ability && slices.Equal(h.kinds, kinds)
	})
	if at < 0 {
		at = len(*to)
		h := hiddenAbility{Ability: in.Ability, kinds: kinds, own: int(of.self)}
		trigger := &l.Pack.Triggers[in.Ability.Trigger]
		for i := range in.Ability.Where {
			c := &in.Ability.Where[i]
			if c.Param >= 0 && trigger.Params[c.Param].Kind == SeatKind && ofSeats(c.Filter) {
				h.where = append(h.where, c)
			}
		}
		*to = append(*to, h)
	}
	(*to)[at].instances = append((*to)[at].instances, of.id)
}

// ofSeats reports whether a filter on a seat looks at nothing but seats.
func ofSeats(f *Filter) bool {
	return !f.some(func(t *Term) bool {
		switch t.Op {
		case TermFriendly, TermEnemy, TermSeat, TermValue, TermIs, TermNot, TermAny:
			return false
		}
		return true
	})
}

func (l *Layout) layAbilities() {
	p := l.Pack
	l.listeners = make([][WindowCount][]listener, len(p.Triggers))
	l.lastKnown = make([]bool, len(p.Triggers))
	l.resets = make([][]int32, len(p.Triggers))
	l.actions = map[Symbol][]int32{}
	l.modGame = make([][]int32, len(p.Game))
	l.modSeat = make([][]int32, len(p.Seats))
	l.modCard = make([][]int32, len(p.Cards))
	l.carried = make([][]int32, len(l.Def))
	l.counted = make([][]int32, len(l.Def))
	l.modified = make([]bool, len(p.Cards)) // the attributes of cards that some ability can change
	for i := range p.Abilities {
		if a := &p.Abilities[i]; a.Form == Modifier && a.OfHolder == OfCard && a.Of != Control {
			l.modified[a.Of] = true
		}
	}
	l.findShared()
	for c := 1; c < len(l.Def); c++ {
		def := &p.Defs[l.Def[c]]
		for _, carried := range def.Abilities {
			l.layInstance(CardID(c), carried)
		}
	}
	for i := range p.Abilities {
		if a := &p.Abilities[i]; a.Form == Hook && a.Window == After && a.LastKnown {
			l.lastKnown[a.Trigger] = true
		}
	}
	l.layHidden()
	l.layGrants()
	for t := range l.listeners {
		early := 0
		for _, list := range l.listeners[t][:After] {
			early += len(list)
		}
		l.early = append(l.early, early > 0)
		l.silent = append(l.silent, early+len(l.listeners[t][After])+len(l.resets[t]) == 0)
	}
	for i := range l.grants {
		if a := l.grants[i].Ability; a.Form == Hook {
			l.silent[a.Trigger] = false
		}
	}
	l.cells = len(l.cellStart)
}

// layInstance lays out an ability of a card.
func (l *Layout) layInstance(c CardID, carried CardAbility) {
	id := int32(len(l.Instances))
	in := Instance{ID: id, Card: c, Ability: &l.Pack.Abilities[carried.Ability], Params: carried.Params, use: -1}
	in.active = in.Ability.Active
	if in.active == nil {
		in.active = l.Pack.Types[l.typeOf[c]].Active
	}
	in.zones, in.active = splitZones(in.active)
	if in.Ability.Limit.Times > 0 {
		in.use = int32(len(l.cellStart))
		l.cellStart = append(l.cellStart, make([]int32, in.Ability.Limit.cells(l.Seats))...)
		if per := in.Ability.Limit.Per; per >= 0 {
			l.resets[per] = append(l.resets[per], id)
			l.counted[c] = append(l.counted[c], id)
		}
	}
	l.Instances = append(l.Instances, in)
	l.carried[c] = append(l.carried[c], id)
	l.index(in.Ability, id)
}

// layGrants collects the instances that give abilities to other cards.
func (l *Layout) layGrants() {
	for i := range l.Instances {
		by := &l.Instances[i]
		for _, id := range by.Ability.Grants {
			in := Instance{Ability: &l.Pack.Abilities[id], Params: by.Params, use: -1, by: by}
			in.zones, in.active = splitZones(in.Ability.Active)
			l.grants = append(l.grants, in)
		}
	}
}

func (l *Layout) addZone(kind ZoneKindID, seat Seat, card CardID, place int) {
	l.zoneKind = append(l.zoneKind, kind)
	l.zoneSeat = append(l.zoneSeat, seat)
	l.zoneCard = append(l.zoneCard, card)
	m := l.movesOf(kind, seat, card)
	l.moves = append(l.moves, m)
	counted := int16(0)
	if !m.ordered && !m.open {
		l.knownCounts++
		counted = l.knownCounts
	}
	l.common.counted = append(l.common.counted, counted)
	l.zonePlace = append(l.zonePlace, int32(place))
	name := l.Pack.Zones[kind].Name
	if l.Pack.Zones[kind].Rows > 0 {
		name = fmt.Sprintf("%s %d", name, place)
	}
	switch {
	case card != 0 && seat != 0:
		name = fmt.Sprintf("%s of %s for seat %d", name, l.CardKey(card), seat)
	case card != 0:
		name = fmt.Sprintf("%s of %s", name, l.CardKey(card))
	case seat != 0:
		name = fmt.Sprintf("%s of seat %d", name, seat)
	}
	l.streamKey = append(l.streamKey, rng.Name(name))
}

// tooLarge tells which bound of the ids and masks the pack breaks, if any.
func (l *Layout) tooLarge() error {
	for _, bound := range []struct {
		what      string
		n, atMost int
	}{
		{"cards", l.Cards(), 1<<15 - 2},
		{"zones", l.ZoneTotal(), 1<<15 - 2},
		{"kinds of zones", len(l.Pack.Zones), 64},
		{"types of cards", len(l.Pack.Types), 64},
	} {
		if bound.n > bound.atMost {
			return fmt.Errorf("%s has %d %s; at most %d fit in a game", l.Pack.ID, bound.n, bound.what, bound.atMost)
		}
	}
	return nil
}

func (l *Layout) layZones() {
	l.zoneKind = []ZoneKindID{-1}
	l.zoneSeat = []Seat{0}
	l.zoneCard = []CardID{0}
	l.zonePlace = []int32{0}
	l.streamKey = []uint64{0}
	l.moves = []zoneMoves{{}}
	l.common = common{counted: []int16{0}, abilities: l.Pack.Abilities}
	l.zoneBase = make([]int32, len(l.Pack.Zones))
	l.cardRank = make([][]int32, len(l.Pack.Zones))
	l.cardZones = make([][]ZoneID, len(l.Def))
	for k := range l.Pack.Zones {
		kind := &l.Pack.Zones[k]
		id := ZoneKindID(k)
		l.zoneBase[k] = int32(len(l.zoneKind))
		seats := 1
		if kind.PerSeat {
			seats = l.Seats
		}
		switch kind.Of {
		case OfTable:
			for place := range max(1, kind.Rows*kind.Columns) {
				l.addZone(id, 0, 0, place)
			}
		case OfSeat:
			for s := 1; s <= l.Seats; s++ {
				l.addZone(id, Seat(s), 0, 0)
			}
		case OfCard:
			l.cardRank[k] = make([]int32, len(l.Def))
			for _, c := range l.written {
				if !slices.Contains(kind.Types, l.Pack.Defs[l.Def[c]].Type) {
					continue
				}
				l.cardRank[k][c] = int32(len(l.zoneKind))
				for s := range seats {
					seat := Seat(0)
					if kind.PerSeat {
						seat = Seat(s + 1)
					}
					l.cardZones[c] = append(l.cardZones[c], ZoneID(len(l.zoneKind)))
					l.addZone(id, seat, c, 0)
				}
			}
		}
	}
	l.layHolders()
}

// layHolders says where filled zones are counted.
func (l *Layout) layHolders() {
	l.common.holders = slices.Clone(l.zoneCard)
	for z, c := range l.zoneCard {
		if l.uncounted(c) {
			l.common.holders[z] = 0
		}
	}
}

func (l *Layout) movesOf(k ZoneKindID, seat Seat, card CardID) zoneMoves {
	kind := &l.Pack.Zones[k]
	out := zoneMoves{
		open: kind.Seen == SeenByAll, ordered: kind.Ordered, bag: kind.Bag,
		hides: kind.Seen != SeenByAll && !kind.Ordered,
		free:  len(kind.Accepts) == 0 && kind.Capacity == 0 && kind.CapacitySeat == 0 && card == 0,
	}
	switch {
	case out.open:
		out.sees = l.all
	case kind.Seen == SeenByOwner && seat != 0:
		out.sees = Only(seat)
	case kind.Seen == SeenByOwner && card != 0:
		out.controller = true
	}
	return out
}

func (l *Layout) layCards() {
	l.Def = []DefID{0}
	l.Copy = []int{0}
	l.typeOf = []TypeID{0}
	l.Nth = []int32{0}
	l.ofType = make([][]CardID, len(l.Pack.Types))
	l.first = make([]CardID, len(l.Pack.Defs)+1)
	listed := make([]int, len(l.Pack.Defs))
	for _, list := range l.Lists {
		for _, card := range l.Pack.DeckLists[list] {
			listed[card.Def] += card.Copies
		}
	}
	for d := range l.Pack.Defs {
		def := &l.Pack.Defs[d]
		l.first[d] = CardID(len(l.Def))
		copies := def.Copies + listed[d]
		if copies == 0 {
			continue
		}
		row := make([][]Value, len(l.Pack.Cards))
		for _, printed := range def.Printed {
			row[printed.Attribute] = printed.Values
		}
		for c := range copies {
			l.ofType[def.Type] = append(l.ofType[def.Type], CardID(len(l.Def)))
			l.Def = append(l.Def, DefID(d))
			l.Copy = append(l.Copy, c+1)
			l.typeOf = append(l.typeOf, def.Type)
			l.Nth = append(l.Nth, int32(l.Sorts))
		}
		l.printed = append(l.printed, row)
		l.Sorts++
	}
	l.first[len(l.Pack.Defs)] = CardID(len(l.Def))
	l.cards = make([]CardID, len(l.Def))
	for c := range l.cards {
		l.cards[c] = CardID(c)
	}
}

// layWritten orders the cards as the pack writes them.
func (l *Layout) layWritten() {
	l.written = slices.Collect(l.AllCards())
	slices.SortStableFunc(l.written, func(a, b CardID) int {
		return cmp.Compare(l.Pack.Defs[l.Def[a]].Written, l.Pack.Defs[l.Def[b]].Written)
	})
	l.rank = make([]int32, len(l.Def))
	for i, c := range l.written {
		l.rank[c] = int32(i)
	}
}

func (l *Layout) layCells() {
	l.cellStart = make([]int32, cellFixed)
	l.loops = cellFixed
	l.cellStart = append(l.cellStart, make([]int32, l.Pack.Loops*loopCells)...)
	for d := range l.Pack.Dice {
		l.dieStream = append(l.dieStream, int32(len(l.cellStart)))
		l.dieKey = append(l.dieKey, rng.Name("die "+l.Pack.Dice[d].Name))
		l.cellStart = append(l.cellStart, 0)
	}
	l.zoneCount = make([]int32, len(l.zoneKind))
	for z := 1; z < len(l.zoneKind); z++ {
		// Things lying on cards are seldom drawn at random: those zones share a
		// cell for each kind, so that a large pack keeps a small state.
		if l.zoneCard[z] != 0 && z > int(l.zoneBase[l.zoneKind[z]]) {
			l.zoneCount[z] = l.zoneCount[l.zoneBase[l.zoneKind[z]]]
			continue
		}
		l.zoneCount[z] = int32(len(l.cellStart))
		l.cellStart = append(l.cellStart, 0)
	}
	l.gameBase = len(l.cellStart)
	for i := range l.Pack.Game {
		l.cellStart = append(l.cellStart, l.Pack.Game[i].Start.N)
	}
	l.seatBase = len(l.cellStart)
	for range l.Seats {
		for i := range l.Pack.Seats {
			l.cellStart = append(l.cellStart, l.Pack.Seats[i].Start.N)
		}
	}
	l.slots = make([][]int16, len(l.Pack.Types))
	l.keeps = make([][]AttributeID, len(l.Pack.Types))
	for t := range l.Pack.Types {
		row := make([]int16, len(l.Pack.Cards))
		for i := range row {
			row[i] = -1
		}
		next := int16(cardCells)
		for _, a := range l.Pack.Types[t].Attributes {
			if l.Pack.Cards[a].State {
				row[a] = next
				next++
			}
			if l.Pack.Cards[a].Keeps != 0 {
				l.keeps[t] = append(l.keeps[t], a)
			}
		}
		l.slots[t] = row
	}
	l.cardBase = make([]int32, len(l.Def))
	for c := 1; c < len(l.Def); c++ {
		def := &l.Pack.Defs[l.Def[c]]
		l.cardBase[c] = int32(len(l.cellStart))
		l.cellStart = append(l.cellStart, 0, 0)
		for _, a := range l.Pack.Types[def.Type].Attributes {
			attribute := &l.Pack.Cards[a]
			if !attribute.State {
				continue
			}
			start := attribute.Start.N
			if own := def.Printed.Of(a); len(own) > 0 {
				start = own[0].N
			}
			l.cellStart = append(l.cellStart, start)
		}
	}
}

func (l *Layout) layPlaces() {
	for t := range l.Pack.Types {
		lives := l.Pack.Types[t].Lives
		places := make([]ZoneMask, len(l.Pack.Zones))
		for k := range places {
			places[k] = 1 << k
			if lives.Has(ZoneKindID(k)) {
				places[k] = lives
			}
		}
		l.places = append(l.places, places)
	}
}

func (l *Layout) layPhases() {
	l.phaseUp = make([]int, len(l.Pack.Phases))
	var open []int
	for _, in := range l.Pack.Flow {
		switch in.Op {
		case OpEnter:
			up := -1
			if len(open) > 0 {
				up = open[len(open)-1]
			}
			l.phaseUp[in.Arg] = up
			open = append(open, int(in.Arg))
		case OpLeave:
			open = open[:len(open)-1]
		}
	}
}

// splitZones takes a zone term off a filter, so that the commonest reason for
// an ability to be silent costs one bit test.
func splitZones(f *Filter) (ZoneMask, *Filter) {
	if f == nil {
		return ^ZoneMask(0), nil
	}
	mask := ^ZoneMask(0)
	var rest []Term
	for _, t := range f.Terms {
		if t.Op == TermZone && !t.Not {
			mask &= t.Zones
			continue
		}
		rest = append(rest, t)
	}
	if len(rest) == 0 {
		return mask, nil
	}
	return mask, &Filter{Terms: rest}
}

func (l *Layout) index(a *Ability, id int32) {
	switch a.Form {
	case Hook:
		if made, ever := l.listenerOf(a, id); ever {
			at := &l.listeners[a.Trigger][a.Window]
			*at = append(*at, made)
		}
	case Action:
		l.actions[a.ActionKind] = append(l.actions[a.ActionKind], id)
	case Modifier:
		lists := [...][][]int32{OfTable: l.modGame, OfSeat: l.modSeat, OfCard: l.modCard}[a.OfHolder]
		if a.Of != Control {
			lists[a.Of] = append(lists[a.Of], id)
		}
	}
}
