package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"
)

// NotFileError says that something in a stranger's folder is not read: it is no
// file, or a link that leads out of the folder.
type NotFileError struct{ Path, Why string }

// Error says what it is instead.
func (e *NotFileError) Error() string { return e.Path + ": " + e.Why }

// File reads a file of at most some bytes, and one byte more if it is larger: the
// readers say so. Links are followed within the file's own folder. What would wait
// for ever, or was never written as a file, is refused with a *NotFileError.
func File(place string, most int64) ([]byte, error) {
	root, err := Root(filepath.Dir(place))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	data, err := FileIn(root.FS, filepath.Base(place), most)
	return data, at(err, place)
}

// Root opens a folder, an archive, or a folder in an archive; no link leads out of it.
// Anything else is refused: opening a pipe would wait until a process writes to it.
func Root(folder string) (Tree, error) {
	if archive, name := inside(folder); archive != "" {
		return openArchive(archive, name)
	}
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		return Tree{}, &fs.PathError{Op: "open", Path: folder, Err: syscall.ENOTDIR}
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return Tree{}, err
	}
	return Tree{root.FS(), root}, nil
}

// FileIn reads a file of a file system as File does. A file system that a root
// gives lets no link lead out.
func FileIn(files fs.FS, name string, most int64) ([]byte, error) {
	info, err := fs.Stat(files, name)
	if err != nil {
		return nil, err
	}
	if kind := kindOf(info.Mode()); kind != "" {
		return nil, &NotFileError{name, kind + " is not read as a file"}
	}
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most+1))
}

// kindOf names the kind of something that is not a file; "" for a file.
func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsRegular():
		return ""
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "what is neither a file nor a folder"
}

// at puts the place as it was given into an error of a root, which knows the name
// alone; a link that leads out is said to be one.
func at(err error, place string) error {
	var odd *NotFileError
	var wrong *fs.PathError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &odd):
		return &NotFileError{filepath.ToSlash(place), odd.Why}
	case errors.As(err, &wrong) && wrong.Err.Error() == "path escapes from parent": // it has no name of its own
		return &NotFileError{filepath.ToSlash(place), "a link that leads out of its folder is not followed"}
	case errors.As(err, &wrong):
		return &fs.PathError{Op: "read", Path: place, Err: wrong.Err}
	}
	return fmt.Errorf("%s: %w", place, err)
}

// At makes an error of FileIn one about a file below a place.
func At(err error, place, name string) error { return at(err, path.Join(place, name)) }

// Why says what kept a file from being read, without its path.
func Why(err error) string {
	var odd *NotFileError
	var wrong *fs.PathError
	switch {
	case errors.As(err, &odd):
		return odd.Why
	case errors.As(err, &wrong):
		return wrong.Err.Error()
	}
	return err.Error()
}
