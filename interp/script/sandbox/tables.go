package sandbox

import lua "github.com/yuin/gopher-lua"

// maxResults is the number of values that unpack and string.byte give at most.
const maxResults = 250

// fewDeleted is the number of keys that may be taken out of tables before
// walking them is charged more: the library passes over every deleted key again.
const fewDeleted = 1000

// following returns what comes after a key: items first, then the other keys in
// the order in which they were first set.
func (s *State) following(L *lua.LState, t *lua.LTable, key lua.LValue) (lua.LValue, lua.LValue) {
	if s.deleted > fewDeleted {
		s.Charge(L, s.deleted>>4)
	}
	from := 0
	if n, ok := key.(lua.LNumber); ok && n >= 1 && n <= maxList {
		// The library looks for the item behind the last one; if the list has
		// become shorter since, it would leave out a key.
		from = int(n)
		if last := t.MaxN(); from >= last {
			from, key = last, Number(last)
			if last == 0 {
				key = lua.LNil
			}
		}
	}
	next, value := t.Next(key)
	if n, ok := next.(lua.LNumber); ok && n <= maxList && int(n) > from {
		s.Charge(L, (int(n)-from)/8) // for the nils between
	}
	return next, value
}

func (s *State) next(L *lua.LState) int {
	key, value := s.following(L, s.table(L, "next", 1), L.Get(2))
	L.Push(key)
	if key == lua.LNil {
		return 1
	}
	L.Push(value)
	return 2
}

func (s *State) pairs(L *lua.LState) int {
	t := s.table(L, "pairs", 1)
	L.Push(s.nextFunction)
	L.Push(t)
	L.Push(lua.LNil)
	return 3
}

func (s *State) ipairs(L *lua.LState) int {
	t := s.table(L, "ipairs", 1)
	L.Push(s.itemFunction)
	L.Push(t)
	L.Push(Number(0))
	return 3
}

// nextItem is the iterator of ipairs.
func (s *State) nextItem(L *lua.LState) int {
	t, i := s.table(L, "ipairs", 1), s.integer(L, "ipairs", 2)+1
	value := t.RawGetInt(i)
	if value == lua.LNil {
		return 0
	}
	L.Push(Number(i))
	L.Push(value)
	return 2
}

func (s *State) unpack(L *lua.LState) int {
	t := s.table(L, "unpack", 1)
	from, to := s.optInteger(L, "unpack", 2, 1), s.optInteger(L, "unpack", 3, t.Len())
	if from > to {
		return 0
	}
	if to-from >= maxResults {
		s.Fault(L, "unpack: a list of at most %d items can be unpacked", maxResults)
	}
	s.Charge(L, (to-from)/4)
	for i := from; i <= to; i++ {
		L.Push(item(t, i))
	}
	return to - from + 1
}

// item reads an integer key of any size; RawGetInt knows those of lists only.
func item(t *lua.LTable, i int) lua.LValue {
	if i >= 1 && i <= maxList {
		return t.RawGetInt(i)
	}
	return t.RawGet(lua.LNumber(i))
}

func (s *State) tableInsert(L *lua.LState) int {
	t := s.table(L, "table.insert", 1)
	s.writable(L, t)
	n := t.Len()
	at, value := n+1, L.Get(2)
	switch L.GetTop() {
	case 2:
	case 3:
		at, value = s.integer(L, "table.insert", 2), L.Get(3)
		if at < 1 || at > n+1 {
			s.Fault(L, "table.insert: position %d is outside 1 to %d", at, n+1)
		}
	default:
		s.Fault(L, "table.insert takes a list, a position if wanted, and a value")
	}
	if n >= maxList {
		s.listFull(L)
	}
	s.Charge(L, (n+1-at)/8)
	for i := n; i >= at; i-- {
		t.RawSetInt(i+1, t.RawGetInt(i))
	}
	if value != lua.LNil || at <= n {
		t.RawSetInt(at, value)
	}
	return 0
}

func (s *State) tableRemove(L *lua.LState) int {
	t := s.table(L, "table.remove", 1)
	s.writable(L, t)
	n := t.Len()
	at := s.optInteger(L, "table.remove", 2, n)
	if n == 0 && at == 0 || at == n+1 {
		L.Push(lua.LNil)
		return 1
	}
	if at < 1 || at > n {
		s.Fault(L, "table.remove: position %d is outside 1 to %d", at, n)
	}
	s.Charge(L, (n-at)/8)
	L.Push(t.RawGetInt(at))
	for i := at; i < n; i++ {
		t.RawSetInt(i, t.RawGetInt(i+1))
	}
	t.RawSetInt(n, lua.LNil)
	trim(t, n)
	return 1
}

func (s *State) tableConcat(L *lua.LState) int {
	t := s.table(L, "table.concat", 1)
	sep := ""
	if L.Get(2) != lua.LNil {
		sep = s.text(L, "table.concat", 2)
	}
	from, to := s.optInteger(L, "table.concat", 3, 1), s.optInteger(L, "table.concat", 4, t.Len())
	b := s.buffer[:0]
	for i := from; i <= to; i++ {
		value := item(t, i)
		if !isText(value) {
			s.Fault(L, "table.concat: item %d is a %s, not a text", i, value.Type())
		}
		if i > from {
			b = append(b, sep...)
		}
		b = append(b, Text(value)...)
		s.limitString(L, len(b))
		s.Charge(L, 1)
	}
	s.buffer = b
	s.chargeBytes(L, len(b))
	L.Push(lua.LString(b))
	return 1
}

func (s *State) tableMaxN(L *lua.LState) int {
	t := s.table(L, "table.maxn", 1)
	largest := lua.LNumber(t.MaxN())
	for key, _ := t.Next(lua.LNil); key != lua.LNil; key, _ = t.Next(key) {
		s.Charge(L, 1)
		if n, ok := key.(lua.LNumber); ok && n > largest {
			largest = n
		}
	}
	L.Push(largest)
	return 1
}

func (s *State) getMetatable(L *lua.LState) int {
	t, ok := L.Get(1).(*lua.LTable)
	switch {
	case !ok: // what __metatable says; those of the host's values are its own
		L.Push(L.GetMetaField(L.Get(1), "__metatable"))
	case t.Metatable == s.mark:
		L.Push(lua.LNil)
	default:
		L.Push(L.GetMetatable(t))
	}
	return 1
}

func (s *State) setMetatable(L *lua.LState) int {
	t := s.table(L, "setmetatable", 1)
	s.writable(L, t)
	mt := L.Get(2)
	switch mt.(type) {
	case *lua.LNilType, *lua.LTable:
	default:
		s.wrong(L, "setmetatable", 2, "a table or nil")
	}
	if L.GetMetaField(t, "__metatable") != lua.LNil {
		s.Fault(L, "setmetatable: the metatable is protected")
	}
	t.Metatable = mt
	L.Push(t)
	return 1
}
