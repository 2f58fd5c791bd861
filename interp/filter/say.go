package filter

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
)

// Sayer says why terms do not hold, as a game stands.
type Sayer struct {
	*Keys
	At *engine.Position
	// In is the ability that looks.
	In *engine.Instance
	Namer
}

// Namer names cards and other values, and zones.
type Namer interface {
	Text(engine.Value) string
	ZonePath(engine.ZoneID) string
}

// Why says what keeps a term from holding for a value, "" where the condition itself
// says enough.
func (s *Sayer) Why(t *engine.Term, v engine.Value) string {
	if say := s.Of(t).Say; say != nil && (v.Kind == engine.Card || v.Kind == engine.SeatKind) {
		return say(s, t, v)
	}
	return ""
}

func sayType(s *Sayer, _ *engine.Term, v engine.Value) string {
	return "it is a " + s.Pack.Types[s.At.TypeOf(v.Card())].Name
}

func sayZone(s *Sayer, _ *engine.Term, v engine.Value) string {
	return "it lies in " + s.ZonePath(s.At.ZoneAt(v.Card()))
}

func seatText(seat engine.Seat) string {
	if seat == 0 {
		return "no seat"
	}
	return fmt.Sprintf("seat %d", seat)
}

func sayController(s *Sayer, _ *engine.Term, v engine.Value) string {
	return "its controller is " + seatText(s.At.Controller(v.Card()))
}

func sayOwner(s *Sayer, _ *engine.Term, v engine.Value) string {
	return "its owner is " + seatText(s.At.Owner(v.Card()))
}

// saySide compares the seat of a card, or a seat, with that of the ability.
func saySide(s *Sayer, _ *engine.Term, v engine.Value) string {
	own := seatText(s.At.SeatOf(s.In))
	if v.Kind == engine.SeatKind {
		return "the ability is of " + own
	}
	return fmt.Sprintf("its controller is %s, that of the ability %s", seatText(s.At.Controller(v.Card())), own)
}

func sayPlace(s *Sayer, _ *engine.Term, v engine.Value) string {
	if place := s.At.Place(v.Card()); place != v.Card() {
		return "it is at " + s.Text(engine.CardValue(place))
	}
	return "it lies on no card"
}

func sayHost(s *Sayer, _ *engine.Term, v engine.Value) string {
	if host := s.At.Host(v.Card()); host != 0 {
		return "it lies on " + s.Text(engine.CardValue(host))
	}
	return "it lies on no card"
}

// sayHolds names what lies on a card: for "holds_no" what passes.
func sayHolds(s *Sayer, t *engine.Term, v engine.Value) string {
	found := ""
	for _, z := range s.At.ZonesOf(v.Card()) {
		for _, c := range s.At.CardsIn(nil, z) {
			if !t.Not || s.At.Match(t.Sub, engine.CardValue(c), s.In, nil) {
				if found != "" {
					found += ", "
				}
				found += s.Text(engine.CardValue(c))
			}
		}
	}
	if found == "" {
		return "it holds nothing"
	}
	return "it holds " + found
}

func sayAttribute(s *Sayer, t *engine.Term, v engine.Value) string {
	if value, err := s.At.Attribute(v.Card(), t.Attr); err == nil {
		return fmt.Sprintf("its %s is %s", s.Pack.Cards[t.Attr].Name, s.Text(value))
	}
	return ""
}
