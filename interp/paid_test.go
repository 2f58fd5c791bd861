package interp_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// paidCalls are a call of each function and method that scripts have, by its name in
// the registry, on what grows with the size of paidPack: LIST, CARDS, ZONE and the like.
var paidCalls = map[string]string{
	"cards": `cards{zone = "pile"}`, "count": `count{zone = "pile"}`, "any": `any{zone = "pile"}`, "first": `first{zone = "pile"}`,
	"sum": `sum("size", {zone = "pile"})`, "known": `known(TEXT)`, "board": `board("field", 1, 1, SEAT)`,
	"move": `move(CARDS, ZONE)`, "shuffle": `shuffle(ZONE)`, "draw_from": `draw_from(BAG)`, "roll": `roll("coin", SIZE)`,
	"reveal": `reveal(HIDDEN) conceal(HIDDEN)`, "conceal": `reveal(HIDDEN) conceal(HIDDEN)`,
	"schedule": `schedule("turn.nothing")`, "raise": `raise("acts", {card = CARD})`, "raise_all": `raise_all("acts", MOMENTS)`,
	"say": `say("told", {card = CARDS})`, "pass": `pass(SEAT)`, "passed": `passed(SEAT)`, "seats_from": `seats_from(SEAT)`,
	"lasting": `lasting{ability = "echo", on = CARD}`, "expire": `expire("other")`,
	"actions": `actions("do", SEAT)`, "perform": `perform(ACTION, SEAT)`, "options": `options()`,
	"choose.one":    `choose.one{seat = SEAT, prompt = "which", about = {card = CARDS}, from = CARDS}`,
	"choose.some":   `choose.some{seat = SEAT, prompt = "which", about = {card = CARDS}, from = CARDS}`,
	"choose.order":  `choose.order{seat = SEAT, prompt = "which", about = {card = CARDS}, from = CARDS}`,
	"choose.yes":    `choose.yes{seat = SEAT, prompt = "which", about = {card = CARDS}}`,
	"choose.number": `choose.number{seat = SEAT, prompt = "which", min = 0, max = SIZE, about = {card = CARDS}}`,
	"choose.split":  `choose.split{seat = SEAT, prompt = "which", about = {card = CARDS}, from = CARDS, total = 1}`,
	"choose.secret": `choose.secret{about = {card = CARDS}, seats = SEATS, prompt = "which", from = CARDS, optional = true}`,

	"card:has": `CARD:has("other")`, "card:knows": `CARD:knows(SEAT)`, "card:printed": `CARD:printed("size")`, "card:zone_of": `CARD:zone_of("box", SEAT)`,
	"zone:cards": `ZONE:cards()`, "zone:room": `game.den:room(SEAT)`, "zone:row": `PLACE:row(SEAT)`, "zone:column": `PLACE:column(SEAT)`,
	"zone:step": `PLACE:step("N", SEAT)`, "zone:neighbours": `PLACE:neighbours()`,
	"options list:add": `options():add(CARDS)`, "options list:product": `options():product(CARDS, {1})`, "options list:count": `OPTIONS:count()`,

	"assert": `assert(true, TEXT)`, "ipairs": `for _ in ipairs(LIST) do end`, "next": `next(LIST)`, "pairs": `for _ in pairs(LIST) do end`,
	"print": `print(TEXT)`, "tonumber": `tonumber(TEXT)`, "tostring": `tostring(TEXT)`, "type": `type(TEXT)`, "unpack": `unpack(SHORT)`,
	"math.abs": `math.abs(SIZE)`, "math.ceil": `math.ceil(SIZE)`, "math.floor": `math.floor(SIZE)`, "math.fmod": `math.fmod(SIZE, 7)`,
	"math.max": `math.max(SIZE, 7)`, "math.min": `math.min(SIZE, 7)`, "math.modf": `math.modf(SIZE)`, "math.sqrt": `math.sqrt(SIZE)`,
	"string.find": `string.find(TEXT, "x")`, "string.len": `string.len(TEXT)`, "string.lower": `string.lower(TEXT)`,
	"string.sub": `string.sub(TEXT, 2)`, "string.upper": `string.upper(TEXT)`,
	"table.best": `table.best(LIST, by)`, "table.concat": `table.concat(LIST)`, "table.contains": `table.contains(LIST, 0)`,
	"table.insert": `table.insert(LIST, 1, 7)`, "table.remove": `table.remove(LIST, 1)`, "table.sort": `table.sort(LIST)`,
	"table.sorted": `table.sorted(LIST, by)`, "table.unpack": `table.unpack(SHORT)`,
}

