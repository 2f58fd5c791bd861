package view

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
)

// Of returns the view that a seat has of the state.
func Of(g *engine.Position, seat engine.Seat) *View {
	defer g.Read()()
	return looking(g, seat).view(g.Open())
}

// view is the view of the state; open is the decision that is open in it.
func (l *looker) view(open *engine.Decision) *View {
	g := l.g
	seat := l.seat
	v := &View{
		Seat: seat, Seats: g.Seats, Phases: []string{}, Turn: g.Turn(), Decisions: g.Decisions(),
		Over: g.Over(), Game: l.gameAttributes(), Table: []Zone{}, Effects: l.effects(), Waiting: l.waiting(open),
	}
	for p := g.Phase(); p >= 0; p = g.PhaseAround(p) {
		v.Phases = append(v.Phases, g.Pack.Phases[p].Name)
		now, of := g.RoundOf(p)
		v.Rounds = append(v.Rounds, Round{now, of})
	}
	slices.Reverse(v.Phases)
	slices.Reverse(v.Rounds)
	if v.Over {
		v.Winners = SeatsIn(g.Winners())
		v.Draw = SeatsIn(g.Drawn())
		v.Reason = l.word(g.Reason())
	}
	v.Players = l.players()
	for i := range v.Players {
		v.Players[i].Passed = g.Passed(v.Players[i].Seat)
	}
	for z := range g.AllZones() {
		s := g.ZoneSeat(z)
		switch {
		case g.ZoneCard(z) != 0:
		case s != 0:
			v.Players[s-1].Zones = append(v.Players[s-1].Zones, l.zoneView(z))
		default:
			v.Table = append(v.Table, l.zoneView(z))
		}
	}
	v.Groups = l.groups()
	v.Failure = l.failure
	return v
}

// groups are the cards that the viewer lost sight of; none for those who are no seat.
func (l *looker) groups() []Group {
	if l.seat == 0 || l.seat == Referee {
		return nil
	}
	var out []Group
	for _, g := range l.g.Groups(l.seat) {
		slices.SortStableFunc(g.Cards, func(a, b engine.CardID) int { return cmp.Compare(l.g.Def[a], l.g.Def[b]) })
		of := Group{make([]string, len(g.Cards)), make([]Share, len(g.Zones))}
		for i, c := range g.Cards {
			of.Cards[i] = l.g.Definition(c).ID
		}
		for i, s := range g.Zones {
			of.Zones[i] = Share{l.zone(s.Zone).Text, s.Percent}
		}
		out = append(out, of)
	}
	return out
}

// Players returns the seats with the attributes that a viewer sees, without
// their zones: what their names depend on.
func Players(g *engine.Position, seat engine.Seat) []Player {
	defer g.Read()()
	return looking(g, seat).players()
}

func (l *looker) players() []Player {
	var out []Player
	for s := range l.g.AllSeats().Each() {
		out = append(out, Player{Seat: s, Attributes: l.seatAttributes(s), Zones: []Zone{}})
	}
	return out
}

func (l *looker) zoneView(z engine.ZoneID) Zone {
	g := l.g
	kind := &g.Pack.Zones[g.KindOfZone(z)]
	named := l.zone(z)
	out := Zone{
		Key: named.Text, Kind: kind.Name, Seat: g.ZoneSeat(z), Ordered: kind.Ordered, Count: g.CountIn(z), At: named,
	}
	if kind.Rows > 0 {
		out.Row, out.Column = g.BoardPlace(z, l.boardSeat())
	}
	cards := g.CardsIn(nil, z)
	if !l.apart(z) {
		cards = slices.DeleteFunc(cards, func(c engine.CardID) bool { return !l.knows(c) })
		l.sort(cards)
		out.Hidden = out.Count - len(cards)
	}
	if len(cards) > 0 {
		out.Cards = make([]Card, 0, len(cards))
	}
	for _, c := range cards {
		out.Cards = append(out.Cards, l.card(c))
	}
	return out
}

