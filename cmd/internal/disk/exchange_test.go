package disk_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
)

// TestExchange writes a file in place of the one that was read, and of no other.
func TestExchange(t *testing.T) {
	folder, elsewhere := t.TempDir(), t.TempDir()
	card := filepath.Join(folder, "cards", "a.yaml")
	write := func(name, was, text string) error { return disk.Exchange(folder, name, was, []byte(text)) }
	holds := func(want string) {
		t.Helper()
		if data, err := os.ReadFile(card); string(data) != want || err != nil {
			t.Fatalf("the file holds %q (%v), not %q", data, err, want)
		}
	}
	if err := write("cards/a.yaml", disk.Digest(nil), "x"); !errors.Is(err, disk.ErrChanged) {
		t.Errorf("a file that has gone: %v", err)
	}
	if err := write("cards/a.yaml", "", before); err != nil {
		t.Fatal(err)
	}
	holds(before)
	if err := write("cards/a.yaml", "", after); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a new file where one is: %v", err)
	}
	if err := write("cards/a.yaml", disk.Digest([]byte(after)), after); !errors.Is(err, disk.ErrChanged) {
		t.Errorf("a file that has changed: %v", err)
	}
	holds(before)
	if err := write("cards/a.yaml", disk.Digest([]byte(before)), after); err != nil {
		t.Fatal(err)
	}
	holds(after)
	remove := func(was string) error { return disk.Exchange(folder, "cards/a.yaml", disk.Digest([]byte(was)), nil) }
	if err := remove(before); !errors.Is(err, disk.ErrChanged) {
		t.Errorf("a file that has changed is removed: %v", err)
	}
	holds(after)
	if err := remove(after); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(card); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that was removed: %v", err)
	}
	if err := remove(after); !errors.Is(err, disk.ErrChanged) {
		t.Errorf("a file that has gone is removed: %v", err)
	}
	if err := write("cards/a.yaml", "", after); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(elsewhere, "a.yaml"), []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, filepath.Join(folder, "out")); err != nil {
		t.Skip(err) // Windows asks for a privilege
	}
	for _, name := range []string{"../a.yaml", "out/a.yaml", "out/new.yaml", filepath.Join(elsewhere, "a.yaml")} {
		if write(name, "", after) == nil || write(name, disk.Digest([]byte(before)), after) == nil {
			t.Errorf("%s is written outside of the folder", name)
		}
	}
	if data, _ := os.ReadFile(filepath.Join(elsewhere, "a.yaml")); string(data) != before {
		t.Errorf("outside stands %q", data)
	}
}
