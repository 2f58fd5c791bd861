// Package evidence says what silent games show of a pack: bots play at random, with all
// numbers of seats and half of the games with other options, and what none of the games
// came to is told, with counts and, where the counts say so, with the reason. What a
// scenario reaches is never told: it can happen.
//
//	evidence.go   plays, and gathers what is found
//	abilities.go  the abilities that never acted, and where they were refused
//
// It imports package interp and its parts, the engine, package scenario, its fuzz, which
// plays, and its coverage, which counts.
package evidence

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/coverage"
	"github.com/ruledeck/ruledeck/interp/scenario/fuzz"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// Games is how many silent games are played where nobody says: those that showed all
// abilities of the shipped games but a few, which more games did not show either.
const Games = 200

// Worlds is how many games show what steps tell where nobody says, by one in as many steps: all
// would take twenty times as long.
const Worlds = 8

// enough is how often something must have been possible before that it never was says
// anything.
const enough = 50

// mostFailed is how many games, at least, there must be for each that failed: where more
// fail, what games came to says little.
const mostFailed = 20

// Spending is what so many silent games may spend that somebody asks for, 0 for those that
// nobody asks for: four may take what reading a pack may, and few as much as forty.
func Spending(games int) *diag.List {
	return &diag.List{Account: diag.Together("playing silent games", max(10, games/4))}
}

// Player plays silent games of a pack.
type Player struct {
	Pack *interp.Pack
	// Name is what commands call it, for what a message says to do next.
	Name string
	// Games is their number, Workers how many are played at once, 0 for one a core.
	Games, Workers int
	// Worlds is the number of further games whose steps are played again with hidden cards
	// elsewhere.
	Worlds int
	// Static holds the findings of check: a place that has one is not reported again.
	Static []diag.Finding
	// Scenarios are files of scenarios, Load loads their packs (nil for interp.Load), Text
	// reads them (nil for from disk).
	Scenarios []string
	Load      func(name string, with interp.With) (*interp.Pack, error)
	Text      func(path string) ([]byte, error)
	// Enough, if not nil, ends the games when it is done: what was played by then is told.
	Enough context.Context
	// Progress, if not nil, is called after every game, by one goroutine at a time.
	Progress func(done int)
	// Spent, if not nil, is what the games spend from, and the scenarios behind them: where
	// nothing is left no more are played, and the findings end with one that says so.
	Spent *diag.List
}

// Evidence is what the games of a pack have shown.
type Evidence struct {
	// Games counts the games.
	Games int
	// Of counts the abilities, Never the abilities that acted in none of the games, and
	// Reached the abilities among these that act in scenarios.
	Of, Never, Reached int
	// Peaks are how near the games came to what bounds them.
	Peaks fuzz.Peaks
	// Windows are the questions that may or may not leave a choice by what only their seat knows,
	// sorted: time tells there, unless a host waits.
	Windows []string
	// Findings stand in the order of the files.
	Findings []diag.Finding
	// Tally has all counts.
	Tally *coverage.Tally
}

// Play plays the games, and the scenarios too if anything was never reached. The error is
// that of the context, or says that no game could be played.
func (p *Player) Play(ctx context.Context) (*Evidence, error) {
	games := coverage.NewTally(p.Pack)
	base, err := coverage.Base(p.Pack)
	if err != nil {
		return nil, err
	}
	f := fuzz.Fuzzer{Pack: games.Counted(p.Pack), Base: base, Games: p.Games, Seed: 1, Silent: true,
		Workers: p.Workers, Tally: games, Progress: p.Progress, Spent: p.Spent}
	playing, stop := context.WithCancel(ctx)
	defer stop()
	if p.Enough != nil {
		defer context.AfterFunc(p.Enough, stop)()
	}
	played, err := f.Play(playing)
	if err != nil && (ctx.Err() != nil || playing.Err() == nil || played.Games == 0) {
		return nil, err
	}
	w := &witness{Player: p, base: base, games: games, cases: coverage.NewTally(p.Pack), found: &diag.List{}}
	w.never(played)
	if len(w.found.Sorted()) > 0 && len(p.Scenarios) > 0 {
		if err := w.scenarios(ctx); err != nil {
			return nil, err
		}
		w.found = &diag.List{}
		if !p.over() {
			w.never(played)
		}
	}
	out := &Evidence{Games: played.Games, Of: played.Abilities, Never: len(played.Idle), Tally: games,
		Peaks: played.Peaks, Windows: games.Windows()}
	for _, name := range played.Idle {
		if w.cases.Hits[coverage.Item{Kind: "ability", Name: name}] > 0 {
			out.Reached++
		}
	}
	w.failures(played)
	if err := w.tells(ctx); err != nil {
		return nil, err
	}
	out.Findings = w.found.Sorted()
	if p.over() {
		p.Spent.Revise(func(d *diag.Finding) {
			d.Code = "play-takes-much"
			d.Severity = diag.Note
			d.Hides = false
			d.Message += fmt.Sprintf("; %d of %d games are played", played.Games, p.Games)
		})
		out.Findings = append(out.Findings, p.Spent.Sorted()...)
	}
	return out, nil
}

