package engine

import (
	"math"
	"slices"
)

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
		if l.uncounted(c) {
			s.links[c].filled = 1
		}
		l.lay(&s, c, l.ZoneOf(l.Pack.Types[l.TypeOf(c)].Start, 0, 0))
	}
	return s
}

// uncounted reports whether a card has more zones than link.filled can count: it passes for one
// on which something lies.
func (l *Layout) uncounted(c CardID) bool { return len(l.cardZones[c]) > math.MaxUint8 }

// lay puts a card that lies nowhere behind the others of a zone.
func (l *Layout) lay(s *State, c CardID, z ZoneID) {
	s.linkIn(c, z, s.last(z))
	s.know(c, l.moves[z].sees)
}

// startWith makes a state as the game begins: the cards of the lists that the options name lie where
// decks begin. What a definition has of copies of its own comes first and stays where its type starts.
func (l *Layout) startWith(s *State, options [][]Value) {
	l.start.clone(s)
	dealt := map[DefID]int{}
	for _, deck := range l.Pack.Decks {
		for i, list := range options[deck.Option] {
			seat := Seat(0)
			if l.Pack.Zones[deck.Zone].Of == OfSeat {
				seat = Seat(i + 1)
			}
			for _, card := range l.Pack.DeckLists[Symbol(list.N)] {
				from := l.Pack.Defs[card.Def].Copies + dealt[card.Def]
				dealt[card.Def] += card.Copies
				for _, c := range l.CardsOf(card.Def)[from : from+card.Copies] {
					s.linkOut(c)
					l.lay(s, c, l.ZoneOf(deck.Zone, seat, 0))
					s.cells[l.cardBase[c]+cardOwner] = int32(seat)
					s.cells[l.cardBase[c]+cardSeat] = int32(seat)
				}
			}
		}
	}
}
