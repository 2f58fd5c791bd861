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

// remember copies the state of the game before a step is run again: the run overwrites the
// checkpoint to which the step would be taken back.
func (g *Game) remember() {
	if g.before == nil {
		g.before = &standing{}
	}
	was := g.before
	was.step = g.step
	was.counts = g.counts
	was.shuffled = g.shuffled
	was.failures = slices.Clone(g.failures)
	was.undone.reset(g.step.begin, 0)
	was.undone.follow(&g.log)
}

// restore takes an interrupted step back, so that the game stands as before it: of one that
// ran again as remembered, of any other as it began.
func (g *Game) restore(again bool) {
	g.run.rollBack(g.step.begin)
	g.open, g.asking = nil, nil
	if !again {
		g.step.active = false
		g.counts = g.step.counts
		g.failures = g.failures[:g.step.failures]
		g.shuffled = g.step.shuffled
		g.run.resetRegisters()
		return
	}
	was := g.before
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
