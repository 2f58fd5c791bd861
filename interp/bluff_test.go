package interp_test

import (
	"os"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
)

// TestBluff asks a player that thinks at every information state of Kuhn poker, with
// 1,000 games a decision, and finds what the best answer to its play gains, over the
// whole tree and by the pack's returns: less than 0.10 a seat, where uniform play loses
// 0.458. What it is drawn from is averaged over some seeds, as it is over games.
//
// In full, RULEDECK_FULL=1 go test ./interp -run TestBluff -v, it is asked with more
// seeds, with more games and about Leduc hold'em too, of which nothing is required but
// that more thinking pays.
func TestBluff(t *testing.T) {
	type size struct {
		pack         string
		games, seeds int
		below        float64
	}
	sizes := []size{{"kuhn", 1000, 3, 0.10}}
	if os.Getenv("RULEDECK_FULL") != "" {
		sizes = []size{{"kuhn", 250, 40, 0.458}, {"kuhn", 1000, 40, 0.10}, {"kuhn", 4000, 40, 0.06},
			{"leduc", 1000, 2, 2.3736}, {"leduc", 4000, 2, 2}}
	}
	for _, of := range sizes {
		p, err := interp.Load("../testdata/"+of.pack, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		tab, err := p.Table(interp.Settings{Seats: 2})
		if err != nil {
			t.Fatal(err)
		}
		thinking, err := tab.Machine()
		if err != nil {
			t.Fatal(err)
		}
		plays := strategy{}
		_, root := courses(t, tab, func(g *engine.Game, state view.Key) {
			d := g.Open()
			shares := make([]float64, len(d.OptionsOf(d.Seat)))
			for seed := range of.seeds {
				search := bot.NewSearch(d.Seat, uint64(seed), thinking)
				search.Playouts = of.games
				reply := search.Decide(t.Context(), g.Position(), d, d.Seat)
				if search.Err != nil || search.AtRandom > 0 || len(reply) != 1 {
					t.Fatal(search.Err, search.AtRandom, reply)
				}
				if search.Mixed == nil {
					shares[reply[0]] += 1 / float64(of.seeds)
				}
				for i, share := range search.Mixed {
					shares[i] += share / float64(of.seeds)
				}
			}
			plays[state] = shares
		})
		got, uniform := nashConv(root, plays)/2, nashConv(root, nil)/2
		t.Logf("%s, %d games a decision, %d seeds: exploitability %.4f (uniform play %.4f)", of.pack, of.games,
			of.seeds, got, uniform)
		if got >= of.below {
			t.Errorf("%s, %d games a decision: the best answer gains %.4f, not less than %.4f", of.pack,
				of.games, got, of.below)
		}
	}
}
