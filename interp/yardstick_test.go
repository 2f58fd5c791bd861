//go:build unix

package interp_test

import (
	"context"
	"maps"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
)

// The yardstick: the game of testdata/roundcards, written again in plain Go
// with a fresh state for each game and a fresh list of moves for each decision.
// What the pack takes more than this is what scripting costs.

const (
	yardSeats  = 4
	yardHand   = 5
	yardRounds = 10
)

// yardPass is the move of not playing a card.
const yardPass = -1

type yardState struct {
	deck, discard, pile []int // the top is the last
	hands               [yardSeats][]int
	scores              [yardSeats]int
}

// yardChooser picks one of n moves for a seat; one move alone is never asked.
type yardChooser func(seat, n int) int

func yardRank(card int) int { return card % 15 }

// yardGame plays a game and returns its end.
func yardGame(seed uint64, choose yardChooser) *yardState {
	s := &yardState{deck: yardDeck(seed)}
	for seat := range s.hands {
		for range yardHand {
			s.hands[seat] = append(s.hands[seat], s.take(&s.deck))
		}
	}
	ask := func(seat, n int) int {
		if n == 1 {
			return 0
		}
		return choose(seat, n)
	}
	for range yardRounds {
		for seat := range yardSeats {
			s.draw(seat, ask)
		}
		for seat := range yardSeats {
			s.play(seat, ask)
		}
		for seat := range yardSeats {
			s.shed(seat, ask)
		}
	}
	return s
}

// yardDeck is the shuffled deck, as the engine's stream for it gives it.
func yardDeck(seed uint64) []int {
	var source rng.Source
	source.Seed(seed, rng.Name("deck"), 0)
	deck := make([]int, 60)
	for i := range deck {
		deck[i] = i
	}
	rng.Shuffle(&source, deck)
	slices.Reverse(deck)
	return deck
}

func (s *yardState) take(from *[]int) int {
	n := len(*from) - 1
	card := (*from)[n]
	*from = (*from)[:n]
	return card
}

func (s *yardState) draw(seat int, ask yardChooser) {
	if len(s.deck) == 0 {
		s.deck, s.discard = s.discard, nil
	}
	var moves []*[]int
	if len(s.deck) > 0 {
		moves = append(moves, &s.deck)
	}
	if len(s.pile) > 0 {
		moves = append(moves, &s.pile)
	}
	if len(moves) > 0 {
		s.hands[seat] = append(s.hands[seat], s.take(moves[ask(seat, len(moves))]))
	}
}

func (s *yardState) play(seat int, ask yardChooser) {
	moves := append(slices.Clone(s.hands[seat]), yardPass)
	card := moves[ask(seat, len(moves))]
	if card == yardPass {
		return
	}
	if n := len(s.pile); n == 0 || yardRank(card) > yardRank(s.pile[n-1]) {
		s.scores[seat] += yardRank(card)
	}
	s.pile = append(s.pile, card)
	s.drop(seat, card)
}

func (s *yardState) shed(seat int, ask yardChooser) {
	if len(s.hands[seat]) <= yardHand {
		return
	}
	moves := slices.Clone(s.hands[seat])
	card := moves[ask(seat, len(moves))]
	s.discard = append(s.discard, card)
	s.drop(seat, card)
}

func (s *yardState) drop(seat, card int) {
	i := slices.Index(s.hands[seat], card)
	s.hands[seat] = slices.Delete(s.hands[seat], i, i+1)
}

// yardBots are the random players of both forms: one stream a seat.
type yardBots struct {
	streams [yardSeats]rng.Source
	reply   [1]int
}

func (b *yardBots) reset(seed uint64) {
	for seat := range b.streams {
		b.streams[seat].Seed(seed, uint64(seat), 0)
	}
}

func (b *yardBots) choose(seat, n int) int { return b.streams[seat].Below(n) }

func (b *yardBots) decide(_ context.Context, _ *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
	b.reply[0] = b.choose(int(seat-1), len(d.OptionsOf(seat)))
	return b.reply[:]
}

