package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/editor/cookbook"
)

// TestCookbook: a rule is found by what it does, shown whole by its name, and an ability
// is begun like it, where it fits.
func TestCookbook(t *testing.T) {
	dir := t.TempDir()
	out, talk, code := ruledeck(t, dir, "cookbook", "once", "a", "week")
	if code != ExitFine ||
		!strings.HasPrefix(out, "1. bbtm/piling_on: Piling On\n   Piling On: when both dice show ") ||
		strings.Count(out, "\n") != 2*cookbook.Most {
		t.Errorf("exit %d\n%s", code, out)
	}
	const next = "One of them whole: ruledeck cookbook bbtm/piling_on\n" +
		"An ability like it: ruledeck new ability NAME --like bbtm/piling_on\n"
	if all := fine(t, dir, "cookbook"); talk != next || strings.Count(all, "\n") < 200 || all[:3] != "1. " {
		t.Error(talk, all)
	}
	if out := fine(t, dir, "cookbook draft/draft.pass"); !strings.HasPrefix(out,
		"draft/draft.pass\n\n-- To the left on the first day") || !strings.HasSuffix(out, "move(hands, zones)\nend\n") {
		t.Error(out)
	}
	if out := fine(t, dir, "cookbook --format json quagmire"); !strings.HasPrefix(out,
		`{"id":"lanterns/quagmire","title":"Quagmire","says":"Quagmire: an opponent who`) {
		t.Error(out)
	}
	for search, want := range map[string]string{
		"zzz discard": "ruledeck: zzz discard: no recipe fits\n" +
			"None of the recipes has zzz; other words may find what comes near\n",
		"solve a big crossword": "ruledeck: solve a big crossword: no recipe fits\n" +
			"None of the recipes has solve, big, crossword; other words may find what comes near\n",
	} {
		if talk = wrong(t, dir, "cookbook "+search, ExitWrong); !strings.HasPrefix(talk, want) {
			t.Error(talk)
		}
	}

	fine(t, dir, "new overlay marsh of bbtm --bare")
	fine(t, dir, "new ability mire in marsh --like quagmire")
	fine(t, dir, "new ability sleet in marsh --like weather")
	for file, want := range map[string]string{
		"scripts/abilities/mire.lua": "-- Mire: an opponent who misses a tackle against him becomes downed.\n" +
			"return ability {\n  name  = {en = \"Mire\"},\n  on    = \"tackle.missed\",\n",
		"locale/en.mire.yaml":         "ability.mire: \"An opponent who misses a tackle against this player ",
		"scripts/abilities/sleet.lua": "-- Sleet: a team zone holds at most",
	} {
		text, err := os.ReadFile(filepath.Join(dir, "marsh", filepath.FromSlash(file)))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v\n%s", file, err, text)
		}
	}
	if out := fine(t, dir, "test marsh"); out != "2 passed, 0 failed\n" {
		t.Error(out)
	}
	fine(t, dir, "check marsh")

	fine(t, dir, "new pack mine --like auction")
	if _, talk, code := ruledeck(t, dir, "new", "ability", "rebate", "in", "mine", "--like", "auction/refund"); code !=
		ExitFine || !strings.Contains(talk, "  its type is lot\n") {
		t.Errorf("the card is of a type without abilities: exit %d\n%s", code, talk)
	}
	if _, talk, code := ruledeck(t, dir, "new", "ability", "duty", "in", "mine", "--on", "lot.sold"); code !=
		ExitFine || !strings.Contains(talk, "  its type is lot") {
		t.Errorf("most cards have a type without abilities: exit %d\n%s", code, talk)
	}
	shared := "game: ..\nseats: 3\nname: equal points\n" +
		"given: {at: auction.judge, 1: {points: 7}, 2: {points: 7}}\ndo: [until: end]\nthen: {winner: 1}\n"
	if err := os.WriteFile(filepath.Join(dir, "mine", "scenarios", "equal.yaml"), []byte(shared), 0o644); err != nil {
		t.Fatal(err)
	}
	out, _, _ = ruledeck(t, dir, "test", "mine", "--run", "equal points$")
	if !strings.Contains(out, "  mine/scenarios/equal.yaml:6:16: the winner\n"+
		"    expected: 1\n    found:    nobody; draw: 1, 2\n") {
		t.Error(out)
	}
	fine(t, dir, "new pack other --like deckbuilder")
	fine(t, dir, "new ability bandit in other --like trash")
	if card, err := os.ReadFile(filepath.Join(dir, "other", "cards", "bandit.yaml")); err != nil ||
		!strings.Contains(string(card), "    use: action ") || !strings.Contains(string(card), "    money: 0\n") {
		t.Errorf("the card is no action as others with abilities: %v\n%s", err, card)
	}
	for line, want := range map[string]string{
		"--like quagmire": `the pack has no trigger "tackle.missed"`,
		"--like cunning": "football-champions/cunning does not fit here, and nothing was written: " +
			"per is a trigger or game; there is no trigger \"period.begins\"",
		"--like draft.pass": "draft/draft.pass is no ability; its code is printed by: " +
			"ruledeck cookbook draft/draft.pass",
		"--like quagmir":   "did you mean quagmire?",
		"--like ball.give": `"ball.give" is one of bbtm/ball.give, football-champions/ball.give`,
	} {
		if talk := wrong(t, dir, "new ability sneak in mine "+line, ExitUsage); !strings.Contains(talk, want) {
			t.Errorf("%s: %s", line, talk)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "mine", "scripts", "abilities", "sneak.lua")); err == nil {
		t.Error("an ability that does not fit was written")
	}
}

