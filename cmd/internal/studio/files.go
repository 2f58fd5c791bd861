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

// own is the game whose files are written and tested: of the first pack on disk the game
// that was opened last, which has its files as they are, else the first; nil before any is.
func (s *server) own() *interp.Table {
	var first, own *interp.Table
	for _, b := range s.all() {
		t := b.shown.Load().table
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
	if own := s.own(); own != nil {
		take(own.Loaded)
	} else if bench := s.draft(); bench != nil {
		take(bench.Loaded)
	}
	for _, b := range s.all() {
		take(b.shown.Load().table.Loaded)
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
			if !slices.ContainsFunc(out, func(has string) bool { return below(has, path) }) {
				out = append(out, path)
			}
		}
	}
	return out
}

// below reports whether a path is a folder or in it.
func below(folder, path string) bool {
	way, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(way)
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
		out.text, err = source.FileIn(root.FS(), out.Name, source.MaxSize)
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

// getFiles lists the files by folder; of those inside the program Own is not set.
func (s *server) getFiles(*query) (any, error) {
	type folder struct {
		Path  string `json:"path"`
		Name  string `json:"name"`
		Own   bool   `json:"own"`
		Files []held `json:"files"`
	}
	out := []folder{}
	for _, root := range s.folders() {
		one := folder{root, filepath.Base(root), true, []held{}}
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
		one := folder{Name: filepath.Base(layer.Shown), Files: []held{}}
		for _, f := range layer.Files {
			if slices.Contains(written, filepath.Ext(f.Path)) {
				one.Files = append(one.Files, held{Path: s.carried(f.Shown), Name: f.Path})
			}
		}
		out = append(out, one)
	}
	return out, nil
}

// getFile is a file with its text, and the digest by which it is written; without a
// digest it is not there yet.
func (s *server) getFile(q *query) (any, error) {
	f, err := s.held(q.URL.Query().Get("file"))
	if err != nil {
		return nil, err
	}
	out := struct {
		held
		Text   string `json:"text"`
		Digest string `json:"digest"`
		Own    bool   `json:"own"`
		Open   string `json:"open,omitempty"`
	}{held: *f, Text: unix(f.text), Own: f.folder != ""}
	if f.text != nil {
		out.Digest = disk.Digest(f.text)
	}
	out.Open = s.link(f.Path, 1, 1)
	return out, nil
}

// postSave writes a file whose digest is unchanged since it was read, or removes it. The
// old and new contents are kept as revisions.
func (s *server) postSave(q *query) (any, error) {
	f, err := s.held(q.body.Name)
	if err != nil {
		return nil, err
	}
	if f.folder == "" {
		return nil, table.Refuse(403, "%s is inside the program or an archive; make it yours first", f.Name)
	}
	data := []byte(q.body.Text)
	if q.body.Remove {
		data = nil // of which no revision stays
	}
	out, err := f.save(q.body.Digest, data)
	if err == nil && q.body.Remove && out["unkept"] == "" {
		err = os.Remove(f.Path)
	}
	return out, err
}

// unix is a text as the page has it, whose editor knows one way to end a line.
func unix(text []byte) string { return strings.ReplaceAll(string(text), "\r\n", "\n") }

// save writes a file whose digest is still the one that was read. Where lines end as Windows
// ends them, they do afterwards.
func (f *held) save(was string, data []byte) (map[string]string, error) {
	if data != nil && bytes.Contains(f.text, []byte("\r\n")) {
		data = []byte(strings.ReplaceAll(unix(data), "\n", "\r\n"))
	}
	unkept := keepRevision(f.Path, f.text)
	err := disk.Exchange(f.folder, f.Name, was, data)
	switch {
	case errors.Is(err, disk.ErrChanged), errors.Is(err, fs.ErrExist):
		return nil, changedMeanwhile(f)
	case err != nil:
		return nil, err
	}
	out := map[string]string{"digest": disk.Digest(data)}
	if unkept = errors.Join(unkept, keepRevision(f.Path, data)); unkept != nil {
		out["unkept"] = unkept.Error()
	}
	return out, nil
}

func changedMeanwhile(f *held) error {
	return table.Refuse(409, "%s was changed elsewhere meanwhile; nothing was written", f.Name)
}

// getRevisions lists the revisions of a file, the last first, or is the text of one.
func (s *server) getRevisions(q *query) (any, error) {
	f, err := s.held(q.URL.Query().Get("file"))
	if err != nil {
		return nil, err
	}
	folder, err := revisionFolder(f.Path)
	if err != nil {
		return nil, err
	}
	all := revisions(folder)
	if name := q.URL.Query().Get("revision"); name != "" {
		if !slices.Contains(all, name) {
			return nil, table.Refuse(404, "there is no revision %q of %s", name, f.Name)
		}
		data, err := source.File(filepath.Join(folder, name), source.MaxSize)
		return map[string]string{"text": unix(data)}, err
	}
	type revision struct {
		Name string `json:"name"`
		When string `json:"when"`
	}
	out := lists.Map(all, func(name string) revision { return revision{name, when(name)} })
	return append([]revision{}, out...), nil
}
