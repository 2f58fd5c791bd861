package interp_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/script"
)

// node is a place in the tree of all courses of a game: what may come next, with
// its probability where chance decides, or the returns of the end.
type node struct {
	seat    engine.Seat // 0 for chance
	state   view.Key    // the information state of the seat
	next    []*node
	chances []float64
	returns []float64
}

// tree walks all courses of a two-seat game by forks, answering for chance.
type tree struct {
	testing.TB
	machine   *script.Machine
	terminals int
	states    [3]map[view.Key]bool
	// meet, if not nil, is called at the first place of each information state.
	meet func(g *engine.Game, state view.Key)
}

func courses(t testing.TB, tab *interp.Table, meet func(*engine.Game, view.Key)) (*tree, *node) {
	t.Helper()
	m, err := tab.Machine()
	if err != nil {
		t.Fatal(err)
	}
	setup := tab.Setup(m, 1)
	setup.AskChance = true
	w := &tree{TB: t, machine: m, meet: meet}
	for s := range w.states {
		w.states[s] = map[view.Key]bool{}
	}
	return w, w.grow(engine.New(setup))
}

func (w *tree) grow(g *engine.Game) *node {
	status, err := g.Advance(context.Background())
	if err != nil {
		w.Fatal(err)
	}
	if status == engine.Ended {
		w.terminals++
		returns, err := g.Returns()
		if err != nil {
			w.Fatal(err)
		}
		return &node{returns: returns}
	}
	d := g.Open()
	n := &node{seat: d.Seat}
	total := 0.0
	if d.Chance != nil {
		for _, weight := range d.Chance.Weights {
			total += float64(weight)
		}
	} else {
		n.state = view.NewRecall(g.Position(), d.Seat).Key(view.Asked(g.Position(), d, d.Seat))
		if w.meet != nil && !w.states[d.Seat][n.state] {
			w.meet(g, n.state)
		}
		w.states[d.Seat][n.state] = true
	}
	for i := range d.OptionsOf(d.Seat) {
		next := g.Fork(w.machine)
		if err := next.Answer(d.Number, d.Seat, engine.Reply{i}); err != nil {
			w.Fatal(err)
		}
		n.next = append(n.next, w.grow(next))
		if d.Chance != nil {
			n.chances = append(n.chances, float64(d.Chance.Weights[i])/total)
		}
	}
	return n
}

// strategy is how likely each option is taken, by information state; where it says
// nothing, each as likely as the others.
type strategy map[view.Key][]float64

// share is how likely a course goes on with an option.
func (s strategy) share(n *node, option int) float64 {
	switch shares := s[n.state]; {
	case n.seat == 0:
		return n.chances[option]
	case shares != nil:
		return shares[option]
	}
	return 1 / float64(len(n.next))
}

// value is what a seat gets when all play by a strategy.
func (s strategy) value(n *node, seat engine.Seat) float64 {
	if n.returns != nil {
		return n.returns[seat-1]
	}
	sum := 0.0
	for i, next := range n.next {
		sum += s.share(n, i) * s.value(next, seat)
	}
	return sum
}

// response finds what a seat gets at most against a strategy. best holds the
// option that it takes at each of its information states, found from the last
// ones back; reach holds each state's nodes, with the probability that the others
// bring the game there.
type response struct {
	seat  engine.Seat
	to    strategy
	reach map[view.Key][]reached
	best  map[view.Key]int
}

type reached struct {
	*node
	p float64
}

func (r *response) gather(n *node, p float64) {
	if n.seat == r.seat && n.returns == nil {
		r.reach[n.state] = append(r.reach[n.state], reached{n, p})
	}
	for i, next := range n.next {
		share := p
		if n.seat != r.seat {
			share *= r.to.share(n, i)
		}
		r.gather(next, share)
	}
}

func (r *response) value(n *node) float64 {
	switch {
	case n.returns != nil:
		return n.returns[r.seat-1]
	case n.seat == r.seat:
		return r.value(n.next[r.choice(n.state)])
	}
	sum := 0.0
	for i, next := range n.next {
		sum += r.to.share(n, i) * r.value(next)
	}
	return sum
}

func (r *response) choice(state view.Key) int {
	if option, ok := r.best[state]; ok {
		return option
	}
	best, most := 0, math.Inf(-1)
	for option := range r.reach[state][0].next {
		sum := 0.0
		for _, at := range r.reach[state] {
			sum += at.p * r.value(at.next[option])
		}
		if sum > most {
			best, most = option, sum
		}
	}
	r.best[state] = best
	return best
}

// nashConv is what both seats together could gain on a strategy by best responses.
func nashConv(root *node, s strategy) float64 {
	sum := 0.0
	for seat := engine.Seat(1); seat <= 2; seat++ {
		r := &response{seat: seat, to: s, reach: map[view.Key][]reached{}, best: map[view.Key]int{}}
		r.gather(root, 1)
		sum += r.value(root) - s.value(root, seat)
	}
	return sum
}

// pairs are the cards of Leduc hold'em as equal copies.
const pairs = `
defaults: {type: card, copies: 2}
cards:
  - {id: jack, name: {en: Jack}, rank: 11}
  - {id: queen, name: {en: Queen}, rank: 12}
  - {id: king, name: {en: King}, rank: 13}
`

