package host

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/table"
)

// watch is who looks at a clock: how long it took from a question that somebody is not told of
// to the next one, where a seat was asked and where none was.
type watch struct {
	number        int
	vacant        bool
	since         time.Time
	asked, nobody []float64
}

// rested is told how a game rests.
func (w *watch) rested(s *play.Session, _ error) {
	d := s.Position().Open()
	number := 0
	if d != nil {
		number = d.Number
	} else if !s.Position().Over() {
		return // an answer is there, and a pause goes on
	}
	if w.number != 0 && w.number != number {
		took := time.Since(w.since).Seconds()
		if w.vacant {
			w.nobody = append(w.nobody, took)
		} else {
			w.asked = append(w.asked, took)
		}
		w.number = 0
	}
	if d != nil && w.number == 0 && d.Again == 0 && (d.Vacant || d.KeptFrom != 0) {
		w.number = number
		w.vacant = d.Vacant
		w.since = time.Now()
	}
}

// right is how often, out of 100, who has learnt from every other time by which limit to tell is
// right about the rest, where either is as likely.
func (w *watch) right() float64 {
	best, limit := 0.0, 0.0
	for _, l := range slices.Concat(w.asked, w.nobody) {
		by := longer(w.asked, 0, l) - longer(w.nobody, 0, l)
		if math.Abs(by) > math.Abs(best) {
			best = by
			limit = l
		}
	}
	return 50 + 50*math.Copysign(1, best)*(longer(w.asked, 1, limit)-longer(w.nobody, 1, limit))
}

// longer is the part of every other time from one on that is as long as a limit.
func longer(times []float64, from int, limit float64) float64 {
	n, of := 0, 0
	for i := from; i < len(times); i += 2 {
		of++
		if times[i] >= limit {
			n++
		}
	}
	return float64(n) / float64(of)
}

// people are ways of thinking: how long it takes.
var people = map[string]func(r *rand.Rand) time.Duration{
	"in a hurry": func(r *rand.Rand) time.Duration { return time.Duration(r.Float64() * float64(time.Second)) },
	"steady":     func(*rand.Rand) time.Duration { return 2 * time.Second },
	"like people": func(r *rand.Rand) time.Duration {
		return time.Duration(math.Exp(.7*r.NormFloat64()+.5) * float64(time.Second))
	},
}

// TestTimes: the time until something happens tells nobody whether somebody was asked, where there
// are pauses; without any, the same watch tells it.
func TestTimes(t *testing.T) {
	for _, name := range []string{"football-champions", "stack"} {
		p := loaded(t, name)
		for how, think := range people {
			for _, wait := range []bool{false, true} {
				var w watch
				for seed := uint64(1); min(len(w.asked), len(w.nobody)) < 400; seed++ {
					synctest.Test(t, func(t *testing.T) { w.play(t, p, seed, think, wait) })
				}
				right := w.right()
				t.Logf("%s, %s, pauses %t: %d asked, %d not; %.0f of 100 right", name, how, wait, len(w.asked),
					len(w.nobody), right)
				if wait && right > 60 || !wait && right < 95 {
					t.Errorf("%s, %s, pauses %t: a watch is right %.0f times of 100", name, how, wait, right)
				}
			}
		}
	}
}

