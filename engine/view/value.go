package view

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
)

// Value is a value as a seat may know it.
type Value struct {
	// Kind is the kind of the engine's value (nothing, number, flag, card,
	// seat, zone, word, list, ability), or hidden for a card that the seat does not know.
	Kind string `json:"kind"`
	// Text is a card's key, a hidden card's handle, a zone's key, a word or the
	// name of an ability.
	Text string `json:"text,omitempty"`
	// Number is a number, 1 for a set flag, or a seat.
	Number int `json:"number,omitempty"`
	// Zone and Place say where a hidden card is; Place is 0 where it does not lie
	// apart from others.
	Zone  string `json:"zone,omitempty"`
	Place int    `json:"place,omitempty"`
	// Of is the card of an ability.
	Of *Value `json:"of,omitempty"`
	// Items are those of a list; Keys the keys of a map.
	Items []Value  `json:"items,omitempty"`
	Keys  []string `json:"keys,omitempty"`
	// Raw is the engine's value; nothing where the seat may not know it.
	Raw engine.Value `json:"-"`
}

// Named is a value with a name.
type Named struct {
	Name  string `json:"name"`
	Value Value  `json:"value"`
}

// Hidden is the kind of a card that the seat does not know.
const Hidden = "hidden"

// Project returns a value as a seat may know it now.
func Project(g *engine.Position, v engine.Value, seat engine.Seat) Value {
	return looker{g, seat}.value(v)
}

// value is the one projection of values.
func (l looker) value(v engine.Value) Value {
	out := Value{Kind: v.Kind.String(), Raw: v}
	switch v.Kind {
	case engine.Number, engine.Flag, engine.SeatKind:
		out.Number = int(v.N)
	case engine.Word:
		out.Text = l.word(engine.Symbol(v.N))
	case engine.Zone:
		return l.zone(v.Zone())
	case engine.Card:
		if !l.knows(v.Card()) {
			return l.handle(v.Card())
		}
		out.Text = l.g.CardKey(v.Card())
	case engine.List:
		list := &l.g.Pack.Lists[v.N]
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

func (l looker) word(s engine.Symbol) string { return l.g.Pack.Symbols[s] }

// ability names an ability: that of an unknown card has no name, unless it is
// an effect that the viewer's own seat has.
func (l looker) ability(v engine.Value) Value {
	out := Value{Kind: v.Kind.String()}
	in, ok := l.g.InstanceOf(v)
	if !ok {
		return out
	}
	if in.Card != 0 {
		of := l.value(engine.CardValue(in.Card))
		out.Of = &of
	}
	if in.Card == 0 || l.knows(in.Card) || l.seat != 0 && l.g.SeatOf(in) == l.seat && v.N < 0 {
		out.Text, out.Raw = in.Ability.Name, v
	}
	return out
}

// zone names a zone; that of a card which the viewer does not know by the
// card's handle.
func (l looker) zone(z engine.ZoneID) Value {
	v := Value{Kind: engine.Zone.String(), Text: l.zoneKey(z)}
	if c := l.g.ZoneCard(z); c == 0 || l.knows(c) {
		v.Raw = engine.ZoneValue(z)
	}
	return v
}

func (l looker) zoneKey(z engine.ZoneID) string {
	c := l.g.ZoneCard(z)
	if c == 0 || l.knows(c) {
		return l.g.ZoneKey(z)
	}
	key := fmt.Sprintf("(%s).%s", l.handle(c).Text, l.g.Pack.Zones[l.g.KindOfZone(z)].Name)
	if s := l.g.ZoneSeat(z); s != 0 {
		key = fmt.Sprintf("%d.%s", s, key)
	}
	return key
}

// handle names a card that the viewer does not know by where it lies.
func (l looker) handle(c engine.CardID) Value {
	z := l.g.ZoneAt(c)
	v := Value{Kind: Hidden, Zone: l.zoneKey(z)}
	v.Text = v.Zone
	if l.apart(z) {
		v.Place = 1
		for before := l.g.PreviousIn(c); before != 0; before = l.g.PreviousIn(before) {
			v.Place++
		}
		v.Text = fmt.Sprintf("%s %d", v.Zone, v.Place)
	}
	return v
}

// apart tells whether the cards of a zone lie apart from each other for
// everyone to see, so that each has a place.
func (l looker) apart(z engine.ZoneID) bool {
	kind := &l.g.Pack.Zones[l.g.KindOfZone(z)]
	return kind.Ordered || !kind.Bag && (kind.Of == engine.OfCard || kind.Rows > 0)
}
