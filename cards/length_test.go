package cards_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
)

// The games of each pack that TestGamesEnd plays: by the suite, and in full.
var gamesOf = []struct {
	bot      string
	few, all int
}{{"random", 6, 3000}, {"greedy", 1, 300}}

const (
	lengthSeed = 13
	// ofOneKind is how many games in a row are played with the same options.
	ofOneKind = 10
	// manySteps is taken for a game without end.
	manySteps = 100_000
	// tooLong is how many times the median length no game may reach, where there
	// are enough games for a median.
	tooLong, enough = 10, 100
)

// draw draws options for a number of seats: any word, and of a number now and
// then another than it has. What falls to single seats stays as it is.
func draw(p *interp.Pack, seats int, random *rand.Rand) map[string]string {
	for {
		options, given := map[string]string{}, map[string][]string{"seats": {strconv.Itoa(seats)}}
		for i := range p.Compiled.Pack.GameOptions {
			o := &p.Compiled.Pack.GameOptions[i]
			value := o.Default
			switch {
			case o.Seat || o.PerSeat:
				continue
			case o.Number && random.IntN(2) == 0:
				value = strconv.Itoa(o.Min + random.IntN(o.Max-o.Min+1))
			case len(o.Values) > 0:
				value = o.Values[random.IntN(len(o.Values))]
			}
			options[o.Name], given[o.Name] = value, []string{value}
		}
		if _, refused := p.Compiled.Refused(given); !refused {
			return options
		}
	}
}

// length is how long a game was.
type length struct {
	decisions int
	game      string
}

// lengths plays games with one kind of bot, over all numbers of seats and over
// the options, and returns their lengths by the number of seats.
func lengths(t *testing.T, game, kind string, games int) map[int][]length {
	t.Helper()
	plain := load(t, game, nil)
	least, most := plain.Seats()
	out := map[int][]length{}
	var tbl *interp.Table
	for i := range games {
		block := min(ofOneKind, max(1, games/(most-least+1)/2))
		seats := least + i/block%(most-least+1)
		if i%block == 0 {
			options := draw(plain, seats, rand.New(rand.NewPCG(lengthSeed, uint64(i))))
			var err error
			if tbl, err = load(t, game, options).Table(interp.Settings{Seats: seats, GameOptions: options,
				DropLog: true, CheckInvariants: kind == "random"}); err != nil {
				t.Fatal(err)
			}
		}
		seed := rng.Derive(lengthSeed, i)
		of := length{game: fmt.Sprintf("%s, %d seats, seed %d, %v", kind, seats, seed, tbl.Settings.GameOptions)}
		g := seat(t, tbl, kind, seed)
		status, err := engine.Going, error(nil)
		for range manySteps {
			if status, err = g.AdvanceStep(t.Context()); status != engine.Going || err != nil {
				break
			}
		}
		if err != nil || status != engine.Ended || len(g.Failures()) > 0 {
			t.Errorf("%s: status %v, failures %v, error %v", of.game, status, g.Failures(), err)
		}
		of.decisions = g.Counts().Decisions
		out[seats] = append(out[seats], of)
	}
	return out
}

// seat starts a game with bots of one kind.
func seat(t *testing.T, tbl *interp.Table, kind string, seed uint64) *engine.Game {
	t.Helper()
	machine := func() engine.Scripts {
		m, err := tbl.Machine()
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	g := engine.New(tbl.Setup(machine(), seed))
	for s := engine.Seat(1); int(s) <= tbl.Settings.Seats; s++ {
		bot, err := bot.New(kind, s, seed, machine)
		if err != nil {
			t.Fatal(err)
		}
		g.SetDecider(s, bot.Decide)
	}
	return g
}

// TestGamesEnd plays games of random and of greedy players over every number of
// seats and over the options: each ends without a failure, and none is ten times
// as long as half of its kind are. The suite plays a few; 3,000 random and 300
// greedy ones of each game:
//
//	RULEDECK_FULL=1 go test ./cards -run TestGamesEnd -v -timeout 5h
func TestGamesEnd(t *testing.T) {
	for _, game := range games(t) {
		for _, of := range gamesOf {
			t.Run(game+"/"+of.bot, func(t *testing.T) {
				n := of.few
				if full {
					n = of.all
				}
				played := lengths(t, game, of.bot, n)
				for _, seats := range slices.Sorted(maps.Keys(played)) {
					all := played[seats]
					slices.SortFunc(all, func(a, b length) int { return a.decisions - b.decisions })
					median, longest := all[len(all)/2], all[len(all)-1]
					t.Logf("%d seats: %d games, median %d decisions, longest %d (%s)", seats, len(all),
						median.decisions, longest.decisions, longest.game)
					if len(all) >= enough && longest.decisions > tooLong*median.decisions {
						t.Errorf("a game of %d decisions, where half have at most %d: %s", longest.decisions,
							median.decisions, longest.game)
					}
				}
			})
		}
	}
}
