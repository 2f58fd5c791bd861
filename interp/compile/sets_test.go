package compile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// TestSets: errors of sets, on cards and in modifiers, name the words that fit, and how many.
func TestSets(t *testing.T) {
	many := func(n int) string {
		var words []string
		for i := range n {
			words = append(words, fmt.Sprint("w", i+1))
		}
		return "trick: [" + strings.Join(words, ", ") + "]"
	}
	const two = "trick: [jump, hide]"
	tests := []struct{ name, words, of, card, header, want string }{
		{"one word", two, "of: trick", "jump", "", ""},
		{"none", two, "of: trick", "[]", "", ""},
		{"as many as there is room for", many(31), "of: trick", "[w31, w1]", "", ""},
		{"one more", many(32), "of: trick", "[]", "", `tiny/game.yaml:25:31: too-many: the sets of a pack hold at ` +
			`most 31 words, all together; with those of trick there are 32`},
		{"of nothing", two, "min: 1", "[]", "",
			`tiny/game.yaml:25:22: missing-key: a set needs of: a list of words`},
		{"of numbers", two, "of: number", "[]", "",
			`tiny/game.yaml:25:22: missing-key: a set needs of: a list of words`},
		{"of what there is not", two, "of: trik", "[]", "",
			`tiny/game.yaml:25:31: unknown-type: there is no type of items or list of words "trik" -> trick`},
		{"with bounds", two, "of: trick, min: 1", "[]", "",
			`tiny/game.yaml:25:43: meaningless-key: min and max are for numbers`},
		{"unknown word", two, "of: trick", "[hide, jmp]", "",
			`tiny/cards/units.yaml:7:20: unknown-word: item 2 of tricks cannot be "jmp" -> jump`},
		{"twice", two, "of: trick", "[hide, jump, hide]", "",
			`tiny/cards/units.yaml:7:26: duplicate-item: tricks has "hide" already`},
		{"a number", two, "of: trick", "3", "",
			`tiny/cards/units.yaml:7:13: wrong-type: item 1 of tricks must be a word, not a number (3)`},
		{"modified", two, "of: trick", "[]", "modifies: tricks\nadd: [jump, hide]", ""},
		{"lost", two, "of: trick", "[]", "modifies: tricks\nremove: jump", ""},
		{"replaced by a word of the card", two, "of: trick", "[]",
			"modifies: tricks\nset: what\nparams: {what: {type: word, of: trick}}", ""},
		{"modified by what it cannot hold", two, "of: trick", "[]", "modifies: tricks\nadd: jmp",
			`x.lua:2:6: unknown-word: item 1 of add cannot be "jmp" -> jump`},
		{"bounded", two, "of: trick", "[]", "modifies: tricks\nat_most: jump",
			`x.lua:1: wrong-type: "tricks" is a list: at_most is no operation on it`},
		{"counted", two, "of: trick", "[]", "modifies: tricks\namount: f\nadd: true",
			`x.lua:1: wrong-type: "tricks" is a list: add is no operation on it`},
		{"a number loses nothing", two, "of: trick", "[]", "modifies: power\nremove: 1",
			`x.lua:1: wrong-type: "power" is a number: remove is no operation on it`},
		{"a hook loses nothing", two, "of: trick", "[]", "on: unit.hit\nrun: f\nremove: jump",
			`x.lua:3:9: meaningless-key: remove says nothing in an ability that answers a trigger`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files := tinyFiles(t)
			change(t, files, "game.yaml", two, test.words)
			change(t, files, "game.yaml", "{type: list, of: trick}", "{type: set, "+test.of+"}")
			change(t, files, "cards/units.yaml", "tricks: [jump]", "tricks: "+test.card)
			var report diag.List
			headers := tinyHeaders(t)
			if test.header != "" {
				headers = append(headers, header(t, "x", 0, test.header))
			}
			compiled(t, files, headers, &report)
			if got := lines(&report); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}
