package golden

import (
	"fmt"

	"github.com/ruledeck/ruledeck/interp/lists"
)

// around is how many lines a diff shows before and after what differs.
const around = 3

// Diff is the difference of two texts in the unified form, a line each.
func Diff(before, after []string) []string {
	edits := lists.Diff(before, after)
	var out []string
	oldLine, newLine := 1, 1
	for i := 0; i < len(edits); {
		if edits[i].Mark == ' ' {
			oldLine, newLine, i = oldLine+1, newLine+1, i+1
			continue
		}
		from := max(0, i-around)
		to := hunkEnd(edits, i)
		var lines []string
		olds, news := 0, 0
		for _, e := range edits[from:to] {
			lines = append(lines, string(e.Mark)+e.Text)
			if e.Mark != '+' {
				olds++
			}
			if e.Mark != '-' {
				news++
			}
		}
		out = append(out, fmt.Sprintf("@@ -%d,%d +%d,%d @@", oldLine-(i-from), olds, newLine-(i-from), news))
		out = append(out, lines...)
		oldLine, newLine, i = oldLine-(i-from)+olds, newLine-(i-from)+news, to
	}
	return out
}

// hunkEnd is behind the differences that stand close to each other.
func hunkEnd(edits []lists.Line, i int) int {
	last := i
	for ; i < len(edits) && i-last <= 2*around; i++ {
		if edits[i].Mark != ' ' {
			last = i
		}
	}
	return min(last+1+around, len(edits))
}
