package script

import (
	"fmt"

	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

// What a card is to scripts.

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
		func(L *lua.LState, f field) lua.LValue { return m.cardField(L, c, f) })
}

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
	g := m.run
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
		err = m.run.SetAttribute(c, engine.AttributeID(f.id), value)
	case f.id == builtinOwner || f.id == builtinSeat:
		if value.Kind != engine.Nil && value.Kind != engine.SeatKind {
			m.state.Fault(L, "%s must be a seat, not %s", m.fieldName(m.names.card, f), m.describe(v))
		}
		if f.id == builtinOwner {
			err = m.run.SetOwner(c, value.Seat())
		} else {
			err = m.run.SetController(c, value.Seat())
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

func (m *Machine) cardMethods() map[string]lua.LGFunction {
	return map[string]lua.LGFunction{
		"has": func(L *lua.LState) int {
			c := m.argCard(L, "card:has", 1)
			name := m.argWord(L, "card:has", 2)
			symbol, ok := m.symbols[name]
			L.Push(lua.LBool(ok && m.run.With(c, symbol)))
			return 1
		},
		"knows": func(L *lua.LState) int {
			L.Push(lua.LBool(m.run.Knows(m.argSeat(L, "card:knows", 2), m.argCard(L, "card:knows", 1))))
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
			L.Push(m.value(m.run.Printed(c, engine.AttributeID(f.id))))
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
