package scenario

import (
	"strconv"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

// unused fails a case whose scripted results did not all come up.
func (r *runner) unused() error {
	var wrong position.Failures
	left := func(n *source.Node, what string, given, came int) {
		if given > came {
			pos := n.Pos
			if n.Kind == source.List && came < len(n.Items) {
				pos = n.Items[came].Pos
			}
			were := "were"
			if given == 1 {
				were = "was"
			}
			up := "none"
			if came > 0 {
				up = strconv.Itoa(came)
			}
			wrong.Add(r.report(pos, "%s: %d %s given, but %s came up", what, given, were, up))
		}
	}
	if r.c.Dice != nil {
		for _, p := range r.c.Dice.Pairs {
			id := r.Compiled.Dice[p.Key]
			left(p.Value, "unused results of the die "+p.Key, len(r.script.Dice[id]),
				view.Results(r.g.Position(), view.RollEvent, int32(id)))
		}
	}
	inZones := func(n *source.Node, what string, kind view.EventKind, given func(engine.ZoneID) int) {
		if n == nil {
			return
		}
		for _, p := range n.Pairs {
			if z, err := r.Zone(p.Key, p.Pos); err == nil {
				left(p.Value, what+p.Key, given(z), view.Results(r.g.Position(), kind, int32(z)))
			}
		}
	}
	inZones(r.c.Draws, "unused draws from ", view.DrawEvent,
		func(z engine.ZoneID) int { return len(r.script.Draws[z]) })
	inZones(r.c.Shuffle, "unused shuffles of ", view.ShuffleEvent,
		func(z engine.ZoneID) int { return len(r.script.Shuffles[z]) })
	return wrong.Err()
}

// skipResults drops the scripted results that have come up: a log that begins anew counts none.
func (r *runner) skipResults() {
	p := r.g.Position()
	skip(p, view.RollEvent, r.script.Dice)
	skip(p, view.DrawEvent, r.script.Draws)
	skip(p, view.ShuffleEvent, r.script.Shuffles)
}

// skip drops from the results of a script each one that has come about.
func skip[K ~int16, V any](p *engine.Position, kind view.EventKind, results map[K][]V) {
	for of, left := range results {
		results[of] = left[min(len(left), view.Results(p, kind, int32(of))):]
	}
}
