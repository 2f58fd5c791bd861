//go:build unix

package source

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFile: nothing is read that waits, that is no file, or that a link fetches
// from elsewhere.
func TestFile(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "pack")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Mkdir(dir, 0o755))
	must(os.Mkdir(filepath.Join(dir, "folder"), 0o755))
	must(os.WriteFile(filepath.Join(top, "secret"), []byte("root:x:0"), 0o644))
	must(os.WriteFile(filepath.Join(dir, "plain"), []byte("text"), 0o644))
	must(os.WriteFile(filepath.Join(dir, "large"), make([]byte, 100), 0o644))
	must(syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644))
	must(os.Symlink("plain", filepath.Join(dir, "inside")))
	must(os.Symlink("../secret", filepath.Join(dir, "outside")))
	must(os.Symlink(filepath.Join(top, "secret"), filepath.Join(dir, "absolute")))
	must(os.Symlink("/dev/zero", filepath.Join(dir, "device")))
	must(os.Symlink("loop", filepath.Join(dir, "loop")))
	if l, err := net.Listen("unix", filepath.Join(dir, "socket")); err == nil {
		defer l.Close()
	}
	for _, c := range []struct{ name, want string }{
		{"plain", ""},
		{"inside", ""},
		{"outside", "a link that leads out of its folder is not followed"},
		{"absolute", "a link that leads out of its folder is not followed"},
		{"device", "a link that leads out of its folder is not followed"},
		{"pipe", "a pipe is not read as a file"},
		{"socket", "a socket is not read as a file"},
		{"folder", "a folder is not read as a file"},
	} {
		data, err := File(filepath.Join(dir, c.name), 1000)
		if c.want == "" {
			if err != nil || string(data) != "text" {
				t.Errorf("%s: %q, %v", c.name, data, err)
			}
			continue
		}
		var odd *NotFileError
		if !errors.As(err, &odd) || Why(err) != c.want || !strings.HasSuffix(odd.Path, "pack/"+c.name) {
			t.Errorf("%s: %q, %v; not %s", c.name, data, err, c.want)
		}
	}
	if data, err := File(filepath.Join(dir, "large"), 10); err != nil || len(data) != 11 {
		t.Errorf("of a large file %d bytes are read, %v", len(data), err)
	}
	if _, err := File(filepath.Join(dir, "none"), 10); !errors.Is(err, fs.ErrNotExist) ||
		!strings.Contains(err.Error(), dir) {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := File(filepath.Join(dir, "loop"), 10); err == nil {
		t.Error("a link that leads to itself is read")
	}
}
