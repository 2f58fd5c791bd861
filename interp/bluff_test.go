package interp_test

import (
	"os"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
)

// TestBluff asks a player that thinks at every information state of Kuhn poker and of Leduc
// hold'em, and finds what the best answer to its play gains, over the whole tree and by the
// pack's returns: less than 0.10 a seat in the one, where uniform play loses 0.458, and with
// 2,500 playouts less than 0.5 in the other, where uniform play loses 2.374. What it is
// drawn from is averaged over some seeds, as it is over games.
//
// In full, RULEDECK_FULL=1 go test ./interp -run TestBluff -v, it learns longer.
func TestBluff(t *testing.T) {
	type size struct {
		pack         string
		games, seeds int
		below        float64
	}
	sizes := []size{{"kuhn", 250, 3, 0.10}, {"leduc", 100, 1, 2.1}}
	if os.Getenv("RULEDECK_FULL") != "" {
		sizes = []size{{"kuhn", 250, 40, 0.10}, {"kuhn", 1000, 40, 0.02}, {"leduc", 1000, 1, 0.8},
			{"leduc", 2500, 1, 0.5}}
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
		search, began := bot.NewSearch(1, 0, thinking), time.Now()
		_, root := courses(t, tab, func(g *engine.Game, state view.Key) {
			d := g.Open()
			shares := make([]float64, len(d.OptionsOf(d.Seat)))
			for seed := range of.seeds {
				search.Reset(uint64(seed), d.Seat)
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
		t.Logf("%s, %d playouts, %d seeds: exploitability %.4f (uniform play %.4f), %.0f s", of.pack, of.games,
			of.seeds, got, uniform, time.Since(began).Seconds())
		if got >= of.below {
			t.Errorf("%s, %d games a decision: the best answer gains %.4f, not less than %.4f", of.pack,
				of.games, got, of.below)
		}
	}
}
