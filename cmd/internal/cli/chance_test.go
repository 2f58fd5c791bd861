package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestChanceFromOutside: a program decides what chance does in games that are played, recorded and
// simulated; here it takes the first outcome. What was played so is kept, plays again without it, and
// is gone on with; a save holds as a golden does, finished or not.
func TestChanceFromOutside(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"kuhn", "leduc"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS("../../../testdata/"+name)); err != nil {
			t.Fatal(err)
		}
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	chance := fmt.Sprintf("exec:%s %s %s", program, asLedger, filepath.Join(dir, "ledger"))
	run := func(want int, args ...string) string {
		t.Helper()
		code, out, errs := runCLI(args...)
		if code != want {
			t.Errorf("%v: exit %d\n%s%s", args, code, out, errs)
		}
		return out + errs
	}
	for _, seed := range []string{"1", "2", "3"} {
		run(ExitFine, "record", "./kuhn", "--seed", seed, "--chance", chance, "-o", "a.golden")
		run(ExitFine, "test", "a.golden")
		run(ExitFine, "play", "./kuhn", "--seats", "random,random", "--seed", seed, "--chance", chance, "--save",
			"a.save")
		for _, kept := range []string{"a.golden", "a.save"} {
			trace := run(ExitFine, "replay", kept, "--as-trace")
			if !strings.Contains(trace, `"took":["Jack"]`) || !strings.Contains(trace, `"took":["King"]`) ||
				strings.Contains(trace, `"took":["Queen"]`) {
				t.Errorf("%s, seed %s:\n%s", kept, seed, trace)
			}
			putFile(t, "a.trace", trace)
			run(ExitFine, "test", "--against", "a.trace")
		}
		if err := os.Remove("a.save"); err != nil {
			t.Fatal(err)
		}
	}
	// A game that is gone on with has its chance from the seed from there on.
	if code, _, errs := runTyped("1\n", "play", "./leduc", "--seats", "human,random", "--seed", "5", "--chance", chance,
		"--save", "b.save"); code != ExitFine || !strings.Contains(errs, "go on with: ruledeck play --resume b.save") {
		t.Fatalf("exit %d\n%s", code, errs)
	}
	run(ExitFine, "replay", "b.save", "--verify")
	if code, out, errs := runTyped(strings.Repeat("1\n", 9), "play", "--resume", "b.save"); code != ExitFine ||
		strings.Contains(errs, "does not fit") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	run(ExitFine, "replay", "b.save", "--verify")
	putFile(t, "b.trace", run(ExitFine, "replay", "b.save", "--as-trace"))
	run(ExitFine, "test", "--against", "b.trace")
	told := run(ExitFine, "sim", "./kuhn", "--games", "20", "--chance", chance)
	if !strings.Contains(told, "20 games") {
		t.Error(told)
	}
	for line, want := range map[string]string{
		"sim ./kuhn --chance random":               `--chance takes a bot of your own, exec:COMMAND, not "random"`,
		"sim ./kuhn --chance exec:x --bots":        "--chance goes with a run of its own, not with --bots",
		"play --resume a.save --chance exec:x":     "--chance goes with a new game, not with --scenario or --resume",
		"record ./kuhn -o b.golden --chance exec:": "a command is expected behind the colon",
	} {
		if _, told, errs := runCLI(strings.Fields(line)...); !strings.Contains(errs, want) {
			t.Errorf("%s:\n%s%s", line, told, errs)
		}
	}
}
