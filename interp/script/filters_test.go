package script_test

import (
	"fmt"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
	"testing"
)

// Calls from one place whose values differ from time to time: what was read for
// one of them must not serve the next.
var changingFilters = map[string]struct {
	body string
	want int
}{
	"words": {`for _, id in ipairs({"ant", "bee", "ant"}) do add(first{id = id}.id == id) end`, 3},
	"a list that grows": {
		`local list = {"ant"} for i = 1, 3 do add(count{id = list} == (i > 1 and 4 or 2)) list[2] = "bee" end`, 3},
	"a list that differs": {`local function of(list) return count{id = list} end
		add(of({"ant", "bee"}) == 4) add(of({"ant"}) == 2) add(of({"ant", "bee"}) == 4)`, 3},
	"frozen lists": {`for _, list in ipairs({LONG, SHORT, LONG, SHORT}) do add(count{id = list} == 2 * #list) end`, 4},
	"not": {`for _, id in ipairs({"ant", "bee", "ant"}) do add(count{type = "piece", ["not"] = {id = id}} ` +
		`== count{type = "piece"} - 2) end`, 3},
	"seats": {`for _, s in ipairs(game.seats) do for _ = 1, s.number do move(first{zone = "supply"}, s.board) ` +
		`end end for _, s in ipairs(game.seats) do add(count{zone = s.board} == s.number) end`, 2},
	"nested seats": {`local a = first{id = "ant"} a.seat = seat for _, s in ipairs(game.seats) do add(any{any = ` +
		`{{seat = s}, {rank = 9}}} == (s == seat)) add(any{["not"] = {seat = s}}) end`, 4},
	"nothing": {`for _, id in ipairs({1, 2, 1}) do local name if id == 1 then name = "ant" end add(count{type = ` +
		`"piece", id = name} == (name and 2 or count{type = "piece"})) end`, 3},
	"empty lists": {`local ids, none = {}, {} for i = 1, 2 do add(count{id = ids} == 2 * (i - 1)) ids = {"ant"} end ` +
		`add(not any{type = none}) add(not any{zone = none}) add(not any{rank = none}) add(not any{any = none}) ` +
		`add(not any{zone = {}}) add(not any{rank = {}}) add(not any{any = {}}) ` +
		`add(count{["not"] = {id = none}} == count{}) add(#cards{zone = "supply", id = {}} == 0) ` +
		`for _, z in ipairs({"supply", none, "supply"}) do add(any{zone = z} == (z ~= none)) end`, 14},
	"numbers": {`for n = 0, 4 do add(count{rank = {min = n}} == #higher(n)) end`, 5},
}

const changingRules = `
local turn = {}
local LONG, SHORT = {"ant", "bee"}, {"ant"}
local function higher(n)
  local found = {}
  for _, piece in ipairs(cards{type = "piece"}) do
    if piece.rank >= n then found[#found + 1] = piece end
  end
  return found
end
function turn.take(seat)
  if game.rounds > 0 then return end
  game.rounds = 1
  local function add(right) if right then seat.score = seat.score + 1 end end
  %s
end
function turn.judge() finish({}, "draw") end
return turn
`

func TestFiltersOfOnePlaceWithOtherValues(t *testing.T) {
	for name, test := range changingFilters {
		t.Run(name, func(t *testing.T) {
			p := smalltest.Load(t, map[string]string{"scripts/rules/turn.lua": fmt.Sprintf(changingRules, test.body),
				"locale/en.yaml": smalltest.AskingTexts})
			g := smalltest.New(t, p, 1)
			if _, err := g.Advance(t.Context()); err != nil {
				t.Fatal(err)
			}
			score, err := g.Position().SeatAttribute(1, 0)
			if err != nil {
				t.Fatal(err)
			}
			if int(score.N) != test.want {
				t.Errorf("%d checks passed, not %d", score.N, test.want)
			}
		})
	}
}

// TestOwnKeysInCalls: what a filter that is written in place says of the ability's own
// card is what stands there, not only that it stands there.
func TestOwnKeysInCalls(t *testing.T) {
	p := smalltest.Load(t, map[string]string{
		"cards/pieces.yaml": smalltest.Pack["cards/pieces.yaml"] +
			"  - {id: dog, name: {en: Dog}, rank: 4, abilities: [looks]}\n",
		"scripts/abilities/looks.lua": `return ability {on = "piece.scored", active = {}, run = function(self, ev)
  local friends = count{type = "piece", friendly = true}
  assert(friends > 0 and count{type = "piece", enemy = false} == count{type = "piece"} - count{type = "piece", enemy ` +
			`= true}, "enemy = false")
  assert(count{type = "piece", friendly = false} == count{type = "piece"} - friends, "friendly = false")
  assert(count{type = "piece", other = false} == 1 and first{is = "self"} == self, "the card itself")
end}
`,
		"scripts/rules/turn.lua": `
local turn = {}
function turn.take(seat)
  first{id = "ant"}.seat = seat
  first{id = "dog"}.seat = seat
  raise("piece.scored", {piece = first{id = "dog"}, seat = seat, points = 1})
end
function turn.judge() finish({}, "draw") end
return turn
`,
	})
	if _, err := smalltest.New(t, p, 1).Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
}
