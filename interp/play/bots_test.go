package play_test

import (
	"reflect"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp/play"
)

// patient is a bot that is asked where its question stays open, as other players are.
type patient struct{ play.Player }

// TestBotsInTheMiddleOfSteps: bots that answer while a step runs play the game that
// they play where each question stays open, and the journal hears the same; so
// after a way back.
func TestBotsInTheMiddleOfSteps(t *testing.T) {
	games := [2]*play.Session{}
	var kept [2][]replay.Entry
	for i := range games {
		players := players(t, "random", "greedy", "random")
		for s := range players {
			if i == 1 {
				players[s] = patient{players[s]}
			}
		}
		s := session(t, stalls(3), play.Settings{Players: players, Keep: keeping(&kept[i])})
		games[i] = s
		for range 2 {
			if status, err := s.Advance(t.Context()); err != nil || status != engine.Ended {
				t.Fatal(status, err)
			}
			if err := s.Back(t.Context(), 3); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := games[0].Position(), games[1].Position(); a.Log().Hash() != b.Log().Hash() || len(kept[0]) < 20 ||
		!reflect.DeepEqual(kept[0], kept[1]) {
		t.Errorf("%d and %d entries were kept; the games are the same: %v", len(kept[0]), len(kept[1]),
			a.Log().Hash() == b.Log().Hash())
	}
}
