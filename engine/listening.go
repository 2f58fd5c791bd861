package engine

import "slices"

// Who listens: finding the abilities that may act at an event, and judging them.

// gather collects in g.picked[base:] the abilities that pass and have not acted.
func (g *Game) gather(ev *Ev, w Window, base int) error {
	g.picked = g.picked[:base]
	list := g.listeners[ev.Trigger][w]
	g.judging += 2
	if len(g.judged) == 0 {
		g.judged = make([]uint64, len(g.Pack.Abilities))
	}
	unwanted, cells := g.judging, g.state.cells
	// A lasting effect may change what the attributes of cards are.
	plain := len(g.state.effects) == 0
	for i := range list {
		l := &list[i]
		if l.always {
			// Where its card is, and as what, says nothing.
		} else if plain && l.ability >= 0 && (g.judged[l.ability] == unwanted || g.judged[l.ability] != unwanted|1 && !g.wanted(&g.Pack.Abilities[l.ability], ev)) {
			continue
		} else if l.cell > 0 && plain && cells[l.cell] != l.want {
			continue
		} else if l.self >= 0 && ev.Params[l.self].N != int32(l.card) || !l.zones.Has(g.zoneKind[g.state.links[l.card].zone]) {
			continue
		}
		in := &g.Instances[l.id]
		if g.listens(in, ev, w) {
			g.picked = append(g.picked, l.id)
		}
		if g.fault != nil {
			if err := g.misjudged(in, ev); err != nil {
				return err
			}
		}
	}
	for i := range g.state.effects {
		e := &g.state.effects[i]
		a := &g.Pack.Abilities[e.Ability]
		if a.Form == Hook && a.Trigger == ev.Trigger && a.Window == w {
			in := g.effectInstance(e)
			if g.listens(&in, ev, w) {
				g.picked = append(g.picked, in.ID)
			}
			if err := g.misjudged(&in, ev); err != nil {
				return err
			}
		}
	}
	return nil
}

// misjudged reports an ability whose filter read a value that cannot be computed.
func (g *Game) misjudged(in *Instance, ev *Ev) error {
	if g.fault == nil {
		return nil
	}
	return g.failed(in, ev, g.log.Len(), g.fault)
}

// listens tells whether an ability may act at the event now.
func (g *Game) listens(in *Instance, ev *Ev, w Window) bool {
	if slices.Contains(ev.acted, in.ID) {
		return false
	}
	if w == After && in.Ability.HeardBefore {
		return slices.Contains(ev.heard, in.ID) && !g.usedUp(in)
	}
	return g.passes(in, ev)
}

// usedUp tells whether an ability has reached its limit.
func (g *Game) usedUp(in *Instance) bool {
	return in.use >= 0 && g.state.cells[in.use] >= int32(in.Ability.Limit.Times)
}

// passes evaluates an ability's header.
func (g *Game) passes(in *Instance, ev *Ev) bool {
	a := in.Ability
	if !in.lasting && !g.activeNow(in) {
		return false
	}
	if g.usedUp(in) {
		return false
	}
	if !a.Anywhere && !g.inScope(in, ev) {
		return false
	}
	for i := range a.Where {
		c := &a.Where[i]
		v := CardValue(in.Card)
		if c.Param >= 0 {
			v = ev.Params[c.Param]
		}
		if !g.Match(c.Filter, v, in, ev) {
			return false
		}
	}
	return true
}

// inScope tells whether an ability is at the place of the event; an effect
// that is on no card is everywhere.
func (g *Game) inScope(in *Instance, ev *Ev) bool {
	scope := g.Pack.Triggers[ev.Trigger].Scope
	return scope < 0 || in.Card == 0 || g.Place(in.Card) == ev.Params[scope].Card()
}

// activeNow tells whether the card of an instance is where, and as, its
// ability works.
func (g *Game) activeNow(in *Instance) bool {
	return in.zones.Has(g.zoneKind[g.state.links[in.Card].zone]) && (in.active == nil || g.Match(in.active, CardValue(in.Card), in, nil))
}

// instance returns the instance with an id; effects have negative ones. The
// answer for an effect is a copy, ok is false when the effect is gone.
func (g *Game) instance(id int32) (in *Instance, ok bool) {
	if id >= 0 {
		return &g.Instances[id], true
	}
	for i := range g.state.effects {
		if g.state.effects[i].Serial == -1-id {
			made := g.effectInstance(&g.state.effects[i])
			return &made, true
		}
	}
	return nil, false
}

func (g *Game) effectInstance(e *Effect) Instance {
	return Instance{
		ID: -1 - e.Serial, Card: e.Card, Ability: &g.Pack.Abilities[e.Ability], Params: e.Params[:e.N],
		use: -1, seat: e.Seat, lasting: true,
	}
}

// SeatOf returns the seat that an ability belongs to: its card's controller,
// or the seat of the lasting effect; 0 for the table's own.
func (g *Game) SeatOf(in *Instance) Seat {
	if in.lasting {
		return in.seat
	}
	return g.Controller(in.Card)
}
