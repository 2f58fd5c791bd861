package engine

// set writes one cell, if it changes: apply for the most frequent event.
func (r *Run) set(cell int, value int32) {
	old := r.state.cells[cell]
	if old == value {
		return
	}
	e := r.log.add(EvSet, r.frame)
	e.A, e.B, e.C = int32(cell), old, value
	r.state.cells[cell] = value
}
