package walk

import (
	"path"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/keyword"
)

// FileKind is a kind of YAML file of a pack.
type FileKind struct {
	// Name is "cards"; Files says which files are of the kind, as people write it.
	Name, Files string
	// Title says what such a file is, Types what it holds.
	Title string
	Types []keyword.Type
}

// FileKinds are the kinds of files, as the registry has them.
var FileKinds = fileKinds()

func fileKinds() (all []FileKind) {
	for _, f := range keyword.FileKinds()[0].Fields {
		files, title, _ := strings.Cut(f.Doc, ": ")
		all = append(all, FileKind{f.Name, files, title, []keyword.Type{f.Type}})
	}
	return all
}

// KindNamed returns the kind of the name, nil if there is none.
func KindNamed(name string) *FileKind {
	i := slices.IndexFunc(FileKinds, func(k FileKind) bool { return k.Name == name })
	if i < 0 {
		return nil
	}
	return &FileKinds[i]
}

// KindOf returns the kind of a file by its place in a pack; nil for files that
// are of none. overlay reports whether the pack extends another.
func KindOf(at string, overlay bool) *FileKind {
	if path.Ext(at) != ".yaml" {
		return nil
	}
	first, _, nested := strings.Cut(at, "/")
	switch {
	case nested && first == "scenarios":
		return KindNamed("scenario")
	case first == "cards" && strings.HasSuffix(at, ".columns.yaml"):
		return KindNamed("columns")
	case first == "cards" && strings.HasSuffix(at, ".edits.yaml"):
		return KindNamed("edits")
	case nested && (first == "cards" || first == "decks" || first == "locale"):
		return KindNamed(first)
	case at == "game.yaml" && overlay:
		return KindNamed("overlay")
	case at == "pack.yaml" || at == "game.yaml" || at == "rulings.yaml":
		return KindNamed(strings.TrimSuffix(at, ".yaml"))
	}
	return nil
}