// unpaid are the functions that no loop can call: one ends the game, one the run, one is
// for what stands outside of functions.
var unpaid = []string{"ability", "finish", "error"}

// paidSizes are a small and a large pack; paidLoop is how often a call is made.
const (
	paidSmall, paidLarge = 8, 1008
	paidLoop             = 5
)

// paidPack is a pack in which everything that a call can work on is there size times;
// an option of the game says which call is made, another how often.
func paidPack(size int, names []string) map[string]string {
	phases, calls := "", ""
	for i := range size {
		phases += fmt.Sprintf("          - phase: p%d\n            do: [turn.nothing]\n", i)
	}
	for i, name := range names {
		calls += fmt.Sprintf("      if which == %d then %s end\n", i, paidCalls[name])
	}
	return map[string]string{
		"game.yaml": `
options:
  which: {number: {min: 0, max: 999}, default: 0, name: {en: Which}}
  times: {number: {min: 0, max: 999}, default: 0, name: {en: Times}}
dice: {coin: [heads, tails]}
types:
  ant: {start: pile, active: {zone: pile}, attributes: {size: {type: number}}}
  bee: {start: bag, attributes: {size: {type: number}}}
  dog: {start: den, attributes: {size: {type: number}}}
  cat: {start: cellar, attributes: {size: {type: number}}}
zones:
  pile: {of: table, ordered: true}
  bag: {of: table, bag: true}
  cellar: {of: table, ordered: true, seen: nobody}
  den: {of: table, capacity_each: 9999}
  away: {of: table}
  field: {of: table, board: {rows: 3, columns: 3}}
  box: {of: card, types: [ant], per_seat: true}
triggers: {acts: {doc: It acts., params: {card: {type: card}}}}
flow:
  - phase: round
    turns: {until: once}
    do:
      - turn.act
      - phase: rest
        do:
` + phases,
		"cards/pieces.yaml": fmt.Sprintf(`
cards:
  - {id: ant, type: ant, copies: %d, size: 1, abilities: [echo, deed]}
  - {id: bee, type: bee, copies: %[1]d, size: 1}
  - {id: cat, type: cat, copies: %[1]d, size: 1}
  - {id: dog, type: dog, copies: %[1]d, size: 1}
`, size),
		"scripts/abilities/echo.lua":  "return ability {on = \"acts\", window = \"after\", where = {card = {zone = \"away\"}}, run = function() end}\n",
		"scripts/abilities/other.lua": "return ability {on = \"acts\", window = \"after\", where = {card = {zone = \"away\"}}, run = function() end}\n",
		"scripts/abilities/deed.lua":  "return ability {action = \"do\", run = function() end}\n",
		"scripts/rules/turn.lua": fmt.Sprintf(`
local turn = {}
local function by(item) return item end
function turn.nothing() end
function turn.act(SEAT)
  local SIZE, which = %d, game.options.which
  local CARDS, HIDDEN, BAG, ZONE, CARD = cards{zone = "pile"}, game.cellar:cards(), game.bag, game.pile, game.pile.top
  local PLACE, SEATS, LIST, SHORT, MOMENTS, TEXT = board("field", 1, 1, SEAT), {}, {}, {}, {}, ""
  for i = 1, SIZE do
    LIST[i], MOMENTS[i], SEATS[i] = i, {card = CARD}, SEAT
    SHORT[math.min(i, 200)] = i
    TEXT = TEXT .. "abc"
    lasting{ability = "echo", on = CARD}
  end
  local ACTION, OPTIONS = actions("do", SEAT)[1], options():add(CARDS)
  for _ = 1, game.options.times do
%s
  end
  finish()
end
return turn
`, size, calls),
		"locale/en.yaml": "prompt.which: Which one?\nsay.told: \"{card}\"\n",
	}
}

