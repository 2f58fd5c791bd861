package belief_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/internal/tinytest"
	"github.com/ruledeck/ruledeck/engine/view"
)

// randomly is a policy that answers at random, as the world's future says.
func randomly(m *belief.Moment) []int {
	return bot.NewRandom(m.Seat, m.Future).Reply(&m.Shape)
}

// decisions visits the decisions of some games, each with its first seat.
func decisions(t *testing.T, games int, visit func(g *engine.Game, seat engine.Seat)) {
	t.Helper()
	for seed := range uint64(games) {
		g := tinytest.New(2+int(seed)%2, seed)
		for {
			if status, err := g.Advance(t.Context()); err != nil || status == engine.Ended {
				if err != nil {
					t.Fatal(err)
				}
				break
			}
			seat := engine.Seat(1)
			for !g.Open().Waits(seat) {
				seat++
			}
			visit(g, seat)
			answer(t, g, seed)
		}
	}
}

// answer gives random replies of all seats to the open decision.
func answer(t *testing.T, g *engine.Game, seed uint64) {
	t.Helper()
	d := g.Open()
	for seat := engine.Seat(1); int(seat) <= g.Layout().Seats; seat++ {
		if !d.Waits(seat) {
			continue
		}
		q := view.ShapeOf(d, seat)
		if err := g.Answer(d.Number, seat, bot.NewRandom(seat, seed).Reply(&q)); err != nil {
			t.Fatal(err)
		}
	}
}

// play plays a small game at random up to a decision.
func play(t *testing.T, seed uint64, number int) *engine.Game {
	t.Helper()
	g := tinytest.New(2, seed)
	for {
		if status, err := g.Advance(t.Context()); err != nil || status != engine.Waiting {
			t.Fatal(status, err)
		}
		if g.Open().Number >= number {
			return g
		}
		answer(t, g, seed)
	}
}

