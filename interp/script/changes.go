package script

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// functions implement the API.
var functions = map[string]operation{
	"cards": (*call).selection, "count": (*call).count, "any": (*call).any, "first": (*call).first, "sum": (*call).sum,
	"known": (*call).knownID, "board": (*call).board, "move": (*call).move, "shuffle": (*call).shuffle,
	"draw_from": (*call).drawFrom, "roll": (*call).roll, "reveal": (*call).reveal, "conceal": (*call).conceal,
	"schedule": (*call).schedule, "raise": (*call).raise, "raise_all": (*call).raiseAll, "say": (*call).say,
	"pass": (*call).pass, "passed": (*call).passed, "finish": (*call).finish, "lasting": (*call).lasting,
	"now":    (*call).present,
	"expire": (*call).expire, "actions": (*call).actions, "perform": (*call).perform, "options": (*call).newOptions,
	"seats_from": (*call).seatsFrom, "choose.one": (*call).one, "choose.some": (*call).some,
	"choose.order": (*call).order, "choose.yes": (*call).yes, "choose.number": (*call).aNumber,
	"choose.split": (*call).split, "choose.secret": (*call).secret,
}

// gives are those that have something else for the host; see language.NewPlaced.
var gives = map[string]operation{"cards": (*call).giveSelection}

// function returns the Lua function behind a name of the API.
func (m *Machine) function(name string) *language.Func {
	do := functions[name]
	if do == nil {
		m.unbound = append(m.unbound, name)
	}
	row, _ := keyword.Functions().Method(name)
	return m.offer(name, row, keyword.Any, do, gives[name])
}

func (m *Machine) check(call *language.Call, err error) {
	if err != nil {
		m.fail(call, err)
	}
}

func (c *call) move() language.Value {
	place := engine.Top
	if c.has(2) {
		at := c.values[2]
		switch {
		case at.Kind == engine.Word && at.N == 0:
		case at.Kind == engine.Word:
			place = engine.Bottom
		case at.N < 1:
			c.Fault("move: places count from 1, not %d", at.N)
		default:
			place = int(at.N)
		}
	}
	if len(c.lists) != len(c.zones) {
		c.Fault("move: lists of cards go each to a zone: %d lists, %d zones", len(c.lists), len(c.zones))
	}
	c.leaving = c.leaving[:0]
	if len(c.cards) == 1 && len(c.zones) == 0 {
		c.check(c.m.run.Move(c.cards[0], c.zone(1), place))
		return nil
	}
	list := 0
	for i, card := range c.cards {
		to := c.zone(1)
		if len(c.zones) > 0 {
			for i >= c.lists[list] {
				list++
			}
			to = c.zones[list]
		}
		c.leaving = append(c.leaving, engine.Departure{Card: card, To: to})
	}
	c.check(c.m.run.MoveAtOnce(c.leaving, place))
	return nil
}

// shuffledBytes is what the log takes for a card that a shuffle moves, twice over.
const shuffledBytes = 16

func (c *call) shuffle() language.Value {
	z := c.zone(0)
	n := c.m.run.CountIn(z)
	c.Spend(limits.Cards, n)
	c.Spend(limits.Memory, shuffledBytes*n)
	c.check(c.m.run.Shuffle(z))
	return nil
}

func (c *call) drawFrom() language.Value {
	n, list := c.many()
	cards, err := c.m.run.DrawFrom(c.zone(0), n)
	c.check(err)
	switch {
	case list:
		return c.m.cardTable(cards)
	case len(cards) == 0:
		return nil
	}
	return c.m.card(cards[0])
}

func (c *call) roll() language.Value {
	n, list := c.many()
	seen := c.m.layout.AllSeats()
	if c.has(2) {
		seen = c.seats(2)
	}
	faces, err := c.m.run.Roll(engine.DieID(c.number(0)), c.sides(), n, seen)
	c.check(err)
	if !list {
		return c.m.value(faces[0])
	}
	t := c.m.state.NewTable(n, 0)
	for _, f := range faces {
		t.Append(c.m.value(f))
	}
	return t
}

// sides are what can come up: all faces of the die, nil, so many of the first, or the listed values.
func (c *call) sides() []engine.Value {
	if !c.has(3) {
		return nil
	}
	out := make([]engine.Value, 0, len(c.choices))
	for i := range c.choices {
		if c.choices[i].N > 1 {
			c.Fault("roll: what can come up are single things, not pairs of them")
		}
		out = append(out, c.choices[i].V[0])
	}
	faces := c.m.pack.Dice[c.number(0)].Faces
	most := c.number(3)
	if most > len(faces) {
		c.Fault("roll: the die %s has %d faces, not %d", c.m.pack.Dice[c.number(0)].Name, len(faces), most)
	}
	return append(out, faces[:max(most, 0)]...)
}

func (c *call) reveal() language.Value {
	seats := c.audience(1)
	for _, card := range c.cards {
		c.check(c.m.run.Reveal(card, seats))
	}
	return nil
}

