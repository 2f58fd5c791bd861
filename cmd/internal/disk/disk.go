// Package disk writes the files that people keep: whole or not at all, and still
// there after the machine stops. A file is written beside its place, synced,
// renamed to it, and its folder synced.
//
// It uses the system through the interface FS, so that tests can fail each write,
// sync and rename in turn, and lose unsynced data. It imports the
// standard library and source.
package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// File is an open file.
type File interface {
	io.ReadWriteCloser
	io.ReaderAt
	Sync() error
	Chmod(fs.FileMode) error
	Truncate(size int64) error
	Stat() (fs.FileInfo, error)
	// Lock takes the file for this process until it is closed; it reports whether
	// it could be had.
	Lock() (bool, error)
}

// FS is what of a file system is used.
type FS interface {
	OpenFile(path string, flag int, mode fs.FileMode) (File, error)
	Rename(from, to string) error
	Remove(path string) error
	// Stat follows links.
	Stat(path string) (fs.FileInfo, error)
	// Target is the place that a path leads to in the end: another one for a link.
	Target(path string) string
	// Open reports whether a path stands for what this process has open, such as
	// /dev/stdout.
	Open(path string) bool
	ReadDir(path string) ([]fs.DirEntry, error)
	// Same reports whether a path still leads to an open file.
	Same(f File, path string) bool
	// SyncDir makes creations and renames in a folder durable.
	SyncDir(path string) error
}

// Disk writes files to a file system.
type Disk struct{ FS }

// OS is the disk of this machine.
var OS = Disk{system{}}

// Write replaces a file, or makes it. A link stays a link, and the mode stays. A
// terminal and what this process has open are written through; what else is no file,
// a named pipe say, is refused.
func (d Disk) Write(path string, data []byte) error {
	place := d.Target(path)
	mode := fs.FileMode(0)
	plain := true
	if info, err := d.Stat(place); err == nil {
		if err := d.takes(path, place, info); err != nil {
			return err
		}
		mode = info.Mode().Perm()
		plain = info.Mode().IsRegular() && !d.Open(place)
	}
	if !plain {
		return named(path, d.through(place, data))
	}
	return named(path, d.replace(place, mode, data))
}

// takes reports why what there is at a place does not take a file.
func (d Disk) takes(path, place string, info fs.FileInfo) error {
	var why error
	mode := info.Mode()
	switch {
	case mode.IsRegular(), mode&fs.ModeCharDevice != 0, d.Open(place):
		return nil
	case mode.IsDir():
		why = syscall.EISDIR
	case mode&fs.ModeNamedPipe != 0:
		why = errors.New("a pipe is not written as a file")
	case mode&fs.ModeSocket != 0:
		why = errors.New("a socket is not written as a file")
	default:
		why = errors.New("a device is not written as a file")
	}
	return &fs.PathError{Op: "write", Path: path, Err: why}
}

// ErrOther says that a file is not one that the program has made.
var ErrOther = errors.New("something else than what would be written stands there; nothing was written")

// Made reports why a file may not be replaced by what the program makes: only one that
// begins alike, in its first two lines, was made by it too.
func (d Disk) Made(path string, data []byte) error {
	place := d.Target(path)
	info, err := d.Stat(place)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return named(path, err)
	case !info.Mode().IsRegular():
		return d.takes(path, place, info)
	}
	f, err := d.OpenFile(place, os.O_RDONLY, 0)
	if err != nil {
		return named(path, err)
	}
	begin := make([]byte, 4096)
	want := beginning(data)
	n, err := io.ReadFull(f, begin)
	// Nothing was written that could be lost.
	_ = f.Close()
	switch {
	case n > 0 && beginning(begin[:n]) != want:
		return &fs.PathError{Op: "write", Path: path, Err: ErrOther}
	case err != nil && err != io.EOF && err != io.ErrUnexpectedEOF:
		return named(path, err)
	}
	return nil
}

