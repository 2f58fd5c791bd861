package engine

import "slices"

// layStart makes the state that every new game begins with.
func (l *Layout) layStart() { l.start = newState(l) }

func newState(l *Layout) State {
	s := State{
		cells:  slices.Clone(l.cellStart),
		links:  make([]link, len(l.Def)),
		zones:  make([]content, len(l.zoneKind)),
		known:  make([]int16, l.knownCounts+1),
		common: &l.common,
	}
	for _, c := range l.written {
		l.lay(&s, c, l.ZoneOf(l.Pack.Types[l.TypeOf(c)].Start, 0, 0))
	}
	return s
}

// lay puts a card that lies nowhere behind the others of a zone.
func (l *Layout) lay(s *State, c CardID, z ZoneID) {
	s.linkIn(c, z, s.last(z))
	s.know(c, l.moves[z].sees)
}
