package engine

// The state as bytes, and what each of its numbers may be.

func (e *encoder) state(s *State) {
	e.list(s.cells)
	for z := 1; z < len(s.zones); z++ {
		e.ints(int(s.zones[z].count))
		for c := s.zones[z].head; c != 0; c = s.links[c].next {
			e.ints(int(c), int(s.links[c].known))
		}
	}
	e.ints(len(s.effects))
	for i := range s.effects {
		e.list(s.effects[i].encode(nil))
	}
	e.ints(len(s.agenda))
	for i := range s.agenda {
		e.list(s.agenda[i].encode(nil))
	}
}

func (d *decoder) state(s *State) {
	l := d.layout
	s.cells = d.list()
	if len(s.cells) != l.cells {
		d.fail("the state has %d cells, must have %d", len(s.cells), l.cells)
		return
	}
	for cell, v := range s.cells {
		if !l.cellFits(cell, v) {
			d.fail("%s is %d", l.CellName(cell), v)
			return
		}
	}
	d.zones(s)
	for range d.count() {
		ints := d.list()
		if !l.effectFits(ints) {
			d.fail("a lasting effect is not one")
			return
		}
		s.effects = append(s.effects, decodeEffect(ints))
	}
	for range d.count() {
		ints := d.list()
		if !l.callFits(ints) {
			d.fail("a scheduled step is not one")
			return
		}
		s.agenda = append(s.agenda, decodeCall(ints))
	}
}

// zones reads where the cards lie; every card must lie somewhere once.
func (d *decoder) zones(s *State) {
	l := d.layout
	s.links, s.zones = make([]link, len(l.Def)), make([]ends, len(l.zoneKind))
	placed := 0
	for z := 1; z < len(s.zones); z++ {
		for range d.count() {
			c := CardID(d.number("a card", 1, l.Cards()))
			known := SeatSet(d.number("a set of seats", 0, int(l.all)))
			if d.err != nil {
				return
			}
			if s.links[c].zone != 0 {
				d.fail("%s lies in two places", l.CardKey(c))
				return
			}
			s.linkIn(c, ZoneID(z), s.zones[z].tail)
			s.links[c].known = known
			placed++
		}
	}
	if d.err == nil && placed != l.Cards() {
		d.fail("%d of %d cards lie somewhere", placed, l.Cards())
	}
}

func within(v int32, low, high int) bool { return int(v) >= low && int(v) <= high }

// cellFits reports whether a cell of the state can hold a number.
func (l *Layout) cellFits(cell int, v int32) bool {
	switch cell {
	case cellPC:
		return within(v, 0, len(l.Pack.Flow)-1)
	case cellOver:
		return within(v, 0, 1)
	case cellWinners:
		return within(v, 0, int(AllSeats))
	case cellReason:
		return within(v, 0, len(l.Pack.Symbols)-1)
	case cellPhase:
		return within(v, 0, len(l.Pack.Phases))
	case cellTurn:
		return within(v, 0, l.Seats)
	}
	if cell >= l.loops && cell < l.loops+l.Pack.Loops*loopCells {
		switch (cell - l.loops) % loopCells {
		case loopSeat:
			return within(v, 0, l.Seats)
		case loopPassed:
			return within(v, 0, int(AllSeats))
		}
	}
	info := l.cellInfo(cell)
	if cell < l.gameBase || info.attribute < 0 && info.card == 0 {
		return v >= 0
	}
	if info.attribute < 0 {
		return within(v, 0, l.Seats)
	}
	attributes := [...][]Attribute{OfTable: l.Pack.Game, OfSeat: l.Pack.Seats, OfCard: l.Pack.Cards}[info.holder]
	return l.valueFits(attributes[info.attribute].Kind, v)
}

// valueFits reports whether a value of a kind can have a number; 0 is nothing
// where the kind has no zero.
func (l *Layout) valueFits(kind Kind, v int32) bool {
	switch kind {
	case Number:
		return true
	case Flag:
		return within(v, 0, 1)
	case Card:
		return within(v, 0, l.Cards())
	case SeatKind:
		return within(v, 0, l.Seats)
	case Zone:
		return within(v, 0, l.ZoneTotal())
	case Word:
		return within(v, 0, len(l.Pack.Symbols)-1)
	case List:
		return within(v, 0, len(l.Pack.Lists)-1)
	case Handle:
		return int(v) < len(l.Instances)
	}
	return v == 0
}

// valuesFit reports whether a list of kinds and numbers holds values.
func (l *Layout) valuesFit(ints []int32) bool {
	if len(ints)%2 != 0 {
		return false
	}
	for i := 0; i < len(ints); i += 2 {
		if !within(ints[i], 0, int(Handle)) || !l.valueFits(Kind(ints[i]), ints[i+1]) {
			return false
		}
	}
	return true
}

func (l *Layout) effectFits(ints []int32) bool {
	return len(ints) == effectInts &&
		ints[0] >= 0 && within(ints[1], 0, len(l.Pack.Abilities)-1) && within(ints[2], 0, l.Cards()) && within(ints[3], 0, l.Seats) &&
		within(ints[4], -1, len(l.Pack.Triggers)-1) && within(ints[5], 0, l.Seats) && within(ints[6], 0, MaxEffectParams) &&
		l.valuesFit(ints[7:])
}

func (l *Layout) callFits(ints []int32) bool {
	return len(ints) == callInts && within(ints[0], 0, len(l.Pack.Steps)-1) && within(ints[1], 0, MaxArgs) && l.valuesFit(ints[2:])
}
