package scenario

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/interp/sanitize"
)

// Report is how the failure of a case reads: its name, then each finding with
// its place and a hint, then what happened last; "" for a case
// that passed.
func (r *Result) Report() string {
	if r.Passed() {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "FAIL %s\n", sanitize.Line(r.Name))
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "  %s: %s\n", f.Pos, strings.ReplaceAll(f.Text(), "\n", "\n  "))
		if f.Suggestion != "" {
			fmt.Fprintf(&b, "    did you mean %q?\n", f.Suggestion)
		}
	}
	if r.Without != "" {
		fmt.Fprintf(&b, "  %s\n", strings.ReplaceAll(r.Without, "\n", "\n  "))
	}
	if len(r.Story) > 0 {
		b.WriteString("  what happened last:\n")
		for _, line := range r.Story {
			fmt.Fprintf(&b, "    %s\n", line)
		}
	}
	return b.String()
}
