package house

import (
	"time"

	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp/play"
)

// entry is a table that is in memory, comes into it or leaves it: ready is closed when that is
// done.
type entry struct {
	ready  chan struct{}
	leaves bool
	game   *Game
	err    error
	uses   int
	last   time.Time
}

// Load makes a game that Take brings into memory, and goes on with it as Resume does; it has no
// number.
func (h *House) Load(o Opening, start play.Start, answers []replay.Answer) (*Game, error) {
	g := &Game{house: h, ctx: h.ctx}
	return g, g.Wake(o, start, answers)
}

// Take brings a table of a store into memory, if it is not there, until Give. One that is
// broken, or stale as a function says, is loaded anew: what the store has counts.
func (h *House) Take(key string, stale func(g *Game) bool, load func() (*Game, error)) (*Game, error) {
	h.lock.Lock()
	e := h.memory[key]
	for e != nil && (e.leaves || e.game != nil && (e.game.Broken() != nil || stale(e.game))) {
		if !e.leaves {
			e = h.drop(key, e)
		}
		h.lock.Unlock()
		<-e.ready
		h.lock.Lock()
		e = h.memory[key]
	}
	loads := e == nil
	if loads {
		e = &entry{ready: make(chan struct{})}
		h.memory[key] = e
	}
	e.uses++
	h.lock.Unlock()
	if loads {
		game, err := load()
		h.lock.Lock()
		e.game = game
		e.err = err
		if err != nil {
			e.game = nil
			delete(h.memory, key)
		} else {
			game.key = key
		}
		h.lock.Unlock()
		close(e.ready)
	}
	<-e.ready
	return e.game, e.err
}

// drop takes a table out of memory without holding the house's lock, which the caller has: a
// bot may be thinking. It returns the placeholder that stands for the table until then.
func (h *House) drop(key string, e *entry) *entry {
	away := &entry{ready: make(chan struct{}), leaves: true}
	h.memory[key] = away
	go func() {
		e.game.Close() // what is not stored was never acknowledged
		h.lock.Lock()
		delete(h.memory, key)
		h.lock.Unlock()
		close(away.ready)
	}()
	return away
}

// Give ends the use of a table.
func (h *House) Give(g *Game) {
	h.lock.Lock()
	defer h.lock.Unlock()
	if e := h.memory[g.key]; e != nil && e.game == g {
		e.uses--
		e.last = time.Now()
	}
}

// Drop takes tables out of memory; who looks at one connects again.
func (h *House) Drop(which func(key string, g *Game) bool) {
	h.lock.Lock()
	defer h.lock.Unlock()
	for key, e := range h.memory {
		if e.game != nil && which(key, e.game) {
			h.drop(key, e)
		}
	}
}

// Evict takes tables out of memory that nobody has used since a time.
func (h *House) Evict(since time.Time) {
	h.lock.Lock()
	defer h.lock.Unlock()
	for key, e := range h.memory {
		if e.game != nil && e.uses == 0 && e.last.Before(since) {
			h.drop(key, e)
		}
	}
}

// InMemory are the tables in memory; or of these those that somebody uses.
func (h *House) InMemory(used bool) []*Game {
	h.lock.Lock()
	defer h.lock.Unlock()
	var out []*Game
	for _, e := range h.memory {
		if e.game != nil && (e.uses > 0 || !used) {
			out = append(out, e.game)
		}
	}
	return out
}
