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

// packs are the library, whose folder is made, and the packs in it.
func packs() (l pack.Library, packs []pack.Origin, err error) {
	l = pack.TheLibrary()
	_, err = savedir.Place("packs")
	if err == nil {
		packs, err = l.Packs()
	}
	return l, packs, err
}

// Keep puts an archive into the library, as the one that is meant by its id.
func Keep(o pack.Origin, archive []byte) error {
	l, packs, err := packs()
	if err == nil {
		err = disk.OS.Write(l.Archive(o.Content), archive)
	}
	if err != nil {
		return err
	}
	packs = slices.DeleteFunc(packs, func(was pack.Origin) bool { return was.Content == o.Content })
	return write(filepath.Join(l.Folder, pack.IndexFile), append(packs, o))
}

// Remove takes the packs of an id out of the library.
func Remove(id string) error {
	l, packs, err := packs()
	if err != nil {
		return err
	}
	left := slices.DeleteFunc(packs, func(o pack.Origin) bool {
		if o.ID == id {
			err = errors.Join(err, os.RemoveAll(l.Archive(o.Content)))
		}
		return o.ID == id
	})
	if err != nil {
		return err
	}
	return write(filepath.Join(l.Folder, pack.IndexFile), left)
}
