package script

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// optionList is options(): things to choose from, gathered in Go.
type optionList struct {
	choices []engine.Choice
	value   *language.Object
}

// optionListBytes is what a list of options is counted as: it is kept for the next
// ones.
const optionListBytes = 512

func (c *call) newOptions() language.Value {
	c.Spend(limits.Memory, optionListBytes)
	list := c.m.optionLists.take()
	if list.value == nil {
		list.value = &language.Object{Class: c.m.optionClass, Value: list}
	}
	list.choices = list.choices[:0]
	return list.value
}

// optionsOf is the list of options that a value is, nil if it is none.
func optionsOf(v language.Value) *optionList {
	if o, ok := v.(*language.Object); ok {
		list, _ := o.Value.(*optionList)
		return list
	}
	return nil
}

// optionMethods are the methods of options().
var optionMethods = map[string]operation{
	"add": func(c *call) language.Value {
		c.options.choices = append(c.options.choices, c.choices...)
		return c.options.value
	},
	"product": func(c *call) language.Value {
		list := c.options
		first := c.choices[:c.number(1)]
		second := c.choices[c.number(1):]
		c.Spend(limits.Options, len(first)*len(second))
		list.choices = slices.Grow(list.choices, len(first)*len(second))
		for _, a := range first {
			for _, b := range second {
				if int(a.N+b.N) > engine.MaxParts {
					c.Fault("options:product: an option has at most %d parts", engine.MaxParts)
				}
				list.choices = append(list.choices, a)
				both := &list.choices[len(list.choices)-1]
				copy(both.V[a.N:], b.V[:b.N])
				both.N += b.N
			}
		}
		return list.value
	},
	"refuse": func(c *call) language.Value {
		for i := range c.choices {
			c.m.run.Refuse(c.choices[i].V[0], engine.Symbol(c.number(2)))
		}
		return c.options.value
	},
	"count": func(c *call) language.Value { return language.Int(len(c.options.choices)) },
}

// appendChoices adds a thing, a list of things or an option list. A list
// inside a list is one option of several parts.
func (c *call) appendChoices(to []engine.Choice, w written) []engine.Choice {
	if list := optionsOf(w.v); list != nil {
		c.Spend(limits.Options, len(list.choices))
		return append(to, list.choices...)
	}
	if list, ok := w.v.(*cardList); ok {
		c.Spend(limits.Options, len(list.cards))
		to = slices.Grow(to, len(list.cards))
		for _, card := range c.m.read(list) {
			to = engine.AppendOne(to, engine.CardValue(card))
		}
		return to
	}
	items, ok := c.items(w)
	if !ok {
		c.Spend(limits.Options, 1)
		v, err := c.m.thing(w.value(), c.name)
		c.check(err)
		return engine.AppendOne(to, v)
	}
	c.Spend(limits.Options, len(items))
	to, err := c.m.appendItems(to, items, c.name)
	c.check(err)
	return to
}

// appendItems adds the items of a list of options, of which name is to be told in errors.
func (m *Machine) appendItems(to []engine.Choice, items []language.Value, name string) ([]engine.Choice, error) {
	to = slices.Grow(to, len(items))
	for i, item := range items {
		table, ok := item.(*language.Table)
		if !ok {
			v, err := m.thing(item, name)
			if err != nil {
				return nil, err
			}
			to = engine.AppendOne(to, v)
			continue
		}
		parts := table.Items()
		if len(parts) == 0 || len(parts) > engine.MaxParts {
			return nil, fmt.Errorf("%s: item %d of the options is a list of %d, but an option has 1 to %d parts; "+
				"to offer each thing of a list, write from = list, not from = {list}", name, i+1, len(parts),
				engine.MaxParts)
		}
		to = engine.AppendOne(to, engine.Value{})
		option := &to[len(to)-1]
		option.N = uint8(len(parts))
		for k, part := range parts {
			v, err := m.thing(part, name)
			if err != nil {
				return nil, err
			}
			option.V[k] = v
		}
	}
	return to, nil
}

func (m *Machine) thing(v language.Value, name string) (engine.Value, error) {
	value, err := m.toValue(v, name, ": an option")
	if err == nil && value.Kind == engine.Nil {
		err = fmt.Errorf("%s: an option cannot be nothing (nil)", name)
	}
	return value, err
}

// What all questions to one seat share are their first fields.
const (
	askedSeat = iota
	prompt
	about
	own // the first of its own
)

// question makes the question of the fields that all share; its options are the choices.
func (c *call) question(kind engine.DecisionKind) *engine.Decision {
	c.decision = engine.Decision{Kind: kind, About: c.about, Options: c.choices}
	if in := c.m.in; in == nil && !(c.has(askedSeat) && c.has(prompt)) {
		c.Fault("%s needs seat and prompt here: an ability alone has a seat and a card to ask with", c.name)
	}
	if c.has(askedSeat) {
		c.decision.Seat = c.seat(askedSeat)
	} else {
		c.decision.Seat = c.m.run.SeatOf(c.m.in)
	}
	if c.has(prompt) {
		c.decision.Prompt = engine.Symbol(c.number(prompt))
	} else {
		c.decision.Prompt = c.m.Symbols["target"]
		c.decision.About = append(c.decision.About, engine.Named{Name: c.m.Symbols["card"],
			Value: engine.CardValue(c.m.in.Card)})
	}
	return &c.decision
}

