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
		start := l.Pack.Types[l.TypeOf(c)].Start
		s.linkIn(c, l.ZoneOf(start, 0, 0), s.last(l.ZoneOf(start, 0, 0)))
		if l.Pack.Zones[start].Seen == SeenByAll {
			s.know(c, l.all)
		}
	}
	return s
}
