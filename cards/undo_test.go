package cards_test

import (
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
)

// TestUndoIsNotHarder plays games of random players and counts, of the answers that have
// brought nothing to light, those that stay since a script read something hidden: at most
// one in 200. Football Champions has none. Of 20,089 of Blood Bowl Team Manager 28 stay
// since a seat is asked then where the hidden top of its deck fits (substitute), and 7 since
// the season ends with them, where fans are counted by what is in decks and hands
// (roster_fans). Seven Missions has those that end a game, when it is judged by what is in
// hands. The suite plays a few; 100 of each game:
//
//	RULEDECK_FULL=1 go test ./cards -run TestUndoIsNotHarder -v
func TestUndoIsNotHarder(t *testing.T) {
	for _, game := range games(t) {
		t.Run(game, func(t *testing.T) {
			n := 2
			if full {
				n = 100
			}
			p := load(t, game, nil)
			tbl, err := p.Table(interp.Settings{Seats: p.UsualSeats()})
			if err != nil {
				t.Fatal(err)
			}
			answers, open, closed := 0, 0, 0
			for seed := range uint64(n) {
				g, err := tbl.NewGame()
				if err != nil {
					t.Fatal(err)
				}
				g.Reset(seed+1, tbl.OptionValues(seed+1))
				for random := bot.NewRandom(1, seed+1); ; answers++ {
					d, seat := asked(t, g)
					if d == nil {
						break
					}
					q := view.ShapeOf(d, seat)
					if err := g.Answer(d.Number, seat, random.Reply(&q)); err != nil {
						t.Fatal(err)
					}
					asked(t, g)
					switch _, news := view.LastAnswer(g, seat); news {
					case view.NoNews:
						open++
					case view.NewPeek:
						closed++
					}
				}
			}
			t.Logf("%d answers, %d of them can be taken back, %d stay", answers, open, closed)
			if open < answers/2 || closed*200 > open || closed > 0 && game == "football-champions" {
				t.Errorf("of %d answers %d can be taken back, and %d stay", answers, open, closed)
			}
		})
	}
}

// asked plays on to the next question and returns it, with the first seat that it waits
// for; nil at the end.
func asked(t *testing.T, g *engine.Game) (*engine.Decision, engine.Seat) {
	t.Helper()
	status, err := g.Advance(t.Context())
	switch {
	case err != nil:
		t.Fatal(err)
	case status == engine.Ended:
		return nil, 0
	}
	seat := engine.Seat(1)
	for !g.Open().Waits(seat) {
		seat++
	}
	return g.Open(), seat
}
