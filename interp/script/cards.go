package script

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// What a card is to scripts.

// cardReaders read the fields that every card has.
var cardReaders = map[string]func(m *Machine, id int32) language.Value{
	"owner": func(m *Machine, id int32) language.Value {
		return m.seats[m.asKnown(engine.CardID(id)).Owner(engine.CardID(id))]
	},
	"seat": func(m *Machine, id int32) language.Value {
		return m.seats[m.asKnown(engine.CardID(id)).Controller(engine.CardID(id))]
	},
	"life":  func(m *Machine, id int32) language.Value { return language.Int(int(m.run.Life(engine.CardID(id)))) },
	"zone":  func(m *Machine, id int32) language.Value { return m.zones[m.run.ZoneAt(engine.CardID(id))] },
	"host":  func(m *Machine, id int32) language.Value { return m.cards[m.run.Host(engine.CardID(id))] },
	"place": func(m *Machine, id int32) language.Value { return m.cards[m.run.Place(engine.CardID(id))] },
}

// cardKind is what cards of a type are.
func (m *Machine) cardKind(t engine.TypeID) *kind {
	typ := &m.pack.Types[t]
	attributes := map[string]engine.AttributeID{}
	for _, a := range typ.Attributes {
		attributes[m.pack.Cards[a].Name] = a
	}
	return &kind{
		name: typ.Name, entity: "card", self: keyword.CardValue, methods: cardMethods, fields: cardReaders,
		attributes: attributes,
		more:       append(m.zonesOf(engine.OfCard), "id", "copy", "type"),
		unset: map[string]string{"seat": "no script has given this card a seat (move does not)",
			"owner": "no script has given this card an owner (move does not)"},
		fixed: func(name string) language.Reader { return m.fixedOfCard(t, name, attributes) },
		other: func(name string) language.Reader {
			kind, ok := m.Zones[name]
			if !ok || m.pack.Zones[kind].Of != engine.OfCard {
				return nil
			}
			return func(call *language.Call, o *language.Object) language.Value {
				z := m.layout.ZoneOf(kind, 0, engine.CardID(o.N))
				if z == 0 {
					call.Fault("a %s has no field %q", typ.Name, name)
				}
				return m.zones[z]
			}
		},
		get: func(id int32, a engine.AttributeID) (engine.Value, error) {
			m.run.PeekAttribute(engine.CardID(id), a)
			return m.asKnown(engine.CardID(id)).Attribute(engine.CardID(id), a)
		},
		set: func(id int32, a engine.AttributeID, v engine.Value) error {
			return m.run.SetAttribute(engine.CardID(id), a, v)
		},
		assign: func(id int32, name string, v engine.Value) error { return m.assignCard(engine.CardID(id), name, v) },
	}
}

// present makes a card that reads as it is now, where the card itself reads as it was.
func (c *call) present() language.Value {
	card := c.card(0)
	t := c.m.layout.TypeOf(card)
	if c.m.presentCards[t] == nil {
		k := c.m.cardKind(t)
		k.present = true
		c.m.presentCards[t] = class(c.m, k)
	}
	return object(c.m.presentCards[t], engine.CardValue(card))
}

// fixedOfCard reads a value of a card that never changes: printed values that no ability
// modifies.
func (m *Machine) fixedOfCard(t engine.TypeID, name string, attributes map[string]engine.AttributeID) language.Reader {
	l := m.layout
	switch name {
	case "id":
		return func(_ *language.Call, o *language.Object) language.Value {
			m.peek(o)
			return m.ids[l.Def[o.N]]
		}
	case "copy":
		return func(_ *language.Call, o *language.Object) language.Value {
			m.peek(o)
			return language.Int(l.Copy[o.N])
		}
	case "type":
		word := language.Value(language.String(m.pack.Types[t].Name))
		return func(_ *language.Call, o *language.Object) language.Value {
			m.peek(o)
			return word
		}
	}
	a, ok := attributes[name]
	if !ok || m.pack.Cards[a].State || m.pack.Cards[a].By >= 0 || m.modified[a] || m.pack.Cards[a].IsSet() {
		return nil
	}
	printed := make([]language.Value, l.Sorts)
	for c := range l.AllCards() {
		if values := l.PrintedOn(c, a); len(values) > 0 && l.TypeOf(c) == t {
			printed[l.Nth[c]] = m.value(values[0])
		}
	}
	return func(call *language.Call, o *language.Object) language.Value {
		if v := printed[l.Nth[o.N]]; v != nil {
			m.peek(o)
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

// peek notes that a script reads what a card is; while scripts are loaded, no game runs.
func (m *Machine) peek(o *language.Object) {
	if m.run != nil {
		m.run.PeekCard(engine.CardID(o.N))
	}
}

// assignCard changes whose a card is.
func (m *Machine) assignCard(c engine.CardID, name string, v engine.Value) error {
	isSeat := v.Kind == engine.Nil || v.Kind == engine.SeatKind
	switch {
	case name == "zone":
		return fmt.Errorf("a card changes its zone with move(card, zone)")
	case name != "owner" && name != "seat":
		return fmt.Errorf("%s cannot be changed", name)
	case !isSeat:
		return fmt.Errorf("%s must be a seat, not %s", name, m.describe(m.value(v)))
	case name == "owner":
		return m.run.SetOwner(c, v.Seat())
	}
	return m.run.SetController(c, v.Seat())
}

// cardMethods are the methods of every card; the card comes first.
var cardMethods = map[string]operation{
	"has": func(c *call) language.Value {
		card := c.card(0)
		c.m.run.PeekCard(card)
		return language.Flag(c.number(1) != 0 && c.m.asKnown(card).HasAbility(card, engine.Symbol(c.number(1))))
	},
	"knows": func(c *call) language.Value { return language.Flag(c.m.run.Knows(c.seat(1), c.card(0))) },
	"printed": func(c *call) language.Value {
		attribute := engine.AttributeID(c.number(1))
		// A second argument names the value of the attribute that selects.
		if by := c.m.pack.Cards[attribute].By; by >= 0 && c.has(2) {
			return c.printedAt(c.card(0), attribute, by, engine.Symbol(c.number(2)))
		}
		c.m.run.PeekAttribute(c.card(0), attribute)
		return c.m.value(c.m.asKnown(c.card(0)).Printed(c.card(0), attribute))
	},
	"zone_of": func(c *call) language.Value {
		return c.m.zones[c.m.layout.ZoneOf(engine.ZoneKindID(c.number(1)), c.seat(2), c.card(0))]
	},
}

func (c *call) printedAt(card engine.CardID, a, by engine.AttributeID, word engine.Symbol) language.Value {
	values := c.m.layout.PrintedOn(card, a)
	for i, w := range c.m.pack.Cards[by].Words {
		if w == word && i < len(values) {
			return c.m.value(values[i])
		}
	}
	c.Fault("card:printed: %q is no value of %s", c.m.pack.Symbols[word], c.m.pack.Cards[by].Name)
	return nil
}
