package engine

import "fmt"

// Say writes a line for the transcript: a message and its values, for the
// seats that may see it.
func (g *Game) Say(message Symbol, about []Named, seats SeatSet) error {
	if err := g.guard("say"); err != nil {
		return err
	}
	g.ints = g.ints[:0]
	for _, n := range about {
		g.ints = append(g.ints, int32(n.Name), int32(n.Value.Kind), n.Value.N)
	}
	g.emitData(Event{Kind: EvSay, A: int32(message), New: seats}, g.ints)
	return nil
}

// Last begins a lasting effect; see Effect. It returns its serial number.
func (g *Game) Last(e Effect) (int32, error) {
	if err := g.guard("lasting"); err != nil {
		return 0, err
	}
	e.Serial = g.state.cells[cellSerial]
	g.set(cellSerial, e.Serial+1)
	g.emitData(Event{Kind: EvEffect, A: int32(len(g.state.effects))}, e.encode(nil))
	return e.Serial, nil
}

// Expire ends the lasting effects of a named ability on a card (0: any card).
func (g *Game) Expire(name Symbol, c CardID) error {
	if err := g.guard("expire"); err != nil {
		return err
	}
	for i := 0; i < len(g.state.effects); {
		e := &g.state.effects[i]
		if g.Pack.Abilities[e.Ability].NameSymbol != name || c != 0 && e.Card != c {
			i++
			continue
		}
		g.emitData(Event{Kind: EvEffectEnd, A: int32(i)}, e.encode(nil))
	}
	return nil
}

// Offered returns the actions of a kind that a seat may take now: their
// header and their own condition hold.
func (g *Game) Offered(kind Symbol, seat Seat) ([]Value, error) {
	var out []Value
	for _, id := range g.actions[kind] {
		in := &g.Instances[id]
		if s := g.SeatOf(in); s != seat && s != 0 || !g.actionPasses(in) {
			continue
		}
		if in.Ability.HasWhen {
			saved := g.Registers()
			g.pure++
			ok, err := g.scripts.Offers(g, in, seat)
			g.Restore(saved)
			if err != nil {
				return nil, err
			}
			if !ok {
				continue
			}
		}
		out = append(out, Value{Handle, id})
	}
	return out, nil
}

func (g *Game) actionPasses(in *Instance) bool {
	a := in.Ability
	if !g.activeNow(in) || in.use >= 0 && g.state.cells[in.use] >= int32(a.Limit.Times) {
		return false
	}
	for i := range a.Where {
		if !g.Match(a.Where[i].Filter, CardValue(in.Card), in, nil) {
			return false
		}
	}
	return true
}

// Perform runs an action for a seat, as a transaction.
func (g *Game) Perform(action Value, seat Seat) error {
	if err := g.guard("perform"); err != nil {
		return err
	}
	in, ok := g.instance(action.N)
	if !ok || action.Kind != Handle || in.Ability.Form != Action {
		return fmt.Errorf("perform: not an action")
	}
	if in.use >= 0 {
		g.set(int(in.use), g.state.cells[in.use]+1)
	}
	saved := g.Registers()
	from := g.log.Len()
	g.begin(in)
	err := g.scripts.Act(g, in, seat)
	if Unwinds(err) {
		return err
	}
	g.Restore(saved)
	if err = g.faulted(err); err == nil {
		return nil
	}
	return g.failed(in, nil, from, err)
}

// InstanceOf returns the ability that a Handle value names.
func (g *Game) InstanceOf(v Value) (*Instance, bool) { return g.instance(v.N) }
