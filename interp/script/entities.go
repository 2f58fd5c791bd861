package script

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

// makeEntities makes the one Lua value of every card, seat and zone, and game.
// What never changes lies in a table that the virtual machine reads itself;
// what changes is answered by a Go function behind it, which is asked last.
func (m *Machine) makeEntities() {
	l := m.layout
	m.zones = make([]lua.LValue, l.ZoneTotal()+1)
	m.seats = make([]lua.LValue, l.Seats+1)
	m.cards = make([]lua.LValue, l.Cards()+1)
	m.zones[0], m.seats[0], m.cards[0] = lua.LNil, lua.LNil, lua.LNil
	for z := 1; z <= l.ZoneTotal(); z++ {
		m.zones[z] = m.userdata(engine.ZoneValue(engine.ZoneID(z)))
	}
	for s := 1; s <= l.Seats; s++ {
		m.seats[s] = m.userdata(engine.SeatValue(engine.Seat(s)))
	}
	for c := 1; c <= l.Cards(); c++ {
		m.cards[c] = m.userdata(engine.CardValue(engine.CardID(c)))
	}
	zoneMethods, cardMethods := m.functions(m.zoneMethods()), m.functions(m.cardMethods())
	for z := 1; z <= l.ZoneTotal(); z++ {
		m.finishZone(engine.ZoneID(z), zoneMethods)
	}
	for s := 1; s <= l.Seats; s++ {
		m.finishSeat(engine.Seat(s))
	}
	for c := 1; c <= l.Cards(); c++ {
		m.finishCard(engine.CardID(c), cardMethods)
	}
	m.finishGame()
}

// functions makes the Lua functions of methods; all things of a kind share them.
func (m *Machine) functions(methods map[string]lua.LGFunction) map[string]*lua.LFunction {
	made := make(map[string]*lua.LFunction, len(methods))
	for name, fn := range methods {
		made[name] = m.state.L().NewFunction(fn)
	}
	return made
}

func (m *Machine) userdata(v engine.Value) *lua.LUserData {
	ud := m.state.L().NewUserData()
	ud.Value = v
	return ud
}

// entity gives a value its fixed and its changing fields. Those that scripts may
// assign are assigned by the setter, before the metatable is asked.
func (m *Machine) entity(v lua.LValue, what string, fixed *lua.LTable, known map[string]field,
	get func(L *lua.LState, f field) lua.LValue) {
	L := m.state.L()
	behind := L.CreateTable(0, 1)
	behind.RawSetString("__index", L.NewFunction(func(L *lua.LState) int {
		name, _ := L.Get(2).(lua.LString)
		f, ok := known[string(name)]
		if !ok {
			m.state.Fault(L, "a %s has no field %q%s", what, sandbox.Text(L.Get(2)), m.nearestField(string(name), known, fixed))
		}
		m.running(L, what)
		L.Push(get(L, f))
		return 1
	}))
	fixed.Metatable = behind
	mt := L.CreateTable(0, 4)
	mt.RawSetString("__index", fixed)
	mt.RawSetString("__metatable", lua.LFalse)
	mt.RawSetString("__tostring", L.NewFunction(func(L *lua.LState) int {
		L.Push(lua.LString(what))
		return 1
	}))
	mt.RawSetString("__newindex", L.NewFunction(func(L *lua.LState) int {
		name, _ := L.Get(2).(lua.LString)
		_, ok := known[string(name)]
		if ok {
			m.running(L, what)
		}
		if ok || fixed.RawGetString(string(name)) != lua.LNil {
			m.state.Fault(L, "%s of a %s is fixed and cannot be changed", name, what)
		}
		m.state.Fault(L, "a %s has no field %q to change%s", what, sandbox.Text(L.Get(2)), m.nearestField(string(name), known, fixed))
		return 0
	}))
	v.(*lua.LUserData).Metatable = mt
}

// running refuses to look at entities while scripts are loaded.
func (m *Machine) running(L *lua.LState, what string) {
	if m.run == nil {
		m.state.Fault(L, "a %s can be used in steps and abilities only, not while a script is loaded", what)
	}
}

func (m *Machine) nearestField(name string, known map[string]field, fixed *lua.LTable) string {
	all := make(map[string]bool, len(known))
	for k := range known {
		all[k] = true
	}
	eachField(fixed, func(key, _ lua.LValue) { all[key.String()] = true })
	return nearest(name, all)
}

// cardFields returns the changing fields of cards of a type.
// fieldName finds the name of a field again, for errors.
func (m *Machine) fieldName(known map[string]field, f field) string {
	if f.kind == fieldAttribute {
		for name, k := range known {
			if k == f {
				return name
			}
		}
	}
	return [...]string{"owner", "seat", "zone", "host", "place", "count", "top", "bottom", "empty", "turn", "phase", "options"}[f.id]
}

// makeOptions makes game.options: a value for each option; those with a value
// a seat are read as game.options.teams[seat.number].
