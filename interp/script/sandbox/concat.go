package sandbox

import lua "github.com/yuin/gopher-lua"

// concat is what "a .. b .. c" calls. The library's operator would double a
// string with every instruction: 24 of them make 268 MB.
func (s *State) concat(L *lua.LState) int {
	n := L.GetTop()
	b := s.buffer[:0]
	for i := 1; i <= n; i++ {
		switch v := L.Get(i).(type) {
		case lua.LString:
			s.limitString(L, len(b)+len(v))
			b = append(b, v...)
		case lua.LNumber:
			b = appendNumber(b, float64(v))
		default:
			return s.concatMeta(L, n)
		}
	}
	s.buffer = b
	s.limitString(L, len(b))
	s.chargeBytes(L, len(b))
	L.Push(lua.LString(b))
	return 1
}

// concatMeta joins two by two from the right, as the operator binds, and asks
// __concat where one of the two is neither string nor number.
func (s *State) concatMeta(L *lua.LState, n int) int {
	right := L.Get(n)
	for i := n - 1; i >= 1; i-- {
		left := L.Get(i)
		if isText(left) && isText(right) {
			joined := Text(left) + Text(right)
			s.limitString(L, len(joined))
			s.chargeBytes(L, len(joined))
			right = lua.LString(joined)
			continue
		}
		fn, ok := L.GetMetaField(left, "__concat").(*lua.LFunction)
		if !ok {
			fn, ok = L.GetMetaField(right, "__concat").(*lua.LFunction)
		}
		if !ok {
			bad := left
			if isText(left) {
				bad = right
			}
			s.Fault(L, "cannot join a %s to a text with \"..\"", bad.Type())
		}
		L.Push(fn)
		L.Push(left)
		L.Push(right)
		L.Call(2, 1)
		right = L.Get(-1)
		L.Pop(1)
	}
	L.Push(right)
	return 1
}

func isText(v lua.LValue) bool {
	switch v.(type) {
	case lua.LString, lua.LNumber:
		return true
	}
	return false
}

// limitString refuses a string of n bytes where it is too long. It is asked
// before the string is made.
func (s *State) limitString(L *lua.LState, n int) {
	if n > s.opts.MaxString {
		s.Fault(L, "a text has at most %d bytes", s.opts.MaxString)
	}
}
