package script

import (
	"fmt"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

func (m *Machine) makeWords() {
	m.words = make([]lua.LValue, len(m.pack.Symbols))
	for i, s := range m.pack.Symbols {
		m.words[i] = lua.LString(s)
	}
	m.words[0] = lua.LNil
	m.lists = make([]lua.LValue, len(m.pack.Lists))
}

// value turns a value of the engine into one of the script; cards, seats,
// zones and words are always the same Lua value.
func (m *Machine) value(v engine.Value) lua.LValue {
	switch v.Kind {
	case engine.Number:
		return sandbox.Number(int(v.N))
	case engine.Flag:
		return lua.LBool(v.N != 0)
	case engine.Card:
		return m.cards[v.N]
	case engine.SeatKind:
		return m.seats[v.N]
	case engine.Zone:
		return m.zones[v.N]
	case engine.Word:
		return m.words[v.N]
	case engine.List:
		return m.list(v.N)
	case engine.Handle:
		return m.handle(v)
	}
	return lua.LNil
}

func (m *Machine) card(c engine.CardID) lua.LValue {
	if c == 0 {
		return lua.LNil
	}
	return m.cards[c]
}

func (m *Machine) seat(s engine.Seat) lua.LValue {
	if s == 0 {
		return lua.LNil
	}
	return m.seats[s]
}

// list returns a printed list as a table; all are made while loading, since
// only tables that exist then are frozen.
func (m *Machine) list(id int32) lua.LValue {
	if m.lists[id] != nil {
		return m.lists[id]
	}
	printed := &m.pack.Lists[id]
	t := m.state.L().CreateTable(len(printed.Items), len(printed.Keys))
	for i, item := range printed.Items {
		if printed.Keys != nil {
			t.RawSetString(m.pack.Symbols[printed.Keys[i]], m.value(item))
		} else {
			t.RawSetInt(i+1, m.value(item))
		}
	}
	m.lists[id] = t
	return t
}

// handle returns an ability (an offered action) as a value of scripts, with
// the fields card and ability.
func (m *Machine) handle(v engine.Value) lua.LValue {
	if known := m.handles[v.N]; known != nil {
		return known
	}
	L := m.state.L()
	ud := L.NewUserData()
	ud.Value = v
	fixed := L.CreateTable(0, 2)
	if in, ok := m.run.InstanceOf(v); ok {
		fixed.RawSetString("card", m.card(in.Card))
		fixed.RawSetString("ability", lua.LString(in.Ability.Name))
	}
	m.entity(ud, "action", fixed, nil, nil)
	if v.N >= 0 {
		m.handles[v.N] = ud
	}
	return ud
}

// toValue turns a script's value into one of the engine; what says what it is
// for, in parts that are joined for an error only.
func (m *Machine) toValue(v lua.LValue, what ...string) (engine.Value, error) {
	switch v := v.(type) {
	case *lua.LNilType:
		return engine.Value{}, nil
	case lua.LBool:
		return engine.Bool(bool(v)), nil
	case lua.LNumber:
		n := int(v)
		if lua.LNumber(n) != v || n > 1<<31-1 || n < -1<<31 {
			return engine.Value{}, fmt.Errorf("%s must be a whole number, not %s", strings.Join(what, ""), sandbox.Text(v))
		}
		return engine.Num(n), nil
	case lua.LString:
		s, ok := m.symbols[string(v)]
		if !ok {
			return engine.Value{}, m.unknownWord(string(v), strings.Join(what, ""))
		}
		return engine.WordValue(s), nil
	case *lua.LUserData:
		if value, ok := v.Value.(engine.Value); ok {
			return value, nil
		}
	}
	return engine.Value{}, fmt.Errorf("%s must be a card, seat, zone, word, number or flag, not a %s", strings.Join(what, ""), v.Type())
}

func (m *Machine) unknownWord(word, what string) error {
	return fmt.Errorf("%s: %q is no word of the pack%s", what, word, nearest(word, m.symbols))
}

// argSymbol reads a word of the pack.
func (m *Machine) argSymbol(L *lua.LState, fn string, n int) engine.Symbol {
	word := m.argWord(L, fn, n)
	symbol, ok := m.symbols[word]
	if !ok {
		m.fail(L, m.unknownWord(word, fn))
	}
	return symbol
}

// argument readers: each raises a fault that names the function and what it
// expected.

func (m *Machine) bad(L *lua.LState, fn string, n int, want string) {
	m.state.Fault(L, "%s: argument %d must be %s, not %s", fn, n, want, m.describe(L.Get(n)))
}

// describe says what a value is, in the words of the DSL.
func (m *Machine) describe(v lua.LValue) string {
	if ud, ok := v.(*lua.LUserData); ok {
		if value, ok := ud.Value.(engine.Value); ok {
			return "a " + value.Kind.String()
		}
		return "an option list"
	}
	switch v := v.(type) {
	case *lua.LNilType:
		return "nothing (nil)"
	case lua.LString:
		return fmt.Sprintf("the word %q", string(v))
	case lua.LNumber:
		return "the number " + sandbox.Text(v)
	}
	return "a " + v.Type().String()
}

func engineValue(v lua.LValue) engine.Value {
	if ud, ok := v.(*lua.LUserData); ok {
		if value, ok := ud.Value.(engine.Value); ok {
			return value
		}
	}
	return engine.Value{}
}

func (m *Machine) argCard(L *lua.LState, fn string, n int) engine.CardID {
	c := engineValue(L.Get(n)).Card()
	if c == 0 {
		m.bad(L, fn, n, "a card")
	}
	return c
}

func (m *Machine) argSeat(L *lua.LState, fn string, n int) engine.Seat {
	s := engineValue(L.Get(n)).Seat()
	if s == 0 {
		m.bad(L, fn, n, "a seat")
	}
	return s
}

func (m *Machine) argZone(L *lua.LState, fn string, n int) engine.ZoneID {
	z := engineValue(L.Get(n)).Zone()
	if z == 0 {
		m.bad(L, fn, n, "a zone")
	}
	return z
}

func (m *Machine) argNumber(L *lua.LState, fn string, n int) int {
	v, ok := L.Get(n).(lua.LNumber)
	if !ok || lua.LNumber(int(v)) != v {
		m.bad(L, fn, n, "a whole number")
	}
	return int(v)
}

func (m *Machine) argWord(L *lua.LState, fn string, n int) string {
	v, ok := L.Get(n).(lua.LString)
	if !ok {
		m.bad(L, fn, n, "a word")
	}
	return string(v)
}

// argCards reads one card or a list of cards; the list is good until the next call.
func (m *Machine) argCards(L *lua.LState, fn string, n int) []engine.CardID {
	if t, ok := L.Get(n).(*lua.LTable); ok {
		cards := make([]engine.CardID, 0, t.Len())
		for i := 1; i <= t.Len(); i++ {
			c := engineValue(t.RawGetInt(i)).Card()
			if c == 0 {
				m.state.Fault(L, "%s: item %d of the list must be a card, not %s", fn, i, m.describe(t.RawGetInt(i)))
			}
			cards = append(cards, c)
		}
		return cards
	}
	m.single[0] = m.argCard(L, fn, n)
	return m.single[:]
}

// argSeats reads one seat or a list of seats as a set; missing means all.
func (m *Machine) argSeats(L *lua.LState, fn string, n int) engine.SeatSet {
	switch v := L.Get(n).(type) {
	case *lua.LNilType:
		return m.layout.AllSeats()
	case *lua.LTable:
		var set engine.SeatSet
		for i := 1; i <= v.Len(); i++ {
			s := engineValue(v.RawGetInt(i)).Seat()
			if s == 0 {
				m.state.Fault(L, "%s: item %d of the list must be a seat, not %s", fn, i, m.describe(v.RawGetInt(i)))
			}
			set |= engine.Only(s)
		}
		return set
	}
	return engine.Only(m.argSeat(L, fn, n))
}

// cardTable returns a list of cards as a table.
func (m *Machine) cardTable(cards []engine.CardID) *lua.LTable {
	t := m.state.L().CreateTable(len(cards), 0)
	for i, c := range cards {
		t.RawSetInt(i+1, m.cards[c])
	}
	return t
}
