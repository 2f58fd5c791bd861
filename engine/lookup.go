package engine

import (
	"fmt"
	"slices"
)

// Looking things up in a layout.

// Cards is the number of cards; their ids run from 1 to it.
func (l *Layout) Cards() int { return len(l.Def) - 1 }

// ZoneTotal is the number of zones; their ids run from 1 to it.
func (l *Layout) ZoneTotal() int { return len(l.zoneKind) - 1 }

// AllSeats is the set of the seats of this game.
func (l *Layout) AllSeats() SeatSet { return l.all }

// Definition returns the definition of a card.
func (l *Layout) Definition(c CardID) *CardDef { return &l.Pack.Defs[l.Def[c]] }

// TypeOf returns the type of a card.
func (l *Layout) TypeOf(c CardID) TypeID { return l.typeOf[c] }

// CardKey returns the stable name of a card: its definition's id, with #n
// where there are several copies.
func (l *Layout) CardKey(c CardID) string {
	def := l.Definition(c)
	if def.Copies == 1 {
		return def.ID
	}
	return fmt.Sprintf("%s#%d", def.ID, l.Copy[c])
}

// ZoneOf returns the zone of a kind that the table (seat 0, card 0), a seat or
// a card owns; for kinds with a zone per seat both seat and card. 0 if none.
func (l *Layout) ZoneOf(kind ZoneKindID, seat Seat, card CardID) ZoneID {
	k := &l.Pack.Zones[kind]
	switch k.Of {
	case OfTable:
		return ZoneID(l.zoneBase[kind])
	case OfSeat:
		if seat == 0 || int(seat) > l.Seats {
			return 0
		}
		return ZoneID(l.zoneBase[kind]) + ZoneID(seat) - 1
	}
	if card == 0 || l.cardRank[kind][card] == 0 {
		return 0
	}
	first := ZoneID(l.cardRank[kind][card])
	if k.PerSeat {
		if seat == 0 || int(seat) > l.Seats {
			return 0
		}
		return first + ZoneID(seat) - 1
	}
	return first
}

// KindOfZone returns the kind of a zone, ZoneSeat the seat and ZoneCard the card
// that own it (0 if none).
func (l *Layout) KindOfZone(z ZoneID) ZoneKindID { return l.zoneKind[z] }

// ZoneSeat returns the seat that owns the zone, or 0.
func (l *Layout) ZoneSeat(z ZoneID) Seat { return l.zoneSeat[z] }

// ZoneCard returns the card that owns the zone, or 0.
func (l *Layout) ZoneCard(z ZoneID) CardID { return l.zoneCard[z] }

// CardOf returns the card that a key (see CardKey) names, or 0.
func (l *Layout) CardOf(key string) CardID {
	for c := 1; c < len(l.Def); c++ {
		if l.CardKey(CardID(c)) == key {
			return CardID(c)
		}
	}
	return 0
}

// FirstCard returns the first copy of a definition.
func (l *Layout) FirstCard(d DefID) CardID {
	i, ok := slices.BinarySearch(l.Def[1:], d)
	if !ok {
		return 0
	}
	return CardID(i + 1)
}

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

// ZonesOf returns the zones that a card owns.
func (l *Layout) ZonesOf(c CardID) []ZoneID { return l.cardZones[c] }

// AbilitiesOf returns the abilities that a card has, in the order of its definition.
func (l *Layout) AbilitiesOf(c CardID) []*Ability {
	var out []*Ability
	for _, id := range l.carried[c] {
		out = append(out, l.Instances[id].Ability)
	}
	return out
}
