package view

import "github.com/ruledeck/ruledeck/engine"

// project returns what the viewer sees of an event, if anything. When it returns true it
// has followed the event; what a viewer sees depends on the states before and after.
func (r *Reader) project(e *engine.Event, log *engine.Log) (Event, bool) {
	out := Event{Kind: EventKind(e.Kind.String())}
	shown := false
	switch e.Kind {
	case engine.EvMove:
		// All are shown, except within a zone whose cards the viewer cannot tell apart.
		if e.B == e.C && !r.apart(engine.ZoneID(e.B)) && !r.follows(e) {
			return out, false
		}
		r.move(&out, e)
		return out, true
	case engine.EvReveal:
		shown = r.reveal(&out, e)
	case engine.EvSet:
		shown = r.set(&out, e)
	case engine.EvTurn:
		before, after := e.Turn()
		shown = before != after
		r.turn(&out, before, after)
	case engine.EvEffect, engine.EvEffectEnd:
		shown = r.effect(&out, e, log)
	case engine.EvFailed:
		shown = r.failed(&out, e, log)
	case engine.EvAbility:
		shown = r.acts(&out, e)
	case engine.EvAnswer:
		// What chance decided is told by the roll, the draw or the shuffle.
		shown = e.B != 0 && r.answer(&out, e, log)
	case engine.EvSay:
		shown = r.say(&out, e, log)
	default:
		shown = r.mark(&out, e, log)
	}
	if shown {
		r.follow()
	}
	return out, shown
}

