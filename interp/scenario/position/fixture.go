// Package position says what the words of a scenario mean at one table: names of
// cards, seats, zones, places of the flow and values, the words that name options
// of a decision; and sets up the game in the position that "given" describes,
// with the random results that "dice", "draws" and "shuffles" list.
//
//	fixture.go    what the scenarios of one table share
//	names.go      names of cards, seats and zones to their ids; values.go values
//	place.go      names of places in the flow
//	options.go    words of answers to options; called.go which words could name one
//	position.go   "given": where the game stands; placing.go which cards lie where,
//	              arrange.go puts them there; lasting.go effects, agenda, uses,
//	              knowledge
//	results.go    "dice", "draws", "shuffles"
//	failure.go    what is wrong, at its place
//
// It imports package interp (for the table), the engine, locale, script, keyword,
// source and diag.
package position

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/script"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Fixture is what the scenarios of one table share: the names of things, the
// positions in which they begin, and Lua states that are free. It is safe for
// use by several goroutines.
type Fixture struct {
	*interp.Table
	// English names things as scenarios do.
	English *locale.Speaker
	// cards has the definitions of a name in lower case; several may share one.
	cards map[string][]engine.DefID
	// AllCards and AllZones are the names that suggestions choose from.
	AllCards, AllZones []string

	// called has the names of all things but cards; see Called.
	called func() map[string]bool

	lock     sync.Mutex
	bases    map[int]*base
	machines *Machines
}

// Machines keeps Lua states that no game uses, by the layout that they are for: the
// tables of one pack that differ in their options share them. The zero Machines is
// ready, and safe for use by several goroutines.
type Machines struct {
	lock sync.Mutex
	free map[*engine.Layout][]*script.Machine
}

// Take hands out a state for a table.
func (p *Machines) Take(t *interp.Table) (*script.Machine, error) {
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

// Give takes a state back.
func (p *Machines) Give(t *interp.Table, m *script.Machine) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.free == nil {
		p.free = map[*engine.Layout][]*script.Machine{}
	}
	p.free[t.Layout] = append(p.free[t.Layout], m)
}

// base is the game as its own setup leaves it, made when first needed.
type base struct {
	lock sync.Mutex
	game *engine.Game
	err  error
}

// NewFixture makes the fixture of a table. Its Lua states come from machines, which
// fixtures of other tables may share; nil for its own.
func NewFixture(t *interp.Table, machines *Machines) *Fixture {
	if machines == nil {
		machines = &Machines{}
	}
	b := &Fixture{Table: t, English: t.Speaker("en"), cards: map[string][]engine.DefID{},
		bases: map[int]*base{}, machines: machines}
	for d := range t.Compiled.Pack.Defs {
		id := engine.DefID(d)
		plain := t.Compiled.Pack.Defs[d].ID
		name := b.English.Def(id)
		b.name(name, id)
		if Fold(name) != Fold(plain) {
			b.name(plain, id)
		}
	}
	for i := range t.Compiled.Pack.Zones {
		b.AllZones = append(b.AllZones, t.Compiled.Pack.Zones[i].Name)
	}
	b.called = sync.OnceValue(b.gatherNames)
	return b
}

// With is the fixture of the table on which there is a card at least of each of some definitions.
func (b *Fixture) With(of ...engine.DefID) (*Fixture, error) {
	t, err := b.WithCards(of...)
	if err != nil || t == b.Table {
		return b, err
	}
	return NewFixture(t, b.machines), nil
}

// Printing is the fixture of the table on which single cards have other printed values, by card and
// attribute; the errors stand at their nodes.
func (b *Fixture) Printing(values *source.Node) (*Fixture, error) {
	layout, err := engine.NewLayout(b.Layout.Pack, b.Layout.Seats, b.Layout.Lists...)
	if err != nil {
		return nil, err
	}
	t := *b.Table
	t.Layout = layout
	return NewFixture(&t, b.machines), EachPair(values, func(card source.Pair) error {
		c, err := b.Card(card.Key, card.Pos)
		if err != nil {
			return err
		}
		return EachPair(card.Value, func(p source.Pair) error {
			if known := b.attributesOf(c, false); !slices.Contains(known, p.Key) {
				return UnknownAt(p, "printed attribute of "+card.Key, p.Key, known)
			}
			a := b.Compiled.CardAttributes[p.Key]
			v, err := b.settable(&b.Compiled.Pack.Cards[a], p.Value)
			layout.Print(c, a, v)
			return err
		})
	})
}

// attributesOf names the attributes of a card that are state, or printed, and no lists but sets.
func (b *Fixture) attributesOf(c engine.CardID, state bool) (names []string) {
	for _, a := range b.Compiled.Pack.Types[b.Layout.TypeOf(c)].Attributes {
		if declared := &b.Compiled.Pack.Cards[a]; declared.State == state &&
			(declared.Kind != engine.List || declared.IsSet()) {
			names = append(names, declared.Name)
		}
	}
	return names
}

// Named are the definitions that texts and keys of nodes name.
func (b *Fixture) Named(out []engine.DefID, nodes ...*source.Node) []engine.DefID {
	name := func(text string) {
		text, _, _ = strings.Cut(text, "#")
		out = append(out, b.cards[Fold(text)]...)
	}
	for _, n := range nodes {
		if n == nil {
			continue
		}
		name(n.Text)
		out = b.Named(out, n.Items...)
		for _, p := range n.Pairs {
			name(p.Key)
			out = b.Named(out, p.Value)
		}
	}
	return out
}

func (b *Fixture) name(name string, id engine.DefID) {
	key := Fold(name)
	if b.cards[key] == nil {
		b.AllCards = append(b.AllCards, name)
	}
	b.cards[key] = append(b.cards[key], id)
}

// Take hands out a Lua state that no game uses; give takes it back.
func (b *Fixture) Take() (*script.Machine, error) { return b.machines.Take(b.Table) }

// Give takes back a Lua state that Take handed out.
func (b *Fixture) Give(m *script.Machine) { b.machines.Give(b.Table, m) }

// Base returns the game at the place where scenarios begin, or at the place at
// if the setup passes it on its way there. When ctx ends the error is its own, and
// the next call makes the game.
func (b *Fixture) Base(ctx context.Context, at int) (*engine.Game, error) {
	b.lock.Lock()
	kept := b.bases[at]
	if kept == nil {
		kept = &base{}
		b.bases[at] = kept
	}
	b.lock.Unlock()
	kept.lock.Lock()
	defer kept.lock.Unlock()
	if kept.game == nil && kept.err == nil {
		game, err := b.setUp(ctx, at)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		kept.game = game
		kept.err = err
	}
	return kept.game, kept.err
}
