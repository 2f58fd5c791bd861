package check_test

import (
	"strings"
	"testing"
)

const formsYAML = `
forms:
  enter: {on: performer.enters, where: {performer: {is: self}}}
  bow: {action: bow, target: {needed: false}}
`

// TestFormsAndTargets: a mistake in a form is reported once, at its place, a mistake in an
// ability at the ability, and a misspelt form by its right name.
func TestFormsAndTargets(t *testing.T) {
	for _, c := range []struct{ name, forms, script, want string }{
		{"a form is misspelt", formsYAML, "return ability {enetr = function() end}",
			`trick.lua:1:17: error unknown-key: unknown field "enetr" in an ability -> enter`},
		{"a form has a key that headers do not have", strings.Replace(formsYAML, "on:", "onn:", 1),
			"return ability {enter = function() end}",
			`t/game.yaml:52:11: error unknown-key: unknown key "onn" in a form -> on`},
		{"a form names no trigger", strings.Replace(formsYAML, "performer.enters", "performer.entres", 1),
			"return ability {enter = function() end}",
			`t/game.yaml:52:15: error unknown-trigger: there is no trigger "performer.entres" -> performer.enters`},
		{"a form is called like a field", strings.Replace(formsYAML, "enter:", "run:", 1),
			"return ability {bow = function() end}",
			`t/game.yaml:52:3: error reserved-name: "run" has a meaning of its own in scripts and cannot name a
				form; "run_form" is free
				t/game.yaml:53:17: error unknown-action: no script asks for the actions under "bow", as with
				actions("bow", seat)`},
		{"a form says nothing of when", strings.Replace(formsYAML, "action: bow, ", "", 1),
			"return ability {enter = function() end}",
			`t/game.yaml:53:3: error missing-key: the form "bow" does not say when its abilities act: it needs on
				or action`},
		{"run beside a form", formsYAML,
			"return ability {enter = function() end, run = function() end}",
			`trick.lua:1:16: error bad-ability: this ability has run beside the form enter; the function of the
				form is what it does`},
		{"on beside two forms", formsYAML,
			"return ability {on = \"performer.enters\", enter = function() end, bow = function() end}",
			`trick.lua:1:22: error bad-ability: an ability of several forms says nothing of its own with on`},
		{"a target of unknown keys", formsYAML,
			"return ability {enter = function() end, target = {from = {zone = \"stage\"}, most = 2}}",
			`trick.lua:1:76: error unknown-key: unknown field "most" in target`},
		{"a target of an unknown zone", formsYAML,
			"return ability {enter = function() end, target = {zone = \"stge\"}}",
			`trick.lua:1:58: error unknown-zone: there is no zone or group "stge" -> stage`},
		{"min above max", formsYAML,
			"return ability {enter = function() end, target = {from = {zone = \"stage\"}, min = 3, max = 2}}",
			`trick.lua:1:82: error bad-range: min is 3 and max 2: nothing lies between`},
		{"all and a bound", formsYAML,
			"return ability {enter = function() end, target = {from = {zone = \"stage\"}, all = true, max = 2}}",
			`trick.lua:1:82: error meaningless-key: all takes all of them and asks nobody; it says so alone,
				beside from and needed`},
		{"by no seat of the trigger", formsYAML,
			"return ability {enter = function() end, target = {from = {zone = \"stage\"}, by = \"applause\"}}",
			`trick.lua:1:81: error unknown-parameter: the trigger has no seat parameter "applause"`},
		{"a prompt without a sentence", formsYAML,
			"return ability {enter = function() end, target = {from = {zone = \"stage\"}, prompt = \"whom\"}}",
			`trick.lua:1:50: warning missing-text: there is no English sentence prompt.whom; it belongs into
				locale/en.yaml`},
		{"among, of an earlier version", formsYAML,
			"return ability {enter = function(self, _, all) self.seat.points = #all end, among = function() end}",
			`trick.lua:1:77: error unknown-key: among is gone; write target = {from = ..., all = true}`},
		{"a modifier with a target", formsYAML,
			"return ability {modifies = \"applause\", add = 1, target = {zone = \"stage\"}}",
			`trick.lua:1:58: error meaningless-key: target says nothing in a modifier`},
		{"a result that no declaration has", formsYAML,
			"return ability {enter = function(self)\nraise(\"performer.enters\", {performer = self, " +
				"seat = self.seat, applause = 1}, function(ev) ev.applause = 2 end)\nend}",
			`trick.lua:2:95: error read-only: performer.enters: what carries the change out may set results
				alone; the declaration of applause does not say result: true`},
		{"a target of one type has its attributes", formsYAML,
			"return ability {enter = function(self, ev, target) self.seat.points = target.worth end, " +
				"target = {zone = \"stage\"}}",
			`trick.lua:1:78: error unknown-field: a card has no field "worth"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			changes := append(ability(c.script+"\n"), change{"game.yaml", "", c.forms})
			got := strings.ReplaceAll(say(t, append(changes, said...)...), "t/scripts/abilities/", "")
			if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(c.want), " ") {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

// TestDeeds: a mistake in an entry of a card is reported at the entry.
func TestDeeds(t *testing.T) {
	const deed = "return ability {params = {points = {type = \"number\"}}, " +
		"run = function(self, _, params) self.seat.points = params.points end}\n"
	for _, c := range []struct{ name, entry, want string }{
		{"a deed that is misspelt", "{enter: {trik: 1}}",
			`12:39: error unknown-ability: there is no ability "trik" -> trick`},
		{"no deed", "{enter: {may: true}}",
			`12:31: error missing-key: enter says nothing that is done: {enter: {deed: value}}`},
		{"no parameters", "enter",
			`12:30: error wrong-type: enter is a form: a card says what it does then, as {enter: {deed:
			value}}`},
		{"an ability that says when it acts", "{enter: {encore: 2}}",
			`12:39: error bad-ability: the ability "encore" says itself when it acts; under a form stand
			those that have run and neither on nor action`},
		{"a deed without a form", "{trick: 1}",
			`12:31: error bad-ability: the ability "trick" does not say when it acts: a card does it under a
			form, as {enter: {trick: value}}`},
		{"a target that no deed takes", "{enter: {trick: 1, target: {zone: stage}}}",
			`12:57: error meaningless-key: target says nothing here: no deed of this entry has a target in
			its header`},
		{"a parameter that is missing", "{enter: {trick: {}}}",
			`12:39: error missing-parameter: the ability "trick" needs its parameter "points"`},
		{"a misspelt form", "{entre: {trick: 1}}",
			`12:31: error unknown-ability: there is no ability "entre" -> enter`},
		{"targets that differ", "{enter: {cheer: true, boo: true}}",
			`12:52: warning other-target: boo does not choose here: it acts on the target of the deed before it; as
			an entry of its own it chooses`},
		{"a deed without a target", "{enter: {boo: true, trick: 1}}", ``},
		{"a list for one", "{enter: {boo: true, target: {from: {zone: stage}, all: true}}}",
			`12:39: error other-target: boo takes one card, and the target of this entry is a list:
			all, min or max make a list`},
		{"one for a list", "{enter: {cheer: true, hush: true}}",
			`12:52: error other-target: hush takes a list, and the target of this entry is one card: all, min or max
			make a list`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := strings.ReplaceAll(say(t, append([]change{
				{"game.yaml", "", formsYAML}, {"scripts/abilities/trick.lua", "", deed},
				{"scripts/abilities/cheer.lua", "", `return ability {target = {zone = "stage"}, run = function() end}`},
				{"scripts/abilities/boo.lua", "",
					`return ability {target = {zone = "stage", other = true}, run = function() end}`},
				{"scripts/abilities/hush.lua", "",
					`return ability {target = {from = {zone = "stage"}, max = 2}, run = function() end}`},
				{"cards/performers.yaml", "[{encore: 2}]", "[{encore: 2}, " + c.entry + "]"},
			}, said...)...), "t/cards/performers.yaml:", "")
			got, _, _ = strings.Cut(got, "t/scripts/")
			got = strings.Join(strings.Fields(got), " ")
			if got != strings.Join(strings.Fields(c.want), " ") {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}
