package script

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// What a seat, game and game.options are to scripts.

// makeSeatLists makes the lists of seats.
func (m *Machine) makeSeatLists() {
	m.allSeats = m.state.NewTable(m.layout.Seats, 0)
	m.roots = append(m.roots, language.Root{Name: "game.seats", Value: m.allSeats})
	m.opponents = []*language.Table{nil}
	for s := range m.layout.AllSeats().Each() {
		m.allSeats.Append(m.seats[s])
		opponents := m.state.NewTable(m.layout.Seats, 0)
		for o := m.layout.NextSeat(s); o != s; o = m.layout.NextSeat(o) {
			opponents.Append(m.seats[o])
		}
		m.opponents = append(m.opponents, opponents)
		m.roots = append(m.roots, language.Root{Name: "opponents", Value: opponents})
	}
}

// seatClass is what seats are.
func (m *Machine) seatClass() *language.Class {
	l := m.layout
	return class(m, &kind{
		name: "seat", attributes: m.SeatAttributes,
		more: append(m.zonesOf(engine.OfSeat), "number", "next", "opponents"),
		get: func(id int32, a engine.AttributeID) (engine.Value, error) {
			return m.run.SeatAttribute(engine.Seat(id), a)
		},
		set: func(id int32, a engine.AttributeID, v engine.Value) error {
			return m.run.SetSeatAttribute(engine.Seat(id), a, v)
		},
		fixed: func(name string) language.Reader {
			switch name {
			case "number":
				return func(_ *language.Call, o *language.Object) language.Value { return language.Int(int(o.N)) }
			case "next":
				return func(_ *language.Call, o *language.Object) language.Value {
					return m.seats[l.NextSeat(engine.Seat(o.N))]
				}
			case "opponents":
				return func(_ *language.Call, o *language.Object) language.Value { return m.opponents[o.N] }
			}
			if kind, ok := m.Zones[name]; ok && m.pack.Zones[kind].Of == engine.OfSeat {
				of := make([]language.Value, l.Seats+1)
				for s := 1; s <= l.Seats; s++ {
					of[s] = m.zones[l.ZoneOf(kind, engine.Seat(s), 0)]
				}
				return func(_ *language.Call, o *language.Object) language.Value { return of[o.N] }
			}
			return nil
		},
	})
}

// gameClass is what game is.
func (m *Machine) gameClass() *language.Class {
	return class(m, &kind{
		name: "game", attributes: m.GameAttributes, fields: gameReaders,
		more: append(m.zonesOf(engine.OfTable), "seats"),
		get:  func(_ int32, a engine.AttributeID) (engine.Value, error) { return m.run.GameAttribute(a) },
		set:  func(_ int32, a engine.AttributeID, v engine.Value) error { return m.run.SetGameAttribute(a, v) },
		assign: func(_ int32, name string, _ engine.Value) error {
			return fmt.Errorf("%s cannot be changed", name)
		},
		fixed: func(name string) language.Reader {
			if v := m.fixedOfGame(name); v != nil {
				return func(*language.Call, *language.Object) language.Value { return v }
			}
			return nil
		},
	})
}

// gameReaders read the fields that every game has.
var gameReaders = map[string]func(m *Machine, id int32) language.Value{
	"turn": func(m *Machine, _ int32) language.Value { return m.seats[m.run.Turn()] },
	"phase": func(m *Machine, _ int32) language.Value {
		if p := m.run.Phase(); p >= 0 {
			return language.String(m.pack.Phases[p].Name)
		}
		return nil
	},
	"options": func(m *Machine, _ int32) language.Value { return m.options },
}

// fixedOfGame returns the seats and the zones of the table; nil for anything else.
func (m *Machine) fixedOfGame(name string) language.Value {
	if name == "seats" {
		return m.allSeats
	}
	if kind, ok := m.Zones[name]; ok && m.pack.Zones[kind].Of == engine.OfTable && m.pack.Zones[kind].Rows == 0 {
		return m.zones[m.layout.ZoneOf(kind, 0, 0)]
	}
	return nil
}

// optionsClass is what game.options is: a value for each option; those with a
// value a seat are read as game.options.teams[seat.number].
func (m *Machine) optionsClass() *language.Class {
	return class(m, &kind{
		name: "game.options", more: lists.Sorted(m.GameOptions),
		other: func(name string) language.Reader {
			i, ok := m.GameOptions[name]
			if !ok {
				return nil
			}
			read := func(*language.Call, *language.Object) language.Value { return m.value(m.run.GameOption(i, 0)) }
			if m.pack.GameOptions[i].PerSeat {
				read = m.perSeat(i)
			}
			if n := m.state.Counter(language.Counted{Kind: language.Option, Name: name}); n != nil {
				return func(call *language.Call, o *language.Object) language.Value {
					n[1]++
					return read(call, o)
				}
			}
			return read
		},
	})
}

// perSeat reads an option that has a value for each seat.
func (m *Machine) perSeat(option int) language.Reader {
	return func(*language.Call, *language.Object) language.Value {
		t := m.state.NewTable(m.layout.Seats, 0)
		for s := 1; s <= m.layout.Seats; s++ {
			t.Append(m.value(m.run.GameOption(option, engine.Seat(s))))
		}
		return t
	}
}
