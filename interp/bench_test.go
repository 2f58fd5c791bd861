package interp_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot/table"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
)

// shipped loads a shipped game and lays it out for a number of seats.
func shipped(t testing.TB, name string, seats int, dropLog bool) *interp.Table {
	t.Helper()
	p, err := interp.Load(name, nil, nil)
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
	var bots []table.Player
	for s := 1; s <= tab.Layout.Seats; s++ {
		bot, err := table.New("random", engine.Seat(s), 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		bots = append(bots, bot)
		g.SetDecider(engine.Seat(s), bot.Decide)
	}
	return g, func(seed uint64) {
		for _, b := range bots {
			b.Reset(seed)
		}
		g.Reset(seed)
		g.SetOptions(tab.OptionValues(seed))
	}
}

// benchGames plays whole games on one core and reports what a second holds.
func benchGames(b *testing.B, name string, seats int) {
	g, start := randomGame(b, shipped(b, name, seats, true))
	var decisions, events, triggers, games int
	b.ReportAllocs()
	for b.Loop() {
		start(rng.Derive(1, games))
		if _, err := g.Advance(); err != nil {
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

// midGame plays a season by hand up to an open decision in its middle.
func midGame(b *testing.B) *engine.Game {
	g, start := randomGame(b, shipped(b, "bbtm", 4, false))
	start(7)
	for s := engine.Seat(1); s <= 4; s++ {
		g.SetDecider(s, nil)
	}
	for range 150 {
		if _, err := g.Advance(); err != nil || g.Open() == nil {
			b.Fatal("the season ended too early", err)
		}
		d := g.Open()
		if err := g.Answer(d.Number, d.Seat, d.First(d.Seat)); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := g.Advance(); err != nil {
		b.Fatal(err)
	}
	return g
}

func BenchmarkFork(b *testing.B) {
	g := midGame(b)
	to := g.Fork(g.Scripts())
	b.ReportAllocs()
	for b.Loop() {
		g.ForkInto(to, g.Scripts())
	}
}

func BenchmarkHash(b *testing.B) {
	g := midGame(b)
	b.ReportAllocs()
	for b.Loop() {
		g.State().Hash()
	}
}

func BenchmarkView(b *testing.B) {
	g := midGame(b)
	b.ReportAllocs()
	for b.Loop() {
		view.Of(g, 1)
	}
}

func BenchmarkUndo(b *testing.B) {
	g := midGame(b)
	b.ReportAllocs()
	for b.Loop() {
		d := g.Open()
		if err := g.Answer(d.Number, d.Seat, d.First(d.Seat)); err != nil {
			b.Fatal(err)
		}
		if _, err := g.Advance(); err != nil {
			b.Fatal(err)
		}
		if err := g.Undo(d.Number); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for _, name := range []string{"bbtm", "seven-missions", "football-champions"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := interp.Load(name, nil, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkMachine(b *testing.B) {
	tab := shipped(b, "bbtm", 4, true)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tab.Machine(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRerun runs a step that asks n times, each answer coming from the
// host, so that the step is run n+1 times.
func BenchmarkRerun(b *testing.B) {
	for _, n := range []int{1, 3, 10} {
		b.Run(fmt.Sprintf("answers=%d", n), func(b *testing.B) {
			body := fmt.Sprintf("for i = 1, %d do seat.score = seat.score + choose.one{seat = seat, prompt = \"ask\", from = {1, 2, 3}} end", n)
			p := loadPack(b, map[string]string{"scripts/rules/turn.lua": fmt.Sprintf(chooseHeader, body), "locale/en.yaml": chooseTexts})
			tab, err := p.Table(interp.Settings{Seats: 2})
			if err != nil {
				b.Fatal(err)
			}
			g, err := tab.NewGame()
			if err != nil {
				b.Fatal(err)
			}
			steps := 0
			b.ReportAllocs()
			for b.Loop() {
				g.Reset(1)
				playByHand(b, g, first)
				steps += 6
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(steps)*1e9, "ns/step")
		})
	}
}

// BenchmarkParked measures what a waiting game takes in memory when its Lua
// state serves others: its state and its open step.
func BenchmarkParked(b *testing.B) {
	g := midGame(b)
	const games = 200
	parked := make([]*engine.Game, games)
	var before, after runtime.MemStats
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		for i := range parked {
			parked[i] = g.Fork(nil)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(parked)
		for i := range parked {
			parked[i] = nil
		}
	}
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/games, "B/game")
}
