package play_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/play"
)

// TestChanceIsKept: what a host answers for chance is in the journal, and comes
// back with the answers of the seats.
func TestChanceIsKept(t *testing.T) {
	p, err := interp.Load("football-champions", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := p.Table(interp.Settings{Seats: 2, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	start := func() (*interp.Table, *engine.Game, error) {
		m, err := table.Machine()
		if err != nil {
			return nil, nil, err
		}
		setup := table.Setup(m, 3)
		setup.AskChance = true
		return table, engine.New(setup), nil
	}
	var kept []replay.Entry
	s, err := play.New(start, play.Settings{Players: make([]play.Player, 2), Keep: keeping(&kept)})
	if err != nil {
		t.Fatal(err)
	}
	chances := 0
	for n := 0; n < 120; n++ {
		if status, err := s.Advance(t.Context()); err != nil || status != engine.Waiting {
			t.Fatalf("%v, %v", status, err)
		}
		d := s.Position().Open()
		if d.Chance != nil {
			chances++
			// The last of the candidates, which the seed seldom takes.
			key := s.Position().Layout.ChoiceKey(d.Options[len(d.Options)-1])
			if err := s.Chance(d.Number, "none of them"); err == nil || !strings.Contains(err.Error(), "none of them") {
				t.Fatalf("what is not offered: %v", err)
			}
			if err := s.Chance(d.Number, key); err != nil {
				t.Fatal(err)
			}
			continue
		}
		for _, at := range s.Seats() {
			if s.Position().Open() == d && d.Waits(at.Number()) {
				if err := at.Reply(d.Number, d.First(at.Number())); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	j := &replay.Journal{Header: s.Header("football-champions", nil), Entries: kept}
	data := j.Encode()
	if got := strings.Count(string(data), `{"chance":`); chances < 20 || got != chances {
		t.Fatalf("%d answers for chance, %d in the journal", chances, got)
	}
	again, err := replay.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	r, err := play.Resume(t.Context(), play.Recorded(table, &again.Header), again.Answers(),
		play.Settings{Players: make([]play.Player, 2)})
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []*play.Session{s, r} {
		if _, err := of.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if s.Position().Hash() != r.Position().Hash() || s.Position().Log().Hash() != r.Position().Log().Hash() {
		t.Error("the game comes back otherwise")
	}
	// A journal whose game was the seed's cannot hold answers for chance.
	plain := *j
	plain.Header.Chance = false
	if _, err := replay.Decode(plain.Encode()); err == nil ||
		!strings.Contains(err.Error(), "the seed decides for chance in this game") {
		t.Errorf("%v", err)
	}
	// Where nobody is at hand who answers for chance, a session's own does.
	r, err = play.Resume(t.Context(), play.Recorded(table, &again.Header), again.Answers(),
		play.Settings{Players: make([]play.Player, 2), Chance: play.Drawn(7)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Advance(t.Context()); err != nil || r.Position().Open().Chance != nil {
		t.Errorf("chance still waits: %v", err)
	}
}

// stubborn answers for chance a few times, and fails then.
type stubborn struct{ left, asked int }

func (s *stubborn) Kind() string { return "stubborn" }

func (s *stubborn) Play(ctx context.Context, at *play.Seat) error {
	s.asked++
	if s.asked > s.left {
		return errors.New("chance is at an end")
	}
	return play.Drawn(1).Play(ctx, at)
}

// TestChanceFails: where the player who answers for chance fails the game says so, and what was
// answered before is kept.
func TestChanceFails(t *testing.T) {
	p, err := interp.Load("football-champions", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := p.Table(interp.Settings{Seats: 2, Seed: 3, AskChance: true})
	if err != nil {
		t.Fatal(err)
	}
	bots, err := play.NewBots([]string{"random", "random"})
	if err != nil {
		t.Fatal(err)
	}
	var kept []replay.Entry
	chance := &stubborn{left: 5}
	s, err := play.New(play.From(table), play.Settings{Players: bots, Chance: chance, Keep: keeping(&kept)})
	if err != nil {
		t.Fatal(err)
	}
	status, err := s.Advance(t.Context())
	if status != engine.Waiting || err == nil || err.Error() != "chance is at an end" || chance.asked != 6 {
		t.Error(status, err, chance.asked)
	}
	chances := 0
	for _, e := range kept {
		if e.Answer != nil && e.Answer.Seat == 0 {
			chances++
		}
	}
	if chances != 5 || s.Position().Open() == nil {
		t.Errorf("%d answers for chance are kept; open is %v", chances, s.Position().Open())
	}
}
