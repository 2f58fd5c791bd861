package engine

// activeNow reports whether the card of an instance is where, and as, its
// ability works.
func (p *Position) activeNow(in *Instance) bool {
	return in.zones.Has(p.zoneKind[p.state.links[in.Card].zone]) &&
		(in.active == nil || p.Match(in.active, CardValue(in.Card), in, nil))
}

func (p *Position) effectInstance(e *Effect) Instance {
	return Instance{
		ID: -1 - e.Serial, Card: e.Card, Ability: &p.Pack.Abilities[e.Ability], Params: e.Params[:e.N],
		use: -1, seat: e.Seat, since: e.Since, lasting: true,
	}
}

// instance returns the instance with an id; effects have negative ones. The
// answer for an effect is a copy, ok is false when the effect is gone.
func (p *Position) instance(id int32) (in *Instance, ok bool) {
	switch {
	case int(id) >= len(p.Instances):
		return p.grantOf(id), true
	case id >= 0:
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

// usedUp reports whether an ability has reached its limit.
func (p *Position) usedUp(in *Instance) bool {
	return in.use >= 0 && p.usesBy(in, p.SeatOf(in)) >= in.Ability.Limit.Times
}

// SeatOf returns the seat that an ability belongs to: its card's controller,
// or the seat of the lasting effect; 0 for the table's own.
func (p *Position) SeatOf(in *Instance) Seat {
	if in.lasting {
		return in.seat
	}
	return p.Controller(in.Card)
}

// countUse counts one more use by the seat that has the ability now.
func (r *Run) countUse(in *Instance) {
	s := r.SeatOf(in)
	r.setUses(in, s, r.usesBy(in, s)+1)
}

// LimitedUses returns the limited abilities of all cards, in their order.
func (p *Position) LimitedUses() []LimitedUse {
	var uses []LimitedUse
	for c := range p.carried {
		uses = append(uses, p.UsesOn(CardID(c))...)
	}
	return uses
}

// UsesOn returns how often the abilities of a card have been used that have a limit.
func (p *Position) UsesOn(c CardID) []LimitedUse {
	var uses []LimitedUse
	for _, id := range p.carried[c] {
		if in := &p.Instances[id]; in.use >= 0 {
			of := LimitedUse{in.Card, in.Ability, in.ID, p.usesBy(in, p.SeatOf(in)), make([]int, p.Seats+1),
				p.Life(in.Card)}
			for s := range of.Seats {
				of.Seats[s] = p.usesBy(in, Seat(s))
			}
			uses = append(uses, of)
		}
	}
	return uses
}
