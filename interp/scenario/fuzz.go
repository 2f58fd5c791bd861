package scenario

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot/table"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
)

// Fuzz says how random games are played as a test.
type Fuzz struct {
	Pack *interp.Pack
	// Game and Packs are what scenarios call the game and its overlays.
	Game    string
	Packs   []string
	Seats   int
	Options map[string]string
	Games   int
	Seed    uint64
	// Workers is the number of games at once, 0 for one a core; MaxSteps bounds
	// a game, 0 for DefaultMaxSteps.
	Workers, MaxSteps int
	// Progress, if not nil, is called after every game, by one goroutine at a time.
	Progress func(done int)

	machines pool
	// sound, if not nil, is what games are held to; for tests.
	sound *soundness
}

// DefaultMaxSteps is how many steps a random game may take: more is taken for a
// game without end.
const DefaultMaxSteps = 20000

// Found is a failure that random play has found, as a scenario that fails the
// same way.
type Found struct {
	Game int
	Seed uint64
	// Error is what failed in the game.
	Error string
	// Scenario is the text of the scenario file; Answers the number of its
	// answers. It is "" when the failure could not be written as one: then Why says
	// why not.
	Scenario string
	Answers  int
	Why      string
}

// FuzzResult is what random play has shown.
type FuzzResult struct {
	Games, Finished int
	Decisions       int64
	// Failures are in the order of the games, one of each kind; Failed counts all.
	Failed   int
	Failures []*Found
}

// Run plays the games. It returns what it has so far when ctx ends.
func (f *Fuzz) Run(ctx context.Context) (*FuzzResult, error) {
	workers := f.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	found := make([]*failedGame, f.Games)
	result := &FuzzResult{Games: f.Games}
	var lock sync.Mutex
	done := 0
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i := range f.Games {
		group.Go(func() error {
			if within.Err() != nil {
				return within.Err()
			}
			game, err := f.play(i)
			if err != nil {
				return err
			}
			lock.Lock()
			defer lock.Unlock()
			found[i] = game.failed
			result.Decisions += int64(game.decisions)
			if game.failed == nil {
				result.Finished++
			}
			if done++; f.Progress != nil {
				f.Progress(done)
			}
			return nil
		})
	}
	err := group.Wait()
	kinds := map[string]bool{}
	for _, failed := range found {
		if failed == nil {
			continue
		}
		result.Failed++
		if kind := signature(failed.err); !kinds[kind] && ctx.Err() == nil {
			kinds[kind] = true
			result.Failures = append(result.Failures, failed.written())
		}
	}
	return result, err
}

// playedGame is one random game; failed is nil if it came to its end.
type playedGame struct {
	decisions int
	failed    *failedGame
}

// failedGame is a random game that failed in the step that begins at from.
type failedGame struct {
	fuzz    *Fuzz
	number  int
	seed    uint64
	book    *Book
	options map[string]string
	game    *engine.Game
	from    int
	err     error
}

// play plays game number i to its end or its failure.
func (f *Fuzz) play(i int) (*playedGame, error) {
	seed := rng.Derive(f.Seed, i)
	book, options, err := f.seat(seed)
	if err != nil {
		return nil, err
	}
	m, err := book.take()
	if err != nil {
		return nil, err
	}
	defer book.give(m)
	setup := book.Setup(m, seed)
	setup.CheckInvariants = true
	if err := seatRandom(&setup, seed); err != nil {
		return nil, err
	}
	g := engine.New(setup)
	watch := &watch{book: book, most: f.MaxSteps}
	from, err := watch.steps(g)
	if err == nil && book.sound.folds(g) != nil {
		// Which step breaks the log shows when it is looked at after each.
		if err := seatRandom(&setup, seed); err != nil {
			return nil, err
		}
		g = engine.New(setup)
		watch.folding = true
		from, err = watch.steps(g)
	}
	out := &playedGame{decisions: g.Counts().Decisions}
	if err != nil {
		out.failed = &failedGame{fuzz: f, number: i, seed: seed, book: book, options: options, game: g, from: from, err: err}
	}
	return out, nil
}

// seatRandom lets random bots play a game.
func seatRandom(setup *engine.Setup, seed uint64) error {
	for s := 1; s <= setup.Layout.Seats; s++ {
		player, err := table.New("random", engine.Seat(s), seed, nil)
		if err != nil {
			return err
		}
		setup.Deciders[s] = player.Decide
	}
	return nil
}

// seat makes the table of a game: what is random in the options is settled, so
// that a scenario can name it.
func (f *Fuzz) seat(seed uint64) (*Book, map[string]string, error) {
	t, err := f.Pack.Table(interp.Settings{Seats: f.Seats, Options: f.Options})
	if err != nil {
		return nil, nil, err
	}
	options := Settled(t, seed)
	if t, err = f.Pack.Table(interp.Settings{Seats: f.Seats, Options: options}); err != nil {
		return nil, nil, err
	}
	book := NewBook(t)
	book.machines = &f.machines
	if f.sound != nil {
		book.sound = *f.sound
	}
	return book, options, nil
}

// Settled returns the options of a table's game with a seed as they are given on
// a command line, with nothing random left.
func Settled(t *interp.Table, seed uint64) map[string]string {
	options := map[string]string{}
	values := t.OptionValues(seed)
	for i := range t.Compiled.Pack.Options {
		o := &t.Compiled.Pack.Options[i]
		var words []string
		for _, v := range values[i] {
			switch v.Kind {
			case engine.Word:
				words = append(words, t.Compiled.Pack.Symbols[v.N])
			default:
				words = append(words, fmt.Sprint(v.N))
			}
		}
		text := strings.Join(words, ",")
		if given, ok := t.Settings.Options[o.Name]; ok || text != o.Default {
			if ok && !strings.Contains(given, "random") {
				text = given
			}
			options[o.Name] = text
		}
	}
	return options
}
