package script

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// What a zone is to scripts.

func (m *Machine) zoneKind(call *language.Call, fn string, n int) engine.ZoneKindID {
	name := m.argWord(call, fn, n)
	kind, ok := m.zoneKindOf.find(name)
	if !ok {
		call.Fault("%s: there is no zone %q%s", fn, name, nearest(name, m.Zones))
	}
	return kind
}

// zoneReaders read the fields that change of zones, and whose they are.
var zoneReaders = map[string]func(m *Machine, id int32) language.Value{
	"owner": func(m *Machine, id int32) language.Value {
		if c := m.layout.ZoneCard(engine.ZoneID(id)); c != 0 {
			return m.cards[c]
		}
		return m.seat(m.layout.ZoneSeat(engine.ZoneID(id)))
	},
	"seat":   func(m *Machine, id int32) language.Value { return m.seat(m.layout.ZoneSeat(engine.ZoneID(id))) },
	"count":  func(m *Machine, id int32) language.Value { return language.Int(m.run.CountIn(engine.ZoneID(id))) },
	"top":    func(m *Machine, id int32) language.Value { return m.card(m.run.TopOf(engine.ZoneID(id))) },
	"bottom": func(m *Machine, id int32) language.Value { return m.card(m.run.BottomOf(engine.ZoneID(id))) },
	"empty": func(m *Machine, id int32) language.Value {
		return language.Flag(m.run.CountIn(engine.ZoneID(id)) == 0)
	},
}

// zoneClass is what zones are.
func (m *Machine) zoneClass() *language.Class {
	names := make([]language.Value, len(m.pack.Zones))
	for k := range names {
		names[k] = language.String(m.pack.Zones[k].Name)
	}
	return class(m, &kind{
		name: "zone", methods: m.zoneMethods(), fields: zoneReaders, more: []string{"name"},
		gives: map[string]language.Builtin{
			"cards": func(call *language.Call) language.Value {
				z := m.argZone(call, "zone:cards", 1)
				list := m.given(call, m.run.CountIn(z))
				list.cards = m.run.CardsIn(list.cards, z)
				return list
			},
		},
		fixed: func(name string) language.Reader {
			if name != "name" {
				return nil
			}
			return func(_ *language.Call, o *language.Object) language.Value {
				return names[m.layout.KindOfZone(engine.ZoneID(o.N))]
			}
		},
	})
}

func (m *Machine) zoneMethods() map[string]language.Builtin {
	board :=
		func(fn string, n int,
			do func(call *language.Call, z engine.ZoneID, s engine.Seat) language.Value) language.Builtin {
			return func(call *language.Call) language.Value {
				return do(call, m.argZone(call, fn, 1), m.argSeat(call, fn, n))
			}
		}
	return map[string]language.Builtin{
		"cards": func(call *language.Call) language.Value {
			z := m.argZone(call, "zone:cards", 1)
			m.ids = m.run.CardsIn(m.ids[:0], z)
			return m.cardTable(m.ids)
		},
		"room": func(call *language.Call) language.Value {
			z, s := m.argZone(call, "zone:room", 1), engine.Seat(0)
			if call.N() > 1 {
				s = m.argSeat(call, "zone:room", 2)
			}
			return language.Int(m.run.FreeSlots(z, s))
		},
		"row": board("zone:row", 2, func(_ *language.Call, z engine.ZoneID, s engine.Seat) language.Value {
			row, _ := m.layout.BoardPlace(z, s)
			return language.Int(row + 1)
		}),
		"column": board("zone:column", 2, func(_ *language.Call, z engine.ZoneID, s engine.Seat) language.Value {
			_, column := m.layout.BoardPlace(z, s)
			return language.Int(column + 1)
		}),
		"step": board("zone:step", 3, func(call *language.Call, z engine.ZoneID, s engine.Seat) language.Value {
			direction := m.argWord(call, "zone:step", 2)
			next, ok := m.layout.BoardStep(z, direction, s)
			if !ok {
				call.Fault("zone:step: %q is no direction; there are N, NE, E, SE, S, SW, W, NW", direction)
			}
			return m.zones[next]
		}),
		"neighbours": func(call *language.Call) language.Value {
			z := m.argZone(call, "zone:neighbours", 1)
			neighbours := m.layout.Neighbours(z)
			t := m.state.NewTable(len(neighbours), 0)
			for _, next := range neighbours {
				t.Append(m.zones[next])
			}
			return t
		},
	}
}
