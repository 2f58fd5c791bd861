package record

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
)

// Event is an event with its text.
type Event struct {
	*view.Event
	// Text is the event in plain words, indented under what caused it; "" for one
	// that says nothing.
	Text string
	// Aside is the answer of a forced choice: no seat was asked, so it is no part of the
	// events, but of their story.
	Aside string
}

// Events tells the events of a game from a place of its log on in plain words,
// as the referee sees them.
func Events(b *position.Fixture, p *engine.Position, from int) []Event {
	events := view.ReaderAt(p, view.Referee, from).Next()
	t := &teller{Fixture: b, events: events, depth: make([]int, len(events)), raised: map[int]int{}}
	out := make([]Event, len(events))
	for i := range events {
		e := &events[i]
		out[i] = Event{Event: e, Text: t.line(e)}
		if e.Kind == view.AnswerEvent && e.Forced {
			out[i].Aside = fmt.Sprintf("%sseat %d answers:%s (by itself, nothing else was left)",
				strings.Repeat("  ", t.depth[i]-1), e.Seat, t.answer(e))
		}
	}
	return out
}

// teller tells events in plain words.
type teller struct {
	*position.Fixture
	events []view.Event
	// depth is where what an event causes is written; raised are the events that
	// raise a trigger, by their place in the log.
	depth  []int
	raised map[int]int
}

func (t *teller) below(number int) int {
	if number < 0 {
		return 0
	}
	return t.depth[number]
}

// line writes an event; "" for one that says nothing. What happens at a trigger
// stands below the line that raises it.
func (t *teller) line(e *view.Event) string {
	depth := t.below(e.Cause)
	text := ""
	switch e.Kind {
	case view.ApplyEvent:
		raise, ok := t.raised[e.Raise]
		if !ok {
			raise = -1
		}
		depth = t.below(raise)
		text = t.changed(e, raise)
	case view.RaiseEvent:
		t.raised[e.At] = e.Number
		text = t.event(e)
	default:
		text = t.event(e)
	}
	t.depth[e.Number] = depth
	if text == "" && e.Kind != view.AnswerEvent {
		return ""
	}
	if e.Kind != view.ApplyEvent {
		t.depth[e.Number]++
	}
	if text == "" {
		return ""
	}
	return strings.Repeat("  ", depth) + text
}

// changed says what abilities made of a trigger's parameters before it happened.
func (t *teller) changed(e *view.Event, raise int) string {
	if raise < 0 {
		return e.Name + ParamsText(t.Fixture, e)
	}
	before := t.events[raise].Values
	text := ""
	for i, n := range e.Values {
		if i < len(before) && before[i].Value.Raw != n.Value.Raw {
			text += fmt.Sprintf(", %s %s", n.Name, t.Text(n.Value.Raw))
		}
	}
	if text == "" {
		return ""
	}
	return "now with " + strings.TrimPrefix(text, ", ")
}

// ParamsText lists the parameters of a raised trigger.
func ParamsText(b *position.Fixture, e *view.Event) string {
	text := ""
	for _, n := range e.Values {
		text += fmt.Sprintf(", %s %s", n.Name, b.Text(n.Value.Raw))
	}
	if text == "" {
		return ""
	}
	return ": " + strings.TrimPrefix(text, ", ")
}

func (t *teller) value(v *view.Value) string { return t.Text(v.Raw) }

// event writes one event in plain words.
func (t *teller) event(e *view.Event) string {
	switch e.Kind {
	case view.SetEvent, view.TurnEvent:
		return t.set(e)
	case view.MoveEvent:
		if e.From.Raw == e.To.Raw {
			return fmt.Sprintf("%s changes its place in %s", t.value(e.Card), t.value(e.From))
		}
		return fmt.Sprintf("move %s: %s -> %s", t.value(e.Card), t.value(e.From), t.value(e.To))
	case view.ShuffleEvent:
		return "shuffle " + t.value(e.Zone)
	case view.RollEvent:
		return "roll " + e.Name + ": " + t.value(&e.Faces[0])
	case view.DrawEvent:
		return fmt.Sprintf("draw %s from %s", t.value(e.Card), t.value(e.Zone))
	case view.RevealEvent:
		if len(e.Learned) > 0 {
			return fmt.Sprintf("%s is shown to seat %s", t.value(e.Card), t.seats(e.Learned))
		}
	case view.EffectEvent, view.EffectEndEvent:
		return t.effect(e)
	case view.PhaseEvent:
		return "phase " + e.Name + map[bool]string{false: " ends", true: " begins"}[e.Begins]
	case view.StepEvent:
		return "step " + e.Name + t.values(e)
	case view.RaiseEvent:
		return e.Name + ParamsText(t.Fixture, e)
	case view.AbilityEvent:
		if e.Card == nil {
			return "ability " + e.Name
		}
		return fmt.Sprintf("ability %s of %s", e.Name, t.value(e.Card))
	case view.AnswerEvent:
		if !e.Forced {
			return fmt.Sprintf("seat %d answers:%s", e.Seat, t.answer(e))
		}
	case view.SayEvent:
		return "say " + e.Name
	case view.FailedEvent:
		return "the ability failed; what it did is undone"
	case view.FinishEvent:
		if e.Drawn {
			return "the game ends; a draw of " + t.seats(e.Seats)
		}
		return "the game ends; winners: " + t.seats(e.Seats)
	}
	return ""
}

func (t *teller) seats(seats view.Seats) string {
	var set engine.SeatSet
	for _, s := range seats {
		set |= engine.Only(s)
	}
	return t.SeatsText(set)
}

// set writes the change of an attribute, a card's owner or seat, or the turn.
func (t *teller) set(e *view.Event) string {
	what := e.Name
	switch {
	case e.Card != nil:
		what += " of " + t.value(e.Card)
	case e.Kind == view.SetEvent && e.Holder == view.OfSeat:
		what += fmt.Sprintf(" of seat %d", e.Seat)
	}
	return fmt.Sprintf("%s: %s -> %s", what, t.value(e.Old), t.value(e.New))
}

// effect says that a lasting effect begins or ends.
func (t *teller) effect(e *view.Event) string {
	text := "lasting " + e.Name
	if e.Card != nil {
		text += " on " + t.value(e.Card)
	}
	if e.Kind == view.EffectEndEvent {
		return text + " ends"
	}
	return text + " begins"
}

// values lists the values of a step's arguments.
func (t *teller) values(e *view.Event) string {
	text := ""
	for _, n := range e.Values {
		if n.Value.Raw.Kind != engine.Nil {
			text += ", " + t.Text(n.Value.Raw)
		}
	}
	return strings.Replace(text, ",", "", 1)
}

// answer lists the values of an answer; one of several options of several parts
// shows them in order.
func (t *teller) answer(e *view.Event) string {
	var parts []string
	for _, v := range slices.Concat(e.Choices...) {
		if v.Kind == view.FlagValue {
			parts = append(parts, v.Key())
			continue
		}
		parts = append(parts, t.value(&v))
	}
	if len(parts) == 0 {
		return " none"
	}
	return " " + strings.Join(parts, ", ")
}
