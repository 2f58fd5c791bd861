package language

import (
	"iter"
	"math"
	"slices"

	lua "github.com/yuin/gopher-lua"
)

const (
	// MaxList is the largest number that is the place of an item: a list is kept in
	// one piece, filled up to its last item. Keys beyond it are kept apart, where
	// they cost what they are worth.
	MaxList = 4095
	// fewNames is how many fields are looked for one by one; more have an index.
	fewNames = 12

	tableBytes = 96
	itemBytes  = 16
	fieldBytes = 48
)

// Table is a table of a script: items in order, then fields in the order in
// which they were first set. A field that becomes nil keeps its place, so that
// taking fields out while going through them is safe.
type Table struct {
	items  []Value
	fields []field
	// index finds the fields by key, where there are many.
	index map[Value]int
	// dead counts the fields whose value is nil.
	dead int
	// frozen is what the table is called in the fault of a write; "" while it may
	// be written.
	frozen string
	// module is set for a table of the library: reading a field that it lacks is a fault.
	module *Module
}

// field is one key with its value. A key that is a text stands in name too.
type field struct {
	name       string
	key, value Value
}

// Module says what a table of the library is.
type Module struct {
	Name string
	// Missing says why a name that Lua has is not here, "" for any other.
	Missing func(name string) string
}

// String returns "table"; an address would differ in every run.
func (t *Table) String() string { return "table" }

// Type returns the type of tables.
func (t *Table) Type() lua.LValueType { return lua.LTTable }

// Len returns the length of the list: the place of its last item.
func (t *Table) Len() int { return len(t.items) }

// Items returns the items of the list, which must not be changed.
func (t *Table) Items() []Value { return t.items }

// Frozen reports whether the table can no longer change.
func (t *Table) Frozen() bool { return t.frozen != "" }

// At returns the item at a place, counted from 1; nil where there is none.
func (t *Table) At(i int) Value {
	if uint(i-1) < uint(len(t.items)) {
		return t.items[i-1]
	}
	return nil
}

// Field returns the value under a name; nil where there is none.
func (t *Table) Field(name string) Value {
	if t.index == nil {
		for i := range t.fields {
			if f := &t.fields[i]; f.name == name {
				if name == "" {
					break
				}
				return f.value
			}
		}
		if name != "" {
			return nil
		}
	}
	return t.other(String(name))
}

// Get returns the value under a key; nil where there is none.
func (t *Table) Get(key Value) Value {
	switch k := key.(type) {
	case String:
		return t.Field(string(k))
	case Number:
		if i := int(k); Number(i) == k && i >= 1 && i <= MaxList {
			return t.At(i)
		}
	}
	return t.other(key)
}

// other looks among the fields, whatever the key is.
func (t *Table) other(key Value) Value {
	if i := t.find(key); i >= 0 {
		return t.fields[i].value
	}
	return nil
}

// find returns the place of a key among the fields, -1 where it is not there.
func (t *Table) find(key Value) int {
	if t.index != nil {
		if i, ok := t.index[key]; ok {
			return i
		}
		return -1
	}
	if name, ok := key.(String); ok && name != "" {
		for i := range t.fields {
			if t.fields[i].name == string(name) {
				return i
			}
		}
		return -1
	}
	for i := range t.fields {
		if t.fields[i].key == key {
			return i
		}
	}
	return -1
}

// ListBytes is what a list of n items is counted as.
func ListBytes(n int) int { return tableBytes + n*itemBytes }

// SetField stores a value under a name, without asking whether the table is
// frozen: it is for hosts that fill a table which they have made.
func (t *Table) SetField(name string, value Value) { t.put(nil, String(name), name, value) }

// SetAt stores an item, likewise; places between are filled with nil.
func (t *Table) SetAt(i int, value Value) { t.putAt(nil, i, value) }

// Append adds an item at the end, likewise.
func (t *Table) Append(value Value) { t.items = append(t.items, value) }

