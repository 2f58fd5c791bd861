package scenario

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/interp/scenario/record"
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
	var lines []string
	since := 0
	for _, told := range record.Events(r.Fixture, r.g.Position(), max(log.Base, log.Len()-lookedAt)) {
		if told.Text != "" {
			lines = append(lines, told.Text)
		}
		if told.At < r.from {
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
