package engine

import "slices"

// kindOfCard numbers a card's owner and type.
func (l *Layout) kindOfCard(s *State, c CardID) int32 {
	return s.cells[l.cardBase[c]+cardOwner]*int32(len(l.Pack.Types)) + int32(l.TypeOf(c))
}

func (m shuffleGroups) root(kind int32) int32 {
	for m.up[kind] != kind {
		kind = m.up[kind]
	}
	return kind
}

func (m shuffleGroups) join(a, b int32) shuffleGroups {
	a, b = m.root(a), m.root(b)
	if a != b {
		m.up = slices.Clone(m.up)
		m.up[max(a, b)] = min(a, b)
	}
	return m
}

// noteShuffle joins the kinds of the cards in a zone, unless everybody sees them.
func (g *Game) noteShuffle(z ZoneID) {
	l := g.run.Layout
	s := &g.run.state
	if l.Pack.Zones[l.zoneKind[z]].Seen == SeenByAll {
		return
	}
	first := s.zones[z].head
	if first == 0 {
		return
	}
	a := l.kindOfCard(s, first)
	for c := s.links[first].next; c != 0; c = s.links[c].next {
		if b := l.kindOfCard(s, c); b != a {
			g.shuffled = g.shuffled.join(a, b)
		}
	}
}

// groupUnseen joins the cards of zones that no seat sees, in a game that does not begin at
// its start.
func (g *Game) groupUnseen() {
	g.shuffled = g.run.unshuffled
	for z := range g.run.AllZones() {
		if g.run.Pack.Zones[g.run.zoneKind[z]].Seen == SeenByNobody {
			g.noteShuffle(z)
		}
	}
}
