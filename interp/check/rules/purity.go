package rules

import (
	"fmt"

	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// changes notes that the function that is looked at changes the game.
func (e *judge) changes(pos diag.Pos, what string) {
	n := e.Fn.Number()
	e.keeps(func(j *judge) {
		if j.changing[n] == nil {
			j.changing[n] = &change{pos, what}
		}
	})
}

// changesState notes an assignment to the state.
func (e *judge) changesState(pos diag.Pos, name string) {
	e.changes(pos, fmt.Sprintf("assigning %q", name))
}

// purity reports functions that may change nothing and do.
func (p *judge) purity() {
	seen := map[*inference.Func]bool{}
	for _, root := range p.Pure {
		if seen[root.Fn] {
			continue
		}
		seen[root.Fn] = true
		pos, why := p.why(root.Fn, map[*inference.Func]bool{})
		if why != "" {
			p.errorf("impure", pos, "%s may only look at the game and cannot change it or ask: %s", root.What, why)
		}
	}
}

// why returns where a function begins to change the game, and how.
func (p *judge) why(f *inference.Func, seen map[*inference.Func]bool) (diag.Pos, string) {
	if c := p.changing[f.Number()]; c != nil {
		return c.pos, c.what
	}
	seen[f] = true
	for _, c := range p.calls[f.Number()] {
		to := p.Function(c.to)
		if seen[to] {
			continue
		}
		if pos, inner := p.why(to, seen); inner != "" {
			return c.pos, fmt.Sprintf("%s does, at %s: %s", to.Title(), inference.PlaceOf(pos), inner)
		}
	}
	return diag.Pos{}, ""
}
