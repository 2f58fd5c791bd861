package script

import (
	"fmt"

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

// entity gives a value its fixed fields, its changing fields and its
// assignments. get returns false for a name that it does not have.
func (m *Machine) entity(v lua.LValue, what string, fixed *lua.LTable, known map[string]field,
	get func(L *lua.LState, f field) lua.LValue, set func(L *lua.LState, f field, v lua.LValue)) {
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
		f, ok := known[string(name)]
		if !ok || set == nil {
			if ok || fixed.RawGetString(string(name)) != lua.LNil {
				m.state.Fault(L, "%s of a %s is fixed and cannot be changed", name, what)
			}
			m.state.Fault(L, "a %s has no field %q to change%s", what, sandbox.Text(L.Get(2)), m.nearestField(string(name), known, fixed))
		}
		m.running(L, what)
		set(L, f, L.Get(3))
		return 0
	}))
	v.(*lua.LUserData).Metatable = mt
}

// running refuses to look at entities while scripts are loaded.
func (m *Machine) running(L *lua.LState, what string) {
	if m.g == nil {
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

func (m *Machine) finishCard(c engine.CardID, methods map[string]*lua.LFunction) {
	l, L := m.layout, m.state.L()
	def := l.Definition(c)
	kind := &l.Pack.Types[def.Type]
	fixed := L.CreateTable(0, 16)
	fixed.RawSetString("id", lua.LString(def.ID))
	fixed.RawSetString("copy", sandbox.Number(l.Copy[c]))
	fixed.RawSetString("type", lua.LString(kind.Name))
	for name, fn := range methods {
		fixed.RawSetString(name, fn)
	}
	for k := range l.Pack.Zones {
		if z := l.ZoneOf(engine.ZoneKindID(k), 0, c); z != 0 && l.Pack.Zones[k].Of == engine.OfCard {
			fixed.RawSetString(l.Pack.Zones[k].Name, m.zones[z])
		}
	}
	known := m.cardFields(def.Type)
	for _, a := range kind.Attributes {
		attribute := &l.Pack.Cards[a]
		if attribute.State || attribute.By >= 0 || m.modified[a] {
			continue
		}
		if printed := def.Printed[a]; len(printed) > 0 {
			fixed.RawSetString(attribute.Name, m.value(printed[0]))
		}
	}
	m.entity(m.cards[c], kind.Name, fixed, known,
		func(L *lua.LState, f field) lua.LValue { return m.cardField(L, c, f) },
		func(L *lua.LState, f field, v lua.LValue) { m.setCard(L, c, f, v) })
}

// cardFields returns the changing fields of cards of a type.
func (m *Machine) cardFields(t engine.TypeID) map[string]field {
	if m.typeFields == nil {
		m.typeFields = make([]map[string]field, len(m.pack.Types))
	}
	if m.typeFields[t] != nil {
		return m.typeFields[t]
	}
	known := map[string]field{}
	for name, f := range m.names.card {
		if f.kind == fieldBuiltin {
			known[name] = f
		}
	}
	for _, a := range m.pack.Types[t].Attributes {
		known[m.pack.Cards[a].Name] = field{fieldAttribute, int(a)}
	}
	m.typeFields[t] = known
	return known
}

func (m *Machine) cardField(L *lua.LState, c engine.CardID, f field) lua.LValue {
	g := m.g
	if f.kind == fieldAttribute {
		v, err := g.Attribute(c, engine.AttributeID(f.id))
		if err != nil {
			m.fail(L, err)
		}
		return m.value(v)
	}
	switch f.id {
	case builtinOwner:
		return m.seat(g.Owner(c))
	case builtinSeat:
		return m.seat(g.Controller(c))
	case builtinZone:
		return m.zones[g.ZoneAt(c)]
	case builtinHost:
		return m.card(g.Host(c))
	}
	return m.card(g.Place(c))
}

func (m *Machine) setCard(L *lua.LState, c engine.CardID, f field, v lua.LValue) {
	value, err := m.toValue(v, m.fieldName(m.names.card, f))
	if err != nil {
		m.state.Fault(L, "%s", err)
	}
	switch {
	case f.kind == fieldAttribute:
		err = m.g.SetAttribute(c, engine.AttributeID(f.id), value)
	case f.id == builtinOwner || f.id == builtinSeat:
		if value.Kind != engine.Nil && value.Kind != engine.SeatKind {
			m.state.Fault(L, "%s must be a seat, not %s", m.fieldName(m.names.card, f), m.describe(v))
		}
		if f.id == builtinOwner {
			err = m.g.SetOwner(c, value.Seat())
		} else {
			err = m.g.SetController(c, value.Seat())
		}
	case f.id == builtinZone:
		err = fmt.Errorf("a card changes its zone with move(card, zone)")
	default:
		err = fmt.Errorf("%s cannot be changed", m.fieldName(m.names.card, f))
	}
	if err != nil {
		m.fail(L, err)
	}
}

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

func (m *Machine) cardMethods() map[string]lua.LGFunction {
	return map[string]lua.LGFunction{
		"has": func(L *lua.LState) int {
			c := m.argCard(L, "card:has", 1)
			name := m.argWord(L, "card:has", 2)
			symbol, ok := m.symbols[name]
			L.Push(lua.LBool(ok && m.g.With(c, symbol)))
			return 1
		},
		"knows": func(L *lua.LState) int {
			L.Push(lua.LBool(m.g.Knows(m.argSeat(L, "card:knows", 2), m.argCard(L, "card:knows", 1))))
			return 1
		},
		"printed": func(L *lua.LState) int {
			c := m.argCard(L, "card:printed", 1)
			name := m.argWord(L, "card:printed", 2)
			f, ok := m.names.card[name]
			if !ok || f.kind != fieldAttribute {
				m.state.Fault(L, "card:printed: there is no attribute %q%s", name, nearest(name, m.names.card))
			}
			// A second argument names the value of the attribute that selects.
			if by := m.pack.Cards[f.id].By; by >= 0 && L.GetTop() > 2 {
				word := m.argWord(L, "card:printed", 3)
				L.Push(m.printedAt(L, c, engine.AttributeID(f.id), by, word))
				return 1
			}
			L.Push(m.value(m.g.Printed(c, engine.AttributeID(f.id))))
			return 1
		},
		"zone_of": func(L *lua.LState) int {
			c := m.argCard(L, "card:zone_of", 1)
			kind := m.zoneKind(L, "card:zone_of", 2)
			z := m.layout.ZoneOf(kind, m.argSeat(L, "card:zone_of", 3), c)
			L.Push(m.zones[z])
			return 1
		},
	}
}

func (m *Machine) printedAt(L *lua.LState, c engine.CardID, a, by engine.AttributeID, word string) lua.LValue {
	values := m.layout.Definition(c).Printed[a]
	for i, w := range m.pack.Cards[by].Words {
		if m.pack.Symbols[w] == word && i < len(values) {
			return m.value(values[i])
		}
	}
	m.state.Fault(L, "card:printed: %q is no value of %s", word, m.pack.Cards[by].Name)
	return lua.LNil
}

func (m *Machine) zoneKind(L *lua.LState, fn string, n int) engine.ZoneKindID {
	name := m.argWord(L, fn, n)
	kind, ok := m.names.zones[name]
	if !ok {
		m.state.Fault(L, "%s: there is no zone %q%s", fn, name, nearest(name, m.names.zones))
	}
	return kind
}

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
		func(L *lua.LState, f field) lua.LValue { return m.seatField(L, s, f) },
		func(L *lua.LState, f field, v lua.LValue) { m.setSeat(L, s, f, v) })
}

