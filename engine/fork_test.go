package engine_test

import (
	"context"
	"errors"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/internal/tinytest"
	"github.com/ruledeck/ruledeck/engine/view"
	"pgregory.net/rapid"
)

// randomReply is a legal reply of a seat to a decision.
func randomReply(d *engine.Decision, s engine.Seat, seed uint64) engine.Reply {
	q := view.ShapeOf(d, s)
	return bot.NewRandom(s, seed).Reply(&q)
}

func answerAll(t interface{ Fatal(...any) }, g *engine.Game, seed uint64) {
	d := g.Open()
	for s := engine.Seat(1); int(s) <= g.Layout().Seats; s++ {
		if d.Waits(s) {
			if err := g.Answer(d.Number, s, randomReply(d, s, seed)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// playTo plays a tiny game until its open decision is one that ok accepts.
func playTo(t *testing.T, seats int, seed uint64, ok func(g *engine.Game) bool) *engine.Game {
	t.Helper()
	g := tinytest.New(seats, seed)
	for {
		if status, err := g.Advance(t.Context()); err != nil || status != engine.Waiting {
			t.Fatal(status, err)
		}
		if ok(g) {
			return g
		}
		answerAll(t, g, seed)
	}
}

// TestFork: a fork plays to the same decision, and on in the same way, and the
// game does not notice.
func TestFork(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := tinytest.New(rapid.IntRange(2, 4).Draw(t, "seats"), rapid.Uint64().Draw(t, "seed"))
		replies := rapid.Uint64().Draw(t, "replies")
		leave := rapid.IntRange(1, 30).Draw(t, "leave at")
		for {
			status, err := g.Advance(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if status == engine.Ended {
				return
			}
			before := g.Position().State().Hash()
			fork := g.Fork(tinytest.Scripts{})
			if status, err := fork.Advance(t.Context()); err != nil || status != engine.Waiting ||
				!fork.Position().State().Equal(g.Position().State()) {
				t.Fatalf("decision %d: %v %v", g.Open().Number, status, err)
			}
			if fork.Open().Number == leave {
				break
			}
			answerAll(t, fork, replies+1)
			if _, err := fork.Advance(t.Context()); err != nil || g.Position().State().Hash() != before {
				t.Fatalf("the fork moved the game: %v", err)
			}
			answerAll(t, g, replies)
		}
		own := g.Fork(tinytest.Scripts{})
		for status := engine.Waiting; status == engine.Waiting; {
			var err [2]error
			_, err[0] = g.Advance(t.Context())
			status, err[1] = own.Advance(t.Context())
			if errors.Join(err[:]...) != nil || !g.Position().State().Equal(own.Position().State()) ||
				g.Counts() != own.Counts() {
				t.Fatal(err, "they went different ways")
			}
			if status == engine.Waiting {
				answerAll(t, g, replies)
				answerAll(t, own, replies)
			}
		}
	})
}

// TestForkInDecider forks while a bot is being asked, in the middle of a step.
func TestForkInDecider(t *testing.T) {
	asked := 0
	g := tinytest.New(2, 4)
	decide := func(_ context.Context, p *engine.Position, d *engine.Decision, s engine.Seat) engine.Reply {
		fork := g.Fork(tinytest.Scripts{})
		status, err := fork.Advance(t.Context())
		if err != nil || status != engine.Waiting || fork.Open().Number != d.Number {
			t.Fatalf("decision %d: %v %v", d.Number, status, err)
		}
		if !fork.Position().State().Equal(p.State()) {
			t.Fatalf("decision %d: the fork stands elsewhere", d.Number)
		}
		asked++
		return randomReply(d, s, 4)
	}
	g.SetDecider(1, decide)
	g.SetDecider(2, decide)
	if status, err := g.Advance(t.Context()); err != nil || status != engine.Ended || asked < 20 {
		t.Fatal(status, err, asked)
	}
}

// TestForkBetweenSteps forks where no step runs.
func TestForkBetweenSteps(t *testing.T) {
	g := tinytest.New(2, 9)
	for s := engine.Seat(1); s <= 2; s++ {
		g.SetDecider(s, bot.NewRandom(s, 9).Decide)
	}
	for range 9 {
		if _, err := g.AdvanceStep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	fork := g.Fork(tinytest.Scripts{})
	if !fork.Position().State().Equal(g.Position().State()) {
		t.Fatal("the fork stands elsewhere")
	}
	for s := engine.Seat(1); s <= 2; s++ {
		fork.SetDecider(s, bot.NewRandom(s, 9).Decide)
	}
	if _, err := g.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := fork.Advance(t.Context()); err != nil || !fork.Position().State().Equal(g.Position().State()) {
		t.Fatal(err, "they went different ways")
	}
}

// TestExchange: two cards change places in a fork, each known to those who see where it
// lies now, and the game goes on from there; with an open decision they do not.
func TestExchange(t *testing.T) {
	g := tinytest.New(2, 9)
	for s := engine.Seat(1); s <= 2; s++ {
		g.SetDecider(s, bot.NewRandom(s, 9).Decide)
	}
	for len(g.Position().CardsIn(nil, g.Position().ZoneOf(tinytest.Hand, 1, 0))) < 2 {
		if _, err := g.AdvanceStep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	fork := g.Fork(tinytest.Scripts{})
	p := fork.Position()
	hand, deck := p.ZoneOf(tinytest.Hand, 1, 0), p.ZoneOf(tinytest.Deck, 0, 0)
	a, b := p.CardsIn(nil, hand)[1], p.CardsIn(nil, deck)[2]
	if err := fork.Exchange(a, b); err != nil {
		t.Fatal(err)
	}
	if p.ZoneAt(a) != deck || p.ZoneAt(b) != hand || p.Known(a) != 0 || p.Known(b) != engine.Only(1) ||
		p.Decisions() != g.Position().Decisions() {
		t.Fatal(p.ZoneAt(a), p.ZoneAt(b), p.Known(a), p.Known(b))
	}
	if g.Position().ZoneAt(a) != hand {
		t.Error("the game itself has changed")
	}
	for s := engine.Seat(1); s <= 2; s++ {
		fork.SetDecider(s, bot.NewRandom(s, 9).Decide)
	}
	if status, err := fork.Advance(t.Context()); err != nil || status != engine.Ended {
		t.Fatal(status, err)
	}
	open := playTo(t, 2, 9, func(*engine.Game) bool { return true })
	if err := open.Exchange(a, b); err == nil {
		t.Error("cards have changed places under an open decision")
	}
}

// TestPast goes back to the start and follows the log to the present.
func TestPast(t *testing.T) {
	g := playTo(t, 3, 6, func(g *engine.Game) bool { return g.Open().Number == 20 })
	past := g.Past(0)
	if want := tinytest.New(3, 6).Position().State(); !past.Position().State().Equal(want) {
		t.Fatal("the log does not begin at the start")
	}
	for past.At() < g.Log().Len() {
		past.Follow()
	}
	if !past.Position().State().Equal(g.Position().State()) {
		t.Fatal("the log does not lead to the present")
	}
}
