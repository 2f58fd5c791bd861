package record

import (
	"os"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

// TestStateToScenarioToState plays random games of all packs, writes positions
// of theirs as text, and reads them back: the games must stand alike.
func TestStateToScenarioToState(t *testing.T) {
	games := 1
	if os.Getenv("RULEDECK_FULL") != "" {
		games = 20
	}
	for _, pack := range []struct {
		name  string
		seats []int
	}{{"bbtm", []int{2, 3, 4}}, {"seven-missions", []int{1, 2, 3}}, {"football-champions", []int{2}}} {
		for _, seats := range pack.seats {
			t.Run(pack.name, func(t *testing.T) {
				for i := range games {
					written(t, pack.name, seats, rng.Derive(uint64(seats), i))
				}
			})
		}
	}
}

// randomGame starts a game that random bots play.
func randomGame(t *testing.T, b *position.Fixture, seed uint64) *engine.Game {
	t.Helper()
	m, err := b.Machine()
	if err != nil {
		t.Fatal(err)
	}
	setup := b.Setup(m, seed)
	for s := 1; s <= b.Layout.Seats; s++ {
		player, err := bot.New("random", engine.Seat(s), seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		setup.Deciders[s] = player.Decide
	}
	return engine.New(setup)
}

func openBookFor(t *testing.T, game string, seats int, options map[string]string) *position.Fixture {
	t.Helper()
	p, err := interp.Load(game, interp.With{GameOptions: options})
	if err != nil {
		t.Fatal(err)
	}
	at, err := p.Table(interp.Settings{Seats: seats, GameOptions: options})
	if err != nil {
		t.Fatal(err)
	}
	return position.NewFixture(at, nil)
}

// stepsApart is how many steps lie between the positions that are looked at.
const stepsApart = 11

func written(t *testing.T, game string, seats int, seed uint64) {
	b := openBookFor(t, game, seats, nil)
	// What is random in the options is settled by seed 0 in scenarios.
	g := randomGame(t, b, seed)
	g.Reset(seed, b.OptionValues(0))
	n, most, all := 0, 0, 0
	for steps := 0; ; steps++ {
		status, err := g.AdvanceStep(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if status == engine.Ended {
			break
		}
		if (steps+int(seed%stepsApart))%stepsApart != 0 {
			continue
		}
		given, err := NewRecorder(t.Context(), b).given(g, false)
		if err != nil {
			t.Fatalf("seed %d, step %d: %s", seed, steps, err)
		}
		n++
		text := Text(given)
		most, all = max(most, len(text)), all+strings.Count(text, "\n")
		readBack(t, b, g, text)
	}
	t.Logf("%d seats: %d positions, the longest has %d characters, one has %d lines on average", seats,
		n, most, all/max(n, 1))
}

// readBack reads a position as text and compares it with the game.
func readBack(t *testing.T, b *position.Fixture, g *engine.Game, text string) {
	t.Helper()
	report := &diag.List{}
	node := source.Read("given.yaml", []byte(text), report)
	if report.HasErrors() {
		t.Fatalf("%v\n%s", report.Sorted(), text)
	}
	if node == nil {
		node = source.NewMap()
	}
	m, err := b.Take()
	if err != nil {
		t.Fatal(err)
	}
	defer b.Give(m)
	have, _, err := b.Load(t.Context(), b.Setup(m, 0), node)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	want := engine.Continue(b.Setup(m, 0), g.Position())
	if err := want.Edit(func(p *engine.Editor) error { return p.Seek() }); err != nil {
		t.Fatal(err)
	}
	if !have.Position().Canonical().Equal(want.Position().Canonical()) {
		t.Fatalf("read back the position differs:\n%s\nwas\n%s\nis\n%s", text,
			b.Layout.Dump(want.Position().Canonical()), b.Layout.Dump(have.Position().Canonical()))
	}
}
