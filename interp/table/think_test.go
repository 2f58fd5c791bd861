package table_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/play"
)

// thinker looks ahead for as long as somebody lets it.
type thinker struct {
	play.Player
	begun chan context.Context
	done  chan struct{}
	wrong error
}

func (b *thinker) Kind() string { return "search:test" }

func (b *thinker) Play(ctx context.Context, at *play.Seat) error {
	b.begun <- ctx
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-b.done:
	}
	if b.wrong != nil {
		return b.wrong
	}
	q := at.Question()
	return at.Reply(q.Number, q.First())
}

// TestThinksBeside: while a bot thinks the table is shown, gone through, and taken back;
// what it finds after that is forgotten.
func TestThinksBeside(t *testing.T) {
	bot := &thinker{begun: make(chan context.Context, 10), done: make(chan struct{})}
	s := people(2)
	s.Players[1] = bot
	s.Open = true
	s.FreeUndo = true
	game := lay(t, starting("../play/testdata/stall", 2, 4), s)
	says(t, game, `"wait"`)
	says(t, game, `"wait"`)
	thinking := <-bot.begun
	f, err := game.Frame(at(1))
	if err != nil || f.Scene.Ask != nil || !slices.Equal(f.Scene.Waiting, view.Seats{2}) ||
		slices.Contains(f.Can, "answer") {
		t.Fatalf("%v, %+v", err, f)
	}
	for _, path := range []string{"past", "graph"} {
		if status, body := game.Call(at(1), path, []byte(`{"at": 3}`)); status != 200 {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	if _, err := game.Undo(1); err != nil {
		t.Fatal(err)
	}
	<-thinking.Done()
	if seat, q := open(t, game); seat != 1 || q.Number != 2 {
		t.Errorf("decision %d of seat %d is open", q.Number, seat)
	}
	says(t, game, `"draw"`)
	<-bot.begun
	frames, _, err := game.Listen(at(1), "")
	if err != nil {
		t.Fatal(err)
	}
	close(bot.done)
	for f := range frames {
		if f.Scene.Ask != nil {
			break
		}
	}
	var kinds []string
	_ = game.Look(func(s *play.Session) error { kinds = s.Kinds(); return nil })
	if !slices.Equal(kinds, []string{"human", "search:test"}) {
		t.Error(kinds)
	}
}

// TestThinksWrong: a bot that has no answer stops the game, and that is told.
func TestThinksWrong(t *testing.T) {
	bot := &thinker{begun: make(chan context.Context, 1), done: make(chan struct{}), wrong: errors.New("no idea")}
	s := people(2)
	s.Players[0] = bot
	failed := make(chan error, 10)
	s.Rested = func(_ *play.Session, failure error) { failed <- failure }
	lay(t, starting("../play/testdata/stall", 2, 4), s)
	<-failed
	close(bot.done)
	if err := <-failed; err == nil || !strings.Contains(err.Error(), "no idea") {
		t.Error(err)
	}
}

// TestSame: bots that think beside the game answer what they answer in it.
func TestSame(t *testing.T) {
	s := people(2)
	for i := range s.Players {
		bot, err := play.NewBot("search:5")
		if err != nil {
			t.Fatal(err)
		}
		s.Players[i] = bot
	}
	in, err := play.New(starting("../play/testdata/stall", 2, 4), s.Settings)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := in.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	beside := lay(t, starting("../play/testdata/stall", 2, 4), s)
	frames, _, err := beside.Listen(at(0), "")
	if err != nil {
		t.Fatal(err)
	}
	for f := range frames {
		if f.Scene.Over != nil {
			break
		}
	}
	_ = beside.Look(func(s *play.Session) error {
		if diff := cmp.Diff(in.Answers(), s.Answers()); diff != "" ||
			s.Position().Log().Hash() != in.Position().Log().Hash() {
			t.Errorf("(-in +beside):\n%s", diff)
		}
		return nil
	})
}
