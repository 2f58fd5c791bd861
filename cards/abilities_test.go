package cards_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/scripts"
)

func init() {
	pack.Register(cards.Files, scripts.Files)
	interp.Keep()
	debug.SetGCPercent(400) // as sim does: a fifth of the time of these tests went there
}

// part is one hook, action, modifier or marker of a named ability.
type part struct {
	name   string
	number int
}

// String is the name and the part's number.
func (p part) String() string { return fmt.Sprintf("%s.%d", p.name, p.number) }

func partOf(a *engine.Ability) part { return part{a.Name, a.Part} }

func sorted(parts map[part]bool) []part {
	return slices.SortedFunc(maps.Keys(parts), func(a, b part) int {
		return cmp.Or(strings.Compare(a.name, b.name), a.number-b.number)
	})
}

// tally is what was seen of the abilities of a game. It is safe for use by
// several goroutines.
type tally struct {
	lock sync.Mutex
	// ran has the scenarios in which an ability acted; games of bots count as "".
	ran map[part]map[string]bool
	// taken and declined are the optional abilities and the actions that a seat
	// used, and those that it was offered when it used none.
	taken, declined map[part]bool
}

func newTally() *tally {
	return &tally{ran: map[part]map[string]bool{}, taken: map[part]bool{}, declined: map[part]bool{}}
}

// answered counts an answer in, if abilities were offered.
func (y *tally) answered(p *engine.Position, d *engine.Decision, seat engine.Seat, reply engine.Reply) {
	y.lock.Lock()
	defer y.lock.Unlock()
	for i, o := range d.OptionsOf(seat) {
		if o.V[0].Kind != engine.Handle {
			continue
		}
		in, ok := p.InstanceOf(o.V[0])
		switch {
		case !ok:
		case len(reply) == 0:
			y.declined[partOf(in.Ability)] = true
		case reply[0] == i:
			y.taken[partOf(in.Ability)] = true
		}
	}
}

// played counts the abilities in that acted in a game.
func (y *tally) played(where string, g *engine.Game) {
	y.lock.Lock()
	defer y.lock.Unlock()
	log := g.Log()
	for at := log.Base; at < log.Len(); at++ {
		if e := log.At(at); e.Kind == engine.EvAbility {
			p := partOf(&g.Layout().Pack.Abilities[e.A])
			if y.ran[p] == nil {
				y.ran[p] = map[string]bool{}
			}
			y.ran[p][where] = true
		}
	}
}

// packs loads each pack of a game once.
type packs struct {
	lock  sync.Mutex
	known map[string]*interp.Pack
}

func (k *packs) load(name string, with interp.With) (*interp.Pack, error) {
	key := fmt.Sprint(name, with)
	k.lock.Lock()
	defer k.lock.Unlock()
	if p := k.known[key]; p != nil {
		return p, nil
	}
	p, err := interp.Load(name, with)
	if err == nil {
		k.known[key] = p
	}
	return p, err
}

// without returns the pack with one part of an ability taken away: from every
// card, and made a mark of no meaning where effects lend it.
func without(p *interp.Pack, gone part) *interp.Pack {
	plain := *p.Compiled.Pack
	plain.Abilities = slices.Clone(plain.Abilities)
	plain.Defs = slices.Clone(plain.Defs)
	for i := range plain.Abilities {
		a := &plain.Abilities[i]
		if partOf(a) != gone {
			continue
		}
		a.Form, a.NameSymbol = engine.Marker, 0
		for d := range plain.Defs {
			def := &plain.Defs[d]
			def.Abilities = slices.DeleteFunc(slices.Clone(def.Abilities),
				func(c engine.CardAbility) bool { return int(c.Ability) == i })
		}
	}
	compiled := *p.Compiled
	compiled.Pack = &plain
	out := *p
	out.Compiled = &compiled
	return &out
}

// survey is what the scenarios of a game show of its abilities.
type survey struct {
	*tally
	packs packs
	files []string
	// again are the scenarios by their names, to be played again.
	again map[string]*scenario.Played
	// parts are the parts of all abilities that a card has, carriers the names
	// and ids of those cards.
	parts    map[part]bool
	carriers map[part][]string
}

var surveys sync.Map // of *survey by game

