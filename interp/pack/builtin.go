package pack

import (
	"io/fs"
	"path"
	"slices"
	"sync"

	"github.com/ruledeck/ruledeck/interp/lists"
)

// builtin holds the games that the program has in itself, in two trees with one
// folder a game.
var builtin struct {
	lock           sync.RWMutex
	cards, scripts fs.FS
}

// Register hands in the games that the program has in itself: trees with a folder
// of cards and a folder of scripts for each of them. They can be opened by the
// names of these folders, and extended. A program calls it once, before it opens
// any; one that brings its own packs never does, and carries no others.
func Register(cards, scripts fs.FS) {
	builtin.lock.Lock()
	defer builtin.lock.Unlock()
	if builtin.cards != nil {
		panic("pack: the games of the program are handed in twice")
	}
	builtin.cards, builtin.scripts = cards, scripts
}

// builtinTrees returns the registered trees; nil for none.
func builtinTrees() (cards, scripts fs.FS) {
	builtin.lock.RLock()
	defer builtin.lock.RUnlock()
	return builtin.cards, builtin.scripts
}

// Shipped returns the ids of the games that the program carries, sorted.
func Shipped() []string {
	cards, _ := builtinTrees()
	if cards == nil {
		return nil
	}
	manifests, _ := fs.Glob(cards, "*/pack.yaml") // the pattern is right
	return lists.Map(manifests, path.Dir)
}

// IsShipped reports whether a name is the id of a game that the program carries.
func IsShipped(name string) bool { return slices.Contains(Shipped(), name) }

func openShipped(id string) (*Source, error) {
	cards, scripts := builtinTrees()
	cards, _ = fs.Sub(cards, id) // it is the name of a folder
	scripts, _ = fs.Sub(scripts, id)
	s := &Source{Shown: "cards/" + id}
	err := s.walk(cards, "", s.Shown, parts)
	if _, none := fs.Stat(scripts, "."); err == nil && none == nil {
		err = s.walk(scripts, "scripts", "scripts/"+id, nil)
	}
	s.sort()
	return s, err
}
