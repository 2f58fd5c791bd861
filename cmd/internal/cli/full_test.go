//go:build unix

package cli

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/disk/disktest"
)

// fillDisk lets the disk have room for so many bytes more, until the function that it
// returns is called.
func fillDisk(room int) (empty func()) {
	was := disk.OS
	disk.OS = disk.Disk{FS: &disktest.Full{FS: was.FS, Room: room}}
	return func() { disk.OS = was }
}

// filesIn are the files below a folder, with what they hold.
func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestFullDisk: on a disk that is full, or becomes so while a command writes, it says so,
// prints what it has found all the same, ends with exit 1 and leaves all files as they
// were.
func TestFullDisk(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	const endless = "local turn = {}\n\nfunction turn.act()\n  schedule(\"turn.act\")\nend\n\nreturn turn\n"
	lines := map[string]struct {
		line  string
		print string // what is printed all the same
	}{
		"record":               {line: written["record --out"]},
		"docs":                 {line: written["docs --out"]},
		"test --junit":         {line: written["test --junit"], print: " passed, 0 failed"},
		"play --save":          {line: written["play --save"]},
		"play --save-scenario": {line: written["play --save-scenario"]},
		"sim --report":         {line: written["sim --report"], print: "1 finished"},
		"sim --resume":         {line: written["sim --resume"], print: "1 finished"},
		"sim --bots": {line: "sim football-champions --games 1 --bots=random --resume PATH",
			print: "how strong bots are"},
		"sim --compare": {line: "sim football-champions --games 2 --seats random,random --compare first=1 " +
			"--resume PATH",
			print: "2 pairs of games"},
		"schema":        {line: filled["schema --out"]},
		"lsp":           {line: filled["lsp --out"]},
		"fuzz":          {line: "fuzz PACK --games 2", print: "\ngame: "},
		"new card":      {line: "new card bee in PACK"},
		"new ability":   {line: "new ability sting in PACK"},
		"test --update": {line: "test --update PACK/scenarios/end.yaml", print: "0 passed, 1 failed"},
	}
	for name, c := range lines {
		t.Run(name, func(t *testing.T) {
			for _, room := range []int{0, 1, 50} {
				dir := t.TempDir()
				pack, path := filepath.Join(dir, "pack"), filepath.Join(dir, "file.md")
				if strings.Contains(c.line, "PACK") {
					for path, text := range hostileBase {
						if name == "fuzz" && path == "scripts/rules/turn.lua" {
							text = endless
						}
						putFile(t, filepath.Join(pack, path), text)
					}
					putFile(t, filepath.Join(pack, "scenarios", "end.yaml"),
						"game: ..\nseats: 1\nname: an end\ndo: []\nthen: {table: {pile.count: 2}}\n")
				}
				before := filesIn(t, dir)
				empty := fillDisk(room)
				code, out, errs := runPath(t, strings.ReplaceAll(c.line, "PACK", pack), path)
				empty()
				if code != ExitWrong || !strings.Contains(out+errs, "no space left on device") ||
					!strings.Contains(out, c.print) || strings.Contains(out+errs, "/.ruledeck-") {
					t.Errorf("with room for %d bytes: exit %d\n%s%s", room, code, out, errs)
				}
				after := filesIn(t, dir)
				if !maps.Equal(before, after) {
					t.Errorf("with room for %d bytes there is\n%v\nafter\n%v", room, after, before)
				}
			}
		})
	}
}

// TestFullDiskForANewPack: nothing of a pack is left that cannot be written whole.
func TestFullDiskForANewPack(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, room := range []int{0, 1, 1000} {
		empty := fillDisk(room)
		code, out, errs := runCLI("new", "pack", "beehive")
		empty()
		left, err := os.ReadDir(dir)
		if code != ExitWrong || out != "" || !strings.Contains(errs, "no space left on device") ||
			err != nil || len(left) != 0 {
			t.Errorf("with room for %d bytes: exit %d\n%s%s%v %v", room, code, out, errs, left, err)
		}
	}
}

// TestGameThatIsNotKept: where a game cannot be kept at all that is told at once, and
// leaving it ends with exit 1; a game that comes to its end is lost to nobody.
func TestGameThatIsNotKept(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_STATE_HOME", dir)
	for path, text := range hostileBase {
		if path == "scripts/rules/turn.lua" {
			text = strings.Replace(text, "  finish()",
				"  choose.yes{seat = game.seats[1], prompt = \"order\"}\n  choose.yes{seat = game.seats[1], prompt = "+
					"\"order\"}\n  finish()", 1)
		}
		putFile(t, filepath.Join(dir, "pack", path), text)
	}
	putFile(t, filepath.Join(dir, "pack", "locale", "en.yaml"), "prompt.order: Go on?\n")
	defer fillDisk(0)()
	for typed, want := range map[string]int{"1\nquit\n": ExitWrong, "1\n": ExitWrong, "1\n1\n": ExitFine} {
		code, out, errs := runTyped(typed, "play", filepath.Join(dir, "pack"), "--seats", "human", "--seed", "3")
		if code != want || !strings.Contains(errs, "this game is not saved: write ") ||
			strings.Contains(errs, "/.ruledeck-") {
			t.Errorf("%.10q: exit %d\n%.500s%s", typed, code, out, errs)
		}
	}
}