func (m *Machine) setSeat(L *lua.LState, s engine.Seat, f field, v lua.LValue) {
	value, err := m.toValue(v, m.fieldName(m.names.seat, f))
	if err == nil {
		err = m.g.SetSeatAttribute(s, engine.AttributeID(f.id), value)
	}
	if err != nil {
		m.fail(L, err)
	}
}

func (m *Machine) seatField(L *lua.LState, s engine.Seat, f field) lua.LValue {
	v, err := m.g.SeatAttribute(s, engine.AttributeID(f.id))
	if err != nil {
		m.fail(L, err)
	}
	return m.value(v)
}

func (m *Machine) finishZone(z engine.ZoneID, methods map[string]*lua.LFunction) {
	l, L := m.layout, m.state.L()
	fixed := L.CreateTable(0, 10)
	fixed.RawSetString("name", lua.LString(l.Pack.Zones[l.KindOfZone(z)].Name))
	for name, fn := range methods {
		fixed.RawSetString(name, fn)
	}
	known := m.names.zone
	m.entity(m.zones[z], "zone", fixed, known, func(_ *lua.LState, f field) lua.LValue { return m.zoneField(z, f) }, nil)
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
		return sandbox.Number(m.g.CountIn(z))
	case builtinTop:
		return m.card(m.g.TopOf(z))
	case builtinBottom:
		return m.card(m.g.BottomOf(z))
	}
	return lua.LBool(m.g.CountIn(z) == 0)
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
			m.ids = m.g.CardsIn(m.ids[:0], z)
			L.Push(m.cardTable(m.ids))
			return 1
		},
		"room": func(L *lua.LState) int {
			z, s := m.argZone(L, "zone:room", 1), engine.Seat(0)
			if L.GetTop() > 1 {
				s = m.argSeat(L, "zone:room", 2)
			}
			L.Push(sandbox.Number(m.g.Room(z, s)))
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
	m.entity(m.game, "game", fixed, m.names.game, m.gameField, m.setGame)
}

func (m *Machine) setGame(L *lua.LState, f field, v lua.LValue) {
	if f.kind != fieldAttribute {
		m.state.Fault(L, "%s cannot be changed", m.fieldName(m.names.game, f))
	}
	value, err := m.toValue(v, m.fieldName(m.names.game, f))
	if err == nil {
		err = m.g.SetGameAttribute(engine.AttributeID(f.id), value)
	}
	if err != nil {
		m.fail(L, err)
	}
}

func (m *Machine) gameField(L *lua.LState, f field) lua.LValue {
	if f.kind == fieldAttribute {
		v, err := m.g.GameAttribute(engine.AttributeID(f.id))
		if err != nil {
			m.fail(L, err)
		}
		return m.value(v)
	}
	switch f.id {
	case builtinTurn:
		return m.seat(m.g.Turn())
	case builtinPhase:
		if p := m.g.Phase(); p >= 0 {
			return lua.LString(m.pack.Phases[p].Name)
		}
		return lua.LNil
	}
	return m.options
}

// makeOptions makes game.options: a value for each option; those with a value
// a seat are read as game.options.teams[seat.number].
func (m *Machine) makeOptions() {
	known := map[string]field{}
	for name, i := range m.names.options {
		known[name] = field{fieldBuiltin, i}
	}
	m.options = m.state.L().NewUserData()
	m.entity(m.options, "game.options", m.state.L().NewTable(), known, func(L *lua.LState, f field) lua.LValue {
		option := &m.pack.Options[f.id]
		if !option.PerSeat {
			return m.value(m.g.OptionValue(f.id, 0))
		}
		t := L.CreateTable(m.layout.Seats, 0)
		for s := 1; s <= m.layout.Seats; s++ {
			t.Append(m.value(m.g.OptionValue(f.id, engine.Seat(s))))
		}
		return t
	}, nil)
}
