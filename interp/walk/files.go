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

// FileKinds are the kinds of files.
var FileKinds = []FileKind{
	{"pack", "pack.yaml", "the manifest of a pack", record("pack")},
	{"game", "game.yaml", "the game file of a pack", record("game file")},
	{"overlay", "game.yaml of an overlay", "the game file of an overlay", record("game file")},
	{"cards", "cards/**/*.yaml", "a file of cards", record("card file")},
	{"columns", "cards/**/*.columns.yaml", "the map of a sheet", record("columns file")},
	{"edits", "cards/**/*.edits.yaml", "what was changed beside a sheet",
		[]keyword.Type{{Kind: keyword.ListOf, Item: &record("edit")[0]}}},
	{"rulings", "rulings.yaml", "the rulings of a pack",
		[]keyword.Type{{Kind: keyword.ListOf, Item: &record("ruling")[0]}}},
	{"locale", "locale/*.yaml", "the sentences of a language",
		[]keyword.Type{{Kind: keyword.MapOf, Keys: keyword.RefText, Item: &keyword.Type{Kind: keyword.Either,
			Of: append(record("message"), keyword.Type{Kind: keyword.Text})}}}},
	{"scenario", "scenarios/**/*.yaml", "a scenario, or several", record("scenario")},
}

func record(name string) []keyword.Type {
	return []keyword.Type{{Kind: keyword.RecordOf, Ref: keyword.Ref(name)}}
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
	case nested && (first == "cards" || first == "locale"):
		return KindNamed(first)
	case at == "game.yaml" && overlay:
		return KindNamed("overlay")
	case at == "pack.yaml" || at == "game.yaml" || at == "rulings.yaml":
		return KindNamed(strings.TrimSuffix(at, ".yaml"))
	}
	return nil
}
