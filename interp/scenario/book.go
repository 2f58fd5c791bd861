package scenario

import (
	"sync"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/script"
)

// Book is what the scenarios of one table share: the names of things, the
// positions in which they begin, and Lua states that are free. It is safe for
// use by several goroutines.
type Book struct {
	*interp.Table
	speaker *locale.Speaker
	// cards has the definitions of a name in lower case; several may share one.
	cards map[string][]engine.DefID
	all   []string
	zones []string

	lock     sync.Mutex
	bases    map[int]*base
	machines *pool
	sound    soundness
}

// pool keeps Lua states that no game uses, by the layout that they are for: the
// tables of one pack that differ in their options share them. The zero pool is
// ready, and safe for use by several goroutines.
type pool struct {
	lock sync.Mutex
	free map[*engine.Layout][]*script.Machine
}

// take hands out a state for a table.
func (p *pool) take(t *interp.Table) (*script.Machine, error) {
	p.lock.Lock()
	if free := p.free[t.Layout]; len(free) > 0 {
		m := free[len(free)-1]
		p.free[t.Layout] = free[:len(free)-1]
		p.lock.Unlock()
		return m, nil
	}
	p.lock.Unlock()
	return t.Machine()
}

// give takes a state back.
func (p *pool) give(t *interp.Table, m *script.Machine) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.free == nil {
		p.free = map[*engine.Layout][]*script.Machine{}
	}
	p.free[t.Layout] = append(p.free[t.Layout], m)
}

// base is the game as its own setup leaves it, made when first needed.
type base struct {
	once sync.Once
	game *engine.Game
	err  error
}

// NewBook makes the book of a table.
func NewBook(t *interp.Table) *Book {
	b := &Book{Table: t, speaker: t.Speaker("en"), cards: map[string][]engine.DefID{}, bases: map[int]*base{}, machines: &pool{}, sound: sound}
	for d := range t.Compiled.Pack.Defs {
		id := engine.DefID(d)
		plain := t.Compiled.Pack.Defs[d].ID
		name := b.speaker.Def(id)
		b.name(name, id)
		if fold(name) != fold(plain) {
			b.name(plain, id)
		}
	}
	for i := range t.Compiled.Pack.Zones {
		b.zones = append(b.zones, t.Compiled.Pack.Zones[i].Name)
	}
	return b
}

func (b *Book) name(name string, id engine.DefID) {
	key := fold(name)
	if b.cards[key] == nil {
		b.all = append(b.all, name)
	}
	b.cards[key] = append(b.cards[key], id)
}

// take hands out a Lua state that no game uses; give takes it back.
func (b *Book) take() (*script.Machine, error) { return b.machines.take(b.Table) }

func (b *Book) give(m *script.Machine) { b.machines.give(b.Table, m) }

// base returns the game at the place where scenarios begin, or at the place at
// if the setup passes it on its way there.
func (b *Book) base(at int) (*engine.Game, error) {
	b.lock.Lock()
	kept := b.bases[at]
	if kept == nil {
		kept = &base{}
		b.bases[at] = kept
	}
	b.lock.Unlock()
	kept.once.Do(func() { kept.game, kept.err = b.setUp(at) })
	return kept.game, kept.err
}
