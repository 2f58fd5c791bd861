package engine

// Past is a game as it was at an earlier position of the log. It moves along
// event by event, for those who tell what happened to somebody who did not
// know everything then.
type Past struct {
	// Game is for reading only; it has no scripts.
	Game *Game
	log  *Log
	at   int
}

// Past returns the game as it was before the event at a position.
func (g *Game) Past(position int) *Past {
	old := &Game{Layout: g.Layout, setup: g.setup, failures: g.failures}
	old.resetRegisters()
	g.state.clone(&old.state)
	position = max(position, g.log.Base)
	for i := g.log.Len() - 1; i >= position; i-- {
		old.state.undo(g.log.At(i), &g.log)
	}
	return &Past{Game: old, log: &g.log, at: position}
}

// At is the position of the event that comes next.
func (p *Past) At() int { return p.at }

// Follow makes the change of the event that comes next.
func (p *Past) Follow() {
	p.Game.state.apply(p.log.At(p.at), p.log)
	p.at++
}

// Sees returns the seats to which the cards of a zone are open.
func (g *Game) Sees(z ZoneID) SeatSet { return g.sees(z) }

// PreviousIn returns the card before a card in its zone, or 0.
func (g *Game) PreviousIn(c CardID) CardID { return g.state.links[c].prev }

// Effects returns the lasting effects, oldest first; it is for reading only.
func (g *Game) Effects() []Effect { return g.state.effects }

// PhaseAround returns the phase around a phase, or -1.
func (l *Layout) PhaseAround(phase int) int { return l.phaseUp[phase] }

// CellWord names what a cell holds that is no attribute and yet is for
// everyone to see: "turn", or a card's "owner" or "seat" (its controller). It is
// "" for all other cells.
func (l *Layout) CellWord(cell int) string {
	if cell == cellTurn {
		return "turn"
	}
	if info := l.cellInfo(cell); info.card != 0 && info.attribute < 0 {
		switch -1 - info.attribute {
		case cardOwner:
			return "owner"
		case cardSeat:
			return "seat"
		}
	}
	return ""
}

// AttributeSeen is Attribute through the eyes of seats: without the modifiers
// of cards that they do not know.
func (g *Game) AttributeSeen(eyes SeatSet, c CardID, a AttributeID) (Value, error) {
	defer g.through(eyes)()
	return g.Attribute(c, a)
}

// SeatAttributeSeen is SeatAttribute, GameAttributeSeen is GameAttribute through
// the eyes of seats.
func (g *Game) SeatAttributeSeen(eyes SeatSet, s Seat, a AttributeID) (Value, error) {
	defer g.through(eyes)()
	return g.SeatAttribute(s, a)
}

// GameAttributeSeen is GameAttribute through the eyes of seats.
func (g *Game) GameAttributeSeen(eyes SeatSet, a AttributeID) (Value, error) {
	defer g.through(eyes)()
	return g.GameAttribute(a)
}

// through looks with the eyes of seats until the returned function is called,
// which also puts the registers back that a failed script leaves behind.
func (g *Game) through(eyes SeatSet) func() {
	saved, before := g.Registers(), g.eyes
	g.eyes = eyes
	return func() {
		g.Restore(saved)
		g.eyes = before
	}
}

// SeatPrinted and GamePrinted are the values of attributes before modifiers.
func (g *Game) SeatPrinted(s Seat, a AttributeID) Value {
	return Stored(g.Pack.Seats[a].Kind, g.state.cells[g.seatCell(s, a)])
}

// GamePrinted is SeatPrinted for the table.
func (g *Game) GamePrinted(a AttributeID) Value {
	return Stored(g.Pack.Game[a].Kind, g.state.cells[g.game+int(a)])
}

// EffectOf decodes the data of EvEffect and EvEffectEnd.
func EffectOf(data []int32) Effect { return decodeEffect(data) }
