// Package pack finds the files of a pack, in the program or in a folder, and lays overlays
// over a base: cards added, patched, replaced and removed, the game file merged key by key,
// scripts added and replaced. The result is one typed tree, the scripts, and a digest of
// all files, whatever order the files or the overlays were given in.
//
// It imports ast, source, sheet, keyword, diag, lists and sanitize.
package pack

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/sanitize"
	"github.com/ruledeck/ruledeck/interp/source"
)

// What a pack may hold at most, and its scenarios beside it: many times what a large
// game has, and little enough to be read and checked at once.
const (
	MaxFiles   = 4000
	MaxBytes   = 32 << 20
	MaxModules = 1000      // Lua files
	MaxScript  = 256 << 10 // bytes of one
)

// File is one file of a pack.
type File struct {
	// Path is the place in the pack: "cards/teams/x.yaml".
	Path string `json:"path"`
	// Shown is the place as people know it: the folder as given, or the place
	// in the project for a shipped game.
	Shown string `json:"shown"`
	Data  []byte `json:"data"`
}

// whole is the file as a place.
func (f *File) whole() diag.Pos { return diag.At(f.Shown, 0, 0) }

// Source is the files of one pack or overlay, as they are. As JSON it leaves out where it was
// found: it is read where these files are not.
type Source struct {
	// Shown is the place of the pack as people know it.
	Shown string `json:"shown"`
	// Files are sorted by path.
	Files []File `json:"files"`
	// Below is the pack that this one extends, where both come from a Bundle; sealed is
	// set for these: no other is looked for.
	Below  *Source `json:"extends,omitempty"`
	sealed bool
	// Carried is set for an overlay that another pack brings along.
	Carried bool `json:"carried,omitempty"`
	// Folder is the folder as given, "" for a pack that the program carries.
	// Scripts is the folder of its scripts where that is not inside of it.
	Folder, Scripts string `json:"-"`
	// Seats may each name this card file: it has its cards for each of them.
	Seats int `json:"-"`
	// alone is set for a card file that stands by itself: Shown is its place.
	alone bool
	// unsaved is the text that it was opened with.
	unsaved Unsaved
	// memo keeps files that were read; nil keeps none.
	memo *source.Memo

	bytes, modules int
}

// NotFoundError says that there is no game or overlay of a name.
type NotFoundError struct {
	// What is "game" or "overlay".
	What, Name string
	// Known are the names that exist.
	Known []string
}

// Error lists what exists.
func (e *NotFoundError) Error() string {
	text := fmt.Sprintf("there is no %s %q", e.What, e.Name)
	if e.What == "game" {
		text += ", and no folder of that name with a pack.yaml"
	}
	if len(e.Known) > 0 {
		text += "; " + diag.There(e.Name, e.Known)
	}
	if e.What == "game" && builtin.Load() == nil && !strings.ContainsAny(e.Name, `/\.`) {
		text += "; this program carries no games: for those of ruledeck it imports github.com/ruledeck/ruledeck/cards" +
			" and github.com/ruledeck/ruledeck/scripts, and calls pack.Register(cards.Files, scripts.Files)"
	}
	return text
}

// Open finds a pack by the id of a shipped game or by its folder.
func Open(name string) (*Source, error) { return Unsaved(nil).Open(name, nil) }

// ScenarioFolder is where the scenarios of a pack on disk lie: in the pack, or
// for a checkout of a game that the program carries in the project's own folder.
func (s *Source) ScenarioFolder() string {
	if s.Scripts == "" {
		return filepath.Join(s.Folder, "scenarios")
	}
	return filepath.Join(filepath.Dir(s.Scripts), "..", "testdata", "scenarios", filepath.Base(s.Scripts))
}

// checkout adds the scripts of a game that lies as the program's own do: its
// scripts in scripts/ID beside the folder cards/ID.
func (s *Source) checkout() error {
	full, err := filepath.Abs(s.Folder)
	if err != nil || filepath.Base(filepath.Dir(full)) != "cards" ||
		slices.ContainsFunc(s.Files, func(f File) bool { return strings.HasPrefix(f.Path, "scripts/") }) {
		return err
	}
	scripts := filepath.Join(s.Folder, "..", "..", "scripts", filepath.Base(full))
	if _, err := source.Stat(scripts); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	s.Scripts = scripts
	return s.read(scripts, "scripts", nil)
}

// FromFS reads a pack from a file system; shown is put before the paths.
func FromFS(files fs.FS, shown string) (*Source, error) {
	s := &Source{Shown: shown}
	if err := s.walk(files, "", shown, parts); err != nil {
		return nil, err
	}
	s.sort()
	return s, nil
}

// parts are the files and folders that make a pack; everything else in a
// folder is none of its business.
var parts = []string{"pack.yaml", "game.yaml", "rulings.yaml", "cards", "decks", "scripts", "locale", "overlays",
	"art", "icons"}

// read adds the files of a folder or an archive as walk does, with the unsaved text in them. No link
// leads out of it.
func (s *Source) read(folder, mount string, only []string) error {
	root, err := source.Root(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	shown := filepath.ToSlash(filepath.Clean(folder))
	if err := s.walk(root.FS, mount, shown, only); err != nil {
		return err
	}
	return s.lay(folder, mount, shown, only)
}

// walk adds the files, all of them or only some at the top; mount is put before their
// paths in the pack, shown before those that people see.
func (s *Source) walk(files fs.FS, mount, shown string, only []string) error {
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		if hidden(entry.Name()) || only != nil && !isPart(name, only) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if entry.IsDir() {
			return nil
		}
		data, err := s.memo.FileIn(files, path.Join(shown, name), name, source.MaxSheet)
		if err != nil {
			return source.At(err, shown, name)
		}
		return s.add(File{path.Join(mount, name), path.Join(shown, name), data})
	})
}

