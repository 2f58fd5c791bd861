package cards_test

import (
	"fmt"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/interp"
)

// BenchmarkThinking plays games of one player that thinks against random ones, and says
// how many playouts a second it has.
func BenchmarkThinking(b *testing.B) {
	for _, of := range []struct {
		game  string
		seats int
	}{{"bbtm", 2}, {"bbtm", 4}, {"seven-missions", 2}, {"football-champions", 2}} {
		b.Run(fmt.Sprintf("%s/%d", of.game, of.seats), func(b *testing.B) {
			p, err := interp.Load(of.game, interp.With{})
			if err != nil {
				b.Fatal(err)
			}
			tbl, err := p.Table(interp.Settings{Seats: of.seats, Seed: 1})
			if err != nil {
				b.Fatal(err)
			}
			m, err := tbl.Machine()
			if err != nil {
				b.Fatal(err)
			}
			thinking, err := tbl.Machine()
			if err != nil {
				b.Fatal(err)
			}
			g := engine.New(tbl.Setup(m, 1))
			search := bot.NewSearch(1, 1, thinking)
			g.SetDecider(1, search.Decide)
			for s := engine.Seat(2); int(s) <= of.seats; s++ {
				g.SetDecider(s, bot.NewRandom(s, 1).Decide)
			}
			tried := 0
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				search.Reset(uint64(i), 1)
				g.Reset(uint64(i), nil)
				if _, err := g.Advance(b.Context()); err != nil {
					b.Fatal(err)
				}
				tried += search.Tried
			}
			b.ReportMetric(float64(tried)/b.Elapsed().Seconds(), "playouts/s")
			b.ReportMetric(float64(tried)/float64(b.N), "playouts/op")
		})
	}
}
