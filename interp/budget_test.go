package interp_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// budgets are ways to go on without end, one for each thing that is counted, with the
// budget that stops it.
var budgets = []struct {
	name, body string
	want       limits.Resource
}{
	{"instructions", `while true do end`, limits.Instructions},
	{"tables", `while true do local t = {a = 1} end`, limits.Memory},
	{"lists", `while true do local t = {1, 2, 3, 4, 5, 6, 7, 8} end`, limits.Memory},
	{"strings", `local n = 0 while true do n = n + 1 local t = "a" .. n end`, limits.Memory},
	{"closures with captures",
		`local a, b, c, d = 1, 2, 3, 4 while true do local f = function() return a, b, c, d end end`, limits.Memory},
	{"captured variables", `while true do local n = 0 local f = function() n = n + 1 end end`, limits.Memory},
	{"lists of cards", `while true do local t = cards{zone = "supply"} end`, limits.Memory},
	{"lists of a zone's cards", `while true do local t = game.supply:cards() end`, limits.Memory},
	{"lists for the host alone", `while true do reveal(game.supply:cards()) end`, limits.Memory},
	{"lists of neighbours", `local z = board("field", 2, 2, seat) while true do local t = z:neighbours() end`,
		limits.Memory},
	{"lists of options", `while true do options() end`, limits.Memory},
	{"lists of seats", `while true do seats_from(seat) end`, limits.Memory},
	{"cards", `while true do local n = count{colour = "red", zone = "supply"} end`, limits.Cards},
	{"options", `local o = options() while true do o:add("heads") end`, limits.Options},
	{"events", `while true do seat.score = seat.score + 1 seat.score = 0 end`, limits.Events},
	{"messages", `while true do say("take", {a = 1}) end`, limits.Text},
}

