package scenario

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/scenario/record"
	"github.com/ruledeck/ruledeck/interp/source"
)

// shownEvents bounds the tree of events in a report, fewEvents is how many it
// has if there are so many; lookedAt is how far it looks back for them.
const (
	shownEvents = 30
	fewEvents   = 8
	lookedAt    = 600
)

// tree writes the events since the last answer (and some before it, if there are
// few), each indented under its cause; the causes of the first stand above it. Where
// there are too many, what happened to the thing that the failure is about is told,
// and the end.
func (r *runner) tree(about string) []string {
	if r.g == nil {
		return nil
	}
	log := r.g.Log()
	var lines []string
	since := 0
	for _, e := range record.Events(r.Fixture, r.g.Position(), max(log.Base, log.Len()-lookedAt)) {
		if text := e.Text + e.Aside; text != "" {
			lines = append(lines, text)
		}
		if e.At < r.from {
			since = len(lines)
		}
	}
	if len(lines) == 0 && len(r.c.Do) == 0 && r.c.Then != nil &&
		slices.ContainsFunc(r.c.Then.Pairs, func(p source.Pair) bool { return !r.IsCard(p.Key) }) {
		return []string{"nothing: the scenario has no do, and neither step nor agenda in given",
			"a line of do answers (- 1: ANSWER), or plays on (- until: STEP)"}
	}
	if few := len(lines) - fewEvents; since > few {
		since = max(few, 0)
	}
	matter := mentions(lines, about)
	if n := len(matter) - shownEvents + fewEvents; n > 0 {
		matter = matter[n:]
	}
	if len(lines)-since > shownEvents {
		since = len(lines) - shownEvents
		if len(matter) > 0 {
			since = len(lines) - fewEvents
		}
	}
	matter = slices.DeleteFunc(matter, func(at int) bool { return at >= since })
	for at := since; at < len(lines); at++ {
		matter = append(matter, at)
	}
	return shallow(parts(lines, matter))
}

// mostDeep is how far below another a line of a tree may stand.
const mostDeep = 12

// shallow cuts lines out of a tree that stand within each other deeper than a reader follows.
func shallow(lines []string) []string {
	var out []string
	left := 0
	for i, line := range lines {
		depth := indent(line) / 2
		if depth > mostDeep && i < len(lines)-fewEvents {
			left++
			continue
		}
		if left > 0 {
			out = append(out, fmt.Sprintf("... %d more, within each other", left))
			left = 0
		}
		out = append(out, strings.Repeat("  ", min(depth, mostDeep))+strings.TrimLeft(line, " "))
	}
	return out
}

// indent is how far a line stands under its causes, in spaces.
func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// numbers are the copies of cards, "#2", which expectations need not name.
var numbers = regexp.MustCompile(`#[0-9]+`)

// mentions lists the lines in which a text stands.
func mentions(lines []string, about string) (at []int) {
	about = numbers.ReplaceAllString(about, "")
	if about == "" {
		return nil
	}
	for i, line := range lines {
		if strings.Contains(numbers.ReplaceAllString(line, ""), about) {
			at = append(at, i)
		}
	}
	return at
}

// parts shows some lines of a tree, each under its causes, and says how many lie
// between.
func parts(lines []string, kept []int) []string {
	shown := map[int]bool{}
	for _, at := range kept {
		for _, above := range under(lines, at) {
			shown[above] = true
		}
		shown[at] = true
	}
	var out, left []string
	for i, line := range lines {
		if !shown[i] {
			left = append(left, line)
			continue
		}
		switch {
		case len(out) > 0 && len(left) == 1:
			out = append(out, left...)
		case len(out) > 0 && len(left) > 1:
			out = append(out, fmt.Sprintf("... %d more", len(left)))
		}
		out, left = append(out, line), nil
	}
	return out
}

// under lists the lines that a line of a tree stands under.
func under(lines []string, at int) []int {
	var above []int
	if at >= len(lines) {
		return nil
	}
	least := indent(lines[at])
	for i := at - 1; i >= 0 && least > 0; i-- {
		if d := indent(lines[i]); d < least {
			above = append(above, i)
			least = d
		}
	}
	return above
}
