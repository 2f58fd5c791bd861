package script

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// What a card is to scripts.

// cardClass is what cards of a type are.
func (m *Machine) cardClass(t engine.TypeID) *language.Class {
	l, typ := m.layout, &m.pack.Types[t]
	known := m.cardFields(t)
	names := fieldsOfKind(known, "id", "copy", "type")
	for k := range m.pack.Zones {
		if m.pack.Zones[k].Of == engine.OfCard {
			names = append(names, m.pack.Zones[k].Name)
		}
	}
	what := typ.Name
	return class(m, &kind{
		name: what, methods: m.cardMethods(), names: func() []string { return names },
		fixed: func(name string) language.Reader { return m.fixedOfCard(t, name) },
		read: func(name string) language.Reader {
			f, ok := known[name]
			if ok && f.kind == fieldAttribute {
				a := engine.AttributeID(f.id)
				return func(call *language.Call, o *language.Object) language.Value {
					v, err := m.run.Attribute(engine.CardID(o.N), a)
					if err != nil {
						m.fail(call, err)
					}
					return m.value(v)
				}
			}
			if ok {
				return func(_ *language.Call, o *language.Object) language.Value {
					return m.cardField(engine.CardID(o.N), f)
				}
			}
			if kind, ok := m.names.zones[name]; ok && m.pack.Zones[kind].Of == engine.OfCard {
				return func(call *language.Call, o *language.Object) language.Value {
					z := l.ZoneOf(kind, 0, engine.CardID(o.N))
					if z == 0 {
						call.Fault("a %s has no field %q", what, name)
					}
					return m.zones[z]
				}
			}
			return nil
		},
		write: func(name string) language.Writer {
			f, ok := known[name]
			if !ok {
				return nil
			}
			return func(call *language.Call, o *language.Object, v language.Value) {
				m.setCard(call, engine.CardID(o.N), name, f, v)
			}
		},
	})
}

// fixedOfCard reads what never changes of a card: what is printed on it and no
// ability modifies.
func (m *Machine) fixedOfCard(t engine.TypeID, name string) language.Reader {
	l := m.layout
	switch name {
	case "id":
		return func(_ *language.Call, o *language.Object) language.Value {
			return m.defID(l.Definition(engine.CardID(o.N)))
		}
	case "copy":
		return func(_ *language.Call, o *language.Object) language.Value { return language.Int(l.Copy[o.N]) }
	case "type":
		word := language.Value(language.String(m.pack.Types[t].Name))
		return func(*language.Call, *language.Object) language.Value { return word }
	}
	f, ok := m.cardFields(t)[name]
	if !ok || f.kind != fieldAttribute {
		return nil
	}
	if a := &m.pack.Cards[f.id]; a.State || a.By >= 0 || m.modified[f.id] {
		return nil
	}
	a := engine.AttributeID(f.id)
	printed := make([]language.Value, len(m.pack.Defs))
	for d := range m.pack.Defs {
		if values := m.pack.Defs[d].Printed[a]; m.pack.Defs[d].Type == t && len(values) > 0 {
			printed[d] = m.value(values[0])
		}
	}
	return func(call *language.Call, o *language.Object) language.Value {
		if v := printed[l.Def[o.N]]; v != nil {
			return v
		}
		m.running(call, m.pack.Types[t].Name)
		v, err := m.run.Attribute(engine.CardID(o.N), a)
		if err != nil {
			m.fail(call, err)
		}
		return m.value(v)
	}
}

// defID returns the id of a definition, always the same value.
func (m *Machine) defID(d *engine.CardDef) language.Value {
	v := m.defIDs[d.ID]
	if v == nil {
		v = language.String(d.ID)
		m.defIDs[d.ID] = v
	}
	return v
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

func (m *Machine) cardField(c engine.CardID, f field) language.Value {
	g := m.run
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

func (m *Machine) setCard(call *language.Call, c engine.CardID, name string, f field, v language.Value) {
	value, err := m.toValue(v, name)
	if err != nil {
		call.Fault("%s", err)
	}
	switch {
	case f.kind == fieldAttribute:
		err = m.run.SetAttribute(c, engine.AttributeID(f.id), value)
	case f.id == builtinOwner || f.id == builtinSeat:
		if value.Kind != engine.Nil && value.Kind != engine.SeatKind {
			call.Fault("%s must be a seat, not %s", name, m.describe(v))
		}
		if f.id == builtinOwner {
			err = m.run.SetOwner(c, value.Seat())
		} else {
			err = m.run.SetController(c, value.Seat())
		}
	case f.id == builtinZone:
		err = fmt.Errorf("a card changes its zone with move(card, zone)")
	default:
		err = fmt.Errorf("%s cannot be changed", name)
	}
	if err != nil {
		m.fail(call, err)
	}
}

func (m *Machine) cardMethods() map[string]language.Builtin {
	return map[string]language.Builtin{
		"has": func(call *language.Call) language.Value {
			c := m.argCard(call, "card:has", 1)
			name := m.argWord(call, "card:has", 2)
			symbol, ok := m.wordNamed.find(name)
			return language.Flag(ok && m.run.HasAbility(c, symbol))
		},
		"knows": func(call *language.Call) language.Value {
			return language.Flag(m.run.Knows(m.argSeat(call, "card:knows", 2), m.argCard(call, "card:knows", 1)))
		},
		"printed": func(call *language.Call) language.Value {
			c := m.argCard(call, "card:printed", 1)
			name := m.argWord(call, "card:printed", 2)
			f, ok := m.cardFieldOf.find(name)
			if !ok || f.kind != fieldAttribute {
				call.Fault("card:printed: there is no attribute %q%s", name, nearest(name, m.names.card))
			}
			// A second argument names the value of the attribute that selects.
			if by := m.pack.Cards[f.id].By; by >= 0 && call.N() > 2 {
				word := m.argWord(call, "card:printed", 3)
				return m.printedAt(call, c, engine.AttributeID(f.id), by, word)
			}
			return m.value(m.run.Printed(c, engine.AttributeID(f.id)))
		},
		"zone_of": func(call *language.Call) language.Value {
			c := m.argCard(call, "card:zone_of", 1)
			kind := m.zoneKind(call, "card:zone_of", 2)
			z := m.layout.ZoneOf(kind, m.argSeat(call, "card:zone_of", 3), c)
			return m.zones[z]
		},
	}
}

func (m *Machine) printedAt(call *language.Call, c engine.CardID, a, by engine.AttributeID,
	word string) language.Value {
	values := m.layout.Definition(c).Printed[a]
	for i, w := range m.pack.Cards[by].Words {
		if m.pack.Symbols[w] == word && i < len(values) {
			return m.value(values[i])
		}
	}
	call.Fault("card:printed: %q is no value of %s", word, m.pack.Cards[by].Name)
	return nil
}
