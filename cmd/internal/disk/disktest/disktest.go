// Package disktest is a file system in memory that fails as disks do: any
// operation can be made to fail, a write half way, and a crash drops what was not
// synced, contents as well as names.
package disktest

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
)

// FS is one folder tree without folders of its own: every folder exists.
type FS struct {
	live, durable map[string]*inode
	// FailAt is the operation that fails, counted from 1; 0 for none.
	FailAt int
	// Operations is how many there were.
	Operations int
	// Failed names the operation that failed.
	Failed string
}

type inode struct {
	data, durable []byte
	mode          fs.FileMode
	locked        bool
}

var _ disk.FS = (*FS)(nil)

// New returns an empty file system.
func New() *FS { return &FS{live: map[string]*inode{}, durable: map[string]*inode{}} }

// Put makes a file that has been there for long.
func (f *FS) Put(path string, data []byte, mode fs.FileMode) {
	n := &inode{data: bytes.Clone(data), durable: bytes.Clone(data), mode: mode}
	f.live[path], f.durable[path] = n, n
}

// Data is what a file holds; false if there is none.
func (f *FS) Data(path string) ([]byte, bool) {
	n, ok := f.live[path]
	if !ok {
		return nil, false
	}
	return bytes.Clone(n.data), true
}

// Names are the files of the tree, sorted.
func (f *FS) Names() []string {
	var names []string
	for path := range f.live {
		names = append(names, path)
	}
	slices.Sort(names)
	return names
}

// Crash stops the machine and starts it again. Of what was not synced keep
// decides: each file's tail and each name may or may not have reached the disk.
func (f *FS) Crash(keep func() bool) {
	paths := f.Names()
	for path := range f.durable {
		if _, ok := f.live[path]; !ok {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	next := map[string]*inode{}
	for _, path := range paths {
		n := f.durable[path]
		if is := f.live[path]; is != n && keep() {
			n = is
		}
		if n == nil {
			continue
		}
		data := n.durable
		if keep() {
			data = n.data
		}
		next[path] = &inode{data: bytes.Clone(data), durable: bytes.Clone(data), mode: n.mode}
	}
	f.live, f.durable = next, map[string]*inode{}
	for path, n := range next {
		f.durable[path] = n
	}
	f.FailAt = 0
}

// fails counts an operation and reports whether it is the one to fail.
func (f *FS) fails(what string) bool {
	f.Operations++
	if f.Operations == f.FailAt {
		f.Failed = what
		return true
	}
	return false
}

func wrong(op, path string, err error) error { return &fs.PathError{Op: op, Path: path, Err: err} }

// OpenFile opens or creates a file.
func (f *FS) OpenFile(path string, flag int, mode fs.FileMode) (disk.File, error) {
	n := f.live[path]
	switch {
	case n != nil && flag&os.O_EXCL != 0:
		return nil, wrong("open", path, fs.ErrExist)
	case n == nil && flag&os.O_CREATE == 0:
		return nil, wrong("open", path, fs.ErrNotExist)
	case n == nil:
		if f.fails("create") {
			return nil, wrong("open", path, syscall.ENOSPC)
		}
		n = &inode{mode: mode}
		f.live[path] = n
	}
	if flag&os.O_TRUNC != 0 {
		n.data = nil
	}
	return &file{fs: f, path: path, inode: n, append: flag&os.O_APPEND != 0}, nil
}

// Rename moves a file.
func (f *FS) Rename(from, to string) error {
	if f.fails("rename") {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: syscall.EIO}
	}
	n := f.live[from]
	if n == nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: fs.ErrNotExist}
	}
	delete(f.live, from)
	f.live[to] = n
	return nil
}

// Remove removes a file.
func (f *FS) Remove(path string) error {
	if f.live[path] == nil {
		return wrong("remove", path, fs.ErrNotExist)
	}
	delete(f.live, path)
	return nil
}

// Target is the path: there are no links.
func (f *FS) Target(path string) string { return path }

