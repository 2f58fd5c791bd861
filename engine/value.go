package engine

import (
	"iter"
	"math/bits"
)

// Seat is one side of the table, numbered from 1. Zero means no seat: the
// table itself.
type Seat uint8

// MaxSeats is the largest number of seats a game may have; seat sets are
// kept as bits of a SeatSet.
const MaxSeats = 8

// SeatSet is a set of seats, seat n in bit n-1.
type SeatSet uint8

// AllSeats holds every possible seat.
const AllSeats SeatSet = 0xff

// Only returns the set that holds seat alone; the empty set for seat 0.
func Only(seat Seat) SeatSet {
	if seat == 0 {
		return 0
	}
	return 1 << (seat - 1)
}

// Count returns the number of seats in the set.
func (s SeatSet) Count() int { return bits.OnesCount8(uint8(s)) }

// Each are the seats in order.
func (s SeatSet) Each() iter.Seq[Seat] {
	return func(yield func(Seat) bool) {
		for seat := Seat(1); seat <= MaxSeats; seat++ {
			if s.Has(seat) && !yield(seat) {
				return
			}
		}
	}
}

// Has reports whether seat is in the set.
func (s SeatSet) Has(seat Seat) bool { return seat != 0 && s&(1<<(seat-1)) != 0 }

// CardID names a card of one game, numbered from 1 in the canonical order of
// the pack's definitions and their copies. Zero means no card.
type CardID int16

// ZoneID names a zone of one game, numbered from 1. Zero means no zone.
type ZoneID int16

// Symbol is a word of the pack (a name from YAML or a string constant of a
// script), an index into Pack.Symbols. Symbol 0 is the empty word.
type Symbol int32

// Kind is the kind of a Value.
type Kind uint8

// The kinds of values that state, trigger parameters, step arguments and
// options can hold. Numbers are whole numbers of 32 bits.
const (
	Nil Kind = iota
	Number
	Flag
	Card
	SeatKind
	Zone
	Word
	// List is the kind of attributes and constants that hold several values: an index into
	// Pack.Lists, which is never part of the state, or below 0 a set, with a bit for each of
	// the words in Pack.Sets that it holds; see Pack.List.
	List
	// Handle names an ability of a card, or of a lasting effect: an Instance's
	// ID. It is an option of a decision, never part of the state.
	Handle
)

var kindNames = [...]string{"nothing", "number", "flag", "card", "seat", "zone", "word", "list", "ability"}

// String returns the word that the DSL uses for the kind.
func (k Kind) String() string { return kindNames[k] }

// KindOf returns the kind that the DSL calls name, and whether there is one.
func KindOf(name string) (Kind, bool) {
	for i, n := range kindNames {
		if n == name && i > 0 {
			return Kind(i), true
		}
	}
	return Nil, false
}

// Value is one plain value: a number, a flag (0 or 1), the id of a card, a
// seat or a zone, a word, or nothing. N is the payload whatever the kind.
type Value struct {
	Kind Kind
	N    int32
}

// Constructors of values.

// Num returns a number value.
func Num(n int) Value { return Value{Number, int32(n)} }

// Bool returns a flag value.
func Bool(b bool) Value {
	if b {
		return Value{Flag, 1}
	}
	return Value{Flag, 0}
}

// CardValue returns a card value, or nothing for card 0.
func CardValue(c CardID) Value {
	if c == 0 {
		return Value{}
	}
	return Value{Card, int32(c)}
}

// SeatValue returns a seat value, or nothing for seat 0.
func SeatValue(s Seat) Value {
	if s == 0 {
		return Value{}
	}
	return Value{SeatKind, int32(s)}
}

// ZoneValue returns a zone value, or nothing for zone 0.
func ZoneValue(z ZoneID) Value {
	if z == 0 {
		return Value{}
	}
	return Value{Zone, int32(z)}
}

// WordValue returns a word value.
func WordValue(s Symbol) Value { return Value{Word, int32(s)} }

// Card returns the card that the value names, or 0.
func (v Value) Card() CardID {
	if v.Kind != Card {
		return 0
	}
	return CardID(v.N)
}

// Seat returns the seat that the value names, or 0.
func (v Value) Seat() Seat {
	if v.Kind != SeatKind {
		return 0
	}
	return Seat(v.N)
}

// Zone returns the zone that the value names, or 0.
func (v Value) Zone() ZoneID {
	if v.Kind != Zone {
		return 0
	}
	return ZoneID(v.N)
}

// True reports whether the value is a set flag.
func (v Value) True() bool { return v.Kind == Flag && v.N != 0 }

// AttributeID indexes Pack.Game, Pack.Seats or Pack.Cards.
type AttributeID int16

// ZoneMask is a set of zone kinds, kind k in bit k.
type ZoneMask uint64

// Has reports whether the kind is in the set.
func (m ZoneMask) Has(k ZoneKindID) bool { return k >= 0 && m>>(uint(k)%64)&1 != 0 }

// ZoneKindID indexes Pack.Zones.
type ZoneKindID int16
