package syntax

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/interp/lists"
)

// word is one word of a script that stands for a leaf of the tree: a name, a
// number, a string, "true", "false", "nil", "...", "{" or "function".
type word struct {
	text         string
	line, column int
}

// quoted is the text of a word that is a string, whatever it says.
const quoted = "\""

// silent are the words of the language that stand for no leaf.
var silent = map[string]bool{
	"and": true, "break": true, "do": true, "else": true, "elseif": true, "end": true, "for": true,
	"goto": true, "if": true,
	"in": true, "local": true, "not": true, "or": true, "repeat": true, "return": true, "then": true,
	"until": true, "while": true,
}

// Reserved reports whether a word is one of the language, and no name.
func Reserved(word string) bool {
	return silent[word] || word == "function" || word == "true" || word == "false" || word == "nil"
}

// ReservedWords are the words of the language that scripts may use, sorted.
func ReservedWords() []string {
	words := append(lists.Sorted(silent), "false", "function", "nil", "true")
	slices.Sort(words)
	return words
}

// scanner reads a script byte by byte.
type scanner struct {
	text         string
	at           int
	line, column int
	words        []word
	// remarks are the comments that stand alone on their lines, by the line on which each
	// ends; nil where nothing asks for them.
	remarks map[int]remark
}

// remark is a comment: the line on which it begins, and its text without dashes and brackets.
type remark struct {
	from int
	text string
}

// CommentAbove returns the comment that ends right above a line of a script, as its author
// broke it into lines: all of its lines, of which each begins with dashes, or a long comment.
// Rules of dashes and annotations for editors (---@param) are left out.
func CommentAbove(text string, line int) string {
	s := &scanner{text: text, line: 1, column: 1, remarks: map[int]remark{}}
	for s.at < len(text) && s.line < line {
		s.next()
	}
	var lines []string
	for r, ok := s.remarks[line-1]; ok; r, ok = s.remarks[r.from-1] {
		for _, one := range slices.Backward(strings.Split(r.text, "\n")) {
			one = strings.TrimSpace(strings.TrimLeft(one, "-"))
			if !strings.HasPrefix(one, "@") {
				lines = append(lines, one)
			}
		}
	}
	slices.Reverse(lines)
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// scan returns the words of a script in order.
func scan(text string) []word {
	s := &scanner{text: text, line: 1, column: 1}
	for s.at < len(text) {
		s.next()
	}
	return s.words
}

func (s *scanner) next() {
	c := s.text[s.at]
	switch {
	case s.has("--"):
		s.comment()
	case c == '[':
		level, ok := s.longBracket()
		if !ok {
			s.skip(1)
			return
		}
		s.add(quoted)
		s.long(level)
	case c == '"' || c == '\'':
		s.add(quoted)
		s.quotedText(c)
	case c == '{':
		s.add("{")
		s.skip(1)
	case isDigit(c) || c == '.' && s.at+1 < len(s.text) && isDigit(s.text[s.at+1]):
		s.number()
	case s.has("..."):
		s.add("...")
		s.skip(3)
	case s.has(".."):
		s.skip(2)
	case isLetter(c):
		s.name()
	default:
		s.skip(1)
	}
}

func (s *scanner) comment() {
	from, start := s.line, s.at
	s.skip(2)
	body := s.at
	end := ""
	if level, ok := s.longBracket(); ok {
		body += level + len("[[")
		s.long(level)
		end = s.text[max(body, s.at-level-len("]]")):s.at]
	} else {
		for s.at < len(s.text) && s.text[s.at] != '\n' {
			s.skip(1)
		}
	}
	before := s.text[strings.LastIndexByte(s.text[:start], '\n')+1 : start]
	if s.remarks != nil && strings.TrimSpace(before) == "" {
		s.remarks[s.line] = remark{from, strings.TrimSuffix(s.text[body:s.at], end)}
	}
}

func (s *scanner) add(text string) { s.words = append(s.words, word{text, s.line, s.column}) }

// skip passes over n bytes and counts lines and characters.
func (s *scanner) skip(n int) {
	for end := min(s.at+n, len(s.text)); s.at < end; s.at++ {
		c := s.text[s.at]
		switch {
		case c == '\n':
			s.line, s.column = s.line+1, 1
		case utf8.RuneStart(c):
			s.column++
		}
	}
}

func (s *scanner) has(prefix string) bool { return strings.HasPrefix(s.text[s.at:], prefix) }

// longBracket reports whether [[ or [=[ stands here, and how many = it has.
func (s *scanner) longBracket() (int, bool) {
	rest := s.text[s.at:]
	if rest == "" || rest[0] != '[' {
		return 0, false
	}
	inner := strings.TrimLeft(rest[1:], "=")
	return len(rest) - 1 - len(inner), strings.HasPrefix(inner, "[")
}

func (s *scanner) long(level int) {
	closing := "]" + strings.Repeat("=", level) + "]"
	end := strings.Index(s.text[s.at:], closing)
	if end < 0 {
		s.skip(len(s.text))
		return
	}
	s.skip(end + len(closing))
}

func (s *scanner) quotedText(quote byte) {
	s.skip(1)
	for s.at < len(s.text) && s.text[s.at] != quote {
		if s.text[s.at] == '\\' {
			s.skip(1)
		}
		s.skip(1)
	}
	s.skip(1)
}

func (s *scanner) number() {
	end := s.at
	for end < len(s.text) {
		c := s.text[end]
		sign := (c == '+' || c == '-') && (s.text[end-1] == 'e' || s.text[end-1] == 'E') &&
			!strings.HasPrefix(s.text[s.at:], "0x")
		if !isDigit(c) && !isLetter(c) && c != '.' && !sign || strings.HasPrefix(s.text[end:], "..") {
			break
		}
		end++
	}
	s.add(s.text[s.at:end])
	s.skip(end - s.at)
}

func (s *scanner) name() {
	end := s.at
	for end < len(s.text) && (isLetter(s.text[end]) || isDigit(s.text[end])) {
		end++
	}
	text := s.text[s.at:end]
	if !silent[text] {
		s.add(text)
	}
	s.skip(end - s.at)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
