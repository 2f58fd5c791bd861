package engine

import "fmt"

// Busy tells whether something that has begun is not finished: an open step,
// or steps on the agenda. Otherwise the next step is one of the flow.
func (g *Game) Busy() bool { return g.step.active || len(g.state.agenda) > 0 }

// AdvanceTo plays until a step of the flow is about to run, a decision is open
// (Waiting), or the game is over (Ended). At that step it returns Paused, with
// the game at the checkpoint before the step.
func (g *Game) AdvanceTo(step StepID) (Status, error) {
	g.pauseAt = step + 1
	defer func() { g.pauseAt = 0 }()
	for {
		if status := g.status(); status != Going {
			return status, nil
		}
		err := g.advanceStep()
		if err == errPaused {
			g.rollBack(g.step.begin)
			g.step.active = false
			return Paused, nil
		}
		if err != nil {
			return Stopped, err
		}
	}
}

// pauses tells whether the instruction is the step at which AdvanceTo stops.
func (g *Game) pauses(in *Instruction) bool {
	return g.pauseAt > 0 && in.Op == OpStep && StepID(in.Arg) == g.pauseAt-1
}

// Position sets up a game by hand: for scenarios, puzzles and tests. It may be
// used at a step boundary only; what it does leaves no trace in the log.
type Position struct{ g *Game }

// Edit calls change with the means to set up a position, then makes the result
// the start of the game's log: earlier decisions cannot be taken back.
func (g *Game) Edit(change func(p *Position) error) error {
	if g.Busy() || g.open != nil {
		return fmt.Errorf("a position can be set up between steps only")
	}
	g.resetRegisters()
	if err := change(&Position{g}); err != nil {
		return err
	}
	for cell := range g.state.cells[:g.game] {
		if cell >= g.loops+g.Pack.Loops*loopCells || cell == cellDecisions {
			g.set(cell, 0)
		}
	}
	g.log.drop()
	g.log.Base = 0
	g.history = g.history[:0]
	g.counts = Counts{}
	return nil
}

// At puts the game just before a step of the flow (its first place in it). In
// a turn loop the turn is that of seat (0: the seat that would begin) and the
// seats in passed are out of it.
func (p *Position) At(step StepID, seat Seat, passed SeatSet) error {
	g := p.g
	at := -1
	for i := range g.Pack.Flow {
		if in := &g.Pack.Flow[i]; in.Op == OpStep && StepID(in.Arg) == step {
			at = i
			break
		}
	}
	if at < 0 {
		return fmt.Errorf("%s is no step of the flow", g.Pack.Steps[step])
	}
	g.set(cellPC, int32(at))
	g.setPhaseAt(at)
	loop, ok := g.turnLoop(at + 1)
	if !ok {
		if seat != 0 {
			return fmt.Errorf("%s runs in no turns, so it cannot be anybody's turn", g.Pack.Steps[step])
		}
		return nil
	}
	if seat == 0 {
		seat = g.firstTurn(at)
	}
	g.set(loop+loopSeat, int32(seat))
	g.set(loop+loopPassed, int32(passed))
	g.set(loop+loopCount, int32((int(seat)-int(g.firstTurn(at))+g.Seats)%g.Seats+1))
	g.set(cellTurn, int32(seat))
	return nil
}

// firstTurn is the seat that begins the turn loop around an instruction.
func (g *Game) firstTurn(at int) Seat {
	for i := at; i >= 0; i-- {
		in := &g.Pack.Flow[i]
		if in.Op == OpTurnsStart && in.Arg >= 0 {
			if s := Seat(g.state.cells[g.game+int(in.Arg)]); s != 0 {
				return s
			}
			return 1
		}
	}
	return 1
}

// setPhaseAt sets the phase to the one around an instruction.
func (g *Game) setPhaseAt(at int) {
	var open []int32
	for i := range at {
		switch in := &g.Pack.Flow[i]; in.Op {
		case OpEnter:
			open = append(open, in.Arg)
		case OpLeave:
			open = open[:len(open)-1]
		}
	}
	phase := int32(0)
	if len(open) > 0 {
		phase = open[len(open)-1] + 1
	}
	g.set(cellPhase, phase)
}

// Place moves a card as Game.Move does, and lets it be known to those alone who
// see the zone.
func (p *Position) Place(c CardID, z ZoneID, place int) error {
	if err := p.g.Move(c, z, place); err != nil {
		return err
	}
	return p.g.Conceal(c)
}

// Script replaces the scripted random results; counting begins anew.
func (p *Position) Script(s *Scripted) { p.g.setup.Script = s }

// Seed replaces the seed of what is random from here on.
func (p *Position) Seed(seed uint64) { p.g.setup.Seed = seed }

// Used sets how often the abilities of a card with a limit have been used; by
// their name.
func (p *Position) Used(c CardID, ability string, times int) error {
	for _, id := range p.g.carried[c] {
		in := &p.g.Instances[id]
		if in.Ability.Name == ability && in.use >= 0 {
			p.g.set(int(in.use), int32(times))
			return nil
		}
	}
	return fmt.Errorf("%s has no ability %s with a limit", p.g.CardKey(c), ability)
}

// Agenda puts a step on the agenda, behind those put there before.
func (p *Position) Agenda(step StepID, args []Value) error {
	return p.g.Schedule(step, args)
}

// ZonesOf returns the zones that a card owns.
func (l *Layout) ZonesOf(c CardID) []ZoneID { return l.cardZones[c] }

// First returns the first legal reply of a seat: the first option, as few as
// allowed, the order as it is.
func (d *Decision) First(seat Seat) Reply {
	n := len(d.OptionsOf(seat))
	switch d.Kind {
	case PickSome:
		return every(min(d.Min, n))
	case PickOrder:
		return every(n)
	case PickNumber:
		return Reply{d.Min}
	case Split:
		return d.firstSplit(n)
	}
	return Reply{0}
}

func (d *Decision) firstSplit(n int) Reply {
	out := make(Reply, n)
	left := d.Total
	for i := range out {
		out[i] = left
		if d.Max > 0 {
			out[i] = min(left, d.Max)
		}
		left -= out[i]
	}
	return out
}

// Rolled returns how often a die was rolled, Drawn how many cards were drawn
// at random from a zone or how often it was shuffled.
func (g *Game) Rolled(d DieID) int { return int(g.state.cells[g.dieStream[d]]) }

// Drawn returns the operations that the random stream of a zone has given.
func (g *Game) Drawn(z ZoneID) int { return int(g.state.cells[g.zoneCount[z]]) }