// ask puts the question.
func (c *call) ask(d *engine.Decision) engine.Reply {
	reply, err := c.m.run.Choose(d)
	c.check(err)
	return reply
}

func (c *call) one() language.Value {
	d := c.question(engine.PickOne)
	d.Optional = c.number(own+1) != 0
	reply := c.ask(d)
	if len(reply) == 0 {
		return nil
	}
	option := &d.Options[reply[0]]
	if option.N == 1 {
		return c.m.value(option.V[0])
	}
	var parts [engine.MaxParts]language.Value
	for i := range option.N {
		parts[i] = c.m.value(option.V[i])
	}
	return c.Return(parts[:option.N]...)
}

// chosenOne is a chosen option as one value: its only part, or a list.
func (m *Machine) chosenOne(option *engine.Choice) language.Value {
	if option.N == 1 {
		return m.value(option.V[0])
	}
	t := m.state.NewTable(int(option.N), 0)
	for i := range option.N {
		t.Append(m.value(option.V[i]))
	}
	return t
}

func (m *Machine) chosen(options []engine.Choice, reply engine.Reply) *language.Table {
	t := m.state.NewTable(len(reply), 0)
	for _, n := range reply {
		t.Append(m.chosenOne(&options[n]))
	}
	return t
}

func (c *call) some() language.Value {
	d := c.question(engine.PickSome)
	d.Min, d.Max = c.number(own+1), len(d.Options)
	if c.has(own + 2) {
		d.Max = c.number(own + 2)
	}
	return c.m.chosen(d.Options, c.ask(d))
}

func (c *call) order() language.Value {
	d := c.question(engine.PickOrder)
	return c.m.chosen(d.Options, c.ask(d))
}

func (c *call) yes() language.Value { return language.Flag(c.ask(c.question(engine.YesNo))[0] == 0) }

func (c *call) aNumber() language.Value {
	d := c.question(engine.PickNumber)
	d.Min, d.Max = c.number(own), c.number(own+1)
	return language.Int(c.ask(d)[0])
}

func (c *call) split() language.Value {
	d := c.question(engine.Split)
	d.Total, d.Max = c.number(own+1), c.number(own+2)
	reply := c.ask(d)
	t := c.m.state.NewTable(len(reply), 0)
	for i, amount := range reply {
		pair := c.m.state.NewTable(2, 0)
		pair.Append(c.m.chosenOne(&d.Options[i]))
		pair.Append(language.Int(amount))
		t.Append(pair)
	}
	return t
}

// secret asks several seats at once; what each chooses from, a function of the seat says.
func (c *call) secret() language.Value {
	d := c.question(engine.PickSome)
	m := c.m
	if !c.has(askedSeat) {
		c.Fault("choose.secret: seats must be a list of seats")
	}
	d.Seat = 0
	d.Seats = c.seats(askedSeat)
	d.Secret = true
	d.Options = nil
	c.secretBounds(d)
	d.SecretOptions = make([][]engine.Choice, m.layout.Seats+1)
	for s := range d.Seats.Each() {
		if c.fn == nil {
			d.SecretOptions[s] = c.choices
		} else {
			d.SecretOptions[s] = c.appendChoices(nil, written{v: c.Invoke(c.fn, m.seats[s])})
		}
	}
	replies, err := m.run.ChooseSecretly(d)
	c.check(err)
	result := m.state.NewTable(m.layout.Seats, 0)
	n := 0
	for s := range d.Seats.Each() {
		reply := replies[n]
		options := d.SecretOptions[s]
		n++
		switch {
		case d.Kind.Form() == engine.Picks:
			result.SetAt(int(s), c.m.chosen(options, reply))
		case len(reply) > 0:
			result.SetAt(int(s), c.m.chosenOne(&options[reply[0]]))
		}
	}
	return result
}

// secretBounds reads how many options each seat may choose.
func (c *call) secretBounds(d *engine.Decision) {
	optional := c.number(own+3) != 0 || c.has(own+1) && c.number(own+1) == 0
	switch {
	case c.has(own + 2):
		d.Min = c.number(own + 1)
		d.Max = c.number(own + 2)
		if optional {
			d.Min = 0
		}
	case c.number(own+1) > 1:
		c.Fault("choose.secret: min is %d, but max is 1 if left out; write max too", c.number(own+1))
	default:
		d.Kind = engine.PickOne
		d.Optional = optional
	}
}

func (c *call) actions() language.Value {
	offered, err := c.m.run.Offered(c.things[:0], engine.Symbol(c.number(0)), c.seat(1))
	c.check(err)
	c.things = offered
	t := c.m.state.NewTable(len(offered), 0)
	for _, v := range offered {
		t.Append(c.m.handle(v))
	}
	return t
}

func (c *call) perform() language.Value {
	c.check(c.m.run.Perform(engine.Value{Kind: engine.Handle, N: c.values[0].N}, c.seat(1)))
	return nil
}
