package script

import (
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

// Fields are names that a pack gives to what scripts read.
type Fields struct {
	// Changing are the attributes of the table, of seats and of cards that change.
	Changing []string
	// Params are the parameters of triggers.
	Params []string
	// Zones are the zones of the table, boards left out.
	Zones []string
}

// hostFor is what the compiler of scripts is told about the API: functions that
// take shapes, globals that never change with the fields that do not either, and
// fields that are read by getters, those of entities that change in a game.
func hostFor(fields *Fields, table *sandbox.ShapeTable) *sandbox.Host {
	h := &sandbox.Host{Shapes: shapes, Table: table, Globals: []string{"game", "rules", "does"}, Members: []string{"game.seats"}, Fields: slices.Clone(fields.Changing)}
	offer := func(name string) {
		object, _, member := strings.Cut(name, ".")
		h.Globals = append(h.Globals, object)
		if member {
			h.Members = append(h.Members, name)
		}
	}
	for _, entry := range sandbox.Library() {
		offer(entry.Name)
	}
	for _, name := range keyword.FuncNames() {
		offer(name)
	}
	for _, zone := range fields.Zones {
		h.Members = append(h.Members, "game."+zone)
	}
	for _, of := range []string{"card", "zone", "options list"} {
		for _, method := range keyword.Entity(of).Methods {
			h.Methods = append(h.Methods, method.Name)
		}
	}
	for _, known := range []map[string]field{gameFields, cardFields, zoneFields} {
		for name, f := range known {
			if f.id != builtinOptions {
				h.Fields = append(h.Fields, name)
			}
		}
	}
	return h
}

// getter makes the function that reads a field of any entity that has it, and
// a parameter of ev of that name; anything else is read as without it.
func (m *Machine) getter(name string) lua.LGFunction {
	game, ofGame := m.names.game[name]
	seat, ofSeat := m.names.seat[name]
	zone, ofZone := m.names.zone[name]
	card, ofCard := m.names.card[name]
	has := make([]bool, len(m.pack.Types))
	for t := range m.pack.Types {
		_, has[t] = m.cardFields(engine.TypeID(t))[name]
	}
	params := make([]int, len(m.pack.Triggers))
	for t := range params {
		params[t] = -1
		if place, ok := m.parameters[t][name]; ok {
			params[t] = place
		}
	}
	return func(L *lua.LState) int {
		object := L.Get(1)
		if ud, ok := object.(*lua.LUserData); ok && m.run != nil {
			if p, ok := ud.Value.(*eventProxy); ok && p.ev != nil && params[p.ev.Trigger] >= 0 {
				L.Push(p.param(m, name, params[p.ev.Trigger]))
				return 1
			}
			switch v, _ := ud.Value.(engine.Value); {
			case v.Kind == engine.Card && ofCard && has[m.layout.Definition(v.Card()).Type]:
				L.Push(m.cardField(L, v.Card(), card))
				return 1
			case v.Kind == engine.Zone && ofZone:
				L.Push(m.zoneField(v.Zone(), zone))
				return 1
			case v.Kind == engine.SeatKind && ofSeat:
				L.Push(m.seatField(L, v.Seat(), seat))
				return 1
			case ofGame && object == m.game:
				L.Push(m.gameField(L, game))
				return 1
			}
		}
		L.Push(L.GetField(object, name))
		return 1
	}
}

// setter assigns a field of a card, a seat or the game, if there is such a field.
func (m *Machine) setter(L *lua.LState, object *lua.LUserData, name string, value lua.LValue) bool {
	if m.run == nil {
		return false
	}
	switch v, _ := object.Value.(engine.Value); {
	case v.Kind == engine.Card:
		f, ok := m.cardFields(m.layout.Definition(v.Card()).Type)[name]
		if ok {
			m.setCard(L, v.Card(), f, value)
		}
		return ok
	case v.Kind == engine.SeatKind:
		f, ok := m.names.seat[name]
		if ok {
			m.setSeat(L, v.Seat(), f, value)
		}
		return ok
	case object == m.game:
		f, ok := m.names.game[name]
		if ok {
			m.setGame(L, f, value)
		}
		return ok
	}
	return false
}

// method makes the function that finds a method of a card, a zone or a list of
// options.
func (m *Machine) method(name string) func(L *lua.LState) lua.LGFunction {
	card, zone, options := m.cardMethods()[name], m.zoneMethods()[name], m.optionsMethods()[name]
	return func(L *lua.LState) lua.LGFunction {
		ud, ok := L.Get(1).(*lua.LUserData)
		if !ok {
			return nil
		}
		switch v := ud.Value.(type) {
		case engine.Value:
			switch v.Kind {
			case engine.Card:
				return card
			case engine.Zone:
				return zone
			}
		case *optionList:
			return options
		}
		return nil
	}
}