func encode(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// replyOf is a legal reply of a seat.
func replyOf(d *engine.Decision, seat engine.Seat, seed uint64) []int {
	q := view.ShapeOf(d, seat)
	return bot.NewRandom(9, seed).Reply(&q)
}

// outcome is what can be said of the end of a sampled game.
func outcome(over bool, winners view.Seats, returns []float64, evaluations []int, errs ...error) string {
	return fmt.Sprint(over, winners, returns, evaluations, errs)
}

// TestWorld: a world that stands for itself shows its seat the very question,
// and comes to the same end as one in which a reply is tried, for the same seeds,
// and so does a fork of it, whether all is answered by a policy or one question
// after the other. Another future ends otherwise.
func TestWorld(t *testing.T) {
	worlds, futures, lost := 0, 0, 0
	decisions(t, 3, func(g *engine.Game, seat engine.Seat) {
		p, d := g.Position(), g.Open()
		if d.Number%3 != 0 {
			return
		}
		s := belief.NewSampler(tinytest.Scripts{}, randomly)
		s.At(t.Context(), p, d, seat)
		reply := replyOf(d, seat, 3)
		end := func() string {
			if ok, err := s.Play(reply, belief.Until{End: true}); !ok || err != nil {
				t.Fatal(ok, err)
			}
			over, winners, _ := s.Over()
			returns, err1 := s.Returns()
			evaluations, err2 := s.Evaluations()
			return outcome(over, winners, returns, evaluations, err1, err2)
		}
		s.World(7)
		s.Future(8)
		w, err := s.Open()
		if err != nil {
			t.Fatal(err)
		}
		if w == nil {
			lost++
			return
		}
		worlds++
		if want, have := encode(t, view.Asked(p, d, seat)), encode(t, w.Question(seat)); want != have {
			t.Fatalf("decision %d: seat %d is asked otherwise\n%s\n%s", d.Number, seat, want, have)
		}
		ended := func(w *belief.World) string {
			over, winners, _ := w.Over()
			returns, err1 := w.Returns()
			evaluations, err2 := w.Evaluations()
			return outcome(over, winners, returns, evaluations, err1, err2)
		}
		want := end()
		if again := end(); again != want {
			t.Fatalf("decision %d: the same seeds ended in %s and %s", d.Number, want, again)
		}
		stepwise, other := w.Fork(), w.Fork()
		other.Future(9)
		for _, s := range []*belief.World{w, other} {
			finish(t, s, seat, reply, func() error { return s.Play(randomly, belief.Until{End: true}) })
		}
		finish(t, stepwise, seat, reply, func() error { return stepwise.Play(nil, belief.Until{End: true}) })
		for name, have := range map[string]string{"played at once": ended(w),
			"played question by question": ended(stepwise)} {
			if have != want {
				t.Fatalf("decision %d, %s: %s, tried %s", d.Number, name, have, want)
			}
		}
		for s := engine.Seat(1); int(s) <= g.Layout().Seats; s++ {
			if w.Key(s) != stepwise.Key(s) {
				t.Fatalf("decision %d: seat %d knows something else", d.Number, s)
			}
		}
		if ended(other) != want || other.Key(seat) != w.Key(seat) {
			futures++
		}
	})
	t.Logf("%d worlds, %d ended otherwise in another future, %d lost", worlds, futures, lost)
	if worlds < 15 || futures < worlds/2 || lost > worlds {
		t.Error("that is too few")
	}
}

// finish answers what is open, the question that is looked at with a reply, until
// the world is over.
func finish(t *testing.T, w *belief.World, seat engine.Seat, reply []int, play func() error) {
	t.Helper()
	for first := true; ; first = false {
		waiting := w.Waiting()
		for _, s := range waiting {
			answer := reply
			if !first || s != seat {
				answer = randomly(w.Moment(s))
			}
			if err := w.Reply(s, answer); err != nil {
				t.Fatal(err)
			}
		}
		if over, _, _ := w.Over(); over {
			return
		}
		if err := play(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBegin: games from the beginning follow from their seed alone, and differ.
func TestBegin(t *testing.T) {
	g := play(t, 5, 14)
	s := belief.NewSampler(tinytest.Scripts{}, randomly)
	s.At(t.Context(), g.Position(), g.Open(), g.Open().Seat)
	keys := map[view.Key]bool{}
	for seed := range uint64(20) {
		var both [2]view.Key
		for i := range both {
			w := s.Begin(seed)
			if err := w.Play(nil, belief.Until{End: true}); err != nil {
				t.Fatal(err)
			}
			seat := w.Waiting()[0]
			both[i] = w.Key(seat)
			if both[i] != w.Moment(seat).Key() {
				t.Error("a moment has another key than its world")
			}
		}
		if both[0] != both[1] {
			t.Errorf("seed %d begins in two ways", seed)
		}
		keys[both[0]] = true
	}
	if len(keys) < 15 {
		t.Errorf("20 games begin in %d ways", len(keys))
	}
}

// TestUntil: play stops after so many decisions, at a quiet point, or where the
// policy gives no answer.
func TestUntil(t *testing.T) {
	g := play(t, 5, 3)
	d := g.Open()
	seat := d.Seat
	asked, last := 0, 0
	stop := 1000
	s := belief.NewSampler(tinytest.Scripts{}, func(m *belief.Moment) []int {
		asked, last = asked+1, m.Number
		if m.Number >= stop {
			return nil
		}
		return randomly(m)
	})
	s.At(t.Context(), g.Position(), d, seat)
	for n := range 6 {
		s.World(1)
		asked = 0
		if ok, err := s.Play(replyOf(d, seat, 1), belief.Until{Decisions: n}); !ok || err != nil {
			t.Fatal(ok, err)
		}
		s.World(1)
		w, err := s.Open()
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Reply(seat, replyOf(d, seat, 1)); err != nil {
			t.Fatal(err)
		}
		tried := asked
		asked = 0
		counting := func(m *belief.Moment) []int {
			asked++
			return randomly(m)
		}
		if err := w.Play(counting, belief.Until{Decisions: n}); err != nil || len(w.Waiting()) > 0 {
			t.Fatal(err, w.Waiting())
		}
		if asked != tried {
			t.Errorf("after %d decisions %d questions in one way, %d in the other", n, tried, asked)
		}
		if err := w.Play(nil, belief.Until{End: true}); err != nil || len(w.Waiting()) == 0 {
			t.Fatal(err)
		}
		if next := w.Moment(w.Waiting()[0]).Number; next <= d.Number+n || next > d.Number+n+8 {
			t.Errorf("%d decisions after %d the next one is %d", n, d.Number, next)
		}
	}
	stop, last = d.Number+5, 0
	s.World(1)
	if ok, err := s.Play(replyOf(d, seat, 1), belief.Until{End: true}); !ok || err != nil ||
		last < stop || last > stop+8 {
		t.Errorf("%v, %v: play stopped at question %d, not %d", ok, err, last, stop)
	}
	if over, _, _ := s.Over(); over {
		t.Error("the game is over")
	}
}

// TestReplyKey: replies that differ in equal options alone have one key, others
// have others.
func TestReplyKey(t *testing.T) {
	decisions(t, 1, func(g *engine.Game, seat engine.Seat) {
		s := belief.NewSampler(tinytest.Scripts{}, randomly)
		s.At(t.Context(), g.Position(), g.Open(), seat)
		s.World(4)
		w, err := s.Open()
		if err != nil {
			t.Fatal(err)
		}
		if w == nil {
			return
		}
		m := w.Moment(seat)
		q := m.Question()
		keys := map[view.Key]string{}
		for i := range q.Options {
			if m.Check(engine.Reply{i}) != nil {
				continue
			}
			key := m.ReplyKey([]int{i})
			if was, known := keys[key]; known != (was == q.Options[i].Key &&
				slices.ContainsFunc(q.Options[:i], func(o view.Option) bool { return o.Key == was })) {
				t.Errorf("%s and %s", was, q.Options[i].Key)
			}
			keys[key] = q.Options[i].Key
		}
	})
}
