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
// is charged for; and it would do so even for nil.
func (s *State) storeItem(L *lua.LState, t *lua.LTable, i int, value lua.LValue) {
	if i > 1 && t.RawGetInt(i) == lua.LNil && t.RawGetInt(i-1) == lua.LNil {
		if value == lua.LNil {
			return
		}
		s.Charge(L, max(i-t.MaxN(), 0)/4)
	}
	t.RawSetInt(i, value)
}

func (s *State) listFull(L *lua.LState) {
	s.Fault(L, "a list has at most %d items", maxList)
}

// computedKey is what a key in a table constructor passes through.
func (s *State) computedKey(L *lua.LState) int {
	if n, ok := L.Get(1).(lua.LNumber); ok && n > plainKey && n <= maxList {
		s.Charge(L, int(n)/4)
	}
	return 1
}
