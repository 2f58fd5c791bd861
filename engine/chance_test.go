package engine_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/internal/tinytest"
	"github.com/ruledeck/ruledeck/engine/replay"
)

// asking is a tiny game whose host answers for chance.
func asking(t interface{ Fatal(...any) }) engine.Setup {
	layout, err := engine.NewLayout(tinytest.Pack(), 2)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Setup{Layout: layout, Scripts: tinytest.Scripts{}, Seed: 1, AskChance: true}
}

// answerOne answers the open decision, of chance or of seats.
func answerOne(t interface{ Fatal(...any) }, g *engine.Game, seed uint64) {
	if d := g.Open(); d.Chance != nil {
		if err := g.Answer(d.Number, 0, randomReply(d, 0, seed)); err != nil {
			t.Fatal(err)
		}
		return
	}
	answerAll(t, g, seed)
}

// TestChanceIsAsked plays with chance as decisions of no seat: they come with
// their candidates and weights, none alone, and can be taken back, saved and
// answered in process like any other.
func TestChanceIsAsked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		setup, seed := asking(t), rapid.Uint64().Draw(t, "answers")
		g := engine.New(setup)
		asked := map[engine.ChanceKind]int{}
		var numbers []int
		for stop := rapid.IntRange(1, 120).Draw(t, "length"); ; stop-- {
			status, err := g.Advance(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if status == engine.Ended || stop == 0 {
				break
			}
			if d := g.Open(); d.Chance != nil {
				asked[d.Chance.Kind]++
				numbers = append(numbers, d.Number)
				if len(d.Options) < 2 || len(d.Options) != len(d.Chance.Weights) || d.Seat != 0 {
					t.Fatalf("asked %+v of %d options", d.Chance, len(d.Options))
				}
			}
			answerOne(t, g, seed)
		}
		if len(numbers) == 0 {
			t.Fatal("chance was never asked")
		}
		end, log := g.Position().Hash(), g.Log().Hash()
		loaded := engine.New(setup)
		if err := replay.Follow(t.Context(), loaded, replay.AnswersOf(g)); err != nil {
			t.Fatal(err)
		}
		for loaded.Log().Len() < g.Log().Len() || g.Open() != nil && loaded.Open() == nil {
			if _, err := loaded.AdvanceStep(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if loaded.Position().Hash() != end || loaded.Log().Hash() != log {
			t.Fatal("saved and loaded it is another game")
		}
		back := rapid.SampledFrom(numbers).Draw(t, "undo to")
		if err := loaded.Undo(t.Context(), back); err != nil || loaded.Open().Number != back ||
			loaded.Open().Chance == nil {
			t.Fatal(back, err)
		}
		for loaded.Log().Len() < g.Log().Len() || loaded.Open() != nil && g.Open() == nil {
			if status, err := loaded.Advance(t.Context()); err != nil {
				t.Fatal(err)
			} else if status == engine.Ended || g.Open() != nil && loaded.Open().Number == g.Open().Number {
				break
			}
			answerOne(t, loaded, seed)
		}
		if loaded.Position().Hash() != end || loaded.Log().Hash() != log {
			t.Fatalf("after undo to decision %d the same answers lead elsewhere", back)
		}
	})
}

// TestChanceInProcess: a decider of no seat answers for chance at once.
func TestChanceInProcess(t *testing.T) {
	byHand, setup := engine.New(asking(t)), asking(t)
	for s := range setup.Deciders[:3] {
		setup.Deciders[s] =
			func(_ context.Context, _ *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
				return randomReply(d, seat, 3)
			}
	}
	atOnce := engine.New(setup)
	if status, err := atOnce.Advance(t.Context()); err != nil || status != engine.Ended {
		t.Fatal(status, err)
	}
	for {
		status, err := byHand.Advance(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if status == engine.Ended {
			break
		}
		answerOne(t, byHand, 3)
	}
	if byHand.Log().Hash() != atOnce.Log().Hash() {
		t.Error("they are different games")
	}
}

// TestForkKeepsTheLog: a fork can go back and tell what happened.
func TestForkKeepsTheLog(t *testing.T) {
	g := playTo(t, 2, 5, func(g *engine.Game) bool { return g.Open().Number >= 12 })
	fork := g.Fork(tinytest.Scripts{})
	if fork.Log().Hash() != g.Log().Hash() || fork.Open() == nil || fork.Open().Number != g.Open().Number {
		t.Fatal("the fork stands elsewhere")
	}
	before := g.Log().Hash()
	if err := fork.Undo(t.Context(), g.Position().Answers()[0].Number); err != nil ||
		fork.Open().Number != g.Position().Answers()[0].Number {
		t.Fatal(err)
	}
	answerAll(t, fork, 99)
	if _, err := fork.Advance(t.Context()); err != nil || g.Log().Hash() != before {
		t.Error("the fork changed the game: ", err)
	}
}

// TestReturns: without the pack's own returns the winners share one point.
func TestReturns(t *testing.T) {
	g := playTo(t, 3, 2, func(*engine.Game) bool { return true })
	if _, err := g.Returns(); err == nil {
		t.Error("a game that goes on has returns")
	}
	for {
		answerAll(t, g, 2)
		if status, err := g.Advance(t.Context()); err != nil {
			t.Fatal(err)
		} else if status == engine.Ended {
			break
		}
	}
	returns, err := g.Returns()
	sum := 0.0
	for i, r := range returns {
		sum += r
		if (r > 0) != g.Winners().Has(engine.Seat(i+1)) {
			t.Errorf("returns %v of winners %b", returns, g.Winners())
		}
	}
	if err != nil || g.Winners() == 0 || sum < 0.999 || sum > 1.001 {
		t.Errorf("returns %v, %v", returns, err)
	}
}
