package interp_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
	"github.com/ruledeck/ruledeck/interp/play"
)

// What one game costs beside being played: to keep, to look at, to save, to
// load. Whole games are in bench_test.go.

// midGame plays a season by hand up to an open decision in its middle.
func midGame(b *testing.B) *engine.Game {
	g, start := randomGame(b, shipped(b, "bbtm", 4, false))
	start(7)
	for s := engine.Seat(1); s <= 4; s++ {
		g.SetDecider(s, nil)
	}
	for range 150 {
		if _, err := g.Advance(b.Context()); err != nil || g.Open() == nil {
			b.Fatal("the season ended too early", err)
		}
		d := g.Open()
		if err := g.Answer(d.Number, d.Seat, d.First(d.Seat)); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := g.Advance(b.Context()); err != nil {
		b.Fatal(err)
	}
	return g
}

// earlyAndLate measures what should cost the same at any length of a game; do gets it
// with what answers its open decision.
func earlyAndLate(b *testing.B, do func(g *engine.Game, next func())) {
	_, g, next := growing(b)
	for _, at := range lengths {
		for g.Log().Len() < at.events {
			next()
		}
		b.Run(at.place, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				do(g, next)
			}
		})
	}
}

func BenchmarkFork(b *testing.B) {
	earlyAndLate(b, func(g *engine.Game, _ func()) { g.Fork(nil) })
}

// BenchmarkPast looks at the beginning of a game.
func BenchmarkPast(b *testing.B) {
	earlyAndLate(b, func(g *engine.Game, _ func()) { g.Past(0) })
}

func BenchmarkHash(b *testing.B) {
	g := midGame(b)
	b.ReportAllocs()
	for b.Loop() {
		g.Position().State().Hash()
	}
}

func BenchmarkView(b *testing.B) {
	g := midGame(b)
	b.ReportAllocs()
	for b.Loop() {
		view.Of(g.Position(), 1)
	}
}

// BenchmarkSave writes a game as its journal.
func BenchmarkSave(b *testing.B) {
	g := midGame(b)
	b.ReportAllocs()
	for b.Loop() {
		recorded(b, g)
	}
}

func recorded(b *testing.B, g *engine.Game) []byte {
	r, err := replay.NewRecord(g, make([]string, 4))
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Game = "bbtm"
	return r.Journal().Encode()
}

// BenchmarkResume plays a game back from its journal.
func BenchmarkResume(b *testing.B) {
	data := recorded(b, midGame(b))
	t := shipped(b, "bbtm", 4, false)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		j, err := replay.Decode(data)
		if err != nil {
			b.Fatal(err)
		}
		settings := play.Settings{Players: make([]play.Player, 4)}
		if _, err := play.Resume(context.Background(), play.Recorded(t, &j.Header), j.Answers(), settings); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkUndo answers a decision and takes the answer back.
func BenchmarkUndo(b *testing.B) {
	earlyAndLate(b, func(g *engine.Game, next func()) {
		number := g.Open().Number
		next()
		if err := g.Undo(b.Context(), number); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	for _, name := range []string{"bbtm", "seven-missions", "football-champions"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := interp.Load(name, interp.With{}); err != nil {
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
			body := fmt.Sprintf("for i = 1, %d do seat.score = seat.score + choose.one{seat = seat, prompt = "+
				"\"ask\", from = {1, 2, 3}} end", n)
			p := smalltest.Load(b, map[string]string{"scripts/rules/turn.lua": fmt.Sprintf(smalltest.Asking, body),
				"locale/en.yaml": smalltest.AskingTexts})
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
				g.Reset(1, nil)
				smalltest.PlayByHand(b, g, smalltest.First)
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
	b.ReportAllocs()
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

// BenchmarkWorker measures what a worker takes in memory: a Lua state with the
// scripts of a pack, and one game.
func BenchmarkWorker(b *testing.B) {
	tab := shipped(b, "bbtm", 4, true)
	const workers = 10
	kept := make([]*engine.Game, workers)
	var before, after runtime.MemStats
	b.ReportAllocs()
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		for i := range kept {
			g, start := randomGame(b, tab)
			start(uint64(i))
			if _, err := g.Advance(b.Context()); err != nil {
				b.Fatal(err)
			}
			kept[i] = g
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(kept)
		clear(kept)
	}
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/workers, "B/worker")
}
