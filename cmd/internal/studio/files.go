package studio

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/table"
)

// written are the ends of the names of files that people write.
var written = []string{".yaml", ".lua", ".csv"}

// held is a file of the pack that is open.
type held struct {
	// Path names it everywhere, Name is the way from its folder.
	Path string `json:"path"`
	Name string `json:"name"`
	// folder is the one on disk in which it may be written; "" for one inside the program or in an
	// archive.
	folder string
	text   []byte
}

// digest is the one by which the file is written, "" where it is not there yet.
func (f *held) digest() string {
	if f.text == nil {
		return ""
	}
	return disk.Digest(f.text)
}

// ownTable is the game whose files are written and tested: of the first pack on disk the game
// that was opened last, which has its files as they are, else the first; nil before any is.
func (s *server) ownTable() *interp.Table {
	var first, own *interp.Table
	for _, g := range s.Games() {
		t := g.Shown().Table
		places := t.Loaded.Places()
		if len(places) > 0 && (own == nil || slices.Equal(places, own.Loaded.Places())) {
			own = t
		}
		first = cmp.Or(first, t)
	}
	return cmp.Or(own, first)
}

// sources are the packs in play: the user's game before packs laid by others, each group
// with the last laid first.
func (s *server) sources() []*pack.Source {
	var out []*pack.Source
	take := func(loaded *pack.Loaded) {
		for _, layer := range slices.Backward(loaded.Sources()) {
			if !slices.ContainsFunc(out, func(has *pack.Source) bool { return has.Shown == layer.Shown }) {
				out = append(out, layer)
			}
		}
	}
	if own := s.ownTable(); own != nil {
		take(own.Loaded)
	} else if bench := s.draft(); bench != nil {
		take(bench.Loaded)
	}
	for _, g := range s.Games() {
		take(g.Shown().Table.Loaded)
	}
	return out
}

// folders are the folders of the packs in play, the last laid first, with separate folders
// of scripts and scenarios.
func (s *server) folders() []string {
	var out []string
	for _, layer := range s.sources() {
		if layer.Folder == "" {
			continue
		}
		for _, folder := range []string{layer.Folder, layer.Scripts, layer.ScenarioFolder()} {
			path, err := filepath.Abs(folder)
			if info, other := os.Stat(path); folder == "" || err != nil || other != nil || !info.IsDir() {
				continue
			}
			within := func(has string) bool {
				way, err := filepath.Rel(has, path)
				return err == nil && filepath.IsLocal(way)
			}
			if !slices.ContainsFunc(out, within) {
				out = append(out, path)
			}
		}
	}
	return out
}

// held finds a file by its path, or as findings name it. One that is not there yet has
// no text; one in none of the folders is a refusal.
func (s *server) held(file string) (*held, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	inside := s.inside(file, path)
	for _, folder := range s.folders() {
		name, err := filepath.Rel(folder, path)
		if err != nil || !filepath.IsLocal(name) || !slices.Contains(written, filepath.Ext(name)) {
			continue
		}
		out := &held{Path: path, Name: filepath.ToSlash(name), folder: folder}
		root, err := source.Root(folder)
		if err != nil {
			return nil, err
		}
		defer root.Close()
		out.text, err = source.FileIn(root.FS, out.Name, source.MaxSize)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if out.text == nil && inside != nil { // named from a folder that is a pack's
			return inside, nil
		}
		return out, nil
	}
	if inside != nil {
		return inside, nil
	}
	return nil, table.Refuse(404, "%s is not a file of the packs that are open, whose names end in .yaml, "+
		".lua or .csv", file)
}

// inside finds a file inside the program or in an archive; nil for none.
func (s *server) inside(file, path string) *held {
	for _, layer := range s.sources() {
		for _, f := range layer.Files {
			if place := s.carried(f.Shown); !layer.Writable() && (f.Shown == file || place == path) {
				return &held{Path: place, Name: f.Shown, text: f.Data}
			}
		}
	}
	return nil
}

// carried is where the language server lays a file of a game inside the program.
func (s *server) carried(shown string) string {
	return filepath.Join(s.laid, filepath.FromSlash(shown))
}

// Folder is one with files; Own is not set for what is inside the program.
type Folder struct {
	Path  string `json:"path"`
	Name  string `json:"name"`
	Own   bool   `json:"own"`
	Files []held `json:"files"`
}

