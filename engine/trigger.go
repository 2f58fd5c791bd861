package engine

import "slices"

// Raise raises a trigger: responses, then abilities in the replace and before windows, then
// apply (nil for none) unless it was cancelled, then the after window.
//
// A trigger raised by an ability of the respond window may itself be responded to before it
// happens, so that the trigger announced last happens first, as on a stack.
func (r *Run) Raise(ev *Raised, apply func(ev *Raised) error) error {
	return r.RaiseAll([]*Raised{ev}, apply)
}

// raiseSilent raises a trigger that has no listeners at first: no window opens, unless the
// change itself makes an effect that listens.
func (r *Run) raiseSilent(ev *Raised, apply func(ev *Raised) error) error {
	cause := r.frame
	ev.at = r.logSilent(ev.Trigger, ev.Params[:ev.N])
	if apply == nil {
		return nil
	}
	r.depth++
	if err := r.change(ev, apply); err != nil {
		return err
	}
	if len(r.state.hearing(ev.Trigger)) > 0 {
		made := r.state.cells[cellSerial]
		r.frame = ev.at
		if err := r.window(ev, After); err != nil {
			return err
		}
		r.frame = ev.at
		r.expire(ev, made)
	}
	r.frame, r.depth = cause, r.depth-1
	return nil
}

// RaiseAll raises triggers that happen at once: each window opens for all of
// them before the next one does, then all changes happen, then all after
// windows. What the after window judges "before" is judged on the state before
// the first change.
func (r *Run) RaiseAll(evs []*Raised, apply func(ev *Raised) error) error {
	if err := r.guard("raise"); err != nil {
		return err
	}
	if len(evs) == 1 && r.isSilent(evs[0].Trigger) {
		return r.raiseSilent(evs[0], apply)
	}
	if len(evs) == 0 {
		return nil
	}
	if r.depth >= MaxNesting {
		return r.cycle(evs[0])
	}
	r.depth++
	r.game.counts.Deepest = max(r.game.counts.Deepest, r.depth)
	cause := r.frame
	for _, ev := range evs {
		r.announce(ev, cause)
	}
	if err := r.beforeChange(evs); err != nil {
		return err
	}
	change := r.log.Len()
	for _, ev := range evs {
		ev.change = change
		if !ev.Cancelled {
			if err := r.applyEvent(ev, cause, apply); err != nil {
				return err
			}
		}
	}
	// An effect that an after window makes lasts until the trigger's next time.
	made := r.state.cells[cellSerial]
	if err := r.afterChange(evs); err != nil {
		return err
	}
	for _, ev := range evs {
		if !ev.Cancelled {
			r.frame = ev.at
			r.expire(ev, made)
		}
	}
	r.frame, r.depth = cause, r.depth-1
	return nil
}

// beforeChange opens the windows before the change of events and judges what is judged last
// before it.
func (r *Run) beforeChange(evs []*Raised) error {
	first := evs[0].Trigger // most events have no listener in any window
	if len(evs) > 1 || r.early[first] || len(r.state.hearing(first))+len(r.grants) > 0 {
		for w := Respond; w < After; w++ {
			if err := r.windows(evs, w); err != nil {
				return err
			}
		}
	}
	for _, ev := range evs {
		r.cancelStale(ev)
		if r.lastKnown[ev.Trigger] && !ev.Cancelled {
			if err := r.noteLastKnown(ev); err != nil {
				return err
			}
		}
	}
	return nil
}

// afterChange opens the window after the change: one for all events that happened at once.
func (r *Run) afterChange(evs []*Raised) error {
	if len(evs) == 1 {
		return r.windows(evs, After)
	}
	for _, ev := range evs {
		if ev.Cancelled {
			continue
		}
		if err := r.trigger(ev); err != nil {
			return err
		}
	}
	return r.afterAtOnce(evs)
}

// isSilent reports whether a trigger has no listeners now.
func (r *Run) isSilent(t TriggerID) bool {
	return r.silent[t] && len(r.state.hearing(t)) == 0 && r.depth < MaxNesting
}

// logSilent logs that an event was raised and that its change happens, which
// is all there is to most events, and returns where the change begins.
func (r *Run) logSilent(t TriggerID, params []Value) int {
	r.game.counts.Triggers++
	at := r.mark(EvRaise, int32(t), 0, params)
	return r.mark(EvApply, int32(t), int32(at), params)
}

// windows opens one window for all events that were not cancelled.
func (r *Run) windows(evs []*Raised, w Window) error {
	for _, ev := range evs {
		if ev.Cancelled {
			if r.game.setup.Refused != nil {
				r.refusals(ev, w, nil)
			}
			continue
		}
		r.frame = ev.at
		if err := r.window(ev, w); err != nil {
			return err
		}
	}
	return nil
}

