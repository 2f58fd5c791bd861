package savedir

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/disk/disktest"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/house/storetest"
)

// folder is a folder of this machine.
type folder struct {
	path string
	hold bool
}

// Store is one of a process.
func (f folder) Store() house.Store { return &Files{Folder: f.path, Hold: f.hold} }

// memoryDisk is a folder of a disk that fails.
type memoryDisk struct {
	*disktest.FS
	hold bool
}

// Store is one of a process.
func (m memoryDisk) Store() house.Store { return &Files{Folder: "home", Hold: m.hold} }

// FailAt fails an operation.
func (m memoryDisk) FailAt(operation int) { m.FS.FailAt = operation }

// Failed names the operation that failed.
func (m memoryDisk) Failed() string { return m.FS.Failed }

// TestFiles: files are stores, those that one process has and those that many have.
func TestFiles(t *testing.T) {
	for name, hold := range map[string]bool{"Held": true, "Shared": false} {
		t.Run(name, func(t *testing.T) {
			storetest.Run(t, !hold, func(t *testing.T) storetest.Place { return folder{t.TempDir(), hold} })
		})
		t.Run(name+"WithoutPower", func(t *testing.T) {
			before := disk.OS
			t.Cleanup(func() { disk.OS = before })
			storetest.Faults(t, 30, 4, func(*testing.T) storetest.Faulty {
				files := disktest.New()
				files.Put("home/other.facts", []byte("x\n"), 0o600)
				disk.OS = disk.Disk{FS: files}
				return memoryDisk{files, hold}
			})
		})
	}
}

// TestTornLine: half a line that a crash has left of a shared log is cut off, and stays nobody's;
// logs are listed by when they were written.
func TestTornLine(t *testing.T) {
	d := &Files{Folder: t.TempDir()}
	ctx, path := t.Context(), filepath.Join(d.Folder, "a.facts")
	last, err := d.Append(ctx, "a.facts", 0, []byte("one\n"))
	if err != nil {
		t.Fatal(err)
	}
	torn, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = torn.WriteString("fo")
	}
	if err = errors.Join(err, torn.Close()); err != nil {
		t.Fatal(err)
	}
	if data, size, err := d.Load(ctx, "a.facts"); string(data) != "one\n" || size != last || err != nil {
		t.Errorf("torn, it is read as %q, %d: %v", data, size, err)
	}
	if _, err := d.Append(ctx, "a.facts", last, []byte("four\n")); err != nil {
		t.Error(err)
	}
	if data, err := os.ReadFile(path); string(data) != "one\nfour\n" {
		t.Errorf("it holds %q: %v", data, err)
	}
	if err := os.Chtimes(path, time.Time{}, time.Unix(1000, 0)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"b.facts", "b.journal"} {
		if _, err := d.Append(ctx, name, 0, []byte("x\n")); err != nil {
			t.Fatal(err)
		}
	}
	if names, err := d.List(ctx, ".facts"); !slices.Equal(names, []string{"b.facts", "a.facts"}) {
		t.Errorf("%v: %v", names, err)
	}
}

// TestHeld: what one process has another gets when it is released.
func TestHeld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.journal")
	one, other := &Files{Hold: true}, &Files{Hold: true}
	if _, err := one.Append(t.Context(), path, 0, []byte("one\n")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := other.Load(t.Context(), path); !errors.Is(err, disk.ErrHeld) {
		t.Errorf("of another process: %v", err)
	}
	if err := one.Release(path); err != nil {
		t.Error(err)
	}
	if data, _, err := other.Load(t.Context(), path); err != nil || string(data) != "one\n" {
		t.Errorf("released: %q, %v", data, err)
	}
}

// TestReadIsNotSynced: a file that is only read is brought to the disk once, and again once it is
// another one.
func TestReadIsNotSynced(t *testing.T) {
	before := disk.OS
	t.Cleanup(func() { disk.OS = before })
	files := disktest.New()
	files.Put("home/1.facts", []byte("x\n"), 0o600)
	disk.OS = disk.Disk{FS: files}
	s := &Files{Folder: "home"}
	read := func() int {
		was := files.Operations
		if _, _, err := s.Load(t.Context(), "1.facts"); err != nil {
			t.Fatal(err)
		}
		return files.Operations - was
	}
	first := read()
	again := read()
	files.Put("home/1.facts", []byte("x\ny\n"), 0o600)
	if third := read(); again >= first || third != first {
		t.Errorf("operations of the first read %d, of the second %d, of one behind a change %d", first, again, third)
	}
}
