package bot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/internal/tinytest"
)

// kinds are a player of each kind, with little time to think.
var kinds = []string{"random", "greedy", "search:12", "search:12:depth=0"}

func scripts() engine.Scripts { return tinytest.Scripts{} }

// game plays a tiny game with players of the given kinds.
func game(t *testing.T, seed uint64, kinds ...string) *engine.Game {
	t.Helper()
	g := tinytest.New(len(kinds), seed)
	for i, kind := range kinds {
		seat := engine.Seat(i + 1)
		p, err := bot.New(kind, seat, seed, scripts)
		if err != nil {
			t.Fatal(err)
		}
		g.SetDecider(seat, p.Decide)
	}
	if status, err := g.Advance(t.Context()); err != nil || status != engine.Ended {
		t.Fatal(status, err)
	}
	return g
}

func TestNew(t *testing.T) {
	for _, kind := range kinds {
		if _, err := bot.New(kind, 1, 1, scripts); err != nil {
			t.Error(err)
		}
	}
	for kind, want := range map[string]string{
		"perfect":  `there is no bot of kind "perfect"; there are random, greedy, search`,
		"greedy:4": "greedy:4: nothing follows behind greedy",
		"search:": `search:: playouts a decision are expected, as in search:400, or a time, as in ` +
			`search:2s, not ""`,
		"search:0": `search:0: playouts a decision are expected, as in search:400, or a time, as in ` +
			`search:2s, not "0"`,
		"search:9:deep=1": `search:9:deep=1: depth or rollout and a number from 0 to 1000 are expected, as in ` +
			`depth=4, not "deep=1"`,
		"search:depth=-1": `search:depth=-1: depth or rollout and a number from 0 to 1000 are expected, as in ` +
			`depth=4, not "depth=-1"`,
		"search:2s": "search:2s thinks by the clock, and so its games differ from machine to machine and from " +
			"run to run; where they count, give playouts a decision, as in search:400",
		"search:2s:depth=": `search:2s:depth=: depth or rollout and a number from 0 to 1000 are expected, as in ` +
			`depth=4, not "depth="`,
	} {
		if _, err := bot.New(kind, 1, 1, scripts); err == nil || err.Error() != want {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// TestTimed: a player that thinks by the clock stops when its time is over, and is had
// only with a clock.
func TestTimed(t *testing.T) {
	now := time.Unix(0, 0)
	clock := func() time.Time { now = now.Add(100 * time.Millisecond); return now }
	g := tinytest.New(2, 3)
	p, err := bot.NewTimed("search:2s", 1, 3, scripts, clock)
	if err != nil {
		t.Fatal(err)
	}
	search := p.(*bot.Search)
	longest := time.Duration(0)
	g.SetDecider(1, func(ctx context.Context, at *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
		before := now
		reply := p.Decide(t.Context(), at, d, seat)
		longest = max(longest, now.Sub(before))
		return reply
	})
	g.SetDecider(2, bot.NewRandom(2, 3).Decide)
	if _, err := g.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	if longest < time.Second || longest > 3*time.Second || search.Tried == 0 || search.AtRandom > 0 {
		t.Errorf("it thought for %v, in %d playouts, and gave up %d times", longest, search.Tried, search.AtRandom)
	}
}

// TestSameSeedSameGame: bots are functions of seed, seat and question.
func TestSameSeedSameGame(t *testing.T) {
	for _, kind := range kinds {
		a, b, c := game(t, 4, kind, kind, kind), game(t, 4, kind, kind, kind), game(t, 5, kind, kind, kind)
		if a.Log().Hash() != b.Log().Hash() || a.Log().Hash() == c.Log().Hash() {
			t.Errorf("%s: the game does not follow from the seed", kind)
		}
	}
}

// TestUndoneBot: a bot answers the same when it is asked again after an undo.
func TestUndoneBot(t *testing.T) {
	g := game(t, 4, "greedy", "random")
	hash := g.Log().Hash()
	if err := g.Undo(t.Context(), 9); err != nil {
		t.Fatal(err)
	}
	d := g.Open()
	p, _ := bot.New([]string{"greedy", "random"}[d.Seat-1], d.Seat, 4, scripts)
	if err := g.Answer(9, d.Seat, p.Decide(t.Context(), g.Position(), d, d.Seat)); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Advance(t.Context()); err != nil || g.Log().Hash() != hash {
		t.Error("the game went another way", err)
	}
}

// TestGreedyBeatsRandom: looking ahead pays.
func TestGreedyBeatsRandom(t *testing.T) {
	points := [3]int32{}
	for seed := range uint64(16) {
		kinds := []string{"greedy", "random"}
		mine := engine.Seat(1)
		if seed%2 == 1 {
			kinds, mine = []string{"random", "greedy"}, 2
		}
		g := game(t, seed, kinds...)
		for s := engine.Seat(1); s <= 2; s++ {
			v, err := g.Position().SeatAttribute(s, tinytest.Points)
			if err != nil {
				t.Fatal(err)
			}
			if s == mine {
				points[1] += v.N
			} else {
				points[2] += v.N
			}
		}
	}
	if points[1] < points[2]*3/2 {
		t.Errorf("greedy has %d points, random %d", points[1], points[2])
	}
}

// TestGreedyFindsWorlds: thinking is hardly ever given up for want of a world.
func TestGreedyFindsWorlds(t *testing.T) {
	for seed := range uint64(4) {
		g := tinytest.New(3, seed)
		players := make([]*bot.Greedy, 4)
		for s := engine.Seat(1); s <= 3; s++ {
			players[s] = bot.NewGreedy(s, seed, tinytest.Scripts{})
			g.SetDecider(s, players[s].Decide)
		}
		if _, err := g.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		for s := 1; s <= 3; s++ {
			if n := players[s].AtRandom; n > 0 {
				t.Errorf("seed %d: seat %d answered %d times at random", seed, s, n)
			}
		}
	}
}

// TestNeedsLog: in a pack that hides values a player that looks ahead thinks only
// where the log is kept, and so says whoever simulates.
func TestNeedsLog(t *testing.T) {
	pack := tinytest.Pack()
	open := tinytest.Pack()
	for _, attributes := range [][]engine.Attribute{open.Game, open.Seats, open.Cards} {
		for i := range attributes {
			attributes[i].Seen = engine.SeenByAll
		}
	}
	for _, test := range []struct {
		kinds string
		pack  *engine.Pack
		want  bool
	}{
		{"random random", pack, false}, {"random greedy", pack, true}, {"greedy greedy", open, false},
	} {
		if got := bot.NeedsLog(strings.Fields(test.kinds), test.pack); got != test.want {
			t.Errorf("%s: %v, not %v", test.kinds, got, test.want)
		}
	}
	for _, drops := range []bool{true, false} {
		layout, err := engine.NewLayout(pack, 2)
		if err != nil {
			t.Fatal(err)
		}
		g := engine.New(engine.Setup{Layout: layout, Scripts: tinytest.Scripts{}, Seed: 3, DropLog: drops})
		greedy := bot.NewGreedy(1, 3, tinytest.Scripts{})
		g.SetDecider(1, greedy.Decide)
		g.SetDecider(2, bot.NewRandom(2, 3).Decide)
		if status, err := g.Advance(t.Context()); err != nil || status != engine.Ended {
			t.Fatal(status, err)
		}
		if refused := greedy.Refused != ""; refused != drops || (greedy.AtRandom > 0) != drops {
			t.Errorf("the log is dropped: %v; %d answers at random (%s)", drops, greedy.AtRandom, greedy.Refused)
		}
	}
}

func BenchmarkRandomDecide(b *testing.B) {
	p := bot.NewRandom(1, 1)
	d := &engine.Decision{Kind: engine.PickOne, Options: make([]engine.Choice, 7), Seat: 1}
	b.ReportAllocs()
	for i := range b.N {
		d.Number = i
		p.Decide(b.Context(), nil, d, 1)
	}
}

func BenchmarkGreedyGame(b *testing.B) {
	b.ReportAllocs()
	for i := range b.N {
		g := tinytest.New(2, uint64(i))
		for s := engine.Seat(1); s <= 2; s++ {
			g.SetDecider(s, bot.NewGreedy(s, uint64(i), tinytest.Scripts{}).Decide)
		}
		if _, err := g.Advance(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// TestThinkingOnSeveralCores: a player that thinks by a clock gives the same answers for
// the same number of playouts, however many help it.
func TestThinkingOnSeveralCores(t *testing.T) {
	var want string
	for helpers := range 3 {
		// Each look at the clock is a world, or the beginning of a round.
		now := time.Unix(0, 0)
		clock := func() time.Time { now = now.Add(500 * time.Millisecond); return now }
		g := tinytest.New(2, 3)
		tried := 0
		for seat := engine.Seat(1); seat <= 2; seat++ {
			p, err := bot.NewTimed("search:2s", seat, 3, scripts, clock)
			if err != nil {
				t.Fatal(err)
			}
			search := p.(*bot.Search)
			for range helpers {
				search.Help(tinytest.Scripts{})
			}
			decide := func(
				ctx context.Context, at *engine.Position, d *engine.Decision, seat engine.Seat,
			) engine.Reply {
				reply := search.Decide(ctx, at, d, seat)
				if search.Err != nil || search.AtRandom > 0 {
					t.Fatal(search.Err, search.AtRandom)
				}
				tried = search.Tried
				return reply
			}
			g.SetDecider(seat, decide)
		}
		if _, err := g.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%x after %d events, %d playouts", g.Log().Hash(), g.Log().Len(), tried)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d helpers: %s, alone %s", helpers, got, want)
		}
	}
}
