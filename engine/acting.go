package engine

import "slices"

// Who acts: seat by seat what is mandatory, then one pick among what is optional.

// rounds lets the seats act in order: at each seat the mandatory abilities first, then one
// pick among the optional ones. Under the pack's policy of rounds, and in the respond
// window, the seats go round until all in a row did nothing. Otherwise each seat uses what
// it likes in its one turn, and later rounds are for mandatory abilities that other seats'
// actions triggered. The last round is also for them if its uses were hidden from the
// others: another round with offers would reveal those uses.
func (r *Run) rounds(ev *Raised, w Window, base int) error {
	offers := true
	idle := 0
	unseen := false
	again := r.goesRound(w)
	for n := -1; ; n++ {
		if n == r.Seats {
			n = -1
			offers = again && offers
		}
		seat := Seat(0)
		if n >= 0 {
			seat = r.seatAt(ev, n)
		}
		acted, hid, err := r.seatActs(ev, w, base, seat, offers)
		if err != nil || w != After && ev.Cancelled {
			return err
		}
		idle++
		if acted {
			idle = 0
			offers = offers || again
		}
		if acted || hid {
			unseen = unseen || hid
			if r.allActed(ev, w) {
				return nil
			}
			if err := r.gather(ev, w, base); err != nil || len(r.picked) == base && !r.someoneCould(ev, w) {
				return err
			}
		}
		if idle > r.Seats {
			if !unseen {
				return nil
			}
			idle = 0
			offers = false
			unseen = false
		}
	}
}

// goesRound reports whether the seats go round in a window until all of them in a row did
// nothing.
func (r *Run) goesRound(w Window) bool { return r.Pack.Order.Rounds || w == Respond }

// allActed reports whether all listeners to the event in a window have acted, so that no
// further search is needed. Most events have few listeners. It is false for a host that
// wants to hear why abilities do not act.
func (r *Run) allActed(ev *Raised, w Window) bool {
	list := r.listeners[ev.Trigger][w]
	if len(list) > len(ev.acted) || len(r.state.hearing(ev.Trigger))+len(r.grants) > 0 || r.game.setup.Refused != nil ||
		len(r.hidden[ev.Trigger][w]) > 0 {
		return false
	}
	return !slices.ContainsFunc(list, func(l listener) bool { return !slices.Contains(ev.acted, l.id) })
}

// seatAt returns the seat in place n of the order that holds for the event.
func (p *Position) seatAt(ev *Raised, n int) Seat {
	first := Seat(0)
	if from := p.Pack.Triggers[ev.Trigger].From; from >= 0 {
		first = ev.Params[from].Seat()
	}
	if first == 0 {
		first = p.FirstSeat()
	}
	return Seat((int(first)-1+n)%p.Seats + 1)
}

// FirstSeat returns the seat at which the pack's order starts now.
func (p *Position) FirstSeat() Seat {
	if from := p.Pack.Order.From; from >= 0 {
		if s := Seat(p.state.cells[p.gameBase+int(from)]); s != 0 {
			return s
		}
	}
	return 1
}

// seatActs lets one seat act; offers says whether it is asked about optional abilities. It
// reports whether the seat did something, and whether it did something hidden from others.
func (r *Run) seatActs(ev *Raised, w Window, base int, seat Seat, offers bool) (acted, hid bool, err error) {
	acted, err = r.mandatory(ev, w, base, seat)
	if err != nil || w != After && ev.Cancelled {
		return acted, false, err
	}
	for again := 0; offers; {
		did, unseen, err := r.offer(ev, w, base, seat, again)
		if err != nil || !did {
			return acted, hid, err
		}
		if unseen {
			hid = true
			again++
			continue
		}
		acted = true
		again = 0
		if r.goesRound(w) || w != After && ev.Cancelled {
			return acted, hid, nil
		}
	}
	return acted, hid, nil
}

// mandatory lets the mandatory abilities of a seat act, the oldest first or as the seat says.
func (r *Run) mandatory(ev *Raised, w Window, base int, seat Seat) (acted bool, err error) {
	end := r.byAge(base, seat)
	for i := base; i < end && (w == After || !ev.Cancelled); i++ {
		if r.Pack.Order.Ask {
			if err := r.nextOwn(ev, w, i, end, seat); err != nil {
				return acted, err
			}
		}
		in, ok := r.instance(r.picked[i])
		if !ok || in.Ability.May || r.SeatOf(in) != seat {
			continue
		}
		ready, err := r.ready(in, ev, w)
		if err != nil {
			return acted, err
		}
		if !ready {
			continue
		}
		acted = true
		if err := r.act(in, ev); err != nil {
			return acted, err
		}
	}
	return acted, nil
}

