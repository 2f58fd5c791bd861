package interp_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
)

// copies is a pack with copies of cards in a deck and in a bag; rules.lua is missing.
var copies = map[string]string{
	"pack.yaml": "{id: copies, version: 1.0.0, api: 3, name: {en: Copies}, seats: {min: 2, max: 2}}",
	"game.yaml": `
seat: {points: {type: number, start: 0}}
game: {leader: {type: card}}
triggers: {flip: {}}
types:
  card: {start: deck, attributes: {rank: {type: number}, tag: {type: number, state: true, start: 0}}}
  chip: {start: bag, attributes: {rank: {type: number}, tag: {type: number, state: true, start: 0}}}
zones:
  deck: {of: table, ordered: true, seen: nobody}
  bag: {of: table, bag: true, seen: nobody}
  hand: {of: seat, seen: owner}
  pile: {of: table}
flow:
  - phase: game
    do: [rules.one, rules.two, rules.three]
`,
	"cards/cards.yaml": `
cards:
  - {id: ace, type: card, name: {en: Ace}, rank: 1, copies: 2}
  - {id: king, type: card, name: {en: King}, rank: 9}
  - {id: red, type: chip, name: {en: Red}, rank: 1, copies: 2}
  - {id: blue, type: chip, name: {en: Blue}, rank: 2}
`,
	"locale/en.yaml": `prompt.take: "Take"`,
}

