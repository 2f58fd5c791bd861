package language

import (
	"strings"
	"unicode/utf8"
)

// unclosed finds the line of the block that lacks its end, for the report of a script that
// ends too early; 0 if it cannot tell. A keyword at the front of its line that is indented
// less than the block it would close belongs to an outer block: the inner one was never
// closed.
func unclosed(source string) int {
	type block struct{ line, indent int }
	var open []block
	w := blockWords{rest: source, line: 1}
	for word, first := w.next(); word != ""; word, first = w.next() {
		switch word {
		case "function", "if", "do", "repeat":
			open = append(open, block{w.line, w.indent})
		case "end", "until":
			if len(open) == 0 {
				return 0
			}
			last := open[len(open)-1]
			if first && w.indent < last.indent {
				return last.line
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return 0
	}
	return open[len(open)-1].line
}

// blockWords reads the names and keywords of a script, past strings and
// comments.
type blockWords struct {
	rest         string
	line, indent int
	// begun is set when the line has had something else than white space.
	begun bool
}

// next returns the next word, and whether it is the first of its line.
func (w *blockWords) next() (word string, first bool) {
	for w.rest != "" {
		c := w.rest[0]
		switch {
		case c == '\n':
			w.line = w.line + 1
			w.indent = 0
			w.begun = false
			w.rest = w.rest[1:]
			continue
		case c == ' ' || c == '\t':
			if !w.begun {
				w.indent++
			}
			w.rest = w.rest[1:]
			continue
		case strings.HasPrefix(w.rest, "--") && !longBracket(w.rest[2:]):
			w.pass(len(w.rest) - len(strings.TrimLeft(w.rest, "-")))
			if end := strings.IndexByte(w.rest, '\n'); end >= 0 {
				w.rest = w.rest[end:]
			} else {
				w.rest = ""
			}
			continue
		case strings.HasPrefix(w.rest, "--"), longBracket(w.rest):
			w.long()
			continue
		case c == '"' || c == '\'':
			w.quoted(c)
			continue
		}
		first = !w.begun
		w.begun = true
		n := 0
		for n < len(w.rest) && isWordByte(w.rest[n]) {
			n++
		}
		if n == 0 {
			w.rest = w.rest[1:]
			continue
		}
		word, w.rest = w.rest[:n], w.rest[n:]
		return word, first
	}
	return "", false
}

// longBracket reports whether [[ or [=[ stands here.
func longBracket(text string) bool {
	return strings.HasPrefix(text, "[") && strings.HasPrefix(strings.TrimLeft(text[1:], "="), "[")
}

// pass goes over n bytes and counts their lines.
func (w *blockWords) pass(n int) {
	n = min(n, len(w.rest))
	w.line += strings.Count(w.rest[:n], "\n")
	w.rest = w.rest[n:]
	w.begun = true
}

func (w *blockWords) long() {
	inner := strings.TrimLeft(w.rest, "-")[1:]
	level := len(inner) - len(strings.TrimLeft(inner, "="))
	closing := "]" + strings.Repeat("=", level) + "]"
	if end := strings.Index(w.rest, closing); end >= 0 {
		w.pass(end + len(closing))
		return
	}
	w.pass(len(w.rest))
}

func (w *blockWords) quoted(quote byte) {
	n := 1
	for n < len(w.rest) && w.rest[n] != quote && w.rest[n] != '\n' {
		if w.rest[n] == '\\' {
			n++
		}
		n++
	}
	if n < len(w.rest) && w.rest[n] == quote {
		n++
	}
	w.pass(n)
}

// openQuote finds the column of the quote in a line that is never closed; 0
// where there is none.
func openQuote(line string) int {
	quote := byte(0)
	column := 0
	count := 0
	for i := 0; i < len(line); i++ {
		c := line[i]
		if c&0xc0 != 0x80 {
			count++
		}
		switch {
		case quote != 0 && c == '\\':
			i++
			count++
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && strings.HasPrefix(line[i:], "--"):
			return 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
			column = count
		}
	}
	if quote == 0 {
		return 0
	}
	return column
}

// endColumn is the column behind the last word of a script.
func endColumn(source string) int {
	source = strings.TrimRight(source, " \t\r\n")
	return utf8.RuneCountInString(source[strings.LastIndexByte(source, '\n')+1:]) + 1
}

// comparing reports whether a "=" at a byte of a line stands in a condition, where
// == is meant.
func comparing(line string, at int) bool {
	for _, word := range strings.FieldsFunc(line[:at], func(r rune) bool { return r > 127 || !isWordByte(byte(r)) }) {
		switch word {
		case "if", "elseif", "while", "until", "return":
			return true
		}
	}
	return false
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
