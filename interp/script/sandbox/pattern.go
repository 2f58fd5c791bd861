package sandbox

import (
	"bytes"

	lua "github.com/yuin/gopher-lua"
)

// The matcher of Lua patterns. The library's can run for minutes on a hostile
// pattern and a short text, within one instruction. This one charges for its
// steps, and so stops where the budget ends.

const (
	maxCaptures     = 32
	maxPatternDepth = 200 // nested calls of match
	stepsPerCharge  = 32

	captureOpen     = -1
	capturePosition = -2
)

type capture struct{ start, length int }

// matcher matches one pattern against one text. Positions are byte offsets.
type matcher struct {
	state    *State
	L        *lua.LState
	text     string
	pattern  string
	captures [maxCaptures]capture
	level    int // captures begun
	depth    int
	steps    int
}

func (m *matcher) fault(message string) {
	m.state.Fault(m.L, "malformed pattern %q: %s", m.pattern, message)
}

// step counts one thing that is tried: it costs as much as an instruction.
func (m *matcher) step() {
	m.steps++
	if m.steps >= stepsPerCharge {
		m.state.Charge(m.L, m.steps)
		m.steps = 0
	}
}

// at begins a match at a position; it returns the end, or -1.
func (m *matcher) at(pos, p int) int {
	m.level, m.depth = 0, 0
	return m.match(pos, p)
}

// match matches the pattern from p on against the text from pos on.
func (m *matcher) match(pos, p int) int {
	m.depth++
	if m.depth > maxPatternDepth {
		m.fault("too complex")
	}
	pos = m.items(pos, p)
	m.depth--
	return pos
}

// items matches one item of the pattern after the other.
func (m *matcher) items(pos, p int) int {
	for {
		m.step()
		if p == len(m.pattern) {
			return pos
		}
		switch m.pattern[p] {
		case '(':
			if p+1 < len(m.pattern) && m.pattern[p+1] == ')' {
				return m.open(pos, p+2, capturePosition)
			}
			return m.open(pos, p+1, captureOpen)
		case ')':
			return m.close(pos, p+1)
		case '$':
			if p+1 == len(m.pattern) {
				if pos == len(m.text) {
					return pos
				}
				return -1
			}
		case '%':
			if p+1 < len(m.pattern) {
				switch c := m.pattern[p+1]; {
				case c == 'b':
					if pos = m.balanced(pos, p+2); pos < 0 {
						return -1
					}
					p += 4
					continue
				case c == 'f':
					next, ok := m.frontier(pos, p+2)
					if !ok {
						return -1
					}
					p = next
					continue
				case '0' <= c && c <= '9':
					if pos = m.again(pos, c); pos < 0 {
						return -1
					}
					p += 2
					continue
				}
			}
		}
		end := m.classEnd(p)
		suffix := byte(0)
		if end < len(m.pattern) {
			suffix = m.pattern[end]
		}
		switch suffix {
		case '?':
			if m.single(pos, p, end) {
				if found := m.match(pos+1, end+1); found >= 0 {
					return found
				}
			}
			p = end + 1
		case '+', '*':
			return m.most(pos, p, end, suffix == '+')
		case '-':
			return m.fewest(pos, p, end)
		default:
			if !m.single(pos, p, end) {
				return -1
			}
			pos++
			p = end
		}
	}
}

// most takes as many of one class as there are, then gives back one by one.
func (m *matcher) most(pos, p, end int, one bool) int {
	n := 0
	for m.single(pos+n, p, end) {
		m.step()
		n++
	}
	least := 0
	if one {
		least = 1
	}
	for ; n >= least; n-- {
		if found := m.match(pos+n, end+1); found >= 0 {
			return found
		}
	}
	return -1
}

// fewest takes as few of one class as will do.
func (m *matcher) fewest(pos, p, end int) int {
	for {
		if found := m.match(pos, end+1); found >= 0 {
			return found
		}
		if !m.single(pos, p, end) {
			return -1
		}
		pos++
	}
}

func (m *matcher) open(pos, p, length int) int {
	if m.level >= maxCaptures {
		m.fault("too many captures")
	}
	m.captures[m.level] = capture{pos, length}
	m.level++
	found := m.match(pos, p)
	if found < 0 {
		m.level--
	}
	return found
}

func (m *matcher) close(pos, p int) int {
	for i := m.level - 1; i >= 0; i-- {
		if m.captures[i].length != captureOpen {
			continue
		}
		m.captures[i].length = pos - m.captures[i].start
		found := m.match(pos, p)
		if found < 0 {
			m.captures[i].length = captureOpen
		}
		return found
	}
	m.fault("a \")\" without \"(\"")
	return -1
}

// again matches what a capture has matched before (%1).
func (m *matcher) again(pos int, digit byte) int {
	i := int(digit) - '1'
	if i < 0 || i >= m.level || m.captures[i].length < 0 {
		m.fault("%" + string(digit) + " refers to no capture")
	}
	c := m.captures[i]
	m.state.chargeBytes(m.L, c.length)
	if len(m.text)-pos < c.length || m.text[pos:pos+c.length] != m.text[c.start:c.start+c.length] {
		return -1
	}
	return pos + c.length
}

