package engine

import "slices"

// eventCheck reports whether a log that was read from a file leads to a state:
// it takes all events back and makes them again, looking before each step.
type eventCheck struct {
	layout   *Layout
	log      *Log
	failures int
	at       int
}

func (k *eventCheck) fold(end *State) bool {
	for k.at = k.log.Base; k.at < k.log.Len(); k.at++ {
		if !k.fits(k.log.At(k.at)) {
			return false
		}
	}
	var s State
	end.clone(&s)
	for k.at = k.log.Len() - 1; k.at >= k.log.Base; k.at-- {
		if e := k.log.At(k.at); !k.applied(&s, e) {
			return false
		}
		s.undo(k.log.At(k.at), k.log)
	}
	for k.at = k.log.Base; k.at < k.log.Len(); k.at++ {
		if e := k.log.At(k.at); !k.applicable(&s, e) {
			return false
		}
		s.apply(k.log.At(k.at), k.log)
	}
	return s.Equal(end)
}

// fits reports whether the numbers of an event are such as its kind has.
func (k *eventCheck) fits(e *Event) bool {
	l := k.layout
	data := k.log.Data(e)
	if e.Cause < 0 || int(e.Cause) > k.at {
		return false
	}
	card := func(n int32) bool { return within(n, 1, l.Cards()) }
	zone := func(n int32) bool { return within(n, 1, l.ZoneTotal()) }
	switch e.Kind {
	case EvSet:
		return within(e.A, 0, l.cells-1) && l.cellFits(int(e.A), e.B) && l.cellFits(int(e.A), e.C)
	case EvMove:
		return card(e.A) && zone(e.B) && zone(e.C) && within(e.D>>16, 0, l.Cards()) && within(e.D&0xffff, 0, l.Cards())
	case EvShuffle:
		return zone(e.A) && k.stream(e.B) && len(data)%3 == 0 && k.orders(data)
	case EvEffect, EvEffectEnd:
		return e.A >= 0 && l.effectFits(data)
	case EvSchedule, EvTake:
		return e.A >= 0 && l.callFits(data)
	case EvRoll:
		return within(e.A, 0, len(l.Pack.Dice)-1) && k.stream(e.B) && len(data) == 2 && l.valuesFit(data)
	case EvDraw:
		return zone(e.A) && k.stream(e.B) && len(data) == 1 && card(data[0])
	case EvFailed:
		return int(e.B) == k.at && e.A <= e.B && int(e.A) >= k.log.Base && within(e.C, 0, k.failures-1)
	case EvFinish:
		return l.cellFits(cellWinners, e.A) && l.cellFits(cellReason, e.B)
	case EvReveal:
		return card(e.A)
	case EvTurn:
		before, after, turn := e.turnSeats()
		most := Seat(l.Seats)
		return k.loop(e.A) && e.B >= 0 && e.C >= 0 && e.D < 1<<24 && before <= most && after > 0 && after <= most && turn <= most
	}
	return k.markFits(e, data)
}

// markFits reports whether the numbers of an event that changes nothing fit.
func (k *eventCheck) markFits(e *Event, data []int32) bool {
	l := k.layout
	switch e.Kind {
	case EvAnswer:
		return e.A > 0 && within(e.D, 0, uncounted|forced) && within(e.B, 0, l.Seats) && within(e.C, 1, MaxParts) && len(data)%(2*int(e.C)) == 0 && l.valuesFit(data)
	case EvStep:
		return within(e.A, 0, len(l.Pack.Steps)-1) && l.valuesFit(data)
	case EvPhase:
		return within(e.A, 0, len(l.Pack.Phases)-1)
	case EvRaise, EvApply:
		return within(e.A, 0, len(l.Pack.Triggers)-1) && within(e.B, 0, k.at) && len(data) <= 2*MaxParams && l.valuesFit(data)
	case EvAbility:
		return within(e.A, 0, len(l.Pack.Abilities)-1) && within(e.B, 0, l.Cards()) && within(e.C, 0, l.Seats)
	case EvSay:
		for i := 0; i+2 < len(data); i += 3 {
			if !within(data[i], 0, len(l.Pack.Symbols)-1) || !l.valuesFit(data[i+1:i+3]) {
				return false
			}
		}
		return within(e.A, 0, len(l.Pack.Symbols)-1) && len(data)%3 == 0
	}
	return e.Kind == EvAsk && within(e.B, 0, len(l.Pack.Symbols)-1)
}

// stream reports whether a cell counts a random stream; 0 is none.
func (k *eventCheck) stream(cell int32) bool {
	return cell == 0 || within(cell, k.layout.loops+k.layout.Pack.Loops*loopCells, k.layout.gameBase-1)
}

