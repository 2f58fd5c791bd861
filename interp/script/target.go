package script

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// targets finds what there is for an ability to act on, and how many; of a filter no more than
// most are counted, if it is not 0, and the cards are not told. What a function of the script tells comes as it is.
func (m *Machine) targets(in *engine.Instance, ev *engine.Raised, about language.Value, most int) (
	found language.Value, n int, err error) {
	if f := in.Ability.Target.Filter; f != nil {
		m.plan.Prepare(f)
		s := engine.Selection{Filter: *f, In: in, Raised: ev, Most: most, AnyOrder: most > 0, Plan: &m.plan}
		m.aimed = m.run.Select(m.aimed[:0], &s)
		if most == 0 {
			found = m.cardTable(m.aimed)
		}
		return found, len(m.aimed), nil
	}
	h := m.scripts[in.Ability.ID]
	found, err = m.state.Call(h.from, m.cards[in.Card], about, m.abilityParams(in))
	if err != nil {
		return nil, 0, err
	}
	if list := optionsOf(found); list != nil {
		return found, len(list.choices), nil
	}
	if table, ok := found.(*language.Table); ok {
		return found, table.Len(), nil
	}
	return nil, 0, fmt.Errorf("%s:%d: from must return a list or options(), not a %s", in.Ability.File,
		in.Ability.Line, language.TypeName(found))
}

// aim has a seat choose what an ability acts on, and says of how many. They are found again, as
// what there was may be gone; of none, and where the seat declines, the target is nil.
func (m *Machine) aim(in *engine.Instance, ev *engine.Raised, seat engine.Seat, about language.Value) (
	target language.Value, n int, err error) {
	t := in.Ability.Target
	found, n, err := m.targets(in, ev, about, 0)
	if err != nil || n == 0 {
		return nil, n, err
	}
	if t.All {
		return found, n, nil
	}
	if t.By >= 0 {
		seat = ev.Params[t.By].Seat()
	}
	d := &engine.Decision{Kind: engine.PickOne, Seat: seat, Prompt: t.Prompt, Optional: t.Optional,
		About: []engine.Named{{Name: m.Symbols["card"], Value: engine.CardValue(in.Card)}}}
	if !t.One {
		d.Kind = engine.PickSome
		d.Optional = false
		d.Min = t.Min
		d.Max = t.Max
		if t.Optional {
			d.Min = 0
		}
	}
	if list := optionsOf(found); list != nil {
		d.Options = slices.Clone(list.choices)
	} else {
		d.Options, err = m.appendItems(nil, found.(*language.Table).Items(), "target")
	}
	if err != nil {
		return nil, n, err
	}
	reply, err := m.run.Choose(d)
	if err != nil || len(reply) == 0 {
		return nil, n, err
	}
	if t.One {
		return m.chosenOne(&d.Options[reply[0]]), n, nil
	}
	return m.chosen(d.Options, reply), n, nil
}
