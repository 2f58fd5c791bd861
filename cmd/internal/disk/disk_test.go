package disk_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/disk/disktest"
)

const before, after = "what was there", "what is to be there instead, and a bit more"

// TestEveryFault fails each operation of a write in turn and crashes at once: the
// file holds what it held or what was to be written, and a write that is said to
// have gone well outlives the crash.
func TestEveryFault(t *testing.T) {
	for _, old := range []bool{false, true} {
		operations := 1
		for at := 0; at <= operations; at++ {
			for seed := range uint64(20) {
				files := disktest.New()
				files.Put("home/else", nil, 0o644)
				if old {
					files.Put("home/game.save", []byte(before), 0o600)
				}
				files.FailAt = at
				err := disk.Disk{FS: files}.Write("home/game.save", []byte(after))
				operations = max(operations, files.Operations)
				if (err == nil) != (at == 0) {
					t.Fatalf("operation %d (%s) fails, and the write says %v", at, files.Failed, err)
				}
				if err != nil && strings.Contains(err.Error(), ".ruledeck-") {
					t.Fatalf("%s tells of a temporary file", err)
				}
				for _, name := range files.Names() {
					if strings.Contains(name, ".ruledeck-") {
						t.Fatalf("operation %d (%s) fails, and %s stays behind", at, files.Failed, name)
					}
				}
				coin := rand.New(rand.NewPCG(seed, 1))
				files.Crash(func() bool { return coin.IntN(2) == 0 })
				got, there := files.Data("home/game.save")
				switch {
				case err == nil && string(got) != after:
					t.Fatalf("after a good write and a crash the file holds %q", got)
				case old && (!there || string(got) != before && string(got) != after):
					t.Fatalf("operation %d (%s) fails, and after a crash the file holds %q", at, files.Failed, got)
				case !old && there && string(got) != after:
					t.Fatalf("operation %d (%s) fails, and after a crash there is a file of %q", at, files.Failed, got)
				}
			}
		}
		if operations < 5 {
			t.Errorf("only %d operations were failed", operations)
		}
	}
}

func TestModeAndLinksStay(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte(before), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", link); err != nil {
		t.Skip(err)
	}
	if err := disk.OS.Write(link, []byte(after)); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
	mode := fs.FileMode(0o640)
	if runtime.GOOS == "windows" {
		mode = 0o666 // it keeps of a mode only whether the file can be written
	}
	info, err = os.Stat(target)
	if err != nil || info.Mode().Perm() != mode {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	if got, err := os.ReadFile(target); err != nil || string(got) != after {
		t.Errorf("the file holds %q, %v", got, err)
	}
}

func TestNoFileIsWrittenThrough(t *testing.T) {
	if err := disk.OS.Write(os.DevNull, []byte(after)); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatalf("%s is a file now", os.DevNull)
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		if err := disk.OS.Write("/dev/full", []byte(after)); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("a full device: %v", err)
		}
	}
}

func TestReady(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{filepath.Join(dir, "new"), ""},
		{filepath.Join(dir, "file"), ""},
		{os.DevNull, ""},
		{filepath.Join(dir, "none", "new"), "there is no folder " + filepath.Join(dir, "none")},
		{filepath.Join(dir, "file", "new"), "file is not a folder"},
		{dir, "is a directory"},
	} {
		err := disk.OS.Ready(c.path)
		if got := fmt.Sprint(err); (err == nil) != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %v, not %q", c.path, err, c.want)
		}
	}
	if names, _ := os.ReadDir(dir); len(names) != 1 {
		t.Errorf("a look leaves %v behind", names)
	}
}

// TestDeadTemporaries: what a process that died left is cleaned, what one that
// lives is writing is not.
func TestDeadTemporaries(t *testing.T) {
	dead := exec.Command("true")
	if err := dead.Run(); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	old := filepath.Join(dir, fmt.Sprintf(".ruledeck-%d-0", dead.Process.Pid))
	live := filepath.Join(dir, fmt.Sprintf(".ruledeck-%d-9", os.Getpid()))
	other := filepath.Join(dir, ".ruledeck-notes")
	for _, path := range []string{old, live, other} {
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := disk.OS.Write(filepath.Join(dir, "file"), []byte(after)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); !errors.Is(err, fs.ErrNotExist) {
		t.Error("what a dead process left is still there")
	}
	for _, path := range []string{live, other} {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}
