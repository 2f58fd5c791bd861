package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// TestCheckFormats compares what check prints for build servers, and the exit
// codes: errors and warnings give 1, notes do so with --strict alone.
func TestCheckFormats(t *testing.T) {
	t.Chdir("../../..")
	const warned = "testdata/broken/placeholder-misspelt"
	for _, c := range []struct {
		line string
		code int
		want string
	}{
		{"check " + warned + " --format github", ExitWrong,
			"::warning " +
				"file=testdata/broken/placeholder-misspelt/locale/en.yaml,line=1,col=41,title=unknown-placeholder::" +
				"the sentence \"trigger.performer.enters\" is not given {perfomer} (allowed here: count, performer, " +
				"seat, applause); did you mean performer?\n"},
		{"check testdata/broken/key-misspelt --format json", ExitWrong,
			`{"file":"testdata/broken/key-misspelt/cards/singer.yaml",` +
				`"line":2,"column":35,"code":"unknown-key","severity":"error",` +
				`"message":"a card of the type \"performer\" has no key \"coppies\"","suggestion":"copies"}` + "\n"},
		{"check testdata/broken/end-missing --format github", ExitWrong,
			"::error " +
				"file=testdata/broken/end-missing/scripts/rules/extra.lua,line=8,col=13,title=lua-syntax::unexpected " +
				"end of the script; the block that begins at line 4 has no \"end\"\n"},
		{"check testdata/broken/translation-and-scenario-missing", ExitFine,
			"0 errors, 0 warnings; --strict shows 3 notes\n"},
		{"check testdata/broken/base --format json", ExitFine, ""},
		{"check testdata/broken/scenario-card-misspelt/scenarios/bow.yaml --format github", ExitWrong,
			"::error " +
				"file=testdata/broken/scenario-card-misspelt/scenarios/bow.yaml," +
				"line=3,col=20,title=unknown-name::there is no card \"Clwon\"; did you mean Clown?\n"},
		{"check testdata/broken/nothing-here", ExitUsage,
			"ruledeck: there is no game \"testdata/broken/nothing-here\", and no folder of that name with a " +
				"pack.yaml; there are bbtm, football-champions, seven-missions\n"},
	} {
		if got, code := checked(strings.Fields(c.line)); got != c.want || code != c.code {
			t.Errorf("%s: exit %d\n%s\nwant %d\n%s", c.line, code, got, c.code, c.want)
		}
	}
}

// TestCheckCountsOverlays: what the game's readings for each of its overlays take is counted
// together.
func TestCheckCountsOverlays(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new pack many")
	for i := range 4 {
		putFile(t, filepath.Join(dir, "many", "overlays", fmt.Sprint("o", i), "pack.yaml"),
			fmt.Sprintf("id: o%d\nversion: 1.0.0\napi: 3\nname: {en: O}\nextends: many\n", i))
	}
	for i := range 40 {
		putFile(t, filepath.Join(dir, "many", "scripts", "rules", fmt.Sprintf("m%d.lua", i)),
			"for _ = 1, 190000 do end return {}\n")
	}
	out, _, code := ruledeck(t, dir, "check", "many")
	want := "many/scripts/rules/m0.lua: error: checking the game with its overlays and scenarios takes more than " +
		"40000000 instructions; no other file takes as many as this one; o2 and those behind it are not checked\n" +
		"1 error, 0 warnings\n"
	if code != ExitWrong || out != want {
		t.Errorf("exit %d\n%s\nwant %s", code, out, want)
	}
}

// TestCheckCountsSilentGames: what the silent games of a game and of its overlays take is counted
// together; what took most is named, and games for which nothing is left are not played.
func TestCheckCountsSilentGames(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new pack many")
	for i := range 2 {
		putFile(t, filepath.Join(dir, "many", "overlays", fmt.Sprint("o", i), "pack.yaml"),
			fmt.Sprintf("id: o%d\nversion: 1.0.0\napi: 3\nname: {en: O}\nextends: many\n", i))
	}
	t.Chdir(filepath.Join(dir, "many"))
	exchange(t, "game.yaml", "times: 4", "times: 400")
	exchange(t, "scripts/rules/show.lua", "function show.perform(seat)\n",
		"function show.perform(seat)\n  for _ = 1, 80000 do end\n")
	got, code := checked(strings.Fields("check . --play 4"))
	got = withoutLargest(t, got)
	want := ".: 1 silent game; 1 of 1 abilities acted\n" + strings.Replace(pauses, "play", "perform", 1) +
		". + o0: no silent games\n. + o1: no silent games\n" +
		"scripts/rules/show.lua: note: playing silent games takes more than 200000000 instructions; no other file " +
		"takes as many as this one; 1 of 4 games are played\n0 errors, 0 warnings, 1 note\n"
	if code != ExitFine || got != want {
		t.Errorf("exit %d\n%s\nwant\n%s", code, got, want)
	}
}

// largest is the line of a report that says how near silent games came to their limits.
var largest = regexp.MustCompile(`(?m)^  largest step \d+ of 2000000 instructions, in \w+\.\w+ ` +
	`\(one function has 200000 of them\); deepest chain of triggers \d of 200; ` +
	`largest game \d+ of 150000000 instructions, \d+ of 8388608 bytes of log\n`)

