package view_test

import (
	"context"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/internal/tinytest"
	"github.com/ruledeck/ruledeck/engine/view"
)

// TestTallyAgreesWithTheLog counts a game as it goes, as a simulation does, and
// again from the referee's view of its whole log.
func TestTallyAgreesWithTheLog(t *testing.T) {
	for seed := range uint64(20) {
		g := tinytest.New(3, seed)
		var tally view.Tally
		taken := map[engine.DefID]bool{}
		for s := engine.Seat(1); s <= 3; s++ {
			g.SetDecider(s,
				func(ctx context.Context, p *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
					reply := legalReply(d, seat)
					tally.Answer(p, d, seat, reply)
					if d.Kind == engine.PickOne {
						for _, v := range d.OptionsOf(seat)[reply[0]].V {
							if v.Kind == engine.Card && v.N != 0 {
								taken[p.Def[v.Card()]] = true
							}
						}
					}
					return reply
				})
		}
		tally.Reset(g.Position())
		for !g.Over() {
			if _, err := g.AdvanceStep(t.Context()); err != nil {
				t.Fatal(err)
			}
			tally.Follow(g.Position())
		}
		acted := map[string]engine.SeatSet{}
		for _, e := range view.Events(g.Position(), view.Referee, 0) {
			if e.Kind == view.AbilityEvent {
				acted[e.Name] |= engine.Only(e.Seat)
			}
		}
		pack := g.Position().Pack
		for i := range pack.Abilities {
			if got, want := tally.Abilities[view.Acted][i], acted[pack.Abilities[i].Name]; got&^want != 0 {
				t.Errorf("seed %d: %s acted for %v, the log says %v", seed, pack.Abilities[i].Name, got, want)
			}
			delete(acted, pack.Abilities[i].Name)
		}
		if len(acted) > 0 {
			t.Errorf("seed %d: not counted: %v", seed, acted)
		}
		for def := range pack.Defs {
			if tally.Cards[view.Taken][def]&^tally.Cards[view.Offered][def] != 0 {
				t.Errorf("seed %d: %s was taken by a seat that it was not offered to", seed, pack.Defs[def].ID)
			}
			if taken[engine.DefID(def)] && tally.Cards[view.Taken][def] == 0 {
				t.Errorf("seed %d: taking %s was not counted", seed, pack.Defs[def].ID)
			}
		}
	}
}

// legalReply takes the last option, so that seats are not all at the first, and
// as many as it may.
func legalReply(d *engine.Decision, seat engine.Seat) engine.Reply {
	_, high := d.ShapeOf(seat).Bounds()
	reply := engine.Reply{}
	switch d.Kind.Form() {
	case engine.Pick:
		return engine.Reply{len(d.OptionsOf(seat)) - 1}
	case engine.Picks:
		for i := range high {
			reply = append(reply, i)
		}
		return reply
	}
	return d.First(seat)
}
