package rules_test

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check/rules"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// slips are mistakes in the small game by the code of the one rule that finds them: a
// statement of its last step, or what that begins with, or with "ability" in front a script of an ability that the
// Clown has.
var slips = map[string][]string{
	"always-true": {`if game.options.length then finish({}) end`, `if not one.points then finish({}) end`,
		`one.points = one.hand.count and 1 or 2`},
	"bad-number":        {`one.points = 2.5`, `one.points = 3000000000`},
	"duplicate-key":     {`if one.points == 3 then finish{draw = {one}, draw = {two}} end`},
	"empty-condition":   {`move(cards{zone = {}}, one.deck)`},
	"frozen":            {`game.seats[3] = one`, `rules.show.perform = nil`},
	"may-be-nothing":    {`one.hand.top.mood = "glad"`, `first{zone = "stage", mood = "sad"}.mood = "glad"`},
	"missing-key":       {`choose.yes{seat = one}`},
	"missing-parameter": {`lasting{ability = "burden", on = one.hand:cards()[1]}`},
	"never-equal": {`if one.points == "many" then finish({}) end`,
		`if game.options.starts == "random" then finish({}) end`},
	"no-such-card":        {`move(cards{type = "performer", applause = 7}, one.deck)`},
	"not-callable":        {`one.points()`},
	"not-in-the-language": {`pcall(show.judge)`},
	"out-of-range":        {`one.points = -1`, `shuffle(game.seats[0].deck)`},
	"read-only":           {`one.hand:cards()[1].applause = 3`},
	"unknown-ability":     {`expire("encroe")`},
	"unknown-attribute":   {`one.points = sum("aplause", {})`},
	"unknown-card":        {`move(cards{id = "clwon"}, one.deck)`},
	"unknown-die":         {`roll("cion")`},
	"unknown-field":       {`one.ponits = 0`, `move(one.hnad:cards(), one.deck)`},
	"unknown-filter":      {`move(cards{zoone = "hand"}, one.deck)`},
	"unknown-function":    {`rules.show.perfrom(one)`, `choose.yse{seat = one, prompt = "perform"}`},
	"unknown-global":      {`finsh({})`},
	"unknown-key":         {`choose.yes{seat = one, prompt = "perform", froom = {}}`},
	"unknown-method":      {`move(one.hand:crads(), one.deck)`},
	"unknown-module":      {`rules.shwo.perform(one)`},
	"unknown-option":      {`if game.options.lenght == "long" then finish({}) end`},
	"unknown-parameter": {`raise("performer.enters",
		{performer = one.hand.top, seat = one, applause = 1, sate = one})`},
	"unknown-step":    {`schedule("show.perfrom", one)`},
	"unknown-trigger": {`raise("performer.entres", {})`},
	"unknown-type":    {`move(cards{type = "perfomer"}, one.deck)`},
	"unknown-value":   {`move(one.hand:cards(), one.deck, "botom")`},
	"unknown-word":    {`if game.options.length == "lnog" then finish({}) end`},
	"unknown-zone":    {`move(cards{zone = "hnad"}, one.deck)`},
	"wrong-count":     {`shuffle(one.deck, two.deck)`, `rules.show.perform()`},
	"wrong-type": {`move(one, one.deck)`, `move({one.hand}, {one.deck})`, `rules.show.perform(3)`,
		`one.points = "many"`},
	"bad-escape":  {`if one.points == 3 then error("\x41") end`},
	"unreachable": {`do error("no") shuffle(one.deck) end`, `finish({})`},
	"upvalue":     {`show = nil`},
	"impure": {`ability {on = "performer.enters", when = function(self) shuffle(self.seat.deck) return true end,
		run = function(self) self.mood = "sad" end}`},
	"limit-on-lasting": {`ability {on = "performer.enters", limit = {times = 1, per = "turn.begins"},
		run = function(self) lasting{ability = "trick", on = self} end}`},
	"never-acts": {
		`ability {on = "performer.enters", active = {zone = "stage"}, where = {self = {zone = "hand"}},
			run = function(self) self.seat.points = 0 end}`,
		`ability {on = "performer.enters", when = function() end, run = function(self) self.seat.points = 0 end}`,
		`ability {on = "turn.begins", where = {seat = "friendly"}, run = function(self) self.seat.points = 0 end}`},
	"unpaid-cost": {`ability {action = "turn", where = {self = {mood = "glad"}},
		run = function(_, seat) seat.points = 1 end},
		ability {action = "turn", where = {self = {mood = "glad"}}, run = function(self) self.mood = "sad" end}`},
	"unknown-action":   {`ability {action = "tunr", run = function(self) self.seat.points = 0 end}`},
	"unused-local":     {`local winner = one`},
	"unused-parameter": {`table.sort(one.hand:cards(), function(a, b) return true end)`},
	"never-given":      {`function show.judge(seat) shuffle(seat.deck)`},
	"passed-in-turn": {
		`local hands = {} for i, seat in ipairs(game.seats) do hands[i] = seat.hand:cards() end
		for i, seat in ipairs(game.seats) do move(hands[i], seat.next.hand) end`,
		`local mine, yours = one.hand:cards(), two.hand:cards() move(mine, two.hand) move(yours, one.hand)`,
		`for _, seat in ipairs(game.seats) do move(seat.hand:cards(), seat.next.hand) end`,
		`local hands, to = {one.hand:cards(), two.hand:cards()}, {two.hand, one.hand}
		for i = 1, #hands do for _, card in ipairs(hands[i]) do move(card, to[i]) end end`,
		`local hands = {one.hand:cards(), two.hand:cards()}
		for i, hand in ipairs(hands) do local to = game.seats[i].next move(hand, to.hand) end`},
	"own-order": {`ability {on = "performer.enters", window = "before",
		run = function(_, ev) ev.applause = ev.applause * 2 end}`,
		`ability {on = "performer.enters", run = function(self) self.seat.points = 0 end}`},
	"writes-what-was": {`ability {on = "performer.enters", heard = "before",
		run = function(self) self.mood = self.mood == "sad" and "glad" or "sad" end}`},
	"lone-word": {`if #{"glad", "saad", "sad"} == one.points then finish({}) end`},
}

