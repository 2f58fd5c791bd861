package pack

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// ArchiveFormat is the number of the form of archives that this program writes and reads.
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
	if f := s.File("pack.yaml"); f != nil {
		m = ast.ReadManifest(source.Read(f.Shown, f.Data, &diag.List{}))
	}
	return m
}

// Content says what the pack is. Its digest is the SHA-256 of all that travels with it: its
// files, pictures and overlays, its tests, and what people read beside it. It is the same in a
// folder and in an archive. The error is that one of them cannot be read.
func (s *Source) Content() (Content, error) {
	m, _, err := s.packed()
	return m.Content, err
}

// packed is the manifest of an archive of the pack, without what it extends, and the files in the
// archive.
func (s *Source) packed() (Manifest, []File, error) {
	all, err := s.travels()
	manifest := s.Manifest()
	m := Manifest{Format: ArchiveFormat, Content: Content{manifest.ID.Text, manifest.Version, digestOf(all)},
		API: manifest.API, Licence: manifest.Licence, Files: map[string]string{},
		Authors: lists.Map(manifest.Authors, func(w ast.Word) string { return w.Text })}
	for _, f := range all {
		m.Files[f.Path] = fmt.Sprintf("%x", sha256.Sum256(f.Data))
	}
	return m, all, err
}

// travels are the files that an archive of the pack has, sorted by path.
func (s *Source) travels() ([]File, error) {
	all := &Source{Shown: s.Shown}
	if s.Folder != "" {
		if err := all.read(s.Folder, "", along); err != nil {
			return nil, err
		}
	}
	all.Files = append(all.Files, s.Files...)
	all.sort()
	return all.Files, nil
}

// digestOf is the SHA-256 of files with their paths.
func digestOf(files []File) string {
	h := sha256.New()
	for _, f := range files {
		fmt.Fprintf(h, "%q %d\n", f.Path, len(f.Data))
		h.Write(f.Data)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// Archive writes the pack as one file, with its tests and what people read beside it: the
// same bytes for the same files. What the pack extends is named, not contained.
func (l *Loaded) Archive() ([]byte, Manifest, error) {
	m, all, err := l.sources[len(l.sources)-1].packed()
	if err != nil {
		return nil, m, err
	}
	for _, below := range l.Below() {
		content, err := below.Content()
		if err != nil {
			return nil, m, err
		}
		m.Extends = append(m.Extends, content)
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, m, err
	}
	files := map[string][]byte{manifestName: append(text, '\n')}
	for _, f := range all {
		files[f.Path] = f.Data
	}
	data, err := source.Zip(files)
	return data, m, err
}

// fitsManifest compares an archive with the manifest in it, if one is: the checksums of a zip
// cover what its files hold, but not their names.
func (s *Source) fitsManifest() error {
	var said *Manifest
	if err := ReadJSON(filepath.Join(s.Folder, manifestName), &said); err != nil || said == nil {
		return err
	}
	if said.Format != ArchiveFormat {
		return fmt.Errorf("%s: its manifest says format %d, and this version of the program reads format %d",
			s.Shown, said.Format, ArchiveFormat)
	}
	s.sort()
	is, _, err := s.packed()
	if err != nil {
		return err
	}
	for _, name := range slices.Concat(lists.Sorted(is.Files), lists.Sorted(said.Files)) {
		if is.Files[name] == "" || is.Files[name] != said.Files[name] {
			return fmt.Errorf("%s: %s in it is not what its manifest says: the archive was changed or damaged",
				s.Shown, name)
		}
	}
	if said.Digest == digestOf(s.Files) { // an earlier version kept the digest of the parts alone
		said.Digest = is.Digest
	}
	if said.Content != is.Content {
		return fmt.Errorf("%s: it holds another pack than its manifest says: the archive was changed or damaged",
			s.Shown)
	}
	return nil
}
