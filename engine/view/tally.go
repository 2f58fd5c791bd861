package view

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
)

// Usage is something that may happen with a card or an ability of a seat.
type Usage uint8

// The usages, each counted once a game, seat and definition.
const (
	// Offered: the seat could choose it, among others or with none; it is the seat's own or
	// belongs to no seat.
	Offered Usage = iota
	// Taken: the seat chose it.
	Taken
	// Drawn: the card came to where its seat alone sees it.
	Drawn
	// Played: the card left such a place for one that everybody sees.
	Played
	// Acted: an ability of the card, or the ability, acted for the seat.
	Acted
	// Usages is the number of usages.
	Usages
)

// UsageSets says, by definition, which seats had each usage in one game.
type UsageSets [Usages][]engine.SeatSet

func (d *UsageSets) reset(n int) {
	for i := range d {
		if cap(d[i]) < n {
			d[i] = make([]engine.SeatSet, n)
		}
		d[i] = d[i][:n]
		clear(d[i])
	}
}

func (d *UsageSets) mark(usage Usage, of int, seat engine.Seat) {
	if seat != 0 {
		d[usage][of] |= engine.Only(seat)
	}
}

// Tally follows one game as the referee and records which cards and abilities were offered,
// taken, drawn, played and acted, for statistics over many games. It needs no terms of a
// game: a hand is a zone that only its seat sees. It reads each event once, before a
// simulation drops its log, and counts all copies of a card as one.
type Tally struct {
	// Cards is by engine.DefID, Abilities by the place in the pack's list.
	Cards, Abilities UsageSets
	// Rounds counts the beginnings of each phase.
	Rounds []int
	// Came, if not nil, is called with every card that moves from a pile, a zone that no
	// seat sees, to where only its seat sees it.
	Came func(card engine.CardID, pile engine.ZoneID, seat engine.Seat)

	at int
}

// Reset prepares the tally for a game at its start.
func (t *Tally) Reset(p *engine.Position) {
	t.Cards.reset(len(p.Pack.Defs))
	t.Abilities.reset(len(p.Pack.Abilities))
	t.Rounds = append(t.Rounds[:0], make([]int, len(p.Pack.Phases))...)
	t.at = p.Log().Base
}

// Answer counts a decider's options and its reply. A question with one legal answer never
// comes to a decider, so it counts no choice.
func (t *Tally) Answer(p *engine.Position, d *engine.Decision, seat engine.Seat, reply engine.Reply) {
	options := d.OptionsOf(seat)
	if d.Kind.Form() == engine.Quantity || d.Kind.Ordered() {
		return
	}
	for i := range options {
		t.option(p, Offered, &options[i], seat)
	}
	for place, n := range reply {
		switch {
		case d.Kind.Form() != engine.Amounts && n < len(options):
			t.option(p, Taken, &options[n], seat)
		case d.Kind.Form() == engine.Amounts && n > 0 && place < len(options):
			t.option(p, Taken, &options[place], seat)
		}
	}
}

func (t *Tally) option(p *engine.Position, usage Usage, c *engine.Choice, seat engine.Seat) {
	for _, v := range c.V[:c.N] {
		if card := TakenBy(p, v, seat); card != 0 {
			t.Cards.mark(usage, int(p.Def[card]), seat)
		}
		if v.Kind != engine.Handle {
			continue
		}
		if in, ok := p.InstanceOf(v); ok {
			t.Abilities.mark(usage, int(in.Ability.ID), seat)
		}
	}
}

// TakenBy is the card that a seat takes with a value of an option: its own, a card of no
// seat, or the card of an ability; 0 for none. Another seat's card is aimed at, not taken.
func TakenBy(p *engine.Position, v engine.Value, seat engine.Seat) engine.CardID {
	switch {
	case v.Kind == engine.Card && v.N != 0:
		if of := p.Controller(v.Card()); of == 0 || of == seat {
			return v.Card()
		}
	case v.Kind == engine.Handle:
		if in, ok := p.InstanceOf(v); ok {
			return in.Card
		}
	}
	return 0
}

// Exchangeable are the other cards that a seat might as well have drawn from a pile: none
// if other seats know the card that it drew, else those of its type that no seat knows.
func Exchangeable(p *engine.Position, drawn engine.CardID, pile engine.ZoneID, seat engine.Seat) []engine.CardID {
	if p.Known(drawn) != engine.Only(seat) {
		return nil
	}
	return slices.DeleteFunc(p.CardsIn(nil, pile), func(c engine.CardID) bool {
		return p.Nth[c] == p.Nth[drawn] || p.TypeOf(c) != p.TypeOf(drawn) || p.Known(c) != 0
	})
}

// Follow counts the events since the last call.
func (t *Tally) Follow(p *engine.Position) {
	log := p.Log()
	t.at = max(t.at, log.Base)
	for events := log.From(t.at); len(events) > 0; events = log.From(t.at) {
		t.at += len(events)
		for i := range events {
			switch e := &events[i]; e.Kind {
			case engine.EvMove:
				t.move(p, e)
			case engine.EvAbility:
				t.Abilities.mark(Acted, int(e.A), engine.Seat(e.C))
				if e.B != 0 {
					t.Cards.mark(Acted, int(p.Def[e.B]), engine.Seat(e.C))
				}
			case engine.EvPhase:
				if e.B != 0 {
					t.Rounds[e.A]++
				}
			}
		}
	}
}

// move takes in a card that came into a hand or left it: a zone of a seat that
// this seat alone sees.
func (t *Tally) move(p *engine.Position, e *engine.Event) {
	card := int(p.Def[e.A])
	from := engine.ZoneID(e.B)
	to := engine.ZoneID(e.C)
	if from == to {
		return
	}
	if seat := hand(p, to); seat != 0 && hand(p, from) != seat {
		t.Cards.mark(Drawn, card, seat)
		if t.Came != nil && seen(p, from) == engine.SeenByNobody {
			t.Came(engine.CardID(e.A), from, seat)
		}
	}
	if seat := hand(p, from); seat != 0 && seen(p, to) == engine.SeenByAll {
		t.Cards.mark(Played, card, seat)
	}
}

// hand returns the only seat that sees a zone of its own, or 0.
func hand(p *engine.Position, z engine.ZoneID) engine.Seat {
	if seen(p, z) == engine.SeenByOwner {
		return p.ZoneSeat(z)
	}
	return 0
}

// seen is the declared visibility of a zone: with one seat at the table, what its
// owner sees is seen by all, and a hand is still a hand.
func seen(p *engine.Position, z engine.ZoneID) engine.Visibility {
	return p.Pack.Zones[p.KindOfZone(z)].Seen
}
