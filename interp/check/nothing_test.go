package check_test

import (
	"strings"
	"testing"
)

// TestNothing: what may be nothing is told where it is used without asking, and
// nowhere else, in whatever way a script asks. Each line is a statement of a step
// in which sad is a card of the stage or nothing.
func TestNothing(t *testing.T) {
	for _, c := range []struct{ name, statement, told string }{
		{"used", `sad.mood = "glad"`, "sad"},
		{"read", `one.points = sad.applause`, "sad"},
		{"method", `if sad:has("encore") then finish({}) end`, "sad"},
		{"argument", `move(sad, one.hand)`, "sad"},
		{"argument of a function of the pack", `rules.show.perform(sad and sad.seat)`, "this"},
		{"once only", `sad.mood = "glad"; sad.mood = "sad"`, "sad"},
		{"arithmetic", `local n = sad and sad.applause; one.points = n + 1`, "n"},
		{"order", `local n = sad and sad.applause; if n > 1 then finish({}) end`, "n"},
		{"asked for the other way", `if not sad then sad.mood = "glad" end`, "sad"},
		{"asked with or", `if sad or one.points > 1 then sad.mood = "glad" end`, "sad"},
		{"lost after a loop",
			`if sad then for _ = 1, 2 do sad.mood = "glad"; sad = first{zone = "stage", act = "sad"} end end`, "sad"},
		{"lost by an assignment", `if sad then sad = first{zone = "hand", mood = "sad"}; sad.mood = "glad" end`, "sad"},
		{"asked on one way only", `if one.points > 1 then if not sad then return end end sad.mood = "glad"`, "sad"},
		{"in a function", `raise("performer.enters", {performer = one.hand.top, seat = one, applause = 1}, ` +
			`function() sad.mood = "glad" end)`, "sad"},
		{"the top of a pile", `one.hand.top.mood = "glad"`, "one.hand.top"},

		{"if", `if sad then sad.mood = "glad" end`, ""},
		{"if not, return", `if not sad then return end sad.mood = "glad"`, ""},
		{"if nil, return", `if sad == nil then return end sad.mood = "glad"`, ""},
		{"if nil, finish", `if sad == nil then finish({}) end sad.mood = "glad"`, ""},
		{"if nil, error", `if sad == nil then error("none") end sad.mood = "glad"`, ""},
		{"else", `if not sad then one.points = 1 else sad.mood = "glad" end`, ""},
		{"elseif", `if one.points > 1 then finish({}) elseif sad then sad.mood = "glad" end`, ""},
		{"elseif behind not", `if not sad then finish({}) elseif one.points > 1 then sad.mood = "glad" end`, ""},
		{"both ways", `if one.points > 1 then assert(sad) else sad = one.hand:cards()[1] end sad.mood = "glad"`, ""},
		{"and", `if sad and sad.mood == "sad" then sad.mood = "glad" end`, ""},
		{"and, return", `if not (sad and sad.mood == "sad") then return end sad.mood = "glad"`, ""},
		{"or, return", `if not sad or sad.mood == "glad" then return end sad.mood = "glad"`, ""},
		{"or another", `local card = sad or one.hand:cards()[1]; card.mood = "glad"`, ""},
		{"assert", `assert(sad, "nobody is sad"); sad.mood = "glad"`, ""},
		{"assert in place", `assert(first{zone = "stage"}).mood = "glad"`, ""},
		{"equal to something", `local card = one.hand:cards()[1]; if sad == card then sad.mood = "glad" end`, ""},
		{"a field of it", `if sad and sad.seat == one then sad.mood = "glad" end`, ""},
		{"a variable that asks", `local found = sad ~= nil; if found then sad.mood = "glad" end`, ""},
		{"what comes of it", `local seat = sad and sad.seat; if seat then sad.mood = "glad" end`, ""},
		{"while", `while sad do sad.mood = "glad"; sad = first{zone = "stage", mood = "sad"} end`, ""},
		{"in a function that is made where it is asked",
			`if sad then raise("performer.enters", {performer = sad, seat = one, applause = 1}, function() sad.mood ` +
				`= "glad" end) end`, ""},
		{"given a value in a loop", `local best; for _, card in ipairs(one.hand:cards()) do if not best or ` +
			`card.applause > best.applause then best = card end end if best then best.mood = "glad" end`, ""},
		{"not empty", `if not one.hand.empty then one.hand.top.mood = "glad" end`, ""},
		{"counted", `if one.hand.count > 0 then one.hand.top.mood = "glad" end`, ""},
		{"counted, return", `if one.hand.count < 1 then return end one.hand.top.mood = "glad"`, ""},
		{"several answers together",
			`local card, seat = choose.one{seat = one, prompt = "perform", from = ` +
				`options():product(one.hand:cards(), game.seats), optional = true}; if card then card.mood = "glad"; ` +
				`seat.points = 1 end`, ""},
		{"a question that is not optional",
			`choose.one{seat = one, prompt = "perform", from = one.hand:cards()}.mood = "glad"`, ""},
		{"what no place hides", `first{type = "performer", id = "clown"}.mood = "glad"`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			changes := judge(`local sad = first{zone = "stage", mood = "sad"}; if one.points == 7 then one.points = ` +
				`sad and 1 or 2 end; ` + c.statement)
			var told []string
			for _, line := range strings.Split(say(t, changes...), "\n") {
				if line != "" {
					told = append(told, line)
				}
			}
			switch {
			case c.told == "" && told != nil:
				t.Errorf("told: %s", told)
			case c.told != "" &&
				(len(told) != 1 || !strings.Contains(told[0], " may-be-nothing: "+c.told+" may be nothing")):
				t.Errorf("told: %q, not of %s", told, c.told)
			}
		})
	}
}