func (p *Player) over() bool { return p.Spent != nil && p.Spent.Account.Over() }

// Observation is what the games showed of a place in a script.
type Observation struct {
	At   diag.Pos
	Text string
}

// Observations are, of a file as findings name it, its abilities with how often each acted, and
// the conditions that came out the same each time.
func (e *Evidence) Observations(file string) []Observation {
	var out []Observation
	each(e.Tally.Pack, func(name string, _ *engine.Ability, h *compile.Header) {
		if h.File == file {
			n := e.Tally.Hits[coverage.Item{Kind: "ability", Name: name}]
			out = append(out, Observation{h.Place(), fmt.Sprintf("acted in %d of %s", n, silent(e.Games))})
		}
	})
	for what, n := range e.Tally.Counts() {
		if what.Kind != language.Branch || what.At.File != file || n[0]+n[1] < enough || n[0] > 0 && n[1] > 0 {
			continue
		}
		how := "never true"
		if n[1] > 0 {
			how = "always true"
		}
		out = append(out, Observation{what.At,
			fmt.Sprintf("%s: asked %d times in %s", how, n[0]+n[1], silent(e.Games))})
	}
	slices.SortFunc(out, func(x, y Observation) int { return cmp.Or(x.At.Line-y.At.Line, x.At.Column-y.At.Column) })
	return out
}

// String says how many games were played, and how many of the abilities acted.
func (e *Evidence) String() string {
	text := silent(e.Games)
	if e.Of > 0 {
		text += fmt.Sprintf("; %d of %d abilities acted", e.Of-e.Never, e.Of)
	}
	if e.Reached > 0 {
		text += fmt.Sprintf(", %d more in scenarios", e.Reached)
	}
	return text
}

// witness tells of what games and cases of scenarios showed.
type witness struct {
	*Player
	// base is what the overlays of the pack are laid over, nil for none: then only what
	// the overlays bring is told of.
	base         *interp.Pack
	games, cases *coverage.Tally
	found        *diag.List
	// still are the cards that never moved.
	still map[string]bool
}

// scenarios plays the cases of the scenarios, whose scripts are counted with this pack.
func (w *witness) scenarios(ctx context.Context) error {
	load := w.Load
	if load == nil {
		load = interp.Load
	}
	_, err := scenario.Run(ctx, w.Scenarios, scenario.Config{
		Workers: w.Workers, Played: w.cases.Case, Text: w.Text, Spent: w.Spent,
		Load: func(name string, with interp.With) (*interp.Pack, error) {
			p, err := load(name, with)
			if err != nil || p.Compiled.Pack.ID != w.Pack.Compiled.Pack.ID {
				return p, err
			}
			return w.cases.Counted(p), nil
		},
	})
	return err
}

// never tells of what none of the games came to; nothing where too many of them failed.
func (w *witness) never(played *fuzz.Result) {
	if played.Failed*mostFailed > played.Games {
		return
	}
	w.cards()
	w.abilities()
	for _, t := range w.Pack.Loaded.Tree.Triggers {
		if !w.reached("trigger", t.Name.Text) {
			w.note("play-never-raised", t.Name, "%s was never raised in %s", t.Name, w.silent())
		}
	}
	w.zones()
	w.options()
	w.comparisons()
	w.functions()
	at := w.Pack.Loaded.Tree.GamePos
	if flow := w.Pack.Loaded.Tree.Flow; len(flow) > 0 {
		at = flow[len(flow)-1].Name.Pos
	}
	ended := w.games.Ended > 0 || w.cases.Ended > 0 || w.Pack.Compiled.Pack.Returns >= 0
	reported := slices.ContainsFunc(w.Static, func(d diag.Finding) bool { return d.Code == "never-finishes" })
	switch {
	case played.Finished == 0 || ended || reported || !w.own(at):
	case w.Pack.Loaded.Tree.Stepless():
		w.found.Warnf("play-never-ends", at, "the flow has no step yet: each of %s ended as it began", w.silent())
	default:
		w.found.Warnf("play-never-ends", at, "no script called finish in %s: each came to the "+
			"end of the flow, and nobody won", w.silent())
	}
}

