// Package fuzz plays random legal games as a test, and makes the failures that
// it finds scenarios as small as they get.
//
//	fuzz.go    many games, in parallel; watch.go plays one and looks at its state
//	           after every step
//	found.go   a failed game as a scenario; shrink.go makes it smaller
//
// A failure is made small by delta debugging: parts of the scenario are left out,
// larger ones first, as long as it fails with the same signature, so that what is
// returned fails as the game did and is 1-minimal for what was tried.
//
// It imports package interp, the engine with its random bots, package scenario
// (which runs what was written) and its position, record and coverage (which
// abilities there are).
package fuzz

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/coverage"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"golang.org/x/sync/errgroup"
)

// Fuzzer says how random games are played as a test.
type Fuzzer struct {
	Pack *interp.Pack
	// Game and Packs are what scenarios call the game and its overlays.
	Game        string
	Packs       []string
	Seats       int
	GameOptions map[string]string
	Games       int
	Seed        uint64
	// Workers is the number of games at once, 0 for one a core; MaxSteps bounds
	// a game, 0 for DefaultMaxSteps.
	Workers, MaxSteps int
	// Base is what the overlays of the pack are laid over, nil for none: then only of the
	// abilities that they bring it is said whether they acted.
	Base *interp.Pack
	// Progress, if not nil, is called after every game, by one goroutine at a time.
	Progress func(done int)

	machines position.Machines
	// held, if not nil, is what games are held to; for tests.
	held *scenario.Validator
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

// Result is what random play has shown.
type Result struct {
	Games, Finished int
	Decisions       int64
	// Failures are in the order of the games, one of each kind; Failed counts all.
	Failed   int
	Failures []*Found
	// Abilities counts those that could act; Idle are the names of those that acted in
	// none of the games, sorted.
	Abilities int
	Idle      []string
}

// Run plays the games. It returns what it has so far when ctx ends.
func (f *Fuzzer) Run(ctx context.Context) (*Result, error) {
	workers := f.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	found := make([]*failedGame, f.Games)
	result := &Result{}
	idle := map[string]bool{}
	for _, name := range coverage.Abilities(f.Pack, f.Base) {
		idle[name] = true
	}
	result.Abilities = len(idle)
	var lock sync.Mutex
	done := 0
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i := range f.Games {
		group.Go(func() error {
			if within.Err() != nil {
				return within.Err()
			}
			game, err := f.play(within, i)
			if err != nil {
				return err
			}
			lock.Lock()
			defer lock.Unlock()
			found[i] = game.failed
			maps.DeleteFunc(idle, func(name string, _ bool) bool { return game.acted[name] })
			result.Games++
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
	result.Idle = slices.Sorted(maps.Keys(idle))
	kinds := map[string]bool{}
	for _, failed := range found {
		if failed == nil {
			continue
		}
		result.Failed++
		if kind := signature(failed.err); !kinds[kind] {
			kinds[kind] = true
			result.Failures = append(result.Failures, failed.written(ctx))
		}
	}
	return result, err
}

// playedGame is one random game; failed is nil if it came to its end.
type playedGame struct {
	decisions int
	acted     map[string]bool
	failed    *failedGame
}

// failedGame is a random game that failed in the step that begins at from.
type failedGame struct {
	fuzz    *Fuzzer
	number  int
	seed    uint64
	fixture *position.Fixture
	options map[string]string
	game    *engine.Game
	from    int
	err     error
}

// play plays game number i to its end or its failure.
func (f *Fuzzer) play(ctx context.Context, i int) (*playedGame, error) {
	seed := rng.Derive(f.Seed, i)
	fixture, options, err := f.seat(seed)
	if err != nil {
		return nil, err
	}
	m, err := fixture.Take()
	if err != nil {
		return nil, err
	}
	defer fixture.Give(m)
	setup := fixture.Setup(m, seed)
	setup.CheckInvariants = true
	noticed := map[*engine.Ability]bool{}
	setup.Noticed = func(a *engine.Ability) { noticed[a] = true }
	scenario.SeatRandom(&setup, seed)
	g := engine.New(setup)
	watch := &watch{held: f.heldTo(), most: f.MaxSteps}
	from, err := watch.steps(ctx, g)
	if err == nil && watch.held.Folds(g) != nil {
		// Which step breaks the log shows when it is looked at after each.
		scenario.SeatRandom(&setup, seed)
		g = engine.New(setup)
		watch.folding = true
		from, err = watch.steps(ctx, g)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	out := &playedGame{decisions: g.Counts().Decisions, acted: map[string]bool{}}
	coverage.Acted(f.Pack, g, noticed, func(name string) { out.acted[name] = true })
	if err != nil {
		out.failed = &failedGame{fuzz: f, number: i, seed: seed, fixture: fixture, options: options,
			game: g, from: from, err: err}
	}
	return out, nil
}

// seat makes the table of a game: what is random in the options is settled, so
// that a scenario can name it.
func (f *Fuzzer) seat(seed uint64) (*position.Fixture, map[string]string, error) {
	t, err := f.Pack.Table(interp.Settings{Seats: f.Seats, GameOptions: f.GameOptions})
	if err != nil {
		return nil, nil, err
	}
	options := scenario.Settled(t, seed)
	if t, err = f.Pack.Table(interp.Settings{Seats: f.Seats, GameOptions: options}); err != nil {
		return nil, nil, err
	}
	return position.NewFixture(t, &f.machines), options, nil
}

// heldTo is what games are held to.
func (f *Fuzzer) heldTo() scenario.Validator {
	if f.held != nil {
		return *f.held
	}
	return scenario.Valid
}