// mark projects the kinds of which everybody sees the same, but for the values;
// it reports whether the event is shown.
func (r *Reader) mark(out *Event, e *engine.Event, log *engine.Log) bool {
	pack := r.g.Pack
	out.Index = int(e.A)
	switch e.Kind {
	case engine.EvShuffle:
		zone := r.zone(engine.ZoneID(e.A))
		out.Zone = &zone
	case engine.EvRoll:
		out.Name = pack.Dice[e.A].Name
		out.Seats = SeatsIn(e.New & r.g.AllSeats())
		if r.among(e.New) {
			for _, v := range log.Values(e) {
				out.Faces = append(out.Faces, r.value(v))
			}
		}
	case engine.EvDraw:
		r.drawn(out, e, engine.CardID(log.Data(e)[0]))
	case engine.EvRaise, engine.EvApply:
		t := r.trigger(engine.TriggerID(e.A), log.Values(e), r.visibleValue)
		out.Name = t.Name
		out.Values = t.Values
		if r.seat == Referee && e.Kind == engine.EvApply {
			out.Raise = int(e.B)
		}
	case engine.EvPhase:
		out.Name = pack.Phases[e.A].Name
		out.Begins = e.B != 0
	case engine.EvFinish:
		out.Seats = SeatsIn(engine.SeatSet(e.A))
		out.Name = r.word(engine.Symbol(e.B))
		out.Index = int(e.B)
		out.Drawn = e.Drawn()
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

// drawn projects the draw of a card. Out of a zone whose cards the viewer cannot tell apart,
// which of those it knows was drawn is a secret, unless the card goes to where the viewer sees
// it.
func (r *Reader) drawn(out *Event, e *engine.Event, card engine.CardID) {
	from := engine.ZoneID(e.A)
	zone := r.zone(from)
	out.Zone = &zone
	out.Card = &Value{Kind: HiddenCard, Text: zone.Text, Zone: zone.Text, Names: zone.Names}
	if r.knows(card) && (r.apart(from) || r.among(r.g.Sees(from)) || r.turnsUp(card)) {
		out.Card = r.cardOf(int32(card))
	}
}

// cardOf names a card that is told of: one that the viewer knows, or that what
// the event causes shows before anybody is asked (a card that is played is
// named in the line that says so).
func (r *Reader) cardOf(c int32) *Value {
	v := r.value(engine.CardValue(engine.CardID(c)))
	return &v
}

// turnsUp reports whether what the present event causes shows a card to the
// viewer, before a decision could come in between.
func (r *Reader) turnsUp(c engine.CardID) bool {
	log := r.game.Log()
	at := r.past.At()
	for i := at + 1; i < log.Len() && log.Cause(i) >= at; i++ {
		switch e := log.At(i); e.Kind {
		case engine.EvAnswer, engine.EvAsk:
			return false
		case engine.EvMove, engine.EvReveal:
			if engine.CardID(e.A) == c && r.among(e.New) {
				return true
			}
		}
	}
	return false
}

// visibleValue is the value, or the card that an event turns up for the viewer.
func (r *Reader) visibleValue(v engine.Value) Value {
	if v.Kind == engine.Card && v.N != 0 && !r.knows(v.Card()) && r.turnsUp(v.Card()) {
		return r.shown(v.Card())
	}
	return r.value(v)
}

// trigger projects a trigger with its parameters as they were given.
func (l *looker) trigger(id engine.TriggerID, params []engine.Value, value func(engine.Value) Value) Trigger {
	declared := &l.g.Pack.Triggers[id]
	out := Trigger{Name: declared.Name}
	for i, v := range params {
		out.Values = append(out.Values, Named{declared.Params[i].Name, value(v)})
	}
	return out
}

// follows reports whether the viewer sees which card moves: it knows it
// afterwards, or knew it and could follow it out of its zone. Out of a hidden
// zone without order it could not, if the card went where the viewer does not
// see it.
func (r *Reader) follows(e *engine.Event) bool {
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
	if r.follows(e) {
		card = r.shown(c)
		out.Seat = r.g.Controller(c)
	}
	r.follow()
	out.Card, out.From, out.To = &card, &from, &to
	out.Place = r.placeOf(c)
}

// reveal projects a change of knowledge and reports whether it is shown: to those
// who learn something and, when others do, to those who know the card. Losing
// knowledge is not shown: it would tell which card went.
func (r *Reader) reveal(out *Event, e *engine.Event) bool {
	if r.seat != Referee && (e.New&^e.Old == 0 || !r.among(e.New)) {
		return false
	}
	card := r.shown(engine.CardID(e.A))
	out.Card = &card
	out.Seats = SeatsIn(e.New)
	out.Learned = SeatsIn(e.New &^ e.Old)
	return true
}

func (r *Reader) set(out *Event, e *engine.Event) bool {
	cell := int(e.A)
	m := r.g.Cell(cell)
	word := r.g.CellWord(cell)
	kind := engine.SeatKind
	switch {
	case m.Attribute != nil:
		kind = m.Attribute.Kind
		word = m.Attribute.Name
	case word == "":
		return false
	}
	if m.Attribute == nil && word == "turn" {
		r.turn(out, engine.Seat(e.B), engine.Seat(e.C))
		return true
	}
	old, now := r.value(engine.Stored(kind, e.B)), r.value(engine.Stored(kind, e.C))
	out.Name = word
	out.Old = &old
	out.New = &now
	out.Index = -1
	seen := engine.SeenByAll
	if m.Attribute != nil {
		seen = m.Attribute.Seen
		out.Index = m.Index
	}
	owner := m.Seat
	switch {
	case m.Card != 0:
		if !r.knows(m.Card) && (m.Attribute == nil || !r.g.Beside(m.Card, engine.AttributeID(m.Index))) {
			return false
		}
		owner = r.holder(m.Card)
		out.Holder = OfCard
		out.Card = r.cardOf(int32(m.Card))
		if out.Card.Kind == CardValue {
			out.Seat = r.g.Controller(m.Card)
		}
	case m.Seat != 0:
		out.Holder = OfSeat
		out.Seat = m.Seat
	default:
		out.Holder = OfGame
	}
	return r.may(seen, owner)
}

// turn projects whose turn it was and is.
func (r *Reader) turn(out *Event, before, after engine.Seat) {
	old, now := r.value(engine.SeatValue(before)), r.value(engine.SeatValue(after))
	out.Kind = TurnEvent
	out.Seat = after
	out.Name = "turn"
	out.Old = &old
	out.New = &now
	out.Index = -1
}

// acts projects an acting ability and reports whether it is shown: to viewers that know its
// card, or see it at once in its effects.
func (r *Reader) acts(out *Event, e *engine.Event) bool {
	c := engine.CardID(e.B)
	out.Name = r.g.Pack.Abilities[e.A].Name
	out.Seat = engine.Seat(e.C)
	out.Index = int(e.A)
	if c == 0 {
		return true
	}
	card := r.visibleValue(engine.CardValue(c))
	out.Card = &card
	return card.Kind == CardValue
}

func (r *Reader) answer(out *Event, e *engine.Event, log *engine.Log) bool {
	out.Decision = int(e.A)
	out.Seat = engine.Seat(e.B)
	out.Counted = r.seat == Referee && e.Counted()
	own := r.seat == Referee || r.seat == out.Seat
	if e.Unseen() && r.seat != Referee && (!own || e.Forced()) {
		return false
	}
	out.Forced = own && e.Forced()
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
	out.Index = int(e.A)
	if !r.among(e.New) {
		return false
	}
	data := log.Data(e)
	for i := 0; i+2 < len(data); i += 3 {
		v := engine.Value{Kind: engine.Kind(data[i+1]), N: data[i+2]}
		out.Values = append(out.Values, Named{r.word(engine.Symbol(data[i])), r.value(v)})
	}
	return true
}

func (r *Reader) effect(out *Event, e *engine.Event, log *engine.Log) bool {
	effect := engine.EffectOf(log.Data(e))
	out.Name = r.g.Pack.Abilities[effect.Ability].Name
	out.Seat = effect.Seat
	out.Index = int(effect.Ability)
	if effect.Card != 0 {
		out.Card = r.cardOf(int32(effect.Card))
	}
	return effect.Card == 0 || r.knows(effect.Card)
}

// failed projects a failed ability and reports whether it is shown, which it is
// when the viewer saw the ability begin.
func (r *Reader) failed(out *Event, e *engine.Event, log *engine.Log) bool {
	if failures := r.game.Failures(); r.seat == Referee && int(e.C) < len(failures) {
		out.Reason = failures[e.C].Err.Error()
	}
	out.Since = r.count
	for at := int(e.B) - 1; at >= max(int(e.A), r.first); at-- {
		if seen := r.seen[at-r.first]; seen.shown {
			out.Since = int(seen.number)
		}
	}
	for at := max(int(e.A), r.first); at < int(e.B); at++ {
		if begin := log.At(at); begin.Kind == engine.EvAbility {
			out.Name = r.g.Pack.Abilities[begin.A].Name
			out.Index = int(begin.A)
			return r.seen[at-r.first].shown
		}
	}
	return r.seat == Referee
}
