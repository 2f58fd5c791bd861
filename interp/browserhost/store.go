package browserhost

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/ruledeck/ruledeck/interp/house"
)

// Kept is a game as the page keeps it, under its number: as it was listed last, with its journal.
type Kept struct {
	house.Shown
	Journal string `json:"journal,omitempty"`
}

// storage is what the page keeps, which is told of each change: a Store with one log a game. What
// the page was told is in its own storage before it hears of anything that came later.
type storage struct {
	house.Memory
	tell func(message map[string]any)

	lock sync.Mutex
	// games has each kept game by its number; a game says how it is listed.
	games map[int]*house.Game
}

// journal is the name of the log of a game.
func journal(id int) string { return fmt.Sprint(id, ".journal") }

// has takes in a game with the journal that the page has kept.
func (s *storage) has(g *house.Game, lines string) {
	s.lists(g)
	_, _ = s.Memory.Append(context.Background(), journal(g.ID), 0, []byte(lines)) // it has each game once
}

// lists notes a game that is kept here.
func (s *storage) lists(g *house.Game) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.games[g.ID] = g
}

// Append adds lines, and tells the page.
func (s *storage) Append(ctx context.Context, name string, after uint64, lines []byte) (uint64, error) {
	last, err := s.Memory.Append(ctx, name, after, lines)
	return last, s.changed(name, err)
}

// Replace puts lines in the place of a journal, and tells the page.
func (s *storage) Replace(ctx context.Context, name string, after uint64, lines []byte) (uint64, error) {
	last, err := s.Memory.Replace(ctx, name, after, lines)
	return last, s.changed(name, err)
}

// changed tells the page what a log is now, if nothing went wrong.
func (s *storage) changed(name string, err error) error {
	if err == nil {
		s.listed(number(name))
	}
	return err
}

// number is the number of the game whose log has a name.
func number(name string) (id int) {
	_, _ = fmt.Sscanf(name, "%d", &id) // as journal has written it
	return id
}

// listed tells the page how a game is listed now, if it is kept.
func (s *storage) listed(id int) {
	s.lock.Lock()
	defer s.lock.Unlock()
	text, _, err := s.Load(context.Background(), journal(id))
	if err != nil {
		return
	}
	k := Kept{Journal: string(text)}
	if g := s.games[id]; g != nil {
		k.Shown = *g.Shown()
	}
	k.ID = id
	data, err := json.Marshal(k)
	if err != nil {
		panic(err) // texts and numbers
	}
	s.tell(map[string]any{"keep": id, "text": string(data)})
}

// Remove tells the page to keep a game no longer.
func (s *storage) Remove(ctx context.Context, name string) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if _, _, err := s.Load(ctx, name); err != nil {
		return nil // there is none
	}
	delete(s.games, number(name))
	s.tell(map[string]any{"keep": number(name)})
	return s.Memory.Remove(ctx, name)
}
