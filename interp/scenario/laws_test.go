package scenario_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/scenario"
)

const laws = "../../testdata/laws"

// TestLaws runs the situations of the pack of laws in every mode.
func TestLaws(t *testing.T) {
	for _, mode := range append([]string{""}, scenario.Modes...) {
		t.Run("mode "+mode, func(t *testing.T) { runLaws(t, laws, mode) })
	}
}

func runLaws(t *testing.T, dir, mode string) {
	t.Helper()
	files, err := scenario.Find(dir)
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	run(t, files, scenario.Config{Mode: mode})
}

// TestLawsWithOtherIDs gives all cards and abilities of the pack ids whose alphabetical order
// is turned round: whatever happens must be the same.
func TestLawsWithOtherIDs(t *testing.T) {
	cards, err := os.ReadFile(filepath.Join(laws, "cards", "soldiers.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, found := range regexp.MustCompile(`\{id: (\w+),`).FindAllStringSubmatch(string(cards), -1) {
		ids = append(ids, found[1])
	}
	abilities, err := os.ReadDir(filepath.Join(laws, "scripts", "abilities"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range abilities {
		ids = append(ids, strings.TrimSuffix(file.Name(), ".lua"))
	}
	slices.Sort(ids)
	renamed := map[string]string{}
	for i, id := range ids {
		renamed[id] = fmt.Sprintf("r%03d", len(ids)-i)
	}
	if len(renamed) < 60 {
		t.Fatalf("%d ids were found", len(renamed))
	}
	word := regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*`)
	rename := func(text string) string {
		return word.ReplaceAllStringFunc(text, func(w string) string {
			if other, ok := renamed[w]; ok {
				return other
			}
			return w
		})
	}
	dir := t.TempDir()
	err = fs.WalkDir(os.DirFS(laws), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(laws, path))
		if err != nil {
			return err
		}
		base := filepath.Base(path)
		if strings.HasSuffix(base, ".lua") {
			base = rename(strings.TrimSuffix(base, ".lua")) + ".lua"
		}
		to := filepath.Join(dir, filepath.Dir(path), base)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		return os.WriteFile(to, []byte(rename(string(text))), 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	runLaws(t, dir, "")
}
