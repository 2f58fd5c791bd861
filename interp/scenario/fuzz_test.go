package scenario

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
)

// planted makes a copy of a shipped pack in which a text of a script is another.
func planted(t *testing.T, id, script, old, instead string) string {
	t.Helper()
	dir := t.TempDir()
	for from, to := range map[string]string{"../../cards/" + id: dir, "../../scripts/" + id: filepath.Join(dir, "scripts")} {
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "scripts", script)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(data), old, instead, 1)
	if text == string(data) {
		t.Fatalf("%s has no %q any more: plant another bug", script, old)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestPlantedBugs plants bugs in copies of a pack: random play must find each,
// make it small, and write it as a scenario that fails the same way.
func TestPlantedBugs(t *testing.T) {
	for _, bug := range []struct{ name, script, old, instead, says string }{
		{"a card sent to the wrong zone", "rules/tokens.lua", "move(list, game.spent)", "move(list, game.box)", "invariant checks.tokens does not hold"},
		{
			"an ability with no legal choice", "abilities/named/guard.lua", "run    = function(self, ev)",
			"run    = function(self, ev) choose.some{seat = self.seat, prompt = \"use\", from = {self}, min = 2, max = 2}", "at least 2 must be picked",
		},
	} {
		t.Run(bug.name, func(t *testing.T) {
			dir := planted(t, "bbtm", bug.script, bug.old, bug.instead)
			p, err := interp.Load(dir, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			f := Fuzz{Pack: p, Game: dir, Seats: 2, Games: 20, Seed: 1}
			r, err := f.Run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Failures) == 0 {
				t.Fatal("random play does not find it")
			}
			found := r.Failures[0]
			if found.Scenario == "" {
				t.Fatalf("it is not written: %s", found.Why)
			}
			if found.Answers > 10 {
				t.Errorf("it has %d answers, more than 10:\n%s", found.Answers, found.Scenario)
			}
			file := filepath.Join(t.TempDir(), "found.yaml")
			if err := os.WriteFile(file, []byte(found.Scenario), 0o644); err != nil {
				t.Fatal(err)
			}
			results, err := Run(context.Background(), []string{file}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(results) != 1 || results[0].Passed() || !strings.Contains(results[0].Report(), bug.says) {
				t.Errorf("the scenario does not fail the same way: %v\n%s", results[0].Report(), found.Scenario)
			}
			t.Logf("%d answers, %d lines\n%s", found.Answers, strings.Count(found.Scenario, "\n"), found.Scenario)
		})
	}
}
