package interp_test

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
)

// shipped loads a shipped game and lays it out for a number of seats.
func shipped(t testing.TB, name string, seats int, dropLog bool) *interp.Table {
	t.Helper()
	p, err := interp.Load(name, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	tab, err := p.Table(interp.Settings{Seats: seats, DropLog: dropLog})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// randomGame makes a game with random bots, and a function that starts it anew.
func randomGame(t testing.TB, tab *interp.Table) (*engine.Game, func(seed uint64)) {
	t.Helper()
	g, err := tab.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	return g, withRandomBots(t, tab, g)
}

// withRandomBots seats random bots at a game, and returns what starts it anew.
func withRandomBots(t testing.TB, tab *interp.Table, g *engine.Game) func(seed uint64) {
	t.Helper()
	var bots []bot.Player
	for s := 1; s <= tab.Layout.Seats; s++ {
		bot, err := bot.New("random", engine.Seat(s), 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		bots = append(bots, bot)
		g.SetDecider(engine.Seat(s), bot.Decide)
	}
	return func(seed uint64) {
		for i, b := range bots {
			b.Reset(seed, engine.Seat(i+1))
		}
		g.Reset(seed, tab.OptionValues(seed))
	}
}

// likeTheProgram collects memory as seldom as the program does when it plays
// many games (see sim in the command line).
func likeTheProgram(t testing.TB) {
	if os.Getenv("GOGC") == "" {
		before := debug.SetGCPercent(400)
		t.Cleanup(func() { debug.SetGCPercent(before) })
	}
}

// benchGames plays whole games on one core and reports what a second holds.
func benchGames(b *testing.B, name string, seats int) {
	likeTheProgram(b)
	g, start := randomGame(b, shipped(b, name, seats, true))
	var decisions, events, triggers, games int
	b.ReportAllocs()
	for b.Loop() {
		start(rng.Derive(1, games))
		if _, err := g.Advance(b.Context()); err != nil {
			b.Fatal(err)
		}
		c := g.Counts()
		decisions, events, triggers, games = decisions+c.Decisions, events+c.Events, triggers+c.Triggers, games+1
	}
	seconds := b.Elapsed().Seconds()
	b.ReportMetric(float64(games)/seconds, "games/s")
	b.ReportMetric(float64(decisions)/seconds, "decisions/s")
	b.ReportMetric(float64(events)/seconds, "events/s")
	b.ReportMetric(float64(triggers)/seconds, "triggers/s")
	b.ReportMetric(seconds/float64(max(decisions, 1))*1e9, "ns/decision")
}

func BenchmarkSeason(b *testing.B)   { benchGames(b, "bbtm", 4) }
func BenchmarkMissions(b *testing.B) { benchGames(b, "seven-missions", 2) }
func BenchmarkMatch(b *testing.B)    { benchGames(b, "football-champions", 2) }

// worker is one worker's game and bots, as sim keeps them.
type worker struct {
	game  *engine.Game
	start func(seed uint64)
}

func (w *worker) Tally() *view.Tally { return nil }

func (w *worker) Bots() []string { return nil }

func (w *worker) Answer(_ context.Context, g *engine.Game) error { return sim.Unanswered(g) }

func (w *worker) End(*engine.Game, error) {}

func (w *worker) Start(_ context.Context, _ int, seed uint64) (*engine.Game, error) {
	w.start(seed)
	return w.game, nil
}

// BenchmarkWorkers plays the same seasons with one worker and with two, in turn,
// and reports how many times faster two are.
func BenchmarkWorkers(b *testing.B) {
	if runtime.GOMAXPROCS(0) < 2 {
		b.Skip("one processor")
	}
	likeTheProgram(b)
	tab := shipped(b, "bbtm", 4, true)
	workers := [2]*worker{}
	for i := range workers {
		g, start := randomGame(b, tab)
		workers[i] = &worker{g, start}
	}
	var took [2]time.Duration
	b.ReportAllocs()
	for b.Loop() {
		for n := range took {
			began := time.Now()
			_, err := sim.Run(context.Background(), sim.Config{
				Games: 40, Seed: 1, Seats: 4, Workers: n + 1,
				New: func(i int) (sim.Player, error) { return workers[i], nil },
			})
			if err != nil {
				b.Fatal(err)
			}
			took[n] += time.Since(began)
		}
	}
	b.ReportMetric(float64(took[0])/float64(took[1]), "two/one")
}

// BenchmarkFirstDecision reads a pack and begins a game, up to its first question.
func BenchmarkFirstDecision(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		g, err := shipped(b, "bbtm", 4, false).NewGame()
		if err != nil {
			b.Fatal(err)
		}
		if _, err := g.Advance(b.Context()); err != nil || g.Open() == nil {
			b.Fatal("no decision is open", err)
		}
	}
}
