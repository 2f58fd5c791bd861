package engine

import "slices"

// interrupted reports whether the call that plays the game on is to end. Once it has,
// nothing counts that the step still comes to.
func (g *Game) interrupted() bool {
	select {
	case <-g.done:
		g.halted = true
	default:
	}
	return g.halted
}

// Interrupted returns what a script is to end with that runs for longer: an error
// that unwinds, where the call that plays the game on is to end, and else nil.
func (r *Run) Interrupted() error {
	if r.game.interrupted() {
		return errInterrupted
	}
	return nil
}

// remember notes how the game stands before a step is run.
func (g *Game) remember() {
	if g.before == nil {
		g.before = &standing{}
	}
	was := g.before
	was.step = g.step
	was.counts = g.counts
	was.failures = g.failures
	was.shuffled = g.shuffled
	was.undone.reset(g.log.Len(), 0)
	if !g.step.active {
		return
	}
	// The run overwrites these before they are taken back.
	was.failures = slices.Clone(g.failures)
	was.undone.reset(g.step.begin, 0)
	was.undone.follow(&g.log)
}

// restore takes an interrupted step back, so that the game stands as remembered.
func (g *Game) restore() {
	was := g.before
	g.run.rollBack(g.step.begin)
	g.open, g.asking = nil, nil
	g.step = was.step
	g.counts = was.counts
	g.failures = was.failures
	g.shuffled = was.shuffled
	for at := g.log.follow(&was.undone); at < g.log.Len(); at++ {
		if e := g.log.At(at); e.Kind < EvStep {
			g.run.state.apply(e, &g.log)
		}
	}
	g.run.resetRegisters()
	was.failures = nil
}
