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
	at = max(at, g.log.Base)
	g.stateAt(at, &old.run.state)
	p := &Past{game: old, at: at}
	old.past, old.following = p, g.follower()
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

// markEvery is the number of events between the states that a log keeps once somebody
// went back there.
const markEvery = 512

// stateAt is the state before the event at a place of the log: it goes back from the
// present, or from where somebody went back to before.
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
	for from > at {
		from--
		to.undo(l.At(from), l)
		if (from-l.Base)%markEvery == 0 {
			l.keep((from-l.Base)/markEvery, to)
		}
	}
}

// keep makes a state one of those that the log keeps.
func (l *Log) keep(mark int, s *State) {
	marks := make([]*State, max(len(l.marks), mark+1))
	copy(marks, l.marks)
	marks[mark] = &State{}
	s.clone(marks[mark])
	l.marks = marks
}

// marksBefore are the states that still hold if the log ends at a position.
func (l *Log) marksBefore(position int) []*State {
	return l.marks[:min(len(l.marks), (position-l.Base)/markEvery+1)]
}
