package pack

import (
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/source"
)

// Unsaved is text that stands in place of files on disk, as an editor has it before
// it is saved: by the absolute path of the file, which need not be there yet; nil for
// one that counts as deleted.
type Unsaved map[string][]byte

// Open finds a pack as the function Open does, with the unsaved text in it, and in
// the packs that it extends. A memo keeps the files that are read; it may be nil.
func (u Unsaved) Open(name string, memo *source.Memo) (*Source, error) {
	if IsShipped(name) {
		return openShipped(name)
	}
	given := name
	if !u.isPack(name) {
		var odd *source.NotFileError
		if _, err := source.Stat(name); errors.As(err, &odd) {
			return nil, err // an archive that is none
		}
		var err error
		name, err = fromLibrary(name, Origin{})
		if err != nil {
			return nil, err
		}
	}
	if opened := TheLibrary().Opened; opened != nil {
		opened(given)
	}
	return u.open(name, memo)
}

// open opens the pack in a folder or an archive.
func (u Unsaved) open(folder string, memo *source.Memo) (*Source, error) {
	s := &Source{memo: memo, unsaved: u, Folder: folder, Shown: filepath.ToSlash(filepath.Clean(folder))}
	archive := filepath.Ext(folder) == source.Archive
	if archive {
		s.memo = nil // the times of its files are all the same
	}
	err := s.read(folder, "", parts)
	if err == nil && archive {
		err = s.fitsManifest()
	}
	if err == nil {
		err = s.checkout()
	}
	s.sort()
	return s, err
}

// isPack reports whether a folder holds a pack.
func (u Unsaved) isPack(folder string) bool {
	manifest := filepath.Join(folder, "pack.yaml")
	if full, err := filepath.Abs(manifest); err == nil {
		if text, known := u[full]; known {
			return text != nil
		}
	}
	info, err := source.Stat(manifest)
	return err == nil && info.Mode().IsRegular()
}

// lay puts the unsaved text of a folder in place of the files that were read from it;
// mount, shown and only are as in walk.
func (s *Source) lay(folder, mount, shown string, only []string) error {
	full, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	for place, text := range s.unsaved {
		within, ok := strings.CutPrefix(filepath.ToSlash(place), filepath.ToSlash(full)+"/")
		if !ok || only != nil && !isPart(within, only) || slices.ContainsFunc(strings.Split(within, "/"), hidden) {
			continue
		}
		at := path.Join(mount, within)
		s.Files = slices.DeleteFunc(s.Files, func(f File) bool { return f.Path == at })
		if text == nil {
			continue
		}
		if err := s.add(File{at, path.Join(shown, within), text[:min(len(text), source.MaxSize+1)]}); err != nil {
			return err
		}
	}
	return nil
}
