package disk_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/disk/disktest"
)

// TestGrowingFaults adds records with each operation failing in turn, and crashes
// behind each: what Sync said to be there is there, and behind it nothing but the
// beginning of what was added.
func TestGrowingFaults(t *testing.T) {
	const records = 6
	operations := 1
	for at := 0; at <= operations; at++ {
		for crash := 0; crash <= records; crash++ {
			for seed := range uint64(6) {
				files := disktest.New()
				files.Put("home/old", []byte("evening before\n"), 0o600)
				files.FailAt = at
				d := disk.Disk{FS: files}
				added, synced := "", ""
				g, err := d.Begin("home/old", []byte("header\n"), func([]byte) error { return nil })
				if err == nil {
					added, synced = "header\n", "header\n"
				}
				for i := 0; i < crash && g != nil; i++ {
					record := fmt.Sprintf("record %d\n", i)
					_, _ = g.Write([]byte(record))
					added += record
					if g.Sync() == nil {
						synced = added
					}
				}
				operations = max(operations, files.Operations)
				coin := rand.New(rand.NewPCG(seed, 1))
				files.Crash(func() bool { return coin.IntN(2) == 0 })
				data, _ := files.Data("home/old")
				got := string(data)
				if g == nil && (got == "evening before\n" || got == "header\n") {
					continue // the old game, or the new one that was never played
				}
				if !strings.HasPrefix(got, synced) || !strings.HasPrefix(added, got) {
					t.Fatalf("operation %d (%s) fails, crash behind %d: there is %q; synced was %q of %q", at,
						files.Failed, crash, got, synced, added)
				}
			}
		}
	}
	if operations < 10 {
		t.Errorf("only %d operations were failed", operations)
	}
}

// TestGrowingGoesOn: a failed write is made good by the next that succeeds.
func TestGrowingGoesOn(t *testing.T) {
	files := disktest.New()
	g, err := disk.Disk{FS: files}.Begin("home/save", []byte("header\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		files.FailAt = files.Operations + 1
		_, _ = g.Write(fmt.Appendf(nil, "record %d\n", i))
		if err := g.Sync(); err == nil || strings.Contains(err.Error(), ".ruledeck-") ||
			!strings.Contains(err.Error(), "home/save") {
			t.Fatalf("a failed write: %v", err)
		}
	}
	if err := g.Sync(); err != nil {
		t.Fatal(err)
	}
	files.Crash(func() bool { return false })
	if data, _ := files.Data("home/save"); string(data) != "header\nrecord 0\nrecord 1\nrecord 2\n" {
		t.Errorf("there is %q", data)
	}
}

func TestOneAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "save")
	fine := func([]byte) error { return nil }
	g, err := disk.OS.Begin(path, []byte("header\n"), fine)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := disk.OS.Continue(path); !errors.Is(err, disk.ErrHeld) {
		t.Errorf("a file that is held: %v", err)
	}
	if _, err := disk.OS.Begin(path, []byte("other\n"), fine); !errors.Is(err, disk.ErrHeld) {
		t.Errorf("a file that is held is begun anew: %v", err)
	}
	_, _ = g.Write([]byte("one\n"))
	if err := errors.Join(g.Sync(), g.Close()); err != nil {
		t.Fatal(err)
	}
	g, data, err := disk.OS.Continue(path)
	if err != nil || string(data) != "header\none\n" {
		t.Fatalf("%q, %v", data, err)
	}
	g.Cut(len("header\n"))
	_, _ = g.Write([]byte("two\n"))
	if err := errors.Join(g.Sync(), g.Close()); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "header\ntwo\n" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := disk.OS.Begin(path, nil, func(old []byte) error {
		return fmt.Errorf("%d bytes are no save", len(old))
	}); err == nil || err.Error() != "11 bytes are no save" {
		t.Errorf("what may not be replaced: %v", err)
	}
}

// TestGrowingIsRemoved: a file that is removed while it grows is made anew, whole; what
// was put in its place stays, and that is said until it is gone.
func TestGrowingIsRemoved(t *testing.T) {
	files := disktest.New()
	g, err := disk.Disk{FS: files}.Begin("home/save", []byte("header\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := "header\n"
	for i, place := range []string{"", "somebody else's", ""} {
		if err := files.Remove("home/save"); err != nil {
			t.Fatal(err)
		}
		if place != "" {
			files.Put("home/save", []byte(place), 0o644)
		}
		record := fmt.Sprintf("record %d\n", i)
		_, _ = g.Write([]byte(record))
		want += record
		err := g.Sync()
		data, _ := files.Data("home/save")
		if place == "" && (err != nil || string(data) != want) {
			t.Errorf("%v; there is %q, not %q", err, data, want)
		}
		if place != "" && (err == nil || err.Error() != "write home/save: another file stands in its place now" ||
			string(data) != place) {
			t.Errorf("%v; there is %q, not %q", err, data, place)
		}
	}
	if err := files.Remove("home/save"); err != nil {
		t.Fatal(err)
	}
	if err := g.Sync(); err != nil { // nothing was added, and it is not there
		t.Error(err)
	}
	files.Crash(func() bool { return false })
	if data, _ := files.Data("home/save"); string(data) != want {
		t.Errorf("there is %q, not %q", data, want)
	}
}
