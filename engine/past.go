package engine

// Past returns the game as it was before the event at a place of the log.
func (g *Game) Past(at int) *Past {
	old := &Game{setup: g.setup, failures: g.failures}
	old.connect(g.run.Layout, g.run.scripts)
	old.run.log = &g.log
	old.run.resetRegisters()
	// Whatever reads a computed value here may not change anything.
	old.run.pure = 1
	at = max(at, g.log.Base)
	g.stateAt(at, &old.run.state)
	p := &Past{game: old, at: at}
	old.past = p
	old.following = g.follower()
	return p
}

// Position is the game as it was there, for reading.
func (p *Past) Position() *Position { return p.game.Position() }

// At is the place of the event that comes next.
func (p *Past) At() int { return p.at }

// Follow makes the change of the event that comes next.
func (p *Past) Follow() {
	p.game.run.state.apply(p.game.run.log.At(p.at), p.game.run.log)
	p.at++
}

// stateAt copies the state before the event at a position of the log: it goes back from the
// present, or from a state kept by an earlier call.
func (g *Game) stateAt(at int, to *State) {
	l := &g.log
	from, mark := l.Len(), (at-l.Base+markEvery-1)/markEvery
	for mark < len(l.marks) && l.marks[mark] == nil {
		mark++
	}
	if mark < len(l.marks) {
		from = l.Base + mark*markEvery
		l.marks[mark].clone(to)
	} else {
		g.run.state.clone(to)
	}
	// Of many cards a state is as large as so many events, and is kept as rarely.
	every := markEvery * (1 + len(g.run.Def)/markEvery)
	for from > at {
		from--
		to.undo(l.At(from), l)
		if (from-l.Base)%every == 0 {
			l.keep((from-l.Base)/markEvery, to)
		}
	}
}

// Past returns the game as it was before the event at a place of the log.
func (p *Position) Past(at int) *Past { return p.run.game.Past(at) }

// AsItWas returns the game as it was before the change of an event that has happened.
func (r *Run) AsItWas(ev *Raised) *Past { return r.game.Past(ev.change) }

// follower returns what finds the groups of the game, which begin with none.
func (g *Game) follower() *follower {
	if g.following == nil {
		g.following = &follower{game: g, at: g.log.Base}
	}
	return g.following
}
