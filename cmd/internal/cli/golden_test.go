package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// runCLI runs the program in process.
func runCLI(args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = Run(Host{Args: args, In: strings.NewReader(""), Out: &o, Err: &e})
	return code, o.String(), e.String()
}

// TestShippedGoldens plays the goldens of the shipped games back. After a change
// of rules that is meant, record them anew: RULEDECK_UPDATE=1 go test.
func TestShippedGoldens(t *testing.T) {
	const dir = "../../../testdata/golden"
	files, err := filepath.Glob(dir + "/*.golden")
	if err != nil || len(files) == 0 {
		t.Skip("no goldens are shipped")
	}
	for _, file := range files {
		game := strings.TrimSuffix(filepath.Base(file), ".golden")
		t.Run(game, func(t *testing.T) {
			code, out, errs := runCLI("replay", file, "--verify")
			if code == ExitFine {
				return
			}
			if os.Getenv("RULEDECK_UPDATE") == "" {
				t.Fatalf("%s%s", out, errs)
			}
			if code, _, errs := runCLI("record", game, "--seed", "7", "-o", file); code != ExitFine {
				t.Fatal(errs)
			}
			t.Logf("recorded anew; it differed:\n%s", out)
		})
	}
}

// TestChangedPack changes a card and plays a golden back: the first event that
// differs is shown, and the card.
func TestChangedPack(t *testing.T) {
	dir := t.TempDir()
	for from, to := range map[string]string{"../../../cards/bbtm": dir, "../../../scripts/bbtm": filepath.Join(dir, "scripts")} {
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	kept := filepath.Join(t.TempDir(), "a.golden")
	if code, _, errs := runCLI("record", dir, "--seed", "7", "--option", "teams=gouged_eye,reavers", "-o", kept); code != ExitFine {
		t.Fatal(errs)
	}
	path := filepath.Join(dir, "cards", "teams", "gouged_eye.yaml")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(data), "standing: 3", "standing: 9", 1)
	if err := os.WriteFile(path, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, errs := runCLI("replay", kept, "--game", dir, "--verify")
	if code != ExitWrong || !strings.Contains(out, "the first event that differs") || !strings.Contains(out, "cards whose definition changed: black_orc_blocker") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}
