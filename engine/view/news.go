package view

import "github.com/ruledeck/ruledeck/engine"

// News is what has come to light behind an answer, so that taking the answer
// back would not make it unknown again.
type News uint8

// The kinds of news.
const (
	// NoNews: nothing that the seat's own answer does not bring about.
	NoNews News = iota
	// NewAnswer: another seat has answered.
	NewAnswer
	// NewChance: a die was rolled, a card drawn, or a zone shuffled.
	NewChance
	// NewCard: a seat has come to know a card that was hidden.
	NewCard
	// NewPeek: a script has read what the seat does not know, and the seat was told or
	// asked something then: also that it was not told otherwise says something.
	NewPeek
)

// LastAnswer returns the number of the last decision in which a seat had a choice and
// chose, 0 if there is none, and the first news since. It is no news if the seat reveals a
// card of its own that it knew. Another seat's answer is news even if it was forced, as no
// other seat may know that.
func LastAnswer(g *engine.Game, seat engine.Seat) (number int, news News) {
	log := g.Log()
	at := log.Len() - 1
	for ; at >= log.Base && number == 0; at-- {
		if e := log.At(at); e.Kind == engine.EvAnswer && engine.Seat(e.B) == seat && !e.Forced() {
			number = int(e.A)
		}
	}
	if number == 0 {
		return 0, NoNews
	}
	if i := at; i >= log.Base && log.At(i).Kind == engine.EvAnswer && int(log.At(i).A) == number {
		return number, NewAnswer // to the same secret decision
	}
	peeked, peeks := log.PeekSince(at+2, seat)
	past := g.Past(at + 2)
	for ; past.At() < log.Len(); past.Follow() {
		e := log.At(past.At())
		if news := newsOf(past.Position(), e, seat); news != NoNews {
			return number, news
		}
		if peeks && past.At() >= peeked && tells(past.Position(), e, seat) {
			return number, NewPeek
		}
	}
	return number, NoNews
}

// tells reports whether an event tells or asks a seat something, with the game as it was
// before.
func tells(g *engine.Position, e *engine.Event, seat engine.Seat) bool {
	switch e.Kind {
	case engine.EvSay, engine.EvAsk:
		return e.New.Has(seat)
	case engine.EvSet:
		m := g.Cell(int(e.A))
		l := looking(g, seat)
		return m.Attribute != nil && l.may(m.Attribute.Seen, m.Seat) &&
			(m.Card == 0 || l.knows(m.Card) || l.g.Beside(m.Card, engine.AttributeID(m.Index)))
	case engine.EvMove, engine.EvFinish, engine.EvEffect, engine.EvEffectEnd:
		return true
	}
	return false
}

// newsOf is what an event tells, with the game as it was before.
func newsOf(g *engine.Position, e *engine.Event, seat engine.Seat) News {
	switch e.Kind {
	case engine.EvAnswer:
		if engine.Seat(e.B) != seat && !e.Unseen() {
			return NewAnswer
		}
	case engine.EvRoll, engine.EvDraw, engine.EvShuffle:
		return NewChance
	case engine.EvMove, engine.EvReveal:
		c := engine.CardID(e.A)
		own := g.Controller(c) == seat || g.Owner(c) == seat || g.ZoneSeat(g.ZoneAt(c)) == seat
		if e.New&^e.Old != 0 && !(own && e.Old.Has(seat)) {
			return NewCard
		}
	}
	return NoNews
}
