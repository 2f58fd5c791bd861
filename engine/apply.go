package engine

import "slices"

// apply makes the change that an event stands for. It and undo are the only
// writers of a state; log is where the event's data lies.
func (s *State) apply(e *Event, log *Log) {
	switch e.Kind {
	case EvSet:
		s.cells[e.A] = e.C
	case EvMove:
		s.place(CardID(e.A), ZoneID(e.C), CardID(e.D&0xffff), e.New)
		if e.n > 0 { // another life begins
			s.lives++
			s.links[e.A].since = s.lives
		}
	case EvShuffle:
		data := log.Data(e)
		n := len(data) / 3
		s.relink(ZoneID(e.A), data[2*n:])
		for _, c := range data[:n] {
			s.know(CardID(c), s.links[c].known&e.New)
		}
		s.count(e.B, 1)
	case EvEffect:
		s.addEffect(e.A, EffectOf(log.Data(e)))
	case EvEffectEnd:
		s.endEffect(e.A)
	case EvSchedule:
		s.agenda = slices.Insert(s.agenda, int(e.A), decodeCall(log.Data(e)))
	case EvTake:
		s.agenda = s.agenda[:len(s.agenda)-1]
	case EvRoll, EvDraw:
		s.count(e.B, 1)
	case EvFailed:
		for i := int(e.B) - 1; i >= int(e.A); i-- {
			if back := log.At(i); back.Kind != EvAnswer {
				s.undo(back, log)
			}
		}
	case EvFinish:
		s.cells[cellOver], s.cells[cellWinners], s.cells[cellReason] = e.C, e.A, e.B
	case EvReveal:
		s.know(CardID(e.A), e.New)
	case EvAnswer:
		if e.Counted() {
			s.cells[cellDecisions]++
		}
	case EvTurn:
		_, seat, _ := e.turnSeats()
		s.cells[e.A+loopSeat], s.cells[e.A+loopCount], s.cells[cellTurn] = int32(seat), e.C, int32(seat)
	}
}

// undo takes back the change of an event that was the last one applied.
func (s *State) undo(e *Event, log *Log) {
	switch e.Kind {
	case EvSet:
		s.cells[e.A] = e.B
	case EvMove:
		s.place(CardID(e.A), ZoneID(e.B), CardID(e.D>>16), e.Old)
		if e.n > 0 {
			s.lives--
			s.links[e.A].since = log.Data(e)[0]
		}
	case EvShuffle:
		data := log.Data(e)
		n := len(data) / 3
		s.relink(ZoneID(e.A), data[:n])
		for i, c := range data[:n] {
			s.know(CardID(c), SeatSet(data[n+i]))
		}
		s.count(e.B, -1)
	case EvEffect:
		s.endEffect(e.A)
	case EvEffectEnd:
		s.addEffect(e.A, EffectOf(log.Data(e)))
	case EvSchedule:
		s.agenda = slices.Delete(s.agenda, int(e.A), int(e.A)+1)
	case EvTake:
		s.agenda = append(s.agenda, decodeCall(log.Data(e)))
	case EvRoll, EvDraw:
		s.count(e.B, -1)
	case EvFailed:
		for i := int(e.A); i < int(e.B); i++ {
			if again := log.At(i); again.Kind != EvAnswer {
				s.apply(again, log)
			}
		}
	case EvFinish:
		s.cells[cellOver], s.cells[cellWinners], s.cells[cellReason] = 0, 0, 0
	case EvReveal:
		s.know(CardID(e.A), e.Old)
	case EvAnswer:
		if e.Counted() {
			s.cells[cellDecisions]--
		}
	case EvTurn:
		seat, _, turn := e.turnSeats()
		s.cells[e.A+loopSeat], s.cells[e.A+loopCount], s.cells[cellTurn] = int32(seat), e.B, int32(turn)
	}
}

// count moves the count of a random stream; cell 0 is none.
func (s *State) count(cell, by int32) {
	if cell != 0 {
		s.cells[cell] += by
	}
}
