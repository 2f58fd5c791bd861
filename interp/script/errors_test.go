package script_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
)

// runErrors are mistakes that show only while the game runs, with the text that
// a designer gets. FILE is the pack's folder.
var runErrors = []struct{ name, body, want string }{
	{"unknown field", `local x = seat.scor`,
		`scripts/rules/turn.lua:3:11: a seat has no field "scor"; did you mean "score"? (in step turn.take; seed 1, ` +
			`after decision 0)`},
	{"unknown field of a card", `local x = first{zone = "supply"}.rnk`,
		`scripts/rules/turn.lua:3:11: a piece has no field "rnk"; did you mean "rank"?`},
	{"printed value", `first{zone = "supply"}.rank = 5`,
		`scripts/rules/turn.lua:3:1: rank is printed on the card and cannot be changed`},
	{"wrong kind", `seat.score = "red"`,
		`scripts/rules/turn.lua:3:1: score must be a number, not a word`},
	{"half a number", `seat.score = 1 / 2`,
		`scripts/rules/turn.lua:3:1: score must be a whole number, not 0.5`},
	{"no number", `seat.score = 0 / 0`,
		`scripts/rules/turn.lua:3:1: score must be a whole number, not nan`},
	{"a number too large", `seat.score = 2 ^ 63`,
		`scripts/rules/turn.lua:3:1: score must be a whole number, not `},
	{"no number to choose from", `choose.number{seat = seat, prompt = "take", min = 0, max = 2 ^ 63}`,
		`scripts/rules/turn.lua:3:1: choose.number: max must be a whole number, not the number `},
	{"no place", `move(first{zone = "supply"}, seat.deck, 0 / 0)`,
		`scripts/rules/turn.lua:3:1: move: argument 3 must be top, bottom or a whole number, not the number nan`},
	{"a bound that is none", `cards{rank = {min = 0 / 0}}`,
		`scripts/rules/turn.lua:3:1: min of rank must be a whole number, not a number that is none`},
	{"something else called", `local f = first{zone = "supply"} local x = (f or 1)()`,
		`scripts/rules/turn.lua:3:45: called a value, which is not a function but a piece`},
	{"a module changed", `rules.turn.best = 1`,
		`scripts/rules/turn.lua:3:1: turn is frozen after load`},
	{"unknown filter key", `cards{zne = "supply"}`,
		`scripts/rules/turn.lua:3:1: a filter on a card has no condition "zne"; did you mean "zone"?`},
	{"unknown zone", `cards{zone = "suply"}`,
		`scripts/rules/turn.lua:3:1: there is no zone or group "suply"; did you mean "supply"?`},
	{"unknown trigger", `raise("piece.scord", {})`,
		`scripts/rules/turn.lua:3:1: raise: there is no trigger "piece.scord"; did you mean "piece.scored"?`},
	{"unknown parameter", `raise("piece.scored", {pice = first{zone = "supply"}})`,
		`scripts/rules/turn.lua:3:1: raise: piece.scored has no parameter "pice"; did you mean "piece"?`},
	{"parameter of the wrong kind", `raise("piece.scored", {piece = seat})`,
		`scripts/rules/turn.lua:3:1: piece.scored: piece must be a card, not a seat`},
	{"unknown step", `schedule("turn.tke")`,
		`scripts/rules/turn.lua:3:1: schedule: there is no step "turn.tke"; did you mean "turn.take"?`},
	{"unknown die", `roll("coyn")`,
		`scripts/rules/turn.lua:3:1: roll: there is no die "coyn"; did you mean "coin"?`},
	{"unknown global", `chooze.one{}`,
		`scripts/rules/turn.lua:3:1: unknown name "chooze"; did you mean "choose"?`},
	{"not a card", `move(seat, seat.hand)`,
		`scripts/rules/turn.lua:3:1: move: argument 1 must be a card, not a seat`},
	{"own error", `error("the score is odd")`,
		`scripts/rules/turn.lua:3:1: the score is odd`},
	{"endless loop", `while true do end`,
		`scripts/rules/turn.lua:3: stopped after`},
	{"events without end", `while true do seat.score = seat.score + 1 pass(seat) end`,
		`scripts/rules/turn.lua:3: stopped after`},
	{"cards without end", `while true do count{zone = "supply"} end`,
		`scripts/rules/turn.lua:3: stopped after`},
	{"options without end",
		`local many = {} for i = 1, 60 do many[i] = i end local o = options() while true do o:product(many, many) end`,
		`scripts/rules/turn.lua:3:86: stopped after 200000 options`},
	{"endless recursion", `local function f() return 1 + f() end f()`,
		`scripts/rules/turn.lua:3:31: too many calls inside each other, over 200, or 4000 in all; ` +
			`a loop over what is left needs none`},
	{"memory", `local s = "x" while true do s = s .. s end`,
		`scripts/rules/turn.lua:3:33: a text has at most 4096 bytes`},
	{"random numbers", `math.random()`,
		`scripts/rules/turn.lua:3:1: math.random is not available to scripts: use roll()`},
	{"writing to a module", `rules.turn.take = nil`,
		`scripts/rules/turn.lua:3:1: turn is frozen after load`},
	{"a field of the seat of a card that nobody gave one", `local ball = first{zone = "supply"}
ball.seat = nil ball.owner = seat ball.seat.score = 1`,
		`scripts/rules/turn.lua:4:35: cannot set "score" of a nil value: ball.seat is nil, no script has given this ` +
			`card a seat (move does not)`},
	{"a ball in its own zone", `move(first{zone = "supply"}, nil)`,
		`scripts/rules/turn.lua:3:1: move: argument 2 must be a zone, not nothing (nil)`},
}

