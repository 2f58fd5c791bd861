package house

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/table"
)

// Most bounds the games that are open at once with numbers.
const Most = 16

// House has the games of one host; it is safe for concurrent use.
type House struct {
	Changes
	ctx      context.Context
	handlers map[string]Handler

	// lock is held only briefly, and its holder takes no other lock.
	lock   sync.Mutex
	games  []*Game
	last   int
	memory map[string]*entry
}

// New makes a house whose games end with ctx.
func New(ctx context.Context) *House {
	return &House{ctx: ctx, handlers: map[string]Handler{}, memory: map[string]*entry{}}
}

// Open opens a game that begins, under the next number.
func (h *House) Open(o Opening, start play.Start) (*Game, error) {
	return h.add(&o, func(_ *Game, with play.Settings) (*play.Session, error) { return play.New(start, with) })
}

// Resume opens a game that goes on with answers, as far as they fit. Those that do not fit wait
// until a person answers: a notice says so.
func (h *House) Resume(o Opening, start play.Start, answers []replay.Answer) (*Game, error) {
	return h.add(&o, resuming(&o, start, answers))
}

// Fork opens a game that parts from another one at a decision: at that, or where it left no
// choice at the next one that did; 0 is the open one. It is opened as the other one was, but for
// what a function changes: it is not kept where that does not say how. Without a name it is
// called after the other one.
func (h *House) Fork(g *Game, decision int, change func(o *Opening)) (*Game, error) {
	var o Opening
	_ = g.Look(func(*play.Session) error {
		o = g.opening
		return nil
	})
	was := o.Name
	o.Name = ""
	o.From = g.ID
	o.Source = ""
	o.Keeping = nil
	change(&o)
	return h.add(&o, func(fork *Game, with play.Settings) (out *play.Session, err error) {
		err = g.Look(func(s *play.Session) error {
			at := Parting(s, decision)
			fork.opening.Decision = at
			if o.Name == "" {
				fork.opening.Name = fmt.Sprintf("%s · %d", was, at)
			}
			out, err = s.Fork(h.ctx, at, with)
			return err
		})
		return out, err
	})
}

// add opens a game with the session that a function makes.
func (h *House) add(o *Opening, session beginning) (*Game, error) {
	h.lock.Lock()
	if len(h.games) >= Most {
		h.lock.Unlock()
		return nil, fmt.Errorf("%d games are open, which is the most; close one first", Most)
	}
	h.last++
	g := &Game{ID: h.last, house: h, ctx: h.ctx}
	h.lock.Unlock()
	err := g.open(o, session)
	h.lock.Lock()
	if err == nil {
		h.games = append(h.games, g)
	} else if h.last == g.ID {
		h.last--
	}
	h.lock.Unlock()
	if err != nil {
		return nil, err
	}
	h.Happened()
	return g, nil
}

// Sleep lists a game that is gone on with when it is wanted first, by a function that calls Wake.
func (h *House) Sleep(shown Shown, wake func(g *Game) error) *Game {
	g := &Game{ID: shown.ID, house: h, ctx: h.ctx, wake: wake}
	g.shown.Store(&shown)
	h.lock.Lock()
	defer h.lock.Unlock()
	h.games = append(h.games, g)
	h.last = max(h.last, g.ID)
	return g
}

// Wake goes on with a game that slept, as Resume does.
func (g *Game) Wake(o Opening, start play.Start, answers []replay.Answer) error {
	return g.open(&o, resuming(&o, start, answers))
}

// Find is the game with a number, 0 for the last that was opened. One that sleeps is woken; of
// those the last that can be played is found by 0.
func (h *House) Find(id int) (*Game, error) {
	for {
		g := h.named(id)
		if g == nil {
			return nil, table.Refuse(404, "game %d is not open", id)
		}
		g.wakes.Do(func() {
			if g.wake != nil {
				g.wrong = g.wake(g)
			}
		})
		if g.wrong == nil || id > 0 {
			return g, g.wrong
		}
		h.forget(g)
	}
}

func (h *House) named(id int) *Game {
	h.lock.Lock()
	defer h.lock.Unlock()
	for _, g := range slices.Backward(h.games) {
		if g.ID == id || id == 0 {
			return g
		}
	}
	return nil
}

// forget takes a game off the list; it reports whether it was there.
func (h *House) forget(g *Game) bool {
	h.lock.Lock()
	defer h.lock.Unlock()
	before := len(h.games)
	h.games = slices.DeleteFunc(h.games, func(other *Game) bool { return other == g })
	return len(h.games) < before
}

// Games are the games that are open with numbers, in the order in which they were opened.
func (h *House) Games() []*Game {
	h.lock.Lock()
	defer h.lock.Unlock()
	return slices.Clone(h.games)
}

// Close closes a game; the last one stays. The error says why it could not be kept.
func (h *House) Close(g *Game) error {
	if len(h.Games()) == 1 {
		return errors.New("the last game stays open")
	}
	if !h.forget(g) {
		return nil
	}
	defer h.Happened()
	return g.leave()
}

// CloseOthers closes all games but one, or all; an error names those that could not be kept.
func (h *House) CloseOthers(than *Game) error {
	var unsaved []error
	for _, g := range h.Games() {
		if g != than && h.forget(g) {
			unsaved = append(unsaved, g.leave())
		}
	}
	h.Happened()
	return errors.Join(unsaved...)
}

// End closes all games, those in memory too; an error names those that could not be kept.
func (h *House) End() error {
	unsaved := h.CloseOthers(nil)
	h.lock.Lock()
	all := slices.Collect(maps.Values(h.memory))
	h.lock.Unlock()
	for _, e := range all {
		<-e.ready
		if e.game != nil {
			e.game.Close()
		}
	}
	return unsaved
}
