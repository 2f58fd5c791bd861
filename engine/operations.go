package engine

import "fmt"

// Say writes a line for the transcript: a message and its values, for the
// seats that may see it.
func (r *Run) Say(message Symbol, about []Named, seats SeatSet) error {
	if err := r.guard("say"); err != nil {
		return err
	}
	r.ints = r.ints[:0]
	for _, n := range about {
		r.ints = append(r.ints, int32(n.Name), int32(n.Value.Kind), n.Value.N)
	}
	r.emitData(Event{Kind: EvSay, A: int32(message), New: seats}, r.ints)
	return nil
}

// Last begins a lasting effect; see Effect. It returns its serial number.
func (r *Run) Last(e Effect) (int32, error) {
	if err := r.guard("lasting"); err != nil {
		return 0, err
	}
	e.Serial = r.state.cells[cellSerial]
	e.Since = r.state.lives
	r.set(cellSerial, e.Serial+1)
	r.ints = e.encode(r.ints[:0])
	r.emitData(Event{Kind: EvEffect, A: int32(len(r.state.effects))}, r.ints)
	if e.Card != 0 && r.Pack.Abilities[e.Ability].Of == Control {
		r.showToController(e.Card)
	}
	return e.Serial, nil
}

// Expire ends the lasting effects of a named ability on a card (0: any card).
func (r *Run) Expire(name Symbol, c CardID) error {
	if err := r.guard("expire"); err != nil {
		return err
	}
	r.look(len(r.state.effects))
	for i := 0; i < len(r.state.effects) && r.fault == nil; {
		e := &r.state.effects[i]
		if r.Pack.Abilities[e.Ability].NameSymbol != name || c != 0 && e.Card != c {
			i++
			continue
		}
		r.endEffect(i)
	}
	return nil
}

// Offered appends the actions of a kind that a seat may take now: their
// header and their own condition hold.
func (r *Run) Offered(out []Value, kind Symbol, seat Seat) ([]Value, error) {
	actions := r.actions[kind]
	if !r.look(len(actions)) {
		return nil, r.fault
	}
	if r.peeking {
		r.peekActions(actions, seat)
	}
	offer := func(in *Instance) error {
		if s := r.SeatOf(in); s != seat && s != 0 {
			return nil
		}
		why, where, err := r.offered(in, seat)
		if err == nil && r.game.setup.Refused != nil {
			r.refuse(in, nil, 0, why, where)
		}
		if err == nil && why == Accepted {
			out = append(out, Value{Handle, in.ID})
		}
		return err
	}
	for _, id := range actions {
		if err := offer(&r.Instances[id]); err != nil {
			return nil, err
		}
	}
	err := r.eachGranted(func(a *Ability) bool { return a.Form == Action && a.ActionKind == kind }, offer)
	return out, err
}

// offered judges an action of a seat.
func (r *Run) offered(in *Instance, seat Seat) (why Reason, where int, err error) {
	why, where = r.refuses(in, nil, false)
	if why != Accepted || !in.Ability.HasWhen {
		return why, where, nil
	}
	return r.offers(in, seat)
}

// offers asks an action's script whether a seat is offered it.
func (r *Run) offers(in *Instance, seat Seat) (why Reason, where int, err error) {
	saved := r.Registers()
	r.pure++
	peeking := r.unpeek(in)
	ok, err := r.scripts.Offers(r, in, seat)
	r.peeking = peeking
	r.Restore(saved)
	if !ok {
		why = WhenFalse
	}
	return why, -1, err
}

// Pay takes what an ability costs, and reports whether it was there.
func (r *Run) Pay(in *Instance) (bool, error) {
	costs := in.Ability.Where[len(in.Ability.Where)-in.Ability.Pays:]
	if _, paid := r.meets(costs, in, nil, false); !paid {
		return false, r.fault
	}
	for i := range costs {
		for k := range costs[i].Filter.Terms {
			if err := r.take(&costs[i].Filter.Terms[k], in); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

func (r *Run) take(t *Term, in *Instance) error {
	if t.Op == TermAttribute {
		return r.SetAttribute(in.Card, t.Attr, t.paid(r.Printed(in.Card, t.Attr)))
	}
	seat := r.SeatOf(in)
	now := r.state.cells[r.seatCell(seat, t.Attr)]
	return r.SetSeatAttribute(seat, t.Attr, t.paid(Value{r.Pack.Seats[t.Attr].Kind, now}))
}

// paid returns the rest of a value behind a payment.
func (t *Term) paid(v Value) Value {
	if v.Kind == Flag {
		return Bool(v.N == 0)
	}
	v.N -= t.Min
	return v
}

// Perform runs an action for a seat, as a transaction.
func (r *Run) Perform(action Value, seat Seat) error {
	if err := r.guard("perform"); err != nil {
		return err
	}
	in, ok := r.instance(action.N)
	if !ok || action.Kind != Handle || in.Ability.Form != Action {
		return fmt.Errorf("perform: not an action")
	}
	if in.use >= 0 {
		r.countUse(in)
	}
	saved := r.Registers()
	from := r.log.Len()
	r.begin(in)
	err := r.scripts.Act(r, in, seat)
	if Unwinds(err) {
		return err
	}
	r.Restore(saved)
	err = r.faulted(err)
	if err == nil {
		return nil
	}
	return r.failed(in, nil, from, err)
}

// InstanceOf returns the ability that a Handle value names.
func (p *Position) InstanceOf(v Value) (*Instance, bool) {
	if v.Kind != Handle {
		return nil, false
	}
	return p.instance(v.N)
}
