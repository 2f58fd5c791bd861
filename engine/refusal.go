package engine

import "slices"

// Why abilities do not act: the answer to the question that a designer asks first.

// refuses judges an ability's header at an event, nil for an action, and says which of
// its conditions does not hold, -1 for none; triggered is set for an ability of which it
// does not matter any more where its card is, and as what.
func (p *Position) refuses(in *Instance, ev *Raised, triggered bool) (why Reason, where int) {
	a := in.Ability
	if in.by != nil && !triggered && !p.gives(in.by, in.Card) {
		return Inactive, -1
	}
	if !in.lasting && !triggered {
		if !in.zones.Has(p.zoneKind[p.state.links[in.Card].zone]) {
			return Elsewhere, -1
		}
		if in.active != nil && !p.Match(in.active, CardValue(in.Card), in, nil) {
			return Inactive, -1
		}
	}
	if p.usedUp(in) {
		return UsedUp, -1
	}
	if ev != nil && !a.Anywhere && in.Card != 0 { // an effect that is on no card is everywhere
		if at := p.Pack.Triggers[ev.Trigger].Scope; at >= 0 && p.Place(in.Card) != ev.Params[at].Card() {
			return OutOfScope, -1
		}
	}
	if i, met := p.meets(a.Where, in, ev, triggered); !met {
		return Unmatched, i
	}
	return Accepted, -1
}

// refuse tells the host why an ability does not act at an event.
func (r *Run) refuse(in *Instance, ev *Raised, w Window, why Reason, where int) {
	refusal := Refusal{In: in, Reason: why, Trigger: -1, Window: w, Where: where, Term: -1}
	if ev != nil {
		refusal.Trigger = ev.Trigger
		refusal.Params = slices.Clone(ev.Params[:ev.N])
		refusal.At = ev.at
		if e := r.log.At(ev.at); e.Kind == EvApply {
			refusal.At = int(e.B)
		}
	}
	switch {
	case why == WhenFalse && r.stepScripts != nil:
		refusal.Word = r.stepScripts.Because()
	case where >= 0:
		c := &in.Ability.Where[where]
		refusal.Term = slices.Index(r.Holding(c.Filter, r.Subject(c, in, ev), in, ev), false)
	case why == Inactive && in.active != nil:
		refusal.Term = slices.Index(r.Holding(in.active, CardValue(in.Card), in, nil), false)
	}
	r.game.setup.Refused(r.game.Position(), refusal)
}

// Vain says, where that is heard, that an ability finds nothing to act on.
func (r *Run) Vain(in *Instance) {
	if vain := r.game.setup.Vain; vain != nil {
		vain(r.game.Position(), in)
	}
}

// Refuse says, where that is heard, that a script keeps a thing from the options of a
// question, and why, in a word of the pack.
func (r *Run) Refuse(of Value, word Symbol) {
	if r.game.setup.Refused == nil {
		return
	}
	refusal := Refusal{Of: of, Reason: LeftOut, Word: word, Trigger: -1, Where: -1, Term: -1}
	if of.Kind == Handle {
		refusal.In, _ = r.instance(of.N)
	}
	r.game.setup.Refused(r.game.Position(), refusal)
}

// Holding says which terms of a filter hold; see Match.
func (p *Position) Holding(f *Filter, v Value, in *Instance, ev *Raised) []bool {
	out := make([]bool, len(f.Terms))
	for i := range f.Terms {
		out[i] = p.term(&f.Terms[i], v, in, ev) != f.Terms[i].Not
	}
	return out
}

// refusals tells the host of the abilities that listen in a window of an event and
// are not among those that may act.
func (r *Run) refusals(ev *Raised, w Window, picked []int32) {
	for i := range r.listeners[ev.Trigger][w] {
		r.refusalOf(&r.Instances[r.listeners[ev.Trigger][w][i].id], ev, w, picked)
	}
	_ = r.unlaid(ev, w, func(in *Instance) error {
		r.refusalOf(in, ev, w, picked)
		return nil
	})
}

func (r *Run) refusalOf(in *Instance, ev *Raised, w Window, picked []int32) {
	switch {
	case slices.Contains(picked, in.ID) || slices.Contains(ev.acted, in.ID):
	case ev.Cancelled:
		r.refuse(in, ev, w, Cancelled, -1)
	case w == After && in.Ability.LastKnown:
		// Abilities judged on the state before the change are told of then.
		if slices.Contains(ev.lastKnown, in.ID) {
			r.refuse(in, ev, w, UsedUp, -1)
		}
	default:
		if why, where := r.refuses(in, ev, false); why != Accepted {
			r.refuse(in, ev, w, why, where)
		}
	}
}

// Zones are the kinds of zones in which the ability's card must lie.
func (in *Instance) Zones() ZoneMask { return in.zones }

// Active is the condition on the ability's card itself; nil for none.
func (in *Instance) Active() *Filter { return in.active }