// announce logs the trigger and sets limits back.
func (r *Run) announce(ev *Raised, cause int) {
	r.game.counts.Triggers++
	r.frame = cause
	ev.at = r.mark(EvRaise, int32(ev.Trigger), 0, ev.Params[:ev.N])
	r.frame = ev.at
	r.noteLives(ev)
	for _, id := range r.resets[ev.Trigger] {
		r.clearUses(&r.Instances[id])
	}
}

// applyEvent makes the change of an event.
func (r *Run) applyEvent(ev *Raised, cause int, apply func(ev *Raised) error) error {
	r.frame = cause
	ev.at = r.mark(EvApply, int32(ev.Trigger), int32(ev.at), ev.Params[:ev.N])
	return r.change(ev, apply)
}

// change makes a change below the event that it is made by.
func (r *Run) change(ev *Raised, apply func(ev *Raised) error) error {
	r.frame = ev.at
	if apply == nil {
		return nil
	}
	r.raised = append(r.raised, ev)
	if err := apply(ev); err != nil {
		return err
	}
	r.raised = r.raised[:len(r.raised)-1]
	return nil
}

// cycle reports triggers that raise each other without end: which ability of which card
// raises which.
func (r *Run) cycle(ev *Raised) error {
	var last Cycle // the latest first
	raised := ev.Trigger
	at := r.frame
	for _, open := range slices.Backward(r.raised) {
		by := ""
		for log := &r.game.log; at > open.at && by == ""; at = log.Cause(at) {
			if e := log.At(at); e.Kind == EvAbility {
				by = r.acted(e) + " raises "
			}
		}
		last = append(last, by+r.Pack.Triggers[raised].Name)
		raised = open.Trigger
		at = r.game.log.Cause(open.at)
	}
	cycle := last.again()
	if cycle == nil {
		cycle = last[:min(len(last), mostDetails)]
		slices.Reverse(cycle)
	}
	return &NestingError{Cycle: cycle}
}

// noteLastKnown notes the after-abilities that are judged on the state before
// the change, their own conditions included.
func (r *Run) noteLastKnown(ev *Raised) error {
	if !r.look(len(r.listeners[ev.Trigger][After]) + len(r.state.hearing(ev.Trigger))) {
		return r.fault
	}
	r.raised = append(r.raised, ev)
	for i := range r.listeners[ev.Trigger][After] {
		if err := r.judgeLastKnown(&r.Instances[r.listeners[ev.Trigger][After][i].id], ev); err != nil {
			return err
		}
	}
	judge := func(in *Instance) error { return r.judgeLastKnown(in, ev) }
	if err := r.unlaid(ev, After, judge); err != nil {
		return err
	}
	r.raised = r.raised[:len(r.raised)-1]
	return nil
}

func (r *Run) judgeLastKnown(in *Instance, ev *Raised) error {
	if !in.Ability.LastKnown {
		return nil
	}
	why, where := r.refuses(in, ev, false)
	ready := why == Accepted
	var err error
	if ready {
		ready, err = r.when(in, ev)
		if !ready && err == nil {
			why = WhenFalse
		}
	} else {
		err = r.misjudged(in, ev)
	}
	if ready {
		ev.lastKnown = append(ev.lastKnown, in.ID)
	} else if err == nil && r.game.setup.Refused != nil {
		r.refuse(in, ev, After, why, where)
	}
	return err
}

// window lets every ability that listens to the event now act in one window.
func (r *Run) window(ev *Raised, w Window) error {
	if r.unheard(ev.Trigger, w) {
		return nil
	}
	base := len(r.picked)
	if err := r.gather(ev, w, base); err != nil || len(r.picked) == base && !r.someoneCould(ev, w) {
		return err
	}
	if w == After && len(r.picked) > base {
		ev.noteTriggered(r.picked[base:])
	}
	ev.Window = w
	r.raised = append(r.raised, ev)
	frame := r.frame
	if p := r.Pack.Triggers[ev.Trigger].Chooses; p > 0 && (w == Replace || w == Before) {
		if err := r.chosen(ev, w, base, p-1); err != nil {
			return err
		}
	}
	if err := r.rounds(ev, w, base); err != nil {
		return err
	}
	r.frame = frame
	r.raised = r.raised[:len(r.raised)-1]
	r.picked = r.picked[:base]
	return nil
}

// expire ends the lasting effects that the trigger ends, of those made before
// serial number made.
func (r *Run) expire(ev *Raised, made int32) {
	r.look(len(r.state.hearing(ev.Trigger)))
	for i := 0; i < len(r.state.hearing(ev.Trigger)); {
		if e := &r.state.effects[i]; e.Serial >= made || !r.ends(e, ev) {
			i++
			continue
		}
		r.endEffect(i)
	}
}

// ends reports whether a trigger ends a lasting effect, by its own end or by its ability's.
func (r *Run) ends(e *Effect, ev *Raised) bool {
	if e.Until == ev.Trigger {
		return true
	}
	own := r.Pack.Abilities[e.Ability].Ends
	if own == nil || own.Trigger != ev.Trigger {
		return false
	}
	in := r.effectInstance(e)
	_, met := r.meets(own.Where, &in, ev, false)
	return met
}
