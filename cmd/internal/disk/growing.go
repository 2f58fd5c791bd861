package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrHeld says that another process has a file.
var ErrHeld = errors.New("another ruledeck is at it; one at a time")

// Growing is a file that only this process appends to. Appended data is on disk
// once Sync has returned without an error. After a crash the file begins with all
// data that was ever synced.
type Growing struct {
	disk Disk
	path string
	// place is where the path led when the file was taken.
	place string
	file  File
	// size is the length known to be on disk; pending is the data appended since,
	// which the file may already hold in whole or in part.
	size    int64
	pending []byte
	torn    bool
}

// Begin makes a file with its first bytes, in place of one that was there: that one
// stays until the new one is on disk. What may not be replaced says why.
func (d Disk) Begin(path string, first []byte, may func(old []byte) error) (*Growing, error) {
	place := d.Target(path)
	mode := fs.FileMode(0)
	if _, err := d.Stat(place); err == nil {
		old, data, err := d.take(path, place)
		if err != nil {
			return nil, err
		}
		defer old.Close()
		if len(data) > 0 {
			if err := may(data); err != nil {
				return nil, err
			}
		}
		if info, err := old.Stat(); err == nil {
			mode = info.Mode().Perm()
		}
	}
	g, err := d.begin(place, first, mode)
	if err != nil {
		return nil, named(path, err)
	}
	g.path = path
	return g, nil
}

func (d Disk) begin(place string, first []byte, mode fs.FileMode) (*Growing, error) {
	folder := filepath.Dir(place)
	d.clean(folder)
	f, temporary, err := d.temporary(folder)
	if err != nil {
		return nil, err
	}
	g := &Growing{disk: d, place: place, file: f, pending: first}
	_, err = f.Lock()
	if err == nil && mode != 0 {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = g.write()
	}
	if err == nil {
		err = d.Rename(temporary, place)
	}
	if err == nil {
		err = d.SyncDir(folder)
	}
	if err != nil {
		// A file that was not begun in full is useless.
		_ = f.Close()
		_ = d.Remove(temporary)
		return nil, err
	}
	return g, nil
}

// Continue takes a file to add to it, and returns what it holds. Cut drops what
// does not belong to it.
func (d Disk) Continue(path string) (*Growing, []byte, error) {
	place := d.Target(path)
	f, data, err := d.take(path, place)
	if err != nil {
		return nil, nil, err
	}
	return &Growing{disk: d, path: path, place: place, file: f, size: int64(len(data))}, data, nil
}

// MaxGrown is the largest file that is taken, in bytes.
const MaxGrown = 64 << 20

// take opens a file, locks it and reads it.
func (d Disk) take(path, place string) (File, []byte, error) {
	info, err := d.Stat(place)
	switch {
	case err != nil:
		return nil, nil, named(path, err)
	case !info.Mode().IsRegular():
		return nil, nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("it is not a file")}
	case info.Size() > MaxGrown:
		return nil, nil, &fs.PathError{Op: "open", Path: path, Err: fmt.Errorf("it is larger than %d bytes", MaxGrown)}
	}
	f, err := d.OpenFile(place, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return nil, nil, named(path, err)
	}
	mine, err := f.Lock()
	if err == nil && (!mine || !d.Same(f, place)) {
		err = ErrHeld
	}
	var data []byte
	if err == nil {
		data, err = io.ReadAll(f)
	}
	if err != nil {
		_ = f.Close()
		return nil, nil, &fs.PathError{Op: "open", Path: path, Err: bare(err)}
	}
	return f, data, nil
}

// Cut drops what lies behind a size, and what was written since the last Sync that succeeded.
func (g *Growing) Cut(size int) {
	g.size = int64(size)
	g.pending = nil
	g.torn = true
}

// Write adds bytes, which Sync brings to the disk; it never fails.
func (g *Growing) Write(data []byte) (int, error) {
	g.pending = append(g.pending, data...)
	return len(data), nil
}

// errOther says that a file was put in the place of one that was being written.
var errOther = errors.New("another file stands in its place now")

// Sync brings all that was added to the disk. After an error it is tried again,
// from the last place that is known to be there. A file that was removed meanwhile is
// made anew, with all that it held; one that was put in its place is left alone.
func (g *Growing) Sync() error {
	if !g.disk.Same(g.file, g.place) {
		return named(g.path, g.again())
	}
	if len(g.pending) == 0 && !g.torn {
		return nil
	}
	return named(g.path, g.write())
}

// again makes a file that is not there any more.
func (g *Growing) again() error {
	if _, err := g.disk.Stat(g.place); err == nil {
		return errOther
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	held := make([]byte, g.size)
	if _, err := g.file.ReadAt(held, 0); err != nil {
		return err
	}
	made, err := g.disk.begin(g.place, append(held, g.pending...), 0)
	if err != nil {
		return err
	}
	// The old file has no name any more.
	_ = g.file.Close()
	g.file = made.file
	g.size = made.size
	g.pending = nil
	g.torn = false
	return nil
}

func (g *Growing) write() error {
	if g.torn {
		if err := g.file.Truncate(g.size); err != nil {
			return err
		}
	}
	g.torn = true
	if _, err := g.file.Write(g.pending); err != nil {
		return err
	}
	if err := g.file.Sync(); err != nil {
		return err
	}
	g.size += int64(len(g.pending))
	g.pending = nil
	g.torn = false
	return nil
}

// Close gives the file back, with what Sync has brought to the disk.
func (g *Growing) Close() error {
	if g.torn {
		_ = g.file.Truncate(g.size) // where that fails too, its reader finds the torn end
	}
	return g.file.Close()
}
