package script

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// kind is what scripts can do with things of a kind.
type kind struct {
	name string
	// fixed answers what never changes, which scripts may read while they are
	// loaded; read and write what does.
	fixed, read func(name string) language.Reader
	write       func(name string) language.Writer
	methods     map[string]language.Builtin
	// gives are methods for the eyes of the host alone; see language.Func.Gives.
	gives map[string]language.Builtin
	// names are those of the fields, for hints.
	names func() []string
}

// class makes the class of a kind.
func class(m *Machine, k *kind) *language.Class {
	gives := map[string]language.Builtin{}
	for name, give := range k.gives {
		gives[name] = m.paid(give)
	}
	return m.state.AddClass(&language.Class{
		Name: k.name,
		Read: func(name string) language.Reader {
			if fixed := k.fixed(name); fixed != nil {
				return fixed
			}
			read := k.read(name)
			if read == nil || m.loaded {
				return read
			}
			return func(call *language.Call, o *language.Object) language.Value {
				m.running(call, k.name)
				return read(call, o)
			}
		},
		Write: func(name string) language.Writer {
			if k.write == nil {
				return nil
			}
			write := k.write(name)
			if write == nil {
				return nil
			}
			return func(call *language.Call, o *language.Object, v language.Value) {
				m.running(call, k.name)
				write(call, o, v)
				m.account(call)
			}
		},
		Method: func(name string) language.Builtin {
			do := k.methods[name]
			if do == nil {
				return nil
			}
			return m.paid(do)
		},
		Gives: gives,
		Missing: func(name string) string {
			known := map[string]bool{}
			for _, n := range k.names() {
				known[n] = true
			}
			for n := range k.methods {
				known[n] = true
			}
			return nearest(name, known)
		},
	})
}

// paid is a method that pays for what the engine does.
func (m *Machine) paid(do language.Builtin) language.Builtin {
	return func(call *language.Call) language.Value {
		v := do(call)
		if m.run != nil {
			m.account(call)
		}
		return v
	}
}

// makeEntities makes the one value of every card, seat and zone, and game.
func (m *Machine) makeEntities() {
	l := m.layout
	m.zones = make([]language.Value, l.ZoneTotal()+1)
	m.seats = make([]language.Value, l.Seats+1)
	m.cards = make([]language.Value, l.Cards()+1)
	m.makeSeatLists()
	seat, zone := m.seatClass(), m.zoneClass()
	types := make([]*language.Class, len(m.pack.Types))
	for t := range types {
		types[t] = m.cardClass(engine.TypeID(t))
	}
	zones := make([]language.Object, l.ZoneTotal()+1)
	for z := 1; z <= l.ZoneTotal(); z++ {
		zones[z] = *object(zone, engine.ZoneValue(engine.ZoneID(z)))
		m.zones[z] = &zones[z]
	}
	for s := 1; s <= l.Seats; s++ {
		m.seats[s] = object(seat, engine.SeatValue(engine.Seat(s)))
	}
	cards := make([]language.Object, l.Cards()+1)
	for c := 1; c <= l.Cards(); c++ {
		id := engine.CardID(c)
		cards[c] = *object(types[l.TypeOf(id)], engine.CardValue(id))
		m.cards[c] = &cards[c]
	}
	m.fillSeatLists()
	game := m.gameClass()
	game.Fixed = func(_ *language.Object, name string) language.Value { return m.fixedOfGame(name) }
	m.game = &language.Object{Class: game}
	m.options = &language.Object{Class: m.optionsClass()}
	m.optionClass = m.state.AddClass(&language.Class{
		Name: "options list", Method: func(name string) language.Builtin { return m.optionsMethods()[name] },
		Takes: map[string]bool{"add": true, "product": true},
	})
	m.actionClass = m.handleClass()
	m.eventClass = m.classOfEvents()
	for _, t := range types {
		m.bound("card", t)
	}
	m.bound("seat", seat)
	m.bound("zone", zone)
	m.bound("game", game)
	m.bound("options list", m.optionClass)
	m.bound("action", m.actionClass)
	m.bound("event", m.eventClass)
}

// bound notes what the registry declares of an entity and its class does not have.
func (m *Machine) bound(entity string, c *language.Class) {
	lacks := func(name string) {
		if name = entity + "." + name; !slices.Contains(m.unbound, name) {
			m.unbound = append(m.unbound, name)
		}
	}
	record := keyword.Entity(entity)
	for i := range record.Fields {
		f := &record.Fields[i]
		if c.Read == nil || c.Read(f.Name) == nil || f.Write && (c.Write == nil || c.Write(f.Name) == nil) {
			lacks(f.Name)
		}
	}
	for i := range record.Methods {
		if name := record.Methods[i].Name; c.Method == nil || c.Method(name) == nil {
			lacks(name)
		}
	}
}

// running refuses to look at entities while scripts are loaded.
func (m *Machine) running(call *language.Call, what string) {
	if m.run == nil {
		call.Fault("a %s can be used in steps and abilities only, not while a script is loaded", what)
	}
}

// fieldsOfKind returns the names of the changing fields and the fixed ones.
func fieldsOfKind(known map[string]field, fixed ...string) []string {
	names := slices.Clone(fixed)
	for name := range known {
		names = append(names, name)
	}
	return names
}
