package script

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// kind is what scripts can do with things of a kind.
type kind struct {
	name string
	// fixed answers what never changes, which scripts may read while they are loaded;
	// fields, and other, what does.
	fixed  func(name string) language.Reader
	fields map[string]func(m *Machine, id int32) language.Value
	other  func(name string) language.Reader
	// attributes are those that a pack declares of the kind.
	attributes map[string]engine.AttributeID
	get        func(id int32, a engine.AttributeID) (engine.Value, error)
	set        func(id int32, a engine.AttributeID, v engine.Value) error
	// assign changes a field; nil where scripts may assign nothing but attributes.
	assign  func(id int32, name string, v engine.Value) error
	methods map[string]operation
	// entity is the record of the methods, self what they are called on.
	entity string
	self   keyword.Kind
	// gives are methods for the eyes of the host alone; see language.NewPlaced.
	gives map[string]operation
	// more are names of fields beside those above, for hints.
	more []string
	// unset says of fields why they may be nil.
	unset map[string]string
	// present reads what is true now, whatever is known last.
	present bool
}

// zonesOf are the names of the zones that scripts reach as fields of their holder.
func (m *Machine) zonesOf(holder engine.Holder) []string {
	var names []string
	for k := range m.pack.Zones {
		if kind := &m.pack.Zones[k]; kind.Of == holder && kind.Rows == 0 {
			names = append(names, kind.Name)
		}
	}
	return names
}

func (k *kind) read(m *Machine, name string) language.Reader {
	if read, ok := k.fields[name]; ok {
		return func(_ *language.Call, o *language.Object) language.Value { return read(m, o.N) }
	}
	if a, ok := k.attributes[name]; ok {
		return func(call *language.Call, o *language.Object) language.Value {
			v, err := k.get(o.N, a)
			if err != nil {
				m.fail(call, err)
			}
			return m.value(v)
		}
	}
	if k.other != nil {
		return k.other(name)
	}
	return nil
}

func (k *kind) write(m *Machine, name string) language.Writer {
	a, attribute := k.attributes[name]
	_, field := k.fields[name]
	if !attribute && (!field || k.assign == nil) {
		return nil
	}
	return func(call *language.Call, o *language.Object, v language.Value) {
		m.running(call, k.name)
		value, err := m.toValue(v, name)
		if table, ok := v.(*language.Table); ok && attribute {
			value, err = m.toSet(table, name)
		}
		switch {
		case err != nil:
		case attribute:
			err = k.set(o.N, a, value)
		default:
			err = k.assign(o.N, name, value)
		}
		m.check(call, err)
		m.account(call)
	}
}

func (k *kind) method(m *Machine, name string) *language.Func {
	do := k.methods[name]
	row, ok := keyword.Entity(k.entity).Method(name)
	if do == nil || !ok {
		return nil
	}
	title := strings.Fields(k.entity)[0] + ":" + name
	if m.methods[title] == nil {
		m.methods[title] = m.offer(title, row, k.self, do, k.gives[name])
	}
	return m.methods[title]
}

// class makes the class of a kind.
func class(m *Machine, k *kind) *language.Class {
	return m.state.AddClass(&language.Class{
		Name:  k.name,
		Unset: k.unset,
		Read: func(name string) language.Reader {
			if k.fixed != nil {
				if fixed := k.fixed(name); fixed != nil {
					return fixed
				}
			}
			read := k.read(m, name)
			if read == nil || m.loaded && !k.present {
				return read
			}
			return func(call *language.Call, o *language.Object) language.Value {
				m.running(call, k.name)
				if !k.present {
					return read(call, o)
				}
				was := m.was
				m.was = nil
				value := read(call, o)
				m.was = was
				return value
			}
		},
		Write: func(name string) language.Writer { return k.write(m, name) },
		Shown: m.shown,
		Method: func(name string) *language.Func {
			if k.entity == "" {
				return nil
			}
			return k.method(m, name)
		},
		Gives: lists.Sorted(k.gives),
		Missing: func(name string) string {
			known := map[string]bool{}
			for _, names := range [][]string{lists.Sorted(k.fields), lists.Sorted(k.attributes),
				lists.Sorted(k.methods), k.more} {
				for _, n := range names {
					known[n] = true
				}
			}
			return nearest(name, known)
		},
	})
}

// makeEntities makes the one value of every card, seat and zone, and game.
func (m *Machine) makeEntities() {
	l := m.layout
	m.zones = make([]language.Value, l.ZoneTotal()+1)
	m.seats = make([]language.Value, l.Seats+1)
	m.cards = make([]language.Value, l.Cards()+1)
	seat, zone := m.seatClass(), m.zoneClass()
	types := make([]*language.Class, len(m.pack.Types))
	m.presentCards = make([]*language.Class, len(m.pack.Types))
	for t := range types {
		types[t] = class(m, m.cardKind(engine.TypeID(t)))
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
	m.makeSeatLists()
	game := m.gameClass()
	game.Fixed = func(_ *language.Object, name string) language.Value { return m.fixedOfGame(name) }
	m.game = &language.Object{Class: game}
	m.options = &language.Object{Class: m.optionsClass()}
	m.optionClass = class(m, &kind{
		name: "options list", entity: "options list", self: keyword.OptionsValue, methods: optionMethods,
	})
	m.actionClass = class(m, &kind{name: "action", fields: actionReaders})
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

// shown returns what print shows of a thing: a card, seat or zone by its key, which
// scenarios write too, anything else by its kind.
func (m *Machine) shown(o *language.Object) string {
	switch v := engineValue(o); v.Kind {
	case engine.Card, engine.SeatKind, engine.Zone:
		return m.layout.Key(v)
	}
	return o.String()
}

// bound notes what the registry declares of an entity and its class does not have.
func (m *Machine) bound(entity string, c *language.Class) {
	lacks := func(name string) {
		name = entity + "." + name
		if !slices.Contains(m.unbound, name) {
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
