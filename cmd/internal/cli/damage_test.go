package cli

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/disk/disktest"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// TestDamage: of what is kept nothing is read as something else once the disk has spoilt it. A
// command that reads a damaged file says so, or prints what it prints of the sound one; only of
// journals lines may be missing at the end, as when the program was killed.
func TestDamage(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for _, line := range []string{
		"play seven-missions --seats random,random --seed 3 --save over.save",
		"record seven-missions --seats random,random --seed 3 -o over.golden",
		"sim football-champions --games 40 --seats random,random --resume forty.run",
		"sim football-champions --games 40 --seats random,random --compare kickoff_centre=both --resume both.run",
		"sim football-champions --games 20 --seats random,random --bots=random --resume bots.run",
		"new pack variety", "archive variety -o sent.rdpack", "get sent.rdpack",
	} {
		if code, out, errs := runCLI(strings.Fields(line)...); code != ExitFine {
			t.Fatalf("%s: exit %d\n%s%s", line, code, out, errs)
		}
	}
	if out, code := typed(t, "play seven-missions --seats human,random --seed 3 --save begun.save",
		strings.Repeat("1\n", 10)); code != ExitFine {
		t.Fatalf("exit %d\n%s", code, out)
	}
	if err := os.RemoveAll("variety"); err != nil { // from here on the name is that in the library
		t.Fatal(err)
	}
	library := filepath.Join(os.Getenv("XDG_STATE_HOME"), "ruledeck", "packs")
	got, err := filepath.Glob(filepath.Join(library, "*.rdpack"))
	if err != nil || len(got) != 1 {
		t.Fatal(got, err)
	}
	times := 20
	if os.Getenv("RULEDECK_FULL") != "" {
		times = 1000
	}
	for _, c := range []struct {
		file, line string
		// open says that the end may be missing.
		open bool
	}{
		{file: "over.save", line: "replay over.save", open: true},
		{file: "begun.save", line: "replay begun.save", open: true},
		{file: "over.golden", line: "test over.golden"},
		{file: "forty.run", line: "sim football-champions --games 40 --seats random,random --resume forty.run"},
		{file: "both.run", line: "sim football-champions --games 40 --seats random,random " +
			"--compare kickoff_centre=both --resume both.run"},
		{file: "bots.run", line: "sim football-champions --games 20 --seats random,random " +
			"--bots=random --resume bots.run"},
		{file: "sent.rdpack", line: "play sent.rdpack --seats random,random --seed 1"},
		{file: got[0], line: "play variety --seats random,random --seed 1"},
		{file: filepath.Join(library, pack.IndexFile), line: "play variety --seats random,random --seed 1"},
	} {
		t.Run(filepath.Base(c.file), func(t *testing.T) {
			sound, err := os.ReadFile(c.file)
			if err != nil {
				t.Fatal(err)
			}
			code, want, errs := runCLI(strings.Fields(c.line)...)
			if code != ExitFine {
				t.Fatalf("exit %d\n%s%s", code, want, errs)
			}
			r := rand.New(rand.NewPCG(39, 8))
			refused := 0
			for n := range times {
				damaged, how := disktest.Spoilt(r, sound, n)
				if err := os.WriteFile(c.file, damaged, 0o600); err != nil {
					t.Fatal(err)
				}
				code, out, errs := runCLI(strings.Fields(c.line)...)
				switch {
				case code != ExitFine && strings.TrimSpace(out+errs) == "":
					t.Errorf("%s: exit %d, and nothing is said", how, code)
				case code != ExitFine:
					refused++
				case out != want && !(c.open && strings.HasPrefix(want, strings.TrimSuffix(out, "\n"))):
					t.Errorf("%s: it is read as something else:\n%s%s", how, out, errs)
				}
				if held, err := os.ReadFile(c.file); err != nil || code != ExitFine && !bytes.Equal(held, damaged) {
					t.Fatalf("%s: the damaged file is not left alone: %v", how, err)
				}
			}
			if err := os.WriteFile(c.file, sound, 0o600); err != nil {
				t.Fatal(err)
			}
			t.Logf("%d of %d are refused, the others change nothing", refused, times)
		})
	}
}

// TestDamageIsNamed: what is wrong is said where it is, also by commands that could do without.
func TestDamageIsNamed(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_STATE_HOME", dir)
	t.Chdir(dir)
	fine(t, dir, "new pack variety")
	fine(t, dir, "archive variety -o sent.rdpack")
	fine(t, dir, "get sent.rdpack")
	index := filepath.Join(dir, "ruledeck", "packs", pack.IndexFile)
	for _, c := range []struct{ file, old, new, line, want string }{
		{"sent.rdpack", "cards/performers.yaml", "cards/performerz.yaml", "check sent.rdpack",
			"sent.rdpack: cards/performerz.yaml in it is not what its manifest says: " +
				"the archive was changed or damaged"},
		{"sent.rdpack", "cards/performers.yaml", "xards/performers.yaml", "check sent.rdpack",
			"sent.rdpack: cards/performers.yaml in it is not what its manifest says"},
		{index, "[", "<", "list", index + ": invalid character '<'"},
		{index, "[", "<", "play varieti", index + ": invalid character '<'"},
	} {
		sound, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		damaged := bytes.ReplaceAll(sound, []byte(c.old), []byte(c.new))
		damaged = bytes.ReplaceAll(damaged, []byte(`"`+c.new+`"`), []byte(`"`+c.old+`"`)) // that in the manifest
		if err := os.WriteFile(c.file, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if code, _, errs := runCLI(strings.Fields(c.line)...); code == ExitFine || !strings.Contains(errs, c.want) {
			t.Errorf("%s: exit %d: %s", c.line, code, errs)
		}
		if err := os.WriteFile(c.file, sound, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
