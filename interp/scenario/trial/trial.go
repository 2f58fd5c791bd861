// Package trial finds the smallest position in which an ability of a card acts, for the author of
// the card to look at.
//
//	trial.go   plays until it acts, and makes the position small
//	ear.go     hears whether it acts, and brings card and players near to it
//	keep.go    the position as a scenario that fails without the ability
//
// Cards are put where the header of the ability wants them, and bots play at random, so the rules
// made each position that is found. It imports package interp, the engine and its view, package
// scenario and its rooms fuzz (which makes scenarios smaller), record, position and coverage.
package trial

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/coverage"
	"github.com/ruledeck/ruledeck/interp/scenario/fuzz"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
	"github.com/ruledeck/ruledeck/interp/source"
)

// mostGames is how many games are played until an ability acts, and mostWork what they cost, as so
// many instructions of scripts: a few seconds. mostSteps is how far one goes; in the first mostOthers
// of them other cards are put into it. mostTries bounds how many smaller positions are tried.
const (
	mostGames  = 1000
	mostSteps  = 300
	mostTries  = 600
	mostWork   = 90_000_000
	mostOthers = 30

	// mostPlaces is how many places are tried for a card.
	mostPlaces = 200
	// lucky is in how many cases one is left to chance.
	lucky = 4
)

// Target is an ability of a card.
type Target struct {
	Def     engine.DefID
	Ability *engine.Ability
}

// Finder finds the positions of a pack, as a fuzzer plays its games.
type Finder struct {
	*fuzz.Fuzzer
	// Tables keeps the tables of the scenarios.
	Tables *scenario.Cache
	// Name is the name of a scenario to keep; "" also takes acts that no short scenario shows.
	Name string
}

// New returns the finder for a pack, as scenarios call the game and its overlays.
func New(p *interp.Pack, game string, packs ...string) *Finder {
	return &Finder{Fuzzer: &fuzz.Fuzzer{Pack: p, Game: game, Packs: packs, Silent: true, Seed: 1}, Tables: tables(p)}
}

func tables(p *interp.Pack) *scenario.Cache {
	return scenario.NewCache(func(string, interp.With) (*interp.Pack, error) { return p, nil })
}

// Found is what came of looking.
type Found struct {
	Target
	// Scenario is the position with the answers after which the ability acts; nil where it
	// never did. Games counts the games that were played.
	Scenario *source.Node
	Games    int
	// Kept is the scenario with what happened, if one is to be kept.
	Kept string
	// Tally counts why it did not act.
	Tally *coverage.Tally
	// work is what the games have spent.
	work int
}

// Targets are the abilities of the cards of a pack.
func Targets(of *interp.Pack) []Target {
	var out []Target
	p := of.Compiled.Pack
	for d := range p.Defs {
		for _, a := range p.Defs[d].Abilities {
			out = append(out, Target{engine.DefID(d), &p.Abilities[a.Ability]})
		}
	}
	return slices.Compact(out)
}

// Named returns the targets whose card or ability has each of the names. Where none has, the error
// names the nearest to the last one.
func Named(of *interp.Pack, names ...string) ([]Target, error) {
	var known []string
	targets := slices.DeleteFunc(Targets(of), func(t Target) bool {
		own := []string{of.Compiled.Pack.Defs[t.Def].ID, t.Ability.Name}
		known = append(known, own...)
		return slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(own, name) })
	})
	if len(targets) > 0 || len(names) == 0 {
		return targets, nil
	}
	last := names[len(names)-1]
	slices.Sort(known)
	return nil, fmt.Errorf("%s has no card with an ability that is called %q; %s",
		of.Compiled.Pack.ID, last, diag.There(last, slices.Compact(known)))
}

// Find plays until the ability acts, and makes the position small.
func (f *Finder) Find(ctx context.Context, t Target) (*Found, error) {
	found := &Found{Target: t, Tally: coverage.NewTally(f.Pack)}
	for found.Games < mostGames && found.Scenario == nil && found.work < mostWork {
		if err := f.play(ctx, found); err != nil {
			return nil, err
		}
		found.Games++
	}
	return found, nil
}

// search is a game that is searched for a position.
type search struct {
	*Finder
	*Found
	*position.Fixture
	*ear
	ctx    context.Context
	export record.Export
}

