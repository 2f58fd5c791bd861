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
	unwanted := r.judging
	cells := r.state.cells
	if !r.look(len(list)/4 + len(r.state.hearing(ev.Trigger))) {
		return r.fault
	}
	// A lasting effect may change what the attributes of cards are.
	plain := r.state.changed == 0
	for i := range list {
		l := &list[i]
		// What costs least is asked first: most are passed over by it.
		if l.self >= 0 && !l.always && ev.Params[l.self].N != int32(l.card) {
			continue
		}
		if l.always || ev.triggered(l.id, w) {
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
	if err := r.gatherUnlaid(ev, w); err != nil {
		return err
	}
	if r.game.setup.Refused != nil {
		r.refusals(ev, w, r.picked[base:])
	}
	return nil
}

// gatherUnlaid adds the lasting effects and the given abilities that pass.
func (r *Run) gatherUnlaid(ev *Raised, w Window) error {
	if len(r.state.hearing(ev.Trigger))+len(r.grants) == 0 {
		return nil
	}
	return r.unlaid(ev, w, func(in *Instance) error {
		if r.listens(in, ev, w) {
			r.picked = append(r.picked, in.ID)
		}
		return r.misjudged(in, ev)
	})
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
	return p.passes(in, ev, !in.Ability.May && ev.triggered(in.ID, w))
}

// triggered reports whether it was noted when the window opened that an ability triggers: what
// becomes of its card then says nothing any more.
func (ev *Raised) triggered(id int32, w Window) bool {
	return w == After && ev.gathered && slices.Contains(ev.heard, id)
}

// noteTriggered notes the abilities that trigger now, those in picked.
func (ev *Raised) noteTriggered(picked []int32) {
	if !ev.gathered {
		ev.heard = append(ev.heard[:0], picked...)
		ev.gathered = true
	}
}

// trigger notes which abilities trigger by an event that has happened.
func (r *Run) trigger(ev *Raised) error {
	base := len(r.picked)
	if err := r.gather(ev, After, base); err != nil {
		return err
	}
	ev.noteTriggered(r.picked[base:])
	r.picked = r.picked[:base]
	return nil
}

// passes reports whether an ability's header lets it act at the event; see refuses.
func (p *Position) passes(in *Instance, ev *Raised, triggered bool) bool {
	why, _ := p.refuses(in, ev, triggered)
	return why == Accepted
}

// wanted reports whether the conditions that are the same for all cards with an ability
// hold. They are judged once per walk and the answer is kept until the next one: each walk
// has its own number (judging, which steps by two), and an answer is stored as that number,
// with the lowest bit set for yes. So nothing needs clearing: an answer with another number
// is an old one.
func (r *Run) wanted(a *Ability, ev *Raised) bool {
	passes := true
	for _, c := range r.shared[a.ID] {
		if !r.Match(c.Filter, ev.Params[c.Param], nil, ev) {
			passes = false
			break
		}
	}
	r.judged[a.ID] = r.judging | uint64(Bool(passes).N)
	return passes
}

// failed undoes what an ability did since a position, reports it, and stops
// the game if the host asked for that.
func (r *Run) failed(in *Instance, ev *Raised, from int, err error) error {
	if Unwinds(err) {
		return err
	}
	f := &Failure{
		Card: r.CardKey(in.Card), Ability: in.Ability.Name, Seed: r.game.Seed(),
		Step: r.game.stepName(), Decision: int(r.state.cells[cellDecisions]), Err: err,
	}
	if ev != nil {
		f.Trigger = r.Pack.Triggers[ev.Trigger].Name
		// A condition that failed once is not asked again at this event.
		ev.acted = append(ev.acted, in.ID)
	}
	r.fault = nil
	at := r.log.Len()
	r.emit(Event{Kind: EvFailed, A: int32(from), B: int32(at), C: int32(len(r.game.failures))})
	r.game.failures = append(r.game.failures, f)
	if !r.game.setup.ContinueOnError {
		return ErrStopped
	}
	return nil
}
