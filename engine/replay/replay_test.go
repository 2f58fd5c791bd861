package replay_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/internal/tinytest"
	"github.com/ruledeck/ruledeck/engine/replay"
)

const seats = 3

var kinds = []string{"human", "random", "some bot, with a comma"}

// setup is the tiny pack with options, in which nobody decides in process.
func setup(t testing.TB, seed uint64) engine.Setup {
	t.Helper()
	p := tinytest.Pack()
	p.Version = "1.2.0"
	p.Symbols = append(p.Symbols, "long", "a, b")
	long, odd := engine.WordValue(engine.Symbol(len(p.Symbols)-2)), engine.WordValue(engine.Symbol(len(p.Symbols)-1))
	p.GameOptions = []engine.GameOption{{Name: "season"}, {Name: "limit", Number: true}, {Name: "first", Seat: true},
		{Name: "teams", PerSeat: true}}
	l, err := engine.NewLayout(p, seats)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Setup{
		Layout: l, Scripts: tinytest.Scripts{}, Seed: seed,
		GameOptions: [][]engine.Value{{long}, {engine.Num(-7)}, {engine.SeatValue(2)}, {long, odd, long}},
	}
}

// answering plays on with random answers of a seed until the decision with
// number until is open, or the game is over.
func answering(t testing.TB, g *engine.Game, seed uint64, until int) {
	t.Helper()
	var bots [seats + 1]bot.Player
	for s := 1; s <= seats; s++ {
		b, err := bot.New("random", engine.Seat(s), seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		bots[s] = b
	}
	for {
		status, err := g.Advance(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		d := g.Open()
		if status == engine.Ended || d.Number == until {
			return
		}
		for s := engine.Seat(1); s <= seats; s++ {
			if g.Open() == d && d.Waits(s) {
				if err := g.Answer(d.Number, s, bots[s].Decide(t.Context(), g.Position(), d, s)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// same reports whether two games stand alike and have one log.
func same(a, b *engine.Game) string {
	switch {
	case a.Position().Hash() != b.Position().Hash():
		return "the states differ:\n" + cmp.Diff(a.Layout().Dump(a.Position().State()),
			b.Layout().Dump(b.Position().State()))
	case a.Log().Len() != b.Log().Len() || a.Log().Hash() != b.Log().Hash():
		return fmt.Sprintf("the logs differ: %d and %d events", a.Log().Len(), b.Log().Len())
	}
	return cmp.Diff(a.Open(), b.Open())
}

// atSecret plays to an open secret decision.
func atSecret(t testing.TB, g *engine.Game, seed uint64) *engine.Decision {
	t.Helper()
	for n := 1; n < 40; n++ {
		answering(t, g, seed, n)
		if d := g.Open(); d != nil && d.Secret && d.Waits(1) && d.Waits(2) && d.Waits(3) {
			return d
		}
	}
	t.Fatal("there is no secret decision")
	return nil
}

func TestRecordsNeedAKindForEverySeat(t *testing.T) {
	g := engine.New(setup(t, 1))
	if _, err := replay.NewRecord(g, kinds[:2]); err == nil {
		t.Error("recorded")
	}
}

func TestHeaders(t *testing.T) {
	start := func(change func(h *replay.Header, s *engine.Setup)) error {
		h, s := replay.HeaderOf(engine.New(setup(t, 99)), kinds), setup(t, 1)
		change(&h, &s)
		_, err := h.Start(s)
		return err
	}
	option := func(name, value string) func(h *replay.Header, s *engine.Setup) {
		return func(h *replay.Header, _ *engine.Setup) {
			for i := range h.GameOptions {
				if h.GameOptions[i].Name == name {
					h.GameOptions[i].Values = []string{value}
				}
			}
		}
	}
	for want, change := range map[string]func(h *replay.Header, s *engine.Setup){
		"the game was kept with the pack huge, but here it is tiny": func(h *replay.Header, _ *engine.Setup) {
			h.Pack = "huge"
		},
		"the game was kept with a number of seats: 2, but here it is 3": func(h *replay.Header, _ *engine.Setup) {
			h.Seats = h.Seats[:2]
		},
		"the game was kept with the option reason, which tiny does not have": func(h *replay.Header, _ *engine.Setup) {
			h.GameOptions[0].Name = "reason"
		},
		`option season cannot be "longer"`: option("season", "longer"),
		`option limit cannot be "few"`:     option("limit", "few"),
		`option first cannot be "9"`:       option("first", "9"),
	} {
		if err := start(change); err == nil || err.Error() != want {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	// An option that the pack did not have then is as the setup has it.
	if err := start(func(h *replay.Header, _ *engine.Setup) { h.GameOptions = h.GameOptions[1:] }); err != nil {
		t.Error(err)
	}
}

func TestGamesSetUpByHandAreNotRecorded(t *testing.T) {
	g := engine.New(setup(t, 5))
	err := g.Edit(func(p *engine.Editor) error { return p.Put(3, g.Layout().ZoneOf(tinytest.Heap, 0, 0), engine.Top) })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := replay.NewRecord(g, kinds); err == nil {
		t.Error("recorded")
	}
}
