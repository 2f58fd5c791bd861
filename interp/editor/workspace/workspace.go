// Package workspace holds the packs of the folders that somebody edits: which
// pack a file belongs to, the text that is not saved yet, and what reading and
// checking found, kept until a file of theirs changes.
//
//	workspace.go  folders, unsaved text, and which pack a file is of
//	study.go      a pack read and checked, and its scenarios
//	broken.go     files that cannot be read for the moment
//
// It imports interp, its stages, check and scenario. It writes nothing.
package workspace

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Unit names the packs that are read and checked together: one pack, by its folder or by
// the id of a built-in one, and its overlays.
type Unit struct {
	Pack string
	// over are the overlays, one a line: names of the pack's own, or folders.
	over string
}

// NewUnit names a pack with overlays.
func NewUnit(name string, overlays ...string) Unit { return Unit{name, strings.Join(overlays, "\n")} }

// Overlays are the packs laid over the pack.
func (u Unit) Overlays() []string {
	if u.over == "" {
		return nil
	}
	return strings.Split(u.over, "\n")
}

// Workspace is safe for use by several goroutines.
type Workspace struct {
	// Carried is the folder in which the files of the games that the program carries
	// lie to be read, "" for none.
	Carried  string
	studying sync.Mutex
	lock     sync.Mutex
	folders  []string
	unsaved  pack.Unsaved
	studies  map[Unit]*Study
	// latest are the latest studies of packs, whatever has changed since.
	latest map[Unit]*Study
	// memo keeps what reading and checking the files found, good the latest text of each file
	// that could be read.
	memo *source.Memo
	good map[string][]byte
}

// New returns a workspace of folders, each by its absolute path.
func New(folders ...string) *Workspace {
	return &Workspace{folders: folders, unsaved: pack.Unsaved{}, studies: map[Unit]*Study{},
		latest: map[Unit]*Study{}, memo: &source.Memo{}, good: map[string][]byte{}}
}

// SetFolders says which folders there are from now on.
func (w *Workspace) SetFolders(folders []string) {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.folders = folders
}

// Put gives a file a text that is not saved; a nil text takes it back.
func (w *Workspace) Put(path string, text []byte) {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.unsaved = maps.Clone(w.unsaved)
	if text == nil {
		delete(w.unsaved, path)
	} else {
		w.unsaved[path] = text
	}
	w.outdate(path)
}

// Changed says that a file or folder on disk is another now, or gone.
func (w *Workspace) Changed(path string) {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.outdate(path)
}

// Forget drops the studies of a unit.
func (w *Workspace) Forget(u Unit) {
	w.lock.Lock()
	defer w.lock.Unlock()
	delete(w.studies, u)
	delete(w.latest, u)
}

// outdate forgets the studies that a file took part in, or could take part in.
func (w *Workspace) outdate(path string) {
	for unit, s := range w.studies {
		if s.reads(path) {
			delete(w.studies, unit)
		}
	}
}

// Text returns the present text of a file: the unsaved one, or the one on disk.
func (w *Workspace) Text(path string) ([]byte, error) {
	if text, ok := w.Unsaved()[path]; ok {
		return text, nil
	}
	return readFile(path)
}

// Unsaved is the text that is not saved at this moment; it is not to be changed.
func (w *Workspace) Unsaved() pack.Unsaved {
	w.lock.Lock()
	defer w.lock.Unlock()
	return w.unsaved
}

