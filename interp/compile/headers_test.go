package compile_test

import (
	"testing"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// TestHeaderErrors compiles one ability, written as YAML, on top of the small
// pack and compares all that is said.
func TestHeaderErrors(t *testing.T) {
	tests := []struct{ name, header, want string }{
		{"fine", "on: unit.hit\nwhere: {unit: self, by: {enemy: true}, seat: enemy, face: {min: 2}}\nlimit: {times: " +
			"1, per: round.begins}\nrun: f", ``},
		{"marker", "{}", ``},
		{"grants", "grants: gain\nof: {is: host}\nwhere: {self: {posture: up}}", ``},
		{"grants in hiding", "grants: gain\nof: {zone: [hand, field]}",
			`x.lua:2:5: grants-in-hiding: nothing is given in hand, which not all see`},
		{"grants without of", "grants: gain",
			`x.lua:1: missing-key: grants needs of: a filter on the cards that are given it`},
		{"grants of nothing", "grants: gian\nof: {is: host}",
			`x.lua:1:9: unknown-ability: there is no ability "gian" -> gain`},
		{"grants itself", "grants: x\nof: {is: host}",
			`x.lua:1:9: bad-ability: "x" is an ability that gives another: given are those that act, and marks; a ` +
				`modifier says itself with of what it changes`},
		{"until", "modifies: power\nadd: 1\nof: {is: self}\nuntil_: {on: unit.hit, where: {seat: friendly}}", ``},
		{"until no trigger", "modifies: power\nadd: 1\nof: {is: self}\nuntil_: unit.hti",
			`x.lua:4:9: unknown-trigger: there is no trigger "unit.hti" -> unit.hit`},
		{"until with a key that it has not", "modifies: power\nadd: 1\nof: {is: self}\n" +
			"until_: {on: unit.hit, were: {seat: friendly}}",
			`x.lua:4:24: unknown-key: unknown field "were" in ending -> where`},
		{"until nothing", "modifies: power\nadd: 1\nof: {is: self}\nuntil_: {where: {seat: friendly}}",
			`x.lua:4:9: wrong-type: until_ is a trigger or a table {on = trigger, where = conditions}`},
		{"of in a hook", "on: unit.hit\nrun: f\nof: {is: host}",
			`x.lua:3:5: meaningless-key: of says nothing in an ability that answers a trigger`},
		{"action", "action: move\nwhere: {self: {posture: up}}\nrun: f", ``},
		{"modifier", "modifies: power\nadd: 1\nof: {is: self}\nwhere: {self: {holds: unit}}", ``},
		{"modifier by parameter", "modifies: power\nadd: n\nparams: {n: {type: number, default: 1}}", ``},
		{"modifier by function", "of_seat: points\nat_most: true\nof: friendly\namount: f", ``},
		{"phase", "on: round.begins\nwindow: before\nwhere: {seat: friendly}\nrun: f", ``},
		{"lists",
			"on: unit.hit\nrun: f\nwhere: {unit: {zone: [field, hand], tricks: [jump, hide], any: [{id: scout}, " +
				"{type: [unit, place]}], not: {with: cover}}, by: {is: unit, except: self, at: unit, seat: seat, " +
				"holds_no: {posture: up}, without: gain}, face: [1, 2]}", ``},

		{"pays", "action: move\nrun: f\npays: {seat: {points: 2}}\nwhere: {friendly: {points: 1}, enemy: {points: " +
			"{max: 3}, not: {is: seat}}}",
			`x.lua:4:68: unknown-parameter: there is no seat parameter here to compare with: "seat"`},
		{"pays what nobody has", "action: move\nrun: f\npays: {seat: {pionts: 2}}",
			`x.lua:3:15: unknown-attribute: pays names no state attribute "pionts" -> points`},
		{"pays what is printed", "action: move\nrun: f\npays: {power: 2}",
			`x.lua:3:8: unknown-attribute: pays names no state attribute "power"`},
		{"pays a word", "action: move\nrun: f\npays: {posture: down}",
			`x.lua:3:17: wrong-type: what is paid of posture must be true, false or a number from 1, not the word ` +
				`"down"`},
		{"pays nothing", "action: move\nrun: f\npays: {seat: {points: 0}}",
			`x.lua:3:23: wrong-type: what is paid of points must be true, false or a number from 1, not a number (0)`},
		{"pays a flag of a number", "action: move\nrun: f\npays: {seat: {points: true}}",
			`x.lua:3:23: wrong-type: points must be compared with a number, not a flag (true)`},
		{"pays a list", "action: move\nrun: f\npays: [power]",
			`x.lua:3:7: wrong-type: pays must be a table of attributes, not a list`},
		{"pays in a modifier", "modifies: power\nadd: 1\npays: {seat: {points: 2}}",
			`x.lua:3:7: meaningless-key: pays says nothing in a modifier`},
		{"a condition on a seat", "action: move\nrun: f\nwhere: {enemy: {poitns: 2}}",
			`x.lua:3:17: unknown-filter: a filter on a seat has no condition "poitns" -> points`},

		{"unknown field", "on: unit.hit\nrun: f\nwere: {}",
			`x.lua:3:1: unknown-key: unknown field "were" in an ability -> where`},
		{"unknown trigger", "on: unit.hti\nrun: f",
			`x.lua:1:5: unknown-trigger: there is no trigger "unit.hti" -> unit.hit`},
		{"two forms", "on: unit.hit\naction: move\nrun: f",
			`x.lua:1: bad-ability: an ability has one of on, action, modifies, of_seat, of_game and grants; this one ` +
				`has on and action`},
		{"no form", "run: f",
			`x.lua:1: bad-ability: this ability does not say when it acts: it needs on, action, modifies, of_seat or ` +
				`of_game`},
		{"no run", "on: unit.hit",
			`x.lua:1: missing-key: this ability answers "unit.hit" and needs a function run`},
		{"run of a modifier", "modifies: power\nadd: 1\nrun: f",
			`x.lua:1: meaningless-key: run says nothing in a modifier; amount gives its number`},
		{"amount of a hook", "on: unit.hit\nrun: f\namount: f",
			`x.lua:1: meaningless-key: amount is for modifiers`},
		{"window", "on: unit.hit\nwindow: befor\nrun: f",
			`x.lua:2:9: unknown-value: window cannot be "befor" -> before`},
		{"window of a phase", "on: round.begins\nwindow: replace\nrun: f",
			`x.lua:2:9: wrong-window: the trigger round.begins has no window "replace"`},
		{"heard", "on: unit.hit\nwindow: replace\nheard: before\nrun: f",
			`x.lua:3:8: meaningless-key: heard = "before" is for the window after; the others come before the change ` +
				`anyway`},
		{"anywhere", "on: unit.hit\nanywhere: true\nrun: f",
			`x.lua:2:11: meaningless-key: anywhere says nothing: the trigger unit.hit has no scope`},
		{"may", "on: unit.hit\nmay: sometimes\nrun: f",
			`x.lua:2:6: wrong-type: may must be true or false, not the word "sometimes"`},
		{"may of an action", "action: move\nmay: true\nrun: f",
			`x.lua:2:6: meaningless-key: may says nothing in an action`},
		{"parameter", "on: unit.hit\nwhere: {unti: {friendly: true}}\nrun: f",
			`x.lua:2:9: unknown-parameter: the trigger unit.hit has no parameter "unti" -> unit`},
		{"parameter of an action", "action: move\nwhere: {unit: {friendly: true}}\nrun: f",
			`x.lua:2:9: unknown-parameter: where cannot look at "unit": this ability answers no trigger`},
		{"filter key", "on: unit.hit\nwhere: {unit: {freindly: true, postur: up}}\nrun: f",
			`x.lua:2:16: unknown-filter: a filter on a card has no condition "freindly" -> friendly` + "\n" +
				`x.lua:2:32: unknown-filter: a filter on a card has no condition "postur" -> posture`},
		{"filter values", "on: unit.hit\nwhere: {unit: {friendly: 1, posture: lying, worth: high, type: untt, id: " +
			"soldir, zone: 3, is: face, at: seat, any: 1, holds: x, with: 2}}\nrun: f",
			`x.lua:2:26: wrong-type: friendly must be true or false, not a number (1)` + "\n" +
				`x.lua:2:38: unknown-word: posture cannot be "lying"` + "\n" +
				`x.lua:2:52: wrong-type: worth must be compared with a number, not the word "high"` + "\n" +
				`x.lua:2:64: unknown-type: there is no type of cards "untt" -> unit` + "\n" +
				`x.lua:2:74: unknown-card: there is no card "soldir" -> soldier` + "\n" +
				`x.lua:2:88: unknown-zone: there is no zone or group "3"` + "\n" +
				`x.lua:2:95: unknown-parameter: the trigger unit.hit has no card parameter "face"` + "\n" +
				`x.lua:2:105: unknown-parameter: the trigger unit.hit has no card parameter "seat"` + "\n" +
				`x.lua:2:116: wrong-type: any must be a list of filters, not a number (1)` + "\n" +
				`x.lua:2:126: unknown-type: there is no type of cards, and no card, "x"` + "\n" +
				`x.lua:2:135: wrong-type: with must be the name of an ability, not a number (2)`},
		{"card word", "on: unit.hit\nwhere: {unit: mine}\nrun: f",
			`x.lua:2:15: unknown-value: unit is a card and is compared with a filter or a word, not "mine"`},
		{"seat word", "on: unit.hit\nwhere: {seat: mine}\nrun: f",
			`x.lua:2:15: unknown-value: seat is a seat and is compared with a word or a table, not "mine"`},
		{"seat filter", "on: unit.hit\nwhere: {seat: {frendly: true, is: unit}}\nrun: f",
			`x.lua:2:16: unknown-filter: a filter on a seat has no condition "frendly" -> friendly` + "\n" +
				`x.lua:2:35: unknown-parameter: the trigger unit.hit has no seat parameter "unit"`},
		{"number", "on: unit.hit\nwhere: {face: {min: x, mx: 2}}\nrun: f",
			`x.lua:2:21: wrong-type: min of face must be a whole number, not the word "x"` + "\n" +
				`x.lua:2:24: unknown-key: unknown key "mx" in the bounds of face -> max`},
		{"no table", "on: unit.hit\nwhere: everything\nrun: f",
			`x.lua:2:8: wrong-type: where must be a table of conditions, not the word "everything"`},
		{"limit", "on: unit.hit\nlimit: 1\nrun: f",
			`x.lua:2:8: wrong-type: limit must be a table {times = n, per = trigger}, not a number (1)`},
		{"limit of nothing", "on: unit.hit\nlimit: {times: 0, par: game}\nrun: f",
			`x.lua:2:8: missing-key: limit needs times, and per: a trigger or game` + "\n" +
				`x.lua:2:19: unknown-key: unknown field "par" in limit -> per`},
		{"limit per", "on: unit.hit\nlimit: {times: 1, per: round.begin}\nrun: f",
			`x.lua:2:24: unknown-trigger: per is a trigger or game; there is no trigger "round.begin" -> round.begins`},
		{"params", "on: unit.hit\nparams: {n: {type: numbr}, m: 1, end: {type: flag}, o: {default: 1}, p: {type: " +
			"number, default: x, dflt: 1}}\nrun: f",
			`x.lua:2:20: unknown-type: there is no type or list of words "numbr" -> number` + "\n" +
				`x.lua:2:28: wrong-type: the parameter "m" must be a table {type = ..., default = ...}, not a number ` +
				`(1)` + "\n" +
				`x.lua:2:34: reserved-name: "end" is a word of the script language and cannot name a parameter; ` +
				`"end_parameter" is free` + "\n" +
				`x.lua:2:53: missing-key: the parameter "o" needs a type` + "\n" +
				`x.lua:2:97: wrong-type: the default of p must be a whole number, not the word "x"` + "\n" +
				`x.lua:2:100: unknown-key: unknown field "dflt" in the parameter "p"`},
		{"modified", "modifies: powr\nadd: 1",
			`x.lua:1:11: unknown-attribute: there is no attribute of cards "powr" -> power`},
		{"modified by nothing", "modifies: power",
			`x.lua:1: missing-key: a modifier needs one of set, add, remove, at_least and at_most, or a function ` +
				`amount`},
		{"modified twice", "modifies: power\nadd: 1\nset: 2",
			`x.lua:1: bad-ability: a modifier has one of set, add, remove, at_least and at_most; this one has set ` +
				`and add`},
		{"modified by a word", "modifies: power\nadd: n",
			`x.lua:2:6: unknown-parameter: add is a number or a parameter of the ability, not "n"`},
		{"modified word", "modifies: posture\nadd: 1",
			`x.lua:1: wrong-type: "posture" is a word: add is no operation on it` + "\n" +
				`x.lua:2:6: wrong-type: add must be a word, not a number (1)`},
		{"modified to a word", "modifies: posture\nset: upp",
			`x.lua:2:6: unknown-word: set cannot be "upp" -> up`},
		{"amount and number", "modifies: power\nadd: 2\namount: f",
			`x.lua:2:6: wrong-type: the function amount gives the number; write add = true`},
		{"of of the table", "of_game: round\nadd: 1\nof: {friendly: true}",
			`x.lua:3:5: meaningless-key: of says nothing for an attribute of the table`},
		{"active", "on: unit.hit\nactive: {at: unit}\nrun: f",
			`x.lua:2:14: unknown-parameter: there is no card parameter here to compare with: "unit"`},
		{"name", "on: unit.hit\nname: [x]\nrun: f",
			`x.lua:2:7: wrong-type: name must be a text, or a table with a text for each language, not a list`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var report diag.List
			headers := append(tinyHeaders(t), header(t, "x", 0, test.header))
			compiled(t, tinyFiles(t), headers, &report)
			if got := lines(&report); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}

func TestSteps(t *testing.T) {
	var report diag.List
	s, err := pack.FromFS(tinyFiles(t), "tiny")
	if err != nil {
		t.Fatal(err)
	}
	c := compile.New(pack.Load(s, nil, "", nil, &report).Tree, filter.Standard, &report)
	c.AddSteps(map[string]diag.Pos{
		"setup.deal": {}, "round.mov": {}, "round.count": {}, "round.over": {}, "round.standing": {},
		"checks.cards": {}, "extra.step": {File: "extra.lua", Line: 3},
	})
	out := c.Finish(tinyHeaders(t))
	want := `tiny/game.yaml:58:14: unknown-step: there is no function for the step "round.move" -> round.mov`
	if got := lines(&report); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if out.Pack.Steps[out.Steps["extra.step"]] != "extra.step" || out.StepPlaces["extra.step"].Line != 3 {
		t.Error("a step that only scripts schedule is not there")
	}
}

// TestOrderMeansNothing compiles the cards in two files and in another order.
func TestOrderMeansNothing(t *testing.T) {
	var report diag.List
	one, _ := compiled(t, tinyFiles(t), tinyHeaders(t), &report)
	files := tinyFiles(t)
	change(t, files, "cards/units.yaml", "  - id: hill\n    type: place\n    worth: 3\n", "")
	files["cards/a.yaml"] = &fstest.MapFile{Data: []byte("cards:\n  - worth: 3\n    type: place\n    id: hill\n")}
	two, _ := compiled(t, files, tinyHeaders(t), &report)
	if got := lines(&report); got != "" {
		t.Fatal(got)
	}
	for i := range one.Pack.Defs {
		if one.Pack.Defs[i].ID != two.Pack.Defs[i].ID {
			t.Errorf("card %d is %s, then %s", i, one.Pack.Defs[i].ID, two.Pack.Defs[i].ID)
		}
	}
	if one.Pack.Hash == two.Pack.Hash {
		t.Error("other files, the same hash")
	}
}