// loaded is a shipped game, or a new pack that is like a genre.
func loaded(t *testing.T, name string) *interp.Pack {
	t.Helper()
	at := name
	if plan, err := scaffold.Pack("mine", name); err == nil {
		at = t.TempDir()
		files := fstest.MapFS{}
		for _, f := range plan.Files {
			files[f.Path] = &fstest.MapFile{Data: []byte(f.Text)}
		}
		if err := os.CopyFS(at, files); err != nil {
			t.Fatal(err)
		}
	}
	p, err := interp.Load(at, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// play plays a game of two people who think.
func (w *watch) play(t *testing.T, p *interp.Pack, seed uint64, think func(*rand.Rand) time.Duration,
	waits bool) {
	laid, err := p.Table(interp.Settings{Seats: 2, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	pace := pace{below: rand.New(rand.NewPCG(seed, 2)).Int64N}
	wait := pace.wait
	if !waits {
		wait = func(context.Context, time.Duration) {}
	}
	random := rand.New(rand.NewPCG(seed, 1))
	w.number = 0
	game, err := table.New(t.Context(), table.Settings{Settings: play.Settings{Players: make([]play.Player, 2),
		Wait: wait, Pause: usualPause}, Rested: w.rested},
		func(s play.Settings) (*play.Session, error) { return play.New(play.From(laid), s) })
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	game.Play()
	bots := []*bot.Random{bot.NewRandom(1, seed), bot.NewRandom(2, seed)}
	for answers := 0; answers < 1000; {
		var by engine.Seat
		var answer table.Answer
		over := false
		_ = game.Look(func(s *play.Session) error {
			over = s.Position().Over()
			for _, at := range s.Seats() {
				if q := at.Asked(); q != nil {
					by = at.Number()
					answer = table.Answer{Number: q.Number, Again: q.Again,
						Reply: bots[by-1].Reply(&view.Shape{Shape: q.Shape(), Number: q.Number, Seat: q.Seat})}
				}
			}
			return nil
		})
		switch {
		case over:
			return
		case by == 0:
			time.Sleep(10 * time.Millisecond)
			continue
		}
		after := think(random)
		time.Sleep(after)
		pace.answered(after)
		if _, err := game.Answer(table.Viewer{Seat: by, Lang: "en"}, answer); err != nil {
			t.Fatal(err)
		}
		answers++
		synctest.Wait()
	}
}

// TestBackInPause: a viewer who was there when a pause began, and comes back, is shown the same at once, whether an
// answer came meanwhile or not.
func TestBackInPause(t *testing.T) {
	laid, err := loaded(t, "stack").Table(interp.Settings{Seats: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	pace := pace{below: rand.New(rand.NewPCG(1, 2)).Int64N}
	back := map[bool]int{} // how often somebody came back, by whether an answer was there
	synctest.Test(t, func(t *testing.T) {
		game, err := table.New(t.Context(), table.Settings{Settings: play.Settings{Players: make([]play.Player, 2),
			Wait: pace.wait, Pause: usualPause}},
			func(s play.Settings) (*play.Session, error) { return play.New(play.From(laid), s) })
		if err != nil {
			t.Fatal(err)
		}
		defer game.Close()
		game.Play()
		bots := []*bot.Random{bot.NewRandom(1, 1), bot.NewRandom(2, 1)}
		for range 200 {
			q := questionOf(game)
			if q == nil { // a pause, or the end
				time.Sleep(usualPause)
				continue
			}
			unaware := table.Viewer{Seat: q.Seat, Lang: "en"}
			_, leave, err := game.Listen(unaware, "")
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * usualPause) // behind the pause that may be on
			replied(t, game, q, bots)
			leave()
			was := look(t, game, unaware)
			if was.Scene.Ask != nil || was.Scene.Waiting != nil {
				continue
			}
			next := questionOf(game)
			for _, answered := range []bool{false, next != nil} {
				if answered {
					replied(t, game, next, bots)
				}
				back[answered]++
				before := time.Now()
				now := look(t, game, unaware)
				if took := time.Since(before); took > 0 || now.ID != was.ID {
					t.Errorf("event %d is shown after %v, behind %d", now.Event, took, was.Event)
				}
			}
			time.Sleep(2 * usualPause)
		}
	})
	if back[false] == 0 || back[true] == 0 {
		t.Errorf("nobody came back in a pause: %v", back)
	}
}

// look is the game as a viewer is shown it now.
func look(t *testing.T, game *table.Table, v table.Viewer) *table.Frame {
	t.Helper()
	frame, err := game.Frame(v)
	if err != nil {
		t.Fatal(err)
	}
	return frame
}

// questionOf is the question that somebody is asked, nil for none.
func questionOf(game *table.Table) (q *view.Question) {
	_ = game.Look(func(s *play.Session) error {
		for _, at := range s.Seats() {
			q = cmp.Or(q, at.Asked())
		}
		return nil
	})
	return q
}

// replied gives a bot's answer to a question.
func replied(t *testing.T, game *table.Table, q *view.Question, bots []*bot.Random) {
	t.Helper()
	reply := bots[q.Seat-1].Reply(&view.Shape{Shape: q.Shape(), Number: q.Number, Seat: q.Seat})
	a := table.Answer{Number: q.Number, Again: q.Again, Reply: reply}
	if _, err := game.Answer(table.Viewer{Seat: q.Seat, Lang: "en"}, a); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
}
