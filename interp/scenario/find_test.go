package scenario_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

// TestFindPassesOverIgnoredFolders: a folder of packs that are broken on purpose
// does not spoil a run around it, and can be run by its name.
func TestFindPassesOverIgnoredFolders(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"scenarios/a.yaml", "broken/one/scenarios/b.yaml", "broken/" + pack.IgnoreFile,
		"notes/c.yaml", "mine/pack.yaml", "mine/cards/d.yaml"} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for folder, want := range map[string][]string{
		".":          {"scenarios/a.yaml"},
		"broken":     {"broken/one/scenarios/b.yaml"},
		"broken/one": {"broken/one/scenarios/b.yaml"},
		"notes":      {"notes/c.yaml"}, // whoever names a folder means what lies in it
		"mine":       nil,              // but a pack's files are no scenarios
	} {
		got, err := scenario.Find(filepath.Join(root, folder))
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			name, err := filepath.Rel(root, got[i])
			if err != nil {
				t.Fatal(err)
			}
			got[i] = filepath.ToSlash(name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: found %q, not %q", folder, got, want)
		}
	}
}

// TestFindTooMuch: one error for more scenarios than are read, before any is.
func TestFindTooMuch(t *testing.T) {
	for what, size := range map[string]int64{"4000 files": 0, "33554432 bytes": 1 << 30} {
		folder := filepath.Join(t.TempDir(), "scenarios")
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		first := filepath.Join(folder, "0.yaml")
		if err := os.WriteFile(first, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(first, size); err != nil {
			t.Fatal(err)
		}
		for i := range pack.MaxFiles >> (size >> 30 * 6) {
			if err := os.Link(first, filepath.Join(folder, fmt.Sprintf("%d.yaml", i+1))); err != nil {
				t.Skip(err)
			}
		}
		_, err := scenario.Find(folder)
		if want := folder + " holds more than a pack may: at most " + what + " are read"; err == nil ||
			err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
}

func TestFindNames(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "scenarios")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "a\nforged.yaml"), nil, 0o644); err != nil {
		t.Skip(err)
	}
	_, err := scenario.Find(folder)
	if want := filepath.Join(folder, `a\u000aforged.yaml`) +
		": a name that is no line of text is not read"; err == nil || err.Error() != want {
		t.Errorf("%v, not %s", err, want)
	}
}
