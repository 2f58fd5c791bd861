package pack

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync/atomic"

	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// LockFile is the name of the file beside a pack that says which content of others it
// extends; IndexFile is that of the library's own.
const (
	LockFile  = "ruledeck.lock"
	IndexFile = "library.json"
)

// Origin says which pack something is, and where it comes from.
type Origin struct {
	Content
	// Source is a file, an address, or a repository of git; in a lock it is never a place of one
	// machine, and "" where there is no other. Of a repository At is the tag,
	// branch or commit that was asked for, Commit the one that it was, Path the folder.
	Source string `json:"source"`
	At     string `json:"at,omitempty"`
	Commit string `json:"commit,omitempty"`
	Path   string `json:"path,omitempty"`
}

// command is how the pack is got from where it came from.
func (o Origin) command() string {
	text := "ruledeck get " + cmp.Or(o.Source, "SOURCE")
	if o.At != "" {
		text += " --at " + o.At
	}
	if o.Path != "" {
		text += " --path " + o.Path
	}
	return text
}

// Lock is the content of a LockFile: packs by their ids.
type Lock map[string]Origin

// Library is where packs lie that were got from elsewhere.
type Library struct {
	// Folder holds the archives, and their index; without a home it is "".
	Folder string
	// Opened, if not nil, is told before a pack is opened that does not come with the program,
	// by the name that was given: from then on the process may need limits.
	Opened func(name string)
	// Tried is a way to the archive that is read instead of what the library has by an id,
	// whatever locks say.
	Tried map[string]string
}

var library atomic.Pointer[Library]

// UseLibrary says where packs lie that were got from elsewhere.
func UseLibrary(l Library) { library.Store(&l) }

// TheLibrary is the one in use; without one it is empty.
func TheLibrary() Library {
	if l := library.Load(); l != nil {
		return *l
	}
	return Library{}
}

// Packs are the packs of the library, the last one got at the end. An error says that its
// index cannot be read.
func (l Library) Packs() (packs []Origin, err error) {
	if l.Folder != "" {
		err = ReadJSON(filepath.Join(l.Folder, IndexFile), &packs)
	}
	return packs, err
}

// Archive is where the archive of a pack of the library lies.
func (l Library) Archive(c Content) string {
	return filepath.Join(l.Folder, filepath.Base(fmt.Sprintf("%s-%.12s%s", c.ID, c.Digest, source.Archive)))
}

// IDs are the ids of the packs, sorted.
func (l Library) IDs() []string {
	packs, _ := l.Packs() // who opens one of them is told what is wrong with the index
	ids := lists.Map(packs, func(g Origin) string { return g.ID })
	slices.Sort(ids)
	return slices.Compact(ids)
}

// ReadJSON reads a lock or an index; of one that is not there it reads nothing.
func ReadJSON(place string, into any) error {
	data, err := source.File(place, source.MaxSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	return source.At(json.Unmarshal(data, into), place, "")
}

// RefusedError says why a pack is not opened that is there, or was: it is another than the
// lock says.
type RefusedError struct{ Why string }

// Error says why, and what to do.
func (e *RefusedError) Error() string { return e.Why }

// fromLibrary finds the archive of a pack in the library, of the content that is wanted or,
// with none, the one got last.
func fromLibrary(id string, wanted Origin) (string, error) {
	l := TheLibrary()
	if at := l.Tried[id]; at != "" {
		return at, nil
	}
	packs, err := l.Packs()
	if err != nil {
		return "", err
	}
	for _, g := range slices.Backward(packs) {
		if g.ID == id && (wanted.ID == "" || g.Content == wanted.Content) {
			return l.Archive(g.Content), nil
		}
	}
	if wanted.ID != "" {
		return "", &RefusedError{fmt.Sprintf("%s has %s, which is not here; to get it: %s",
			LockFile, wanted, wanted.command())}
	}
	return "", &NotFoundError{"game", id, known()}
}

// known are the games that can be named: those that the program carries, and those in the
// library.
func known() []string { return slices.Sorted(slices.Values(append(TheLibrary().IDs(), Shipped()...))) }

// below opens a pack that one in a folder extends: a folder or an archive by the way from
// there, or one of the library by its id. It has to be what the packs above are locked to.
func (l *loader) below(at *layer, name string) (*Source, error) {
	var lock Lock
	err := ReadJSON(filepath.Join(at.source.Folder, LockFile), &lock)
	l.locks = append(l.locks, lock)
	place := filepath.Join(at.source.Folder, filepath.FromSlash(name))
	u := at.source.unsaved
	switch {
	case err != nil:
	case u.isPack(place):
	case u.isPack(place + source.Archive):
		place += source.Archive
	default:
		id := filepath.Base(place)
		wanted := l.lockedTo(id)
		if wanted.ID == "" && lock != nil && TheLibrary().Tried[id] == "" {
			l.report.Warnf("locked-pack", at.extends, "%s has no entry for %s, so the content that was got last "+
				"is used; ruledeck get SOURCE locks the pack to one", LockFile, id)
		}
		place, err = fromLibrary(id, wanted)
	}
	if err != nil {
		return nil, err
	}
	s, err := u.open(place, l.memo)
	if err != nil {
		return nil, err
	}
	wanted := l.lockedTo(s.Manifest().ID.Text)
	if wanted.ID == "" {
		return s, nil
	}
	is, err := s.Content()
	if err != nil {
		return nil, err
	}
	// An earlier version kept the digest of the parts alone.
	if wanted.Digest != is.Digest && wanted.Digest != digestOf(s.Files) {
		return nil, &RefusedError{fmt.Sprintf("%s has %s, and %s is here: ruledeck get "+
			"brings what is locked, ruledeck get --update shows what a newer one changes", LockFile, wanted, is)}
	}
	return s, nil
}

// lockedTo is what the packs above are locked to, by the uppermost that has a lock.
func (l *loader) lockedTo(id string) Origin {
	for _, lock := range l.locks {
		if o, is := lock[id]; is && TheLibrary().Tried[id] == "" {
			return o
		}
	}
	return Origin{}
}
