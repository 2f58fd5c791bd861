//go:build unix

package interp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// What a game costs as it grows: longer, and with more that listens. Nothing here
// passes or fails by time; each benchmark reports what should stay as it is.

// BenchmarkLength plays games of several lengths in turn, their whole logs kept, and
// reports what an event of the shortest costs and how many times more one of the
// longest does.
func BenchmarkLength(b *testing.B) {
	b.Run("rounds", func(b *testing.B) {
		var bots yardBots
		var play []func(seed uint64) int
		for _, rounds := range []int{10, 40, 160, 640} {
			g := longGame(b, rounds, &bots)
			play = append(play, func(seed uint64) int {
				yardPlay(b, g, &bots, seed)
				return g.Counts().Events
			})
		}
		byEvent(b, play)
	})
	b.Run("seasons", func(b *testing.B) {
		var play []func(seed uint64) int
		for _, season := range []string{"abbreviated", "standard", "extended"} {
			tab, err := shipped(b, "bbtm", 4,
				false).Pack.Table(interp.Settings{Seats: 4, GameOptions: map[string]string{"season": season}})
			if err != nil {
				b.Fatal(err)
			}
			g, start := randomGame(b, tab)
			play = append(play, func(seed uint64) int {
				start(rng.Derive(1, int(seed)))
				if _, err := g.Advance(b.Context()); err != nil {
					b.Fatal(err)
				}
				return g.Counts().Events
			})
		}
		byEvent(b, play)
	})
}

// longGame is the yardstick's game with other rounds.
func longGame(b *testing.B, rounds int, bots *yardBots) *engine.Game {
	folder := b.TempDir()
	if err := os.CopyFS(folder, os.DirFS("../testdata/roundcards")); err != nil {
		b.Fatal(err)
	}
	file := filepath.Join(folder, "game.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	changed := strings.Replace(string(text), "times: 10", fmt.Sprintf("times: %d", rounds), 1)
	if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
		b.Fatal(err)
	}
	p, err := interp.Load(folder, interp.With{})
	if err != nil {
		b.Fatal(err)
	}
	tab, err := p.Table(interp.Settings{Seats: yardSeats})
	if err != nil {
		b.Fatal(err)
	}
	g, err := tab.NewGame()
	if err != nil {
		b.Fatal(err)
	}
	for s := engine.Seat(1); s <= yardSeats; s++ {
		g.SetDecider(s, bots.decide)
	}
	return g
}

// byEvent plays the games in turn, each until it has had as many events as the others.
func byEvent(b *testing.B, play []func(seed uint64) (events int)) {
	likeTheProgram(b)
	const some = 100_000
	took, had := make([]time.Duration, len(play)), make([]int, len(play))
	seed := uint64(0)
	for b.Loop() {
		seed++
		for i, play := range play {
			began := processorTime(b)
			for until := had[i] + some; had[i] < until; seed++ {
				had[i] += play(seed)
			}
			took[i] += processorTime(b) - began
		}
	}
	cost := func(i int) float64 { return float64(took[i]) / float64(had[i]) }
	b.ReportMetric(cost(0), "ns/event")
	b.ReportMetric(cost(len(play)-1)/cost(0), "longest/shortest")
}

// BenchmarkListeners raises the same trigger with few and with many cards that listen to
// it, and reports what one more listener costs that does not act.
func BenchmarkListeners(b *testing.B) {
	const few, many, raises = 4, 404, 500
	for _, c := range []struct{ name, refuses string }{
		{"header", `where = {piece = {is = "self"}}`},
		{"when", `when = function(self, ev) return ev.points > 9 end`},
	} {
		b.Run(c.name, func(b *testing.B) {
			likeTheProgram(b)
			var games [2]*engine.Game
			for i, copies := range []int{few, many} {
				games[i] = listening(b, copies, raises, c.refuses)
			}
			var took [2]time.Duration
			for b.Loop() {
				for i, g := range games {
					began := processorTime(b)
					g.Reset(1, nil)
					if _, err := g.Advance(b.Context()); err != nil {
						b.Fatal(err)
					}
					took[i] += processorTime(b) - began
				}
				if got := games[1].Counts().Abilities; got != 0 {
					b.Fatalf("%d abilities acted", got)
				}
			}
			const turns = 6 // of a game; what else it does costs both the same
			b.ReportMetric(float64(took[1]-took[0])/float64(b.N*turns*raises*(many-few)), "ns/listener")
		})
	}
}

// listening is a small game whose turns raise a trigger that cards refuse.
func listening(b *testing.B, copies, raises int, refuses string) *engine.Game {
	p := smalltest.Load(b, map[string]string{
		"game.yaml": strings.Replace(smalltest.Pack["game.yaml"], "    active: {zone: board}\n", "", 1),
		"cards/pieces.yaml": fmt.Sprintf(
			"defaults: {type: piece}\ncards:\n  - {id: ant, name: {en: Ant}, copies: %d, colour: red, rank: 1, "+
				"abilities: [deaf]}\n  - {id: bee, name: {en: Bee}, colour: red, rank: 1}\n", copies),
		"scripts/abilities/deaf.lua": "return ability {\n  on = \"piece.scored\", " + refuses +
			",\n  run = function(self, ev) end,\n}\n",
		"scripts/rules/turn.lua": fmt.Sprintf(
			"local turn = {}\nfunction turn.take(seat)\n  local bee = first{id = \"bee\"}\n"+
				"  for _ = 1, %d do raise(\"piece.scored\", {piece = bee, seat = seat, points = 1}) "+
				"end\nend\nfunction turn.judge() end\nreturn turn\n", raises),
	})
	var l limits.Limits
	for r := range limits.Count {
		l.Step[r], l.Ability[r] = 1<<40, 1<<40
	}
	tab, err := p.Table(interp.Settings{Seats: 2, DropLog: true, Limits: language.Config{Limits: l}})
	if err != nil {
		b.Fatal(err)
	}
	g, err := tab.NewGame()
	if err != nil {
		b.Fatal(err)
	}
	return g
}
