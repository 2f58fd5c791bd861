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
		return m.seats[m.layout.ZoneSeat(engine.ZoneID(id))]
	},
	"seat":   func(m *Machine, id int32) language.Value { return m.seats[m.layout.ZoneSeat(engine.ZoneID(id))] },
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
			"cards": func(c *call) language.Value {
				list := c.cardList(c.m.run.CountIn(c.zone(0)))
				list.cards = c.m.run.CardsIn(list.cards, c.zone(0))
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
	"cards": func(c *call) language.Value {
		c.found = c.m.run.CardsIn(c.found[:0], c.zone(0))
		return c.m.cardTable(c.found)
	},
	"room": func(c *call) language.Value { return language.Int(c.m.run.FreeSlots(c.zone(0), c.seat(1))) },
	"row": func(c *call) language.Value {
		row, _ := c.m.layout.BoardPlace(c.zone(0), c.seat(1))
		return language.Int(row + 1)
	},
	"column": func(c *call) language.Value {
		_, column := c.m.layout.BoardPlace(c.zone(0), c.seat(1))
		return language.Int(column + 1)
	},
	"step": func(c *call) language.Value {
		return c.m.zones[c.m.layout.BoardStep(c.zone(0), c.number(1), c.seat(2))]
	},
	"neighbours": func(c *call) language.Value {
		t := c.m.state.NewTable(len(engine.Directions), 0)
		for d := range engine.Directions {
			if next := c.m.layout.BoardStep(c.zone(0), d, 1); next != 0 {
				t.Append(c.m.zones[next])
			}
		}
		return t
	},
}