// boardSeat is the seat from whose side a board is seen.
func (l *looker) boardSeat() engine.Seat {
	if l.seat == Referee {
		return 0
	}
	return l.seat
}

func (l *looker) card(c engine.CardID) Card {
	g := l.g
	v := l.value(engine.CardValue(c))
	out := Card{Is: v}
	for k := range g.Pack.Zones {
		if g.Pack.Zones[k].Of == engine.OfCard {
			out.Zones = l.zonesOn(out.Zones, c, engine.ZoneKindID(k))
		}
	}
	hidden := v.Kind == HiddenCard
	if hidden {
		out.Handle = v.Text
	} else {
		out.Key, out.Type = v.Text, g.Pack.Types[g.TypeOf(c)].Name
		out.Owner, out.Seat = g.Owner(c), g.Controller(c)
	}
	shown := l.attributes[:0]
	for _, a := range g.Pack.Types[g.TypeOf(c)].Attributes {
		declared := &g.Pack.Cards[a]
		if hidden && !g.Beside(c, a) || !l.may(declared.Seen, l.holder(c)) {
			continue
		}
		printed := g.Printed(c, a)
		if hidden && printed.N == declared.Start.N {
			continue
		}
		now, err := l.computed(func() (engine.Value, error) { return g.AttributeSeen(l.eyes(), c, a) })
		shown = l.attribute(shown, a, declared, printed, now, err, engine.OfCard, engine.CardValue(c))
	}
	if hidden { // in which order the type has them would tell which it is
		slices.SortFunc(shown, func(a, b Attribute) int { return cmp.Compare(a.ID, b.ID) })
	}
	if len(shown) > 0 {
		out.Attributes = append(make([]Attribute, 0, len(shown)), shown...)
	}
	l.attributes = shown
	return out
}

// holder is the seat that may know what only the owner of a card may: the one
// that controls it, else its owner.
func (l *looker) holder(c engine.CardID) engine.Seat {
	if s := l.g.Controller(c); s != 0 {
		return s
	}
	return l.g.Owner(c)
}

func (l *looker) zonesOn(out []Zone, c engine.CardID, kind engine.ZoneKindID) []Zone {
	first, last := engine.Seat(0), engine.Seat(0)
	if l.g.Pack.Zones[kind].PerSeat {
		first, last = 1, engine.Seat(l.g.Seats)
	}
	for s := first; s <= last; s++ {
		if z := l.g.ZoneOf(kind, s, c); z != 0 && l.g.CountIn(z) > 0 {
			out = append(out, l.zoneView(z))
		}
	}
	return out
}

// attribute adds an attribute that has a value. One that cannot be computed
// is shown as it is printed.
func (l *looker) attribute(out []Attribute, id engine.AttributeID, a *engine.Attribute, printed, now engine.Value,
	err error, h engine.Holder, of engine.Value) []Attribute {
	if err != nil {
		now = printed
		l.failed(a, of, err)
	}
	if now.Kind == engine.Nil && printed.Kind == engine.Nil {
		return out
	}
	shown := Attribute{Name: a.Name, Value: l.value(now), ID: id}
	if now != printed {
		was := l.value(printed)
		shown.Printed = &was
		shown.By = l.modifiers(h, of, id)
	}
	return append(out, shown)
}

// failed notes the first value that could not be computed. Why, the error of a script,
// may tell what a seat does not know.
func (l *looker) failed(a *engine.Attribute, of engine.Value, err error) {
	if l.failure != "" || err == errPrinted {
		return
	}
	l.failure = a.Name
	switch of.Kind {
	case engine.Card:
		l.failure += " of " + l.value(of).Text
	case engine.SeatKind:
		l.failure += fmt.Sprintf(" of seat %d", of.N)
	}
	l.failure += " cannot be computed, and is shown as it is printed"
	if l.seat == Referee {
		l.failure += ": " + err.Error()
	}
}

// modifierOps are the names of what modifiers do.
var modifierOps = [...]string{engine.SetTo: "set", engine.Add: "add", engine.AtLeast: "at_least",
	engine.AtMost: "at_most", engine.Remove: "remove"}

