package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
)

// ValueKind is the kind of a Value.
type ValueKind string

// The kinds of values: the kinds of the engine, and a card that the seat does not know.
const (
	NothingValue ValueKind = "nothing"
	NumberValue  ValueKind = "number"
	FlagValue    ValueKind = "flag"
	CardValue    ValueKind = "card"
	HiddenCard   ValueKind = "hidden"
	SeatValue    ValueKind = "seat"
	ZoneValue    ValueKind = "zone"
	WordValue    ValueKind = "word"
	ListValue    ValueKind = "list"
	AbilityValue ValueKind = "ability"
)

// Value is a value as a seat may know it.
type Value struct {
	Kind ValueKind `json:"kind"`
	// Text is a card's name, a hidden card's handle, a zone's name, a word or the
	// name of an ability.
	Text string `json:"text,omitempty"`
	// Number is a number, 1 for a set flag, or a seat.
	Number int `json:"number"`
	// Zone and Place say where a hidden card is; Place is 0 where it does not lie
	// apart from others.
	Zone  string `json:"zone,omitempty"`
	Place int    `json:"place,omitempty"`
	// Of is the card of an ability, or the card that a zone belongs to.
	Of *Value `json:"of,omitempty"`
	// Items are the items of a list; Keys the keys of a map.
	Items []Value  `json:"items,omitempty"`
	Keys  []string `json:"keys,omitempty"`
	// Names says what of the pack the value names, for those who print it.
	Names `json:"-"`
	// Card is the card as the seat sees it, At the zone in which it lies; these
	// are there in a question alone.
	Card *Card  `json:"-"`
	At   *Value `json:"-"`
	// Same counts the things with this key in a question, from 0.
	Same int `json:"-"`
	// Raw is the engine's value, for the referee alone: it tells apart two cards that read
	// the same.
	Raw engine.Value `json:"-"`
}

// Names are the parts of a pack that a value names, each in the list that
// engine.Pack has for its kind.
type Names struct {
	// Def is the definition of a known card.
	Def engine.DefID
	// ZoneKind is the kind of a zone, or of the one in which a hidden card lies;
	// Owner is the seat that the zone belongs to, Row and Column are its place on
	// a board, from 0, as the seat sees it.
	ZoneKind    engine.ZoneKindID
	Owner       engine.Seat
	Row, Column int
	Word        engine.Symbol
}

// Named is a value with a name.
type Named struct {
	Name  string `json:"name"`
	Value Value  `json:"value"`
}

// Key is a text that stands for the value among others that the seat sees at
// the same time: values that it cannot tell apart have the same.
func (v *Value) Key() string {
	switch v.Kind {
	case NumberValue:
		return strconv.Itoa(v.Number)
	case FlagValue:
		return [...]string{"no", "yes"}[min(max(v.Number, 0), 1)]
	case SeatValue:
		return fmt.Sprintf("seat %d", v.Number)
	case ZoneValue:
		return "zone " + v.Text
	case HiddenCard:
		return "hidden " + v.Text
	case WordValue:
		return strconv.Quote(v.Text)
	case AbilityValue:
		if v.Of != nil {
			return v.Text + " of " + v.Of.Key()
		}
		return v.Text
	case ListValue:
		keys := make([]string, len(v.Items))
		for i := range v.Items {
			keys[i] = v.Items[i].Key()
		}
		return "[" + strings.Join(keys, ", ") + "]"
	case NothingValue:
		return string(NothingValue)
	}
	return v.Text
}

// Project returns a value as a seat may know it now.
func Project(g *engine.Position, v engine.Value, seat engine.Seat) Value {
	return looking(g, seat).value(v)
}

// Projector returns Project for many values of a position, which must stand still: what tells
// copies of cards apart is found once.
func Projector(g *engine.Position, seat engine.Seat) func(engine.Value) Value {
	return looking(g, seat).value
}

// value is the one projection of values.
func (l *looker) value(v engine.Value) Value {
	out := Value{Kind: ValueKind(v.Kind.String()), Raw: v}
	switch v.Kind {
	case engine.Number, engine.Flag, engine.SeatKind:
		out.Number = int(v.N)
	case engine.Word:
		out.Word = engine.Symbol(v.N)
		out.Text = l.word(out.Word)
	case engine.Zone:
		return l.zone(v.Zone())
	case engine.Card:
		if v.N == 0 {
			return Value{Kind: NothingValue}
		}
		if !l.knows(v.Card()) {
			return l.handle(v.Card())
		}
		return l.shown(v.Card())
	case engine.List:
		list := l.g.Pack.List(v)
		out.Items = slices.Grow(out.Items, len(list.Items))
		for _, item := range list.Items {
			out.Items = append(out.Items, l.value(item))
		}
		for _, key := range list.Keys {
			out.Keys = append(out.Keys, l.word(key))
		}
	case engine.Handle:
		return l.ability(v)
	}
	return out
}

