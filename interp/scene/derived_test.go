package scene_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// TestDerived: a derived value stands on the card or the seat that it is of, as one number
// or in its bounds, and what is 0 goes without saying.
func TestDerived(t *testing.T) {
	g := newGame(t, "bbtm", 2, 7)
	g.next(t)
	p := g.Position()
	v := view.Of(p, 1)
	var at *view.Value
	for i := range v.Table {
		if z := &v.Table[i]; z.Kind == "reel" && len(z.Cards) > 0 {
			at = &z.Cards[0].Is
		}
	}
	of := func(seat engine.Seat, card *view.Value, values ...belief.Odds) belief.Estimate {
		return belief.Estimate{Derived: belief.Derived{Name: "star_power", Seat: seat, Card: card}, Values: values}
	}
	s := scene.NewComposer(g.table.Compiled, g.table.Speaker("en")).Scene(scene.Input{View: v,
		Derived: []belief.Estimate{
			of(1, at, belief.Odds{Value: 0, Chance: 100}),
			of(2, at, belief.Odds{Value: 3, Chance: 75}, belief.Odds{Value: 9, Chance: 25}),
			of(2, nil, belief.Odds{Value: 5, Chance: 100}),
		}})
	var have []string
	add := func(whose string, facts []scene.Fact) {
		for _, f := range facts {
			if f.Key == "star_power" {
				have = append(have, fmt.Sprintf("%s: %s, %s, quiet %v, one %v",
					whose, f.Text, f.Brief, f.Quiet, f.Number != nil))
			}
		}
	}
	for _, a := range s.Table {
		for _, c := range a.Cards {
			if c.Key == at.Text {
				add("card", c.Facts)
			}
		}
	}
	for i := range s.Seats {
		add(fmt.Sprint("seat ", s.Seats[i].Seat), s.Seats[i].Facts)
	}
	one, two := s.Seats[1], s.Seats[0]
	want := strings.Join([]string{
		"card: " + one.Name + " 0, Star Power " + one.Mark + " 0, quiet true, one true",
		"card: " + two.Name + " 3–9 (≈5), Star Power " + two.Mark + " 3–9, quiet false, one false",
		"seat 2: 5, Star Power 5, quiet false, one true",
	}, "\n")
	if got := strings.Join(have, "\n"); got != want {
		t.Errorf("derived values are\n%s\nnot\n%s", got, want)
	}
}
