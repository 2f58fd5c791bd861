package cli

import (
	"os"
	"path/filepath"
)

// writeFile replaces a file without ever leaving half of one: it writes beside
// it, syncs, and renames.
func writeFile(path string, data []byte) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), ".ruledeck-*")
	if err != nil {
		return err
	}
	_, err = temporary.Write(data)
	if err == nil {
		err = temporary.Chmod(0o644)
	}
	if err == nil {
		err = temporary.Sync()
	}
	if closing := temporary.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		// What is left of a failed write is of no use to anybody.
		_ = os.Remove(temporary.Name())
	}
	return err
}
