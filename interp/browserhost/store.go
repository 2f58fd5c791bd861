package browserhost

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/ruledeck/ruledeck/interp/house"
)

// Kept is a game as the page keeps it, under its number: as it was listed last, with its journal.
type Kept struct {
	house.Shown
	Journal string `json:"journal,omitempty"`
	last    uint64
}

// endJournal is how the names of logs end: before it stands the number of a game.
const endJournal = ".journal"

// storage is what the page keeps, which is told of each change: a Store with one log a game. What
// the page was told is in its own storage before it hears of anything that came later.
type storage struct {
	tell func(message map[string]any)

	lock sync.Mutex
	kept []*Kept // the last appended at the end
	// appends counts those of this host.
	appends uint64
	// games are those that are open, by number: they say how they are listed.
	games map[int]*house.Game
}

// lists notes a game that is kept here.
func (s *storage) lists(g *house.Game) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.games[g.ID] = g
}

// number is the number of the game whose log has a name.
func number(name string) (id int, err error) {
	_, err = fmt.Sscanf(name, "%d"+endJournal, &id)
	if err != nil || name != fmt.Sprint(id, endJournal) {
		err = fmt.Errorf("%q is no name of a journal of the page", name)
	}
	return id, err
}

// find is a kept game and its place; the caller has the lock.
func (s *storage) find(name string) (id, at int, err error) {
	id, err = number(name)
	return id, slices.IndexFunc(s.kept, func(k *Kept) bool { return k.ID == id }), err
}

// Load returns a journal. Appends are counted from the first that this host knows.
func (s *storage) Load(_ context.Context, name string) ([]byte, uint64, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	_, at, err := s.find(name)
	if err == nil && at < 0 {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, 0, err
	}
	return []byte(s.kept[at].Journal), s.kept[at].last + 1, nil
}

// Append adds lines, and tells the page.
func (s *storage) Append(_ context.Context, name string, after uint64, lines []byte) (uint64, error) {
	return s.put(name, after, func(before string) string { return before + string(lines) })
}

// Replace puts lines in the place of a journal, and tells the page.
func (s *storage) Replace(_ context.Context, name string, after uint64, lines []byte) (uint64, error) {
	return s.put(name, after, func(string) string { return string(lines) })
}

func (s *storage) put(name string, after uint64, change func(before string) string) (uint64, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	id, at, err := s.find(name)
	now := &Kept{Shown: house.Shown{ID: id}}
	last := uint64(0)
	if at >= 0 {
		now = s.kept[at]
		last = now.last + 1
	}
	switch {
	case err != nil:
		return 0, err
	case after != last:
		return 0, house.ErrMoved
	}
	now.Journal = change(now.Journal)
	s.appends++
	now.last = s.appends
	if at >= 0 {
		s.kept = slices.Delete(s.kept, at, at+1)
	}
	s.kept = append(s.kept, now)
	s.say(now)
	return now.last + 1, nil
}

// say tells the page a game as it is kept and listed now; the caller has the lock.
func (s *storage) say(k *Kept) {
	if g := s.games[k.ID]; g != nil {
		k.Shown = *g.Shown()
	}
	text, err := json.Marshal(k)
	if err != nil {
		panic(err) // texts and numbers
	}
	s.tell(map[string]any{"keep": k.ID, "text": string(text)})
}

// listed tells the page how a game is listed now, if it is kept.
func (s *storage) listed(id int) {
	s.lock.Lock()
	defer s.lock.Unlock()
	for _, k := range s.kept {
		if k.ID == id {
			s.say(k)
		}
	}
}

// Remove tells the page to keep a game no longer.
func (s *storage) Remove(_ context.Context, name string) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	id, at, err := s.find(name)
	if err == nil && at >= 0 {
		s.kept = slices.Delete(s.kept, at, at+1)
		delete(s.games, id)
		s.tell(map[string]any{"keep": id})
	}
	return err
}

// Release does nothing: the page has one host.
func (s *storage) Release(string) error { return nil }

// List returns the names of the journals.
func (s *storage) List(_ context.Context, end string) ([]string, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	var names []string
	for _, k := range slices.Backward(s.kept) {
		if name := fmt.Sprint(k.ID, endJournal); strings.HasSuffix(name, end) {
			names = append(names, name)
		}
	}
	return names, nil
}
