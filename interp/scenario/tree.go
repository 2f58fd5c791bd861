package scenario

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
)

// shownEvents bounds the tree of events in a report, fewEvents is how many it
// has if there are so many; lookedAt is how far it looks back for them.
const (
	shownEvents = 30
	fewEvents   = 8
	lookedAt    = 600
)

// tree writes the events since the last answer (and some before it, if there are
// few), each indented under its cause; the causes of the first stand above it.
func (r *runner) tree() []string {
	if r.g == nil {
		return nil
	}
	log := r.g.Log()
	from := max(log.Base, log.Len()-lookedAt)
	t := &teller{Book: r.Book, log: log, from: from, depth: make([]int, log.Len()-from)}
	var lines []string
	since := 0
	for at := from; at < log.Len(); at++ {
		if text := t.line(at); text != "" {
			lines = append(lines, text)
		}
		if at < r.from {
			since = len(lines)
		}
	}
	if few := len(lines) - fewEvents; since > few {
		since = max(few, 0)
	}
	above, cut := under(lines, since), 0
	if cut = len(lines) - since - shownEvents; cut > 0 {
		above, since = append(above, fmt.Sprintf("... %d more", cut)), since+cut
	}
	return append(above, lines[since:]...)
}

// under lists the lines that a line of a tree stands under.
func under(lines []string, at int) []string {
	var above []string
	if at >= len(lines) {
		return nil
	}
	depth := func(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
	for i, least := at-1, depth(lines[at]); i >= 0 && least > 0; i-- {
		if d := depth(lines[i]); d < least {
			above, least = append([]string{lines[i]}, above...), d
		}
	}
	return above
}

// Events tells the events of a log in plain words: a text each, indented under
// what caused it, "" for one that says nothing.
func (b *Book) Events(log *engine.Log) []string {
	t := &teller{Book: b, log: log, from: log.Base, depth: make([]int, log.Len()-log.Base)}
	lines := make([]string, len(t.depth))
	for i := range lines {
		lines[i] = t.line(log.Base + i)
	}
	return lines
}

// teller tells events of a log in plain words.
type teller struct {
	*Book
	log  *engine.Log
	from int
	// depth is where what an event causes is written, by position.
	depth []int
}

func (t *teller) below(position int) int {
	if position < t.from {
		return 0
	}
	return t.depth[position-t.from]
}

// line writes the event at a position; "" for one that says nothing. What
// happens at a trigger stands below the line that raises it.
func (t *teller) line(at int) string {
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
func (t *teller) changed(e *engine.Event) string {
	if int(e.B) < t.from {
		return t.Compiled.Pack.Triggers[e.A].Name + t.paramsText(e)
	}
	trigger := &t.Compiled.Pack.Triggers[e.A]
	before, now := t.log.Values(t.log.At(int(e.B))), t.log.Values(e)
	text := ""
	for i := range now {
		if i < len(before) && before[i] != now[i] {
			text += fmt.Sprintf(", %s %s", trigger.Params[i].Name, t.text(now[i]))
		}
	}
	if text == "" {
		return ""
	}
	return "now with " + strings.TrimPrefix(text, ", ")
}

func (t *teller) paramsText(e *engine.Event) string {
	text := ""
	for i, v := range t.log.Values(e) {
		text += fmt.Sprintf(", %s %s", t.Compiled.Pack.Triggers[e.A].Params[i].Name, t.text(v))
	}
	if text == "" {
		return ""
	}
	return ": " + strings.TrimPrefix(text, ", ")
}

// event writes one event in plain words.
func (t *teller) event(e *engine.Event) string {
	p := t.Compiled.Pack
	switch e.Kind {
	case engine.EvSet:
		return t.set(e)
	case engine.EvMove:
		if e.B == e.C {
			return fmt.Sprintf("%s changes its place in %s", t.cardText(engine.CardID(e.A)), t.zonePath(engine.ZoneID(e.B)))
		}
		return fmt.Sprintf("move %s: %s -> %s", t.cardText(engine.CardID(e.A)), t.zonePath(engine.ZoneID(e.B)), t.zonePath(engine.ZoneID(e.C)))
	case engine.EvShuffle:
		return "shuffle " + t.zonePath(engine.ZoneID(e.A))
	case engine.EvRoll:
		return "roll " + p.Dice[e.A].Name + ": " + t.text(t.log.Values(e)[0])
	case engine.EvDraw:
		return fmt.Sprintf("draw %s from %s", t.cardText(engine.CardID(t.log.Data(e)[0])), t.zonePath(engine.ZoneID(e.A)))
	case engine.EvReveal:
		if gained := e.New &^ e.Old; gained != 0 {
			return fmt.Sprintf("%s is shown to seat %s", t.cardText(engine.CardID(e.A)), t.seatsText(gained))
		}
	case engine.EvEffect, engine.EvEffectEnd:
		return t.effect(e)
	case engine.EvPhase:
		return "phase " + p.Phases[e.A].Name + [...]string{" ends", " begins"}[e.B]
	case engine.EvStep:
		return "step " + p.Steps[e.A] + t.valuesText(e)
	case engine.EvRaise:
		return p.Triggers[e.A].Name + t.paramsText(e)
	case engine.EvAbility:
		if e.B == 0 {
			return "ability " + p.Abilities[e.A].Name
		}
		return fmt.Sprintf("ability %s of %s", p.Abilities[e.A].Name, t.cardText(engine.CardID(e.B)))
	case engine.EvAnswer:
		if e.A != 0 {
			return fmt.Sprintf("seat %d answers:%s", e.B, t.valuesText(e))
		}
	case engine.EvSay:
		return "say " + p.Symbols[e.A]
	case engine.EvFailed:
		return "the ability failed; what it did is undone"
	case engine.EvFinish:
		return "the game ends; winners: " + t.seatsText(engine.SeatSet(e.A))
	}
	return ""
}

// set writes the change of an attribute, a card's owner or seat, or the turn.
func (t *teller) set(e *engine.Event) string {
	m := t.Layout.Cell(int(e.A))
	if m.Attribute == nil {
		what := t.Layout.CellWord(int(e.A))
		if what == "" {
			return ""
		}
		if m.Card != 0 {
			what += " of " + t.cardText(m.Card)
		}
		return fmt.Sprintf("%s: %s -> %s", what, t.text(engine.SeatValue(engine.Seat(e.B))), t.text(engine.SeatValue(engine.Seat(e.C))))
	}
	what := m.Attribute.Name
	if m.Card != 0 {
		what += " of " + t.cardText(m.Card)
	} else if m.Seat != 0 {
		what += fmt.Sprintf(" of seat %d", m.Seat)
	}
	return fmt.Sprintf("%s: %s -> %s", what, t.text(engine.Stored(m.Attribute.Kind, e.B)), t.text(engine.Stored(m.Attribute.Kind, e.C)))
}

func (t *teller) effect(e *engine.Event) string {
	effect := engine.EffectOf(t.log.Data(e))
	text := "lasting " + t.Compiled.Pack.Abilities[effect.Ability].Name
	if effect.Card != 0 {
		text += " on " + t.cardText(effect.Card)
	}
	if e.Kind == engine.EvEffectEnd {
		return text + " ends"
	}
	return text + " begins"
}

// valuesText lists the values of a step's arguments or of an answer; an answer
// of several options of several parts shows them in order.
func (t *teller) valuesText(e *engine.Event) string {
	var parts []string
	for _, v := range t.log.Values(e) {
		switch {
		case v.Kind == engine.Flag && e.Kind == engine.EvAnswer:
			parts = append(parts, map[bool]string{true: "yes", false: "no"}[v.N != 0])
		case v.Kind != engine.Nil:
			parts = append(parts, t.text(v))
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