// LargeError says that a pack is larger than packs are read.
type LargeError struct {
	Pack, What string
	Most       int
}

// Error names the bound.
func (e *LargeError) Error() string {
	return fmt.Sprintf("%s holds more than a pack may: at most %d %s are read", e.Pack, e.Most, e.What)
}

// CheckName refuses the name of a file or a folder that is more than a line of text: it
// stands in errors, in front of what else is said.
func CheckName(path string) error {
	if shown := sanitize.Line(path); shown != path || strings.Contains(path, "\t") {
		return fmt.Errorf("%s: a name that is no line of text is not read", shown)
	}
	return nil
}

// add adds a file, unless the pack breaks a bound of its size with it, or its name is none.
func (s *Source) add(f File) error {
	if err := CheckName(f.Shown); err != nil {
		return err
	}
	s.Files = append(s.Files, f)
	s.bytes += len(f.Data)
	if path.Ext(f.Path) == ".lua" {
		s.modules++
	}
	switch {
	case len(s.Files) > MaxFiles:
		return &LargeError{s.Shown, "files", MaxFiles}
	case s.bytes > MaxBytes:
		return &LargeError{s.Shown, "bytes", MaxBytes}
	case s.modules > MaxModules:
		return &LargeError{s.Shown, "scripts", MaxModules}
	}
	return nil
}

// hidden reports whether a name is one of editors and version control.
func hidden(name string) bool { return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") }

// isPart reports whether a path is one of the parts, or in one.
func isPart(name string, parts []string) bool {
	first, _, _ := strings.Cut(name, "/")
	return slices.Contains(parts, first)
}

func (s *Source) sort() {
	slices.SortFunc(s.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
}

// File returns the file at a path, or nil.
func (s *Source) File(at string) *File {
	i, ok := slices.BinarySearchFunc(s.Files, at, func(f File, at string) int { return strings.Compare(f.Path, at) })
	if !ok {
		return nil
	}
	return &s.Files[i]
}

// overlayRoots are where a pack keeps its overlays: the scripts of a shipped
// one stand apart from its cards.
const (
	overlayRoot       = "overlays/"
	overlayScriptRoot = "scripts/overlays/"
)

// inOverlay reports whether a path belongs to an overlay that the pack carries.
func inOverlay(at string) bool {
	return strings.HasPrefix(at, overlayRoot) || strings.HasPrefix(at, overlayScriptRoot)
}

// OverlayNames returns the overlays that the pack carries, sorted.
func (s *Source) OverlayNames() []string {
	var names []string
	for _, f := range s.Files {
		if rest, ok := strings.CutPrefix(f.Path, overlayRoot); ok {
			name, file, _ := strings.Cut(rest, "/")
			if file == "pack.yaml" {
				names = append(names, name)
			}
		}
	}
	return names
}

// Writable reports whether the pack lies in a folder: packs inside the program or in an
// archive are read-only.
func (s *Source) Writable() bool {
	info, err := os.Stat(s.Folder)
	return err == nil && info.IsDir()
}

// Overlay returns an overlay that the pack carries in its folder overlays.
func (s *Source) Overlay(name string) (*Source, error) {
	if !slices.Contains(s.OverlayNames(), name) {
		return nil, &NotFoundError{"overlay", name, s.OverlayNames()}
	}
	out := &Source{Shown: path.Join(s.Shown, overlayRoot, name), Carried: true}
	if s.Folder != "" {
		out.Folder = filepath.Join(s.Folder, overlayRoot, name)
	}
	for _, f := range s.Files {
		if rest, ok := strings.CutPrefix(f.Path, overlayRoot+name+"/"); ok {
			out.Files = append(out.Files, File{rest, f.Shown, f.Data})
		} else if rest, ok := strings.CutPrefix(f.Path, overlayScriptRoot+name+"/"); ok {
			out.Files = append(out.Files, File{"scripts/" + rest, f.Shown, f.Data})
		}
	}
	out.sort()
	return out, nil
}

// CardFile makes an overlay of one file of cards, or with a list of a deck, that stands by
// itself: its key game names the pack that it is for. path is the file as given.
func CardFile(path string, report *diag.List) (s *Source, game string, err error) {
	data, err := source.File(path, source.MaxSize)
	if err != nil {
		return nil, "", err
	}
	shown := filepath.ToSlash(filepath.Clean(path))
	at := "cards/file.yaml"
	if n := source.Read(shown, data, report); n != nil {
		if g := n.Get("game"); g != nil {
			game = g.Text
		}
		if cards := n.Get("cards"); cards != nil && cards.Kind == source.Map {
			at = "decks/file.yaml"
		}
	}
	if game == "" {
		return nil, "", fmt.Errorf("%s: a file of cards that stands by itself begins with game: and the id of its game",
			shown)
	}
	return single(game, at, shown, data), game, nil
}

// DeckText makes an overlay of a list of a deck that is given as text; shown is what the text is
// known by.
func DeckText(game, deck, shown string, text []byte) *Source {
	return single(game, path.Join("decks", deck, "list.txt"), shown, text)
}

// single makes an overlay of one file at a place.
func single(game, at, shown string, data []byte) *Source {
	manifest := fmt.Sprintf("id: card_file\nversion: 1.0.0\napi: %d\nextends: %s\nname: {en: Card file}\n", keyword.API,
		game)
	return &Source{Shown: shown, alone: true, Carried: true, Files: []File{
		{Path: at, Shown: shown, Data: data},
		{Path: "pack.yaml", Shown: shown, Data: []byte(manifest)},
	}}
}
