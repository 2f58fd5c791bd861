package engine

import (
	"fmt"
	"slices"
)

// Continue returns a new game that stands where base stands, which must be
// between two steps; its log and its decisions begin there.
func Continue(setup Setup, base *Position) *Game {
	g := &Game{setup: setup}
	g.connect(base.Layout, setup.Scripts)
	base.state.clone(&g.run.state)
	g.log.first = g.run.Decisions()
	g.run.resetRegisters()
	g.groupUnseen()
	return g
}

// Editor sets up a game by hand: for scenarios, puzzles and tests. It may be used at a step
// boundary only, and leaves no trace in the log. It can do all that a script can, and more.
type Editor struct{ *Run }

// Edit calls change with the means to set up a position, then makes the result
// the start of the game's log: earlier decisions cannot be taken back.
func (g *Game) Edit(change func(e *Editor) error) error {
	if g.step.active || g.open != nil {
		return fmt.Errorf("a position can be set up between steps only")
	}
	g.run.resetRegisters()
	g.run.agendaBase = 0
	if err := change(&Editor{&g.run}); err != nil {
		return err
	}
	for cell := range g.run.state.cells[:g.run.gameBase] {
		if cell >= g.run.loops+g.run.Pack.Loops*loopCells || cell == cellDecisions {
			g.run.set(cell, 0)
		}
	}
	g.log.reset(0, 0)
	g.history = nil
	g.failures = nil
	g.following = nil
	g.counts = Counts{}
	g.groupUnseen()
	return nil
}

// Exchange lets two cards of a type change places between two steps, as if each had played
// the other's part from the start: it gets what the other has become, and is known to those
// who see where it lies now. What seats know of cards that they lost sight of stays. The
// game's log begins here.
func (g *Game) Exchange(a, b CardID) error {
	r := &g.run
	if g.step.active || g.open != nil || r.TypeOf(a) != r.TypeOf(b) {
		return fmt.Errorf("cards change places between steps only, with others of their type")
	}
	r.resetRegisters()
	lost := *g.follower().before(g.log.Len())
	e := &Editor{r}
	from := r.ZoneAt(a)
	to := r.ZoneAt(b)
	before := slices.Clone(r.state.cells)
	lives := [...]int32{r.Life(b), r.Life(a)}
	wide := cardCells
	for _, slot := range r.slots[r.TypeOf(a)] {
		if slot >= 0 {
			wide++
		}
	}
	for _, put := range [...]struct {
		card, other CardID
		zone        ZoneID
		place       int
	}{{a, b, to, r.placeOf(b)}, {b, a, from, r.placeOf(a)}} {
		if err := e.Put(put.card, put.zone, put.place); err != nil {
			return err
		}
		for n := range wide {
			cell, as := int(r.cardBase[put.card])+n, int(r.cardBase[put.other])+n
			become := before[as]
			if become == r.cellStart[as] {
				become = r.cellStart[cell]
			}
			r.set(cell, become)
		}
	}
	r.state.live(a, lives[0])
	r.state.live(b, lives[1])
	g.log.reset(g.log.Len(), r.Decisions())
	g.history = nil
	g.following = &follower{game: g, at: g.log.Len(), known: []groupsFrom{{g.log.Len(), lost}}}
	return nil
}

// placeOf is the number of cards before one in its zone.
func (p *Position) placeOf(c CardID) int {
	return slices.Index(p.CardsIn(nil, p.ZoneAt(c)), c)
}

// Jump puts the game just before the instruction at a place of the flow. The
// phase follows from the place; the loops around it start anew, each turn loop
// with its first seat.
func (e *Editor) Jump(at int) {
	e.set(cellPC, int32(at))
	e.set(cellPhase, e.Pack.phaseAt(at))
	e.set(cellTurn, 0)
	for _, in := range e.Pack.LoopsAround(at) {
		loop := Loop{}
		if in.Op == OpTurnsNext {
			loop = Loop{Seat: e.FirstTurn(in.Loop), Count: 1}
		}
		e.SetLoop(int(in.Loop), loop)
	}
}

// SetLoop says how far a loop around the game's place in the flow has come.
// The innermost turn loop says whose turn it is, so set it last.
func (e *Editor) SetLoop(n int, l Loop) {
	cell := e.loops + n*loopCells
	e.set(cell+loopSeat, int32(l.Seat))
	e.set(cell+loopPassed, int32(l.Passed))
	e.set(cell+loopCount, int32(l.Count))
	if l.Seat != 0 {
		e.set(cellTurn, int32(l.Seat))
	}
}

// Seek carries out the instructions of the flow that only direct it, so that
// the game stands just before one that runs scripts. With steps on the agenda
// it does nothing: those run first.
func (e *Editor) Seek() error {
	for len(e.state.agenda) == 0 {
		at := e.FlowPosition()
		in := &e.Pack.Flow[at]
		if in.Op == OpStep || in.Op == OpEnter || in.Op == OpLeave || in.Op == OpEnd {
			break
		}
		next, err := e.instruct(in, at)
		if err != nil {
			return e.game.failure(err)
		}
		e.set(cellPC, int32(next))
	}
	return nil
}

// Put moves a card as Run.Move does, and lets it be known to those alone who
// see the zone.
func (e *Editor) Put(c CardID, z ZoneID, place int) error {
	if err := e.Move(c, z, place); err != nil {
		return err
	}
	return e.Conceal(c)
}

// Watch makes the game check, after every step, the pack's invariants that hold now: a
// position may break the others on purpose. It returns them, for setting up games that go
// on from here.
func (e *Editor) Watch() []StepID {
	watched := make([]StepID, 0, len(e.Pack.Invariants))
	for _, id := range e.Pack.Invariants {
		if ok, _, err := e.Pure(id); err == nil && ok.True() {
			watched = append(watched, id)
		}
	}
	e.game.setup.CheckInvariants = true
	e.game.setup.Invariants = watched
	return watched
}

// SetUses sets how often a seat has used a limited ability.
func (e *Editor) SetUses(instance int32, seat Seat, times int) {
	e.setUses(&e.Instances[instance], seat, times)
}

// EndEffects ends all lasting effects.
func (e *Editor) EndEffects() {
	for n := len(e.state.effects); n > 0; n-- {
		e.emitData(Event{Kind: EvEffectEnd, A: int32(n - 1)}, e.state.effects[n-1].encode(nil))
	}
}

// Renew makes a card or a lasting effect the youngest of all.
func (e *Editor) Renew(a Aged) { e.state.renew(a) }
