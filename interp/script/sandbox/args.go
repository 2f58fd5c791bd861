package sandbox

import (
	"math"

	lua "github.com/yuin/gopher-lua"
)

// Arguments of library functions. A number that is no integer is refused where
// an integer is wanted: what Go makes of it differs between machines.

func (s *State) wrong(L *lua.LState, name string, i int, want string) {
	got := "nothing"
	if i <= L.GetTop() {
		got = L.Get(i).Type().String()
	}
	s.Fault(L, "%s: argument %d must be %s, not %s", name, i, want, got)
}

func (s *State) table(L *lua.LState, name string, i int) *lua.LTable {
	t, ok := L.Get(i).(*lua.LTable)
	if !ok {
		s.wrong(L, name, i, "a table")
	}
	return t
}

func (s *State) function(L *lua.LState, name string, i int) *lua.LFunction {
	fn, ok := L.Get(i).(*lua.LFunction)
	if !ok {
		s.wrong(L, name, i, "a function")
	}
	return fn
}

func (s *State) number(L *lua.LState, name string, i int) float64 {
	n, ok := L.Get(i).(lua.LNumber)
	if !ok {
		s.wrong(L, name, i, "a number")
	}
	return float64(n)
}

func (s *State) integer(L *lua.LState, name string, i int) int {
	f := s.number(L, name, i)
	if f != math.Trunc(f) || math.Abs(f) > maxWhole {
		s.Fault(L, "%s: argument %d must be an integer, not %s", name, i, Text(lua.LNumber(f)))
	}
	return int(f)
}

func (s *State) optInteger(L *lua.LState, name string, i, otherwise int) int {
	if L.Get(i) == lua.LNil {
		return otherwise
	}
	return s.integer(L, name, i)
}

// text takes a string or a number.
func (s *State) text(L *lua.LState, name string, i int) string {
	switch v := L.Get(i).(type) {
	case lua.LString:
		return string(v)
	case lua.LNumber:
		return Text(v)
	}
	s.wrong(L, name, i, "a text")
	return ""
}
