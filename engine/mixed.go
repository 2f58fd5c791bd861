package engine

// mixing says which kinds of cards have been shuffled together, so that a
// hidden card of one kind may be one of another kind: a disjoint-set forest over
// owners and types of cards (union by the smaller root, with path halving). It
// follows from the log, and is kept beside it for games that drop theirs.
type mixing struct{ up []int32 }

// kindOfCard numbers a card's owner and type.
func (l *Layout) kindOfCard(s *State, c CardID) int32 {
	return s.cells[l.cardBase[c]+cardOwner]*int32(len(l.Pack.Types)) + int32(l.TypeOf(c))
}

func (m *mixing) reset(l *Layout) {
	m.up = m.up[:0]
	for i := range (l.Seats + 1) * len(l.Pack.Types) {
		m.up = append(m.up, int32(i))
	}
}

func (m *mixing) root(kind int32) int32 {
	for m.up[kind] != kind {
		m.up[kind] = m.up[m.up[kind]]
		kind = m.up[kind]
	}
	return kind
}

func (m *mixing) join(a, b int32) {
	if a, b = m.root(a), m.root(b); a != b {
		m.up[max(a, b)] = min(a, b)
	}
}

// mixes notes that the cards of a zone are mixed, if nobody is to see how.
func (g *Game) mixes(z ZoneID) {
	l, s := g.run.Layout, &g.run.state
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
			g.mixed.join(a, b)
		}
	}
}

// laid takes what lies together unseen for mixed, in a game that does not begin
// at its start.
func (g *Game) laid() {
	g.mixed.reset(g.run.Layout)
	for z := ZoneID(1); int(z) <= g.run.ZoneTotal(); z++ {
		if g.run.Pack.Zones[g.run.zoneKind[z]].Seen == SeenByNobody {
			g.mixes(z)
		}
	}
}

// remix finds out from the log what has been mixed, after the game went back.
func (g *Game) remix() {
	past := g.Past(g.log.Base)
	if g.mixed.reset(g.run.Layout); g.log.Base > 0 || !past.game.run.state.Equal(&g.run.start) {
		past.game.laid()
		g.mixed = past.game.mixed
	}
	past.game.mixed = g.mixed // one forest: what the one joins the other has
	for ; past.At() < g.log.Len(); past.Follow() {
		if e := g.log.At(past.At()); e.Kind == EvShuffle || e.Kind == EvDraw {
			past.game.mixes(ZoneID(e.A))
		}
	}
}
