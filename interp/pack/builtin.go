package pack

import (
	"io/fs"
	"path"
	"slices"
	"sync/atomic"

	"github.com/ruledeck/ruledeck/interp/lists"
)

// builtin are the games that the program has in itself, in two trees with one
// folder a game; nil for none.
var builtin atomic.Pointer[trees]

type trees struct{ cards, scripts fs.FS }

// Register hands in the games that the program has in itself: trees with a folder
// of cards and a folder of scripts for each of them. They can be opened by the
// names of these folders, and extended. A program calls it once, before it opens
// any; one that brings its own packs never does, and carries no others.
func Register(cards, scripts fs.FS) {
	if !builtin.CompareAndSwap(nil, &trees{cards, scripts}) {
		panic("pack: the games of the program are handed in twice")
	}
}

// Shipped returns the ids of the games that the program carries, sorted.
func Shipped() []string {
	carried := builtin.Load()
	if carried == nil {
		return nil
	}
	manifests, _ := fs.Glob(carried.cards, "*/pack.yaml") // the pattern is right
	return lists.Map(manifests, path.Dir)
}

// IsShipped reports whether a name is the id of a game that the program carries.
func IsShipped(name string) bool { return slices.Contains(Shipped(), name) }

func openShipped(id string) (*Source, error) {
	carried := builtin.Load()
	cards, _ := fs.Sub(carried.cards, id) // it is the name of a folder
	scripts, _ := fs.Sub(carried.scripts, id)
	s := &Source{Shown: "cards/" + id}
	err := s.walk(cards, "", s.Shown, parts)
	if _, none := fs.Stat(scripts, "."); err == nil && none == nil {
		err = s.walk(scripts, "scripts", "scripts/"+id, nil)
	}
	s.sort()
	return s, err
}
