package engine

// Who acts: seat by seat what is mandatory, then one pick among what is optional.

// rounds lets the seats act in order: at each seat first what is mandatory,
// then one pick among what is optional. With the pack's policy of rounds the
// seats go round until all of them in a row did nothing; without it each seat
// uses what it likes in its one turn, and later rounds are for mandatory
// abilities that the others' doings woke.
func (g *Game) rounds(ev *Ev, w Window, base int) error {
	offers, idle := true, 0
	for n := -1; ; n++ {
		if n == g.Seats {
			n, offers = -1, g.Pack.Order.Rounds
		}
		seat := Seat(0)
		if n >= 0 {
			seat = g.seatAt(ev, n)
		}
		acted, err := g.seatActs(ev, w, base, seat, offers)
		if err != nil || w != After && ev.Cancelled {
			return err
		}
		idle++
		if acted {
			idle = 0
			if err := g.gather(ev, w, base); err != nil || len(g.picked) == base {
				return err
			}
		}
		if idle > g.Seats {
			return nil
		}
	}
}

// seatAt returns the seat in place n of the order that holds for the event.
func (g *Game) seatAt(ev *Ev, n int) Seat {
	first := Seat(0)
	if from := g.Pack.Triggers[ev.Trigger].From; from >= 0 {
		first = ev.Params[from].Seat()
	}
	if first == 0 {
		first = g.FirstSeat()
	}
	return Seat((int(first)-1+n)%g.Seats + 1)
}

// FirstSeat returns the seat at which the pack's order starts now.
func (g *Game) FirstSeat() Seat {
	if from := g.Pack.Order.From; from >= 0 {
		if s := Seat(g.state.cells[g.game+int(from)]); s != 0 {
			return s
		}
	}
	return 1
}

// seatActs lets one seat act; offers says whether it is asked for what is optional.
func (g *Game) seatActs(ev *Ev, w Window, base int, seat Seat, offers bool) (acted bool, err error) {
	for i := base; i < len(g.picked); i++ {
		in, ok := g.instance(g.picked[i])
		if !ok || in.Ability.May || g.SeatOf(in) != seat {
			continue
		}
		ready, err := g.ready(in, ev, w)
		if err != nil {
			return acted, err
		}
		if !ready {
			continue
		}
		acted = true
		if err := g.act(in, ev); err != nil {
			return acted, err
		}
		if w != After && ev.Cancelled {
			return acted, nil
		}
	}
	for offers {
		did, err := g.offer(ev, w, base, seat)
		if err != nil || !did {
			return acted, err
		}
		acted = true
		if g.Pack.Order.Rounds || w != After && ev.Cancelled {
			return acted, nil
		}
	}
	return acted, nil
}

// ready judges an ability again just before it acts, with its own condition;
// one that is heard before the change was judged then.
func (g *Game) ready(in *Instance, ev *Ev, w Window) (bool, error) {
	if !g.listens(in, ev, w) {
		return false, g.misjudged(in, ev)
	}
	if w == After && in.Ability.HeardBefore {
		return true, nil
	}
	return g.when(in, ev)
}

// when asks an ability's own condition. A condition that fails, or a filter
// that read a value which cannot be computed, is a failure of the ability.
func (g *Game) when(in *Instance, ev *Ev) (bool, error) {
	if !in.Ability.HasWhen {
		return true, nil
	}
	saved := g.Registers()
	g.pure++
	ok, err := g.scripts.When(g, in, ev)
	if Unwinds(err) {
		return false, err
	}
	g.Restore(saved)
	if err = g.faulted(err); err != nil {
		return false, g.failed(in, ev, g.log.Len(), err)
	}
	return ok, nil
}

// offer puts a seat's optional abilities to it as one pick; it tells whether
// one was used. The abilities of the table are offered to the first seat.
func (g *Game) offer(ev *Ev, w Window, base int, seat Seat) (bool, error) {
	var options []Choice
	for i := base; i < len(g.picked); i++ {
		in, ok := g.instance(g.picked[i])
		if !ok || !in.Ability.May || g.SeatOf(in) != seat {
			continue
		}
		ready, err := g.ready(in, ev, w)
		if err != nil {
			return false, err
		}
		if ready {
			options = append(options, One(Value{Handle, in.ID}))
		}
	}
	if len(options) == 0 {
		return false, nil
	}
	asked := seat
	if asked == 0 {
		asked = g.FirstSeat()
	}
	d := Decision{Kind: PickOne, Seat: asked, Prompt: g.Pack.UsePrompt, Options: options, Optional: true}
	reply, err := g.Choose(&d)
	if err != nil || len(reply) == 0 {
		return false, err
	}
	in, _ := g.instance(options[reply[0]].V[0].N)
	return true, g.act(in, ev)
}

// act runs an ability as a transaction.
func (g *Game) act(in *Instance, ev *Ev) error {
	ev.acted = append(ev.acted, in.ID)
	if in.use >= 0 {
		g.set(int(in.use), g.state.cells[in.use]+1)
	}
	saved := g.Registers()
	params, cancelled := ev.Params, ev.Cancelled
	from := g.log.Len()
	g.begin(in)
	err := g.scripts.Run(g, in, ev)
	if Unwinds(err) {
		return err
	}
	g.Restore(saved)
	if err = g.faulted(err); err == nil {
		return nil
	}
	ev.Params, ev.Cancelled = params, cancelled
	return g.failed(in, ev, from, err)
}

func (g *Game) begin(in *Instance) {
	g.counts.Abilities++
	g.frame = g.emit(Event{Kind: EvAbility, A: int32(in.Ability.ID), B: int32(in.Card), C: int32(g.SeatOf(in))})
}

// failed undoes what an ability did since a position, reports it, and stops
// the game if the host asked for that.
func (g *Game) failed(in *Instance, ev *Ev, from int, err error) error {
	f := &Failure{
		Card: g.CardKey(in.Card), Ability: in.Ability.Name, Seed: g.setup.Seed,
		Step: g.stepName(), Decision: int(g.state.cells[cellDecisions]), Err: err,
	}
	if ev != nil {
		f.Trigger = g.Pack.Triggers[ev.Trigger].Name
		// A condition that failed once is not asked again at this event.
		ev.acted = append(ev.acted, in.ID)
	}
	g.fault = nil
	at := g.log.Len()
	g.emit(Event{Kind: EvFailed, A: int32(from), B: int32(at), C: int32(len(g.failures))})
	g.failures = append(g.failures, f)
	if !g.setup.ContinueOnError {
		return ErrStopped
	}
	return nil
}