// spent plays a pack and returns what a call, by its number, spends of each resource.
func spent(t *testing.T, p *interp.Pack, which int) (of [limits.Count]int64) {
	t.Helper()
	use := func(times int) (of [limits.Count]int64) {
		var l limits.Limits
		for r := range limits.Count {
			l.Step[r], l.Ability[r] = 1<<40, 1<<40
		}
		options := map[string]string{"which": strconv.Itoa(which), "times": strconv.Itoa(times)}
		table, err := p.Table(interp.Settings{Seats: 2, Seed: 1, GameOptions: options, Limits: language.Config{Limits: l}})
		if err != nil {
			t.Fatal(err)
		}
		m, err := table.Machine()
		if err != nil {
			t.Fatal(err)
		}
		g := engine.New(table.Setup(m, 1))
		for s := engine.Seat(1); s <= 2; s++ {
			g.SetDecider(s, first)
		}
		if _, err := g.Advance(); err != nil {
			t.Fatal(err)
		}
		for r := range limits.Count {
			of[r] = m.Used(limits.Resource(r))
		}
		return of
	}
	once, often := use(1), use(1+paidLoop)
	for r := range limits.Count {
		of[r] = (often[r] - once[r]) / paidLoop
	}
	return of
}

// registered are the functions and methods that scripts can call, by name.
func registered() map[string]*keyword.Func {
	all := map[string]*keyword.Func{}
	for _, list := range [][]keyword.Func{keyword.Functions, keyword.Library} {
		for i := range list {
			all[list[i].Name] = &list[i]
		}
	}
	for _, r := range keyword.Entities {
		for i := range r.Methods {
			all[r.Name+":"+r.Methods[i].Name] = &r.Methods[i]
		}
	}
	return all
}

// TestPaid: what a call pays for what it works on is what the registry says, of every
// function and method there is.
func TestPaid(t *testing.T) {
	all := registered()
	names := slices.Sorted(maps.Keys(paidCalls))
	for name, f := range all {
		if !slices.Contains(names, name) && !slices.Contains(unpaid, name) {
			t.Errorf("no call of %s is tried", name)
		}
		for _, c := range f.Costs {
			if !slices.ContainsFunc(units(), func(u string) bool { return u == string(c.Unit) }) {
				t.Errorf("%s: %s are not counted", name, c.Unit)
			}
		}
	}
	small, large := loadPack(t, paidPack(paidSmall, names)), loadPack(t, paidPack(paidLarge, names))
	for i, name := range names {
		f := all[name]
		if f == nil {
			t.Errorf("%s is not registered", name)
			continue
		}
		before, after := spent(t, small, i), spent(t, large, i)
		for r, unit := range units() {
			grown := after[r] - before[r]
			paid, says := grown > paidLarge/32, slices.ContainsFunc(f.Costs, func(c keyword.Cost) bool { return string(c.Unit) == unit })
			if paid != says {
				t.Errorf("%s: %s with %d things, %d %s with %d; the registry says that it pays %v", paidCalls[name], fmt.Sprint(before[r]), paidSmall, after[r], unit, paidLarge, f.Costs)
			}
		}
	}
}

// units are the names of what is counted.
func units() []string {
	list := make([]string, limits.Count)
	for r := range limits.Count {
		list[r] = limits.Resource(r).String()
	}
	return list
}
