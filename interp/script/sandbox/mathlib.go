package sandbox

import (
	"math"

	lua "github.com/yuin/gopher-lua"
)

// The part of math that rules need. Sines, logarithms and powers of e are not
// offered: their last digits differ between machines.

func (s *State) mathAbs(L *lua.LState) int {
	L.Push(lua.LNumber(math.Abs(s.number(L, "math.abs", 1))))
	return 1
}

func (s *State) mathCeil(L *lua.LState) int {
	L.Push(whole(math.Ceil(s.number(L, "math.ceil", 1))))
	return 1
}

func (s *State) mathFloor(L *lua.LState) int {
	L.Push(whole(math.Floor(s.number(L, "math.floor", 1))))
	return 1
}

func whole(f float64) lua.LValue {
	if f >= boxedFrom && f < boxedTo {
		return Number(int(f))
	}
	return lua.LNumber(f)
}

func (s *State) mathFmod(L *lua.LState) int {
	L.Push(lua.LNumber(math.Mod(s.number(L, "math.fmod", 1), s.number(L, "math.fmod", 2))))
	return 1
}

func (s *State) mathModf(L *lua.LState) int {
	f := s.number(L, "math.modf", 1)
	integer, fraction := math.Modf(f)
	if math.IsInf(f, 0) {
		fraction = 0
	}
	L.Push(lua.LNumber(integer))
	L.Push(lua.LNumber(fraction))
	return 2
}

func (s *State) mathSqrt(L *lua.LState) int {
	L.Push(lua.LNumber(math.Sqrt(s.number(L, "math.sqrt", 1))))
	return 1
}

func (s *State) mathMax(L *lua.LState) int {
	return s.extreme(L, "math.max", func(a, b float64) bool { return a > b })
}

func (s *State) mathMin(L *lua.LState) int {
	return s.extreme(L, "math.min", func(a, b float64) bool { return a < b })
}

func (s *State) extreme(L *lua.LState, name string, better func(a, b float64) bool) int {
	best := 1
	f := s.number(L, name, 1)
	for i := 2; i <= L.GetTop(); i++ {
		if g := s.number(L, name, i); better(g, f) {
			best, f = i, g
		}
	}
	L.Push(L.Get(best))
	return 1
}
