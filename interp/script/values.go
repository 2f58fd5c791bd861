package script

import (
	"fmt"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// value turns a value of the engine into one of the script; cards, seats,
// zones and words are always the same Lua value.
func (m *Machine) value(v engine.Value) language.Value {
	switch v.Kind {
	case engine.Number:
		return language.Int(int(v.N))
	case engine.Flag:
		return language.Flag(v.N != 0)
	case engine.Card:
		return m.card(engine.CardID(v.N))
	case engine.SeatKind:
		return m.seats[v.N]
	case engine.Zone:
		return m.zones[v.N]
	case engine.Word:
		return m.words[v.N]
	case engine.List:
		return m.list(v)
	case engine.Handle:
		return m.handle(v)
	}
	return nil
}

// card hands a card to a script, where it does not come out of a list of the run.
func (m *Machine) card(c engine.CardID) language.Value {
	m.run.Hand(c)
	return m.cards[c]
}

// list returns a list as a table. All printed ones are made while loading, since only tables that
// exist then are frozen; that of a set is a new one.
func (m *Machine) list(v engine.Value) language.Value {
	if v.N >= 0 && m.lists[v.N] != nil {
		return m.lists[v.N]
	}
	printed := m.pack.List(v)
	t := m.state.NewTable(len(printed.Items), len(printed.Keys))
	for i, item := range printed.Items {
		if printed.Keys != nil {
			t.SetField(m.pack.Symbols[printed.Keys[i]], m.value(item))
		} else {
			t.SetAt(i+1, m.value(item))
		}
	}
	if v.N >= 0 {
		m.lists[v.N] = t
	}
	return t
}

// handle returns an ability (an offered action) as a value of scripts, with
// the fields card and ability.
func (m *Machine) handle(v engine.Value) language.Value {
	if known := m.handles[v.N]; known != nil {
		return known
	}
	o := object(m.actionClass, v)
	if v.N >= 0 {
		m.handles[v.N] = o
	}
	return o
}

// actionReaders read the fields of an offered action.
var actionReaders = map[string]func(m *Machine, id int32) language.Value{
	"card": func(m *Machine, id int32) language.Value {
		if in, ok := m.run.InstanceOf(engine.Value{Kind: engine.Handle, N: id}); ok {
			return m.cards[in.Card]
		}
		return nil
	},
	"ability": func(m *Machine, id int32) language.Value {
		if in, ok := m.run.InstanceOf(engine.Value{Kind: engine.Handle, N: id}); ok {
			return m.word(in.Ability.Name)
		}
		return nil
	},
}

// word returns a text of the pack as a value.
func (m *Machine) word(text string) language.Value {
	if s, ok := m.Symbols[text]; ok {
		return m.words[s]
	}
	return language.String(text)
}

// toValue turns a script's value into one of the engine; what names its purpose, in parts
// that are joined only for an error.
func (m *Machine) toValue(v language.Value, what ...string) (engine.Value, error) {
	switch v := v.(type) {
	case nil:
		return engine.Value{}, nil
	case language.Bool:
		return engine.Bool(bool(v)), nil
	case language.Number:
		n, ok := language.Whole(v, 1<<31)
		if !ok || language.Number(n) != v || n > 1<<31-1 {
			return engine.Value{}, fmt.Errorf("%s must be a whole number, not %s",
				strings.Join(what, ""), language.Text(v))
		}
		return engine.Num(n), nil
	case language.String:
		n, ok := m.symbols.find(string(v))
		if !ok {
			return engine.Value{}, m.unknownWord(string(v), strings.Join(what, ""))
		}
		return engine.WordValue(engine.Symbol(n)), nil
	case *language.Object:
		if value := engineValue(v); value.Kind != engine.Nil {
			return value, nil
		}
	}
	return engine.Value{}, fmt.Errorf("%s must be a card, seat, zone, word, number or flag, not a %s",
		strings.Join(what, ""), language.TypeName(v))
}

// toSet turns a list of words into a set.
func (m *Machine) toSet(t *language.Table, what string) (engine.Value, error) {
	out := engine.EmptySet
	for _, item := range t.Items() {
		word, err := m.toValue(item, what)
		if err == nil && !slices.Contains(m.pack.Sets, word) {
			err = fmt.Errorf("%s: no set has %s", what, m.describe(item))
		}
		if err != nil {
			return out, err
		}
		out = m.pack.With(out, word)
	}
	return out, nil
}

func (m *Machine) unknownWord(word, what string) error {
	return fmt.Errorf("%s: %q is not a word of the pack%s", what, word, nearest(word, m.Symbols))
}

// describe says what a value is, in the words of the DSL.
func (m *Machine) describe(v language.Value) string {
	if ud, ok := v.(*language.Object); ok {
		if value := engineValue(ud); value.Kind != engine.Nil {
			return "a " + value.Kind.String()
		}
		if _, ok := ud.Value.(*event); ok {
			return "ev"
		}
		return "an option list"
	}
	switch v := v.(type) {
	case nil:
		return "nothing (nil)"
	case language.String:
		return fmt.Sprintf("the word %q", string(v))
	case language.Number:
		return "the number " + language.Text(v)
	}
	return "a " + language.TypeName(v)
}

// object makes the thing that scripts have for a value of the engine.
func object(class *language.Class, v engine.Value) *language.Object {
	return &language.Object{Class: class, Kind: uint8(v.Kind), N: v.N}
}

// engineValue is the engine's value for a script's value, Nil if it has none.
func engineValue(v language.Value) engine.Value {
	if o, ok := v.(*language.Object); ok {
		return engine.Value{Kind: engine.Kind(o.Kind), N: o.N}
	}
	return engine.Value{}
}

// cardList is a list of cards that a call of the API has made for another one, which
// reads it once: no script sees it, so it need not be a table. To scripts that hand
// one over where none is wanted it passes for a table.
type cardList struct{ cards []engine.CardID }

// String returns "table".
func (*cardList) String() string { return "table" }

// Type returns the type of tables.
func (*cardList) Type() lua.LValueType { return lua.LTTable }

// cardList makes such a list, for n cards that the caller puts in; it is counted as a table
// is.
func (c *call) cardList(n int) *cardList {
	c.Spend(limits.Memory, language.ListBytes(n))
	lists := c.m.readLists
	if len(lists) == 0 {
		return &cardList{}
	}
	last := len(lists) - 1
	c.m.readLists = lists[:last]
	lists[last].cards = lists[last].cards[:0]
	return lists[last]
}

// read returns the cards of a list, which are good until the next one is made.
func (m *Machine) read(list *cardList) []engine.CardID {
	m.run.Hand(list.cards...)
	m.readLists = append(m.readLists, list)
	return list.cards
}

// cardTable returns a list of cards as a table.
func (m *Machine) cardTable(cards []engine.CardID) *language.Table {
	t := m.state.NewTable(len(cards), 0)
	for i, c := range cards {
		t.SetAt(i+1, m.card(c))
	}
	return t
}