// copiesTable is a table of the pack with the lines of three steps.
func copiesTable(t rapid.TB, dir string, steps ...string) *interp.Table {
	files := maps.Clone(copies)
	lua := "local rules = {}\n"
	for i, name := range []string{"one", "two", "three"} {
		lines := ""
		if i < len(steps) {
			lines = steps[i]
		}
		lua += "function rules." + name + "()\n  local held\n  local one, two = game.seats[1], game.seats[2]\n" +
			lines + "\nend\n"
	}
	lua += "function rules.later(card) if card then card.tag = card.tag + 4 end end\nreturn rules\n"
	files["scripts/rules/rules.lua"] = lua
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := interp.Load(dir, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := p.Table(interp.Settings{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// spread is how likely each end of a game is: all that it is but for the numbers of copies and
// the order in the bag, with all that the seats know on the way.
type spread struct {
	rapid.TB
	machine engine.Scripts
	// merged counts outcomes that nothing can tell apart as one.
	merged bool
	// courses counts the ends that were reached; there are no more than most.
	courses, most int
	ends          map[string]float64
}

func spreadOf(t rapid.TB, table *interp.Table, merged bool, most int) *spread {
	m, err := table.Machine()
	if err != nil {
		t.Fatal(err)
	}
	setup := table.Setup(m, 1)
	setup.AskChance = true
	s := &spread{TB: t, machine: m, merged: merged, most: most, ends: map[string]float64{}}
	s.grow(engine.New(setup), 1, "")
	return s
}

// grow follows each course from where a game stands, which is as likely as p.
func (s *spread) grow(g *engine.Game, p float64, path string) {
	status, err := g.Advance(context.Background())
	if err != nil {
		s.Fatal(err)
	}
	d := g.Open()
	for seat := engine.Seat(1); seat <= 2; seat++ {
		key := view.NewRecall(g.Position(), seat).Key(view.Asked(g.Position(), d, seat))
		path += fmt.Sprintf("%x ", uint64(key))
	}
	switch {
	case s.courses > s.most:
		return
	case status == engine.Ended:
		s.courses++
		s.ends[path+written(g)] += p
		return
	}
	weights := slices.Repeat([]int{1}, len(d.Options))
	if d.Chance != nil {
		weights = d.Chance.Weights
		if s.merged {
			weights = g.Position().Outcomes(d)
		}
	}
	sum := 0
	for _, w := range weights {
		sum += w
	}
	for i, w := range weights {
		if w == 0 {
			continue
		}
		next := g.Fork(s.machine)
		if err := next.Answer(d.Number, d.Seat, engine.Reply{i}); err != nil {
			s.Fatal(err)
		}
		s.grow(next, p*float64(w)/float64(sum), path)
	}
}

// written is a position without the numbers of copies, and what lies in the bag in any order.
func written(g *engine.Game) string {
	text, p := "", g.Position()
	if p.Pack.ID != "copies" {
		returns, err := g.Returns()
		return fmt.Sprint(returns, err)
	}
	card := func(c engine.CardID) string {
		tag, err := p.Attribute(c, 1)
		return fmt.Sprint(p.Definition(c).ID, " ", p.Known(c), " ", tag.N, err, ";")
	}
	for z := engine.ZoneID(1); int(z) <= p.ZoneTotal(); z++ {
		var cards []string
		for _, c := range p.CardsIn(nil, z) {
			cards = append(cards, card(c))
		}
		if p.Pack.Zones[p.KindOfZone(z)].Bag {
			slices.Sort(cards)
		}
		text += p.ZoneKey(z) + ": " + strings.Join(cards, " ") + "\n"
	}
	for seat := engine.Seat(1); seat <= 2; seat++ {
		points, err := p.SeatAttribute(seat, 0)
		text += fmt.Sprint(points.N, err, "\n")
	}
	if leader, err := p.GameAttribute(0); err == nil && leader.Card() != 0 {
		text += card(leader.Card()) + p.ZoneKey(p.ZoneAt(leader.Card()))
	}
	return text
}

// same reports the first end that is not as likely in one spread as in another.
func (s *spread) same(other *spread) string {
	for end, p := range s.ends {
		if math.Abs(p-other.ends[end]) > 1e-9 {
			return fmt.Sprintf("%g, not %g: %s", other.ends[end], p, end)
		}
	}
	return ""
}

// copiesLines are lines of the steps that the property draws from.
var copiesLines = []string{
	"shuffle(game.deck)",
	"if game.deck.top then move(game.deck.top, one.hand) end",
	"if game.deck.top then move(game.deck.top, two.hand) end",
	"do local c = draw_from(game.bag) if c then move(c, one.hand) end end",
	"do local c = draw_from(game.bag) if c then move(c, two.hand) end end",
	"move(draw_from(game.bag, 2), game.pile)",
	"do local c = draw_from(game.bag) if c then c.tag = c.tag + 1 end end",
	"do local c = draw_from(game.deck) if c then move(c, game.pile) end end",
	"do local c = draw_from(one.hand) if c then c.tag = 3 end end",
	"held = game.deck.top",
	"held = game.deck.bottom",
	"held = one.hand:cards()[1]",
	"held = first{zone = two.hand}",
	"held = draw_from(game.bag) or held",
	"if held and held.zone == one.hand then one.points = one.points + 1 end",
	"if held and held.zone == two.hand then two.points = two.points + 1 end",
	"if held then held.tag = held.tag + 1 end",
	"if held and held == game.deck.top then one.points = 7 end",
	"do local list = options():add(game.deck:cards()) shuffle(game.deck) " +
		"if list:count() > 0 then choose.one{seat = one, prompt = 'take', from = list}.tag = 8 end end",
	"game.leader = game.deck.top",
	"if game.leader then game.leader.tag = game.leader.tag + 2 end",
	"if game.deck.bottom then game.deck.bottom.tag = 1 end",
	"if game.deck.top then reveal(game.deck.top, one) end",
	"if game.deck.top then reveal(game.deck.top) end",
	"for i, c in ipairs(one.hand:cards()) do c.tag = c.tag + i end",
	"for _, c in ipairs(game.pile:cards()) do move(c, c.type == 'card' and game.deck or game.bag) end",
	"for _, c in ipairs(one.hand:cards()) do move(c, c.type == 'card' and game.deck or game.bag) end",
	"for _, c in ipairs(cards{zone = 'hand', tag = 0}) do two.points = two.points * 2 + c.rank end",
	"one.points = one.points + count{zone = 'pile', rank = 1} + sum('rank', {zone = 'bag', tag = 1})",
	"do local c = choose.one{seat = two, prompt = 'take', from = two.hand:cards()} " +
		"if c then move(c, game.pile) end end",
	"schedule('rules.later', game.deck.bottom)",
}

// TestOutcomes: whatever the rules do, the game comes to the same ends, each as likely, and its
// seats know the same on the way, whether copies that nothing tells apart are one outcome or
// each is one.
func TestOutcomes(t *testing.T) {
	tried, fewer := 0, 0
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		steps := rapid.SliceOfN(rapid.SliceOfN(rapid.SampledFrom(copiesLines), 1, 7), 1, 3).Draw(t, "steps")
		var texts []string
		for _, lines := range steps {
			texts = append(texts, strings.Join(lines, "\n"))
		}
		table := copiesTable(t, dir, texts...)
		const most = 200
		each := spreadOf(t, table, false, most)
		if each.courses > most {
			return
		}
		one := spreadOf(t, table, true, most)
		tried++
		if one.courses < each.courses {
			fewer++
		}
		if what := each.same(one); what != "" {
			t.Fatal(what)
		}
	})
	t.Log(tried, "tried,", fewer, "with fewer courses")
	if fewer*10 < tried {
		t.Errorf("copies were one outcome in %d of %d games", fewer, tried)
	}
}

// TestOutcomesOfPacks: leduc with copies for its two suits has fewer courses, and its seats get
// as much; the first card of hanabi is one of six, not of twelve.
func TestOutcomesOfPacks(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../testdata/leduc")); err != nil {
		t.Fatal(err)
	}
	cards := `
defaults: {type: card, copies: 2}
cards: [{id: jack, name: {en: Jack}, rank: 11}, {id: queen, name: {en: Queen}, rank: 12}]
`
	if err := os.WriteFile(filepath.Join(dir, "cards", "cards.yaml"), []byte(cards), 0o644); err != nil {
		t.Fatal(err)
	}
	load := func(dir string, seats int) *interp.Table {
		p, err := interp.Load(dir, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		table, err := p.Table(interp.Settings{Seats: seats})
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	leduc := load(dir, 2)
	each, one := spreadOf(t, leduc, false, 1e6), spreadOf(t, leduc, true, 1e6)
	t.Log(each.courses, one.courses)
	if what := each.same(one); what != "" {
		t.Error(what)
	}
	if got := outcomesOf(t, load("../testdata/hanabi", 2)); got != "[3 0 0 2 0 1 3 0 0 2 0 1]" {
		t.Errorf("hanabi: %s", got)
	}
}

// outcomesOf are the outcomes of the first decision of chance.
func outcomesOf(t *testing.T, table *interp.Table) string {
	m, err := table.Machine()
	if err != nil {
		t.Fatal(err)
	}
	setup := table.Setup(m, 1)
	setup.AskChance = true
	g := engine.New(setup)
	if _, err := g.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(g.Position().Outcomes(g.Open()))
}

// TestOutcomesApart: copies are one outcome but where something may tell them apart.
func TestOutcomesApart(t *testing.T) {
	for _, c := range []struct {
		what, want string
		steps      []string
	}{
		{"nothing tells them apart", "[2 0 1]", []string{"shuffle(game.deck)"}},
		{"nor in a bag", "[1 2 0]", []string{"move(draw_from(game.bag), one.hand)"}},
		{"nor in a deck behind the top", "[1 1 1]", []string{"draw_from(game.deck)"}},
		{"held from before", "[1 1 1]", []string{"held = game.deck.top shuffle(game.deck)"}},
		{"held in the step before", "[2 0 1]", []string{"held = game.deck.top", "shuffle(game.deck)"}},
		{"another is held", "[2 0 1]", []string{"held = game.deck.bottom shuffle(game.deck)"}},
		{"among options", "[1 1 1]", []string{"held = options():add(game.deck:cards()) shuffle(game.deck)"}},
		{"by their state", "[1 1 1]", []string{"game.deck.top.tag = 1", "shuffle(game.deck)"}},
		{"by who is named", "[1 1 1]", []string{"game.leader = game.deck.top", "shuffle(game.deck)"}},
		{"by who knows them", "[1 1 1]", []string{"reveal(game.deck.top, one)", "shuffle(game.deck)"}},
		{"by their number", "[1 1 1]", []string{"shuffle(game.deck)", "one.points = game.deck.top.copy"}},
		{"by their life", "[1 1 1]", []string{"shuffle(game.deck)", "one.points = game.deck.top.life"}},
		{"in a trigger", "[1 1 1]", []string{"raise('flip', {}, function() shuffle(game.deck) end)"}},
	} {
		if got := outcomesOf(t, copiesTable(t, t.TempDir(), c.steps...)); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// TestOutcomesLostSight: of two copies in a deck one seat has seen one, and lost sight of it.
func TestOutcomesLostSight(t *testing.T) {
	table := copiesTable(t, t.TempDir(), "reveal(game.deck.top, one)", "shuffle(game.deck)", "shuffle(game.deck)")
	m, err := table.Machine()
	if err != nil {
		t.Fatal(err)
	}
	setup := table.Setup(m, 1)
	setup.AskChance = true
	g := engine.New(setup)
	var got []string
	for {
		if status, err := g.Advance(t.Context()); err != nil {
			t.Fatal(err)
		} else if status == engine.Ended {
			break
		}
		got = append(got, fmt.Sprint(g.Position().Outcomes(g.Open())))
		if err := g.Answer(g.Open().Number, 0, engine.Reply{0}); err != nil {
			t.Fatal(err)
		}
	}
	if fmt.Sprint(got) != "[[1 1 1] [1 1] [1 1 1] [1 1]]" {
		t.Error(got)
	}
}
