package engine

// How often limited abilities have been used: by each seat that has had the card, in as few
// bits as the limit needs.

// usesAt is the place of the count of a seat's uses.
func (in *Instance) usesAt(s Seat) (cell, shift int, mask uint32) {
	if in.Ability.Limit.ByCard {
		s = 0
	}
	each, width := in.Ability.Limit.inCell()
	return int(in.use) + int(s)/each, int(s) % each * width, 1<<width - 1
}

// usesBy is how often a seat has used an ability.
func (p *Position) usesBy(in *Instance, s Seat) int {
	cell, shift, mask := in.usesAt(s)
	return int(uint32(p.state.cells[cell]) >> shift & mask)
}

func (r *Run) setUses(in *Instance, s Seat, times int) {
	cell, shift, mask := in.usesAt(s)
	others := uint32(r.state.cells[cell]) &^ (mask << shift)
	r.set(cell, int32(others|min(uint32(times), mask)<<shift))
}

// clearUses sets the counts of all seats back.
func (r *Run) clearUses(in *Instance) {
	for n := range in.Ability.Limit.cells(r.Seats) {
		r.set(int(in.use)+n, 0)
	}
}
