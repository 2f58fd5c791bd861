package script

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

// What a seat, game and game.options are to scripts.

func (m *Machine) finishSeat(s engine.Seat) {
	l, L := m.layout, m.state.L()
	fixed := L.CreateTable(0, 16)
	fixed.RawSetString("number", sandbox.Number(int(s)))
	fixed.RawSetString("next", m.seats[l.NextSeat(s)])
	opponents := L.CreateTable(l.Seats, 0)
	for o := l.NextSeat(s); o != s; o = l.NextSeat(o) {
		opponents.Append(m.seats[o])
	}
	fixed.RawSetString("opponents", opponents)
	m.roots = append(m.roots, opponents)
	for k := range l.Pack.Zones {
		if l.Pack.Zones[k].Of == engine.OfSeat {
			fixed.RawSetString(l.Pack.Zones[k].Name, m.zones[l.ZoneOf(engine.ZoneKindID(k), s, 0)])
		}
	}
	m.entity(m.seats[s], "seat", fixed, m.names.seat,
		func(L *lua.LState, f field) lua.LValue { return m.seatField(L, s, f) })
}

func (m *Machine) setSeat(L *lua.LState, s engine.Seat, f field, v lua.LValue) {
	value, err := m.toValue(v, m.fieldName(m.names.seat, f))
	if err == nil {
		err = m.run.SetSeatAttribute(s, engine.AttributeID(f.id), value)
	}
	if err != nil {
		m.fail(L, err)
	}
}

func (m *Machine) seatField(L *lua.LState, s engine.Seat, f field) lua.LValue {
	v, err := m.run.SeatAttribute(s, engine.AttributeID(f.id))
	if err != nil {
		m.fail(L, err)
	}
	return m.value(v)
}

func (m *Machine) finishGame() {
	l, L := m.layout, m.state.L()
	fixed := L.CreateTable(0, 16)
	seats := L.CreateTable(l.Seats, 0)
	for s := 1; s <= l.Seats; s++ {
		seats.Append(m.seats[s])
	}
	fixed.RawSetString("seats", seats)
	m.roots = append(m.roots, seats)
	for k := range l.Pack.Zones {
		if kind := &l.Pack.Zones[k]; kind.Of == engine.OfTable && kind.Rows == 0 {
			fixed.RawSetString(kind.Name, m.zones[l.ZoneOf(engine.ZoneKindID(k), 0, 0)])
		}
	}
	m.makeOptions()
	m.game = L.NewUserData()
	m.entity(m.game, "game", fixed, m.names.game, m.gameField)
}

func (m *Machine) setGame(L *lua.LState, f field, v lua.LValue) {
	if f.kind != fieldAttribute {
		m.state.Fault(L, "%s cannot be changed", m.fieldName(m.names.game, f))
	}
	value, err := m.toValue(v, m.fieldName(m.names.game, f))
	if err == nil {
		err = m.run.SetGameAttribute(engine.AttributeID(f.id), value)
	}
	if err != nil {
		m.fail(L, err)
	}
}

func (m *Machine) gameField(L *lua.LState, f field) lua.LValue {
	if f.kind == fieldAttribute {
		v, err := m.run.GameAttribute(engine.AttributeID(f.id))
		if err != nil {
			m.fail(L, err)
		}
		return m.value(v)
	}
	switch f.id {
	case builtinTurn:
		return m.seat(m.run.Turn())
	case builtinPhase:
		if p := m.run.Phase(); p >= 0 {
			return lua.LString(m.pack.Phases[p].Name)
		}
		return lua.LNil
	}
	return m.options
}

func (m *Machine) makeOptions() {
	known := map[string]field{}
	for name, i := range m.names.options {
		known[name] = field{fieldBuiltin, i}
	}
	m.options = m.state.L().NewUserData()
	m.entity(m.options, "game.options", m.state.L().NewTable(), known, func(L *lua.LState, f field) lua.LValue {
		option := &m.pack.Options[f.id]
		if !option.PerSeat {
			return m.value(m.run.OptionValue(f.id, 0))
		}
		t := L.CreateTable(m.layout.Seats, 0)
		for s := 1; s <= m.layout.Seats; s++ {
			t.Append(m.value(m.run.OptionValue(f.id, engine.Seat(s))))
		}
		return t
	})
}