// loop reports whether a cell is the first of a loop.
func (k *eventCheck) loop(cell int32) bool {
	n := int(cell) - k.layout.loops
	return n >= 0 && n < k.layout.Pack.Loops*loopCells && n%loopCells == 0
}

// orders reports whether a shuffle's data are the same cards in two orders.
func (k *eventCheck) orders(data []int32) bool {
	n := len(data) / 3
	before, after := slices.Clone(data[:n]), slices.Clone(data[2*n:])
	slices.Sort(before)
	slices.Sort(after)
	for i, c := range before {
		if !within(c, 1, k.layout.Cards()) || i > 0 && c == before[i-1] || !within(data[n+i], 0, 255) {
			return false
		}
	}
	return slices.Equal(before, after)
}

// applied reports whether an event can have been the last one before the state.
func (k *eventCheck) applied(s *State, e *Event) bool {
	switch e.Kind {
	case EvSet:
		return s.cells[e.A] == e.C
	case EvMove:
		return s.lies(e.A, e.C, e.D&0xffff) && s.near(e.D>>16, e.B, e.A)
	case EvShuffle:
		data := k.log.Data(e)
		return s.lie(e.A, data[2*len(data)/3:])
	case EvEffect:
		return int(e.A) < len(s.effects) && s.effects[e.A] == decodeEffect(k.log.Data(e))
	case EvEffectEnd:
		return int(e.A) <= len(s.effects)
	case EvSchedule:
		return int(e.A) < len(s.agenda) && s.agenda[e.A] == decodeCall(k.log.Data(e))
	case EvFailed:
		return k.failedFits(s, e)
	case EvReveal:
		return s.links[e.A].known == e.New
	case EvTurn:
		_, seat, _ := e.turnSeats()
		return s.cells[e.A+loopSeat] == int32(seat) && s.cells[e.A+loopCount] == e.C && s.cells[cellTurn] == int32(seat)
	}
	return true
}

// failedFits reports whether the events that a failed ability took back can be
// made again from the state.
func (k *eventCheck) failedFits(s *State, e *Event) bool {
	var trial State
	s.clone(&trial)
	for i := int(e.A); i < int(e.B); i++ {
		again := k.log.At(i)
		if again.Kind == EvAnswer {
			continue
		}
		if !k.applicable(&trial, again) {
			return false
		}
		trial.apply(again, k.log)
	}
	return true
}

// failsFits reports whether the events that a failed ability takes back can be
// taken back from the state.
func (k *eventCheck) failsFits(s *State, e *Event) bool {
	var trial State
	s.clone(&trial)
	for i := int(e.B) - 1; i >= int(e.A); i-- {
		back := k.log.At(i)
		if back.Kind == EvAnswer {
			continue
		}
		if !k.applied(&trial, back) {
			return false
		}
		trial.undo(back, k.log)
	}
	return true
}

// applicable reports whether an event can come next after the state.
func (k *eventCheck) applicable(s *State, e *Event) bool {
	switch e.Kind {
	case EvSet:
		return s.cells[e.A] == e.B
	case EvMove:
		return s.lies(e.A, e.B, e.D>>16) && s.near(e.D&0xffff, e.C, e.A)
	case EvShuffle:
		data := k.log.Data(e)
		return s.lie(e.A, data[:len(data)/3])
	case EvEffect:
		return int(e.A) <= len(s.effects)
	case EvEffectEnd:
		return int(e.A) < len(s.effects) && s.effects[e.A] == decodeEffect(k.log.Data(e))
	case EvSchedule:
		return int(e.A) <= len(s.agenda)
	case EvTake:
		n := len(s.agenda)
		return n > 0 && s.agenda[n-1] == decodeCall(k.log.Data(e))
	case EvFailed:
		return k.failsFits(s, e)
	case EvReveal:
		return s.links[e.A].known == e.Old
	case EvTurn:
		seat, _, turn := e.turnSeats()
		return s.cells[e.A+loopSeat] == int32(seat) && s.cells[e.A+loopCount] == e.B && s.cells[cellTurn] == int32(turn)
	}
	return true
}

// lies reports whether a card lies in a zone behind another one.
func (s *State) lies(c, z, behind int32) bool {
	return s.links[c].zone == ZoneID(z) && s.links[c].prev == CardID(behind)
}

// near reports whether a card (0: none) lies in a zone, so that another can be
// put behind it.
func (s *State) near(c, z, other int32) bool {
	return c == 0 || c != other && s.links[c].zone == ZoneID(z)
}

// lie reports whether the cards of a zone are in that order.
func (s *State) lie(z int32, order []int32) bool {
	c := s.zones[z].head
	for _, n := range order {
		if c == 0 || int32(c) != n {
			return false
		}
		c = s.links[c].next
	}
	return c == 0
}