// beginning is the first two lines.
func beginning(data []byte) string {
	lines := strings.SplitN(string(data), "\n", 3)
	return strings.Join(lines[:min(len(lines), 2)], "\n")
}

// through writes into the existing file.
func (d Disk) through(place string, data []byte) error {
	f, err := d.OpenFile(place, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

func (d Disk) replace(place string, mode fs.FileMode, data []byte) error {
	d.clean(filepath.Dir(place))
	f, temporary, err := d.temporary(filepath.Dir(place))
	if err != nil {
		return err
	}
	err = fill(f, data, mode)
	if err == nil {
		err = d.Rename(temporary, place)
	}
	if err != nil {
		// The remains of a failed write are of no use.
		_ = d.Remove(temporary)
		return err
	}
	return d.SyncDir(filepath.Dir(place))
}

// fill writes a new file and closes it; a mode of 0 stays as it is.
func fill(f File, data []byte, mode fs.FileMode) error {
	_, err := f.Write(data)
	if err == nil && mode != 0 {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	return err
}

// New makes a file that is not there yet; one that is there is fs.ErrExist. Nothing of
// it stays where it cannot be written whole.
func (d Disk) New(path string, data []byte) error {
	f, err := d.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return named(path, err)
	}
	err = fill(f, data, 0)
	if err == nil {
		err = d.SyncDir(filepath.Dir(path))
	}
	if err != nil {
		// Half of a file is of no use to anybody.
		_ = d.Remove(path)
	}
	return named(path, err)
}

// Ready reports why a file cannot be written, before the work that makes it; nil
// if it can. It writes nothing that stays.
func (d Disk) Ready(path string) error {
	place := d.Target(path)
	info, err := d.Stat(place)
	if err == nil && (!info.Mode().IsRegular() || d.Open(place)) {
		return d.takes(path, place, info)
	}
	return d.readyFolder(path, filepath.Dir(place))
}

// ReadyFolder reports why no file can be written into a folder.
func (d Disk) ReadyFolder(folder string) error { return d.readyFolder(folder, d.Target(folder)) }

func (d Disk) readyFolder(path, folder string) error {
	info, err := d.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s cannot be written: there is no folder %s", path, folder)
	case err != nil:
		return named(path, err)
	case !info.IsDir():
		return fmt.Errorf("%s cannot be written: %s is not a folder", path, folder)
	}
	f, temporary, err := d.temporary(folder)
	if err != nil {
		return named(path, err)
	}
	// Nothing was written that could be lost.
	_ = f.Close()
	return named(path, d.Remove(temporary))
}

// prefix begins the names of temporary files; the process that writes follows.
const prefix = ".ruledeck-"

func (d Disk) temporary(folder string) (File, string, error) {
	for n := 0; ; n++ {
		path := filepath.Join(folder, fmt.Sprintf("%s%d-%d", prefix, os.Getpid(), n))
		f, err := d.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o644)
		if !errors.Is(err, fs.ErrExist) {
			return f, path, err
		}
	}
}

// clean removes the temporary files of processes that died over them.
func (d Disk) clean(folder string) {
	entries, err := d.ReadDir(folder)
	if err != nil {
		return // the write will say what is wrong with the folder
	}
	for _, e := range entries {
		rest, ours := strings.CutPrefix(e.Name(), prefix)
		number, _, _ := strings.Cut(rest, "-")
		process, err := strconv.Atoi(number)
		if ours && err == nil && e.Type().IsRegular() && !alive(process) {
			// A file that cannot be removed does no harm.
			_ = d.Remove(filepath.Join(folder, e.Name()))
		}
	}
}

// named makes an error about the file as it was given: users do not know the
// temporary one.
func named(path string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: "write", Path: path, Err: bare(err)}
}

// bare is an error without its path.
func bare(err error) error {
	var wrong *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &wrong):
		return wrong.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
