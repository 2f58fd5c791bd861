package source

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Archive is how the name of a file ends that holds a pack: a zip, which is read wherever
// a folder is.
const Archive = ".rdpack"

// What an archive may take in bytes: its file, and the directory in it, which is read whole
// before anything else; there each name takes OfName more. Both have room for a pack with its
// tests.
const (
	MaxArchive   = 96 << 20
	MaxDirectory = 2 << 20
	OfName       = 46
)

// Tree is a folder that is open, or an archive that stands for one.
type Tree struct {
	fs.FS
	io.Closer
}

// inside finds the archive on the way to a place, and the name in it; "" if there is none.
func inside(place string) (at, name string) {
	place = filepath.Clean(place)
	for at = place; strings.Contains(at, Archive); at = filepath.Dir(at) {
		info, err := os.Stat(at)
		if err == nil && info.Mode().IsRegular() && filepath.Ext(at) == Archive {
			name, _ = filepath.Rel(at, place) // it is below that
			return at, filepath.ToSlash(name)
		}
	}
	return "", ""
}

// Stat is os.Stat that also knows archives, as folders, and the files in them.
func Stat(place string) (fs.FileInfo, error) {
	if archive, _ := inside(place); archive == "" {
		return os.Stat(place)
	}
	tree, err := Root(place)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	info, err := fs.Stat(tree.FS, ".")
	return info, at(err, place)
}

// Walk is filepath.WalkDir, but for archives and folders in them. Of archives below the
// place nothing is visited but themselves.
func Walk(place string, visit fs.WalkDirFunc) error {
	if archive, _ := inside(place); archive == "" {
		return filepath.WalkDir(place, visit)
	}
	tree, err := Root(place)
	if err != nil {
		return err
	}
	defer tree.Close()
	return fs.WalkDir(tree.FS, ".", func(path string, d fs.DirEntry, err error) error {
		return visit(filepath.Join(place, filepath.FromSlash(path)), d, err)
	})
}

// openArchive opens a folder in an archive that is one throughout: what else it may be is
// said before anything of it is read.
func openArchive(place, name string) (Tree, error) {
	file, err := os.Open(place)
	if err != nil {
		return Tree{}, err
	}
	files, err := readArchive(file)
	if err != nil {
		_ = file.Close()
		return Tree{}, &NotFileError{filepath.ToSlash(place), err.Error()}
	}
	sub, err := fs.Sub(files, name)
	return Tree{sub, file}, err
}

func readArchive(file *os.File) (*zip.Reader, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > MaxArchive {
		return nil, fmt.Errorf("an archive of more than %d bytes is not read", MaxArchive)
	}
	if err := checkDirectory(file, info.Size()); err != nil {
		return nil, err
	}
	files, err := zip.NewReader(file, info.Size())
	if err != nil {
		return nil, errNoArchive
	}
	names := map[string]bool{}
	for _, f := range files.File {
		name := strings.TrimSuffix(f.Name, "/")
		shown := strings.Trim(fmt.Sprintf("%q", f.Name), `"`)
		switch {
		case !fs.ValidPath(name) || strings.ContainsAny(name, "\\:\x00"):
			return nil, fmt.Errorf("the name %s in it is not the name of a file in a folder", shown)
		case names[strings.ToLower(name)]:
			return nil, fmt.Errorf("%s is in it twice", shown)
		case f.Method != zip.Store && f.Method != zip.Deflate || f.Flags&1 != 0:
			return nil, fmt.Errorf("%s in it is packed in a way that is not read; ruledeck archive writes archives",
				shown)
		}
		names[strings.ToLower(name)] = true
	}
	return files, nil
}

var errNoArchive = errors.New("no archive of a pack, or not all of it; ruledeck archive writes archives")

// checkDirectory bounds the size of the directory at the end of an archive by its end
// record, which must be the very last bytes. A reader then relies on no other figures.
func checkDirectory(file *os.File, size int64) error {
	const last = 22
	end := make([]byte, last)
	if _, err := file.ReadAt(end, size-last); err != nil {
		return errNoArchive
	}
	number := binary.LittleEndian.Uint32
	length, begin := int64(number(end[12:])), int64(number(end[16:]))
	switch {
	case string(end[:8]) != "PK\x05\x06\x00\x00\x00\x00", end[20] != 0, end[21] != 0,
		binary.LittleEndian.Uint16(end[10:]) == 0xffff, begin+length+last != size:
		return errNoArchive
	case length > MaxDirectory:
		return errors.New("more files than an archive may hold")
	}
	return nil
}

// Zip writes files as one, in the order of their names and without their times.
func Zip(files map[string][]byte) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store}) // others pack otherwise
		if err == nil {
			_, err = f.Write(files[name])
		}
		if err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}
