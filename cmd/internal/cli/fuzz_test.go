package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// copyPack copies a shipped pack into a folder of its own.
func copyPack(t *testing.T, id string) string {
	t.Helper()
	dir := t.TempDir()
	for from, to := range map[string]string{"../../../cards/" + id: dir,
		"../../../scripts/" + id: filepath.Join(dir, "scripts")} {
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// exchange puts another text into a file.
func exchange(t *testing.T, path, old, instead string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(data), old, instead, 1)
	if changed == string(data) {
		t.Fatalf("%s has no %q any more", path, old)
	}
	if err := os.WriteFile(path, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
}

var writtenWith = regexp.MustCompile(`written(?: with ([0-9]+) answers?|; it needs no answers): (.*)\n`)

// TestPlantedBugs plants bugs in copies of packs: ruledeck fuzz must find each,
// make it small and write it as a scenario, which ruledeck test runs and which
// fails in the same way; with the bug mended it passes.
func TestPlantedBugs(t *testing.T) {
	for _, bug := range []struct{ name, seed, pack, file, old, instead, says string }{
		{
			"a card sent to the wrong zone", "2", "bbtm", "scripts/rules/tokens.lua",
			"move(list, game.spent)", "move(list, game.box)",
			"invariant checks.tokens does not hold: there are",
		},
		{
			"an ability with no legal choice", "11", "bbtm", "scripts/abilities/named/guard.lua",
			"run    = function(self, ev)",
			`run    = function(self, ev) choose.split{seat = self.seat, prompt = "use", from = {self}, total = 2, ` +
				`max = 1}`,
			"choose: 2 cannot be split over 1 options of at most 1",
		},
		{
			"an endless loop of steps", "1", "bbtm", "scripts/rules/scoreboard.lua",
			"function scoreboard.clear_the_pitch(matchup)\n",
			"function scoreboard.clear_the_pitch(matchup)\n  schedule(\"scoreboard.clear_the_pitch\", matchup)\n",
			"the game goes on without end: 1000 steps, and nobody was asked",
		},
		{
			"an endless loop of the flow", "25", "bbtm", "game.yaml",
			"            do: [scoreboard.resolve",
			"            repeat: {times: 99999}\n            do: [scoreboard.resolve",
			"the game goes on without end: 1000 steps, and nobody was asked",
		},
		{
			"a game without end", "1", "football-champions", "scripts/rules/period.lua",
			"return game.half_over end", "return false end",
			"the game is not over after 5000 steps",
		},
	} {
		t.Run(bug.name, func(t *testing.T) {
			dir := copyPack(t, bug.pack)
			exchange(t, filepath.Join(dir, bug.file), bug.old, bug.instead)
			code, told, errs := runCLI("fuzz", dir, "--games", "1", "--steps", "6000", "--seed", bug.seed)
			found := writtenWith.FindStringSubmatch(told)
			if code != ExitWrong || found == nil || filepath.Dir(found[2]) != filepath.Join(dir, "scenarios") {
				t.Fatalf("exit %d\n%s%s", code, told, errs)
			}
			if answers, _ := strconv.Atoi(found[1]); answers > 10 {
				t.Errorf("it has more than 10 answers:\n%s", told)
			}
			written, err := os.ReadFile(found[2])
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s\n%s", told, written)
			code, told, errs = runCLI("test", found[2])
			if code != ExitWrong || !strings.Contains(told, bug.says) {
				t.Errorf("it does not fail in the same way: exit %d\n%s%s\n%s", code, told, errs, written)
			}
			exchange(t, filepath.Join(dir, bug.file), bug.instead, bug.old)
			if code, told, _ := runCLI("test", found[2]); code != ExitFine {
				t.Errorf("without the bug it does not pass: exit %d\n%s\n%s", code, told, written)
			}
		})
	}
}

// TestFuzzSaysWhoNeverActed: as coverage does, of an overlay what it brings.
func TestFuzzSaysWhoNeverActed(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new pack variety")
	fine(t, dir, "new overlay soft of variety --bare")
	fine(t, dir, "new ability soap in soft --on performer.enters")
	exchange(t, filepath.Join(dir, "soft", "scripts", "abilities", "soap.lua"), "  run ",
		"  when   = function() return game.phase == \"curtain\" end,\n  run ")
	if out := fine(t, dir, "fuzz variety --games 3 --seed 1"); !strings.HasPrefix(out,
		"1 of 1 ability acted\n3 games, 3 finished, 0 failed; ") {
		t.Error(out)
	}
	if out := fine(t, dir, "fuzz soft --games 3 --seed 1"); !strings.HasPrefix(out,
		"0 of 1 ability acted; never: soap\n") {
		t.Error(out)
	}
	if out := fine(t, dir, "fuzz soft --games 3 --seed 1 --format json"); !strings.Contains(out,
		`"abilities":1,"never_acted":["soap"]`) {
		t.Error(out)
	}
}