// manyModifiers are more than anybody reads.
const manyModifiers = 32

// modifiers are what modifies a value, of cards that the seat knows: Effects shows
// no others either; none where they are too many to be read. Their order says nothing of copies that the seat cannot
// tell apart.
func (l *looker) modifiers(h engine.Holder, of engine.Value, a engine.AttributeID) []Modifier {
	var out []Modifier
	for _, m := range l.g.Modifications(l.eyes(), h, of, a) {
		if m.Card != 0 && !l.knows(m.Card) {
			continue
		}
		if len(out) == manyModifiers {
			return nil
		}
		by := Modifier{Ability: m.Ability.Name, Op: modifierOps[m.Op], Amount: l.value(m.Amount)}
		if m.Card != 0 {
			card := l.value(engine.CardValue(m.Card))
			by.Card = &card
		}
		out = append(out, by)
	}
	slices.SortStableFunc(out, func(a, b Modifier) int { return cmp.Compare(a.key(), b.key()) })
	return out
}

// key orders modifiers by their visible parts.
func (m *Modifier) key() string {
	key := m.Ability + " " + m.Op + " " + m.Amount.Key()
	if m.Card != nil {
		key += " " + m.Card.Key()
	}
	return key
}

// computed reads a value with modifiers, if they can be had.
func (l *looker) computed(read func() (engine.Value, error)) (engine.Value, error) {
	if l.printed {
		return engine.Value{}, errPrinted
	}
	return read()
}

var errPrinted = errors.New("values are read as printed")

func (l *looker) seatAttributes(s engine.Seat) []Attribute {
	out := []Attribute{}
	for i := range l.g.Pack.Seats {
		a := &l.g.Pack.Seats[i]
		if id := engine.AttributeID(i); l.may(a.Seen, s) {
			now, err := l.computed(func() (engine.Value, error) { return l.g.SeatAttributeSeen(l.eyes(), s, id) })
			out = l.attribute(out, id, a, l.g.SeatPrinted(s, id), now, err, engine.OfSeat, engine.SeatValue(s))
		}
	}
	return out
}

func (l *looker) gameAttributes() []Attribute {
	out := []Attribute{}
	for i := range l.g.Pack.Game {
		a := &l.g.Pack.Game[i]
		if id := engine.AttributeID(i); l.may(a.Seen, 0) {
			now, err := l.computed(func() (engine.Value, error) { return l.g.GameAttributeSeen(l.eyes(), id) })
			out = l.attribute(out, id, a, l.g.GamePrinted(id), now, err, engine.OfTable, engine.Value{})
		}
	}
	return out
}

func (l *looker) effects() []Effect {
	var out []Effect
	for _, e := range l.g.Effects() {
		if e.Card != 0 && !l.knows(e.Card) {
			continue
		}
		shown := Effect{Ability: l.g.Pack.Abilities[e.Ability].Name,
			Card: l.value(engine.CardValue(e.Card)), Seat: e.Seat}
		if e.Until >= 0 {
			shown.Until = l.g.Pack.Triggers[e.Until].Name
		}
		out = append(out, shown)
	}
	return out
}

// Definition is a card of a pack as printed, without any game.
func Definition(p *engine.Pack, d engine.DefID) Card {
	l := &looker{g: &engine.Position{Layout: &engine.Layout{Pack: p}}}
	def := &p.Defs[d]
	out := Card{Key: def.ID, Type: p.Types[def.Type].Name}
	out.Is = Value{Kind: CardValue, Text: def.ID, Names: Names{Def: d}}
	for _, a := range p.Types[def.Type].Attributes {
		declared := &p.Cards[a]
		value := declared.Start
		if own := def.Printed.Of(a); len(own) > 0 {
			value = own[0]
		}
		out.Attributes = l.attribute(out.Attributes, a, declared, value, value, nil, engine.OfCard, engine.Value{})
	}
	return out
}
