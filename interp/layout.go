package interp

import (
	"slices"
	"sync"

	"github.com/ruledeck/ruledeck/engine"
)

// layouts holds a pack's layouts by the number of seats, each made when it is first needed:
// tables that differ only in their options share one, and so can share Lua states.
type layouts struct {
	pack *engine.Pack
	lock sync.Mutex
	made map[int]*engine.Layout
}

func (l *layouts) of(p *engine.Pack, seats int) (*engine.Layout, error) {
	if l.pack != p {
		return engine.NewLayout(p, seats) // a copy of a Pack, made for a test
	}
	l.lock.Lock()
	defer l.lock.Unlock()
	if known := l.made[seats]; known != nil {
		return known, nil
	}
	made, err := engine.NewLayout(p, seats)
	if err == nil {
		l.made[seats] = made
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

// Shaping names the options whose values can change what the pack is: those that
// lay an overlay, or name a card by its file. Loaded with other values of the
// rest the pack is the same.
func (p *Pack) Shaping() []string {
	var names []string
	for _, o := range p.Loaded.Tree.GameOptions {
		if len(o.Overlays) > 0 || o.Card.Given() {
			names = append(names, o.Name.Text)
		}
	}
	return names
}
