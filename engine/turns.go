package engine

import "fmt"

// Loop is the progress of a loop of the flow. Seat and Passed belong to a turn loop; Count
// is the number of turns taken or of repetitions made.
type Loop struct {
	Seat   Seat
	Passed SeatSet
	Count  int
}

// FlowPosition is the place of the flow's instruction that comes next.
func (p *Position) FlowPosition() int { return int(p.state.cells[cellPC]) }

// Agenda returns the scheduled steps, the one that runs next last; it is for
// reading only.
func (p *Position) Agenda() []Call { return p.state.agenda }

// Loop returns how far a loop has come.
func (p *Position) Loop(n int) Loop {
	at := p.state.cells[p.loops+n*loopCells:]
	return Loop{Seat(at[loopSeat]), SeatSet(at[loopPassed]), int(at[loopCount])}
}

// FirstTurn is the seat that begins a turn loop as the game stands.
func (p *Position) FirstTurn(loop int8) Seat {
	for i := range p.Pack.Flow {
		in := &p.Pack.Flow[i]
		if in.Op != OpTurnsStart || in.Loop != loop || in.Arg < 0 {
			continue
		}
		if s := Seat(p.state.cells[p.gameBase+int(in.Arg)]); s != 0 {
			return s
		}
	}
	return 1
}

// phaseAt is the phase around a place of the flow, as its cell has it.
func (p *Pack) phaseAt(at int) int32 {
	var open []int32
	for i := range at {
		switch in := &p.Flow[i]; in.Op {
		case OpEnter:
			open = append(open, in.Arg)
		case OpLeave:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return 0
	}
	return open[len(open)-1] + 1
}

// LoopsAround returns the instructions that close the loops around a place of
// the flow (OpTurnsNext and OpCountNext), outermost first.
func (p *Pack) LoopsAround(at int) []Instruction {
	var around []Instruction
	for i := len(p.Flow) - 1; i >= at; i-- {
		in := p.Flow[i]
		if (in.Op == OpTurnsNext || in.Op == OpCountNext) && int(in.Target) <= at {
			around = append(around, in)
		}
	}
	return around
}

// RoundOf says in which of how many rounds a phase is that goes on and is repeated a number of
// times; of is 0 for other phases.
func (p *Position) RoundOf(phase int) (now, of int) {
	for at := range p.Pack.Flow {
		in := &p.Pack.Flow[at]
		if in.Op == OpCountNext && p.Pack.LoopPhase(in.Loop) == phase {
			return int(p.state.cells[p.loops+int(in.Loop)*loopCells+loopCount]) + 1, int(in.Arg)
		}
	}
	return 0, 0
}

// LoopPhase is the phase that a loop of the flow repeats.
func (p *Pack) LoopPhase(loop int8) int {
	for i := range p.Flow {
		in := &p.Flow[i]
		switch {
		case in.Op == OpTurnsStart && in.Loop == loop:
			return int(p.phaseAt(i)) - 1
		case in.Op == OpCountStart && in.Loop == loop:
			return int(p.Flow[i+1].Arg)
		}
	}
	return 0
}

// startTurns prepares a turn loop so that the first OpTurnsNext gives the
// turn to its first seat.
func (r *Run) startTurns(in *Instruction, loop int) {
	before := r.FirstTurn(in.Loop) - 1
	if before == 0 {
		before = Seat(r.Seats)
	}
	r.set(loop+loopSeat, int32(before))
	r.set(loop+loopPassed, 0)
	r.set(loop+loopCount, 0)
}

// nextTurn gives the turn to the next seat that has not passed, and reports
// whether there was one.
func (r *Run) nextTurn(in *Instruction, loop, pc int) bool {
	seat := Seat(r.state.cells[loop+loopSeat])
	passed := SeatSet(r.state.cells[loop+loopPassed])
	taken := r.state.cells[loop+loopCount]
	for range r.Seats {
		if in.Once && int(taken) >= r.Seats {
			break
		}
		// A seat that passed uses its place up, or others would go twice.
		seat = r.NextSeat(seat)
		taken++
		if !passed.Has(seat) {
			cells := r.state.cells
			e := r.log.add(EvTurn, r.frame)
			e.A, e.B, e.C = int32(loop), cells[loop+loopCount], taken
			e.D = cells[loop+loopSeat] | int32(seat)<<8 | cells[cellTurn]<<16
			r.state.apply(e, r.log)
			return true
		}
	}
	around := int32(0)
	if outer, ok := r.turnLoop(pc + 1); ok {
		around = r.state.cells[outer+loopSeat]
	}
	r.set(cellTurn, around)
	return false
}

// Pass takes a seat out of the innermost running turn loop.
func (r *Run) Pass(seat Seat) error {
	if err := r.guard("pass"); err != nil {
		return err
	}
	r.look(len(r.Pack.Flow) / flowLooked)
	loop, ok := r.turnLoop(int(r.state.cells[cellPC]))
	if !ok {
		return fmt.Errorf("pass: no turns are running")
	}
	cell := loop + loopPassed
	r.set(cell, r.state.cells[cell]|int32(Only(seat)))
	return nil
}

// NextSeat returns the seat to the left of a seat.
func (l *Layout) NextSeat(s Seat) Seat {
	if int(s) >= l.Seats {
		return 1
	}
	return s + 1
}

// Passed reports whether a seat has passed in the innermost running turn loop.
func (p *Position) Passed(seat Seat) bool {
	p.look(len(p.Pack.Flow) / flowLooked)
	loop, ok := p.turnLoop(int(p.state.cells[cellPC]))
	return ok && SeatSet(p.state.cells[loop+loopPassed]).Has(seat)
}

// flowLooked is how many instructions of the flow are passed as fast as a card is
// looked at.
const flowLooked = 8

// turnLoop finds the cells of the turn loop around the instruction at pc: the
// first OpTurnsNext from pc on that jumps back to it or before.
func (p *Position) turnLoop(pc int) (int, bool) {
	for at := pc; at < len(p.Pack.Flow); at++ {
		in := &p.Pack.Flow[at]
		if in.Op == OpTurnsNext && int(in.Target) <= pc {
			return p.loops + int(in.Loop)*loopCells, true
		}
	}
	return 0, false
}
