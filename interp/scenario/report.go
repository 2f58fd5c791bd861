package scenario

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
)

// report is a failure of the game, not of the file; with the first one the case
// keeps what happened before it.
func (r *runner) report(pos diag.Pos, format string, args ...any) error {
	if !r.checked {
		r.checked, r.story = true, r.tree()
	}
	return &position.Fault{Pos: pos, Code: position.CodeFailed, Message: fmt.Sprintf(format, args...)}
}

// mostOptions bounds the options of a decision that a report lists.
const mostOptions = 60

// howMany says what an answer may hold beyond one of the options.
func howMany(d *engine.Decision) string {
	switch d.Kind {
	case engine.YesNo:
		return "- yes\n    - no"
	case engine.PickNumber:
		return fmt.Sprintf("a number from %d to %d", d.Min, d.Max)
	case engine.PickSome:
		if d.Min == d.Max {
			return fmt.Sprintf("%d of them", d.Min)
		}
		return fmt.Sprintf("%d to %d of them", d.Min, d.Max)
	case engine.PickOrder:
		return "all of them, in an order"
	case engine.Split:
		return fmt.Sprintf("%d to share out", d.Total)
	}
	if d.Optional {
		return "- none"
	}
	return ""
}
