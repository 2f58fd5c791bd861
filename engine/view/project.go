package view

import "github.com/ruledeck/ruledeck/engine"

// project returns what the viewer sees of an event, if anything. When it
// returns true it has followed the event; the state before and the state after
// both matter for what somebody sees.
func (r *Reader) project(e *engine.Event, log *engine.Log) (Event, bool) {
	out := Event{Kind: e.Kind.String()}
	shown := false
	switch e.Kind {
	case engine.EvMove:
		if !r.concerns(e) {
			return out, false
		}
		r.move(&out, e)
		return out, true
	case engine.EvReveal:
		shown = r.reveal(&out, e)
	case engine.EvSet:
		shown = r.set(&out, e)
	case engine.EvEffect, engine.EvEffectEnd:
		shown = r.effect(&out, e, log)
	case engine.EvFailed:
		shown = r.failed(&out, e, log)
	case engine.EvAbility:
		out.Name, out.Card, out.Seat = r.g.Pack.Abilities[e.A].Name, r.cardOf(e.B), engine.Seat(e.C)
		shown = r.knows(engine.CardID(e.B))
	case engine.EvAnswer:
		shown = r.answer(&out, e, log)
	case engine.EvSay:
		shown = r.say(&out, e, log)
	default:
		shown = r.mark(&out, e, log)
	}
	if shown {
		r.past.Follow()
	}
	return out, shown
}

// mark projects the kinds of which everybody sees the same, but for the values.
func (r *Reader) mark(out *Event, e *engine.Event, log *engine.Log) bool {
	pack := r.g.Pack
	switch e.Kind {
	case engine.EvShuffle:
		zone := r.zone(engine.ZoneID(e.A))
		out.Zone = &zone
	case engine.EvRoll:
		out.Name, out.Seats = pack.Dice[e.A].Name, seatsIn(e.New&r.g.AllSeats())
		if r.among(e.New) {
			for _, v := range log.Values(e) {
				out.Faces = append(out.Faces, r.value(v))
			}
		}
	case engine.EvDraw:
		zone, card := r.zone(engine.ZoneID(e.A)), engine.CardID(log.Data(e)[0])
		out.Zone, out.Card = &zone, &Value{Kind: Hidden, Text: zone.Text, Zone: zone.Text}
		if r.knows(card) {
			out.Card = r.cardOf(int32(card))
		}
	case engine.EvRaise, engine.EvApply:
		t := r.trigger(engine.TriggerID(e.A), log.Values(e))
		out.Name, out.Values = t.Name, t.Values
	case engine.EvPhase:
		out.Name, out.Begins = pack.Phases[e.A].Name, e.B != 0
	case engine.EvFinish:
		out.Seats, out.Name = seatsIn(engine.SeatSet(e.A)), r.word(engine.Symbol(e.B))
	case engine.EvStep:
		if r.seat != Referee {
			return false
		}
		out.Name = pack.Steps[e.A]
		for _, v := range log.Values(e) {
			out.Values = append(out.Values, Named{Value: r.value(v)})
		}
	case engine.EvAsk:
		return false
	default:
		// The agenda is the script's own business.
		return r.seat == Referee
	}
	return true
}

func (r *Reader) cardOf(c int32) *Value {
	v := r.value(engine.CardValue(engine.CardID(c)))
	return &v
}

// concerns tells whether a move is shown: all are, except within a zone whose
// cards the viewer cannot tell apart.
func (r *Reader) concerns(e *engine.Event) bool {
	from, to := engine.ZoneID(e.B), engine.ZoneID(e.C)
	return from != to || r.apart(from) || r.sees(e)
}

// sees tells whether the viewer sees which card moves: it knows it afterwards,
// or knew it and could follow it out of its zone. Out of a hidden zone without
// order it could not, if the card went where the viewer does not see it.
func (r *Reader) sees(e *engine.Event) bool {
	if r.among(e.New) {
		return true
	}
	from, to := engine.ZoneID(e.B), engine.ZoneID(e.C)
	kind := &r.g.Pack.Zones[r.g.KindOfZone(from)]
	return r.among(e.Old) && (kind.Ordered || r.among(r.g.Sees(from)) || r.among(r.g.Sees(to)))
}

