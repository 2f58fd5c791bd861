package disk

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// system is the file system of the machine.
type system struct{}

// systemFile is a file of the machine; all that is written to one that appends goes to its end.
type systemFile struct {
	*os.File
	appends bool
}

// Lock tries for half a second: a process that was killed a moment ago may still be ending.
func (f systemFile) Lock() (mine bool, err error) {
	for range 50 {
		mine, err = lock(f.File)
		if mine || err != nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return mine, err
}

func (system) OpenFile(path string, flag int, mode fs.FileMode) (File, error) {
	f, err := open(path, flag, mode)
	if err != nil {
		return nil, err
	}
	return systemFile{f, flag&os.O_APPEND != 0}, nil
}

func (system) Remove(path string) error                   { return os.Remove(path) }
func (system) Stat(path string) (fs.FileInfo, error)      { return os.Stat(path) }
func (system) ReadDir(path string) ([]fs.DirEntry, error) { return os.ReadDir(path) }

func (system) Same(f File, path string) bool {
	open, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(open, there)
}

// maxLinks bounds how many links lead from one to the next.
const maxLinks = 16

func (system) Target(path string) string {
	for range maxLinks {
		to, err := os.Readlink(path)
		if err != nil || (system{}).Open(path) {
			break // not a link, or nothing
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return path
}

// Open reports whether a path is one of the links that lead, by no name, to what the
// process has open.
func (system) Open(path string) bool {
	folder, err := filepath.EvalSymlinks(filepath.Dir(path))
	return err == nil && (folder == "/dev/fd" || strings.HasPrefix(folder, "/proc/") && filepath.Base(folder) == "fd")
}