// files lists the files by folder; of those inside the program Own is not set.
func (s *server) files(house.Viewer, table.None) ([]Folder, error) {
	out := []Folder{}
	for _, root := range s.folders() {
		one := Folder{root, filepath.Base(root), true, []held{}}
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && path != root && strings.HasPrefix(d.Name(), "."):
				return filepath.SkipDir
			case d.Type().IsRegular() && slices.Contains(written, filepath.Ext(path)):
				name, _ := filepath.Rel(root, path) // it begins with root
				one.Files = append(one.Files, held{Path: path, Name: filepath.ToSlash(name)})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	for _, layer := range slices.Backward(s.sources()) {
		if layer.Writable() || len(layer.Files) == 0 {
			continue
		}
		one := Folder{Name: filepath.Base(layer.Shown), Files: []held{}}
		for _, f := range layer.Files {
			if slices.Contains(written, filepath.Ext(f.Path)) {
				one.Files = append(one.Files, held{Path: s.carried(f.Shown), Name: f.Path})
			}
		}
		out = append(out, one)
	}
	return out, nil
}

// FileCall names a file.
type FileCall struct {
	File string `json:"file"`
}

// File is a file with its text; its digest is empty where it is not there yet.
type File struct {
	held
	Text   string `json:"text"`
	Digest string `json:"digest"`
	Own    bool   `json:"own"`
	Open   string `json:"open,omitempty"`
}

// file is a file with its text, and the digest by which it is written; without a
// digest it is not there yet.
func (s *server) file(_ house.Viewer, in FileCall) (File, error) {
	f, err := s.held(in.File)
	if err != nil {
		return File{}, err
	}
	return File{held: *f, Text: unix(f.text), Digest: f.digest(), Own: f.folder != "", Open: s.link(f.Path, 1, 1)}, nil
}

// SaveCall writes a text into a file that has a digest, or removes the file.
type SaveCall struct {
	Name   string `json:"name"`
	Text   string `json:"text,omitempty"`
	Digest string `json:"digest"`
	Remove bool   `json:"remove,omitempty"`
}

// Saved is the digest of what was written, and why no revision of it is kept.
type Saved struct {
	Digest string `json:"digest"`
	Unkept string `json:"unkept,omitempty"`
}

// save writes a file whose digest is unchanged since it was read, or removes it. The
// old and new contents are kept as revisions.
func (s *server) save(_ house.Viewer, in SaveCall) (Saved, error) {
	f, err := s.held(in.Name)
	if err != nil {
		return Saved{}, err
	}
	if f.folder == "" {
		return Saved{}, table.Refuse(403, "%s is inside the program or an archive; make it yours first", f.Name)
	}
	data := []byte(in.Text)
	if in.Remove {
		data = nil
	}
	return f.save(in.Digest, data)
}

// unix is a text as the page has it, whose editor knows one way to end a line.
func unix(text []byte) string { return strings.ReplaceAll(string(text), "\r\n", "\n") }

// save writes a file whose digest is still the one that was read, or removes it where data is
// nil and a revision stays. Where lines end as Windows ends them, they do afterwards.
func (f *held) save(was string, data []byte) (Saved, error) {
	if data != nil && bytes.Contains(f.text, []byte("\r\n")) {
		data = []byte(strings.ReplaceAll(unix(data), "\n", "\r\n"))
	}
	unkept := keepRevision(f.Path, f.text)
	if data == nil && unkept != nil {
		return Saved{}, unkept
	}
	err := disk.Exchange(f.folder, f.Name, was, data)
	switch {
	case errors.Is(err, disk.ErrChanged), errors.Is(err, fs.ErrExist):
		return Saved{}, changedMeanwhile(f)
	case err != nil:
		return Saved{}, err
	}
	out := Saved{Digest: disk.Digest(data)}
	unkept = errors.Join(unkept, keepRevision(f.Path, data))
	if unkept != nil {
		out.Unkept = unkept.Error()
	}
	return out, nil
}

func changedMeanwhile(f *held) error {
	return table.Refuse(409, "%s was changed elsewhere meanwhile; nothing was written", f.Name)
}

// Revision is one of a file, by its name.
type Revision struct {
	Name string `json:"name"`
	When string `json:"when"`
}

// revisions lists the revisions of a file, the last first.
func (s *server) revisions(_ house.Viewer, in FileCall) ([]Revision, error) {
	_, folder, err := s.revised(in.File)
	if err != nil {
		return nil, err
	}
	out := lists.Map(revisions(folder), func(name string) Revision { return Revision{name, when(name)} })
	return append([]Revision{}, out...), nil
}

// revised is a file, and the folder of its revisions.
func (s *server) revised(file string) (*held, string, error) {
	f, err := s.held(file)
	if err != nil {
		return nil, "", err
	}
	folder, err := revisionFolder(f.Path)
	return f, folder, err
}

// RevisionCall names a revision of a file.
type RevisionCall struct {
	File     string `json:"file"`
	Revision string `json:"revision"`
}

// Text is the text of a revision.
type Text struct {
	Text string `json:"text"`
}

// revision is the text of a revision.
func (s *server) revision(_ house.Viewer, in RevisionCall) (Text, error) {
	f, folder, err := s.revised(in.File)
	if err != nil {
		return Text{}, err
	}
	if !slices.Contains(revisions(folder), in.Revision) {
		return Text{}, table.Refuse(404, "there is no revision %q of %s", in.Revision, f.Name)
	}
	data, err := source.File(filepath.Join(folder, in.Revision), source.MaxSize)
	return Text{unix(data)}, err
}