// pauses is the line of a report on a game with one question that may leave no choice.
const pauses = "  time may tell who holds what at play: served tables pause there (pause: in game.yaml)\n"

// withoutLargest takes that line out of a report, which has it once.
func withoutLargest(t *testing.T, report string) string {
	t.Helper()
	if n := len(largest.FindAllString(report, -1)); n != 1 {
		t.Errorf("%d lines say how large the games were in\n%s", n, report)
	}
	return largest.ReplaceAllString(report, "")
}

// TestShippedPacksCheckClean: no shipped pack, with any overlay that it carries,
// has an error or a warning, lacks a translation, or has an ability that no
// scenario names.
func TestShippedPacksCheckClean(t *testing.T) {
	t.Chdir("../../..")
	if out, code := checked(append([]string{"check", "--strict"}, pack.Shipped()...)); code != ExitFine {
		t.Error(out)
	}
}

// TestCheckPlays: silent games tell what failed and what never happened, in the forms of
// check; notes among it are told without --strict, and are no mistakes.
func TestCheckPlays(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../../testdata/tutorial/harvest")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	const clean = ".: %s silent games; 1 of 1 abilities acted\n" + pauses + "0 errors, 0 warnings, 0 notes\n"
	tell := func(line string, code int, want string) {
		t.Helper()
		got, exit := checked(strings.Fields(line))
		if code == ExitFine {
			got = withoutLargest(t, got)
		}
		if got != want || exit != code {
			t.Errorf("%s: exit %d\n%s\nwant %d\n%s", line, exit, got, code, want)
		}
	}
	tell("check . --play 20", ExitFine, fmt.Sprintf(clean, "20"))
	tell("check --play", ExitFine, fmt.Sprintf(clean, "200"))
	tell("check --play=0", ExitUsage, "ruledeck: --play takes the number of games, at least 1, not \"0\"\n")
	tell("check . --play=many", ExitUsage, "ruledeck: --play takes the number of games, at least 1, not \"many\"\n")
	exchange(t, "scripts/rules/trick.lua", "card.rank end", "card.rank + (card.rank > 9 and 1 or 0) end")
	tell("check . --play 20", ExitFine, ".: 20 silent games; 1 of 1 abilities acted\n"+pauses+
		"scripts/rules/trick.lua:29:62: note: this comparison is never true: it was asked 156 times "+
		"in 20 silent games\n"+
		"        if card.suit == \"pumpkin\" then return 100 + card.rank + (card.rank > 9 and 1 or 0) end\n"+
		strings.Repeat(" ", 65)+"^\n0 errors, 0 warnings, 1 note\n")
	exchange(t, "scripts/abilities/mole.lua", "  run ",
		"  when  = function(_, ev) return ev.seat == ev.card end,\n  run ")
	exchange(t, "scripts/rules/trick.lua", "local seat = won.seat", "local seat = game.seats[won.rank - 1]")
	got, code := checked(strings.Fields("check . --play 20 --format json"))
	for _, want := range []string{`"code":"play-fails","severity":"error"`,
		"; ruledeck fuzz . --seats 3 writes such a game"} {
		if !strings.Contains(got, want) || code != ExitWrong {
			t.Errorf("exit %d: no %s in\n%s", code, want, got)
		}
	}
}

// TestExplanations: at a terminal a report ends with what explains its kinds of
// findings, the first few of them.
func TestExplanations(t *testing.T) {
	var found []diag.Finding
	for _, code := range []string{"unknown-ability", "unknown-ability", "missing-text", "never-acts", "lua-syntax"} {
		found = append(found, diag.Finding{Code: code})
	}
	want := "More: ruledeck explain unknown-ability\n      ruledeck explain missing-text\n      ruledeck explain " +
		"never-acts\n"
	if got := explanations(found); got != want {
		t.Errorf("%s", got)
	}
	if got := explanations(nil); got != "" {
		t.Errorf("%s", got)
	}
}

// putFile writes a file, in folders that it makes.
func putFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestCheckSpeaks: people read the findings of a sheet in their language, programs read English.
func TestCheckSpeaks(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	putFile(t, filepath.Join(dir, "foxes.csv"), "Name,Cost\n"+strings.Repeat("Fox,1\n", 9)+"Owl,two\n")
	fine(t, dir, "import foxes.csv")
	french := "foxes/cards/foxes.csv:11:5: avertissement: \"two\" n’est pas un nombre entier, ce que doit être " +
		"cost ; la carte est lue sans\n    Owl,two\n        ^\n"
	if got, _ := checked(strings.Fields("check foxes --lang fr")); !strings.Contains(got, french) {
		t.Error(got)
	}
	for _, plain := range []string{"check foxes", "check foxes --lang fr --format json"} {
		if got, _ := checked(strings.Fields(plain)); !strings.Contains(got, "is no whole number, as cost has to be") {
			t.Errorf("%s: %s", plain, got)
		}
	}
}
