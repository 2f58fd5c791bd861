package script

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// What a seat, game and game.options are to scripts.

// makeSeatLists makes the lists of seats, which are filled when the seats are
// there.
func (m *Machine) makeSeatLists() {
	m.allSeats = m.state.NewTable(m.layout.Seats, 0)
	m.roots = append(m.roots, language.Root{Name: "game.seats", Value: m.allSeats})
	m.opponents = make([]*language.Table, m.layout.Seats+1)
	for s := 1; s <= m.layout.Seats; s++ {
		m.opponents[s] = m.state.NewTable(m.layout.Seats, 0)
		m.roots = append(m.roots, language.Root{Name: "opponents", Value: m.opponents[s]})
	}
}

func (m *Machine) fillSeatLists() {
	for s := engine.Seat(1); int(s) <= m.layout.Seats; s++ {
		m.allSeats.Append(m.seats[s])
		for o := m.layout.NextSeat(s); o != s; o = m.layout.NextSeat(o) {
			m.opponents[s].Append(m.seats[o])
		}
	}
}

// seatClass is what seats are.
func (m *Machine) seatClass() *language.Class {
	l, known := m.layout, m.names.seat
	names := fieldsOfKind(known, "number", "next", "opponents")
	for k := range m.pack.Zones {
		if m.pack.Zones[k].Of == engine.OfSeat {
			names = append(names, m.pack.Zones[k].Name)
		}
	}
	return class(m, &kind{
		name: "seat", names: func() []string { return names },
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
			if kind, ok := m.names.zones[name]; ok && m.pack.Zones[kind].Of == engine.OfSeat {
				of := make([]language.Value, l.Seats+1)
				for s := 1; s <= l.Seats; s++ {
					of[s] = m.zones[l.ZoneOf(kind, engine.Seat(s), 0)]
				}
				return func(_ *language.Call, o *language.Object) language.Value { return of[o.N] }
			}
			return nil
		},
		read: func(name string) language.Reader {
			f, ok := known[name]
			if !ok {
				return nil
			}
			return func(call *language.Call, o *language.Object) language.Value {
				return m.seatField(call, engine.Seat(o.N), f)
			}
		},
		write: func(name string) language.Writer {
			f, ok := known[name]
			if !ok {
				return nil
			}
			return func(call *language.Call, o *language.Object, v language.Value) {
				m.setSeat(call, engine.Seat(o.N), name, f, v)
			}
		},
	})
}

func (m *Machine) setSeat(call *language.Call, s engine.Seat, name string, f field, v language.Value) {
	value, err := m.toValue(v, name)
	if err == nil {
		err = m.run.SetSeatAttribute(s, engine.AttributeID(f.id), value)
	}
	if err != nil {
		m.fail(call, err)
	}
}

func (m *Machine) seatField(call *language.Call, s engine.Seat, f field) language.Value {
	v, err := m.run.SeatAttribute(s, engine.AttributeID(f.id))
	if err != nil {
		m.fail(call, err)
	}
	return m.value(v)
}

// gameClass is what game is.
func (m *Machine) gameClass() *language.Class {
	known := m.names.game
	names := fieldsOfKind(known, "seats")
	for k := range m.pack.Zones {
		if kind := &m.pack.Zones[k]; kind.Of == engine.OfTable && kind.Rows == 0 {
			names = append(names, kind.Name)
		}
	}
	return class(m, &kind{
		name: "game", names: func() []string { return names },
		fixed: func(name string) language.Reader {
			if v := m.fixedOfGame(name); v != nil {
				return func(*language.Call, *language.Object) language.Value { return v }
			}
			return nil
		},
		read: func(name string) language.Reader {
			f, ok := known[name]
			if !ok {
				return nil
			}
			return func(call *language.Call, _ *language.Object) language.Value { return m.gameField(call, f) }
		},
		write: func(name string) language.Writer {
			f, ok := known[name]
			if !ok {
				return nil
			}
			return func(call *language.Call, _ *language.Object, v language.Value) { m.setGame(call, name, f, v) }
		},
	})
}

// fixedOfGame returns the seats and the zones of the table; nil for anything else.
func (m *Machine) fixedOfGame(name string) language.Value {
	if name == "seats" {
		return m.allSeats
	}
	if kind, ok := m.names.zones[name]; ok && m.pack.Zones[kind].Of == engine.OfTable && m.pack.Zones[kind].Rows == 0 {
		return m.zones[m.layout.ZoneOf(kind, 0, 0)]
	}
	return nil
}

func (m *Machine) setGame(call *language.Call, name string, f field, v language.Value) {
	if f.kind != fieldAttribute {
		call.Fault("%s cannot be changed", name)
	}
	value, err := m.toValue(v, name)
	if err == nil {
		err = m.run.SetGameAttribute(engine.AttributeID(f.id), value)
	}
	if err != nil {
		m.fail(call, err)
	}
}

func (m *Machine) gameField(call *language.Call, f field) language.Value {
	if f.kind == fieldAttribute {
		v, err := m.run.GameAttribute(engine.AttributeID(f.id))
		if err != nil {
			m.fail(call, err)
		}
		return m.value(v)
	}
	switch f.id {
	case builtinTurn:
		return m.seat(m.run.Turn())
	case builtinPhase:
		if p := m.run.Phase(); p >= 0 {
			return language.String(m.pack.Phases[p].Name)
		}
		return nil
	}
	return m.options
}

// optionsClass is what game.options is: a value for each option; those with a
// value a seat are read as game.options.teams[seat.number].
func (m *Machine) optionsClass() *language.Class {
	var names []string
	for name := range m.names.options {
		names = append(names, name)
	}
	return class(m, &kind{
		name: "game.options", names: func() []string { return names },
		fixed: func(string) language.Reader { return nil },
		read: func(name string) language.Reader {
			i, ok := m.names.options[name]
			if !ok {
				return nil
			}
			if !m.pack.GameOptions[i].PerSeat {
				return func(*language.Call, *language.Object) language.Value { return m.value(m.run.GameOption(i, 0)) }
			}
			return func(*language.Call, *language.Object) language.Value {
				t := m.state.NewTable(m.layout.Seats, 0)
				for s := 1; s <= m.layout.Seats; s++ {
					t.Append(m.value(m.run.GameOption(i, engine.Seat(s))))
				}
				return t
			}
		},
	})
}