// ready judges an ability again just before it acts, with its own condition;
// one that goes by last-known information was judged before the change.
func (r *Run) ready(in *Instance, ev *Raised, w Window) (bool, error) {
	if !r.listens(in, ev, w) {
		return false, r.misjudged(in, ev)
	}
	if w == After && in.Ability.LastKnown {
		return true, nil
	}
	ok, err := r.when(in, ev)
	if !ok && err == nil && r.game.setup.Refused != nil {
		r.refuse(in, ev, w, WhenFalse, -1)
	}
	return ok, err
}

// when asks an ability's own condition. A condition that fails, or a filter
// that read a value which cannot be computed, is a failure of the ability.
func (r *Run) when(in *Instance, ev *Raised) (bool, error) {
	if !in.Ability.HasWhen {
		return true, nil
	}
	saved := r.Registers()
	r.pure++
	peeking := r.unpeek(in)
	ok, err := r.scripts.When(r, in, ev)
	r.peeking = peeking
	if Unwinds(err) {
		return false, err
	}
	r.Restore(saved)
	err = r.faulted(err)
	if err != nil {
		return false, r.failed(in, ev, r.log.Len(), err)
	}
	return ok, nil
}

// offer puts a seat's optional abilities to it as one pick; it reports whether one was
// used, and whether that use was unseen by the others. again counts the unseen uses
// before it. The abilities of the table are offered to the first seat.
func (r *Run) offer(ev *Raised, w Window, base int, seat Seat, again int) (used, unseen bool, err error) {
	var options []Choice
	public := false
	for i := base; i < len(r.picked); i++ {
		in, ok := r.instance(r.picked[i])
		if !ok || !in.Ability.May || r.SeatOf(in) != seat {
			continue
		}
		ready, err := r.ready(in, ev, w)
		if err != nil {
			return false, false, err
		}
		if ready {
			options = append(options, One(Value{Handle, in.ID}))
			public = public || in.Card == 0 || r.knownToAll(in.Card)
		}
	}
	hidden := again > 0 || !public && len(r.hidden[ev.Trigger][w]) > 0 && r.couldAnswer(ev, w, seat)
	if len(options) == 0 && (again > 0 || !hidden) {
		return false, false, nil
	}
	asked := seat
	if asked == 0 {
		asked = r.FirstSeat()
	}
	d := r.vacant
	if d == nil || len(options) > 0 {
		d = &Decision{}
	}
	if len(options) == 0 {
		r.vacant = d // most windows that nobody sees are for nobody
	}
	*d = Decision{Kind: PickOne, Seat: asked, Prompt: r.Pack.UsePrompt, Options: options, Optional: true,
		Offer: true, Hidden: hidden, Again: again}
	reply, err := r.Choose(d)
	if err != nil || len(reply) == 0 {
		return false, false, err
	}
	in, _ := r.instance(options[reply[0]].V[0].N)
	from, peeks := r.log.Len(), len(r.log.peeks)
	if err := r.act(in, ev); err != nil {
		return true, false, err
	}
	unseen = hidden && d.Number == r.Decisions() && !r.knownToAll(in.Card) && !(w != After && ev.Cancelled)
	if unseen && r.saidNothing(from) {
		r.log.peeks = slices.Clip(r.log.peeks[:peeks]) // by them others would know of the use
	}
	return true, unseen, nil
}

// act runs an ability as a transaction.
func (r *Run) act(in *Instance, ev *Raised) error {
	ev.acted = append(ev.acted, in.ID)
	if in.use >= 0 {
		r.countUse(in)
	}
	saved := r.Registers()
	params := ev.Params
	cancelled := ev.Cancelled
	from := r.log.Len()
	r.begin(in)
	if in.lasting {
		r.spend(in)
	}
	err := r.scripts.Run(r, in, ev)
	if Unwinds(err) {
		return err
	}
	r.Restore(saved)
	err = r.faulted(err)
	if err == nil {
		return nil
	}
	ev.Params = params
	ev.Cancelled = cancelled
	return r.failed(in, ev, from, err)
}

func (r *Run) begin(in *Instance) {
	r.game.counts.Abilities++
	e := r.log.add(EvAbility, r.frame)
	e.A, e.B, e.C = int32(in.Ability.ID), int32(in.Card), int32(r.SeatOf(in))
	r.frame = r.log.Len() - 1
}
