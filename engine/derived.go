package engine

import (
	"context"
	"fmt"
)

// Derive computes a derived value, by its index in the pack's list: a number, or the
// function's result if it has none. known are the seats that know everything the value
// follows from, as far as the game records what scripts read; it is empty if chance plays a
// part. If the function asks a seat, the seat declines where it may. An error comes from
// the function, or says that a decision must be made first. The game is left as it was. Do
// not call it for a value with WhatIf on a game that people play, since that draws from its
// random streams; call it on a fork.
func (g *Game) Derive(ctx context.Context, derived int, seat Seat, card CardID) (v Value, known SeatSet, err error) {
	d := &g.run.Pack.Derived[derived]
	var args []Value
	if d.OfSeat {
		args = append(args, SeatValue(seat))
	}
	if d.OfCard {
		args = append(args, CardValue(card))
	}
	g.run.resetRegisters()
	log := &g.log
	peeks := log.peeks
	lent := log.lent
	defer func() {
		log.peeks = peeks
		log.lent = lent
	}()
	log.peeks = nil
	log.lent = false
	known = g.run.all
	if d.WhatIf {
		v, err = g.whatIf(ctx, d.Step, args, &known)
	} else {
		running := g.step.what
		defer func() { g.step.what = running }()
		g.step.what = d.Step
		v, _, err = g.run.Pure(d.Step, args...)
	}
	for _, p := range log.peeks {
		known &^= p.seats
	}
	return v, known, err
}

// whatIf runs a function that may change the game and undoes its changes. It removes from
// known the seats that could not foresee them.
func (g *Game) whatIf(ctx context.Context, id StepID, args []Value, known *SeatSet) (v Value, err error) {
	at := g.log.Len()
	saved := g.step
	open := g.open
	world := g.world
	deciders := g.setup.Deciders
	failures := len(g.failures)
	counts := g.counts
	paced := g.pace
	shuffled := g.shuffled
	saltFrom := g.saltFrom
	defer func() {
		*known &^= g.unforeseen(at)
		peeks := g.log.peeks
		g.run.rollBack(at)
		g.log.peeks = peeks
		g.run.resetRegisters()
		g.step = saved
		g.open = open
		g.world = world
		g.setup.Deciders = deciders
		g.failures = g.failures[:failures]
		g.counts = counts
		g.pace = paced
		g.shuffled = shuffled
		g.ctx = nil
		g.done = nil
		g.halted = false
		g.saltFrom = saltFrom
		g.run.Allow(0)
	}()
	g.ctx = ctx
	g.done = ctx.Done()
	g.open = nil
	g.world = nil
	g.saltFrom = 0 // a world has a future of its own before the decision is answered, too
	from := origin{begin: at, failures: failures, counts: counts, shuffled: shuffled}
	g.step = stepRun{active: true, what: id, origin: from}
	for s := range g.setup.Deciders {
		g.setup.Deciders[s] = decline
	}
	g.run.Allow(mostWork)
	return g.pure(id, args)
}

// pure runs a function of the rules as a step of its own, in which no seat is asked.
func (g *Game) pure(id StepID, args []Value) (Value, error) {
	if scripts := g.run.stepScripts; scripts != nil {
		scripts.BeginStep(&g.run)
		defer scripts.EndStep()
	}
	v, _, err := g.run.scripts.Pure(&g.run, id, args)
	err = g.run.faulted(err)
	if err == ErrWaiting {
		err = fmt.Errorf("%s asks a seat for an answer that it must give", g.run.Pack.Steps[id])
	}
	return v, err
}

// unforeseen are the seats that could not know how all events from a place of the log on
// would come.
func (g *Game) unforeseen(at int) (seats SeatSet) {
	for ; at < g.log.Len(); at++ {
		switch e := g.log.At(at); e.Kind {
		case EvRoll, EvDraw, EvShuffle:
			return g.run.all
		case EvMove, EvReveal:
			seats |= e.New &^ e.Old
		}
	}
	return seats
}

// decline answers with nothing where that may be.
func decline(_ context.Context, _ *Position, d *Decision, seat Seat) Reply {
	if shape := d.ShapeOf(seat); shape.Form() <= Picks {
		if low, _ := shape.Bounds(); low == 0 {
			return Reply{}
		}
	}
	return nil
}