// silent says how many games were played.
func (w *witness) silent() string { return silent(w.games.Games) }

func silent(games int) string {
	if games == 1 {
		return "1 silent game"
	}
	return fmt.Sprintf("%d silent games", games)
}

// own reports whether a place is told of: one of which nothing was told, and where a pack
// is laid over another, of its own files.
func (w *witness) own(at diag.Pos) bool {
	return (w.base == nil || w.Pack.Loaded.Laid(at.File)) &&
		!slices.ContainsFunc(w.Static, func(d diag.Finding) bool { return d.Pos == at && d.Severity != diag.Note })
}

// note tells of a place, unless something else was told of it.
func (w *witness) note(code string, at diag.Placed, format string, args ...any) {
	if w.own(at.Place()) {
		w.found.Notef(code, at, format, args...)
	}
}

// counts sum up what the scripts of games and cases came to.
func (w *witness) counts() map[language.Counted]language.Counter {
	sums := w.games.Counts()
	for what, n := range w.cases.Counts() {
		sums[what] = language.Counter{sums[what][0] + n[0], sums[what][1] + n[1]}
	}
	return sums
}

// reached reports whether a game or a scenario came to something.
func (w *witness) reached(kind, name string) bool {
	item := coverage.Item{Kind: kind, Name: name}
	return w.games.Hits[item] > 0 || w.cases.Hits[item] > 0
}

// failures tells of games that failed, each kind of failure once.
func (w *witness) failures(played *fuzz.Result) {
	for _, f := range played.Failures {
		at := w.Pack.Loaded.Tree.GamePos
		text := f.Err.Error()
		var fault *language.Error
		if errors.As(f.Err, &fault) && fault.Line > 0 {
			at = diag.At(fault.File, fault.Line, fault.Column)
			text = strings.TrimPrefix(text, at.String()+": ")
		}
		var endless *scenario.EndlessError
		if errors.As(f.Err, &endless) {
			at = w.repeats(endless.Cycle, at)
		}
		text, _, _ = strings.Cut(text, "\n")
		var spent *language.BudgetError
		if errors.As(f.Err, &spent) {
			text += "; " + spent.Hint()
		}
		w.found.Errorf("play-fails", at, "%d of %s failed here, the first with %d seats: %s; ruledeck fuzz %s "+
			"--seats %d writes such a game as a scenario", f.Games, w.silent(), f.Seats, text, w.Name, f.Seats)
	}
}

// tells plays games whose steps are played again with hidden cards elsewhere, and tells of those
// by which a seat learns what it does not know, of each once.
func (w *witness) tells(ctx context.Context) (err error) {
	defer engine.Guard(&err)
	flow := w.Pack.Loaded.Tree.GamePos
	known := map[string]bool{}
	f := fuzz.Fuzzer{Pack: w.Pack, Silent: true}
	for i := 0; i < w.Worlds && !w.over(); i++ {
		seed := uint64(i)
		fixture, _, err := f.Seat(i, seed)
		if err != nil {
			return err
		}
		playing, err := fixture.Machine()
		if err != nil {
			return err
		}
		inside, err := fixture.Machine()
		if err != nil {
			return err
		}
		setup := fixture.Setup(playing, seed)
		scenario.SeatRandom(&setup, seed)
		g := engine.New(setup)
		worlds := belief.NewWorlds(inside)
		for n := range fuzz.DefaultMaxSteps {
			status, err := g.AdvanceStep(ctx)
			if err != nil || status != engine.Going { // what fails is told already
				break
			}
			if n%Worlds != i%Worlds {
				continue
			}
			told := scenario.Told(ctx, worlds, g.Position())
			if told == nil || known[told.Step] {
				continue
			}
			known[told.Step] = true
			w.note("play-tells", cmp.Or(w.Pack.Compiled.StepPlaces[told.Step], flow), "%s", told)
		}
		if w.Spent != nil {
			w.Spent.Spend(flow.File, g.Counts().Work+worlds.Spent(), 0)
		}
	}
	return ctx.Err()
}