// endless is a game whose first step does what a body says, with limits that are out
// of reach where none is given.
func endless(t *testing.T, body string, l limits.Limits) *engine.Game {
	t.Helper()
	g, err := endlessTable(t, body, l).NewGame()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func endlessTable(t *testing.T, body string, l limits.Limits) *interp.Table {
	t.Helper()
	p := smalltest.Load(t, map[string]string{
		"game.yaml": strings.Replace(smalltest.Pack["game.yaml"], "  board:",
			"  field: {of: table, board: {rows: 3, columns: 3}}\n  board:", 1),
		"scripts/rules/turn.lua": "local turn = {}\nfunction turn.take(seat)\n" + body +
			"\nend\nfunction turn.judge() end\nreturn turn\n",
	})
	for r := range limits.Count {
		l.Ability[r] = 1 << 40
		if l.Step[r] == 0 {
			l.Step[r] = 1 << 40
		}
	}
	table, err := p.Table(interp.Settings{Seats: 2, Seed: 1, Limits: language.Config{Limits: l}})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestInterruptedScripts: a script that goes on without end, with no budget in reach, stops
// when the context of the call ends, whatever it does, and nothing is left of its step.
func TestInterruptedScripts(t *testing.T) {
	for _, c := range budgets {
		t.Run(c.name, func(t *testing.T) {
			g := endless(t, c.body, limits.Limits{})
			state, log := uint64(0), uint64(0)
			for i := range 2 {
				ctx, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
				status, err := g.Advance(ctx)
				stop()
				if !errors.Is(err, context.DeadlineExceeded) || status != engine.Going {
					t.Fatal(status, err)
				}
				if i > 0 && (g.Position().Hash() != state || g.Log().Hash() != log) {
					t.Error("called again it stands elsewhere")
				}
				state, log = g.Position().Hash(), g.Log().Hash()
			}
		})
	}
}

// TestBudgetsByName: what a script makes, or makes the host do, is counted, each by the
// budget that is named. The others are out of reach.
func TestBudgetsByName(t *testing.T) {
	for _, c := range budgets {
		t.Run(c.name, func(t *testing.T) {
			var l limits.Limits
			l.Step[c.want] = 1 << 20
			_, err := endless(t, c.body, l).Advance(t.Context())
			want := fmt.Sprintf(`scripts/rules/turn.lua:3(:\d+)?: stopped after 1048576 %s \(in step turn.take;`,
				c.want)
			if err == nil || !regexp.MustCompile(want).MatchString(err.Error()) {
				t.Errorf("error:    %v\nexpected: %s", err, want)
			}
		})
	}
}

// TestListsForTheHost: a list of cards that goes to a function of the host alone does
// what one does that the script has seen, and passes for a table where it is wrong.
func TestListsForTheHost(t *testing.T) {
	play := func(body string) (*engine.Game, error) {
		p := smalltest.Load(t, map[string]string{
			"scripts/rules/turn.lua": "local turn = {}\nfunction turn.take(seat)\n" + body +
				"\nend\nfunction turn.judge() end\nreturn turn\n",
			"locale/en.yaml": smalltest.Pack["locale/en.yaml"] + "message.take: \"{a}\"\n",
		})
		g := smalltest.New(t, p, 1)
		for s := engine.Seat(1); s <= 2; s++ {
			g.SetDecider(s, smalltest.First)
		}
		_, err := g.Advance(t.Context())
		return g, err
	}
	for _, c := range []struct{ handed, seen string }{
		{`move(cards{zone = "supply", rank = 1}, seat.board)`,
			`local l = cards{zone = "supply", rank = 1} move(l, seat.board)`},
		{`move(game.supply:cards(), seat.deck, "bottom")`,
			`local l = game.supply:cards() move(l, seat.deck, "bottom")`},
		{`reveal(cards{zone = "supply"}, seat) conceal(game.supply:cards())`,
			`local l = cards{zone = "supply"} reveal(l, seat) conceal(l)`},
		{`choose.one{seat = seat, prompt = "take", about = {a = game.supply:cards()}, from = game.supply:cards()}`,
			`local l = game.supply:cards() choose.one{seat = seat, prompt = "take", about = {a = l}, from = l}`},
		{`choose.one{seat = seat, prompt = "take", from = options():add(game.supply:cards()):product(cards{rank = ` +
			`1}, game.supply:cards())}`,
			`local a, b = game.supply:cards(), cards{rank = 1} choose.one{seat = seat, prompt = "take", from = ` +
				`options():add(a):product(b, a)}`},
		{`local function add(l) seat.score = seat.score + #l end local t = {add = function(_, l) add(l) end} ` +
			`t:add(game.supply:cards()) add(game.supply:cards())`,
			`local function add(l) seat.score = seat.score + #l end local l = game.supply:cards() add(l) add(l)`},
	} {
		handed, err := play(c.handed)
		seen, err2 := play(c.seen)
		if err != nil || err2 != nil {
			t.Fatalf("%s: %v %v", c.handed, err, err2)
		}
		a, b := handed.Counts(), seen.Counts()
		a.Work, b.Work = 0, 0 // names of their own cost instructions
		if a != b || handed.Log().Hash() != seen.Log().Hash() ||
			handed.Position().Hash() != seen.Position().Hash() {
			t.Errorf("%s plays otherwise than\n%s", c.handed, c.seen)
		}
	}
	for _, c := range []struct{ body, want string }{
		{`move(game.supply.top, game.supply:cards())`, "move: argument 2 must be a zone, not a card"},
		{`choose.one{seat = game.supply:cards(), prompt = "take", from = {1}}`,
			"choose.one: seat must be a seat, not a table"},
		{`choose.some{seat = seat, prompt = "take", from = {1}, min = game.supply:cards()}`,
			"choose.some: min must be a whole number, not a table"},
		{`choose.one{seat = seat, prompt = cards{}, from = {1}}`,
			"choose.one: prompt must be a word, not a table"},
		{`say(game.supply:cards())`, "say: argument 1 must be a word, not a table"},
	} {
		if _, err := play(c.body); err == nil || !strings.Contains(err.Error(), "turn.lua:3:1: "+c.want) {
			t.Errorf("%s\nerror:    %v\nexpected: %s", c.body, err, c.want)
		}
	}
}

// TestLooksAreBounded: who looks at a game has a budget for all that a look computes,
// and nobody pays for it but who looks.
func TestLooksAreBounded(t *testing.T) {
	files := map[string]string{
		"game.yaml": strings.Replace(smalltest.Pack["game.yaml"], "active: {zone: board}",
			"active: {zone: [supply, board]}", 1),
		"cards/ants.yaml": "defaults: {type: piece}\ncards: [{id: wasp, copies: 40, colour: red, rank: 1, abilities: " +
			"[heavy]}]\n",
		"scripts/abilities/heavy.lua": `return ability {
  modifies = "rank", of = {is = "self"}, add = true,
  amount = function()
    local n = 0
    for k = 1, 1000 do n = n + 1 end
    return n
  end,
}
`,
	}
	p := smalltest.Load(t, files)
	play := func(instructions int64, decide engine.Decider) (*engine.Game, error) {
		var l limits.Limits
		l.Step[limits.Instructions] = instructions
		table, err := p.Table(interp.Settings{Seats: 2, Seed: 1, Limits: language.Config{Limits: l}})
		if err != nil {
			t.Fatal(err)
		}
		g, err := table.NewGame()
		if err != nil {
			t.Fatal(err)
		}
		if decide != nil {
			for s := engine.Seat(1); s <= 2; s++ {
				g.SetDecider(s, decide)
			}
		}
		_, err = g.Advance(t.Context())
		return g, err
	}
	open, err := play(20_000, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		seat     engine.Seat
		from, to string
	}{
		{1, "rank of wasp", " cannot be computed, and is shown as it is printed"},
		{view.Referee, "rank of wasp", "stopped after 20000 instructions"},
	} {
		for range 2 { // each look has all of it
			if got := view.Of(open.Position(), c.seat).Failure; !strings.HasPrefix(got, c.from) ||
				!strings.Contains(got, c.to) {
				t.Errorf("seat %d is told %q, not %q ... %q", c.seat, got, c.from, c.to)
			}
		}
		if q := view.Asked(open.Position(), open.Open(), c.seat); len(q.Options) != 45 {
			t.Errorf("%d options", len(q.Options))
		}
	}
	played, err := play(20_000, smalltest.First)
	if err != nil {
		t.Fatal(err)
	}
	looked, err := play(20_000,
		func(_ context.Context, p *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
			if v := view.Of(p, seat); v.Failure == "" {
				t.Error("a look in a step has no bound")
			}
			view.Asked(p, d, seat)
			return smalltest.First(t.Context(), p, d, seat)
		})
	if err != nil || played.Counts() != looked.Counts() || played.Log().Hash() != looked.Log().Hash() ||
		played.Position().Hash() != looked.Position().Hash() {
		t.Errorf("a game goes another way where somebody looks: %v", err)
	}
}

// TestWholeGame: what all steps of a game take together is bounded too, whichever budget of
// a step it is, at the same place each time, and what took most is named. A step that is run
// again for an answer counts once.
func TestWholeGame(t *testing.T) {
	const most = 3_000_000
	for name, body := range map[string]string{
		"instructions": `for i = 1, 90000 do end`,
		"memory":       `for i = 1, 2000 do local l = {1, 2, 3, 4, 5, 6, 7, 8} end`,
		"cards":        `for i = 1, 3000 do local n = count{colour = "red", zone = "supply"} end`,
	} {
		tab, steps := endlessTable(t, body+"\nschedule(\"turn.take\", seat)", limits.Limits{}), []int{}
		for range 2 {
			m, err := tab.Machine()
			if err != nil {
				t.Fatal(err)
			}
			setup := tab.Setup(m, 1)
			setup.Limits.Work = most
			g := engine.New(setup)
			_, err = g.Advance(t.Context())
			steps = append(steps, g.Counts().Steps)
			want := "3000000 instructions in all, most at once in turn.take, and no game may have more ("
			if !strings.Contains(fmt.Sprint(err), want) {
				t.Fatalf("%s: %v, not %s", name, err, want)
			}
		}
		if steps[0] != steps[1] || steps[0] < 5 || steps[0] > 500 {
			t.Errorf("%s: it ends after %v steps", name, steps)
		}
	}
	p := smalltest.Load(t, smalltest.Pack)
	bots, byHand := smalltest.New(t, p, 3), smalltest.New(t, p, 3)
	smalltest.PlayBots(t, bots, smalltest.Pattern(3))
	smalltest.PlayByHand(t, byHand, smalltest.Pattern(3))
	if one, other := bots.Counts().Work, byHand.Counts().Work; one != other || one == 0 {
		t.Errorf("bots spend %d, people who answer as they do %d", one, other)
	}
}

// TestDearPlayouts: what a pack makes bots do that think is bounded as well: where playouts
// cost more than those of any game they think less, and at last they answer at random.
func TestDearPlayouts(t *testing.T) {
	tab := endlessTable(t, `for i = 1, 40000 do end choose.yes{seat = seat, prompt = "take"}
		schedule("turn.take", seat.next)`, limits.Limits{})
	m, err := tab.Machine()
	if err != nil {
		t.Fatal(err)
	}
	g, err := tab.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	search := bot.NewSearch(1, 1, m)
	search.Playouts = 10
	g.SetDecider(1, search.Decide)
	g.SetDecider(2, bot.NewRandom(2, 1).Decide)
	for search.Refused == "" && g.Counts().Decisions < 100 {
		if _, err := g.AdvanceStep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := g.Counts().Decisions; search.Refused != "what scripts do in its playouts is too much" || n < 10 || n > 30 {
		t.Errorf("after %d decisions: %q", n, search.Refused)
	}
}
