package interp

import (
	"fmt"
	"slices"
	"sync"

	"github.com/ruledeck/ruledeck/engine"
)

// layouts holds a pack's layouts by the number of seats and the lists of their decks, each made
// when it is first needed: tables that differ only in other options share one, and so can share
// Lua states.
type layouts struct {
	pack *engine.Pack
	lock sync.Mutex
	made map[string]*engine.Layout
}

// mostLayouts is how many layouts of a pack are kept.
const mostLayouts = 64

func (l *layouts) of(p *engine.Pack, seats int, lists []engine.Symbol) (*engine.Layout, error) {
	if l.pack != p {
		return engine.NewLayout(p, seats, lists...) // a copy of a Pack, made for a test
	}
	key := fmt.Sprint(seats, lists)
	l.lock.Lock()
	defer l.lock.Unlock()
	if known := l.made[key]; known != nil {
		return known, nil
	}
	made, err := engine.NewLayout(p, seats, lists...)
	if err == nil {
		if len(l.made) >= mostLayouts {
			clear(l.made)
		}
		l.made[key] = made
	}
	return made, err
}

// WithCards returns the table of a game that has a copy at least of each of some definitions.
func (t *Table) WithCards(of ...engine.DefID) (*Table, error) {
	of = slices.DeleteFunc(slices.Clone(of), func(d engine.DefID) bool { return len(t.Layout.CardsOf(d)) > 0 })
	if len(of) == 0 {
		return t, nil
	}
	rules := *t.Compiled.Pack
	rules.Defs = slices.Clone(rules.Defs)
	for _, d := range of {
		rules.Defs[d].Copies = 1
	}
	layout, err := engine.NewLayout(&rules, t.Layout.Seats, t.Layout.Lists...)
	out := *t
	out.Layout = layout
	return &out, err
}

// Shaped returns the options, of some, that make another pack of it: it is loaded anew with them.
func (p *Pack) Shaped(options map[string]string) map[string]string {
	shaped := map[string]string{}
	for _, o := range p.Loaded.Tree.GameOptions {
		value := options[o.Name.Text]
		if value != "" && (len(o.Overlays) > 0 || named(o) &&
			slices.ContainsFunc(perSeat(o.PerSeat, value), func(word string) bool { return !has(o, word) })) {
			shaped[o.Name.Text] = value
		}
	}
	return shaped
}

// Shaping names the options whose values can change what the pack is: those that
// lay an overlay, or name a card or a list of a deck, by its file, or which cards there are. With
// other values of the rest both are the same.
func (p *Pack) Shaping() []string {
	var names []string
	for _, o := range p.Loaded.Tree.GameOptions {
		if len(o.Overlays) > 0 || named(o) {
			names = append(names, o.Name.Text)
		}
	}
	return names
}
