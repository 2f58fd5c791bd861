package disktest

import (
	"io/fs"
	"syscall"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
)

// Full is a file system that has room for so many bytes more: the write that goes
// beyond is done as far as there is room, and fails.
type Full struct {
	disk.FS
	Room int
}

// OpenFile opens a file that fills the disk.
func (f *Full) OpenFile(path string, flag int, mode fs.FileMode) (disk.File, error) {
	file, err := f.FS.OpenFile(path, flag, mode)
	if err != nil {
		return nil, err
	}
	return &filling{File: file, disk: f, path: path}, nil
}

type filling struct {
	disk.File
	disk *Full
	path string
}

func (f *filling) Write(p []byte) (int, error) {
	n, err := f.File.Write(p[:min(len(p), f.disk.Room)])
	f.disk.Room -= n
	if err == nil && n < len(p) {
		err = wrong("write", f.path, syscall.ENOSPC)
	}
	return n, err
}
