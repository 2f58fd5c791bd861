package script

import (
	"strconv"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// functions are what is behind the names of the API.
var functions = map[string]operation{
	"cards": (*Machine).apiCards, "count": (*Machine).apiCount, "any": (*Machine).apiAny, "first": (*Machine).apiFirst,
	"sum": (*Machine).apiSum, "known": (*Machine).apiKnown, "board": (*Machine).apiBoard, "move": (*Machine).apiMove,
	"shuffle": (*Machine).apiShuffle, "draw_from": (*Machine).apiDrawFrom, "roll": (*Machine).apiRoll,
	"reveal": (*Machine).apiReveal, "conceal": (*Machine).apiConceal, "schedule": (*Machine).apiSchedule,
	"raise":     (*Machine).apiRaise,
	"raise_all": (*Machine).apiRaiseAll,
	"say":       (*Machine).apiSay,
	"pass":      (*Machine).apiPass,
	"passed":    (*Machine).apiPassed, "finish": (*Machine).apiFinish, "lasting": (*Machine).apiLasting,
	"expire": (*Machine).apiExpire, "actions": (*Machine).apiActions, "perform": (*Machine).apiPerform,
	"options": (*Machine).apiOptions, "seats_from": (*Machine).apiSeatsFrom, "choose.one": (*Machine).apiOne,
	"choose.some": (*Machine).apiSome, "choose.order": (*Machine).apiOrder, "choose.yes": (*Machine).apiYes,
	"choose.number": (*Machine).apiNumber, "choose.split": (*Machine).apiSplit, "choose.secret": (*Machine).apiSecret,
}

// function returns the Lua function behind a name of the API.
func (m *Machine) function(name string) *language.Func {
	do := functions[name]
	if do == nil {
		m.unbound = append(m.unbound, name)
	}
	f, _ := keyword.FuncNamed(name)
	fn := language.NewFunc(name, m.accounted(name, m.reads(name, f, keyword.Any, do)))
	switch name {
	case "cards":
		fn.Gives(m.accounted(name, m.reads(name, f, keyword.Any, (*Machine).giveCards)))
	case "move", "reveal", "conceal", "say", "choose.one", "choose.some", "choose.order", "choose.split":
		fn.Takes()
	}
	if at, ok := filtering[name]; ok {
		return fn.Shaped(at).Lists()
	}
	if at, ok := shapes[name]; ok {
		return fn.Shaped(at + 1)
	}
	return fn
}

// accounted is a function of the API that is run while a step runs only, and pays for
// what the engine does.
func (m *Machine) accounted(name string, do language.Builtin) language.Builtin {
	what := name + " function"
	return m.state.Watched(func(call *language.Call) language.Value {
		if m.run == nil {
			m.running(call, what)
		}
		v := do(call)
		m.account(call)
		return v
	})
}

func (m *Machine) check(call *language.Call, err error) {
	if err != nil {
		m.fail(call, err)
	}
}

func (m *Machine) apiMove(call *language.Call, a arguments) language.Value {
	place := engine.Top
	switch v := call.Arg(3).(type) {
	case nil:
	case language.String:
		switch v {
		case "top":
		case "bottom":
			place = engine.Bottom
		default:
			call.Fault("move: a card goes to \"top\", \"bottom\" or a place number, not %q", string(v))
		}
	default:
		if place = m.argNumber(call, "move", 3); place < 1 {
			call.Fault("move: places count from 1, not %d", place)
		}
	}
	for _, c := range a.cards {
		m.check(call, m.run.Move(c, a.zone(1), place))
	}
	return nil
}

// shuffledBytes is what the log takes for a card that a shuffle moves, twice over.
const shuffledBytes = 16

func (m *Machine) apiShuffle(call *language.Call, a arguments) language.Value {
	z := a.zone(0)
	n := m.run.CountIn(z)
	call.Spend(limits.Cards, n)
	call.Spend(limits.Memory, shuffledBytes*n)
	m.check(call, m.run.Shuffle(z))
	return nil
}

func (m *Machine) apiDrawFrom(call *language.Call, a arguments) language.Value {
	n, list := a.many(call)
	cards, err := m.run.DrawFrom(a.zone(0), n)
	m.check(call, err)
	switch {
	case list:
		return m.cardTable(cards)
	case len(cards) == 0:
		return nil
	}
	return m.cards[cards[0]]
}

func (m *Machine) apiRoll(call *language.Call, a arguments) language.Value {
	n, list := a.many(call)
	faces, err := m.run.Roll(engine.DieID(a.number(0)), n, engine.SeatSet(a.number(2)))
	m.check(call, err)
	if !list {
		return m.value(faces[0])
	}
	t := m.state.NewTable(n, 0)
	for _, f := range faces {
		t.Append(m.value(f))
	}
	return t
}

func (m *Machine) apiReveal(call *language.Call, a arguments) language.Value {
	seats := m.argSeats(call, "reveal", 2)
	for _, c := range a.cards {
		m.check(call, m.run.Reveal(c, seats))
	}
	return nil
}

func (m *Machine) apiConceal(call *language.Call, a arguments) language.Value {
	for _, c := range a.cards {
		m.check(call, m.run.Conceal(c))
	}
	return nil
}

func (m *Machine) apiSchedule(call *language.Call, a arguments) language.Value {
	step := engine.StepID(a.number(0))
	if m.steps[step] == nil {
		call.Fault("schedule: there is no step %q", m.pack.Steps[step])
	}
	var buffer [engine.MaxArgs]engine.Value
	args := buffer[:0]
	for i := 2; i <= call.N(); i++ {
		v, err := m.toValue(call.Arg(i), "schedule: argument ", strconv.Itoa(i))
		m.check(call, err)
		args = append(args, v)
	}
	m.check(call, m.run.Schedule(step, args))
	return nil
}

func (m *Machine) apiPass(call *language.Call, a arguments) language.Value {
	m.check(call, m.run.Pass(a.seat(0)))
	return nil
}

func (m *Machine) apiPassed(call *language.Call, a arguments) language.Value {
	return language.Flag(m.run.Passed(a.seat(0)))
}

func (m *Machine) apiFinish(call *language.Call, a arguments) language.Value {
	reason := engine.Symbol(a.number(1))
	var seats engine.SeatSet
	end := m.run.Finish
	switch of := call.Arg(1).(type) {
	case nil: // won by no seat
	case *language.Table:
		eachField(of, func(key, value language.Value) {
			if _, item := key.(language.Number); item {
				return
			}
			if key.String() != "draw" {
				call.Fault("finish has no field %q; a draw is finish{draw = seats}", key.String())
			}
			list, ok := value.(*language.Table)
			if !ok {
				call.Fault("finish: draw must be a list of seats, not %s", m.describe(value))
			}
			of, end = list, m.run.Draw
		})
		seats = m.seatsOf(call, "finish", of)
	default:
		seats = m.argSeats(call, "finish", 1)
	}
	m.check(call, end(seats, reason))
	return nil
}

func (m *Machine) apiSeatsFrom(call *language.Call, a arguments) language.Value {
	first := a.seat(0)
	t := m.state.NewTable(m.layout.Seats, 0)
	for s, n := first, 0; n < m.layout.Seats; s, n = m.layout.NextSeat(s), n+1 {
		t.Append(m.seats[s])
	}
	return t
}

func (m *Machine) apiBoard(call *language.Call, a arguments) language.Value {
	kind := engine.ZoneKindID(a.number(0))
	if m.pack.Zones[kind].Rows == 0 {
		call.Fault("board: %s is no board; declare it with board: {rows, columns}", m.pack.Zones[kind].Name)
	}
	return m.zones[m.layout.BoardZone(kind, a.number(1)-1, a.number(2)-1, a.seat(3))]
}

// apiLasting reads lasting{ability=, on=, seat=, until_=, params=}.
func (m *Machine) apiLasting(call *language.Call, _ arguments) language.Value {
	table, ok := call.Arg(1).(*language.Table)
	if !ok {
		m.bad(call, "lasting", 1, "a table")
	}
	e := engine.Effect{Until: -1}
	var name string
	var params language.Value = nil
	eachField(table, func(key, value language.Value) {
		switch key.String() {
		case "ability":
			name = language.Text(value)
		case "on":
			e.Card = engineValue(value).Card()
		case "seat":
			e.Seat = engineValue(value).Seat()
		case "until_":
			e.Until, ok = m.Triggers[language.Text(value)]
			if !ok {
				call.Fault("lasting: there is no trigger %q%s", language.Text(value),
					nearest(language.Text(value), m.Triggers))
			}
		case "until_seat":
			e.UntilSeat = engineValue(value).Seat()
		case "params":
			params = value
		default:
			call.Fault("lasting has no field %q; it has ability, on, seat, until_, until_seat, params", key.String())
		}
	})
	if e.Seat == 0 && e.Card != 0 {
		e.Seat = m.run.Controller(e.Card)
	}
	found := false
	call.Charge(len(m.pack.Abilities) / 8)
	for i := range m.pack.Abilities {
		a := &m.pack.Abilities[i]
		if a.Name != name {
			continue
		}
		found = true
		e.Ability = a.ID
		m.effectParams(call, a, params, &e)
		_, err := m.run.Last(e)
		m.check(call, err)
	}
	if !found {
		call.Fault("lasting: there is no ability %q", name)
	}
	return nil
}

func (m *Machine) effectParams(call *language.Call, a *engine.Ability, params language.Value, e *engine.Effect) {
	given, _ := params.(*language.Table)
	if len(a.Params) > engine.MaxEffectParams {
		call.Fault("lasting: an ability with more than %d parameters cannot last", engine.MaxEffectParams)
	}
	if a.Limit.Times > 0 {
		call.Fault("lasting: the ability %q has a limit, and uses are counted on cards: it would not hold while the "+
			"ability lasts", a.Name)
	}
	e.N = uint8(len(a.Params))
	for i := range a.Params {
		e.Params[i] = a.Params[i].Default
		if given == nil {
			continue
		}
		if v := given.Field(a.Params[i].Name); v != nil {
			value, err := m.toValue(v, a.Params[i].Name)
			m.check(call, err)
			e.Params[i] = value
		}
	}
}

func (m *Machine) apiExpire(call *language.Call, a arguments) language.Value {
	if a.number(0) == 0 {
		m.fail(call, m.unknownWord(language.Text(call.Arg(1)), "expire"))
	}
	m.check(call, m.run.Expire(engine.Symbol(a.number(0)), a.card(1)))
	return nil
}