func TestRunErrors(t *testing.T) {
	for _, c := range runErrors {
		t.Run(c.name, func(t *testing.T) {
			p := smalltest.Load(t, map[string]string{"scripts/rules/turn.lua": "local turn = {}\n" +
				"function turn.take(seat)\n" +
				c.body + "\nend\nfunction turn.judge() end\nreturn turn\n"})
			g := smalltest.New(t, p, 1)
			status, err := g.Advance(t.Context())
			if err == nil || status != engine.Stopped {
				t.Fatalf("no error; status %d", status)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("error:    %s\nexpected: %s", err, c.want)
			}
			if strings.Contains(err.Error(), "goroutine") || strings.Contains(err.Error(), "0x") {
				t.Errorf("the error shows the inside of the program: %s", err)
			}
		})
	}
}

// abilityErrors are mistakes in abilities; the report names card, ability and
// trigger.
var abilityErrors = []struct{ name, header, want string }{
	{"fails", `run = function(self, ev) local x = self.rnk end`,
		`scripts/abilities/slip.lua:4:38: a piece has no field "rnk"; did you mean "rank"? (in ability slip of ant#1 ` +
			`at piece.scored; seed 1, after decision 1)`},
	{"read-only parameter", `run = function(self, ev) ev.seat = nil end`,
		`seat of piece.scored cannot be changed; its declaration does not say write: true`},
	{"unknown parameter", `run = function(self, ev) ev.pints = 3 end`,
		`piece.scored has no parameter "pints"; did you mean "points"?`},
	{"changes in when", `when = function(self, ev) self.seat.score = 9 return true end, run = function() end`,
		`setting score changes the game, but a condition (when, from, until, standing, amount) may only look at it`},
	{"changes in from",
		`target = {from = function(self) self.seat.score = 9 return {self} end, all = true}, run = function() end`,
		`setting score changes the game, but a condition (when, from, until, standing, amount) may only look at it`},
	{"from without a list", `target = {from = function() return 3 end, all = true}, run = function() end`,
		`scripts/abilities/slip.lua:1: from must return a list or options(), not a number (in ` +
			`ability slip of ant#1 at piece.scored; seed 1, after decision 1)`},
	{"what from found", `target = {from = function(self) return {self} end, all = true}, ` +
		`run = function(self, ev, found, params) local x = found[1].rnk end`,
		`a piece has no field "rnk"; did you mean "rank"? (in ability slip of ant#1 at piece.scored; seed 1, after ` +
			`decision 1)`},
	{"asks in when",
		`when = function(self, ev) return choose.yes{seat = self.seat, prompt = "take"} end, run = function() end`,
		`choose changes the game, but a condition`},
	{"lasts with a limit",
		`limit = {times = 1, per = "game"}, run = function(self) lasting{ability = "slip", on = self} end`,
		`lasting: the ability "slip" has a limit, and uses are counted on cards: it would not hold while the ability ` +
			`lasts`},
	{"writes ev in when", `when = function(self, ev) ev.points = 9 return true end, run = function() end`,
		`a condition (when, from) may only look at ev, not change ev.points`},
}

func TestAbilityErrors(t *testing.T) {
	for _, c := range abilityErrors {
		t.Run(c.name, func(t *testing.T) {
			p := smalltest.Load(t, map[string]string{
				"scripts/abilities/slip.lua": "return ability {\n  on = \"piece.scored\", window = \"before\",\n " +
					" where = {piece = {is = \"self\"}},\n  " + c.header + ",\n}\n",
				"cards/pieces.yaml": "defaults: {type: piece}\ncards:\n  - {id: ant, copies: 6, colour: red, rank: " +
					"1, abilities: [slip]}\n",
			})
			g := smalltest.New(t, p, 1)
			for s := engine.Seat(1); s <= 2; s++ {
				g.SetDecider(s, smalltest.First)
			}
			_, err := g.Advance(t.Context())
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error:    %v\nexpected: %s", err, c.want)
			}
		})
	}
}

