//go:build unix

package disk

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// lock takes a file for this process; the system gives it back when the process
// ends, however it ends.
func lock(f *os.File) (bool, error) {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// alive reports whether a process runs.
func alive(process int) bool {
	err := syscall.Kill(process, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}

func open(path string, flag int, mode fs.FileMode) (*os.File, error) {
	return os.OpenFile(path, flag, mode)
}

func (system) Rename(from, to string) error { return os.Rename(from, to) }

// SyncDir makes creations and renames in a folder durable.
func (system) SyncDir(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) {
		err = nil // a file system that keeps its folders itself
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	return err
}