// repeats is the innermost phase that comes again and again with these steps, or the function
// of a step that was scheduled anew; at where neither is known.
func (w *witness) repeats(cycle engine.Cycle, at diag.Pos) diag.Pos {
	steps := strings.Fields(strings.Join(cycle, " "))
	if len(steps) > 0 {
		at = cmp.Or(w.Pack.Compiled.StepPlaces[steps[0]], at)
	}
	for n := range ast.Nodes(w.Pack.Loaded.Tree.Flow) {
		again := n.Repeat && n.Times == nil || len(steps) > 0 && (n.Repeat || n.Turns != nil)
		for inner := range ast.Nodes(n.Do) {
			again = again && (!inner.Step.Given() || len(steps) == 0 || slices.Contains(steps, inner.Step.Text))
		}
		if again {
			at = n.Name.Pos
		}
	}
	return at
}

// cards tells of cards that never moved, where others of their type do. Scenarios put cards
// where they need them: of many games they are no witnesses.
func (w *witness) cards() {
	moved, all := map[string]int{}, map[string]int{}
	moves := func(id string) bool {
		return w.games.Hits[coverage.Item{Kind: "card", Name: id}] > 0 ||
			w.games.Games < 2*enough && w.reached("card", id)
	}
	for _, c := range w.Pack.Compiled.Cards {
		all[c.Type.Text]++
		if moves(c.ID.Text) {
			moved[c.Type.Text]++
		}
	}
	w.still = map[string]bool{}
	for _, c := range w.Pack.Compiled.Cards {
		if n := moved[c.Type.Text]; n > 0 && !moves(c.ID.Text) && w.own(c.Pos) {
			w.still[c.ID.Text] = true
			if len(c.Unimplemented) > 0 {
				continue // as its author says
			}
			w.found.Notef("play-never-moves", c.ID, "the card %s never left its place in %s, where %d of the %d "+
				"cards of the type %s did", c.ID, w.silent(), n, all[c.Type.Text], c.Type)
		}
	}
}

// zones tells of zones in which no card ever came to lie.
func (w *witness) zones() {
	starts := map[string]bool{}
	for _, t := range w.Pack.Loaded.Tree.Types {
		starts[t.Start.Text] = true
	}
	for _, d := range w.Pack.Loaded.Tree.Decks {
		starts[d.Zone.Text] = true
	}
	for _, z := range w.Pack.Loaded.Tree.Zones {
		if !starts[z.Name.Text] && !w.reached("zone", z.Name.Text) {
			w.note("play-never-used", z.Name, "no card came into %s in %s", z.Name, w.silent())
		}
	}
}

// options tells of options that no script read.
func (w *witness) options() {
	read := map[string]bool{}
	for what, n := range w.counts() {
		if what.Kind == language.Option && n[1] > 0 {
			read[what.Name] = true
		}
	}
	for _, o := range w.Pack.Loaded.Tree.GameOptions {
		if !read[o.Name.Text] && len(o.Overlays) == 0 && o.Deck == nil {
			w.note("play-never-read", o.Name, "no script read the option %s in %s", o.Name, w.silent())
		}
	}
}

// comparisons tells of comparisons with a written value that were never true. It
// passes over files that watch a game, whose comparisons should fail.
func (w *witness) comparisons() {
	all := w.counts()
	apart := w.watching()
	for what, n := range w.games.Counts() {
		if what.Kind == language.Literal && all[what][1] == 0 && n[0] >= 2*enough && !apart[what.At.File] {
			w.note("play-never-so", what.At, "this comparison is never true: it was asked %d times in %s", n[0],
				w.silent())
		}
	}
}

// functions tells of functions of the rules that nothing called; silent games ask for no
// derived value.
func (w *witness) functions() {
	called := map[diag.Pos]bool{}
	for _, d := range w.Pack.Compiled.Tree.Derived {
		called[w.Pack.Compiled.StepPlaces[d.Of.Text]] = true
	}
	for what := range w.counts() {
		if what.Kind == language.Function {
			called[what.At] = true
		}
	}
	for _, s := range w.Pack.Reading().Scripts.Scripts() {
		if !s.Rules {
			continue
		}
		for _, line := range s.Tree.FunctionLines() {
			if at := (diag.Pos{File: s.File, Line: line}); !called[at] {
				w.note("play-never-called", at, "nothing called this function in %s", w.silent())
			}
		}
	}
}

// watching are the files with invariants and checks of cards.
func (w *witness) watching() map[string]bool {
	c := w.Pack.Compiled
	steps := slices.Clone(c.Pack.Invariants)
	steps = append(steps, lists.Map(c.Checks, func(check compile.Check) engine.StepID { return check.Step })...)
	files := map[string]bool{}
	for _, id := range steps {
		files[c.StepPlaces[c.Pack.Steps[id]].File] = true
	}
	return files
}