// play plays a game until the ability acts: one of four from its beginning, the others from where
// scenarios begin, with the card put where it works, or in one of three into any zone of a seat:
// it may come from there to where it works. Other cards are put where their abilities work: it may need
// one that meets its condition, or is strong enough.
func (f *Finder) play(ctx context.Context, found *Found) error {
	seed := rng.Derive(f.Seed, found.Games)
	b, options, err := f.Seat(found.Games, seed)
	if err != nil {
		return err
	}
	b, err = b.With(found.Def)
	if err != nil {
		return err
	}
	m, err := b.Take()
	if err != nil {
		return err
	}
	defer b.Give(m)
	setup := b.Setup(m, seed)
	watched := found.Tally.Watch(&setup)
	s := &search{f, found, b, found.hear(&setup), ctx, record.Export{Game: f.Game, Packs: f.Packs, GameOptions: options,
		Name: found.Ability.Name + " acts: " + b.English.Def(found.Def)}}
	scenario.SeatRandom(&setup, seed)
	s.lead(&setup)
	s.draw.Seed(seed, rng.Name("trial"), 0)
	g := engine.New(setup)
	mode := s.draw.Below(lucky)
	s.wide = mode == 1
	if mode > 0 {
		base, err := b.Base(ctx, b.DefaultPlace())
		if err != nil {
			return err
		}
		g = engine.Continue(setup, base.Position())
	}
	s.through(g, mode > 0)
	found.work += g.Counts().Work
	watched.Over(b.Table, g)
	return ctx.Err()
}

// through plays a game to its end, or until a position of it will do. What is done between two
// steps of the flow is looked at together.
func (s *search) through(g *engine.Game, placed bool) {
	status := engine.Going
	for i := range mostSteps {
		if !g.Position().Busy() {
			if s.in(g, s.export.From) {
				s.acted = false
				s.small(g)
			}
			if s.Scenario != nil || status != engine.Going {
				return
			}
			if placed {
				work := g.Counts().Work
				s.place(g, i < mostOthers)
				s.work += work - g.Counts().Work // which begins anew with a position
			}
			s.export.From = g.Log().Len()
		}
		var err error
		status, err = g.AdvanceStep(s.ctx)
		if err != nil {
			return
		}
	}
}

// small writes the game as a scenario and makes it small: so that it shows what the ability does.
func (s *search) small(g *engine.Game) {
	acts := func(node *source.Node) bool {
		g, acted := try(s.ctx, s.Tables, s.of, node)
		return acted && (s.Name == "" || g.Open() == nil && len(s.facts(s.ctx, s.of, node)) > 0)
	}
	node, _, err := record.NewRecorder(s.ctx, s.Fixture).Tell(g.Position(), s.export)
	if err != nil || !acts(node) {
		return
	}
	node = fuzz.Shrink(node, mostTries, acts, "dice", "draws", "shuffles", "options", "given")
	if s.Name != "" {
		s.Kept = s.keep(s.ctx, s.of, node)
		if s.Kept == "" {
			return
		}
	}
	s.Scenario = node
}

// try plays a scenario and reports whether an ability acts; the game is nil where it cannot begin.
func try(ctx context.Context, tables *scenario.Cache, t Target, node *source.Node) (*engine.Game, bool) {
	c := scenario.CaseOf(node)
	b, err := tables.Fixture(c)
	if err != nil || len(c.Findings) > 0 {
		return nil, false
	}
	var e *ear
	r := scenario.Try(ctx, b, c, scenario.Valid, func(setup *engine.Setup) { e = t.hear(setup) })
	return r.Game, r.Game != nil && r.Failed == nil && e.in(r.Game, 0)
}

// Asked is the scenario up to the question at whose answer the ability acts, and the seat that is
// asked it: the last one, as what comes behind it was left out.
func Asked(node *source.Node) (c *scenario.Case, seat int) {
	c = scenario.CaseOf(node)
	if last := len(c.Do) - 1; last >= 0 {
		seat, _ = strconv.Atoi(c.Do[last].Pairs[0].Key) // 0 for a line that plays on
		c.Do = c.Do[:last]
	}
	return c, max(seat, 1)
}
