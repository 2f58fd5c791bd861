package code

import (
	"fmt"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// change is why a function may change the game: what it does itself, or the
// function it calls.
type change struct {
	pos  diag.Pos
	what string
}

// changes notes that the running function calls something that changes the
// game.
func (e *evaluator) changes(pos diag.Pos, what string) {
	if e.final && e.fn.changes == nil {
		e.fn.changes = &change{pos, what}
	}
}

// changesState notes an assignment to the state.
func (e *evaluator) changesState(pos diag.Pos, name string) {
	e.changes(pos, fmt.Sprintf("assigning %q", name))
}

// purity reports functions that may change nothing and do.
func (p *program) purity() {
	seen := map[*function]bool{}
	for _, root := range p.pure {
		if seen[root.fn] {
			continue
		}
		seen[root.fn] = true
		pos, why := p.why(root.fn, map[*function]bool{})
		if why != "" {
			p.errorf("impure", pos, "%s may only look at the game and cannot change it or ask: %s", root.what, why)
		}
	}
}

// why returns where a function begins to change the game, and how.
func (p *program) why(f *function, seen map[*function]bool) (diag.Pos, string) {
	if f.changes != nil {
		return f.changes.pos, f.changes.what
	}
	seen[f] = true
	for _, c := range f.calls {
		if seen[c.to] {
			continue
		}
		if pos, inner := p.why(c.to, seen); inner != "" {
			return c.pos, fmt.Sprintf("%s does, at %s: %s", c.to.title(), placeOf(pos), inner)
		}
	}
	return diag.Pos{}, ""
}