// exists reports whether there is a file, saved or not.
func (w *Workspace) exists(path string) bool {
	if _, ok := w.Unsaved()[path]; ok {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// InCarried returns the way to a file of a game that the program carries, as the
// findings name it, and whether it is one.
func (w *Workspace) InCarried(path string) (string, bool) {
	if w.Carried == "" {
		return "", false
	}
	rel, err := filepath.Rel(w.Carried, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// File is the path of the file that a finding names. Files of built-in games and of
// archives lie below Carried.
func (w *Workspace) File(shown string) string {
	archived := strings.Contains(shown, source.Archive+"/")
	if filepath.IsAbs(shown) && !archived || w.Carried == "" {
		return filepath.FromSlash(shown)
	}
	return filepath.Join(w.Carried, filepath.FromSlash(strings.ReplaceAll(shown, ":", "")))
}

// Place is where a file stands in a pack.
type Place struct {
	// Unit is what it is checked with.
	Unit Unit
	// Folder is the folder of the pack that holds it, Path the way from there as
	// packs have it: "cards/teams/x.yaml", "scenarios/x.yaml".
	Folder, Path string
	// Overlay is set where the pack extends another.
	Overlay bool
}

// Locate finds the pack that a file belongs to.
func (w *Workspace) Locate(path string) (Place, bool) {
	if rel, ok := w.InCarried(path); ok {
		parts := strings.SplitN(rel, "/", 3)
		if len(parts) < 3 {
			return Place{}, false
		}
		p := Place{Unit: NewUnit(parts[1]), Folder: parts[0] + "/" + parts[1], Path: parts[2]}
		if parts[0] == "scripts" {
			p.Path = "scripts/" + parts[2]
		}
		return p, true
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if w.exists(filepath.Join(dir, "pack.yaml")) {
			return w.placed(dir, path), true
		}
		if p, ok := w.checkout(dir, path); ok {
			return p, true
		}
		if filepath.Dir(dir) == dir {
			return Place{}, false
		}
	}
}

// placed is the place of a file in the pack of a folder; overlays that a pack carries
// are checked with it.
func (w *Workspace) placed(dir, path string) Place {
	rel, _ := filepath.Rel(dir, path)
	p := Place{Unit: NewUnit(dir), Folder: dir, Path: filepath.ToSlash(rel), Overlay: w.extends(dir)}
	outer := filepath.Dir(filepath.Dir(dir))
	if filepath.Base(filepath.Dir(dir)) == "overlays" && w.exists(filepath.Join(outer, "pack.yaml")) {
		p.Unit = NewUnit(outer, filepath.Base(dir))
	}
	return p
}

// checkout finds the place of a file whose pack is laid out as the built-in ones are:
// the scripts of cards/ID in scripts/ID, its scenarios in testdata/scenarios/ID.
func (w *Workspace) checkout(dir, path string) (Place, bool) {
	parent := filepath.Dir(dir)
	inside := ""
	switch {
	case filepath.Base(parent) == "scripts":
		parent, inside = filepath.Dir(parent), "scripts"
	case filepath.Base(parent) == "scenarios" && filepath.Base(filepath.Dir(parent)) == "testdata":
		parent, inside = filepath.Dir(filepath.Dir(parent)), "scenarios"
	default:
		return Place{}, false
	}
	folder := filepath.Join(parent, "cards", filepath.Base(dir))
	if !w.exists(filepath.Join(folder, "pack.yaml")) {
		return Place{}, false
	}
	rel, _ := filepath.Rel(dir, path)
	p := Place{Unit: NewUnit(folder), Folder: folder, Path: inside + "/" + filepath.ToSlash(rel),
		Overlay: w.extends(folder)}
	if rest, ok := strings.CutPrefix(filepath.ToSlash(rel), "overlays/"); ok && inside == "scripts" {
		name, file, _ := strings.Cut(rest, "/")
		p.Unit = NewUnit(folder, name)
		p.Path = "scripts/" + file
		p.Overlay = true
	}
	return p, true
}

// extends reports whether the pack of a folder says that it extends another.
func (w *Workspace) extends(dir string) bool {
	text, err := w.Text(filepath.Join(dir, "pack.yaml"))
	return err == nil && (strings.HasPrefix(string(text), "extends:") || strings.Contains(string(text), "\nextends:"))
}

// most bounds how many packs are looked for in the folders.
const most = 200

// Packs returns the folders with packs in the workspace, sorted: not those that are
// ignored (see pack.Ignored), nor what a pack carries.
func (w *Workspace) Packs() []string {
	w.lock.Lock()
	roots := slices.Clone(w.folders)
	w.lock.Unlock()
	var found []string
	for _, root := range roots {
		_ = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			switch {
			case err != nil || len(found) >= most:
				return filepath.SkipDir
			case !d.IsDir():
				return nil
			case path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" || pack.Ignored(path)):
				return filepath.SkipDir
			case w.exists(filepath.Join(path, "pack.yaml")):
				found = append(found, path)
				return filepath.SkipDir
			}
			return nil
		})
	}
	slices.Sort(found)
	return slices.Compact(found)
}