// TestLearn: the lessons are read and written without a checkout.
func TestLearn(t *testing.T) {
	dir := t.TempDir()
	for line, want := range map[string]string{
		"learn":          "tutorial            a whole game, from an empty folder\n",
		"learn tutorial": "# A game, from an empty folder\n",
		"learn mods":     "# Mods: six worked examples\n",
		"learn mods/lanterns/scripts/abilities/quagmire.lua": "-- Quagmire: ",
		"learn scenarios/seven-missions":                     "scenarios/seven-missions/abilities/",
	} {
		if out := fine(t, dir, line); !strings.HasPrefix(out, want) {
			t.Errorf("%s: %s", line, out)
		}
	}
	fine(t, dir, "learn mods/long-bench --out bench")
	if out := fine(t, dir, "test bench"); !strings.HasSuffix(out, " passed, 0 failed\n") {
		t.Error(out)
	}
	if talk := wrong(t, dir, "learn tutorail", ExitUsage); !strings.Contains(talk, "did you mean tutorial?") {
		t.Error(talk)
	}
}

// TestShippedScenarios: the scenarios of a game that the program carries run in any folder,
// with an overlay too, and what they reach is counted.
func TestShippedScenarios(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	if out := fine(t, dir, "test seven-missions"); !strings.HasSuffix(out, " passed, 0 failed\n") ||
		strings.HasPrefix(out, "0 ") {
		t.Error(out)
	}
	at := filepath.Join(dir, "cache", "ruledeck", "scenarios", "seven-missions", "solo.yaml")
	if err := os.WriteFile(at, []byte("game: nothing\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	fine(t, dir, "new overlay soft of seven-missions --bare")
	out := fine(t, dir, "test seven-missions --pack soft --run items")
	if !strings.HasSuffix(out, " passed, 0 failed\n") {
		t.Error(out)
	}
	if out := fine(t, dir, "coverage seven-missions"); !strings.Contains(out, "29 of 29 abilities acted\n") {
		t.Error(out)
	}
}

// TestStudioNowhere: where no pack is, the studio asks with what one begins, so that flags of a
// game are refused.
func TestStudioNowhere(t *testing.T) {
	dir := t.TempDir()
	for _, line := range []string{"studio --no-browser --seats human", "studio --no-browser --open juggler"} {
		const want = "no pack is here; --seats, --pack and what is no file are for a game: ruledeck studio GAME"
		if talk := wrong(t, dir, line, ExitUsage); !strings.Contains(talk, want) {
			t.Error(line, talk)
		}
	}
	ruledeck(t, dir, "new", "pack", "marsh")
	dir = filepath.Join(dir, "marsh")
	const want = `has no card with an ability that is called "nobody"`
	if talk := wrong(t, dir, "studio --no-browser --open nobody", ExitWrong); !strings.Contains(talk, want) {
		t.Error(talk)
	}
}
