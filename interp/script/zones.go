package script

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// What a zone is to scripts.

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
		name: "zone", entity: "zone", self: keyword.ZoneValue, methods: zoneMethods, fields: zoneReaders,
		more: []string{"name"},
		gives: map[string]operation{
			"cards": func(m *Machine, call *language.Call, a arguments) language.Value {
				z := a.zone(0)
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

// zoneMethods are the methods of every zone; the zone comes first.
var zoneMethods = map[string]operation{
	"cards": func(m *Machine, _ *language.Call, a arguments) language.Value {
		m.ids = m.run.CardsIn(m.ids[:0], a.zone(0))
		return m.cardTable(m.ids)
	},
	"room": func(m *Machine, _ *language.Call, a arguments) language.Value {
		return language.Int(m.run.FreeSlots(a.zone(0), a.seat(1)))
	},
	"row": func(m *Machine, _ *language.Call, a arguments) language.Value {
		row, _ := m.layout.BoardPlace(a.zone(0), a.seat(1))
		return language.Int(row + 1)
	},
	"column": func(m *Machine, _ *language.Call, a arguments) language.Value {
		_, column := m.layout.BoardPlace(a.zone(0), a.seat(1))
		return language.Int(column + 1)
	},
	"step": func(m *Machine, call *language.Call, a arguments) language.Value {
		direction, ok := call.Arg(2).(language.String)
		if !ok {
			m.bad(call, "zone:step", 2, "a word")
		}
		next, ok := m.layout.BoardStep(a.zone(0), string(direction), a.seat(2))
		if !ok {
			call.Fault("zone:step: %q is no direction; there are N, NE, E, SE, S, SW, W, NW", string(direction))
		}
		return m.zones[next]
	},
	"neighbours": func(m *Machine, _ *language.Call, a arguments) language.Value {
		neighbours := m.layout.Neighbours(a.zone(0))
		t := m.state.NewTable(len(neighbours), 0)
		for _, next := range neighbours {
			t.Append(m.zones[next])
		}
		return t
	},
}
