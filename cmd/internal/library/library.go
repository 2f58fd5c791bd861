// Package library keeps the packs that people get from elsewhere: as archives, in a folder
// of the user's state, with an index of where each comes from. It fetches them too, and is the
// only room of the program that asks a network for anything by itself.
//
//	library.go   the folder and its index
//	fetch.go     files and addresses
//	git.go       repositories of git
//
// It imports cmd/internal/command, disk, isolate and savedir, and interp, which reads packs.
package library

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// Use lets packs be opened that lie in the user's library, but for those that are tried
// instead: see pack.Library.
func Use(tried map[string]string) {
	l := pack.TheLibrary()
	l.Folder, _ = savedir.Where("packs") // without a home there is no library
	l.Tried = tried
	pack.UseLibrary(l)
}

// change reads the index, lets it be changed, and writes it.
func change(with func(folder string, packs []pack.Got) ([]pack.Got, error)) error {
	folder, err := savedir.Place("packs")
	if err != nil {
		return err
	}
	var packs []pack.Got
	place := filepath.Join(folder, pack.IndexFile)
	err = pack.ReadJSON(place, &packs)
	if err == nil {
		packs, err = with(folder, packs)
	}
	if err != nil {
		return err
	}
	return write(place, packs)
}

// WriteLock writes the lock of the pack in the folder one stands in. Of a source that is a
// place of this machine it keeps nothing: the lock is for others too.
func WriteLock(lock pack.Lock) error {
	for id, o := range lock {
		if filepath.IsAbs(o.Source) || strings.HasPrefix(o.Source, "/") || strings.HasPrefix(o.Source, "file:") {
			o.Source = ""
		}
		o.Source = filepath.ToSlash(o.Source)
		lock[id] = o
	}
	return write(pack.LockFile, lock)
}

// write writes an index or a lock.
func write(place string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return disk.OS.Write(place, append(data, '\n'))
}

// Keep puts an archive into the library, as the one that is meant by its id.
func Keep(o pack.Origin, archive []byte) error {
	return change(func(folder string, packs []pack.Got) ([]pack.Got, error) {
		g := pack.Got{Origin: o}
		packs = slices.DeleteFunc(packs, func(was pack.Got) bool { return was.Content == o.Content })
		return append(packs, g), disk.OS.Write(filepath.Join(folder, g.File()), archive)
	})
}

// Remove takes the packs of an id out of the library.
func Remove(id string) error {
	return change(func(folder string, packs []pack.Got) (left []pack.Got, err error) {
		for _, g := range packs {
			if g.ID != id {
				left = append(left, g)
			} else if err := os.Remove(filepath.Join(folder, g.File())); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
		}
		return left, nil
	})
}
