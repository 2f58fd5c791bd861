package scenario

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/preview"
	"github.com/ruledeck/ruledeck/interp/reason"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/script"
	"github.com/ruledeck/ruledeck/interp/source"
)

// expectWould checks which values answers to the open decision would change, and to what,
// as the seat that is asked is told.
func (r *runner) expectWould(n *source.Node) error {
	if r.reading {
		return position.EachPair(n, func(p source.Pair) error { return position.EachPair(p.Value, r.valueNamed) })
	}
	d, seat, machine, err := r.beside(n)
	if err != nil {
		return err
	}
	defer r.Give(machine)
	previewer := preview.New(machine, r.English)
	previewer.At(r.ctx, r.g.Position(), d, seat)
	return position.EachPair(n, func(p source.Pair) error {
		reply, err := r.reply(d, seat, source.NewScalar(p.Key, p.Pos))
		if err != nil {
			return err
		}
		would := previewer.Reply(reply, preview.Default)
		if would.Refused {
			return r.report(p, "what %q would do cannot be told", p.Key)
		}
		now := changesNode(would.Values)
		if p.Value.Kind == source.Map && len(p.Value.Pairs) == 0 && len(now.Pairs) > 0 {
			return r.differs(p.Value, "what "+p.Key+" would change", "nothing", now.Inline(), now)
		}
		return position.EachPair(p.Value, func(want source.Pair) error {
			at := slices.IndexFunc(now.Pairs, func(have source.Pair) bool { return have.Key == want.Key })
			if at < 0 {
				found := "nothing changes"
				if len(now.Pairs) > 0 {
					found = strings.Trim(now.Inline(), "{}")
				}
				return r.compare(want, want.Key+" after "+p.Key, want.Value.Text, found)
			}
			if have := now.Pairs[at].Value; have.Text != want.Value.Text {
				return r.differs(want.Value, want.Key+" after "+p.Key, want.Value.Text, have.Text, have)
			}
			return nil
		})
	})
}

// beside is the open decision, the first seat that it waits for, and scripts with which to look
// what that one is told.
func (r *runner) beside(n *source.Node) (*engine.Decision, engine.Seat, *script.Machine, error) {
	if err := r.open(n); err != nil {
		return nil, 0, nil, err
	}
	d := r.g.Open()
	seat := engine.Seat(1)
	for !d.Waits(seat) {
		seat++
	}
	machine, err := r.Take()
	return d, seat, machine, err
}

// expectWhyNot checks why cards are not among the options of the open decision, as the seat
// that is asked is told.
func (r *runner) expectWhyNot(n *source.Node) error {
	if r.reading {
		return position.EachPair(n, func(p source.Pair) error {
			_, err := r.Card(p.Key, p.Pos)
			return err
		})
	}
	d, seat, machine, err := r.beside(n)
	if err != nil {
		return err
	}
	defer r.Give(machine)
	asker := reason.New(machine, r.Compiled, r.English)
	asker.At(r.ctx, r.g.Position(), d, seat)
	return position.EachPair(n, func(p source.Pair) error {
		c, err := r.Card(p.Key, p.Pos)
		if err != nil {
			return err
		}
		shown := view.Project(r.g.Position(), engine.CardValue(c), seat)
		if why := asker.Why(shown.Key()).Text; why != p.Value.Text {
			return r.differs(p.Value, "why "+p.Key+" is not offered", p.Value.Text, why,
				source.NewScalar(why, diag.Pos{}))
		}
		return nil
	})
}

// changesNode has the changes by their names: by that of the value alone, where no other
// has it, and whose it is with it else.
func changesNode(changes []preview.Change) *source.Node {
	out := source.NewMap()
	for _, c := range changes {
		same := 0
		for _, o := range changes {
			if o.Name == c.Name {
				same++
			}
		}
		key := c.Name
		if same > 1 {
			key = c.Of + " " + c.Name
		}
		out.Put(key, source.NewScalar(c.After, diag.Pos{}))
	}
	return out
}

// valueNamed refuses a value of whose name, or its end, there is none.
func (r *runner) valueNamed(p source.Pair) error {
	pack := r.Compiled.Pack
	var names []string
	for i := range pack.Derived {
		names = append(names, r.English.Derived(i))
	}
	for _, of := range []struct {
		list []engine.Attribute
		name func(engine.AttributeID) (string, bool)
	}{
		{pack.Game, r.English.GameAttribute}, {pack.Seats, r.English.SeatAttribute},
		{pack.Cards, r.English.CardAttribute},
	} {
		for i := range of.list {
			if name, named := of.name(engine.AttributeID(i)); named {
				names = append(names, name)
			}
		}
	}
	if slices.ContainsFunc(names, func(name string) bool { return strings.HasSuffix(p.Key, name) }) {
		return nil
	}
	return position.UnknownAt(p, "value", p.Key, names)
}
