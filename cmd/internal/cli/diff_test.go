package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// edit replaces a text in a file.
func edit(t *testing.T, path, old, new string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), old) {
		t.Fatalf("%s has no %q", path, old)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(data), old, new, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestDiff(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new pack variety")
	fine(t, dir, "new overlay louder of variety")
	if out := fine(t, dir, "diff variety variety"); out != "" {
		t.Errorf("a pack differs from itself:\n%s", out)
	}
	want := `~ flow  variety/game.yaml:28
    phases:
        phase setup
      +   louder.begin
+ step louder.begin  louder/scripts/rules/louder.lua:5
+ text say.louder  louder/locale/en.yaml:1
`
	for _, line := range []string{"diff variety variety+louder", "diff variety louder"} {
		if out := fine(t, dir, line); out != want {
			t.Errorf("ruledeck %s says\n%swant\n%s", line, out, want)
		}
	}
	if out := fine(t, dir, "diff variety+louder variety --kind step"); out !=
		"- step louder.begin  louder/scripts/rules/louder.lua:5\n" {
		t.Error(out)
	}
	out := fine(t, dir, "diff bbtm bbtm+errata --kind card")
	for _, want := range []string{"- card hall_of_famers (Hall of Famers)  cards/bbtm/cards/staff_upgrades.yaml:",
		"    abilities: -rigorous_training +rigorous_training_errata\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	for _, line := range strings.Split(strings.TrimSpace(fine(t, dir, "diff variety louder --format json")), "\n") {
		var d struct {
			Kind, Name, Change string
			After              struct{ Line int }
			Fields             []struct{ Name, Before, After string }
		}
		if err := json.Unmarshal([]byte(line), &d); err != nil || d.Kind == "" || d.After.Line == 0 {
			t.Errorf("%s: %v", line, err)
		}
	}
	wrong(t, dir, "diff variety louder --exit-code", ExitWrong)
	fine(t, dir, "diff variety variety --exit-code")
	for line, want := range map[string]string{
		"diff variety":            "takes two packs",
		"diff variety bbtm+erata": `there is no overlay "erata"; there is only errata; did you mean errata?`,
		"diff variety nothing":    `there is no game "nothing"`,
		"diff variety variety --kind cards": `--kind cannot be "cards"; of the 26 that there are card, words come ` +
			"nearest; did you mean card?",
		"diff variety variety+":      "a pack is missing",
		"diff nothing@HEAD variety":  "nothing is not a folder",
		"diff variety@--all variety": "no revision of git",
	} {
		if got := wrong(t, dir, line, ExitUsage); !strings.Contains(got, want) {
			t.Errorf("ruledeck %s says %s", line, got)
		}
	}
}

// gits runs git in a folder.
func gits(t *testing.T, dir string, args ...string) {
	t.Helper()
	c := exec.Command("git",
		append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@example.org"}, args...)...)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %s", args, out)
	}
}

func TestDiffRevisions(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git on this machine")
	}
	dir := t.TempDir()
	run := func(args ...string) { gits(t, dir, args...) }
	fine(t, dir, "new pack variety in games")
	fine(t, dir, "new overlay louder of games/variety in mods")
	if got := wrong(t, dir, "diff games/variety@HEAD games/variety", ExitUsage); !strings.Contains(got,
		"games/variety is not in a checkout of git") {
		t.Error(got)
	}
	run("init", "-q")
	run("add", ".")
	run("commit", "-qm", "one")
	run("tag", "v1")
	edit(t, filepath.Join(dir, "games/variety/cards/performers.yaml"), "applause: 2", "applause: 4")
	run("commit", "-qam", "two")
	edit(t, filepath.Join(dir, "mods/louder/locale/en.yaml"), "This game", "The game")

	want := "~ card juggler (Juggler)  games/variety@v1/cards/performers.yaml:3 -> " +
		"games/variety@HEAD/cards/performers.yaml:3\n    applause: 2 -> 4\n"
	if out := fine(t, dir, "diff games/variety@v1 games/variety@HEAD"); out != want {
		t.Errorf("got\n%swant\n%s", out, want)
	}
	// The overlay at a revision stands on its base at that revision.
	out := fine(t, dir, "diff mods/louder@v1 mods/louder")
	if !strings.Contains(out, "~ card juggler") ||
		!strings.Contains(out, "~ text say.louder  mods/louder@v1/locale/en.yaml:1 -> mods/louder/locale/en.yaml:1") {
		t.Error(out)
	}
	if out := fine(t, dir,
		"diff games/variety@v1+mods/louder@v1 games/variety+mods/louder --kind card"); !strings.Contains(
		out, "applause: 2 -> 4") {
		t.Error(out)
	}
	for line, want := range map[string]string{
		"diff games/variety@v7 games/variety": `there is no revision "v7" in `,
		"diff games@v1 games/variety":         "games has no pack.yaml at the revision v1",
		"diff bbtm@v1 bbtm": "bbtm is shipped with the program; its revisions are in a checkout of " +
			"ruledeck",
	} {
		if got := wrong(t, dir, line, ExitUsage); !strings.Contains(got, want) {
			t.Errorf("ruledeck %s says %s", line, got)
		}
	}
	t.Setenv("PATH", "")
	if got := wrong(t, dir, "diff games/variety@v1 games/variety", ExitUsage); !strings.Contains(got,
		"there is no git on this machine, and @REVISION needs it") {
		t.Error(got)
	}
}