// balanced matches %bxy: from an x to the y that closes it.
func (m *matcher) balanced(pos, p int) int {
	if p+1 >= len(m.pattern) {
		m.fault("%b wants two characters")
	}
	if pos >= len(m.text) || m.text[pos] != m.pattern[p] {
		return -1
	}
	open, shut, nesting := m.pattern[p], m.pattern[p+1], 1
	for i := pos + 1; i < len(m.text); i++ {
		m.step()
		switch m.text[i] {
		case shut:
			if nesting--; nesting == 0 {
				return i + 1
			}
		case open:
			nesting++
		}
	}
	return -1
}

// frontier matches %f[set]: the place where the set begins to hold.
func (m *matcher) frontier(pos, p int) (int, bool) {
	if p >= len(m.pattern) || m.pattern[p] != '[' {
		m.fault("%f wants a set in brackets")
	}
	end := m.classEnd(p)
	var before, after byte
	if pos > 0 {
		before = m.text[pos-1]
	}
	if pos < len(m.text) {
		after = m.text[pos]
	}
	return end, !m.inSet(before, p, end) && m.inSet(after, p, end)
}

// classEnd returns where the class that begins at p ends.
func (m *matcher) classEnd(p int) int {
	c := m.pattern[p]
	p++
	switch c {
	case '%':
		if p == len(m.pattern) {
			m.fault("it ends with \"%\"")
		}
		return p + 1
	case '[':
		if p < len(m.pattern) && m.pattern[p] == '^' {
			p++
		}
		for first := true; ; first = false { // the first ] stands for itself
			if p >= len(m.pattern) {
				m.fault("\"]\" is missing")
			}
			c := m.pattern[p]
			p++
			if c == '%' && p < len(m.pattern) {
				p++
			} else if c == ']' && !first {
				return p
			}
		}
	}
	return p
}

// single reports whether the byte at pos is of the class from p to end.
func (m *matcher) single(pos, p, end int) bool {
	if pos >= len(m.text) {
		return false
	}
	c := m.text[pos]
	switch m.pattern[p] {
	case '.':
		return true
	case '%':
		return inClass(c, m.pattern[p+1])
	case '[':
		return m.inSet(c, p, end)
	}
	return m.pattern[p] == c
}

func (m *matcher) inSet(c byte, p, end int) bool {
	set := m.pattern[p+1 : end-1]
	m.steps += len(set) / 8 // part of what the next step charges for
	negate := set != "" && set[0] == '^'
	if negate {
		set = set[1:]
	}
	for i := 0; i < len(set); i++ {
		switch {
		case set[i] == '%' && i+1 < len(set):
			i++
			if inClass(c, set[i]) {
				return !negate
			}
		case i+2 < len(set) && set[i+1] == '-':
			if set[i] <= c && c <= set[i+2] {
				return !negate
			}
			i += 2
		case set[i] == c:
			return !negate
		}
	}
	return negate
}

// inClass reports whether a byte is of a class such as %a. Only ASCII counts.
func inClass(c, class byte) bool {
	lower := class | 0x20
	var in bool
	switch lower {
	case 'a':
		in = isLetter(c)
	case 'c':
		in = c < 0x20 || c == 0x7f
	case 'd':
		in = isDigit(c)
	case 'l':
		in = 'a' <= c && c <= 'z'
	case 'p':
		in = c > 0x20 && c < 0x7f && !isLetter(c) && !isDigit(c)
	case 's':
		in = c == ' ' || '\t' <= c && c <= '\r'
	case 'u':
		in = 'A' <= c && c <= 'Z'
	case 'w':
		in = isLetter(c) || isDigit(c)
	case 'x':
		in = isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f'
	case 'z':
		in = c == 0
	default:
		return class == c
	}
	return in == (class == lower)
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// value returns a capture; capture 0 of a pattern without captures is all of it.
func (m *matcher) value(i, start, end int) lua.LValue {
	if i >= m.level {
		if i > 0 {
			m.state.Fault(m.L, "the pattern %q has no capture %d", m.pattern, i+1)
		}
		return lua.LString(m.text[start:end])
	}
	switch c := m.captures[i]; c.length {
	case capturePosition:
		return Number(c.start + 1)
	case captureOpen:
		m.fault("a \"(\" without \")\"")
		return lua.LNil
	default:
		return lua.LString(m.text[c.start : c.start+c.length])
	}
}

// push pushes all captures, or the whole match where there are none.
func (m *matcher) push(start, end int) int {
	n := max(m.level, 1)
	for i := range n {
		m.L.Push(m.value(i, start, end))
	}
	return n
}

// isPlain reports whether a pattern stands for itself.
func isPlain(pattern string) bool { return !bytes.ContainsAny([]byte(pattern), "^$*+?.([%-") }
