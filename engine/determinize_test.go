package engine_test

import (
	"context"
	"errors"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/internal/tinytest"
	"pgregory.net/rapid"
)

func policy(_ context.Context, p *engine.Position, d *engine.Decision, s engine.Seat) engine.Reply {
	return randomReply(d, s, 77)
}

// TestTrialOfTheRealWorld: with salt 0 a try is what happens.
func TestTrialOfTheRealWorld(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := tinytest.New(2, rapid.Uint64().Draw(t, "seed"))
		replies := rapid.Uint64().Draw(t, "replies")
		trial := engine.NewDeterminizer(tinytest.Scripts{}, nil)
		for {
			status, err := g.Advance(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if status == engine.Ended {
				return
			}
			d := g.Open()
			if !d.Secret {
				trial.At(t.Context(), g.Position(), d, d.Seat)
				if _, err := trial.Try(randomReply(d, d.Seat, replies), engine.Until{}); err != nil {
					t.Fatal(err)
				}
			}
			steps := g.Counts().Steps
			answerAll(t, g, replies)
			for {
				if status, err = g.AdvanceStep(t.Context()); err != nil || status != engine.Going {
					break
				}
				if !g.Position().Busy() {
					break
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			if !d.Secret && !trial.Game().Position().State().Equal(g.Position().State()) {
				t.Fatalf("decision %d came out otherwise (after %d steps)", d.Number, g.Counts().Steps-steps)
			}
		}
	})
}

// TestTrialOfScriptedResults: scripted results of the recorded part come again.
func TestTrialOfScriptedResults(t *testing.T) {
	layout, err := engine.NewLayout(tinytest.Pack(), 2)
	if err != nil {
		t.Fatal(err)
	}
	deck, bag := layout.ZoneOf(tinytest.Deck, 0, 0), layout.ZoneOf(tinytest.Bag, 0, 0)
	script := &engine.Scripted{
		Dice: map[engine.DieID][]engine.Value{0: {engine.Num(6), engine.Num(5), engine.Num(4), engine.Num(3)}},
		Draws: map[engine.ZoneID][]engine.CardID{
			bag: {cardOf(t, layout, "chipb#3"), cardOf(t, layout, "chipa#2"), cardOf(t, layout, "chipb#1")}},
		Shuffles: map[engine.ZoneID][][]engine.CardID{deck: {{cardOf(t, layout, "pieceh#2")}, {}}},
	}
	g := engine.New(engine.Setup{Layout: layout, Scripts: tinytest.Scripts{}, Seed: 8, Script: script})
	trial := engine.NewDeterminizer(tinytest.Scripts{}, nil)
	for {
		status, err := g.Advance(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if status == engine.Ended {
			return
		}
		trial.At(t.Context(), g.Position(), g.Open(), 1)
		if err := trial.Reopen(); err != nil || !trial.Game().Position().State().Equal(g.Position().State()) {
			t.Fatalf("decision %d: %v", g.Open().Number, err)
		}
		answerAll(t, g, 8)
	}
}

// seen counts, over many worlds, which cards lie at the places that at names.
func seen(t *testing.T, g *engine.Game, seat engine.Seat,
	at func(w *engine.Position) []engine.CardID) map[engine.CardID]int {
	t.Helper()
	trial := engine.NewDeterminizer(tinytest.Scripts{}, policy)
	trial.At(t.Context(), g.Position(), g.Open(), seat)
	counts := map[engine.CardID]int{}
	for salt, n := uint64(1), 0; n < 400; salt++ {
		if salt > 20000 {
			t.Fatalf("only %d of %d worlds can be had", n, salt)
		}
		if !trial.Sample(salt) || trial.Reopen() != nil {
			continue
		}
		n++
		for _, c := range at(trial.Game().Position()) {
			counts[c]++
		}
	}
	return counts
}

// even reports whether exactly the cards that may lie at a place have been seen
// there, none of them too seldom.
func even(t *testing.T, what string, counts map[engine.CardID]int, may func(c engine.CardID) bool, g *engine.Game) {
	t.Helper()
	n, sum := 0, 0
	for c := engine.CardID(1); int(c) <= g.Layout().Cards(); c++ {
		sum += counts[c]
		if may(c) {
			n++
		} else if counts[c] > 0 {
			t.Errorf("%s: %s cannot be there", what, g.Layout().CardKey(c))
		}
	}
	for c := engine.CardID(1); int(c) <= g.Layout().Cards(); c++ {
		if may(c) && counts[c] < sum/n/3 {
			t.Errorf("%s: %s is there %d times of %d, among %d cards", what, g.Layout().CardKey(c), counts[c], sum, n)
		}
	}
	if n < 4 {
		t.Errorf("%s: only %d cards can be there", what, n)
	}
}

// TestSampledHand: what another holds may be any piece that the seat does not know.
func TestSampledHand(t *testing.T) {
	g := playTo(t, 2, 5, func(g *engine.Game) bool { return g.Open().Number == 3 })
	unknown := func(c engine.CardID) bool { return g.Layout().TypeOf(c) == tinytest.Piece && !g.Position().Knows(1, c) }
	even(t, "the other's hand", seen(t, g, 1, func(w *engine.Position) []engine.CardID {
		return w.CardsIn(nil, w.ZoneOf(tinytest.Hand, 2, 0))
	}), unknown, g)
	even(t, "the top of the deck", seen(t, g, 1, func(w *engine.Position) []engine.CardID {
		return []engine.CardID{w.TopOf(w.ZoneOf(tinytest.Deck, 0, 0))}
	}), unknown, g)
	own := g.Position().CardsIn(nil, g.Layout().ZoneOf(tinytest.Hand, 1, 0))
	counts := seen(t, g, 1,
		func(w *engine.Position) []engine.CardID { return w.CardsIn(nil, w.ZoneOf(tinytest.Hand, 1, 0)) })
	for _, c := range own {
		if counts[c] != 400 {
			t.Errorf("%s is in hand in %d of 400 worlds", g.Layout().CardKey(c), counts[c])
		}
	}
}

// TestSampledCardsTakePlaces: what stands in for a card has its controller and its state.
func TestSampledCardsTakePlaces(t *testing.T) {
	round := func(g *engine.Game) bool { n, _ := g.Position().GameAttribute(tinytest.Round); return n.N == 7 }
	g := playTo(t, 2, 6, round)
	tray := g.Position().NextIn(g.Position().TopOf(g.Layout().ZoneOf(tinytest.Table, 0, 0)))
	row := g.Layout().ZoneOf(tinytest.Row, 2, tray)
	if g.Position().CountIn(row) == 0 {
		t.Fatal("nothing was put down")
	}
	counts := seen(t, g, 1, func(w *engine.Position) []engine.CardID {
		cards := w.CardsIn(nil, row)
		for _, c := range cards {
			if note := w.Printed(c, tinytest.Note); note.N != 7 || w.Controller(c) != 2 {
				t.Fatalf("%s has the note %d and controller %d", w.CardKey(c), note.N, w.Controller(c))
			}
		}
		return cards
	})
	if len(counts) < 4 {
		t.Errorf("only %d cards lay there", len(counts))
	}
}

// mixed reports whether a decision comes after a shuffle in the same step: that
// of round 4, or 14.
func mixed(g *engine.Game) bool {
	log := g.Log()
	for at := g.Position().Checkpoint(); at < log.Len(); at++ {
		if e := log.At(at); e.Kind == engine.EvShuffle && !g.Open().Secret && g.Open().Optional {
			return true
		}
	}
	return false
}

// TestSampledShuffle: a shuffle in the recorded part of the step does not bring
// the real order back.
func TestSampledShuffle(t *testing.T) {
	g := playTo(t, 2, 5, mixed)
	seat, deck := g.Open().Seat, g.Layout().ZoneOf(tinytest.Deck, 0, 0)
	unknown := func(c engine.CardID) bool {
		return g.Layout().TypeOf(c) == tinytest.Piece && !g.Position().Knows(seat, c)
	}
	even(t, "the top of the deck", seen(t, g, seat, func(w *engine.Position) []engine.CardID {
		return []engine.CardID{w.TopOf(deck)}
	}), unknown, g)
	even(t, "what the other drew", seen(t, g, seat, func(w *engine.Position) []engine.CardID {
		return []engine.CardID{w.BottomOf(w.ZoneOf(tinytest.Hand, w.NextSeat(seat), 0))}
	}), unknown, g)
}

// TestSampledDraw: what was drawn unseen may be anything that was in the bag,
// also a chip that the seat itself has just put there.
func TestSampledDraw(t *testing.T) {
	for _, round := range []int32{3, 13} {
		g := playTo(t, 2, 5, func(g *engine.Game) bool {
			n, _ := g.Position().GameAttribute(tinytest.Round)
			return n.N == round
		})
		tray, seat := g.Position().TopOf(g.Layout().ZoneOf(tinytest.Table, 0, 0)), g.Open().Seat
		unknown := func(c engine.CardID) bool {
			return g.Layout().TypeOf(c) == tinytest.Chip && !g.Position().Knows(seat, c)
		}
		even(t, "what lies under the tray", seen(t, g, seat, func(w *engine.Position) []engine.CardID {
			return []engine.CardID{w.BottomOf(w.ZoneOf(tinytest.Under, 0, tray))}
		}), unknown, g)
	}
}

// TestSampledRoll: a roll that the seat did not see comes out anew, one that
// it saw does not.
func TestSampledRoll(t *testing.T) {
	g := playTo(t, 2, 5, func(g *engine.Game) bool { return g.Open().Kind == engine.YesNo })
	owner := g.Open().Seat
	for s := engine.Seat(1); s <= 2; s++ {
		trial := engine.NewDeterminizer(tinytest.Scripts{}, policy)
		trial.At(t.Context(), g.Position(), g.Open(), s)
		purses, depths := map[int32]bool{}, map[int32]bool{}
		for salt := range uint64(100) {
			if !trial.Sample(salt + 1) {
				continue
			}
			if err := trial.Reopen(); err != nil {
				t.Fatal(err)
			}
			purse, _ := trial.Game().Position().SeatAttribute(owner, tinytest.Purse)
			depth, _ := trial.Game().Position().GameAttribute(tinytest.Depth)
			purses[purse.N], depths[depth.N] = true, true
		}
		if (len(purses) == 1) != (s == owner) || len(depths) < 4 {
			t.Errorf("seat %d: %d different purses of seat %d, %d depths", s, len(purses), owner, len(depths))
		}
	}
}

// TestFreshFuture: what is random after the decision differs from world to world.
func TestFreshFuture(t *testing.T) {
	g := playTo(t, 2, 5, func(g *engine.Game) bool { return g.Open().Kind == engine.PickSome && !g.Open().Secret })
	trial := engine.NewDeterminizer(tinytest.Scripts{}, policy)
	trial.At(t.Context(), g.Position(), g.Open(), g.Open().Seat)
	tops := map[engine.CardID]bool{}
	for salt := range uint64(60) {
		if !trial.Sample(salt + 1) {
			continue
		}
		for range 2 {
			if _, err := trial.Try(engine.Reply{0}, engine.Until{}); err != nil {
				t.Fatal(err)
			}
		}
		tops[trial.Game().Position().TopOf(g.Layout().ZoneOf(tinytest.Deck, 0, 0))] = true
	}
	if len(tops) < 5 {
		t.Errorf("only %d different cards came to the top", len(tops))
	}
}

// TestSameWorld: one sample is one world, whatever is tried in it.
func TestSameWorld(t *testing.T) {
	g := playTo(t, 3, 5, mixed)
	trial := engine.NewDeterminizer(tinytest.Scripts{}, policy)
	trial.At(t.Context(), g.Position(), g.Open(), g.Open().Seat)
	for salt := range uint64(20) {
		if !trial.Sample(salt + 1) {
			continue
		}
		if err := trial.Reopen(); err != nil {
			t.Fatal(err)
		}
		hash := trial.Game().Position().State().Hash()
		if _, err := trial.Try(engine.Reply{0}, engine.Until{}); err != nil {
			t.Fatal(err)
		}
		if err := trial.Reopen(); err != nil || trial.Game().Position().State().Hash() != hash {
			t.Fatal("the world changed", err)
		}
	}
}

// peeking asks otherwise when a light piece is on top of the deck.
type peeking struct{ tinytest.Scripts }

func (p peeking) Step(r *engine.Run, step engine.StepID, args []engine.Value) error {
	if top := r.TopOf(r.ZoneOf(tinytest.Deck, 0, 0)); step == tinytest.Turn && top != 0 {
		weight := r.Printed(top, tinytest.Weight)
		d := engine.Decision{Kind: engine.PickNumber, Seat: 1, Max: 3}
		if weight.N < 4 {
			d.Max = 2
		}
		if _, err := r.Choose(&d); err != nil {
			return err
		}
	}
	return p.Scripts.Step(r, step, args)
}

// TestDivergence: a world in which the seat would have been asked otherwise is refused.
func TestDivergence(t *testing.T) {
	g := playWith(t, peeking{})
	trial := engine.NewDeterminizer(peeking{}, policy)
	trial.At(t.Context(), g.Position(), g.Open(), 1)
	refused, good := 0, 0
	for salt := range uint64(100) {
		if !trial.Sample(salt + 1) {
			continue
		}
		_, err := trial.Try(engine.Reply{1}, engine.Until{})
		var diverged *engine.DivergenceError
		switch {
		case errors.As(err, &diverged) && !trial.Reached():
			refused++
		case err == nil && trial.Reached():
			good++
			if light := g.Open().Max == 2; light !=
				(trial.Game().Position().Printed(lastDrawn(trial.Game()), tinytest.Weight).N < 4) {
				t.Fatal("the world does not fit the question")
			}
		default:
			t.Fatal(err)
		}
	}
	if refused < 10 || good < 10 {
		t.Errorf("%d worlds refused, %d taken", refused, good)
	}
}

// failing has a standing that fails.
type failing struct{ tinytest.Scripts }

func (failing) Pure(*engine.Run, engine.StepID, []engine.Value) (engine.Value, string, error) {
	return engine.Value{}, "", errors.New("no idea")
}

// TestWorth: points count, and a standing that fails says where.
func TestWorth(t *testing.T) {
	g := playTo(t, 2, 5, mixed)
	trial := engine.NewDeterminizer(tinytest.Scripts{}, policy)
	trial.At(t.Context(), g.Position(), g.Open(), g.Open().Seat)
	if _, err := trial.Try(engine.Reply{}, engine.Until{}); err != nil {
		t.Fatal(err)
	}
	none, err := trial.Game().Evaluation(g.Open().Seat)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range g.Open().Options {
		status, err := trial.Try(engine.Reply{i}, engine.Until{})
		if err != nil {
			t.Fatal(err)
		}
		if status != engine.Going {
			t.Fatalf("the step did not end: %v", status)
		}
		want := none - 1 + 10*int(trial.Game().Position().Printed(c.V[0].Card(), tinytest.Weight).N)
		if some, err := trial.Game().Evaluation(g.Open().Seat); err != nil || some < want {
			t.Errorf("dropping %v is worth %d, not %d or more; dropping none is worth %d (%v)",
				c, some, want, none, err)
		}
	}
	bad := engine.NewDeterminizer(failing{}, policy)
	bad.At(t.Context(), g.Position(), g.Open(), g.Open().Seat)
	if _, err := bad.Try(engine.Reply{0}, engine.Until{}); err != nil {
		t.Fatal(err)
	}
	var failure *engine.Failure
	if _, err := bad.Game().Evaluation(1); !errors.As(err, &failure) || failure.Step != "rules.standing" {
		t.Errorf("%v", err)
	}
}

func lastDrawn(g *engine.Game) engine.CardID {
	return g.Position().BottomOf(g.Layout().ZoneOf(tinytest.Hand, g.Position().Turn(), 0))
}

func playWith(t *testing.T, scripts engine.Scripts) *engine.Game {
	t.Helper()
	layout, err := engine.NewLayout(tinytest.Pack(), 2)
	if err != nil {
		t.Fatal(err)
	}
	g := engine.New(engine.Setup{Layout: layout, Scripts: scripts, Seed: 3})
	if status, err := g.Advance(t.Context()); err != nil || status != engine.Waiting {
		t.Fatal(status, err)
	}
	return g
}

// TestTrialsLeaveNoTrace: thinking about each decision changes nothing.
func TestTrialsLeaveNoTrace(t *testing.T) {
	run := func(think bool) *engine.Game {
		g := tinytest.New(2, 12)
		trial := engine.NewDeterminizer(tinytest.Scripts{}, policy)
		for s := engine.Seat(1); s <= 2; s++ {
			p := bot.NewRandom(s, 12)
			g.SetDecider(s,
				func(_ context.Context, g *engine.Position, d *engine.Decision, s engine.Seat) engine.Reply {
					reply := p.Decide(t.Context(), g, d, s)
					if think {
						trial.At(t.Context(), g, d, s)
						if trial.Sample(uint64(d.Number)) {
							if _, err := trial.Try(reply, engine.Until{}); err != nil && trial.Reached() {
								t.Fatal(err)
							}
						}
					}
					return reply
				})
		}
		if _, err := g.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		return g
	}
	if a, b := run(false), run(true); a.Log().Hash() != b.Log().Hash() {
		t.Error("the game went another way")
	}
}

func BenchmarkTry(b *testing.B) {
	g := tinytest.New(2, 5)
	for g.Open() == nil || !mixed(g) {
		if _, err := g.Advance(b.Context()); err != nil {
			b.Fatal(err)
		}
		if !mixed(g) {
			answerAll(b, g, 5)
		}
	}
	trial := engine.NewDeterminizer(tinytest.Scripts{}, policy)
	trial.At(b.Context(), g.Position(), g.Open(), g.Open().Seat)
	b.ReportAllocs()
	for i := range b.N {
		if trial.Sample(uint64(i + 1)) {
			if _, err := trial.Try(engine.Reply{0}, engine.Until{}); err != nil && trial.Reached() {
				b.Fatal(err)
			}
		}
	}
}

// cardOf is the card that a key names.
func cardOf(t *testing.T, l *engine.Layout, key string) engine.CardID {
	t.Helper()
	v, err := l.ValueOf(key)
	if err != nil {
		t.Fatal(err)
	}
	return v.Card()
}
