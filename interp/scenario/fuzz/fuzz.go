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
// abilities there are), and the limits of scripts.
package fuzz

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/coverage"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"golang.org/x/sync/errgroup"
)

// Fuzzer says how random games are played as a test.
type Fuzzer struct {
	Pack *interp.Pack
	// Game and Packs are what scenarios call the game and its overlays.
	Game  string
	Packs []string
	// Seats is their number in all games; 0 plays with each number that the game allows,
	// in turn.
	Seats       int
	GameOptions map[string]string
	// Silent gives the options other values than their defaults in half of the games,
	// those apart that make another pack, and ends with the first game without end.
	Silent bool
	Games  int
	Seed   uint64
	// Workers is the number of games at once, 0 for one a core; MaxSteps bounds
	// a game, 0 for DefaultMaxSteps.
	Workers, MaxSteps int
	// Base is what the overlays of the pack are laid over, nil for none: then only of the
	// abilities that they bring it is said whether they acted.
	Base *interp.Pack
	// Tally, if not nil, takes in the games; else they have one of their own.
	Tally *coverage.Tally
	// Progress, if not nil, is called after every game, by one goroutine at a time.
	Progress func(done int)
	// Spent, if not nil, is what the games spend from, in their order; those behind its end
	// are not played.
	Spent *diag.List

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
	Game, Seats int
	Seed        uint64
	// Err is what failed in the game, and Games in how many games it did.
	Err   error
	Games int
	// Scenario is the text of the scenario file; Answers the number of its
	// answers. It is "" when the failure could not be written as one: then Why says
	// why not.
	Scenario string
	Answers  int
	Why      string

	failed *failedGame
}

// Result is what random play has shown.
type Result struct {
	Games, Finished int
	Decisions       int64
	// Peaks are how near the games came to what bounds them.
	Peaks Peaks
	// Failures are in the order of the games, one of each kind; Failed counts all.
	Failed   int
	Failures []*Found
	// Abilities counts those that could act; Idle are the names of those that acted in
	// none of the games, sorted.
	Abilities int
	Idle      []string
}

// Run plays the games, and writes what fails as scenarios. It returns what it has so far
// when ctx ends.
func (f *Fuzzer) Run(ctx context.Context) (*Result, error) {
	result, err := f.Play(ctx)
	for _, found := range result.Failures {
		found.written(ctx)
	}
	return result, err
}

// Play plays the games as Run does, and writes no scenario.
func (f *Fuzzer) Play(ctx context.Context) (*Result, error) {
	if f.Tally == nil {
		f.Tally = coverage.NewTally(f.Pack)
	}
	games, err := f.games(ctx)
	result := &Result{}
	reached := f.Tally.Report(f.Pack, f.Base)
	result.Abilities = reached.All["ability"]
	for _, item := range reached.Missing {
		if item.Kind == "ability" {
			result.Idle = append(result.Idle, item.Name)
		}
	}
	kinds := map[string]*Found{}
	for _, game := range games {
		if game == nil || game.cut {
			continue
		}
		result.Games++
		result.Peaks.add(game.peaks)
		result.Decisions += int64(game.decisions)
		if game.failed == nil {
			result.Finished++
			continue
		}
		result.Failed++
		failed := game.failed
		kind := signature(failed.err)
		if kinds[kind] == nil {
			kinds[kind] = &Found{Game: failed.number, Seats: failed.fixture.Layout.Seats, Seed: failed.seed,
				Err: failed.err, failed: failed}
			result.Failures = append(result.Failures, kinds[kind])
		}
		kinds[kind].Games++
	}
	return result, err
}

// mostAtOnce bounds how many games are played before it is counted what they spent.
const mostAtOnce = 16

// games plays the games; those that are not played are nil. What they spend is counted when
// as many more are played as before: then it is about as much again at most, and the same
// games are played however many at once.
func (f *Fuzzer) games(ctx context.Context) ([]*playedGame, error) {
	if f.Spent == nil {
		f.Spent = &diag.List{}
	}
	playing, stop := context.WithCancel(ctx)
	defer stop()
	r := &round{Fuzzer: f, games: make([]*playedGame, f.Games), first: map[string]*failedGame{}, stop: stop}
	var err error
	for from := 0; from < f.Games && err == nil && !f.Spent.Account.Over(); {
		to := f.Games
		if f.Spent.Account != nil {
			to = min(from+min(max(from, 1), mostAtOnce), f.Games)
		}
		group, within := errgroup.WithContext(playing)
		group.SetLimit(cmp.Or(max(f.Workers, 0), runtime.GOMAXPROCS(0)))
		for i := from; i < to; i++ {
			group.Go(func() error { return r.one(within, i) })
		}
		err = group.Wait()
		for ; from < to; from++ {
			if game := r.games[from]; game != nil {
				f.Spent.Spend(game.dearest, game.spent, 0)
			}
		}
	}
	if ctx.Err() == nil && playing.Err() != nil {
		err = nil
	}
	return r.games, err
}

// round is the games of a fuzzer as they are played at once.
type round struct {
	*Fuzzer
	games []*playedGame
	stop  func()
	// lock is for what is below it: how many are done, and the first of each kind that failed.
	lock  sync.Mutex
	done  int
	first map[string]*failedGame
}