func (r *Reader) move(out *Event, e *engine.Event) {
	c := engine.CardID(e.A)
	from, to := r.zone(engine.ZoneID(e.B)), r.zone(engine.ZoneID(e.C))
	card := r.handle(c)
	if r.sees(e) {
		raw := engine.CardValue(c)
		card = Value{Kind: raw.Kind.String(), Text: r.g.CardKey(c), Raw: raw}
	}
	r.past.Follow()
	out.Card, out.From, out.To = &card, &from, &to
	out.Place = r.handle(c).Place
}

// reveal is shown to those who learn something and, when others do, to those
// who know the card. Losing knowledge is not shown: it would tell which card went.
func (r *Reader) reveal(out *Event, e *engine.Event) bool {
	if r.seat != Referee && (e.New&^e.Old == 0 || !r.among(e.New)) {
		return false
	}
	raw := engine.CardValue(engine.CardID(e.A))
	out.Card = &Value{Kind: raw.Kind.String(), Text: r.g.CardKey(raw.Card()), Raw: raw}
	out.Seats = seatsIn(e.New)
	return true
}

func (r *Reader) set(out *Event, e *engine.Event) bool {
	cell := int(e.A)
	m := r.g.Cell(cell)
	word := r.g.CellWord(cell)
	kind := engine.SeatKind
	switch {
	case word == "turn":
		out.Kind, out.Seat = "turn", engine.Seat(e.C)
		return true
	case m.Attribute != nil:
		kind, word = m.Attribute.Kind, m.Attribute.Name
	case word == "":
		return false
	}
	seen := engine.SeenByAll
	if m.Attribute != nil {
		seen = m.Attribute.Seen
	}
	owner := m.Seat
	switch {
	case m.Card != 0:
		if !r.knows(m.Card) {
			return false
		}
		owner = r.holder(m.Card)
		out.Holder, out.Card = "card", r.cardOf(int32(m.Card))
	case m.Seat != 0:
		out.Holder, out.Seat = "seat", m.Seat
	default:
		out.Holder = "game"
	}
	old, now := r.value(engine.Stored(kind, e.B)), r.value(engine.Stored(kind, e.C))
	out.Name, out.Old, out.New = word, &old, &now
	return r.may(seen, owner)
}

func (r *Reader) answer(out *Event, e *engine.Event, log *engine.Log) bool {
	out.Decision, out.Seat, out.Forced = int(e.A), engine.Seat(e.B), e.A == 0
	own := r.seat == Referee || r.seat == out.Seat
	if out.Forced && !own {
		return false
	}
	if !own && !r.among(e.New) {
		out.Secret = true
		return true
	}
	values := log.Values(e)
	for width := int(e.C); len(values) >= width && width > 0; values = values[width:] {
		var parts []Value
		for _, v := range values[:width] {
			if v.Kind != engine.Nil {
				parts = append(parts, r.value(v))
			}
		}
		out.Choices = append(out.Choices, parts)
	}
	return true
}

func (r *Reader) say(out *Event, e *engine.Event, log *engine.Log) bool {
	out.Name = r.word(engine.Symbol(e.A))
	data := log.Data(e)
	for i := 0; i+2 < len(data); i += 3 {
		v := engine.Value{Kind: engine.Kind(data[i+1]), N: data[i+2]}
		out.Values = append(out.Values, Named{r.word(engine.Symbol(data[i])), r.value(v)})
	}
	return r.among(e.New)
}

func (r *Reader) effect(out *Event, e *engine.Event, log *engine.Log) bool {
	effect := engine.EffectOf(log.Data(e))
	out.Name, out.Seat = r.g.Pack.Abilities[effect.Ability].Name, effect.Seat
	if effect.Card != 0 {
		out.Card = r.cardOf(int32(effect.Card))
	}
	return effect.Card == 0 || r.knows(effect.Card)
}

// failed is shown when the viewer saw the ability begin.
func (r *Reader) failed(out *Event, e *engine.Event, log *engine.Log) bool {
	for at := int(e.A); at < int(e.B); at++ {
		if begin := log.At(at); begin.Kind == engine.EvAbility {
			out.Name = r.g.Pack.Abilities[begin.A].Name
			return r.seen[at-r.first].shown
		}
	}
	return r.seat == Referee
}
