package play_test

import (
	"reflect"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
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

// TestDrawnSeeds: a game of which nobody named the seed comes again from its journal, with
// the same bots, and what bots are given for their own chance does not lead to it.
func TestDrawnSeeds(t *testing.T) {
	p, err := interp.Load("testdata/stall", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	kinds := []string{"random", "greedy"}
	played := func(settings interp.Settings) *play.Session {
		settings.Seats, settings.CheckInvariants = 2, true
		table, err := p.Table(settings)
		if err != nil {
			t.Fatal(err)
		}
		s := session(t, play.From(table), play.Settings{Players: players(t, kinds...)})
		if _, err := s.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		return s
	}
	drawn, named := played(interp.Settings{Seed: 7, Drawn: rng.Drawn{High: 1 << 40, Bots: 5}}),
		played(interp.Settings{Seed: 7})
	if text(drawn, view.Referee) == text(named, view.Referee) {
		t.Error("the upper half of the seed changes nothing")
	}
	header := drawn.Header("stall", nil)
	again := session(t, play.Recorded(drawn.Table(), &header), play.Settings{Players: players(t, kinds...)})
	if _, err := again.Advance(t.Context()); err != nil || text(again, view.Referee) != text(drawn, view.Referee) {
		t.Error("another game comes of the journal", err)
	}
	one, two := drawn.Seat(1).BotSeed(), drawn.Seat(2).BotSeed()
	if len(one) != 16 || one == two || one != again.Seat(1).BotSeed() || one == named.Seat(1).BotSeed() {
		t.Error(one, two, again.Seat(1).BotSeed(), named.Seat(1).BotSeed())
	}
	for _, other := range []interp.Settings{{Seed: 7, Drawn: rng.Drawn{High: 1, Bots: 5}},
		{Seed: 8, Drawn: rng.Drawn{High: 1 << 40, Bots: 5}}} {
		if s := played(other); s.Seat(1).BotSeed() != one || text(s, view.Referee) == text(drawn, view.Referee) {
			t.Error("what bots are given for their own chance follows from the game's seed")
		}
	}
	if played(interp.Settings{Seed: 7, Drawn: rng.Drawn{High: 1 << 40, Bots: 6}}).Seat(1).BotSeed() == one {
		t.Error("what bots are given for their own chance does not follow from what was drawn for them")
	}
}
