package filter

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Sayer says why terms do not hold, as a game stands.
type Sayer struct {
	*Keys
	At *engine.Position
	// In is the ability that looks, Raised what it answers; nil for none.
	In     *engine.Instance
	Raised *engine.Raised
	Namer
	// so is set where the term holds, and must not.
	so bool
}

// Namer names things, and has the sentences.
type Namer interface {
	Text(engine.Value) string
	Type(engine.TypeID) string
	ZoneKind(engine.ZoneKindID) string
	Def(engine.DefID) string
	CardAttribute(engine.AttributeID) (name string, given bool)
	SeatAttribute(engine.AttributeID) (name string, given bool)
	Ability(name string) string
	// Kind names the cards of a filter that has a name, "" for none.
	Kind(name string) string
	Join([]string) string
	// Say returns the sentence of the first key that has one, behind not, filled with
	// pairs of a name and a value.
	Say(keys []string, pairs ...string) string
}

// Why says what keeps a term from holding for a value, "" where the condition itself
// says enough.
func (s *Sayer) Why(t *engine.Term, v engine.Value) string {
	if say := s.Of(t).Say; say != nil && (v.Kind == engine.Card || v.Kind == engine.SeatKind) {
		return say(s, t, v)
	}
	return ""
}

// says is the sentence of a condition: the value found, and the value asked for.
func (s *Sayer) says(key, is, asked string) string {
	keys := []string{key}
	switch {
	case s.so:
		keys = []string{key + ".so", key}
	case is == "":
		keys = []string{key + ".none"}
	}
	return s.Say(keys, "is", is, "asked", asked)
}

func (s *Sayer) seat(seat engine.Seat) string { return s.Text(engine.SeatValue(seat)) }

// named are the names behind the bits of a set.
func named[T ~int16](s *Sayer, set uint64, name func(T) string) string {
	var out []string
	for ; set != 0; set &= set - 1 {
		out = append(out, name(T(bits.TrailingZeros64(set))))
	}
	return s.Join(out)
}

// Zones names kinds of zones.
func (s *Sayer) Zones(kinds engine.ZoneMask) string { return named(s, uint64(kinds), s.ZoneKind) }

// texts names values, each name once.
func (s *Sayer) texts(values []engine.Value) string { return s.Join(once(lists.Map(values, s.Text))) }

func once(texts []string) []string {
	slices.Sort(texts)
	return slices.Compact(texts)
}

func sayType(s *Sayer, t *engine.Term, v engine.Value) string {
	return s.says("type", s.Type(s.At.TypeOf(v.Card())), named(s, t.Set, s.Type))
}

func sayDef(s *Sayer, t *engine.Term, v engine.Value) string {
	asked := lists.Map(t.Values, func(d engine.Value) string { return s.Def(engine.DefID(d.N)) })
	return s.says("id", s.Text(v), s.Join(once(asked)))
}

func sayZone(s *Sayer, t *engine.Term, v engine.Value) string {
	asked := s.texts(t.Values)
	if t.Op == engine.TermZone {
		asked = s.Zones(t.Zones)
	}
	return s.says("zone", s.Text(engine.ZoneValue(s.At.ZoneAt(v.Card()))), asked)
}

func saySeat(s *Sayer, t *engine.Term, v engine.Value) string {
	return s.says("seat", s.seat(s.At.Controller(v.Card())), s.Text(t.Operand(s.Raised)))
}

func sayOwner(s *Sayer, t *engine.Term, v engine.Value) string {
	return s.says("owner", s.seat(s.At.Owner(v.Card())), s.Text(t.Operand(s.Raised)))
}

// saySide compares the seat of a card, or a seat, with that of the ability.
func saySide(s *Sayer, t *engine.Term, v engine.Value) string {
	key := "seat"
	seat := v.Seat()
	if v.Kind == engine.Card {
		seat = s.At.Controller(v.Card())
	}
	if (t.Op == engine.TermFriendly) == t.Not {
		key = "enemy"
	}
	return s.says(key, s.seat(seat), s.seat(s.At.SeatOf(s.In)))
}

func saySelf(s *Sayer, t *engine.Term, _ engine.Value) string {
	asked := t.Operand(s.Raised)
	if t.Op != engine.TermIs {
		asked = engine.CardValue(s.In.Card)
	}
	return s.says(s.Of(t).Name, s.Text(asked), s.Text(asked))
}