// Open is false: the process has nothing else open.
func (f *FS) Open(string) bool { return false }

// Same reports whether a path still leads to an open file.
func (f *FS) Same(open disk.File, path string) bool { return f.live[path] == open.(*file).inode }

// Stat describes a file; every other path is a folder.
func (f *FS) Stat(path string) (fs.FileInfo, error) {
	if n := f.live[path]; n != nil {
		return info{filepath.Base(path), n}, nil
	}
	for p := range f.live {
		if strings.HasPrefix(p, path+"/") {
			return info{filepath.Base(path), nil}, nil
		}
	}
	return nil, wrong("stat", path, fs.ErrNotExist)
}

// ReadDir lists the files of a folder.
func (f *FS) ReadDir(path string) ([]fs.DirEntry, error) {
	var entries []fs.DirEntry
	for _, p := range f.Names() {
		if filepath.Dir(p) == path {
			entries = append(entries, fs.FileInfoToDirEntry(info{filepath.Base(p), f.live[p]}))
		}
	}
	return entries, nil
}

// SyncDir makes the names in a folder last.
func (f *FS) SyncDir(path string) error {
	if f.fails("sync of the folder") {
		return wrong("sync", path, syscall.EIO)
	}
	for p := range f.durable {
		if filepath.Dir(p) == path {
			delete(f.durable, p)
		}
	}
	for p, n := range f.live {
		if filepath.Dir(p) == path {
			f.durable[p] = n
		}
	}
	return nil
}

type file struct {
	fs     *FS
	path   string
	inode  *inode
	at     int
	append bool
	locked bool
}

func (f *file) Read(p []byte) (int, error) {
	if f.at >= len(f.inode.data) {
		return 0, io.EOF
	}
	n := copy(p, f.inode.data[f.at:])
	f.at += n
	return n, nil
}

func (f *file) ReadAt(p []byte, at int64) (int, error) {
	n := copy(p, f.inode.data[min(at, int64(len(f.inode.data))):])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (f *file) Write(p []byte) (int, error) {
	if f.append {
		f.at = len(f.inode.data)
	}
	n, err := len(p), error(nil)
	if f.fs.fails("write") {
		n, err = len(p)/2, wrong("write", f.path, syscall.ENOSPC)
	}
	f.inode.data = append(f.inode.data[:f.at:f.at], p[:n]...)
	f.at += n
	return n, err
}

func (f *file) Sync() error {
	if f.fs.fails("sync") {
		return wrong("sync", f.path, syscall.EIO)
	}
	f.inode.durable = bytes.Clone(f.inode.data)
	return nil
}

func (f *file) Truncate(size int64) error {
	if f.fs.fails("truncate") {
		return wrong("truncate", f.path, syscall.EIO)
	}
	f.inode.data = f.inode.data[:size:size]
	return nil
}

func (f *file) Chmod(mode fs.FileMode) error {
	if f.fs.fails("chmod") {
		return wrong("chmod", f.path, syscall.EPERM)
	}
	f.inode.mode = mode
	return nil
}

func (f *file) Close() error {
	if f.locked {
		f.inode.locked = false
	}
	return nil
}

func (f *file) Stat() (fs.FileInfo, error) { return info{filepath.Base(f.path), f.inode}, nil }

func (f *file) Lock() (bool, error) {
	if f.inode.locked {
		return false, nil
	}
	f.inode.locked, f.locked = true, true
	return true, nil
}

// info describes a file, or a folder where there is no inode.
type info struct {
	name string
	node *inode
}

func (i info) Name() string { return i.name }
func (i info) Size() int64 {
	if i.node == nil {
		return 0
	}
	return int64(len(i.node.data))
}
func (i info) Mode() fs.FileMode {
	if i.node == nil {
		return fs.ModeDir | 0o755
	}
	return i.node.mode
}
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.node == nil }
func (i info) Sys() any           { return nil }