// TestPoker walks two games whose figures are in the literature. Equal copies are
// one card to a seat. In a variant with questions that leave no choice those tell
// the other seat nothing, so it has the information states of the rules and no
// more.
func TestPoker(t *testing.T) {
	for _, test := range []struct {
		name, pack string
		cards      string
		options    map[string]string
		terminals  int
		states     [2]int
		nashConv   float64
	}{
		{"Kuhn", "kuhn", "", nil, 30, [2]int{6, 6}, 0.916667},
		{"Leduc", "leduc", "", nil, 5520, [2]int{468, 468}, 4.747222},
		{"Leduc with equal copies", "leduc", pairs, nil, 5520, [2]int{144, 144}, 4.747222},
		{"Kuhn with a timid jack", "kuhn", "", map[string]string{"jack": "timid"}, 22, [2]int{5, 5}, -1},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS("../testdata/"+test.pack)); err != nil {
				t.Fatal(err)
			}
			if test.cards != "" {
				if err := os.WriteFile(filepath.Join(dir, "cards", "cards.yaml"),
					[]byte(test.cards), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			p, err := interp.Load(dir, interp.With{})
			if err != nil {
				t.Fatal(err)
			}
			tab, err := p.Table(interp.Settings{Seats: 2, GameOptions: test.options})
			if err != nil {
				t.Fatal(err)
			}
			w, root := courses(t, tab, nil)
			if w.terminals != test.terminals {
				t.Errorf("%d terminal histories, want %d", w.terminals, test.terminals)
			}
			if got := [2]int{len(w.states[1]), len(w.states[2])}; got != test.states {
				t.Errorf("%v information states, want %v", got, test.states)
			}
			if got := nashConv(root, nil); test.nashConv > 0 && math.Abs(got-test.nashConv) > 5e-7 {
				t.Errorf("NashConv of uniform play %.6f, want %.6f", got, test.nashConv)
			}
		})
	}
}

// TestChance: the settings answer for chance, which here deals the last of the cards left.
func TestChance(t *testing.T) {
	tab := shipped(t, "../testdata/kuhn", 2, false)
	var dealt []string
	tab.Settings.Chance = func(d *engine.Decision) int {
		last := len(d.Options) - 1
		dealt = append(dealt, tab.Layout.Definition(d.Options[last].V[0].Card()).ID)
		return last
	}
	g, err := tab.NewGame()
	if err == nil {
		_, err = g.Advance(t.Context())
	}
	if err != nil || !slices.Equal(dealt, []string{"queen", "king"}) {
		t.Error(dealt, err)
	}
}

// TestPokerWorlds samples worlds of Kuhn poker, also where the host answers for
// chance: a seat that calls with a queen has met a jack about as often as a king,
// one with a king never loses; and of games from the beginning each deal comes as
// often as the others.
func TestPokerWorlds(t *testing.T) {
	p, err := interp.Load("../testdata/kuhn", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	tab, err := p.Table(interp.Settings{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	machines := [2]*script.Machine{}
	for i := range machines {
		if machines[i], err = tab.Machine(); err != nil {
			t.Fatal(err)
		}
	}
	for _, asks := range []bool{false, true} {
		seen := map[string]bool{}
		for seed := uint64(1); len(seen) < 3; seed++ {
			setup := tab.Setup(machines[0], seed)
			setup.AskChance = asks
			setup.Deciders[0] =
				func(_ context.Context, _ *engine.Position, d *engine.Decision, _ engine.Seat) engine.Reply {
					return engine.Reply{int(seed+uint64(d.Number)*seed/3) % len(d.Options)}
				}
			g := engine.New(setup)
			if _, err := g.Advance(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := g.Answer(g.Open().Number, 1, engine.Reply{1}); err != nil { // a bet
				t.Fatal(err)
			}
			if _, err := g.Advance(t.Context()); err != nil {
				t.Fatal(err)
			}
			cards := view.Of(g.Position(), 2).Players[1].Zones[0].Cards
			if seen[cards[0].Key] {
				continue
			}
			seen[cards[0].Key] = true
			won, deals := calling(t, g, machines[1])
			if want := map[string]int{"jack": 0, "queen": 100, "king": 200}[cards[0].Key]; won < want-30 ||
				won > want+30 || want%200 == 0 && won != want {
				t.Errorf("chance asks: %v; a %s won %d of 200 worlds", asks, cards[0].Key, won)
			}
			if len(deals) != 6 {
				t.Errorf("chance asks: %v; there are %d deals, not 6", asks, len(deals))
			}
			for _, n := range deals {
				if n < 20 || n > 80 {
					t.Errorf("chance asks: %v; of 300 deals one came %d times", asks, n)
				}
			}
		}
	}
}

// calling calls in 200 worlds, and returns how many were won; deals counts 300
// deals from the beginning by what both seats see.
func calling(t *testing.T, g *engine.Game, scripts engine.Scripts) (won int, deals map[[2]view.Key]int) {
	s := belief.NewSampler(scripts, nil)
	s.At(t.Context(), g.Position(), g.Open(), 2)
	call, err := s.Question().Reply(`"call"`)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(200) {
		s.World(seed)
		ok, err := s.Play(call, belief.Until{End: true})
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		returns, err := s.Returns()
		if err != nil || math.Abs(returns[0]) != 2 || returns[0]+returns[1] != 0 {
			t.Fatal(returns, err)
		}
		if returns[1] > 0 {
			won++
		}
		w, err := s.Open()
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Answer(2, `"call"`); err != nil {
			t.Fatal(err)
		}
		if err := w.Fork().Play(nil, belief.Until{End: true}); err != nil {
			t.Fatal(err)
		}
		if err := w.Play(nil, belief.Until{End: true}); err != nil {
			t.Fatal(err)
		}
		if again, err := w.Returns(); err != nil || again[0] != returns[0] {
			t.Fatal(again, returns, err)
		}
	}
	deals = map[[2]view.Key]int{}
	for seed := range uint64(300) {
		w := s.Begin(seed)
		if err := w.Play(nil, belief.Until{End: true}); err != nil {
			t.Fatal(err)
		}
		deals[[2]view.Key{w.Key(1), w.Key(2)}]++
	}
	return won, deals
}