// put stores a field and returns the bytes by which the table has grown.
func (t *Table) put(m *memory, key Value, name string, value Value) int {
	if i := t.find(key); i >= 0 {
		f := &t.fields[i]
		switch {
		case f.value == nil && value != nil:
			t.dead--
		case f.value != nil && value == nil:
			t.dead++
		}
		f.value = value
		return 0
	}
	if value == nil {
		return 0
	}
	if t.dead > 2*fewNames && t.dead > len(t.fields)/2 {
		t.sweep()
	}
	before := cap(t.fields)
	if len(t.fields) == before {
		grown := m.newFields(before + max(4, before)) // by as much again, on every machine
		t.fields = grown[:copy(grown, t.fields)]
	}
	t.fields = append(t.fields, field{name, key, value})
	switch {
	case t.index != nil:
		t.index[key] = len(t.fields) - 1
	case len(t.fields) > fewNames:
		t.reindex()
	}
	return (cap(t.fields) - before) * fieldBytes
}

func (t *Table) reindex() {
	t.index = make(map[Value]int, 2*len(t.fields))
	for i := range t.fields {
		t.index[t.fields[i].key] = i
	}
}

// sweep gives up the places of fields that are nil.
func (t *Table) sweep() {
	t.fields = slices.DeleteFunc(t.fields, func(f field) bool { return f.value == nil })
	t.dead = 0
	if t.index != nil {
		t.reindex()
	}
}

// putAt stores an item and returns the bytes by which the table has grown. No
// nils are left at the end of a list: its length is where it ends.
func (t *Table) putAt(m *memory, i int, value Value) int {
	n := len(t.items)
	switch {
	case i <= n:
		t.items[i-1] = value
		if value == nil && i == n {
			t.trim()
		}
		return 0
	case value == nil:
		return 0
	}
	before := cap(t.items)
	if i > before {
		room := max(4, i, 2*before)
		grown := m.newValues(room)
		copy(grown, t.items)
		t.items = grown[:n]
	}
	t.items = t.items[:i]
	clear(t.items[n:])
	t.items[i-1] = value
	return (cap(t.items) - before) * itemBytes
}

func (t *Table) trim() {
	n := len(t.items)
	for n > 0 && t.items[n-1] == nil {
		n--
	}
	t.items = t.items[:n]
}

// All goes through a table: items first, then the fields in the order in which
// they were first set.
func (t *Table) All() iter.Seq2[Value, Value] {
	return func(yield func(key, value Value) bool) {
		for at := 0; ; {
			key, value, next := t.from(at)
			if next == 0 || !yield(key, value) {
				return
			}
			at = next
		}
	}
}

// from returns the first key at or after a position that has a value, and the position
// after it; 0 at the end. Positions are those of items, then of fields.
func (t *Table) from(at int) (key, value Value, next int) {
	for ; at < len(t.items); at++ {
		if v := t.items[at]; v != nil {
			return Int(at + 1), v, at + 1
		}
	}
	for i := at - len(t.items); i < len(t.fields); i++ {
		if f := &t.fields[i]; f.value != nil {
			return f.key, f.value, len(t.items) + i + 1
		}
	}
	return nil, nil, 0
}

// positionBehind returns the position behind a key, for next(); false where the
// table does not have the key.
func (t *Table) positionBehind(key Value) (int, bool) {
	if key == nil {
		return 0, true
	}
	if n, ok := key.(Number); ok {
		if i := int(n); Number(i) == n && i >= 1 && i <= MaxList {
			return min(i, len(t.items)), true
		}
	}
	i := t.find(key)
	return len(t.items) + i + 1, i >= 0
}

// set stores under any key, within the bounds of tables.
func (c *Call) set(t *Table, key, value Value) {
	if t.frozen != "" {
		c.Fault("%s is frozen after load", t.frozen)
	}
	s := c.state
	switch k := key.(type) {
	case String:
		s.grow(c, t.put(&s.memory, key, string(k), value))
		return
	case Number:
		f := float64(k)
		switch {
		case math.IsNaN(f):
			c.Fault("the key of a table cannot be nan")
		case f >= 1 && f <= MaxList && f == math.Trunc(f):
			s.grow(c, t.putAt(&s.memory, int(f), value))
			return
		case f == MaxList+1 && value != nil && len(t.items) == MaxList:
			c.listFull()
		}
	case nil:
		c.Fault("the key of a table cannot be nil")
	}
	s.grow(c, t.put(&s.memory, key, "", value))
}

func (c *Call) listFull() { c.Fault("a list has at most %d items", MaxList) }
