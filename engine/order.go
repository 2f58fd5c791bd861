package engine

import "slices"

// In which order abilities act.

// byAge puts the mandatory abilities of a seat first among those picked, the oldest first,
// and returns where they end. Of equal age are cards that have not moved since the game
// began: those keep their order.
func (r *Run) byAge(base int, seat Seat) (end int) {
	if len(r.picked)-base < 2 {
		return len(r.picked)
	}
	end = base
	for i := base; i < len(r.picked); i++ {
		in, ok := r.instance(r.picked[i])
		if !ok || in.Ability.May || r.SeatOf(in) != seat {
			continue
		}
		id := r.picked[i]
		own := r.ageOf(in)
		at := end
		for at > base {
			if before, ok := r.instance(r.picked[at-1]); !ok || !own.older(r.ageOf(before)) {
				break
			}
			at--
		}
		copy(r.picked[at+1:i+1], r.picked[at:i])
		r.picked[at] = id
		end++
	}
	return end
}

// nextOwn asks a seat which of its mandatory abilities acts next, where they differ: those
// picked from place i to end. The one that was chosen takes place i.
func (r *Run) nextOwn(ev *Raised, w Window, i, end int, seat Seat) error {
	ready, err := r.readyOf(r.picked[i:end], ev, w)
	if err != nil || len(ready) < 2 {
		return err
	}
	id, err := r.pickNext(ready, seat)
	if err != nil {
		return err
	}
	at := i + slices.Index(r.picked[i:end], id)
	copy(r.picked[i+1:at+1], r.picked[i:at])
	r.picked[i] = id
	return nil
}

// readyOf returns those of some abilities that are mandatory and may act now.
func (r *Run) readyOf(list []int32, ev *Raised, w Window) (ready []int32, err error) {
	for _, id := range list {
		in, ok := r.instance(id)
		if !ok || in.Ability.May {
			continue
		}
		may, err := r.ready(in, ev, w)
		if err != nil {
			return nil, err
		}
		if may {
			ready = append(ready, id)
		}
	}
	return ready, nil
}

// pickNext asks a seat which of some abilities acts next, where it matters; else it is the
// first.
func (r *Run) pickNext(ready []int32, seat Seat) (int32, error) {
	if seat == 0 || !r.orderMatters(ready) {
		return ready[0], nil
	}
	var options []Choice
	for _, id := range ready {
		options = append(options, One(Value{Handle, id}))
	}
	reply, err := r.Choose(&Decision{Kind: PickOne, Seat: seat, Prompt: r.Pack.Order.AskPrompt, Options: options})
	if err != nil {
		return 0, err
	}
	return ready[reply[0]], nil
}

// orderMatters reports whether two of some abilities differ.
func (r *Run) orderMatters(ready []int32) bool {
	first, _ := r.instance(ready[0])
	return slices.ContainsFunc(ready[1:], func(id int32) bool {
		in, _ := r.instance(id)
		return in.Ability != first.Ability || !slices.Equal(in.Params, first.Params)
	})
}

// chosen lets what is mandatory before a change act in the order that one seat says.
func (r *Run) chosen(ev *Raised, w Window, base, param int) error {
	seat := r.seatOf(ev.Params[param])
	for !ev.Cancelled {
		ready, err := r.readyOf(r.picked[base:], ev, w)
		if err != nil || len(ready) == 0 {
			return err
		}
		slices.SortStableFunc(ready, func(a, b int32) int {
			x, _ := r.instance(a)
			y, _ := r.instance(b)
			return r.ageOf(x).compare(r.ageOf(y))
		})
		id, err := r.pickNext(ready, seat)
		if err != nil {
			return err
		}
		in, _ := r.instance(id)
		if err := r.act(in, ev); err != nil {
			return err
		}
		if err := r.gather(ev, w, base); err != nil {
			return err
		}
	}
	return nil
}

// afterAtOnce opens the after windows of events that happened at once: seat by seat, and at
// each seat event by event.
func (r *Run) afterAtOnce(evs []*Raised) error {
	for offers := true; ; offers = r.goesRound(After) {
		idle := true
		for n := -1; n < r.Seats; n++ {
			seat := Seat(0)
			if n >= 0 {
				seat = Seat((int(r.FirstSeat())-1+n)%r.Seats + 1)
			}
			for _, ev := range evs {
				if ev.Cancelled {
					continue
				}
				acted, err := r.afterOf(ev, seat, offers)
				if err != nil {
					return err
				}
				idle = idle && !acted
			}
		}
		if idle {
			return nil
		}
	}
}

// afterOf lets one seat act in the after window of one event.
func (r *Run) afterOf(ev *Raised, seat Seat, offers bool) (acted bool, err error) {
	if r.unheard(ev.Trigger, After) {
		return false, nil
	}
	base := len(r.picked)
	frame := r.frame
	r.frame = ev.at
	if err := r.gather(ev, After, base); err != nil {
		return false, err
	}
	ev.Window = After
	r.raised = append(r.raised, ev)
	acted, hid, err := r.seatActs(ev, After, base, seat, offers)
	if err != nil {
		return false, err
	}
	r.frame = frame
	r.raised = r.raised[:len(r.raised)-1]
	r.picked = r.picked[:base]
	return acted || hid, nil
}

// noteLives notes which lives the cards of an event live that must stay.
func (r *Run) noteLives(ev *Raised) {
	if r.Pack.Triggers[ev.Trigger].MustStay == 0 {
		return
	}
	ev.announced = ev.Params
	for i := range ev.N {
		if c := ev.Params[i].Card(); c != 0 {
			ev.lives[i] = r.state.links[c].since
		}
	}
}

// cancelStale cancels an event a card of which had to stay, and has begun another life. A card
// that an ability has written there was chosen since, and is not judged.
func (r *Run) cancelStale(ev *Raised) {
	must := r.Pack.Triggers[ev.Trigger].MustStay
	for i := 0; must>>i != 0; i++ {
		if c := ev.Params[i].Card(); c != 0 && must>>i&1 != 0 &&
			ev.Params[i] == ev.announced[i] && r.state.links[c].since != ev.lives[i] {
			ev.Cancelled = true
		}
	}
}
