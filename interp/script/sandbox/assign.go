package sandbox

import (
	"math"

	lua "github.com/yuin/gopher-lua"
)

// maxChain is how far __newindex is followed from table to table.
const maxChain = 100

// setField is what "object.key = value" calls.
func (s *State) setField(L *lua.LState) int {
	key, value := L.Get(2), L.Get(3)
	if t, ok := L.Get(1).(*lua.LTable); ok && t.Metatable == lua.LNil {
		s.store(L, t, key, value) // not frozen: frozen tables have a metatable
		return 0
	}
	object := L.Get(1)
	if ud, ok := object.(*lua.LUserData); ok && s.Setter != nil {
		if field, ok := key.(lua.LString); ok && s.Setter(L, ud, string(field), value) {
			return 0
		}
	}
	for range maxChain {
		t, isTable := object.(*lua.LTable)
		if isTable && t.RawGet(key) != lua.LNil {
			s.writable(L, t)
			s.store(L, t, key, value)
			return 0
		}
		switch next := L.GetMetaField(object, "__newindex").(type) {
		case *lua.LNilType:
			if !isTable {
				s.Fault(L, "cannot set %q of a %s value", Text(key), object.Type())
			}
			s.writable(L, t)
			s.store(L, t, key, value)
			return 0
		case *lua.LFunction:
			L.Push(next)
			L.Push(object)
			L.Push(key)
			L.Push(value)
			L.Call(3, 0)
			return 0
		default:
			object = next
		}
	}
	s.Fault(L, "__newindex leads in a circle")
	return 0
}

// store writes a field of a table, without metamethods.
func (s *State) store(L *lua.LState, t *lua.LTable, key, value lua.LValue) {
	switch k := key.(type) {
	case lua.LString:
		if value == lua.LNil && t.RawGetString(string(k)) != lua.LNil {
			s.deleted++
		}
		t.RawSetString(string(k), value)
	case lua.LNumber:
		s.storeNumber(L, t, k, value)
	case *lua.LNilType:
		s.Fault(L, "the key of a table cannot be nil")
	default:
		if value == lua.LNil {
			s.deleted++
		}
		t.RawSetH(key, value)
	}
}

func (s *State) storeNumber(L *lua.LState, t *lua.LTable, key lua.LNumber, value lua.LValue) {
	f := float64(key)
	switch {
	case math.IsNaN(f):
		s.Fault(L, "the key of a table cannot be nan")
	case f >= 1 && f <= maxList && f == math.Trunc(f):
		s.storeItem(L, t, int(f), value)
		return
	case f == maxList+1 && value != lua.LNil && t.RawGetInt(maxList) != lua.LNil:
		s.listFull(L)
	}
	if value == lua.LNil {
		s.deleted++
	}
	t.RawSetH(key, value)
}

// storeItem writes an item of a list. The library fills the room below it, which
// is charged for; and it would do so even for nil. It never gives room back: the
// length of a list is found by going through the nils at its end, so none are
// left there.
func (s *State) storeItem(L *lua.LState, t *lua.LTable, i int, value lua.LValue) {
	switch {
	case value == lua.LNil:
		if t.RawGetInt(i) != lua.LNil {
			t.RawSetInt(i, value)
			trim(t, i)
		}
	case i > 1 && t.RawGetInt(i) == lua.LNil && t.RawGetInt(i-1) == lua.LNil:
		s.Charge(L, max(i-t.MaxN(), 0)/4)
		fallthrough
	default:
		t.RawSetInt(i, value)
	}
}

// trim takes the nils off the end of a list in which the item i became nil.
func trim(t *lua.LTable, i int) {
	if t.MaxN() > i {
		return
	}
	for ; i > 0 && t.RawGetInt(i) == lua.LNil; i-- {
		t.Remove(-1) // the last place, whatever it holds: it is nil
	}
}

func (s *State) listFull(L *lua.LState) {
	s.Fault(L, "a list has at most %d items", maxList)
}

// with is what a table constructor with computed keys calls: it stores keys and
// values in the table that is its first argument.
func (s *State) with(L *lua.LState) int {
	t := L.Get(1).(*lua.LTable)
	for i := 2; i < L.GetTop(); i += 2 {
		s.store(L, t, L.Get(i), L.Get(i+1))
	}
	L.SetTop(1)
	return 1
}

// fill is what a constructor of a long list, or one that ends with a call or
// with ..., calls: the table, how many items it has, and the values after them.
func (s *State) fill(L *lua.LState) int {
	t, items, top := L.Get(1).(*lua.LTable), int(L.Get(2).(lua.LNumber)), L.GetTop()
	for top > 2 && L.Get(top) == lua.LNil {
		top--
	}
	s.Charge(L, top/8)
	switch {
	case items+top-2 > maxList:
		s.listFull(L)
	case top == 2 && items > 0:
		trim(t, items)
	}
	for i := 3; i <= top; i++ {
		t.RawSetInt(items+i-2, L.Get(i))
	}
	L.SetTop(1)
	return 1
}