// TestErrorsOfTheEngineSurviveScripts: what kind of error it was can be told
// behind the script that met it.
func TestErrorsOfTheEngineSurviveScripts(t *testing.T) {
	p := smalltest.Load(t, map[string]string{
		"scripts/rules/turn.lua": "local turn = {}\nfunction turn.take(seat) roll(\"coin\") end\nfunction " +
			"turn.judge() end\nreturn turn\n",
	})
	tab, err := p.Table(interp.Settings{Seats: 2, Script: &engine.Scripted{Strict: true}})
	if err != nil {
		t.Fatal(err)
	}
	g, err := tab.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.Advance(t.Context())
	var failure *engine.Failure
	var unscripted *engine.UnscriptedError
	if !errors.As(err, &failure) || !errors.As(err, &unscripted) || unscripted.What != "a roll of the die coin" {
		t.Errorf("%v", err)
	}
	if want := "scripts/rules/turn.lua:2:26: a roll of the die coin has no scripted result left and no " +
		"seed"; !strings.Contains(err.Error(), want) {
		t.Errorf("error:    %s\nexpected: %s", err, want)
	}
}

// TestFailedAbilityIsTakenBack: what a failed ability did is undone, the game
// goes on if the host wants, and the log shows both.
func TestFailedAbilityIsTakenBack(t *testing.T) {
	p := smalltest.Load(t, map[string]string{
		"scripts/abilities/slip.lua": `
return ability {
  on = "piece.scored", window = "before", where = {piece = {is = "self"}},
  run = function(self, ev)
    ev.points = 50
    self.seat.score = 40
    self.tired = true
    error("slipped")
  end,
}`,
		"cards/pieces.yaml": "defaults: {type: piece}\ncards:\n  - {id: ant, copies: 6, colour: red, rank: 1, " +
			"abilities: [slip]}\n",
	})
	tab, err := p.Table(interp.Settings{Seats: 2, Seed: 1, ContinueOnError: true})
	if err != nil {
		t.Fatal(err)
	}
	g, err := tab.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	smalltest.PlayBots(t, g, smalltest.First)
	if n := len(g.Failures()); n != 6 {
		t.Errorf("%d failures, expected one for each of 6 pieces", n)
	}
	for s := engine.Seat(1); s <= 2; s++ {
		if v, err := g.Position().SeatAttribute(s, p.Compiled.SeatAttributes["score"]); err != nil || v.N != 3 {
			t.Errorf("seat %d has %d points (%v), expected 3: the failed ability left something behind", s, v.N, err)
		}
	}
}

// TestNoNumber: what a pack's functions compute is a number that a game can hold, the
// same on every processor, or an error at its place.
func TestNoNumber(t *testing.T) {
	p := smalltest.Load(t, map[string]string{
		"game.yaml": smalltest.Pack["game.yaml"] + "standing: turn.worth\n",
		"scripts/rules/turn.lua": strings.Replace(smalltest.Pack["scripts/rules/turn.lua"], "return turn",
			"function turn.worth(seat) return seat.number == 1 and 0 / 0 or -2.5 end\nreturn turn", 1),
		"scripts/abilities/huge.lua": "return ability {\n  modifies = \"rank\", of = {type = \"piece\"},\n  amount = " +
			"function() return 2 ^ 40 end,\n}\n",
		"cards/pieces.yaml": "defaults: {type: piece}\ncards:\n  - {id: ant, name: {en: Ant}, copies: 6, colour: " +
			"red, rank: 1, abilities: [huge]}\n",
	})
	g := smalltest.New(t, p, 1)
	_, err := g.Evaluation(1)
	if want := "scripts/rules/turn.lua:17: the result is nan, which is not a number that games can hold"; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("error:    %v\nexpected: %s", err, want)
	}
	_, err = g.Evaluation(2)
	if want := "scripts/rules/turn.lua:17: the result is -2.5, and games hold whole numbers; math.floor(n) or " +
		"math.ceil(n) makes it one"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error:    %v\nexpected: %s", err, want)
	}
	for s := engine.Seat(1); s <= 2; s++ {
		g.SetDecider(s, smalltest.First)
	}
	_, err = g.Advance(t.Context())
	if want := "scripts/abilities/huge.lua:1: amount is 1099511627776, which is not a number that games"; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("error:    %v\nexpected: %s", err, want)
	}
}

// TestBrokenPack: a pack that cannot be played is told with how much is wrong, and where first.
func TestBrokenPack(t *testing.T) {
	for spoilt, want := range map[string]string{
		"rank: x":           ` has an error: `,
		"rank: x, ranck: 3": ` has 2 errors; the first: `,
	} {
		folder := smalltest.Write(t,
			map[string]string{"cards/pieces.yaml": strings.Replace(smalltest.Pack["cards/pieces.yaml"],
				"rank: 3", spoilt, 1)})
		_, err := interp.Load(folder, interp.With{})
		if err == nil ||
			!strings.HasPrefix(err.Error(), folder+want+filepath.Join(folder, "cards", "pieces.yaml")+":") {
			t.Errorf("%s: %v", spoilt, err)
		}
	}
}
