package record

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
)

// Events tells the events of a log in plain words: a text each, indented under
// what caused it, "" for one that says nothing.
func Events(b *position.Fixture, log *engine.Log) []string {
	t := NewTeller(b, log, log.Base)
	lines := make([]string, len(t.depth))
	for i := range lines {
		lines[i] = t.Line(log.Base + i)
	}
	return lines
}

// Teller tells events of a log in plain words.
type Teller struct {
	*position.Fixture
	log  *engine.Log
	from int
	// depth is where what an event causes is written, by position.
	depth []int
}

// NewTeller returns a Teller of a log from a position on.
func NewTeller(b *position.Fixture, log *engine.Log, from int) *Teller {
	return &Teller{Fixture: b, log: log, from: from, depth: make([]int, log.Len()-from)}
}

func (t *Teller) below(position int) int {
	if position < t.from {
		return 0
	}
	return t.depth[position-t.from]
}

// Line writes the event at a position; "" for one that says nothing. What
// happens at a trigger stands below the line that raises it.
func (t *Teller) Line(at int) string {
	e := t.log.At(at)
	depth := t.below(t.log.Cause(at))
	text := ""
	if e.Kind == engine.EvApply {
		depth = t.below(int(e.B))
		text = t.changed(e)
	} else {
		text = t.event(e)
	}
	t.depth[at-t.from] = depth
	if text == "" {
		return ""
	}
	if e.Kind != engine.EvApply {
		t.depth[at-t.from]++
	}
	return strings.Repeat("  ", depth) + text
}

// changed says what abilities made of a trigger's parameters before it happened.
func (t *Teller) changed(e *engine.Event) string {
	if int(e.B) < t.from {
		return t.Compiled.Pack.Triggers[e.A].Name + t.ParamsText(e)
	}
	trigger := &t.Compiled.Pack.Triggers[e.A]
	before, now := t.log.Values(t.log.At(int(e.B))), t.log.Values(e)
	text := ""
	for i := range now {
		if i < len(before) && before[i] != now[i] {
			text += fmt.Sprintf(", %s %s", trigger.Params[i].Name, t.Text(now[i]))
		}
	}
	if text == "" {
		return ""
	}
	return "now with " + strings.TrimPrefix(text, ", ")
}

// ParamsText lists the parameters of a raised trigger.
func (t *Teller) ParamsText(e *engine.Event) string {
	text := ""
	for i, v := range t.log.Values(e) {
		text += fmt.Sprintf(", %s %s", t.Compiled.Pack.Triggers[e.A].Params[i].Name, t.Text(v))
	}
	if text == "" {
		return ""
	}
	return ": " + strings.TrimPrefix(text, ", ")
}

// event writes one event in plain words.
func (t *Teller) event(e *engine.Event) string {
	p := t.Compiled.Pack
	switch e.Kind {
	case engine.EvSet:
		return t.set(e)
	case engine.EvMove:
		if e.B == e.C {
			return fmt.Sprintf("%s changes its place in %s", t.CardText(engine.CardID(e.A)), t.ZonePath(engine.ZoneID(e.B)))
		}
		return fmt.Sprintf("move %s: %s -> %s", t.CardText(engine.CardID(e.A)), t.ZonePath(engine.ZoneID(e.B)), t.ZonePath(engine.ZoneID(e.C)))
	case engine.EvShuffle:
		return "shuffle " + t.ZonePath(engine.ZoneID(e.A))
	case engine.EvRoll:
		return "roll " + p.Dice[e.A].Name + ": " + t.Text(t.log.Values(e)[0])
	case engine.EvDraw:
		return fmt.Sprintf("draw %s from %s", t.CardText(engine.CardID(t.log.Data(e)[0])), t.ZonePath(engine.ZoneID(e.A)))
	case engine.EvReveal:
		if gained := e.New &^ e.Old; gained != 0 {
			return fmt.Sprintf("%s is shown to seat %s", t.CardText(engine.CardID(e.A)), t.SeatsText(gained))
		}
	case engine.EvEffect, engine.EvEffectEnd:
		return t.effect(e)
	case engine.EvPhase:
		return "phase " + p.Phases[e.A].Name + [...]string{" ends", " begins"}[e.B]
	case engine.EvStep:
		return "step " + p.Steps[e.A] + t.valuesText(e)
	case engine.EvRaise:
		return p.Triggers[e.A].Name + t.ParamsText(e)
	case engine.EvAbility:
		if e.B == 0 {
			return "ability " + p.Abilities[e.A].Name
		}
		return fmt.Sprintf("ability %s of %s", p.Abilities[e.A].Name, t.CardText(engine.CardID(e.B)))
	case engine.EvAnswer:
		if !e.Forced() {
			return fmt.Sprintf("seat %d answers:%s", e.B, t.valuesText(e))
		}
	case engine.EvSay:
		return "say " + p.Symbols[e.A]
	case engine.EvFailed:
		return "the ability failed; what it did is undone"
	case engine.EvFinish:
		return "the game ends; winners: " + t.SeatsText(engine.SeatSet(e.A))
	}
	return ""
}

// set writes the change of an attribute, a card's owner or seat, or the turn.
func (t *Teller) set(e *engine.Event) string {
	m := t.Layout.Cell(int(e.A))
	if m.Attribute == nil {
		what := t.Layout.CellWord(int(e.A))
		if what == "" {
			return ""
		}
		if m.Card != 0 {
			what += " of " + t.CardText(m.Card)
		}
		return fmt.Sprintf("%s: %s -> %s", what, t.Text(engine.SeatValue(engine.Seat(e.B))), t.Text(engine.SeatValue(engine.Seat(e.C))))
	}
	what := m.Attribute.Name
	if m.Card != 0 {
		what += " of " + t.CardText(m.Card)
	} else if m.Seat != 0 {
		what += fmt.Sprintf(" of seat %d", m.Seat)
	}
	return fmt.Sprintf("%s: %s -> %s", what, t.Text(engine.Stored(m.Attribute.Kind, e.B)), t.Text(engine.Stored(m.Attribute.Kind, e.C)))
}

func (t *Teller) effect(e *engine.Event) string {
	effect := engine.EffectOf(t.log.Data(e))
	text := "lasting " + t.Compiled.Pack.Abilities[effect.Ability].Name
	if effect.Card != 0 {
		text += " on " + t.CardText(effect.Card)
	}
	if e.Kind == engine.EvEffectEnd {
		return text + " ends"
	}
	return text + " begins"
}

// valuesText lists the values of a step's arguments or of an answer; an answer
// of several options of several parts shows them in order.
func (t *Teller) valuesText(e *engine.Event) string {
	var parts []string
	for _, v := range t.log.Values(e) {
		switch {
		case v.Kind == engine.Flag && e.Kind == engine.EvAnswer:
			parts = append(parts, map[bool]string{true: "yes", false: "no"}[v.N != 0])
		case v.Kind != engine.Nil:
			parts = append(parts, t.Text(v))
		}
	}
	if len(parts) == 0 && e.Kind == engine.EvAnswer {
		return " none"
	}
	if len(parts) == 0 {
		return ""
	}
	return " " + strings.Join(parts, ", ")
}
