package golden

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
)

// depth is how far a line stands under its causes, in spaces.
func depth(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// chain is a line of a tree with the lines that it stands under, the outermost
// first; in a transcript the heading too.
func chain(lines []string, at int) []string {
	if at >= len(lines) {
		return nil
	}
	out := []string{lines[at]}
	least := depth(lines[at])
	for i := at - 1; i >= 0; i-- {
		line := lines[i]
		switch {
		case strings.HasPrefix(line, "=== "), strings.HasPrefix(line, "-- "): // the heading of a phase
			return slices.Insert(out, 0, line)
		case line != "" && depth(line) < least:
			out = slices.Insert(out, 0, line)
			least = depth(line)
		}
	}
	return out
}

// shown writes lines below each other at an indent, from the outermost on.
func shown(lines []string, indent string) string {
	var b strings.Builder
	for i, line := range lines {
		fmt.Fprintf(&b, "%s%s%s\n", indent, strings.Repeat("  ", i), strings.TrimSpace(line))
	}
	return b.String()
}

// where says in which phases and at which decision an event of a game stands.
func where(p *engine.Position, at int) string {
	var phases []string
	decisions := 0
	for e := range view.NewReader(p, view.Referee).Each() {
		switch {
		case e.At >= at:
		case e.Kind == view.PhaseEvent && e.Begins:
			phases = append(phases, e.Name)
		case e.Kind == view.PhaseEvent && len(phases) > 0:
			phases = phases[:len(phases)-1]
		case e.Kind == view.AnswerEvent && e.Counted:
			decisions++
		}
	}
	text := ""
	if len(phases) > 0 {
		text = "in " + strings.Join(phases, " / ") + ", "
	}
	if decisions == 0 {
		return text + "before the first decision"
	}
	return text + fmt.Sprintf("after decision %d", decisions)
}
