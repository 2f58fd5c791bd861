package script_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/script"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// anyReply answers by a seed, the number of the question and the seat. Before it answers it reads
// all that cards are, as a host does that shows them: that costs no step anything.
func anyReply(seed uint64) engine.Decider {
	return func(_ context.Context, p *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
		done := p.Read()
		for c := engine.CardID(1); int(c) <= p.Cards(); c++ {
			for a := range p.Pack.Cards {
				if p.Has(c, engine.AttributeID(a)) {
					p.Attribute(c, engine.AttributeID(a))
				}
			}
		}
		done()
		var s rng.Source
		s.Seed(seed, uint64(seat), uint32(d.Number))
		low, high := d.ShapeOf(seat).Bounds()
		n := len(d.OptionsOf(seat))
		switch d.Kind.Form() {
		case engine.Pick:
			if n == 0 || d.Optional && s.Below(6) == 0 {
				return engine.Reply{}
			}
			return engine.Reply{s.Below(n)}
		case engine.Picks:
			order := make(engine.Reply, n)
			for i := range order {
				order[i] = i
			}
			rng.Shuffle(&s, order)
			return order[:low+s.Below(high-low+1)]
		case engine.Quantity:
			return engine.Reply{low + s.Below(high-low+1)}
		}
		return d.First(seat)
	}
}

// dealt puts the cards of a game where chance says: in hands, decks and lines.
func dealt(t *testing.T, g *engine.Game, m *script.Machine, seed uint64) {
	if _, err := g.AdvanceStep(t.Context()); err != nil {
		t.Fatal(err)
	}
	var s rng.Source
	s.Seed(seed, 1, 0)
	err := g.Edit(func(e *engine.Editor) error {
		for c := engine.CardID(1); int(c) <= e.Cards(); c++ {
			seat := engine.Seat(1 + s.Below(2))
			names := []string{"hand", "hand", "deck", "line"}
			name := names[s.Below(len(names))]
			if kind := e.Pack.Types[e.TypeOf(c)].Name; kind != "creature" && kind != "relic" && name == "line" {
				name = "discard"
			}
			for k := range e.Pack.Zones {
				if e.Pack.Zones[k].Name != name {
					continue
				}
				for _, err := range []error{e.SetController(c, seat), e.SetOwner(c, seat),
					e.Put(c, e.ZoneOf(engine.ZoneKindID(k), seat, 0), engine.Top)} {
					if err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestGames: games with a card of each kind of effect, dealt and played by a seed, go step by
// step where they always went, and each step costs the same.
func TestGames(t *testing.T) {
	pack, err := interp.Load("../../testdata/thirty", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := pack.Table(interp.Settings{Seats: 2, ContinueOnError: true})
	if err != nil {
		t.Fatal(err)
	}
	m, err := table.Machine()
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	for seed := range uint64(4) {
		setup := table.Setup(m, seed)
		setup.Limits = engine.Limits{Decisions: 150}
		refused := 0
		setup.Refused = func(_ *engine.Position, why engine.Refusal) {
			refused = refused*31 + int(why.Reason)*7 + int(why.Word)
		}
		for s := range setup.Deciders {
			setup.Deciders[s] = anyReply(seed)
		}
		if seed%2 == 1 {
			setup.Refused = nil
		}
		g := engine.New(setup)
		dealt(t, g, m, seed)
		fmt.Fprintf(&told, "==== game %d\n", seed)
		for {
			status, err := g.AdvanceStep(t.Context())
			var costs spent
			for i := range costs {
				costs[i] = m.Used(limits.Resource(i))
			}
			if costs != (spent{}) {
				fmt.Fprintf(&told, "log %d %x, state %x, costs %v, %d in all, refused %x\n", g.Log().Len(),
					g.Log().Hash()>>40, g.Position().Hash()>>40, costs, g.Spent(), refused&0xffff)
			}
			if status != engine.Going || err != nil {
				fmt.Fprintf(&told, "status %d, %v\n", status, err)
				break
			}
		}
		for _, failure := range g.Failures() {
			text, _, _ := strings.Cut(failure.Error(), "\n")
			fmt.Fprintf(&told, "failed: %s\n", folder.ReplaceAllString(text, ""))
		}
	}
	golden(t, "games.txt", told.String())
}