// sayAbility names the ability that is asked for, or that must not be there.
func sayAbility(s *Sayer, t *engine.Term, _ engine.Value) string {
	name := s.Ability(s.Pack.Symbols[t.Word])
	return s.says(s.Of(t).Name, name, name)
}

func sayPlace(s *Sayer, t *engine.Term, v engine.Value) string {
	asked := t.Operand(s.Raised)
	if t.Op == engine.TermBeside {
		asked = engine.CardValue(s.At.Place(s.In.Card))
	}
	is := ""
	if place := s.At.Place(v.Card()); place != v.Card() {
		is = s.Text(engine.CardValue(place))
	}
	return s.says("at", is, s.Text(asked))
}

func sayHost(s *Sayer, t *engine.Term, v engine.Value) string {
	host := engine.CardValue(s.At.Host(v.Card()))
	if host.N == 0 {
		return s.says("host", "", "")
	}
	return s.says("host", s.Text(host), s.all(t.Sub, host, s.so))
}

// sayHolds names what lies on a card: for "holds_no" what passes.
func sayHolds(s *Sayer, t *engine.Term, v engine.Value) string {
	var found []engine.Value
	for _, z := range s.At.ZonesOf(v.Card()) {
		for _, c := range s.At.CardsIn(nil, z) {
			if !t.Not || s.At.Match(t.Sub, engine.CardValue(c), s.In, s.Raised) {
				found = append(found, engine.CardValue(c))
			}
		}
	}
	return s.says(s.Of(t).Name, s.texts(found), "")
}

// sayNot says what holds of a filter that must not.
func sayNot(s *Sayer, t *engine.Term, v engine.Value) string { return s.all(t.Sub, v, !s.so) }

// sayAny names the missing condition of the nearest filter, or the filter that holds.
func sayAny(s *Sayer, t *engine.Term, v engine.Value) string {
	if s.so {
		holds := func(f *engine.Filter) bool { return s.lacks(f, v) == 0 }
		if i := slices.IndexFunc(t.Subs, holds); i >= 0 {
			return s.all(t.Subs[i], v, true)
		}
	}
	if len(t.Subs) == 0 {
		return ""
	}
	nearest := slices.MinFunc(t.Subs, func(a, b *engine.Filter) int { return s.lacks(a, v) - s.lacks(b, v) })
	return s.all(nearest, v, s.so)
}

// lacks counts the terms of a filter that do not hold.
func (s *Sayer) lacks(f *engine.Filter, v engine.Value) int {
	return len(slices.DeleteFunc(s.At.Holding(f, v, s.In, s.Raised), func(holds bool) bool { return holds }))
}

// all says of each term of a filter that is as so says what is there.
func (s *Sayer) all(f *engine.Filter, v engine.Value, so bool) string {
	inner := *s
	inner.so = so
	var out []string
	for i, holds := range s.At.Holding(f, v, s.In, s.Raised) {
		if holds != so {
			continue
		}
		if text := inner.Why(&f.Terms[i], v); text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return strings.Join(out, "; ")
}

// sayHere says no more than the sentence of the condition.
func sayHere(s *Sayer, t *engine.Term, v engine.Value) string {
	return s.says(s.Of(t).Name, s.Text(v), "")
}

func sayAttribute(s *Sayer, t *engine.Term, v engine.Value) string {
	less, own, name := "less", "", ""
	var value engine.Value
	var err error
	if t.Op == engine.TermSeatAttribute {
		less = "short"
		own = s.Pack.Seats[t.Attr].Name
		name, _ = s.SeatAttribute(t.Attr)
		value, err = s.At.SeatAttribute(v.Seat(), t.Attr)
	} else {
		own = s.Pack.Cards[t.Attr].Name
		name, _ = s.CardAttribute(t.Attr)
		value, err = s.At.Attribute(v.Card(), t.Attr)
	}
	if err != nil {
		return ""
	}
	is, asked, key := s.Text(value), s.texts(t.Values), "attribute"
	if value.Kind == engine.List {
		is = s.texts(s.Pack.List(value).Items)
	}
	switch {
	case value == engine.Value{}:
		key = "attribute.none"
	case s.so || t.Compare != engine.Within:
	case value.N > t.Max:
		key, asked = "more", fmt.Sprint(t.Max)
	case t.Min > math.MinInt32:
		key, asked = less, fmt.Sprint(t.Min)
	}
	if value.Kind == engine.Flag {
		key = "flag"
	}
	if s.so {
		return s.Say([]string{key + ".so", key}, "name", name, "is", is)
	}
	return s.Say([]string{own, key}, "name", name, "is", is, "asked", asked)
}
