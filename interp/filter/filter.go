// Package filter is what conditions on cards are: one row for each key, which says how
// people write it, how it becomes a term of the engine, what follows from it for a card
// that is known by its print alone, and what is said where it does not hold. Headers of
// abilities, the tables that scripts give to cards{} and the like, the checks, the
// completion, the reference and all reasons come from the rows.
//
//	filter.go   the table and that of one pack
//	keys.go     the rows
//	read.go     reading a filter into terms
//	narrow.go   what filters leave open of a card
//	say.go      why a term does not hold
//
// A table is a value. It imports the engine, ast, source, keyword, diag and lists.
package filter

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Key is one condition that filters know.
type Key struct {
	// Field is its name, the type of its value in the header of an ability, and the
	// line that explains it.
	keyword.Field
	// Script is the type of its value in the tables of scripts, where that differs: what
	// a header names stands there itself.
	Script *keyword.Type
	// Own is set if it looks from the card of an ability.
	Own bool
	// Seat is how people write it of a seat; nil if it is on cards alone.
	Seat *keyword.Field
	// Lower makes the term of a value; false where it reported that there is none.
	Lower func(r *Reader, name string, v *ast.Tree) (engine.Term, bool)
	// Narrow takes in that the term holds of a card, and returns why it cannot; nil where
	// nothing follows from it.
	Narrow func(c *Candidate, t *engine.Term, by string) string
	// Say says what of a card or a seat keeps the term from holding; nil, or "", where
	// the condition says enough.
	Say func(s *Sayer, t *engine.Term, v engine.Value) string
}

// Written is the type of the value in headers, or in the tables of scripts.
func (k *Key) Written(script bool) keyword.Type {
	if script && k.Script != nil {
		return *k.Script
	}
	return k.Type
}

// Nested reports whether its value is a filter, or may be one.
func (k *Key) Nested() bool {
	return k.Type.Kind == keyword.Filter ||
		slices.ContainsFunc(k.Type.Of, func(t keyword.Type) bool { return t.Kind == keyword.Filter })
}

// Lists reports whether its value is a list of filters.
func (k *Key) Lists() bool {
	return k.Type.Kind == keyword.ListOf && k.Type.Item.Kind == keyword.Filter
}

// Table is all conditions, in the order in which people read them.
type Table []Key

// Tables are the records of the tables that scripts write, including filters.
func (t Table) Tables() []*keyword.Record {
	cards := &keyword.Record{
		Name: CardFilter,
		Doc:  "A condition on a card: every key must hold, of a list one value; an empty list lets no card through.",
		Open: "the attributes of cards: a value, a list of values, or {min, max} for numbers",
		Adds: []keyword.Added{{Names: keyword.RefAttribute, Holder: "card", As: keyword.AsCompared}},
	}
	seats := &keyword.Record{
		Name: SeatFilter, Doc: "A condition on a seat.",
		Open: "the attributes of seats: a value, a list of values, or {min, max} for numbers",
		Adds: []keyword.Added{{Names: keyword.RefAttribute, Holder: "seat", As: keyword.AsCompared}},
	}
	for _, k := range t {
		cards.Fields = append(cards.Fields, k.Field)
		if k.Seat != nil {
			seats.Fields = append(seats.Fields, keyword.Field{Name: k.Name, Type: k.Seat.Type, Doc: k.Seat.Doc})
		}
	}
	where := slices.IndexFunc(keyword.Tables(), func(r *keyword.Record) bool { return r.Name == "where" })
	return slices.Insert(slices.Concat([]*keyword.Record{cards}, keyword.Tables()), where+1, seats)
}

// Lookup returns a record of the registry, or one of the filters; it panics when there
// is none.
func (t Table) Lookup(name string) *keyword.Record {
	if name == CardFilter || name == SeatFilter {
		all := t.Tables()
		return all[slices.IndexFunc(all, func(r *keyword.Record) bool { return r.Name == name })]
	}
	return keyword.Lookup(name)
}

// The names of the records.
const (
	CardFilter = "card filter"
	SeatFilter = "seat filter"
)

// Names returns the names of the conditions.
func (t Table) Names() []string {
	return lists.Map(t, func(k Key) string { return k.Name })
}

// Keys are the conditions of one pack: the rows of a table, and one for each attribute of
// cards. The maps belong to the compiled pack.
type Keys struct {
	Table      Table
	Pack       *engine.Pack
	Types      map[string]engine.TypeID
	Defs       map[string]engine.DefID
	Zones      map[string]engine.ZoneKindID
	Groups     map[string]engine.ZoneMask
	Symbols    map[string]engine.Symbol
	Attributes map[string]engine.AttributeID
	// Kinds are the filters of game.yaml that have a name.
	Kinds map[string]*ast.Kind
	// Broken are names whose declaration is wrong: who asks for them is not to blame.
	Broken map[string]bool

	// rows holds the keys of the table, then the attributes of cards, and from ofSeats on those of seats.
	rows    []Key
	ofSeats int
	byName  map[string]int
}

// Complete adds the conditions on the attributes of cards, once these are known.
func (k *Keys) Complete() {
	k.rows = append(Table{{}}, k.Table...) // a term without a key is of none
	for i := range k.Pack.Cards {
		k.rows = append(k.rows, attributeKey(engine.AttributeID(i), &k.Pack.Cards[i], engine.TermAttribute))
	}
	k.ofSeats = len(k.rows)
	k.byName = make(map[string]int, len(k.rows))
	for i := len(k.rows) - 1; i > 0; i-- {
		k.byName[k.rows[i].Name] = i
	}
	for i := range k.Pack.Seats {
		row := attributeKey(engine.AttributeID(i), &k.Pack.Seats[i], engine.TermSeatAttribute)
		row.Narrow = nil
		k.rows = append(k.rows, row)
	}
}

// Names returns the names of all conditions on cards, the rows of the table first.
func (k *Keys) Names() []string { return append(k.Table.Names(), lists.Sorted(k.Attributes)...) }

// Named returns the condition of a name.
func (k *Keys) Named(name string) (*Key, bool) {
	i, ok := k.byName[name]
	return &k.rows[i], ok
}

// Of returns the condition that a term was lowered from; a look into a zone is one that
// asks for the zone.
func (k *Keys) Of(t *engine.Term) *Key {
	if t.Key == 0 && t.Op == engine.TermInZone {
		return &k.rows[k.byName["zone"]]
	}
	return &k.rows[t.Key]
}

// Zone returns the kinds of zones of a name: a zone's, or a group's.
func (k *Keys) Zone(name string) (engine.ZoneMask, bool) {
	if id, ok := k.Zones[name]; ok {
		return 1 << uint(id), true
	}
	m, ok := k.Groups[name]
	return m, ok
}

// ZoneNames are the names that Zone knows.
func (k *Keys) ZoneNames() []string { return append(lists.Sorted(k.Zones), lists.Sorted(k.Groups)...) }

// value writes a constant as people do.
func (k *Keys) value(v engine.Value) string {
	switch v.Kind {
	case engine.Word:
		return k.Pack.Symbols[v.N]
	case engine.Flag:
		return fmt.Sprint(v.N != 0)
	}
	return fmt.Sprint(v.N)
}