// surveyOf runs the scenarios of a game, once for all tests.
func surveyOf(t *testing.T, game string) *survey {
	t.Helper()
	if known, ok := surveys.Load(game); ok {
		return known.(*survey)
	}
	s := &survey{tally: newTally(), packs: packs{known: map[string]*interp.Pack{}}, files: scenarioFiles(t, game),
		again: map[string]*scenario.Played{}, parts: map[part]bool{}, carriers: map[part][]string{}}
	var lock sync.Mutex
	results, err := scenario.Run(t.Context(), s.files, scenario.Config{
		Load: s.packs.load, Answered: s.answered,
		Played: func(p *scenario.Played) {
			if p.Game != nil {
				name := p.Case.Pos.File + ": " + p.Case.Name
				s.played(name, p.Game)
				lock.Lock()
				s.again[name] = &scenario.Played{Case: p.Case, Fixture: p.Fixture}
				lock.Unlock()
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if !r.Passed() {
			t.Fatal(r.Report())
		}
	}
	for _, p := range s.packs.known {
		speaker := p.Messages.Speaker("en")
		for d, def := range p.Compiled.Pack.Defs {
			for _, c := range def.Abilities {
				of := partOf(&p.Compiled.Pack.Abilities[c.Ability])
				s.parts[of] = true
				s.carriers[of] = append(s.carriers[of], def.ID, speaker.Def(engine.DefID(d)))
			}
		}
	}
	surveys.Store(game, s)
	return s
}

// cases are the scenarios that an ability's loss may touch: those in which it
// acted, or for one that never acts by itself (a mark, a modifier) those of the
// files that name a card with it.
func (s *survey) cases(t *testing.T, of part) (files []string, only *regexp.Regexp) {
	t.Helper()
	var names []string
	for name := range s.ran[of] {
		names = append(names, regexp.QuoteMeta(name))
	}
	if len(names) > 0 {
		slices.Sort(names)
		return s.files, regexp.MustCompile("^(" + strings.Join(names, "|") + ")$")
	}
	for _, file := range s.files {
		text := read(t, file)
		if slices.ContainsFunc(s.carriers[of], func(card string) bool { return strings.Contains(text, card) }) {
			files = append(files, file)
		}
	}
	return files, nil
}

// matters reports whether a scenario fails when the ability is taken away.
func (s *survey) matters(t *testing.T, gone part) bool {
	t.Helper()
	files, only := s.cases(t, gone)
	return slices.ContainsFunc(s.runWithout(t, gone, files, only), func(r *scenario.Result) bool { return !r.Passed() })
}

func (s *survey) runWithout(t *testing.T, gone part, files []string, only *regexp.Regexp) []*scenario.Result {
	t.Helper()
	results, err := scenario.Run(t.Context(), files,
		scenario.Config{Run: only, Load: func(name string, with interp.With) (*interp.Pack, error) {
			p, err := s.packs.load(name, with)
			if err != nil {
				return nil, err
			}
			return without(p, gone), nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// sampled is the number of abilities of a game that the suite takes away.
const sampled = 3

// TestEveryAbilityMatters: when any part of any ability is taken away, a
// scenario fails. The suite takes a seeded sample; all of them:
//
//	RULEDECK_FULL=1 go test ./cards -run TestEveryAbilityMatters -v
func TestEveryAbilityMatters(t *testing.T) {
	for _, game := range games(t) {
		t.Run(game, func(t *testing.T) {
			s := surveyOf(t, game)
			parts := sorted(s.parts)
			all := len(parts)
			if !full {
				random := rand.New(rand.NewPCG(4, 2))
				random.Shuffle(len(parts), func(i, k int) { parts[i], parts[k] = parts[k], parts[i] })
				parts = parts[:min(sampled, len(parts))]
			}
			for _, p := range parts {
				if !s.matters(t, p) {
					t.Errorf("no scenario misses %s", p)
				}
			}
			t.Logf("%d of %d parts of abilities were taken away, one at a time", len(parts), all)
		})
	}
}

// TestTakingAwayIsExact: without an ability that is not optional, the scenarios
// in which it does not act pass as before, so that it is the ability that the
// others miss.
func TestTakingAwayIsExact(t *testing.T) {
	s, gone := surveyOf(t, "bbtm"), part{"bork", 0}
	results := s.runWithout(t, gone, s.files, nil)
	failed := 0
	for _, r := range results {
		acts := s.ran[gone][r.File+": "+r.Name]
		if r.Passed() == acts {
			t.Errorf("%s: passed %t, and %s acts in it: %t", r.Name, r.Passed(), gone, acts)
		}
		if acts {
			failed++
		}
	}
	if failed == 0 {
		t.Errorf("%s acts in no scenario", gone)
	}
}

// TestOptionalAbilities: for every optional ability and every action of bbtm, a
// scenario uses it, and a scenario is offered it and uses nothing.
func TestOptionalAbilities(t *testing.T) {
	s, bots := surveyOf(t, "bbtm"), seasons(t)
	optional, inGames := 0, 0
	for _, p := range sorted(s.parts) {
		if a := s.ability(p); !a.May && a.Form != engine.Action {
			continue
		}
		optional++
		if !s.taken[p] {
			t.Errorf("no scenario uses %s", p)
		}
		if !s.declined[p] {
			t.Errorf("no scenario declines %s", p)
		}
		if bots.taken[p] && bots.declined[p] {
			inGames++
		} else {
			t.Logf("%s: in the games taken %t, declined %t", p, bots.taken[p], bots.declined[p])
		}
	}
	t.Logf("%d optional abilities and actions, all taken and declined in scenarios; both in games: %d", optional,
		inGames)
}

// ability returns the ability, of any of the packs.
func (s *survey) ability(p part) *engine.Ability {
	for _, pack := range s.packs.known {
		for i := range pack.Compiled.Pack.Abilities {
			if a := &pack.Compiled.Pack.Abilities[i]; partOf(a) == p {
				return a
			}
		}
	}
	return &engine.Ability{}
}
