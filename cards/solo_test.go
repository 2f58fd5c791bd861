package cards_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
)

// TestSoloCanBeWon looks for a way through the solo game of Seven Missions, which no bot
// has won: a beam of games that goes on turn by turn, with the true deck and dice, so that
// what it finds says that a game can be won and not how. A won game with all seven
// missions is a golden. The suite looks at one seed; RULEDECK_FULL=1 at a thousand.
func TestSoloCanBeWon(t *testing.T) {
	tbl, err := load(t, "seven-missions", nil).Table(interp.Settings{Seats: 1, DropLog: true})
	if err != nil {
		t.Fatal(err)
	}
	seeds, won := []uint64{4}, 0
	if full {
		seeds = nil
		for seed := range uint64(1000) {
			seeds = append(seeds, seed+1)
		}
	}
	for _, seed := range seeds {
		s := soloSearch{T: t, Table: tbl, random: rand.New(rand.NewPCG(seed, 1)), zones: map[string]engine.ZoneKindID{}}
		for i, z := range tbl.Layout.Pack.Zones {
			s.zones[z.Name] = engine.ZoneKindID(i)
		}
		if s.run(seed) {
			won++
		}
	}
	t.Logf("%d of %d seeds were won", won, len(seeds))
	if won == 0 {
		t.Error("no game was won")
	}
}

// What the search keeps of the games after each turn, the best by worth: so many of each
// level, missions and lands under attack; and how often it plays on from each of them.
const (
	beamOfEach = 2
	beamWidth  = 16
	beamTries  = 8
)

type soloSearch struct {
	*testing.T
	*interp.Table
	random *rand.Rand
	zones  map[string]engine.ZoneKindID
}

// soloGame is a game at the beginning of a turn.
type soloGame struct {
	*engine.Game
	stands [3]int // level, missions, lands under attack
	worth  int
}

func (s *soloSearch) run(seed uint64) bool {
	first, err := s.Machine()
	if err != nil {
		s.Fatal(err)
	}
	others, err := s.Machine()
	if err != nil {
		s.Fatal(err)
	}
	g := engine.New(s.Setup(first, seed))
	if _, err := g.Advance(s.Context()); err != nil {
		s.Fatal(err)
	}
	beam, tries := []soloGame{{Game: g}}, beamTries*beamWidth/2
	for len(beam) > 0 {
		var next []soloGame
		for _, from := range beam {
			for range tries {
				to := from.Fork(others)
				if s.turn(to); to.Winners() != 0 {
					return true
				}
				if !to.Over() {
					next = append(next, s.judged(to))
				}
			}
		}
		slices.SortStableFunc(next, func(a, b soloGame) int { return cmp.Compare(b.worth, a.worth) })
		alike := map[[3]int]int{}
		beam, tries = beam[:0], beamTries
		for _, n := range next {
			if alike[n.stands]++; alike[n.stands] <= beamOfEach && len(beam) < beamWidth {
				beam = append(beam, n)
			}
		}
	}
	return false
}

// turn plays a turn as the eager do, up to the first question of the next.
func (s *soloSearch) turn(g *engine.Game) {
	round := s.round(g)
	for !g.Over() {
		d := g.Open()
		if s.Layout.Pack.Symbols[d.Prompt] == "act" && s.round(g) > round {
			return
		}
		if err := g.Answer(d.Number, 1, s.reply(d)); err != nil {
			s.Fatal(err)
		}
		if _, err := g.Advance(s.Context()); err != nil {
			s.Fatal(err)
		}
	}
}

func (s *soloSearch) round(g *engine.Game) int32 {
	for i, a := range s.Layout.Pack.Game {
		if a.Name == "round" {
			return g.Position().GamePrinted(engine.AttributeID(i)).N
		}
	}
	return 0
}

// eager says how often an option is taken beside others, by its first word; others have 1.
var eager = map[string]float64{"call": 6, "buy": 5, "coins": 2, "icon": 1, "tap": 1.5, "fight": 2, "attacks": 2,
	"assists": 0.1, "move": 2, "close": 0.5, "finish": 0.6, "scout": 0.01, "intervene": 0.1}

func (s *soloSearch) reply(d *engine.Decision) engine.Reply {
	options := d.OptionsOf(1)
	if d.Kind != engine.PickOne || len(options) == 0 {
		return s.several(d, len(options))
	}
	weights, sum := make([]float64, len(options)), 0.0
	for i, o := range options {
		key := s.Layout.ChoiceKey(o)
		word, _, _ := strings.Cut(strings.Trim(key, `"`), `"`)
		weights[i] = cmp.Or(eager[word], 1)
		if copper := strings.Contains(key, "copper"); copper && word == "buy" {
			weights[i] = 0.02
		} else if copper && s.Layout.Pack.Symbols[d.Prompt] == "land" {
			weights[i] = 20
		}
		sum += weights[i]
	}
	if d.Optional && s.random.IntN(2) == 0 {
		return nil
	}
	at := s.random.Float64() * sum
	for i, w := range weights {
		if at -= w; at <= 0 {
			return engine.Reply{i}
		}
	}
	return engine.Reply{len(options) - 1}
}

// several answers what asks for several options: the discard, and the split of damage.
func (s *soloSearch) several(d *engine.Decision, n int) engine.Reply {
	switch d.Kind {
	case engine.PickSome:
		reply := engine.Reply(s.random.Perm(n)[:d.Min])
		slices.Sort(reply)
		return reply
	case engine.Split: // all to one
		reply := make(engine.Reply, n)
		reply[s.random.IntN(n)] = d.Total
		return reply
	}
	return d.First(1)
}

// judged says what a game is worth: missions, lands, and the cards that are worth having;
// lands under attack are worth less.
func (s *soloSearch) judged(g *engine.Game) soloGame {
	p, out := g.Position(), soloGame{Game: g}
	typeOf := func(c engine.CardID) string { return s.Layout.Pack.Types[s.Layout.TypeOf(c)].Name }
	for _, land := range p.CardsIn(nil, s.Layout.ZoneOf(s.zones["lands"], 1, 0)) {
		out.stands[0]++
		for _, c := range p.CardsIn(nil, s.Layout.ZoneOf(s.zones["ground"], 0, land)) {
			switch typeOf(c) {
			case "mission":
				out.stands[1]++
			case "monster":
				out.stands[2]++
			}
		}
	}
	out.worth = 12*out.stands[0] + 40*out.stands[1] - 28*out.stands[2]
	for _, zone := range []string{"hand", "deck", "discard"} {
		for _, c := range p.CardsIn(nil, s.Layout.ZoneOf(s.zones[zone], 1, 0)) {
			switch typeOf(c) {
			case "companion":
				out.worth += 17
			case "skill":
				out.worth += 4
			case "money":
				if strings.HasPrefix(s.Layout.CardKey(c), "copper") {
					out.worth -= 3
				} else {
					out.worth += 8
				}
			}
		}
	}
	return out
}
