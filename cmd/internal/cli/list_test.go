package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestListFits keeps the list of games readable: lines of a terminal's width,
// and words that mean something to somebody who has not read the rulings.
func TestListFits(t *testing.T) {
	code, out, errs := runCLI("list")
	if code != ExitFine || errs != "" {
		t.Fatal(code, errs)
	}
	codes := regexp.MustCompile(`\b(FC-[A-Z]+-\d+|[AQ]\d+|q\d+)\b`)
	for line := range strings.Lines(out) {
		if n := utf8.RuneCountInString(line); n > 100 {
			t.Errorf("%d columns: %s", n, line)
		}
		if code := codes.FindString(line); code != "" {
			t.Errorf("%s says nothing to a reader: %s", code, line)
		}
	}
	for _, want := range []string{
		"    season=standard, or abbreviated, extended\n        Five weeks",
		"    turn_limit=0, or any number from 0 to 99\n",
		"  1 to 3 seats; 148 cards of 58 titles, 24 abilities, 0 texts without a script\n",
		"; one for\n          each seat, with commas\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestCardText: a text that only names an ability does not stand beside the
// ability's own sentence.
func TestCardText(t *testing.T) {
	out, _ := typed(t, commits, "card Human Thrower\nquit\n")
	_, out, _ = strings.Cut(out, "> card Human Thrower\n")
	out, _, _ = strings.Cut(out, "\n\n") // the question comes again behind it
	if n := strings.Count(out, "Dump-Off"); n != 1 {
		t.Errorf("Dump-Off stands %d times in\n%s", n, out)
	}
	if out, _ := typed(t, "play seven-missions --seats random --seed 3", ""); !strings.Contains(out,
		"Seven Missions, 1 seat, seed 3") {
		t.Error(out)
	}
}

// TestWhatIsTaken: no argument, a folder and the name of a pack mean the same to each command
// that takes games, and what was not named is told.
func TestWhatIsTaken(t *testing.T) {
	if testing.Short() {
		t.Skip("many commands")
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "shared"), 0o755); err != nil {
		t.Fatal(err)
	}
	fine(t, dir, "new pack harbor --like trick")
	fine(t, filepath.Join(dir, "shared"), "new pack quay --like trick")
	alone, none := filepath.Join(dir, "shared"), filepath.Join(dir, "harbor", "cards")
	one := []string{"cards", "coverage", "fuzz --games 1", "sim --games 1",
		"play --seats random,random,random --seed 1", "record -o kept.golden --seed 1",
		"archive -o kept.rdpack", "tune --dry-run --games 8 --playouts 4"}
	for _, line := range one {
		words := strings.Fields(line)
		named := append([]string{words[0], "shared/quay"}, words[1:]...)
		_, talk, code := ruledeck(t, dir, named...)
		if code != ExitFine || strings.Contains(talk, "packs in") {
			t.Errorf("%s of a named pack: exit %d\n%s", line, code, talk)
		}
		folder := append([]string{words[0], "."}, words[1:]...)
		for _, c := range []struct {
			dir   string
			words []string
			code  int
			want  string
		}{
			{filepath.Join(alone, "quay"), words, ExitFine, ""},
			{alone, words, ExitFine, "packs in .: quay\n"},
			{alone, folder, ExitFine, "packs in .: quay\n"},
			{dir, words, ExitUsage, "packs in .: harbor, shared/quay\nruledeck: ruledeck " + words[0] +
				" takes one GAME, as in: ruledeck " + words[0] + " harbor\n"},
			{dir, folder, ExitUsage, "packs in .: harbor, shared/quay\n"},
			{none, words, ExitUsage, "ruledeck " + words[0] + " takes one GAME: one of bbtm, "},
		} {
			if _, talk, code := ruledeck(t, c.dir, c.words...); code != c.code || !strings.Contains(talk, c.want) {
				t.Errorf("%s in %s: exit %d, not %d\n%s\nwant %s", c.words, c.dir, code, c.code, talk, c.want)
			}
		}
	}
	for _, c := range []struct{ dir, line, want string }{
		{dir, "docs --out kept.html", "packs in .: harbor, shared/quay\n"},
		{dir, "docs shared --out kept.html", "packs in shared: shared/quay\n"},
		{none, "docs --out kept.html", "no pack is here; taken instead: bbtm, football-champions, seven-missions\n"},
		{dir, "schema shared --out kept", "packs in shared: shared/quay\n"},
	} {
		_, talk, code := ruledeck(t, c.dir, strings.Fields(c.line)...)
		if code != ExitFine || !strings.HasPrefix(talk, c.want) {
			t.Errorf("%s in %s: exit %d\n%s\nwant %s", c.line, c.dir, code, talk, c.want)
		}
	}
	for _, name := range []string{"schema", "studio"} {
		want := "packs in .: harbor, shared/quay\nruledeck: ruledeck " + name + " takes one GAME, as in: ruledeck "
		if talk := wrong(t, dir, name+" .", ExitUsage); !strings.HasPrefix(talk, want) {
			t.Errorf("%s: %s", name, talk)
		}
	}
	// One of the two is broken: whatever way leads to it finds it.
	if err := os.WriteFile(filepath.Join(alone, "quay", "game.yaml"), []byte("zones: 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ dir, line, want string }{
		{dir, "check", "packs in .: harbor, shared/quay\n"}, {dir, "check .", "packs in .: harbor, shared/quay\n"},
		{dir, "check shared", "packs in shared: shared/quay\n"}, {dir, "check shared/quay", ""},
		{alone, "check", "packs in .: quay\n"}, {filepath.Join(alone, "quay"), "check", ""},
		{dir, "test", "packs in .: harbor, shared/quay\n"}, {dir, "test .", "packs in .: harbor, shared/quay\n"},
	} {
		if talk := wrong(t, c.dir, c.line, ExitWrong); !strings.Contains(talk, c.want) {
			t.Errorf("%s in %s: %s", c.line, c.dir, talk)
		}
	}
	if _, talk, code := ruledeck(t, none, "check"); code != ExitFine ||
		talk != "no pack is here; taken instead: bbtm, football-champions, seven-missions\n" {
		t.Errorf("check where no pack is: exit %d\n%s", code, talk)
	}
	wrong(t, none, "check .", ExitUsage)
}
