package script

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

// function returns the Lua function behind a name of the API.
func (m *Machine) function(name string) *lua.LFunction {
	do := map[string]func(*lua.LState) int{
		"cards": m.apiCards, "count": m.apiCount, "any": m.apiAny, "first": m.apiFirst, "sum": m.apiSum, "board": m.apiBoard,
		"move": m.apiMove, "shuffle": m.apiShuffle, "draw_from": m.apiDrawFrom, "roll": m.apiRoll, "reveal": m.apiReveal,
		"conceal": m.apiConceal, "schedule": m.apiSchedule, "raise": m.apiRaise, "raise_all": m.apiRaiseAll, "say": m.apiSay,
		"pass": m.apiPass, "passed": m.apiPassed, "finish": m.apiFinish, "lasting": m.apiLasting, "expire": m.apiExpire,
		"actions": m.apiActions, "perform": m.apiPerform, "options": m.apiOptions, "seats_from": m.apiSeatsFrom,
		"choose.one": m.apiOne, "choose.some": m.apiSome, "choose.order": m.apiOrder, "choose.yes": m.apiYes,
		"choose.number": m.apiNumber, "choose.split": m.apiSplit, "choose.secret": m.apiSecret,
	}[name]
	what := name + " function"
	return m.state.L().NewFunction(func(L *lua.LState) int {
		m.running(L, what)
		return do(L)
	})
}

func (m *Machine) check(L *lua.LState, err error) {
	if err != nil {
		m.fail(L, err)
	}
}

func (m *Machine) apiMove(L *lua.LState) int {
	to := m.argZone(L, "move", 2)
	place := engine.Top
	switch v := L.Get(3).(type) {
	case *lua.LNilType:
	case lua.LString:
		switch v {
		case "top":
		case "bottom":
			place = engine.Bottom
		default:
			m.state.Fault(L, "move: a card goes to \"top\", \"bottom\" or a place number, not %q", string(v))
		}
	default:
		if place = m.argNumber(L, "move", 3); place < 1 {
			m.state.Fault(L, "move: places count from 1, not %d", place)
		}
	}
	for _, c := range m.argCards(L, "move", 1) {
		m.check(L, m.run.Move(c, to, place))
	}
	return 0
}

func (m *Machine) apiShuffle(L *lua.LState) int {
	m.check(L, m.run.Shuffle(m.argZone(L, "shuffle", 1)))
	return 0
}

func (m *Machine) apiDrawFrom(L *lua.LState) int {
	z := m.argZone(L, "draw_from", 1)
	n, list := 1, L.GetTop() > 1
	if list {
		n = m.argNumber(L, "draw_from", 2)
	}
	cards, err := m.run.DrawFrom(z, n)
	m.check(L, err)
	switch {
	case list:
		L.Push(m.cardTable(cards))
	case len(cards) == 0:
		L.Push(lua.LNil)
	default:
		L.Push(m.cards[cards[0]])
	}
	return 1
}

func (m *Machine) apiRoll(L *lua.LState) int {
	name := m.argWord(L, "roll", 1)
	die, ok := m.dice[name]
	if !ok {
		m.state.Fault(L, "roll: there is no die %q%s", name, nearest(name, m.dice))
	}
	n, list := 1, L.GetTop() > 1
	if list {
		n = m.argNumber(L, "roll", 2)
	}
	faces, err := m.run.Roll(die, n, m.argSeats(L, "roll", 3))
	m.check(L, err)
	if !list {
		L.Push(m.value(faces[0]))
		return 1
	}
	t := L.CreateTable(n, 0)
	for _, f := range faces {
		t.Append(m.value(f))
	}
	L.Push(t)
	return 1
}

func (m *Machine) apiReveal(L *lua.LState) int {
	seats := m.argSeats(L, "reveal", 2)
	for _, c := range m.argCards(L, "reveal", 1) {
		m.check(L, m.run.Reveal(c, seats))
	}
	return 0
}

func (m *Machine) apiConceal(L *lua.LState) int {
	for _, c := range m.argCards(L, "conceal", 1) {
		m.check(L, m.run.Conceal(c))
	}
	return 0
}

func (m *Machine) apiSchedule(L *lua.LState) int {
	name := m.argWord(L, "schedule", 1)
	step, ok := m.names.steps[name]
	if !ok || m.steps[step] == nil {
		m.state.Fault(L, "schedule: there is no step %q%s", name, nearest(name, m.names.steps))
	}
	var args []engine.Value
	for i := 2; i <= L.GetTop(); i++ {
		v, err := m.toValue(L.Get(i), "schedule: argument ", sandbox.Text(sandbox.Number(i)))
		m.check(L, err)
		args = append(args, v)
	}
	m.check(L, m.run.Schedule(step, args))
	return 0
}

