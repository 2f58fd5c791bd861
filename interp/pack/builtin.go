package pack

import (
	"fmt"
	"io/fs"
	"slices"
	"sync"
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
	entries, err := fs.ReadDir(cards, ".")
	if err != nil {
		return nil
	}
	var ids []string
	for _, e := range entries {
		if _, err := fs.Stat(cards, e.Name()+"/pack.yaml"); err == nil {
			ids = append(ids, e.Name())
		}
	}
	slices.Sort(ids)
	return ids
}

func openShipped(id string) (*Source, error) {
	cards, scripts := builtinTrees()
	s := &Source{Shown: "cards/" + id}
	if err := s.walkSub(cards, id, "", "cards/"+id, parts); err != nil {
		return nil, err
	}
	if _, err := fs.Stat(scripts, id); err == nil {
		if err := s.walkSub(scripts, id, "scripts", "scripts/"+id, nil); err != nil {
			return nil, err
		}
	}
	s.sort()
	return s, nil
}

func (s *Source) walkSub(files fs.FS, folder, mount, shown string, only []string) error {
	sub, err := fs.Sub(files, folder)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Shown, err)
	}
	return s.walk(sub, mount, shown, only)
}
