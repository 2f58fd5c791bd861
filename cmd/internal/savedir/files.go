package savedir

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp/house"
)

// Files is a store of logs that are files of a folder, or anywhere: without a Folder names are
// paths.
//
// With Hold a log is a process's own from Load or the first Append to Release: another process
// gets disk.ErrHeld. Without it many may have one log: logs only grow then, the number of an
// append is the size of the file behind it, and what a crash has left of a line is cut off by
// the next append.
type Files struct {
	Folder string
	Hold   bool
	// Over says why a new log may not take the place of a file, nil where it may; without it none
	// may.
	Over func(old []byte) error

	// synced are stamps of files as they were brought to the disk.
	synced sync.Map

	lock sync.Mutex
	held map[string]*heldFile
}

// stamp tells whether a file has changed since it was read.
type stamp struct {
	size int64
	time time.Time
}

// heldFile is a file that this process has: its size, and the number of its last append.
type heldFile struct {
	*disk.Growing
	size int
	last uint64
}

func (f *Files) path(name string) string {
	if f.Folder == "" {
		return name
	}
	return filepath.Join(f.Folder, name)
}

// upToLine is data up to the end of its last line.
func upToLine(data []byte) []byte { return data[:bytes.LastIndexByte(data, '\n')+1] }

// Load reads a file, and brings it to the disk: what an append that failed has left, or one that
// was killed, counts from here on.
func (f *Files) Load(_ context.Context, name string) ([]byte, uint64, error) {
	if f.Hold {
		return f.hold(name)
	}
	data, err := f.read(name)
	data = upToLine(data)
	return data, uint64(len(data)), err
}

// read reads a file, and syncs it where it may be written and is not as it was synced last.
func (f *Files) read(name string) ([]byte, error) {
	file, err := disk.OS.OpenFile(f.path(name), os.O_RDWR, 0)
	writes := !errors.Is(err, fs.ErrPermission)
	if !writes { // nor could an append have left anything
		file, err = disk.OS.OpenFile(f.path(name), os.O_RDONLY, 0)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	now := stamp{info.Size(), info.ModTime()}
	data, err := io.ReadAll(io.LimitReader(file, now.size))
	if was, _ := f.synced.Load(name); err == nil && writes && was != now {
		err = errors.Join(file.Sync(), disk.OS.SyncDir(filepath.Dir(f.path(name))))
		if err == nil {
			f.synced.Store(name, now)
		}
	}
	return data, err
}

// hold takes a file for this process, if it has not taken it yet, and returns all of it.
func (f *Files) hold(name string) ([]byte, uint64, error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	if h := f.held[name]; h != nil {
		data, err := f.read(name)
		return data[:min(h.size, len(data))], h.last, err
	}
	file, _, err := disk.OS.Continue(f.path(name))
	if err != nil {
		return nil, 0, err
	}
	data, err := f.read(name)
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	h := f.has(name, file, len(data))
	return data, h.last, nil
}

// has notes that this process has a file; the caller has the lock.
func (f *Files) has(name string, file *disk.Growing, size int) *heldFile {
	if f.held == nil {
		f.held = map[string]*heldFile{}
	}
	h := &heldFile{file, size, uint64(size)}
	f.held[name] = h
	return h
}

// Append adds to a file, and syncs it.
func (f *Files) Append(_ context.Context, name string, after uint64, lines []byte) (uint64, error) {
	switch {
	case f.Hold:
		return f.add(name, after, lines)
	case after > 0:
		return f.grow(name, after, lines)
	}
	err := disk.OS.New(f.path(name), lines)
	if errors.Is(err, fs.ErrExist) {
		err = house.ErrMoved
	}
	return uint64(len(lines)), err
}

// add is Append of a file that this process has.
func (f *Files) add(name string, after uint64, lines []byte) (uint64, error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	h := f.held[name]
	switch {
	case h == nil && after == 0:
		return f.begin(name, lines, f.over)
	case h == nil || h.last != after:
		return 0, house.ErrMoved
	}
	h.Cut(h.size) // what an append that failed has left
	_, _ = h.Write(lines)
	if err := h.Sync(); err != nil {
		return 0, err
	}
	h.size += len(lines)
	h.last += uint64(len(lines))
	return h.last, nil
}

func (f *Files) over(old []byte) error {
	if f.Over == nil {
		return house.ErrMoved
	}
	return f.Over(old)
}

// begin makes a file; the caller has the lock.
func (f *Files) begin(name string, lines []byte, over func(old []byte) error) (uint64, error) {
	file, err := disk.OS.Begin(f.path(name), lines, over)
	if err != nil {
		return 0, err
	}
	return f.has(name, file, len(lines)).last, nil
}

// grow is Append of a file that others may have.
func (f *Files) grow(name string, after uint64, lines []byte) (uint64, error) {
	file, data, err := disk.OS.Continue(f.path(name))
	if errors.Is(err, disk.ErrHeld) || errors.Is(err, fs.ErrNotExist) {
		return 0, house.ErrMoved
	} else if err != nil {
		return 0, err
	}
	size := len(upToLine(data))
	if uint64(size) != after {
		err = house.ErrMoved
	}
	if size < len(data) {
		file.Cut(size)
	}
	if _, bad := file.Write(lines); err == nil && bad == nil {
		err = file.Sync()
	}
	return after + uint64(len(lines)), errors.Join(err, file.Close())
}

// Replace puts another file in the place of one that this process has.
func (f *Files) Replace(_ context.Context, name string, after uint64, lines []byte) (uint64, error) {
	if !f.Hold {
		return 0, errors.ErrUnsupported
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	h := f.held[name]
	switch {
	case h == nil && after == 0:
		return f.begin(name, lines, f.over)
	case h == nil || h.last != after:
		return 0, house.ErrMoved
	}
	_ = h.Close()
	delete(f.held, name)
	last := h.last
	_, err := f.begin(name, lines, func([]byte) error { return nil })
	if err != nil {
		if file, data, again := disk.OS.Continue(f.path(name)); again == nil { // it is as it was
			f.has(name, file, len(data)).last = last
		}
		return 0, err
	}
	h = f.held[name]
	h.last = last + 1 + uint64(len(lines)) // no append has had that number
	return h.last, nil
}

// Remove removes a file that this process has, or nobody.
func (f *Files) Remove(_ context.Context, name string) error {
	if !f.Hold {
		return errors.ErrUnsupported
	}
	_, _, err := f.hold(name)
	if err == nil {
		err = errors.Join(disk.OS.Remove(f.path(name)), f.Release(name))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Release gives a file back.
func (f *Files) Release(name string) error {
	f.lock.Lock()
	defer f.lock.Unlock()
	h := f.held[name]
	if h == nil {
		return nil
	}
	delete(f.held, name)
	return h.Close()
}

// List reads the folder.
func (f *Files) List(_ context.Context, end string) ([]string, error) {
	paths := Ending(f.Folder, end)
	if f.Folder == "" {
		return paths, nil
	}
	for i := range paths {
		paths[i] = filepath.Base(paths[i])
	}
	return paths, nil
}
