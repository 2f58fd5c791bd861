package check_test

import (
	"strings"
	"testing"
)

// TestCauseAlone: what follows from a mistake is not told beside it.
func TestCauseAlone(t *testing.T) {
	for _, c := range []struct {
		name, want string
		change     change
	}{
		{"a misspelt key under which attributes are declared",
			`t/game.yaml:15:5: error unknown-key: unknown key "atributes" in a type -> attributes`,
			change{"game.yaml", "attributes:", "atributes:"}},
		{"a key that nobody knows, under which attributes are declared",
			`t/game.yaml:15:5: error unknown-key: unknown key "fields" in a type`,
			change{"game.yaml", "attributes:", "fields:"}},
		{"a key that nobody knows, under which zones are declared",
			`t/game.yaml:20:1: error unknown-key: unknown key "areas" in a game file`,
			change{"game.yaml", "zones:", "areas:"}},
		{"a misspelt key that is needed",
			`t/game.yaml:41:14: error unknown-key: unknown key "tims" in a repeat -> times`,
			change{"game.yaml", "{times: 2}", "{tims: 2}"}},
		{"a misspelt id", `t/cards/performers.yaml:7:5: error unknown-key: unknown key "idd" in a card -> id`,
			change{"cards/performers.yaml", "id: clown", "idd: clown"}},
		{"a rules file that returns nothing",
			`t/scripts/rules/show.lua:1: error lua-module: a rules file must return one table of functions`,
			change{"scripts/rules/show.lua", "return show\n", ""}},
		{"an ability file that returns nothing",
			`t/scripts/abilities/encore.lua:1: error lua-ability: an ability file must return ability{...}`,
			change{"scripts/abilities/encore.lua", "return ability {", "ability {"}},
		{"a misspelt function of an ability",
			`t/scripts/abilities/encore.lua:7:3: error unknown-key: unknown field "runs" in an ability -> run`,
			change{"scripts/abilities/encore.lua", "run    = function", "runs   = function"}},
		{"a misspelt window",
			`t/scripts/abilities/encore.lua:3:41: error unknown-value: window cannot be "befor" -> before`,
			change{"scripts/abilities/encore.lua", `"before"`, `"befor"`}},
		{"sentences that cannot be read",
			`t/locale/en.yaml:1:20: error yaml-syntax: a second "key:" stands in this line; quote the text if it ` +
				`contains a colon`,
			change{"locale/en.yaml", "prompt.perform: ", "prompt.perform: Now: "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := say(t, c.change); got != strings.TrimSpace(c.want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

// TestUnknownNameAlone: a name that nothing has, wherever one is used, is one finding.
func TestUnknownNameAlone(t *testing.T) {
	for file, places := range map[string][]string{
		"game.yaml": {"{type: |mood, state", "act: {type: |mood", "applause: {type: |number, min",
			"points: {type: |number", "performer: {type: |card", "seat: {type: |seat",
			"applause: {type: |number, write", "start: |box", "{zone: |stage}", "keeps_in: |stage",
			"of: |seat, ordered", "of: |seat, seen", "of: |seat, cap", "[setup.|deal]", "[|show.perform]",
			"[show.|perform]", "start: show.|perform", "rest: {|performer", "performer: |deck}"},
		"cards/performers.yaml": {"type: |performer", "    |applause: 2", "act: |sad", "[{|encore"},
		"locale/en.yaml": {"prompt.|perform", "phase.|show", "trigger.performer.|enters", "{seat} brings {|performer",
			"set.|points", "roll.|coin", "ability.|encore", "finish.|nobody"},
		"locale/fr.yaml": {"prompt.|perform", "phase.|show", "trigger.|performer", "set.|mood", "|roll.coin"},
		"scripts/abilities/encore.lua": {`performer.|enters`, `"|before"`, "{|performer", `"|self"`, `"|number"`,
			`"|hand"`, "|ev.applause =", "ev.|applause =", "params.|more"},
		"scripts/rules/setup.lua": {"|ipairs(cards", "|cards{", `zone = "|box"`, "return |setup", "function |setup"},
		"scripts/rules/show.lua": {"= |choose.one", "choose.|one", "{|seat = seat", "seat = |seat, prompt",
			`"|perform"`, "seat.|hand", "hand:|cards", "|raise(", `("|performer.enters`, "{|performer =",
			"= |card, seat", "card.|applause", "|move(", "seat.|stage", "|roll(", `"|coin"`, `"|tails"`,
			"card.|mood", "card.|act", `"|sad"`, "ev.|applause", "game.|seats", "one.|points", "game.|options",
			"options.|length", `"|long"`, "|finish({})", "return |show", "function |show.judge"},
	} {
		for _, place := range places {
			text := strings.Replace(place, "|", "", 1)
			end := strings.Index(place, "|")
			got := say(t, change{file, text, text[:end] + "qx" + text[end:]})
			if got == "" || strings.Contains(got, "\n") {
				t.Errorf("%s: %s:\n%s", file, place, got)
			}
		}
	}
}