// one plays game number i.
func (r *round) one(ctx context.Context, i int) (err error) {
	defer engine.Guard(&err)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	game, err := r.play(ctx, i)
	r.games[i] = game
	if err != nil {
		return err
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.Silent && game.failed != nil && endless(game.failed.err) {
		r.stop()
	}
	keep(game.failed, r.first)
	r.done++
	if r.Progress != nil {
		r.Progress(r.done)
	}
	return nil
}

// keep keeps a failed game, nil for none, if it is the first of its kind: only that is written,
// and logs may be long.
func keep(failed *failedGame, first map[string]*failedGame) {
	if failed == nil {
		return
	}
	kind := signature(failed.err)
	if was := first[kind]; was == nil || was.number > failed.number {
		first[kind], failed = failed, was
	}
	if failed != nil {
		failed.game = nil
		failed.fixture = nil
	}
}

// endless reports whether a failure is that a game came to one of the limits of games.
func endless(err error) bool {
	var steps *scenario.EndlessError
	var most *engine.EndlessError
	return errors.As(err, &steps) || errors.As(err, &most)
}

// playedGame is one random game; failed is nil if it came to its end. It has spent so many
// instructions, most at once in the file dearest; cut is set where nothing was left for the rest
// of it.
type playedGame struct {
	decisions, spent int
	dearest          string
	cut              bool
	peaks            Peaks
	failed           *failedGame
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
	fixture, options, err := f.Seat(i, seed)
	if err != nil {
		return nil, err
	}
	m, err := fixture.Take()
	if err != nil {
		return nil, err
	}
	setup := fixture.Setup(m, seed)
	setup.CheckInvariants = true
	whole := setup.Limits.OrDefault().Work
	left, _ := f.Spent.Left()
	setup.Limits.Work = min(whole-1, left) + 1
	watched := f.Tally.Watch(&setup)
	scenario.SeatRandom(&setup, seed)
	g := engine.New(setup)
	watch := &watch{held: scenario.Validator{State: f.heldTo().State}, most: f.MaxSteps, asking: f.Silent}
	from, err := watch.steps(ctx, g)
	if err == nil && f.heldTo().Folds(g) != nil {
		// Which step breaks the log shows when it is looked at after each.
		scenario.SeatRandom(&setup, seed)
		g = engine.New(setup)
		watch.held = f.heldTo()
		from, err = watch.steps(ctx, g)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if bug := new(*engine.BugError); !errors.As(err, bug) { // what a panic left may be in any state
		fixture.Give(m)
	}
	work := g.Counts().Work
	dearest, most := g.Dearest()
	peaks := Peaks{StepName: dearest, Step: most, Chain: g.Counts().Deepest, Game: work, Log: g.Log().Bytes()}
	if watch.asked > work {
		dearest = watch.last
	}
	out := &playedGame{decisions: g.Counts().Decisions, spent: work + watch.asked,
		dearest: cmp.Or(f.Pack.Compiled.StepPlaces[dearest].File, f.Pack.Loaded.Tree.GamePos.File),
		cut:     left < whole && work > left, peaks: peaks}
	if out.cut {
		return out, nil
	}
	watched.Over(fixture.Table, g)
	if err != nil {
		out.failed = &failedGame{fuzz: f, number: i, seed: seed, fixture: fixture, options: options,
			game: g, from: from, err: err}
	}
	return out, nil
}

// Seat makes the table of game number i: what is random in the options is settled, so
// that a scenario can name it.
func (f *Fuzzer) Seat(i int, seed uint64) (*position.Fixture, map[string]string, error) {
	set := interp.Settings{Seats: f.Seats, GameOptions: f.GameOptions}
	tables := 1
	if least, most := f.Pack.Seats(); set.Seats == 0 {
		tables = most - least + 1
		set.Seats = least + i%tables
	}
	t, err := f.Pack.Table(set)
	if f.Silent && i/tables%2 == 1 {
		set.GameOptions = f.others(seed)
		if other, refused := f.Pack.Table(set); refused == nil { // some values do not go together
			t = other
			err = nil
		}
	}
	if err != nil {
		return nil, nil, err
	}
	options := scenario.Settled(t, seed)
	t, err = f.Pack.Table(interp.Settings{Seats: set.Seats, GameOptions: options})
	if err != nil {
		return nil, nil, err
	}
	return position.NewFixture(t, &f.machines), options, nil
}

// others draws values for the options that are not given, from all that they can have.
func (f *Fuzzer) others(seed uint64) map[string]string {
	values := map[string]string{}
	maps.Copy(values, f.GameOptions)
	shaping := f.Pack.Shaping()
	for i := range f.Pack.Compiled.Pack.GameOptions {
		o := &f.Pack.Compiled.Pack.GameOptions[i]
		var source rng.Source
		source.Seed(seed, rng.Name("other "+o.Name), 0)
		switch {
		case values[o.Name] != "" || o.PerSeat || slices.Contains(shaping, o.Name):
		case o.Number:
			values[o.Name] = strconv.Itoa(o.Min + source.Below(o.Max-o.Min+1))
		case len(o.Values) > 0:
			values[o.Name] = o.Values[source.Below(len(o.Values))]
		}
	}
	return values
}

// heldTo is what games are held to.
func (f *Fuzzer) heldTo() scenario.Validator {
	if f.held != nil {
		return *f.held
	}
	return scenario.Valid
}
