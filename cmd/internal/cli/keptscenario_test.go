package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestScenarioIsKept: a game that begins in a scenario is kept as any other, with
// what the scenario answers itself; it goes on in another process, comes out as
// played in one go, and what is gone or changed is named.
func TestScenarioIsKept(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "pass.yaml")
	if err := os.WriteFile(file, []byte(passScenario), 0o644); err != nil {
		t.Fatal(err)
	}
	path := func(name string) string { return filepath.Join(dir, name) }
	begin := []string{"play", "--scenario", file, "--at", "11", "--seats", "human,human", "--seed", "7", "--save"}
	typed := func(n int) string { return strings.Repeat("1\n", n) }
	if code, _, errs := runTyped(typed(6), append(begin, path("whole"))...); code != ExitFine {
		t.Fatal(errs)
	}
	if code, _, errs := runTyped(typed(2), append(begin, path("part"))...); code != ExitFine ||
		!strings.Contains(errs, "go on with: ruledeck play --resume "+path("part")) {
		t.Fatal(errs)
	}
	out := runAnew(t, typed(4), "play", "--resume", path("part"))
	whole, err := os.ReadFile(path("whole"))
	if err != nil {
		t.Fatal(err)
	}
	if part, err := os.ReadFile(path("part")); err != nil || !bytes.Equal(whole, part) {
		t.Errorf("the game that was resumed is another: %v\n%s\nnot\n%s\n%s", err, part, whole, out)
	}
	if answers := answersIn(t, path("part")); len(answers) < 4 ||
		answers[0].Keys[0] != "human_thrower#1 / zone bad_snap.left" {
		t.Errorf("the answers are %v", answers)
	}
	// An undo goes back before what the scenario itself answered.
	if code, out, errs := runTyped("undo\nundo\nundo\n", "play", "--resume", path("part"),
		"--free-undo"); code != ExitFine {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	if code, out, errs := runTyped("1\n", "play", "--resume", path("part")); code != ExitFine {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	if code, told, errs := runTyped("", "replay", path("whole")); code != ExitFine ||
		!strings.Contains(told, "Human Thrower") {
		t.Errorf("exit %d\n%s%s", code, told, errs)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(passScenario, "[Human Thrower, Ogre]", "[Ogre]", 1)),
		0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := runTyped("no\n", "play", "--resume", path("whole")); code == ExitFine ||
		!strings.Contains(errs, "scenario "+file) && !strings.Contains(errs, "Human Thrower") {
		t.Errorf("a scenario that was changed: exit %d\n%s", code, errs)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := runTyped("", "play", "--resume", path("whole")); code != ExitUsage ||
		!strings.Contains(errs, "began in the scenario "+file+", which is not there") {
		t.Errorf("a scenario that is gone: exit %d\n%s", code, errs)
	}
}
