package engine

// Boards: zones of a kind with rows and columns. Row 0 is nearest to seat 1;
// seat 2 sits opposite and sees the board turned round.

// BoardPlace returns the row and column of a board zone as a seat sees them.
func (l *Layout) BoardPlace(z ZoneID, seat Seat) (row, column int) {
	kind := &l.Pack.Zones[l.zoneKind[z]]
	if kind.Columns == 0 {
		return 0, 0
	}
	row, column = int(l.zonePlace[z])/kind.Columns, int(l.zonePlace[z])%kind.Columns
	if seat == 2 {
		return kind.Rows - 1 - row, kind.Columns - 1 - column
	}
	return row, column
}

// BoardZone returns the zone of a board at a row and column as a seat sees
// them, or 0 off the board.
func (l *Layout) BoardZone(kind ZoneKindID, row, column int, seat Seat) ZoneID {
	k := &l.Pack.Zones[kind]
	if row < 0 || row >= k.Rows || column < 0 || column >= k.Columns {
		return 0
	}
	if seat == 2 {
		row, column = k.Rows-1-row, k.Columns-1-column
	}
	return ZoneID(int(l.zoneBase[kind]) + row*k.Columns + column)
}

// Directions are the names of the eight directions, N away from the seat.
var Directions = []string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"}

// BoardStep returns the neighbour of a board zone in a direction, by its place in
// Directions, as a seat sees it; 0 off the board.
func (l *Layout) BoardStep(z ZoneID, direction int, seat Seat) ZoneID {
	if seat == 2 {
		direction += len(directionSteps) / 2
	}
	return l.steps[z][direction%len(directionSteps)]
}
