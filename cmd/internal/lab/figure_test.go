package lab

import (
	"math/rand/v2"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/stats"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// cardFigures are the figures of a card of a game of two seats that is used in a share of the
// games of either pack, where a seat that uses it wins as often as is said.
func cardFigures(source *rand.Rand, pairs int, used, won [2]float64) []Figure {
	s := &pairing{changes: map[FigureName]*change{}, sides: [2]map[FigureName]*contribution{{}, {}}}
	of := FigureName{"card", "x", "won"}
	for range pairs {
		var games [2]map[FigureName]contribution
		for side := range games {
			games[side] = map[FigureName]contribution{}
			if source.Float64() > used[side] {
				continue
			}
			c := contribution{1, 0, -1} // its excess, times the seats
			if source.Float64() < won[side] {
				c = contribution{1, sim.Whole, 1}
			}
			games[side][of] = c
			games[side][FigureName{"card", "x", "used"}] = contribution{1, c.won, 1}
		}
		s.pair(games[0], games[1])
	}
	sequence := stats.Sequence{Alpha: errorRate, Tight: pairs}
	return []Figure{s.figure(of, sequence, 2), s.figure(FigureName{"card", "x", "used"}, sequence, 2)}
}

// TestFigureOfACard: a card that wins as often is not said to win more because it is used more,
// one that wins more is; its difference is that of its shares, and no interval leaves what
// shares can differ by; of few uses nothing is said.
func TestFigureOfACard(t *testing.T) {
	const runs = 100
	source := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		pairs     int
		used, won [2]float64
		least     int
		most      int
	}{
		{2000, [2]float64{0.1, 0.8}, [2]float64{0.7, 0.7}, 0, 5},
		{2000, [2]float64{0.5, 0.5}, [2]float64{0.7, 0.7}, 0, 5},
		{2000, [2]float64{0.4, 0.8}, [2]float64{0.5, 0.8}, 95, 100},
		{200, [2]float64{0.1, 0.9}, [2]float64{0, 1}, 0, 0},
		{150, [2]float64{0.02, 0.02}, [2]float64{0.3, 0.9}, 0, 0},
	} {
		moved := 0
		for range runs {
			for _, f := range cardFigures(source, c.pairs, c.used, c.won) {
				few := min(f.NA, f.NB) < LeastUses
				if f.What == "used" {
					few = f.A*float64(f.NA)+f.B*float64(f.NB) < LeastUses
				} else if f.Moved {
					moved++
				}
				if few && (f.Low != nil || f.Moved) || f.Low != nil && (*f.Low < -1 || *f.High > 1) {
					t.Fatalf("%+v: low %v, high %v", f, f.Low, f.High)
				}
				if off := f.Difference - (f.B - f.A); f.What == "won" && (off > 1e-9 || off < -1e-9) {
					t.Fatalf("%+v: the difference of the shares is another", f)
				}
			}
		}
		if moved < c.least || moved > c.most {
			t.Errorf("%+v: moved in %d of %d runs", c, moved, runs)
		}
	}
}
