package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// TestKinds: a mistake in a filter with a name, and in what asks for one, is reported once, with the
// nearest name; what no filter names, what a language lacks and what no sentence says is told.
func TestKinds(t *testing.T) {
	const kinds = "\nkinds:\n  player: {filter: {zone: stage}, name: {en: a performer, fr: un artiste}}\n"
	const boo = `return ability {target = "player", run = function(_, _, target) rules.show.boo(target) end}`
	forms := strings.TrimPrefix(formsYAML, "\n")
	for _, c := range []struct{ name, kinds, script, text, entry, want string }{
		{"fine", kinds, boo, "Boo {target}.", "{enter: {boo: true}}", ``},
		{"a target of the card's own", kinds + "  other: {filter: {zone: stage, other: true}, name: {en: another, " +
			"fr: un autre}}\n", boo, "Boo {target}.", "{enter: {boo: true, target: other}}", ``},
		{"a misspelt kind in a header", kinds, strings.Replace(boo, "player", "plaier", 1), "Boo {target}.",
			"{enter: {boo: true}}",
			`t/scripts/abilities/boo.lua:1:26: error unknown-kind: a filter on a card is a table of conditions or a
			kind of game.yaml; there is no kind "plaier" -> player`},
		{"a misspelt kind on a card", kinds, boo, "Boo {target}.", "{enter: {boo: true, target: plaier}}",
			`t/cards/performers.yaml:12:58: error unknown-kind: a filter on a card is a table of conditions or a kind of
			game.yaml; there is no kind "plaier" -> player`},
		{"a condition that is misspelt", strings.Replace(kinds, "zone: stage", "zone: stge", 1), boo, "Boo {target}.",
			"{enter: {boo: true}}",
			`t/game.yaml:55:27: error unknown-zone: there is no zone or group "stge" -> stage`},
		{"a parameter in a kind", strings.Replace(kinds, "zone: stage", "at: place", 1), boo, "Boo {target}.",
			"{enter: {boo: true}}",
			`t/game.yaml:55:25: error unknown-parameter: there is no card parameter here to compare with: "place"`},
		{"a word of the language", strings.Replace(kinds, "player", "enemy", 1),
			strings.Replace(boo, "player", "enemy", 1), "Boo {target}.", "{enter: {boo: true}}",
			`t/game.yaml:55:3: error reserved-name: "enemy" means something else under where and cannot name a kind;
			"enemy_kind" is free`},
		{"a kind that nothing names", kinds + "  old: {filter: {zone: stage}, name: {en: x, fr: x}}\n", boo,
			"Boo {target}.", "{enter: {boo: true}}",
			`t/game.yaml:56:3: warning unused-kind: no filter names the kind "old"`},
		{"a name that a language lacks", strings.Replace(kinds, ", fr: un artiste", "", 1), boo, "Boo {target}.",
			"{enter: {boo: true}}", `t/game.yaml:55:46: note missing-translation: the kind player has no name in fr`},
		{"a target without a name", strings.Replace(kinds, ", name: {en: a performer, fr: un artiste}", "", 1), boo,
			"Boo {target}.", "{enter: {boo: true}}",
			`t/cards/performers.yaml:7:9: note text-without-target: no sentence says on what clown acts: write a kind of
			game.yaml as its target and {target} in the sentence ability.boo, or the English sentence card.clown`},
		{"a sentence that is silent", kinds, boo, "Boo.", "{enter: {boo: true, target: {zone: stage, other: true}}}",
			`t/cards/performers.yaml:7:9: note text-without-target: no sentence says on what clown acts: write a kind of
			game.yaml as its target and {target} in the sentence ability.boo, or the English sentence card.clown`},
		{"a sentence of no target", kinds, `return ability {enter = function(self) rules.show.boo(self) end,
			where = {performer = "player"}}`, "Boo {target}.", "boo",
			`t/locale/en.yaml:9:19: warning unknown-placeholder: the sentence "ability.boo" is not given {target}
			t/locale/fr.yaml:9:19: warning unknown-placeholder: the sentence "ability.boo" is not given {target}`},
		{"a condition on a parameter", kinds, `return ability {enter = function(self) rules.show.boo(self) end,
			where = {performer = "plaier"}}`, "Boo.", "boo",
			`t/scripts/abilities/boo.lua:2:25: error unknown-value: performer is a card and is compared with a filter or
			a word, not "plaier" -> player`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := say(t, change{"game.yaml", "", "\n" + forms[:len(forms)-1] + c.kinds},
				change{"scripts/abilities/boo.lua", "", c.script},
				change{"scripts/rules/show.lua", "return show\n",
					"function show.boo(card) move(card, card.seat.hand) end\nreturn show\n"},
				change{"cards/performers.yaml", "[{encore: 2}]", "[{encore: 2}, " + c.entry + "]"},
				change{"locale/en.yaml", "", "ability.boo: \"" + c.text + "\"\n"},
				change{"locale/fr.yaml", "", "ability.boo: \"" + c.text + "\"\n"})
			got = strings.Join(strings.Fields(got), " ")
			if want := strings.Join(strings.Fields(c.want), " "); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// TestNoGameFile: a pack without game.yaml is checked as far as it goes.
func TestNoGameFile(t *testing.T) {
	files, scenarios := smallGame(t)
	delete(files, "game.yaml")
	s, err := pack.FromFS(files, "t")
	if err != nil {
		t.Fatal(err)
	}
	has := func(d diag.Finding) bool { return d.Message == "the pack has no game.yaml, or it is empty" }
	found := check.Pack(interp.ReadSource(s), check.Settings{HasScenarios: true, Scenarios: scenarios})
	if !slices.ContainsFunc(found, has) {
		t.Errorf("it says %v", found)
	}
}
