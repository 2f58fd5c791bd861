package engine

import "slices"

// Who listens: finding the abilities that may act at an event, and judging them.

// gather collects in g.picked[base:] the abilities that pass and have not acted.
func (r *Run) gather(ev *Raised, w Window, base int) error {
	r.picked = r.picked[:base]
	list := r.listeners[ev.Trigger][w]
	r.judging += 2
	if len(r.judged) == 0 {
		r.judged = make([]uint64, len(r.Pack.Abilities))
	}
	unwanted, cells := r.judging, r.state.cells
	if !r.look(len(list)/4 + len(r.state.effects)) {
		return r.fault
	}
	// A lasting effect may change what the attributes of cards are.
	plain := len(r.state.effects) == 0
	for i := range list {
		l := &list[i]
		// What costs least is asked first: most are passed over by it.
		if l.self >= 0 && !l.always && ev.Params[l.self].N != int32(l.card) {
			continue
		}
		if l.always {
			// Where its card is, and as what, says nothing.
		} else if plain && l.ability >= 0 && (r.judged[l.ability] == unwanted ||
			r.judged[l.ability] != unwanted|1 && !r.wanted(&r.Pack.Abilities[l.ability], ev)) {
			continue
		} else if l.cell > 0 && plain && cells[l.cell] != l.want {
			continue
		} else if !l.zones.Has(r.zoneKind[r.state.links[l.card].zone]) {
			continue
		}
		in := &r.Instances[l.id]
		if r.listens(in, ev, w) {
			r.picked = append(r.picked, l.id)
		}
		if r.fault != nil {
			if err := r.misjudged(in, ev); err != nil {
				return err
			}
		}
	}
	for i := range r.state.effects {
		e := &r.state.effects[i]
		a := &r.Pack.Abilities[e.Ability]
		if a.Form == Hook && a.Trigger == ev.Trigger && a.Window == w {
			in := r.effectInstance(e)
			if r.listens(&in, ev, w) {
				r.picked = append(r.picked, in.ID)
			}
			if err := r.misjudged(&in, ev); err != nil {
				return err
			}
		}
	}
	if r.game.setup.Refused != nil {
		r.refusals(ev, w, r.picked[base:])
	}
	return nil
}

// misjudged reports an ability whose filter read a value that cannot be computed.
func (r *Run) misjudged(in *Instance, ev *Raised) error {
	if r.fault == nil {
		return nil
	}
	return r.failed(in, ev, r.log.Len(), r.fault)
}

// listens reports whether an ability may act at the event now.
func (p *Position) listens(in *Instance, ev *Raised, w Window) bool {
	if slices.Contains(ev.acted, in.ID) {
		return false
	}
	if w == After && in.Ability.LastKnown {
		return slices.Contains(ev.lastKnown, in.ID) && !p.usedUp(in)
	}
	return p.passes(in, ev)
}

// usedUp reports whether an ability has reached its limit.
func (p *Position) usedUp(in *Instance) bool {
	return in.use >= 0 && p.state.cells[in.use] >= int32(in.Ability.Limit.Times)
}

// passes reports whether an ability's header lets it act at the event.
func (p *Position) passes(in *Instance, ev *Raised) bool {
	why, _ := p.refuses(in, ev)
	return why == Accepted
}

// inScope reports whether an ability is at the place of the event; an effect
// that is on no card is everywhere.
func (p *Position) inScope(in *Instance, ev *Raised) bool {
	scope := p.Pack.Triggers[ev.Trigger].Scope
	return scope < 0 || in.Card == 0 || p.Place(in.Card) == ev.Params[scope].Card()
}

// activeNow reports whether the card of an instance is where, and as, its
// ability works.
func (p *Position) activeNow(in *Instance) bool {
	return in.zones.Has(p.zoneKind[p.state.links[in.Card].zone]) &&
		(in.active == nil || p.Match(in.active, CardValue(in.Card), in, nil))
}

// instance returns the instance with an id; effects have negative ones. The
// answer for an effect is a copy, ok is false when the effect is gone.
func (p *Position) instance(id int32) (in *Instance, ok bool) {
	if id >= 0 {
		return &p.Instances[id], true
	}
	p.looked += len(p.state.effects)
	for i := range p.state.effects {
		if p.state.effects[i].Serial == -1-id {
			made := p.effectInstance(&p.state.effects[i])
			return &made, true
		}
	}
	return nil, false
}

func (p *Position) effectInstance(e *Effect) Instance {
	return Instance{
		ID: -1 - e.Serial, Card: e.Card, Ability: &p.Pack.Abilities[e.Ability], Params: e.Params[:e.N],
		use: -1, seat: e.Seat, lasting: true,
	}
}

// SeatOf returns the seat that an ability belongs to: its card's controller,
// or the seat of the lasting effect; 0 for the table's own.
func (p *Position) SeatOf(in *Instance) Seat {
	if in.lasting {
		return in.seat
	}
	return p.Controller(in.Card)
}
