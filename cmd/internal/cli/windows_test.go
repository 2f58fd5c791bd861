package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWindowsLines: a pack whose lines end as Windows ends them, as git lays it there, plays,
// is tested and packed; what is written into its files ends so, too.
func TestWindowsLines(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new pack trick --like trick")
	golden := filepath.Join("trick", "golden", "seven.golden")
	if err := os.Mkdir(filepath.Join(dir, "trick", "golden"), 0o755); err != nil {
		t.Fatal(err)
	}
	fine(t, dir, "record trick --seed 7 -o "+golden)
	played := fine(t, dir, "play trick --seats random,random,random --seed 7")
	files := map[string]string{} // their texts
	read := func() {
		err := filepath.WalkDir(filepath.Join(dir, "trick"), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			files[path] = string(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	read()
	for path, text := range files {
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, "\n", "\r\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	fine(t, dir, "check trick --strict")
	if out := fine(t, dir, "test trick"); out != "6 passed, 0 failed\n" {
		t.Error(out)
	}
	if again := fine(t, dir, "play trick --seats random,random,random --seed 7"); again != played {
		t.Error("the same seed plays another game")
	}
	fine(t, dir, "archive trick -o trick.rdpack")
	if out := fine(t, dir, "test trick.rdpack"); out != "5 passed, 0 failed\n" {
		t.Error(out)
	}

	fine(t, dir, "new trigger moth.flies in trick")
	fine(t, dir, "new option fast in trick")
	points := filepath.Join(dir, "trick", "scenarios", "points.yaml")
	wrong := strings.Replace(files[points], "points: 3}", "points: 4}", 1)
	if err := os.WriteFile(points, []byte(strings.ReplaceAll(wrong, "\n", "\r\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	right := files[points]
	out := fine(t, dir, "test trick --update")
	if !strings.Contains(out, "  +    then: {1: {points: 3}, 2:") || strings.Contains(out, "000d") {
		t.Error(out)
	}
	read()
	if files[points] != strings.ReplaceAll(right, "\n", "\r\n") {
		t.Errorf("%q", files[points])
	}
	for path, text := range files {
		if !strings.HasPrefix(text, "# Trick") {
			continue // what is new
		}
		if strings.Count(text, "\r\n") != strings.Count(text, "\n") || !strings.Contains(text, "  moth.flies:\r\n") ||
			!strings.Contains(text, "\r\noptions:\r\n") {
			t.Errorf("%s: %q", path, text)
		}
	}
	fine(t, dir, "check trick")
}
