package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// lock takes a file for this process; the system gives it back when the process
// ends, however it ends. The byte that is locked lies far behind the text, so that
// others can read it.
func lock(f *os.File) (bool, error) {
	far := &windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()),
		windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, far)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// alive reports whether a process runs.
func alive(process int) bool {
	found, err := os.FindProcess(process)
	if err != nil {
		return false
	}
	_ = found.Release()
	return true
}

// open opens a file. Go would open one that grows so that it can be neither renamed, replaced
// nor removed before it is closed, nor ever be cut: no game could be saved.
func open(path string, flag int, mode fs.FileMode) (*os.File, error) {
	if flag&os.O_APPEND == 0 {
		return os.OpenFile(path, flag, mode)
	}
	how := uint32(windows.OPEN_EXISTING)
	if flag&os.O_CREATE != 0 {
		how = windows.CREATE_NEW
	}
	name, err := windows.UTF16PtrFromString(path)
	var h windows.Handle
	if err == nil {
		h, err = windows.CreateFile(name, windows.GENERIC_READ|windows.GENERIC_WRITE,
			windows.FILE_SHARE_READ|windows.FILE_SHARE_WRITE|windows.FILE_SHARE_DELETE, nil, how,
			windows.FILE_ATTRIBUTE_NORMAL, 0)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(h), path), nil
}

func (f systemFile) Write(data []byte) (int, error) {
	if f.appends {
		if _, err := f.Seek(0, io.SeekEnd); err != nil {
			return 0, err
		}
	}
	return f.File.Write(data)
}

// Rename goes by the folder, in which both names are: so it replaces a file that is open, as
// other systems do.
func (system) Rename(from, to string) error {
	root, err := os.OpenRoot(filepath.Dir(from))
	if err != nil {
		return err
	}
	defer root.Close()
	return root.Rename(filepath.Base(from), filepath.Base(to))
}

// SyncDir does nothing: the system keeps its folders itself.
func (system) SyncDir(string) error { return nil }
