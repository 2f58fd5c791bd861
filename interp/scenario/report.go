package scenario

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// shownEvents bounds the tree of events in a report.
const shownEvents = 40

// report is a failure with what happened since the last answer, as a tree.
func (r *runner) report(pos diag.Pos, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if tree := r.tree(); tree != "" {
		text += "\nwhat happened since the last answer:\n" + tree
	}
	return &fault{pos: pos, code: "failed", message: text}
}

// question shows an open decision as a player sees it.
func (r *runner) question(d *engine.Decision) string {
	var b strings.Builder
	for s := engine.Seat(1); int(s) <= r.Layout.Seats; s++ {
		if !d.Asks(s) {
			continue
		}
		fmt.Fprintf(&b, "  seat %d: %s (%s)\n", s, r.speaker.Question(r.g, d, nil), r.Compiled.Pack.Symbols[d.Prompt])
		options := d.OptionsOf(s)
		for i := range options {
			fmt.Fprintf(&b, "    - %s\n", r.speaker.OptionText(r.g, d, &options[i], nil))
		}
		switch {
		case d.Kind == engine.YesNo:
			b.WriteString("    - yes\n    - no\n")
		case d.Kind == engine.PickNumber:
			fmt.Fprintf(&b, "    a number from %d to %d\n", d.Min, d.Max)
		case d.Kind == engine.PickSome:
			fmt.Fprintf(&b, "    %d to %d of them\n", d.Min, d.Max)
		case d.Kind == engine.Split:
			fmt.Fprintf(&b, "    %d to share out\n", d.Total)
		case d.Optional:
			b.WriteString("    - none\n")
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// tree writes the events since the last answer, indented under their causes.
func (r *runner) tree() string {
	if r.g == nil {
		return ""
	}
	log := r.g.Log()
	from := max(r.from, log.Base, log.Len()-400)
	var lines []string
	depths := map[int]int{}
	for at := from; at < log.Len(); at++ {
		depth := 0
		if cause := log.Cause(at); cause >= from {
			depth = depths[cause] + 1
		}
		depths[at] = depth
		if text := r.eventLine(log.At(at)); text != "" {
			lines = append(lines, strings.Repeat("  ", depth+1)+text)
		}
	}
	if cut := len(lines) - shownEvents; cut > 0 {
		lines = append([]string{fmt.Sprintf("  ... %d earlier", cut)}, lines[cut:]...)
	}
	return strings.Join(lines, "\n")
}

// eventLine writes one event in plain words; "" for those that say nothing.
func (r *runner) eventLine(e *engine.Event) string {
	p, log := r.Compiled.Pack, r.g.Log()
	switch e.Kind {
	case engine.EvSet:
		return fmt.Sprintf("%s: %d -> %d", r.Layout.CellName(int(e.A)), e.B, e.C)
	case engine.EvMove:
		return fmt.Sprintf("move %s: %s -> %s", r.cardText(engine.CardID(e.A)), r.Layout.ZoneKey(engine.ZoneID(e.B)), r.Layout.ZoneKey(engine.ZoneID(e.C)))
	case engine.EvShuffle:
		return "shuffle " + r.Layout.ZoneKey(engine.ZoneID(e.A))
	case engine.EvRoll:
		return "roll " + p.Dice[e.A].Name + ": " + r.text(log.Values(e)[0])
	case engine.EvStep:
		return "step " + p.Steps[e.A] + r.valuesText(log.Values(e))
	case engine.EvRaise:
		return "raise " + p.Triggers[e.A].Name + r.paramsText(e)
	case engine.EvApply:
		return "happens " + p.Triggers[e.A].Name + r.paramsText(e)
	case engine.EvAbility:
		return fmt.Sprintf("ability %s of %s", p.Abilities[e.A].Name, r.cardText(engine.CardID(e.B)))
	case engine.EvAnswer:
		return fmt.Sprintf("seat %d answers decision %d: %s", e.B, e.A, strings.TrimSpace(r.valuesText(log.Values(e))))
	case engine.EvSay:
		return "say " + p.Symbols[e.A]
	case engine.EvFailed:
		return "the ability failed; what it did is undone"
	case engine.EvFinish:
		return "the game ends; winners: " + r.seatsText(engine.SeatSet(e.A))
	}
	return ""
}

func (r *runner) valuesText(values []engine.Value) string {
	var parts []string
	for _, v := range values {
		parts = append(parts, r.text(v))
	}
	if len(parts) == 0 {
		return ""
	}
	return " " + strings.Join(parts, ", ")
}

func (r *runner) paramsText(e *engine.Event) string {
	text := ""
	for i, v := range r.g.Log().Values(e) {
		text += fmt.Sprintf(" %s=%s", r.Compiled.Pack.Triggers[e.A].Params[i].Name, r.text(v))
	}
	return text
}
