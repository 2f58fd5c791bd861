package engine

// Past is a game as it was at an earlier place of the log. It moves along
// event by event, for those who tell what happened to somebody who did not
// know everything then.
type Past struct {
	game *Game
	at   int
}

// Past returns the game as it was before the event at a place of the log.
func (g *Game) Past(at int) *Past {
	old := &Game{setup: g.setup, failures: g.failures}
	old.connect(g.run.Layout, g.run.scripts)
	old.run.log = &g.log
	old.run.resetRegisters()
	// Whatever reads a computed value here may not change anything.
	old.run.pure = 1
	g.run.state.clone(&old.run.state)
	at = max(at, g.log.Base)
	for i := g.log.Len() - 1; i >= at; i-- {
		old.run.state.undo(g.log.At(i), &g.log)
	}
	return &Past{game: old, at: at}
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