// TestRaisedWith tests that an ability may use what every raise of its trigger gives:
// the top of a pile, and what a function gave that was asked whether it gave something,
// wherever in the file it stands.
func TestRaisedWith(t *testing.T) {
	functions := change{"scripts/rules/show.lua", "local show = {}\n", `local show = {}
local function best(seats)
  local rest = {}
  for _, seat in ipairs(seats) do rest[#rest + 1] = seat end
  if #rest < 2 then return rest[1] end
  return nil
end
local function enter(seat)
  raise("performer.enters", {performer = seat.hand.top, seat = seat, applause = 1})
end
`}
	for _, c := range []struct{ statement, told string }{
		{`local winner = best(game.seats); if winner then enter(winner) end`, ""},
		{`raise("performer.enters", {performer = one.hand.top, seat = best(game.seats), applause = 1})`,
			"ev.seat may be nothing (nil) here: performer.enters is raised without it"},
		{`enter(best(game.seats) or one); raise("performer.enters", {seat = one, applause = 1})`,
			"ev.performer may be nothing (nil) here: performer.enters is raised without it"},
		// A choice among cards is one value: what would come behind it is missing.
		{`local function bring(performer, seat)
  raise("performer.enters", {performer = performer, seat = seat, applause = 1})
end
bring(one.hand.top, one)
bring(choose.one{seat = one, prompt = "perform", from = one.hand:cards()})`,
			"ev.seat may be nothing (nil) here: performer.enters is raised without it"},
	} {
		changes := append(append(judge(c.statement), functions), ability(`-- Trick: the one who enters is glad.
return ability {
  name = {en = "Trick"},
  on   = "performer.enters",
  run  = function(self, ev)
    ev.seat.points = 1
    ev.performer.mood = "glad"
  end,
}
`)...)
		if got := say(t, append(changes, said...)...); c.told == "" && got != "" || !strings.Contains(got, c.told) {
			t.Errorf("%s: told %q, not %q", c.statement, got, c.told)
		}
	}
}
