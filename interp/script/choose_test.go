package script_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
)

// chooseContexts are places from which a script may ask. Each is the body of
// turn.take(seat); ask(list) puts a question.
var chooseContexts = map[string]string{
	"plain": `seat.score = seat.score + ask({1, 2, 3})`,
	"loop":  `for i = 1, 4 do seat.score = seat.score + ask({i, i + 1}) end`,
	"nested function": `local function deep(n) if n == 0 then return ask({1, 2}) end return deep(n - 1) end ` +
		`seat.score = seat.score + deep(5)`,
	"sort comparator": `local list = {3, 1, 2} table.sort(list, function(a, b) return ask({0, 1}) == 1 end) ` +
		`seat.score = seat.score + list[1] * 10 + list[2]`,
	"iterator": `local function each(_, i) if i < 3 then return i + 1, ask({1, 2}) end end for _, n in ` +
		`each, nil, 0 do seat.score = seat.score + n end`,
	"apply of a raise": `local p = first{zone = "supply"} raise("piece.scored", {piece = p, seat = seat, points = ` +
		`1}, function(ev) seat.score = seat.score + ev.points + ask({1, 2}) end)`,
	"ability": `local p = first{zone = "supply"} move(p, seat.board) p.seat = seat local ev = ` +
		`raise("piece.scored", {piece = p, seat = seat, points = 1}) seat.score = seat.score + ev.points`,
	"secret options": `local got = choose.secret{seats = game.seats, prompt = "secret", from = function(s) return ` +
		`{s.number, s.number + ask({1, 2})} end} seat.score = seat.score + got[1] + got[2]`,
	"key of a best": `local best, key = table.best({1, 2}, function(n) return ask({n, n + 1}) end) seat.score = ` +
		`seat.score + best * 10 + key`,
	"key of a sorted": `local list = table.sorted({1, 2, 3}, function(n) return ask({1, 2}) end) seat.score = ` +
		`seat.score + list[1] * 10 + list[3]`,
	"argument": `seat.score = seat.score + math.max(ask({1, 2}), 1, ask({2, 3}))`,
	"table": `local t = {ask({1, 2}), a = ask({3, 4}), ask({5, 6})} seat.score = seat.score + t[1] + t.a ` +
		`+ t[2]`,
	"condition": `while ask({1, 2}) == 1 and seat.score < 3 do seat.score = seat.score + 1 end`,
	"assignment": `local t = {} t[ask({1, 2})], t.b = ask({3, 4}), ask({5, 6}) seat.score = seat.score + ` +
		`(t[1] or t[2]) + t.b`,
	"loop head": `for i = ask({1, 2}), ask({3, 4}) do seat.score = seat.score + i end`,
	"captured variable": `local total = 0 local function add() total = total + ask({1, 2}) end add() add() ` +
		`seat.score = seat.score + total`,
}

// chooseAbility asks twice when it answers.
const chooseAbility = `
return ability {
  name = {en = "Ask"}, on = "piece.scored", window = "before", may = true,
  where = {piece = {is = "self"}},
  run = function(self, ev)
    local a = choose.number{seat = self.seat, prompt = "more", min = 1, max = 3}
    local b = choose.yes{seat = self.seat, prompt = "double"}
    ev.points = ev.points + a * (b and 2 or 1)
  end,
}
`

// TestChooseFromAnywhere plays each context twice with the same answers, once
// with deciders that answer at once and once with every decision left open, so
// that each step is abandoned and run again: state and log must be equal.
func TestChooseFromAnywhere(t *testing.T) {
	for name, body := range chooseContexts {
		t.Run(name, func(t *testing.T) {
			p := smalltest.Load(t, map[string]string{
				"scripts/rules/turn.lua":    fmt.Sprintf(smalltest.Asking, body),
				"locale/en.yaml":            smalltest.AskingTexts,
				"scripts/abilities/ask.lua": chooseAbility,
				"cards/pieces.yaml": smalltest.Pack["cards/pieces.yaml"] +
					"  - {id: dog, name: {en: Dog}, colour: red, rank: 4, abilities: [ask]}\n",
			})
			for seed := uint64(1); seed <= 5; seed++ {
				atOnce, byHand := smalltest.New(t, p, seed), smalltest.New(t, p, seed)
				smalltest.PlayBots(t, atOnce, smalltest.Pattern(seed))
				smalltest.PlayByHand(t, byHand, smalltest.Pattern(seed))
				if atOnce.Counts().Decisions == 0 {
					t.Fatal("nothing was asked")
				}
				if a, b := atOnce.Position().State().Hash(), byHand.Position().State().Hash(); a != b {
					t.Errorf("seed %d: the states differ:\n%s\n%s", seed,
						atOnce.Layout().Dump(atOnce.Position().State()),
						byHand.Layout().Dump(byHand.Position().State()))
				}
				if a, b := atOnce.Log().Hash(), byHand.Log().Hash(); a != b {
					t.Errorf("seed %d: the logs differ", seed)
				}
			}
		})
	}
}

// TestSecretMayBeDeclined tells who is asked, and what an answer is, by min, max and
// optional: both seats are offered the number 7, and take nothing where they may.
func TestSecretMayBeDeclined(t *testing.T) {
	for _, c := range []struct {
		fields, shape string
		asked         bool
		failure       string
	}{
		{fields: "", shape: "7", asked: false},
		{fields: "min = 1", shape: "7", asked: false},
		{fields: "min = 0", shape: "nil", asked: true},
		{fields: "optional = true", shape: "nil", asked: true},
		{fields: "max = 1", shape: "{0}", asked: true},
		{fields: "min = 0, max = 1", shape: "{0}", asked: true},
		{fields: "min = 1, max = 1", shape: "{1}", asked: false},
		{fields: "min = 1, max = 1, optional = true", shape: "{0}", asked: true},
		{fields: "min = 2", failure: "choose.secret: min is 2, but max is 1 if left out; write max too"},
		{fields: "from = {{1, 2, 3, 4}}", failure: "choose.secret: item 1 of the options is a list of 4, but an " +
			"option has 1 to 3 parts; to offer each thing of a list, write from = list, not from = {list}"},
	} {
		t.Run(c.fields, func(t *testing.T) {
			if !strings.Contains(c.fields, "from") {
				c.fields = "from = {7}, " + c.fields
			}
			p := smalltest.Load(t, map[string]string{
				"scripts/rules/turn.lua": fmt.Sprintf(smalltest.Asking, fmt.Sprintf(`
					local got = choose.secret{seats = game.seats, prompt = "secret", %s}
					local said = got[1]
					if type(said) == "table" then said = "{" .. #said .. "}" end
					error("the answer is " .. tostring(said), 0)`, c.fields)),
				"locale/en.yaml":            smalltest.AskingTexts,
				"scripts/abilities/ask.lua": chooseAbility,
			})
			want, asked := "the answer is "+c.shape, false
			if c.failure != "" {
				want = c.failure
			}
			decline := func(_ context.Context, _ *engine.Position, d *engine.Decision,
				s engine.Seat) engine.Reply {
				asked = true
				return d.First(s)[:d.Min]
			}
			g := smalltest.New(t, p, 1)
			for s := range g.Layout().Seats {
				g.SetDecider(engine.Seat(s+1), decline)
			}
			if _, err := g.Advance(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("the failure is %v, without %q", err, want)
			}
			if asked != c.asked {
				t.Errorf("that somebody is asked is %v", asked)
			}
		})
	}
}
