package golden

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/interp/lists"
)

// around is how many lines a diff shows before and after what differs.
const around = 3

// Diff is the difference of two texts, a line each; "@@" comes before lines that stand
// together, with the numbers of the first in both texts.
func Diff(before, after []string) []string {
	edits := lists.Diff(before, after)
	var out []string
	old, now := 1, 1
	next := -1 // is where lines go on that stand together
	for i, e := range edits {
		near := edits[max(0, i-around):min(len(edits), i+around+1)]
		if slices.ContainsFunc(near, func(l lists.Line) bool { return l.Mark != ' ' }) {
			if i != next {
				out = append(out, fmt.Sprintf("@@ -%d +%d @@", old, now))
			}
			out = append(out, string(e.Mark)+e.Text)
			next = i + 1
		}
		if e.Mark != '+' {
			old++
		}
		if e.Mark != '-' {
			now++
		}
	}
	return out
}
