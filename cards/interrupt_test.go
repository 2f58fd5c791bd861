package cards_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/play"
)

// TestInterrupted: wherever a game is interrupted, in a script or in a bot's thoughts, also while a
// step is run again for a person's answer,
// it stands as before the step, with nothing more in its journal, and plays on to the
// same end with the same journal as one that nobody interrupts.
func TestInterrupted(t *testing.T) {
	for _, game := range games(t) {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			tbl, err := load(t, game, nil).Table(interp.Settings{Seats: 2, Seed: 5})
			if err != nil {
				t.Fatal(err)
			}
			begin := func(journal *bytes.Buffer) *play.Session {
				bot, err := play.NewBot("search:6:depth=1")
				if err != nil {
					t.Fatal(err)
				}
				kept := (&replay.Journal{}).Continue(journal)
				s, err := play.New(play.From(tbl), play.Settings{Players: []play.Player{bot, nil}, Keep: kept.Keep})
				if err != nil {
					t.Fatal(err)
				}
				return s
			}
			var whole, parts bytes.Buffer
			want, s := begin(&whole), begin(&parts)
			person := bot.NewRandom(2, 7)
			answer := func(s *play.Session) {
				d := s.Position().Open()
				if err := s.Seat(2).Reply(d.Number, person.Decide(t.Context(), s.Position(), d, 2)); err != nil {
					t.Fatal(err)
				}
			}
			for status := engine.Going; status != engine.Ended; {
				if status, err = want.Advance(t.Context()); err != nil {
					t.Fatal(err)
				}
				if status == engine.Waiting {
					answer(want)
				}
			}
			points := rand.New(rand.NewPCG(1, 2))
			interrupted, tries := 0, 0
			for over := false; !over; {
				before, kept, asked := standsAt(s), parts.Len(), s.Answers()
				within, stop := context.WithCancel(t.Context())
				ctx := &fuse{Context: within, stop: stop, left: -1}
				if tries++; tries <= 3 { // or it would never come to its end
					ctx.left = 1 + points.IntN(60)
					time.AfterFunc(time.Duration(points.IntN(600))*time.Microsecond, stop)
				}
				status, err := s.Step(ctx)
				stop()
				switch {
				case err == nil && status == engine.Waiting:
					answer(s)
				case err == nil:
					over, tries = status == engine.Ended, 0
				case !errors.Is(err, context.Canceled) || status != engine.Going:
					t.Fatal(status, err)
				default:
					interrupted++
					if standsAt(s) != before || parts.Len() != kept || len(s.Answers()) != len(asked) {
						t.Fatalf("interrupted after decision %d it stands elsewhere", s.Position().Decisions())
					}
				}
			}
			if standsAt(s) != standsAt(want) || !bytes.Equal(parts.Bytes(), whole.Bytes()) {
				t.Errorf("interrupted %d times it comes to another end", interrupted)
			}
			if interrupted < 20 {
				t.Errorf("interrupted %d times only", interrupted)
			}
		})
	}
}

// fuse is a context that ends when it has been looked at so often: the beginning of a
// step looks at it, and a bot before each world.
type fuse struct {
	context.Context
	stop func()
	left int
}

func (f *fuse) look() {
	if f.left--; f.left == 0 {
		f.stop()
	}
}

func (f *fuse) Done() <-chan struct{} {
	f.look()
	return f.Context.Done()
}

func (f *fuse) Err() error {
	f.look()
	return f.Context.Err()
}

// stand is where a game stands.
type stand struct {
	state, log uint64
	decisions  int
	open       bool
}

func standsAt(s *play.Session) stand {
	p := s.Position()
	return stand{p.Hash(), p.Log().Hash(), p.Decisions(), p.Open() != nil}
}
