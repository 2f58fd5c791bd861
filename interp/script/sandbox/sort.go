package sandbox

import lua "github.com/yuin/gopher-lua"

// tableSort is a stable merge sort: the order does not depend on how Go sorts,
// and a comparator that contradicts itself does no harm.
func (s *State) tableSort(L *lua.LState) int {
	t := s.table(L, "table.sort", 1)
	s.writable(L, t)
	var less *lua.LFunction
	if L.Get(2) != lua.LNil {
		less = s.function(L, "table.sort", 2)
	}
	items := make([]lua.LValue, t.Len())
	for i := range items {
		items[i] = t.RawGetInt(i + 1)
	}
	s.mergeSort(L, items, make([]lua.LValue, len(items)), less)
	for i, v := range items {
		t.RawSetInt(i+1, v)
	}
	if n := len(items); n > 0 {
		trim(t, n) // a comparator may like nil best
	}
	return 0
}

func (s *State) mergeSort(L *lua.LState, items, room []lua.LValue, less *lua.LFunction) {
	if len(items) < 2 {
		return
	}
	middle := len(items) / 2
	s.mergeSort(L, items[:middle], room[:middle], less)
	s.mergeSort(L, items[middle:], room[middle:], less)
	s.Charge(L, len(items))
	copy(room, items)
	left, right := room[:middle], room[middle:]
	for i := range items {
		// Take from the right only what is really less: that keeps it stable.
		if len(left) == 0 || len(right) > 0 && s.less(L, right[0], left[0], less) {
			items[i], right = right[0], right[1:]
		} else {
			items[i], left = left[0], left[1:]
		}
	}
}

func (s *State) less(L *lua.LState, a, b lua.LValue, less *lua.LFunction) bool {
	if less == nil {
		return L.LessThan(a, b)
	}
	L.Push(less)
	L.Push(a)
	L.Push(b)
	L.Call(2, 1)
	result := lua.LVAsBool(L.Get(-1))
	L.Pop(1)
	return result
}