func (m *Machine) apiPass(L *lua.LState) int {
	m.check(L, m.run.Pass(m.argSeat(L, "pass", 1)))
	return 0
}

func (m *Machine) apiPassed(L *lua.LState) int {
	L.Push(lua.LBool(m.run.Passed(m.argSeat(L, "passed", 1))))
	return 1
}

func (m *Machine) apiFinish(L *lua.LState) int {
	var winners engine.SeatSet
	if L.Get(1) != lua.LNil {
		winners = m.argSeats(L, "finish", 1)
	}
	reason := engine.Symbol(0)
	if L.GetTop() > 1 {
		reason = m.argSymbol(L, "finish", 2)
	}
	m.check(L, m.run.Finish(winners, reason))
	return 0
}

func (m *Machine) apiSeatsFrom(L *lua.LState) int {
	first := m.argSeat(L, "seats_from", 1)
	t := L.CreateTable(m.layout.Seats, 0)
	for s, n := first, 0; n < m.layout.Seats; s, n = m.layout.NextSeat(s), n+1 {
		t.Append(m.seats[s])
	}
	L.Push(t)
	return 1
}

func (m *Machine) apiBoard(L *lua.LState) int {
	kind := m.zoneKind(L, "board", 1)
	if m.pack.Zones[kind].Rows == 0 {
		m.state.Fault(L, "board: %s is no board; declare it with board: {rows, columns}", m.pack.Zones[kind].Name)
	}
	z := m.layout.BoardZone(kind, m.argNumber(L, "board", 2)-1, m.argNumber(L, "board", 3)-1, m.argSeat(L, "board", 4))
	L.Push(m.zones[z])
	return 1
}

// apiLasting reads lasting{ability=, on=, seat=, until_=, params=}.
func (m *Machine) apiLasting(L *lua.LState) int {
	table, ok := L.Get(1).(*lua.LTable)
	if !ok {
		m.bad(L, "lasting", 1, "a table")
	}
	e := engine.Effect{Until: -1}
	var name string
	var params lua.LValue = lua.LNil
	eachField(table, func(key, value lua.LValue) {
		switch key.String() {
		case "ability":
			name = sandbox.Text(value)
		case "on":
			e.Card = engineValue(value).Card()
		case "seat":
			e.Seat = engineValue(value).Seat()
		case "until_":
			e.Until, ok = m.triggers[sandbox.Text(value)]
			if !ok {
				m.state.Fault(L, "lasting: there is no trigger %q%s", sandbox.Text(value), nearest(sandbox.Text(value), m.triggers))
			}
		case "until_seat":
			e.UntilSeat = engineValue(value).Seat()
		case "params":
			params = value
		default:
			m.state.Fault(L, "lasting has no field %q; it has ability, on, seat, until_, until_seat, params", key.String())
		}
	})
	if e.Seat == 0 && e.Card != 0 {
		e.Seat = m.run.Controller(e.Card)
	}
	found := false
	for i := range m.pack.Abilities {
		a := &m.pack.Abilities[i]
		if a.Name != name {
			continue
		}
		found = true
		e.Ability = a.ID
		m.effectParams(L, a, params, &e)
		_, err := m.run.Last(e)
		m.check(L, err)
	}
	if !found {
		m.state.Fault(L, "lasting: there is no ability %q", name)
	}
	return 0
}

func (m *Machine) effectParams(L *lua.LState, a *engine.Ability, params lua.LValue, e *engine.Effect) {
	given, _ := params.(*lua.LTable)
	if len(a.Params) > engine.MaxEffectParams {
		m.state.Fault(L, "lasting: an ability with more than %d parameters cannot last", engine.MaxEffectParams)
	}
	if a.Limit.Times > 0 {
		m.state.Fault(L, "lasting: the ability %q has a limit, and uses are counted on cards: it would not hold while the ability lasts", a.Name)
	}
	e.N = uint8(len(a.Params))
	for i := range a.Params {
		e.Params[i] = a.Params[i].Default
		if given == nil {
			continue
		}
		if v := given.RawGetString(a.Params[i].Name); v != lua.LNil {
			value, err := m.toValue(v, a.Params[i].Name)
			m.check(L, err)
			e.Params[i] = value
		}
	}
}

func (m *Machine) apiExpire(L *lua.LState) int {
	name := m.argSymbol(L, "expire", 1)
	c := engine.CardID(0)
	if L.GetTop() > 1 {
		c = m.argCard(L, "expire", 2)
	}
	m.check(L, m.run.Expire(name, c))
	return 0
}
