package disk

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrChanged says that a file is another than it was when it was read.
var ErrChanged = errors.New("the file has changed meanwhile; nothing was written")

// Digest tells contents of files apart.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Exchange writes the file name below a folder, as Write and New do, in place of what has
// the digest was: "" for a file that is not there yet, whose folders are made. Where data is
// nil it removes the file. Another content is ErrChanged, a file that is there without having
// been read fs.ErrExist. Links that lead out of the folder are refused.
func Exchange(folder, name, was string, data []byte) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	name = filepath.FromSlash(name)
	path := filepath.Join(folder, name)
	held, err := root.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && was == "":
		if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		return OS.New(path, data)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err == nil && was == "":
		return named(path, fs.ErrExist)
	case err != nil, Digest(held) != was:
		return named(path, ErrChanged)
	case data == nil:
		return root.Remove(name)
	}
	return OS.Write(path, data)
}