// say is what the rules say of the small game with a slip.
func say(t *testing.T, slip string) (codes []string) {
	t.Helper()
	files := fstest.MapFS{}
	base := os.DirFS("../../../testdata/broken/base")
	if err := fs.WalkDir(base, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			data, err := fs.ReadFile(base, name)
			files[name] = &fstest.MapFile{Data: data}
			return err
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	replace := func(file, old, with string) {
		text := string(files[file].Data)
		if !strings.Contains(text, old) {
			t.Fatalf("%s has no %q", file, old)
		}
		files[file] = &fstest.MapFile{Data: []byte(strings.Replace(text, old, with, 1))}
	}
	clown := "[{encore: 2}]"
	if script, ok := strings.CutPrefix(slip, "ability"); ok {
		files["scripts/abilities/trick.lua"] = &fstest.MapFile{Data: []byte("return ability" + script + "\n")}
		replace("cards/performers.yaml", clown, "[{encore: 2}, trick]")
		slip = `if #actions("turn", one) == 0 then finish({}) end`
		if !strings.Contains(script, `"turn"`) {
			slip = ""
		}
	}
	files["scripts/abilities/burden.lua"] = &fstest.MapFile{Data: []byte(`return ability {
  on = "performer.enters", params = {by = {type = "number"}},
  run = function(self, _, params) self.seat.points = params.by end,
}
`)}
	replace("game.yaml", "options:\n", "options:\n  starts: {seat: true, default: random}\n")
	replace("cards/performers.yaml", "    copies: 6\n", "    copies: 6\n    abilities: [{burden: 1}]\n")
	if step, ok := strings.CutPrefix(slip, "function show.judge"); ok {
		replace("scripts/rules/show.lua", "function show.judge()", "function show.judge"+step)
		slip = ""
	}
	replace("scripts/rules/show.lua", `if roll("coin") == "tails" then card.mood = card.act or "sad" end`,
		`card.mood = "sad"`)
	judge := "  local one, two = game.seats[1], game.seats[2]\n"
	replace("scripts/rules/show.lua", judge, judge+"  "+slip+"\n")
	s, err := pack.FromFS(files, "t")
	if err != nil {
		t.Fatal(err)
	}
	r := interp.ReadSource(s)
	report := &diag.List{}
	rules.Run(r.Compiled, r.Scripts.Scripts(), report, nil, nil)
	for _, d := range report.Sorted() {
		codes = append(codes, d.Code)
	}
	return codes
}

// rightPassing are ways of moving hands by which nobody forgets anything.
var rightPassing = []string{
	`move({one.hand:cards(), two.hand:cards()}, {two.hand, one.hand})`,
	`for _, seat in ipairs(game.seats) do move(seat.hand:cards(), seat.deck) end`,
	`for _, seat in ipairs(game.seats) do move(seat.hand:cards(), one.hand) end`,
	`for _, seat in ipairs(game.seats) do
		if seat.points > 1 then move(seat.hand:cards(), seat.next.hand) break end
	end`,
	`local cards = one.hand:cards() move(cards, two.hand)`,
	`for _, seat in ipairs(game.seats) do move(seat.stage:cards(), seat.next.stage) end`,
	`for _, seat in ipairs(game.seats) do move(seat.deck:cards(), seat.next.deck) end`,
	`for _, seat in ipairs(game.seats) do
		local some = choose.some{seat = seat, prompt = "perform", from = seat.hand:cards()} move(some, seat.next.hand)
	end`,
	`for _, seat in ipairs(game.seats) do for _, card in ipairs(seat.hand:cards()) do
		if card.applause > 3 then move(card, seat.next.hand) end end end`,
	`for _, seat in ipairs(game.seats) do move(cards{zone = seat.hand, mood = "sad"}, seat.next.hand) end`,
}

// TestPassing: hands that move otherwise than each to the seat of another one are none
// that pass.
func TestPassing(t *testing.T) {
	for _, right := range rightPassing {
		if codes := say(t, right); codes != nil {
			t.Errorf("%s: found %s", right, codes)
		}
	}
}

// rightOrders are abilities with the same result whichever acts first, and one that says what it
// reads.
var rightOrders = []string{
	`ability {on = "performer.enters", window = "before", run = function(_, ev) ev.applause = ev.applause - 1 end}`,
	`ability {on = "performer.enters", window = "before", may = true,
		run = function(_, ev) ev.applause = ev.applause * 2 end}`,
	`ability {on = "performer.enters", window = "before", run = function(self) self.mood = "sad" end}`,
	`ability {on = "performer.enters", run = function(self) shuffle(self.seat.deck) self.seat.points = 0 end}`,
	`ability {on = "performer.enters", heard = "before",
		run = function(self) self.mood = now(self).mood == "sad" and "glad" or "sad" end}`,
}

// TestRightOrders: abilities that commute, offers, and what calls others are left alone.
func TestRightOrders(t *testing.T) {
	for _, right := range rightOrders {
		if codes := say(t, right); codes != nil {
			t.Errorf("%s: found %s", right, codes)
		}
	}
}

// TestRules: each rule finds its own slips, and no other finds them; its code is told
// what it means.
func TestRules(t *testing.T) {
	if codes := say(t, ""); codes != nil {
		t.Fatalf("without a slip: %s", codes)
	}
	text, err := os.ReadFile("testdata/rules.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := keyword.Rows(string(text))
	for _, row := range all {
		code := row[0]
		if _, ok := diag.KindOf(code); !ok {
			t.Errorf("%s is no kind of finding", code)
		}
		if len(slips[code]) == 0 {
			t.Errorf("%s has no slip", code)
		}
		for _, slip := range slips[code] {
			if codes := slices.Compact(say(t, slip)); !slices.Equal(codes, []string{code}) {
				t.Errorf("%s: %s: found %s", code, slip, codes)
			}
		}
	}
	if len(slips) != len(all) {
		t.Errorf("%d slips for %d rules", len(slips), len(all))
	}
}