// yardPack makes a game of the pack whose bots are b.
func yardPack(t testing.TB, b *yardBots) *engine.Game {
	t.Helper()
	p, err := interp.Load("../testdata/roundcards", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := p.Table(interp.Settings{Seats: yardSeats, DropLog: true})
	if err != nil {
		t.Fatal(err)
	}
	g, err := table.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	for s := engine.Seat(1); s <= yardSeats; s++ {
		g.SetDecider(s, b.decide)
	}
	return g
}

func yardPlay(t testing.TB, g *engine.Game, b *yardBots, seed uint64) {
	b.reset(seed)
	g.Reset(seed, nil)
	if _, err := g.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestYardstick: the pack and the plain Go play the same games.
func TestYardstick(t *testing.T) {
	var bots yardBots
	g := yardPack(t, &bots)
	for seed := uint64(1); seed <= 200; seed++ {
		bots.reset(seed)
		want := yardGame(seed, bots.choose)
		yardPlay(t, g, &bots, seed)
		for seat := range yardSeats {
			score, err := g.Position().SeatAttribute(engine.Seat(seat+1), 0)
			if err != nil || int(score.N) != want.scores[seat] {
				t.Fatalf("seed %d, seat %d: %d points in the pack (%v), %d in Go", seed, seat+1, score.N,
					err, want.scores[seat])
			}
			hand := g.Position().CardsIn(nil, g.Layout().ZoneOf(4, engine.Seat(seat+1), 0))
			if len(hand) != len(want.hands[seat]) {
				t.Fatalf("seed %d, seat %d: %d cards in the pack's hand, %d in Go's", seed, seat+1,
					len(hand), len(want.hands[seat]))
			}
			for i, c := range hand {
				if int(c)-1 != want.hands[seat][i] {
					t.Fatalf("seed %d, seat %d: card %d of the hand is %d in the pack, %d in Go", seed, seat+1, i,
						c-1, want.hands[seat][i])
				}
			}
		}
	}
}

// BenchmarkYardstick plays the same games in both forms, in turn, and reports
// how many times longer the pack takes.
func BenchmarkYardstick(b *testing.B) {
	var bots yardBots
	g := yardPack(b, &bots)
	yardRatio(b, "pack/go", &bots, func(seed uint64) { yardPlay(b, g, &bots, seed) })
}

// yardRatio plays games in one form and in plain Go, in turn, and reports how many
// times longer they take.
func yardRatio(b *testing.B, unit string, bots *yardBots, play func(seed uint64)) {
	likeTheProgram(b)
	w := watch{bots: bots, some: 50, play: play}
	b.ReportAllocs()
	for b.Loop() {
		w.round(b)
	}
	b.ReportMetric(w.ratio(), unit)
}

// watch measures how many times longer a game takes than the yardstick in plain Go, by
// the processor's time of both, garbage collection included, each in its best round: another
// program beside it, which takes the caches, makes a round longer and never shorter.
type watch struct {
	bots   *yardBots
	some   int // games in a round
	play   func(seed uint64)
	rounds int
	// form and plain are the least times of a game.
	form, plain float64
}

// plainGames is how many games in plain Go are played in a round: they are short.
const plainGames = 5000

func (w *watch) round(t testing.TB) {
	from := uint64(w.rounds * w.some)
	began := processorTime(t)
	for i := range w.some {
		w.play(from + uint64(i))
	}
	middle := processorTime(t)
	for i := range uint64(plainGames) {
		w.bots.reset(from + i)
		yardGame(from+i, w.bots.choose)
	}
	form := float64(middle-began) / float64(w.some)
	plain := float64(processorTime(t)-middle) / plainGames
	if w.rounds == 0 {
		w.form = form
		w.plain = plain
	}
	w.form = min(w.form, form)
	w.plain = min(w.plain, plain)
	w.rounds++
}

// ratio returns that of the rounds so far.
func (w *watch) ratio() float64 { return w.form / w.plain }

// TestRatios prints how many times longer than the yardstick in plain Go the yardstick
// and the shipped games take, in hundredths, beside what .ci/budget expects. Machines
// differ, and so do their moments: a quarter longer fails.
func TestRatios(t *testing.T) {
	likeTheProgram(t)
	var bots yardBots
	g := yardPack(t, &bots)
	watches := map[string]*watch{
		"yardstick": {bots: &bots, some: 250, play: func(seed uint64) { yardPlay(t, g, &bots, seed) }},
	}
	for name, seats := range map[string]int{"bbtm": 4, "seven-missions": 2, "football-champions": 2} {
		season, start := randomGame(t, shipped(t, name, seats, true))
		watches[name] = &watch{bots: &bots, some: 10, play: func(seed uint64) {
			start(rng.Derive(1, int(seed)))
			if _, err := season.Advance(t.Context()); err != nil {
				t.Fatal(err)
			}
		}}
	}
	expected := budgetOfCosts(t, "time-")
	most := maps.Clone(expected)
	for f := range most {
		most[f] += most[f] / 4
	}
	got := map[figure]int{}
	for round := range 90 {
		for name, w := range watches {
			w.round(t)
			got[figure{"time-ratio", name}] = int(100 * w.ratio())
		}
		if round >= 14 && len(overBudget(got, most)) == 0 {
			break // a busy machine needs more rounds until one is undisturbed
		}
	}
	for _, f := range inOrder(got) {
		t.Logf("%-20s takes %4d.%02d times as long as the yardstick in plain Go; expected are %4d.%02d", f.place,
			got[f]/100, got[f]%100, expected[f]/100, expected[f]%100)
	}
	for _, wrong := range overBudget(got, most) {
		t.Error(wrong + ", a quarter above what is expected")
	}
}

// processorTime is what all threads of the program have taken so far.
func processorTime(t testing.TB) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
