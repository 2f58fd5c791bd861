package script

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

// What a zone is to scripts.

func (m *Machine) zoneKind(L *lua.LState, fn string, n int) engine.ZoneKindID {
	name := m.argWord(L, fn, n)
	kind, ok := m.names.zones[name]
	if !ok {
		m.state.Fault(L, "%s: there is no zone %q%s", fn, name, nearest(name, m.names.zones))
	}
	return kind
}

func (m *Machine) finishZone(z engine.ZoneID, methods map[string]*lua.LFunction) {
	l, L := m.layout, m.state.L()
	fixed := L.CreateTable(0, 10)
	fixed.RawSetString("name", lua.LString(l.Pack.Zones[l.KindOfZone(z)].Name))
	for name, fn := range methods {
		fixed.RawSetString(name, fn)
	}
	known := m.names.zone
	m.entity(m.zones[z], "zone", fixed, known, func(_ *lua.LState, f field) lua.LValue { return m.zoneField(z, f) })
}

func (m *Machine) zoneField(z engine.ZoneID, f field) lua.LValue {
	switch f.id {
	case builtinOwner:
		if c := m.layout.ZoneCard(z); c != 0 {
			return m.cards[c]
		}
		return m.seat(m.layout.ZoneSeat(z))
	case builtinSeat:
		return m.seat(m.layout.ZoneSeat(z))
	case builtinCount:
		return sandbox.Number(m.run.CountIn(z))
	case builtinTop:
		return m.card(m.run.TopOf(z))
	case builtinBottom:
		return m.card(m.run.BottomOf(z))
	}
	return lua.LBool(m.run.CountIn(z) == 0)
}

func (m *Machine) zoneMethods() map[string]lua.LGFunction {
	board := func(fn string, n int, do func(L *lua.LState, z engine.ZoneID, s engine.Seat) lua.LValue) lua.LGFunction {
		return func(L *lua.LState) int {
			L.Push(do(L, m.argZone(L, fn, 1), m.argSeat(L, fn, n)))
			return 1
		}
	}
	return map[string]lua.LGFunction{
		"cards": func(L *lua.LState) int {
			z := m.argZone(L, "zone:cards", 1)
			m.ids = m.run.CardsIn(m.ids[:0], z)
			L.Push(m.cardTable(m.ids))
			return 1
		},
		"room": func(L *lua.LState) int {
			z, s := m.argZone(L, "zone:room", 1), engine.Seat(0)
			if L.GetTop() > 1 {
				s = m.argSeat(L, "zone:room", 2)
			}
			L.Push(sandbox.Number(m.run.Room(z, s)))
			return 1
		},
		"row": board("zone:row", 2, func(_ *lua.LState, z engine.ZoneID, s engine.Seat) lua.LValue {
			row, _ := m.layout.BoardPlace(z, s)
			return sandbox.Number(row + 1)
		}),
		"column": board("zone:column", 2, func(_ *lua.LState, z engine.ZoneID, s engine.Seat) lua.LValue {
			_, column := m.layout.BoardPlace(z, s)
			return sandbox.Number(column + 1)
		}),
		"step": board("zone:step", 3, func(L *lua.LState, z engine.ZoneID, s engine.Seat) lua.LValue {
			direction := m.argWord(L, "zone:step", 2)
			next, ok := m.layout.BoardStep(z, direction, s)
			if !ok {
				m.state.Fault(L, "zone:step: %q is no direction; there are N, NE, E, SE, S, SW, W, NW", direction)
			}
			return m.zones[next]
		}),
		"neighbours": func(L *lua.LState) int {
			z := m.argZone(L, "zone:neighbours", 1)
			t := L.NewTable()
			for _, next := range m.layout.Neighbours(z) {
				t.Append(m.zones[next])
			}
			L.Push(t)
			return 1
		},
	}
}
