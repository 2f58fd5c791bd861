package scenario

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
)

// report is a failure of the game, not of the file; with the first one the case
// keeps what happened before it.
func (r *runner) report(at diag.Placed, format string, args ...any) error {
	return r.reportAbout(at, "", format, args...)
}

// reportAbout is report of a failure that is about something, in the words of the
// story: what happened to it is told however much happened since.
func (r *runner) reportAbout(at diag.Placed, about, format string, args ...any) error {
	if !r.checked {
		r.checked = true
		r.story = r.tree(about)
	}
	return &position.Failure{Pos: at.Place(), Code: position.CodeFailed, Message: fmt.Sprintf(format, args...)}
}

// mostOptions bounds the options of a decision that a report lists.
const mostOptions = 60

// howMany says what an answer may hold beyond one of the options.
func howMany(s engine.Shape) string {
	low, high := s.Bounds()
	switch s.Form() {
	case engine.Quantity:
		return fmt.Sprintf("a number from %d to %d", low, high)
	case engine.Amounts:
		return fmt.Sprintf("%d to share out", s.Total)
	case engine.Picks:
		switch {
		case s.Ordered():
			return "all of them, in an order"
		case low == high:
			return fmt.Sprintf("%d of them", low)
		}
		return fmt.Sprintf("%d to %d of them", low, high)
	}
	if low == 0 {
		return "- none"
	}
	return ""
}
