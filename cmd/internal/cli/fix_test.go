package cli

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// filesOf are the files of a folder with their texts.
func filesOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(folder, path)
			files[filepath.ToSlash(name)] = read(t, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestFix: slips of every kind of file and the number of an older language are mended as they
// were right before, files of other systems keep their line ends, and what each file held lies
// beside it. --dry-run writes nothing.
func TestFix(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "lanterns")
	if err := os.CopyFS(dir, os.DirFS("../../../testdata/mods/lanterns")); err != nil {
		t.Fatal(err)
	}
	put := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	beacon := filepath.Join(dir, "scripts", "abilities", "beacon.lua")
	head, _, _ := strings.Cut(read(t, beacon), "  target = {")
	put(beacon, head+`  target = {from = function(self, ev)
    local here, found = ev.matchup, {}
    for _, c in ipairs(cards{at = here, type = "player"}) do found[#found + 1] = c end
    return found
  end, all = true}, run = function(self, ev, found) rules.players.stand(found[1]) end,
}
`)
	cards := filepath.Join(dir, "cards", "players.yaml")
	put(cards, strings.ReplaceAll(read(t, cards), "\n", "\r\n"))
	right := filesOf(t, dir)
	for _, slip := range [][3]string{
		{"pack.yaml", "api: 3", "api: 2"}, {"cards/players.yaml", "team: lanterns", "team: lantrens"},
		{"cards/players.yaml", "[beacon]", "beacon"}, {"cards/players.yaml", "[dodge]", "[dogde]"},
		{"scenarios/team.yaml", "hand: [Fen Walker]", "hand: [Fen Walkr]"},
		{"scripts/abilities/beacon.lua", "ev.matchup", "ev.matchupp"},
		{"scripts/abilities/beacon.lua", "target = {from", "among"},
		{"scripts/abilities/beacon.lua", "end, all = true}", "end"},
		{"locale/en.yaml", "ability.quagmire", "ability.quagmir"},
	} {
		exchange(t, filepath.Join(dir, slip[0]), slip[1], slip[2])
	}
	put(filepath.Join(dir, "cards", "_players.yaml.old1"), "the user's")
	wrong := filesOf(t, dir)

	code, out, errs := runCLI("check", dir, "--fix", "--dry-run")
	for _, want := range []string{"+api: 3", "-defaults: {type: player, team: lantrens",
		"+ability.quagmire", "lanterns: 8 findings mended"} {
		if code != 0 || !strings.Contains(out+errs, want) {
			t.Errorf("exit %d, without %q:\n%s%s", code, want, out, errs)
		}
	}
	if !maps.Equal(filesOf(t, dir), wrong) {
		t.Error("--dry-run has written")
	}

	code, out, errs = runCLI("check", dir, "--fix")
	if code != 0 || !strings.HasPrefix(out, "0 errors, 0 warnings") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	now := filesOf(t, dir)
	for name, text := range right {
		folder, base := filepath.Split(name)
		old := folder + "_" + base + ".old1"
		switch {
		case now[name] != text:
			t.Errorf("%s:\n%q\nnot\n%q", name, now[name], text)
		case name == "cards/players.yaml":
			if now[old] != "the user's" || now[folder+"_"+base+".old2"] != wrong[name] {
				t.Error("an old file was lost")
			}
		case wrong[name] != text && now[old] != wrong[name]:
			t.Errorf("%s holds %q", old, now[old])
		case wrong[name] == text && now[old] != "":
			t.Errorf("%s was kept, and nothing was changed", old)
		}
	}
	if code, _, errs := runCLI("check", dir, "--fix"); code != 0 || !strings.Contains(errs, "0 findings mended") ||
		!maps.Equal(filesOf(t, dir), now) {
		t.Errorf("it goes on: exit %d\n%s", code, errs)
	}
}

// TestFixName: the name of an ability that repeats that of the only card with it is taken out, whether
// it has a line of its own or not.
func TestFixName(t *testing.T) {
	for name, goes := range map[string]bool{
		"  name = {en = \"Miser\"},\n  ": true, "  name = \"Miser\", ": true, "  name = \"Greed\", ": false,
	} {
		dir := filepath.Join(t.TempDir(), "skirmish")
		if err := os.CopyFS(dir, os.DirFS("../../../testdata/skirmish")); err != nil {
			t.Fatal(err)
		}
		script := filepath.Join(dir, "scripts", "abilities", "counted.lua")
		want := read(t, script)
		exchange(t, script, "  on", name+"on")
		if !goes {
			want = read(t, script)
		}
		code, out, errs := runCLI("check", dir, "--fix")
		if code != 0 || read(t, script) != want {
			t.Errorf("%q: exit %d\n%s%s%s", name, code, out, errs, read(t, script))
		}
	}
}

// TestFixRefused: only a pack in a folder is mended, and --dry-run goes with --fix.
func TestFixRefused(t *testing.T) {
	for _, args := range [][]string{{"check", "bbtm", "--fix"}, {"check", "../../../testdata/kuhn", "--dry-run"}} {
		if code, _, errs := runCLI(args...); code != ExitUsage || !strings.Contains(errs, "--fix") {
			t.Errorf("%v: exit %d\n%s", args, code, errs)
		}
	}
}