func (l *looker) word(s engine.Symbol) string { return l.g.Pack.Symbols[s] }

// shown names a card by its definition, for viewers that know it, or come to know it in
// this event.
func (l *looker) shown(c engine.CardID) Value {
	out := Value{Kind: CardValue, Text: l.name(c), Names: Names{Def: l.g.Def[c]}}
	if l.seat == Referee {
		out.Raw = engine.CardValue(c)
	}
	return out
}

// ability names an ability: that of an unknown card has no name, unless it is
// an effect that the viewer's own seat has.
func (l *looker) ability(v engine.Value) Value {
	out := Value{Kind: AbilityValue}
	in, ok := l.g.InstanceOf(v)
	if !ok {
		return out
	}
	if in.Card != 0 {
		of := l.value(engine.CardValue(in.Card))
		out.Of = &of
	}
	if in.Card == 0 || l.knows(in.Card) || l.seat != 0 && l.g.SeatOf(in) == l.seat && v.N < 0 {
		out.Text = in.Ability.Name
	}
	if l.seat == Referee {
		out.Raw = v
	}
	return out
}

// zone names a zone; that of a card by the card's name or handle.
func (l *looker) zone(z engine.ZoneID) Value {
	out := Value{Kind: ZoneValue, Text: l.zoneKey(z), Names: l.place(z)}
	if z == 0 {
		return Value{Kind: NothingValue}
	}
	if c := l.g.ZoneCard(z); c != 0 {
		of := l.value(engine.CardValue(c))
		out.Of = &of
	}
	if l.seat == Referee {
		out.Raw = engine.ZoneValue(z)
	}
	return out
}

func (l *looker) place(z engine.ZoneID) Names {
	if z == 0 {
		return Names{}
	}
	n := Names{ZoneKind: l.g.KindOfZone(z), Owner: l.g.ZoneSeat(z)}
	if l.g.Pack.Zones[n.ZoneKind].Rows > 0 {
		n.Row, n.Column = l.g.BoardPlace(z, l.boardSeat())
	}
	return n
}

func (l *looker) zoneKey(z engine.ZoneID) string {
	if z == 0 {
		return ""
	}
	c := l.g.ZoneCard(z)
	if c == 0 || l.seat == Referee {
		return l.g.ZoneKey(z)
	}
	host := "(" + l.handle(c).Text + ")"
	if l.knows(c) {
		host = l.name(c)
	}
	key := fmt.Sprintf("%s.%s", host, l.g.Pack.Zones[l.g.KindOfZone(z)].Name)
	if s := l.g.ZoneSeat(z); s != 0 {
		key = fmt.Sprintf("%d.%s", s, key)
	}
	return key
}

// handle names a card that the viewer does not know by where it lies.
func (l *looker) handle(c engine.CardID) Value {
	z := l.g.ZoneAt(c)
	v := Value{Kind: HiddenCard, Zone: l.zoneKey(z), Names: l.place(z)}
	v.Text = v.Zone
	v.Place = l.placeOf(c)
	if v.Place > 0 {
		v.Text = fmt.Sprintf("%s %d", v.Zone, v.Place)
	}
	return v
}

// placeOf is the place of a card in its zone, from 1; 0 where cards do not lie
// apart, and in events far from both ends.
func (l *looker) placeOf(c engine.CardID) int {
	if !l.apart(l.g.ZoneAt(c)) {
		return 0
	}
	z := l.g.ZoneAt(c)
	places, asked := l.once.places[z]
	switch {
	case l.brief:
	case !asked:
		// As for ways: a caller that asks once does not need all.
		put(&l.once.places, z, nil)
	case places == nil:
		places = make(map[engine.CardID]int, l.g.CountIn(z))
		for i, other := range l.g.CardsIn(nil, z) {
			places[other] = i + 1
		}
		l.once.places[z] = places
	}
	if places != nil {
		return places[c]
	}
	count := l.g.CountIn(z)
	before, behind := l.g.PreviousIn(c), l.g.NextIn(c)
	for n := 1; ; n++ {
		switch {
		case before == 0:
			return n
		case behind == 0:
			return count + 1 - n
		case l.brief && n > farPlace:
			return 0
		}
		before, behind = l.g.PreviousIn(before), l.g.NextIn(behind)
	}
}

// apart reports whether the cards of a zone lie apart from each other, see engine.ZoneKind.
func (l *looker) apart(z engine.ZoneID) bool { return l.g.Pack.Zones[l.g.KindOfZone(z)].Apart() }
