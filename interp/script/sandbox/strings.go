package sandbox

import (
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// The string library counts bytes, as Lua does.

// span turns two positions of a script, negative ones counted from the end,
// into a slice range of n bytes.
func span(n, from, to int) (int, int) {
	if from < 0 {
		from += n + 1
	}
	if to < 0 {
		to += n + 1
	}
	from, to = max(from, 1), min(to, n)
	if from > to {
		return 0, 0
	}
	return from - 1, to
}

func (s *State) pushString(L *lua.LState, text string) int {
	s.chargeBytes(L, len(text))
	L.Push(lua.LString(text))
	return 1
}

func (s *State) stringByte(L *lua.LState) int {
	text := s.text(L, "string.byte", 1)
	first := s.optInteger(L, "string.byte", 2, 1)
	from, to := span(len(text), first, s.optInteger(L, "string.byte", 3, first))
	if to-from > maxResults {
		s.Fault(L, "string.byte: at most %d bytes at once", maxResults)
	}
	for i := from; i < to; i++ {
		L.Push(Number(int(text[i])))
	}
	return to - from
}

func (s *State) stringChar(L *lua.LState) int {
	b := make([]byte, L.GetTop())
	for i := range b {
		n := s.integer(L, "string.char", i+1)
		if n < 0 || n > 255 {
			s.Fault(L, "string.char: argument %d must be 0 to 255, not %d", i+1, n)
		}
		b[i] = byte(n)
	}
	return s.pushString(L, string(b))
}

func (s *State) stringLen(L *lua.LState) int {
	L.Push(Number(len(s.text(L, "string.len", 1))))
	return 1
}

func (s *State) stringSub(L *lua.LState) int {
	text := s.text(L, "string.sub", 1)
	from, to := span(len(text), s.integer(L, "string.sub", 2), s.optInteger(L, "string.sub", 3, -1))
	L.Push(lua.LString(text[from:to]))
	return 1
}

// mapBytes changes letters of ASCII only: which others have a capital depends on
// the Unicode tables of the Go release.
func mapBytes(text string, from, to byte, shift int) string {
	b := []byte(text)
	for i, c := range b {
		if from <= c && c <= to {
			b[i] = byte(int(c) + shift)
		}
	}
	return string(b)
}

func (s *State) stringLower(L *lua.LState) int {
	return s.pushString(L, mapBytes(s.text(L, "string.lower", 1), 'A', 'Z', 'a'-'A'))
}

func (s *State) stringUpper(L *lua.LState) int {
	return s.pushString(L, mapBytes(s.text(L, "string.upper", 1), 'a', 'z', 'A'-'a'))
}

func (s *State) stringReverse(L *lua.LState) int {
	b := []byte(s.text(L, "string.reverse", 1))
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return s.pushString(L, string(b))
}

func (s *State) stringRep(L *lua.LState) int {
	text, n := s.text(L, "string.rep", 1), max(s.integer(L, "string.rep", 2), 0)
	if text == "" {
		n = 0
	}
	if n > s.opts.MaxString { // before multiplying, which could overflow
		s.limitString(L, n)
	}
	s.limitString(L, n*len(text))
	return s.pushString(L, strings.Repeat(text, n))
}