func (c *call) conceal() language.Value {
	for _, card := range c.cards {
		c.check(c.m.run.Conceal(card))
	}
	return nil
}

func (c *call) schedule() language.Value {
	step := engine.StepID(c.number(0))
	if c.m.steps[step] == nil {
		c.Fault("schedule: there is no step %q", c.m.pack.Steps[step])
	}
	c.check(c.m.run.Schedule(step, c.things))
	return nil
}

func (c *call) pass() language.Value {
	c.check(c.m.run.Pass(c.seat(0)))
	return nil
}

func (c *call) passed() language.Value { return language.Flag(c.m.run.Passed(c.seat(0))) }

func (c *call) finish() language.Value {
	seats := c.seats(0)
	reason := engine.Symbol(c.number(1))
	end := c.m.run.Finish
	if c.has(0) && c.table.isTable() {
		draw := func(name string) int32 {
			if name != "draw" {
				c.Fault("finish has no field %q; a draw is finish{draw = seats}", name)
			}
			return 0
		}
		c.each(&read{}, 0, c.table, draw, func(_ int32, _ string, w written) {
			list, ok := c.items(w)
			if !ok {
				c.Fault("finish: draw must be a list of seats, not %s", c.m.describe(w.value()))
			}
			seats = c.seatsOf(list)
			end = c.m.run.Draw
		})
	}
	c.check(end(seats, reason))
	return nil
}

func (c *call) seatsFrom() language.Value {
	m := c.m
	t := m.state.NewTable(m.layout.Seats, 0)
	for s, n := c.seat(0), 0; n < m.layout.Seats; s, n = m.layout.NextSeat(s), n+1 {
		t.Append(m.seats[s])
	}
	return t
}

func (c *call) board() language.Value {
	kind := engine.ZoneKindID(c.number(0))
	if c.m.pack.Zones[kind].Rows == 0 {
		c.Fault("board: %s is no board; declare it with board: {rows, columns}", c.m.pack.Zones[kind].Name)
	}
	return c.m.zones[c.m.layout.BoardZone(kind, c.number(1)-1, c.number(2)-1, c.seat(3))]
}

// lasting{ability=, on=, seat=, until_=, params=, while_=, uses=}
func (c *call) lasting() language.Value {
	m := c.m
	e := engine.Effect{Card: c.card(1), Seat: c.seat(2), Until: -1, While: c.card(5)}
	if c.has(3) {
		e.Until = engine.TriggerID(c.number(3))
	}
	if c.has(6) {
		e.Uses = uint8(min(c.number(6), 255))
	}
	if e.Seat == 0 && e.Card != 0 {
		e.Seat = m.run.Controller(e.Card)
	}
	name := c.abilityName()
	found := false
	c.Charge(len(m.pack.Abilities) / 8)
	for i := range m.pack.Abilities {
		a := &m.pack.Abilities[i]
		if a.Name != name {
			continue
		}
		found = true
		e.Ability = a.ID
		c.effectParams(a, &e)
		_, err := m.run.Last(e)
		c.check(err)
	}
	if !found {
		c.Fault("lasting: there is no ability %q", name)
	}
	return nil
}

// abilityName is the name that the first parameter gives, of an ability or not.
func (c *call) abilityName() string {
	if !c.has(0) {
		return ""
	}
	if c.number(0) == 0 {
		return language.Text(c.unknown)
	}
	return c.m.pack.Symbols[c.number(0)]
}

func (c *call) effectParams(a *engine.Ability, e *engine.Effect) {
	if len(a.Params) > engine.MaxEffectParams {
		c.Fault("lasting: an ability with more than %d parameters cannot last", engine.MaxEffectParams)
	}
	if a.Limit.Times > 0 {
		c.Fault("lasting: the ability %q has a limit, and uses are counted on cards: it would not hold while the "+
			"ability lasts", a.Name)
	}
	if e.Uses > 0 && a.Form != engine.Hook {
		c.Fault("lasting: uses counts how often an ability acts, and %q does not act by itself", a.Name)
	}
	e.N = uint8(len(a.Params))
	for i := range a.Params {
		e.Params[i] = a.Params[i].Default
	}
	if !c.has(4) {
		return
	}
	place := func(name string) int32 {
		return int32(slices.IndexFunc(a.Params, func(p engine.AbilityParam) bool { return p.Name == name }))
	}
	c.each(c.itself, int32(a.ID), c.table, place, func(at int32, name string, w written) {
		if at >= 0 {
			value, err := c.m.toValue(w.value(), name)
			c.check(err)
			e.Params[at] = value
		}
	})
}

func (c *call) expire() language.Value {
	if c.number(0) == 0 {
		c.m.fail(c.Call, c.m.unknownWord(c.abilityName(), "expire"))
	}
	c.check(c.m.run.Expire(engine.Symbol(c.number(0)), c.card(1)))
	return nil
}
