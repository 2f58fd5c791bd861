package pack

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// ArchiveFormat is the number of the form of archives that this program writes.
const ArchiveFormat = 1

// manifestName is the manifest file of an archive.
const manifestName = "manifest.json"

// along are what travels with a pack besides its parts: its tests, and what people read.
var along = []string{"scenarios", "README.md", "LICENSE", "LICENSE.md", "LICENCE", "LICENCE.md", LockFile}

// Content names what a pack holds.
type Content struct {
	ID      string `json:"id"`
	Version string `json:"version"`
	// Digest is that of its files: see Source.Content.
	Digest string `json:"digest"`
}

// String is the id with the version and the beginning of the digest.
func (c Content) String() string { return fmt.Sprintf("%s %s (%.12s)", c.ID, c.Version, c.Digest) }

// Manifest is what an archive says of the pack in it.
type Manifest struct {
	Format int `json:"format"`
	Content
	// API is the version of the language that the pack is written for.
	API int `json:"api"`
	// Extends are the packs that it is laid over, the lowest first, as they were.
	Extends []Content `json:"extends,omitempty"`
	Licence string    `json:"licence,omitempty"`
	Authors []string  `json:"authors,omitempty"`
	// Files are the digests of all files by their paths.
	Files map[string]string `json:"files"`
}

// Manifest reads pack.yaml, without a report.
func (s *Source) Manifest() (m ast.Manifest) {
	if f := s.file("pack.yaml"); f != nil {
		m = ast.ReadManifest(source.Read(f.Shown, f.Data, &diag.List{}))
	}
	return m
}

// Content says what the pack is. Its digest is the SHA-256 of its files, pictures and the
// overlays that it carries with them: the same in a folder and in an archive.
func (s *Source) Content() Content {
	m, h := s.Manifest(), sha256.New()
	for _, f := range s.Files {
		fmt.Fprintf(h, "%q %d\n", f.Path, len(f.Data))
		h.Write(f.Data)
	}
	return Content{m.ID.Text, m.Version, hex.EncodeToString(h.Sum(nil))}
}

// Archive writes the pack as one file, with its tests and what people read beside it: the
// same bytes for the same files. What the pack extends is named, not contained.
func (l *Loaded) Archive() ([]byte, Manifest, error) {
	top := l.sources[len(l.sources)-1]
	manifest := top.Manifest()
	m := Manifest{Format: ArchiveFormat, Content: top.Content(), API: manifest.API, Licence: manifest.Licence,
		Extends: lists.Map(l.Below(), (*Source).Content), Files: map[string]string{},
		Authors: lists.Map(manifest.Authors, func(w ast.Word) string { return w.Text })}
	more := &Source{Shown: top.Shown}
	if top.Folder != "" {
		root, err := source.Root(top.Folder)
		if err != nil {
			return nil, m, err
		}
		defer root.Close()
		if err := more.walk(root.FS(), "", top.Shown, along); err != nil {
			return nil, m, err
		}
	}
	files := map[string][]byte{}
	for _, f := range slices.Concat(top.Files, more.Files) {
		files[f.Path], m.Files[f.Path] = f.Data, digest(f.Data)
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, m, err
	}
	files[manifestName] = append(text, '\n')
	data, err := source.Zip(files)
	return data, m, err
}

// fitsManifest compares an archive with the manifest in it, if one is: the checksums of a zip
// cover what its files hold, but not their names.
func (s *Source) fitsManifest(files fs.FS) error {
	var m Manifest
	text, err := s.memo.FileIn(files, path.Join(s.Shown, manifestName), manifestName, source.MaxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		return source.At(err, s.Shown, manifestName)
	}
	held := map[string]bool{}
	for _, f := range s.Files {
		if held[f.Path] = true; m.Files[f.Path] != digest(f.Data) {
			return s.spoilt(f.Path)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		if isPart(name, parts) && !held[name] {
			return s.spoilt(name)
		}
	}
	return nil
}

func (s *Source) spoilt(name string) error {
	return fmt.Errorf("%s: %s in it is not what its manifest says: the archive was changed or damaged", s.Shown, name)
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
