package sandbox

import (
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// string.find, match, gmatch and gsub.

func (s *State) stringFind(L *lua.LState) int  { return s.find(L, "string.find", true) }
func (s *State) stringMatch(L *lua.LState) int { return s.find(L, "string.match", false) }

func (s *State) find(L *lua.LState, name string, places bool) int {
	text, pattern := s.text(L, name, 1), s.text(L, name, 2)
	from, _ := span(len(text)+1, s.optInteger(L, name, 3, 1), -1)
	if s.optInteger(L, name, 3, 1) > len(text)+1 {
		L.Push(lua.LNil)
		return 1
	}
	if places && (lua.LVAsBool(L.Get(4)) || isPlain(pattern)) {
		s.chargeBytes(L, len(text)-from)
		i := strings.Index(text[from:], pattern)
		if i < 0 {
			L.Push(lua.LNil)
			return 1
		}
		L.Push(Number(from + i + 1))
		L.Push(Number(from + i + len(pattern)))
		return 2
	}
	m := &matcher{state: s, L: L, text: text, pattern: pattern}
	start, end := m.search(from)
	switch {
	case start < 0:
		L.Push(lua.LNil)
		return 1
	case !places:
		return m.push(start, end)
	}
	L.Push(Number(start + 1))
	L.Push(Number(end))
	if m.level == 0 {
		return 2
	}
	return 2 + m.push(start, end)
}

// search looks for the first match from a position on; -1 means none.
func (m *matcher) search(from int) (start, end int) {
	if strings.HasPrefix(m.pattern, "^") {
		if end := m.at(from, 1); end >= 0 {
			return from, end
		}
		return -1, -1
	}
	for pos := from; pos <= len(m.text); pos++ {
		if end := m.at(pos, 0); end >= 0 {
			return pos, end
		}
	}
	return -1, -1
}

func (s *State) stringGmatch(L *lua.LState) int {
	text, pattern := s.text(L, "string.gmatch", 1), s.text(L, "string.gmatch", 2)
	pos := 0
	iterator := L.NewFunction(func(L *lua.LState) int {
		m := &matcher{state: s, L: L, text: text, pattern: pattern}
		for pos <= len(text) {
			start := pos
			end := m.at(start, 0)
			if end < 0 {
				pos++
				continue
			}
			pos = max(end, start+1) // an empty match moves on
			return m.push(start, end)
		}
		return 0
	})
	if s.loading {
		s.stateful[iterator] = framesOn(L)[0]
	}
	L.Push(iterator)
	return 1
}

func (s *State) stringGsub(L *lua.LState) int {
	text, pattern := s.text(L, "string.gsub", 1), s.text(L, "string.gsub", 2)
	switch L.Get(3).(type) {
	case lua.LString, lua.LNumber, *lua.LTable, *lua.LFunction:
	default:
		s.wrong(L, "string.gsub", 3, "a text, a table or a function")
	}
	limit := s.optInteger(L, "string.gsub", 4, len(text)+1)
	m := &matcher{state: s, L: L, text: text, pattern: pattern}
	first := 0
	if strings.HasPrefix(pattern, "^") {
		first = 1
	}
	var b strings.Builder
	pos, count := 0, 0
	for count < limit {
		end := m.at(pos, first)
		if end >= 0 {
			count++
			m.replacement(&b, L.Get(3), pos, end)
			s.limitString(L, b.Len())
		}
		switch {
		case end > pos:
			pos = end
		case pos < len(text):
			b.WriteByte(text[pos])
			pos++
		default:
			pos++
		}
		if pos > len(text) || first == 1 {
			break
		}
	}
	if pos < len(text) {
		b.WriteString(text[pos:])
	}
	s.limitString(L, b.Len())
	s.pushString(L, b.String())
	L.Push(Number(count))
	return 2
}

// replacement writes what stands for a match.
func (m *matcher) replacement(b *strings.Builder, with lua.LValue, start, end int) {
	L := m.L
	var value lua.LValue
	switch r := with.(type) {
	case *lua.LTable:
		value = L.GetTable(r, m.value(0, start, end))
	case *lua.LFunction:
		L.Push(r)
		L.Call(m.push(start, end), 1)
		value = L.Get(-1)
		L.Pop(1)
	default:
		m.template(b, Text(r), start, end)
		return
	}
	switch {
	case !lua.LVAsBool(value):
		b.WriteString(m.text[start:end])
	case isText(value):
		b.WriteString(Text(value))
	default:
		m.state.Fault(L, "string.gsub: a %s cannot replace a text", value.Type())
	}
}

// template writes a replacement in which %0 to %9 stand for captures.
func (m *matcher) template(b *strings.Builder, with string, start, end int) {
	for i := 0; i < len(with); i++ {
		if with[i] != '%' {
			b.WriteByte(with[i])
			continue
		}
		i++
		switch {
		case i < len(with) && with[i] == '%':
			b.WriteByte('%')
		case i < len(with) && with[i] == '0':
			b.WriteString(m.text[start:end])
		case i < len(with) && isDigit(with[i]):
			b.WriteString(Text(m.value(int(with[i]-'1'), start, end)))
		default:
			m.state.Fault(m.L, "string.gsub: in a replacement, \"%%\" stands before a digit or another \"%%\"")
		}
		m.state.limitString(m.L, b.Len())
	}
}
