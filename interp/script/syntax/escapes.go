package syntax

// Pos is a place in a source.
type Pos struct {
	Line   int // from 1
	Column int // from 1, in characters
}

// BadEscapes finds the escapes of later Lua versions that gopher-lua reads
// without a word as something else: it takes "\x41" for "x41" and "\u{e9}" for
// "u{e9}"; "\z" and escapes of other letters lose their backslash as well.
// Comments and long strings have no escapes.
func BadEscapes(source string) []Pos {
	sc := &escapeScanner{source: source, line: 1, column: 1}
	for sc.at < len(source) {
		switch c := source[sc.at]; {
		case c == '-' && sc.has("--"):
			sc.skip(2)
			if level, ok := sc.longBracket(); ok {
				sc.longString(level)
			} else {
				sc.toLineEnd()
			}
		case c == '[':
			if level, ok := sc.longBracket(); ok {
				sc.longString(level)
			} else {
				sc.skip(1)
			}
		case c == '"' || c == '\'':
			sc.quoted(c)
		default:
			sc.skip(1)
		}
	}
	return sc.found
}

type escapeScanner struct {
	source       string
	at           int
	line, column int
	found        []Pos
}

// skip passes over n bytes and counts lines and characters.
func (sc *escapeScanner) skip(n int) {
	for end := min(sc.at+n, len(sc.source)); sc.at < end; sc.at++ {
		switch c := sc.source[sc.at]; {
		case c == '\n':
			sc.line++
			sc.column = 1
		case c&0xc0 != 0x80: // the first byte of a character
			sc.column++
		}
	}
}

func (sc *escapeScanner) has(text string) bool {
	return len(sc.source)-sc.at >= len(text) && sc.source[sc.at:sc.at+len(text)] == text
}

func (sc *escapeScanner) toLineEnd() {
	for sc.at < len(sc.source) && sc.source[sc.at] != '\n' {
		sc.skip(1)
	}
}

// longBracket reports whether [[ or [=[ stands here, and how many = it has.
func (sc *escapeScanner) longBracket() (int, bool) {
	i := sc.at
	if i >= len(sc.source) || sc.source[i] != '[' {
		return 0, false
	}
	for i++; i < len(sc.source) && sc.source[i] == '='; i++ {
	}
	return i - sc.at - 1, i < len(sc.source) && sc.source[i] == '['
}

func (sc *escapeScanner) longString(level int) {
	sc.skip(level + 2)
	for sc.at < len(sc.source) {
		if sc.source[sc.at] == ']' {
			i := sc.at + 1
			for i < len(sc.source) && sc.source[i] == '=' {
				i++
			}
			if i-sc.at-1 == level && i < len(sc.source) && sc.source[i] == ']' {
				sc.skip(level + 2)
				return
			}
		}
		sc.skip(1)
	}
}

func (sc *escapeScanner) quoted(quote byte) {
	sc.skip(1)
	for sc.at < len(sc.source) && sc.source[sc.at] != '\n' {
		switch c := sc.source[sc.at]; {
		case c == quote:
			sc.skip(1)
			return
		case c == '\\' && sc.at+1 < len(sc.source):
			if next := sc.source[sc.at+1]; isLetter(next) && !knownEscape(next) {
				sc.found = append(sc.found, Pos{sc.line, sc.column})
			}
			sc.skip(2)
		default:
			sc.skip(1)
		}
	}
}

func knownEscape(c byte) bool {
	switch c {
	case 'a', 'b', 'f', 'n', 'r', 't', 'v':
		return true
	}
	return false
}
