package source

import (
	"errors"
	"io"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// lineReader hands a text to the parser a line at a time, so that the count of
// lines given bounds the place of an error: the parser itself names the line
// where the enclosing map began, or none.
type lineReader struct {
	rest  string
	given int
}

func (l *lineReader) Read(p []byte) (int, error) {
	if l.rest == "" {
		return 0, io.EOF
	}
	n := strings.IndexByte(l.rest, '\n') + 1
	if n == 0 {
		n = len(l.rest)
	}
	n = copy(p, l.rest[:n])
	if l.rest[n-1] == '\n' || n == len(l.rest) {
		l.given++
	}
	l.rest = l.rest[n:]
	return n, nil
}

// parseError is an error of the parser after it was given some lines.
type parseError struct {
	err   error
	given int
}

func (e *parseError) Error() string { return e.err.Error() }

// plainWords says in plain words what the parser's messages mean.
var plainWords = []struct{ has, means string }{
	{"mapping values are not allowed", `a second "key:" stands in this line; quote the text if it contains a colon`},
	{"did not find expected key",
		"this line begins at another column than the lines that it belongs to; or a quote or a bracket above is not " +
			"closed"},
	{"did not find expected '-' indicator", "this line begins at another column than the list that it belongs to"},
	{"cannot start any token", "a value cannot begin with this character; quote the text"},
	{"could not find expected ':'",
		"a key has no colon after it, or this line begins at another column than the lines that it belongs to"},
	{"unexpected end of stream", "a quote or a bracket that opens here is never closed"},
	{"did not find expected ',' or ']'", "a comma or the closing ] is missing"},
	{"did not find expected ',' or '}'", "a comma or the closing } is missing"},
	{"did not find expected node content", "a value is missing"},
	{"unknown escape character", `\ begins an escape in double quotes, and this one is unknown; use single quotes`},
	{"unknown anchor", "aliases (*) are not used here; quote the text if it begins with *"},
	{"exceeded max depth", "maps and lists are nested too deep"},
}

// BraceInText is the message about a text that YAML takes for a map.
const BraceInText = "a text that begins with { needs quotes around it"

// braced is a value that begins with a placeholder, and goes on behind it.
var braced = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:[:,\[-] |^) *(\{[\pL\pN_.]+\}) *[^\s,\]}#]`)
})

var parserPrefix = regexp.MustCompile(`^yaml: (line \d+: )?`)

// syntaxError reports an error of the parser at the line where it becomes one.
func (r *reader) syntaxError(text string, err error) {
	lines := strings.SplitAfter(text, "\n")
	if errors.Is(err, errDocuments) {
		r.report.Errorf("several-documents", diag.At(r.name, documentLine(lines), 1),
			"a second document begins here (---); a file holds one")
		return
	}
	message := parserPrefix.ReplaceAllString(err.Error(), "")
	for _, w := range plainWords {
		if strings.Contains(message, w.has) {
			message = w.means
			break
		}
	}
	pos := diag.Pos{File: r.name, Line: r.errorLine(lines, err)}
	if pos.Line > 0 {
		text := lines[pos.Line-1]
		brace := braced().FindStringSubmatchIndex(text)
		indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
		if tab := strings.IndexByte(indent, '\t'); tab >= 0 {
			pos.Column = tab + 1
			message = "a tab stands in the indentation; use spaces"
		} else if brace != nil {
			pos.Column = utf8.RuneCountInString(text[:brace[2]]) + 1
			message = BraceInText
		} else {
			pos.Column = len(indent) + 1
			if !strings.Contains(message, "another column") {
				pos.Column = r.errorColumn(lines[:pos.Line-1], text, len(indent))
			}
			if at := openIn(text); at >= 0 && strings.Contains(message, "clos") {
				pos.Column = utf8.RuneCountInString(text[:at]) + 1
			}
		}
	}
	r.report.Errorf("yaml-syntax", pos, "%s", message)
}

// searchFor returns how many bytes may be parsed again, and again, to find where a
// text breaks: a fraction of a second's for any file, however it was made.
func searchFor(text string) int { return min(1<<17+32*len(text), 4<<20) }

// effort is what it costs to parse a text: its bytes, each the more the deeper
// brackets stand in each other.
func effort(text string) int {
	depth, deepest := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '[', '{':
			depth++
			deepest = max(deepest, depth)
		case ']', '}':
			depth--
		}
	}
	return len(text) * (1 + deepest/8)
}

// errorLine finds the line that breaks the file: the one after a beginning of the
// file that can be read, where one line more cannot. A text that was whole before
// a line is whole before every earlier line that stands no deeper, so it bisects
// the lines that stand least deep, then those between the two that it found.
func (r *reader) errorLine(lines []string, err error) int {
	var stopped *parseError
	if !errors.As(err, &stopped) {
		return 0
	}
	whole, broken := 0, min(stopped.given, len(lines)) // so many lines
	left := searchFor(strings.Join(lines, ""))
	for broken-whole > 1 && left > 0 {
		cuts := shallowest(lines, whole+1, broken)
		first := sort.Search(len(cuts), func(i int) bool {
			text := strings.Join(lines[:cuts[i]], "")
			left -= effort(text)
			if left < 0 {
				return false
			}
			_, err := r.parse(text)
			return err != nil && !errors.Is(err, errDocuments)
		})
		if left < 0 {
			break
		}
		if first < len(cuts) {
			broken = cuts[first]
		}
		if first > 0 {
			whole = cuts[first-1]
		}
	}
	return broken
}

// shallowest returns which lines from one to before another stand least deep.
// Empty ones and those that close a bracket count as deepest.
func shallowest(lines []string, from, to int) []int {
	const deepest = 1 << 30
	var found []int
	least := deepest
	for n := from; n < to; n++ {
		depth := deepest
		if content := strings.TrimLeft(lines[n], " \r\n"); content != "" && !strings.ContainsAny(content[:1], "]}") {
			depth = len(lines[n]) - len(strings.TrimLeft(lines[n], " "))
		}
		if depth < least {
			least = depth
			found = found[:0]
		}
		if depth == least {
			found = append(found, n)
		}
	}
	return found
}

// errorColumn finds the character that breaks a line: the one after the longest
// beginning of the line that can be read below what stands before.
func (r *reader) errorColumn(before []string, line string, indent int) int {
	characters := []rune(strings.TrimRight(line, "\r\n"))
	context := r.enclosing(before, line, indent)
	left := searchFor(line)
	for n := len(characters); n > indent; n-- {
		text := context + string(characters[:n])
		left -= effort(text)
		if left < 0 {
			break
		}
		if _, err := r.parse(text); err == nil {
			return min(n+1, len(characters))
		}
	}
	return indent + 1
}

// enclosing returns the part of what stands before a line that is enough to read
// it: the lines in which it stands, or all where those alone read otherwise.
func (r *reader) enclosing(before []string, line string, indent int) string {
	var around []string
	for n := len(before) - 1; n >= 0 && indent > 0; n-- {
		content := strings.TrimLeft(before[n], " ")
		if depth := len(before[n]) - len(content); depth < indent &&
			strings.TrimSpace(content) != "" && content[0] != '#' {
			around = append(around, before[n])
			indent = depth
		}
	}
	slices.Reverse(around)
	short := strings.Join(around, "")
	if _, err := r.parse(short); err == nil {
		if _, err := r.parse(short + line); err != nil {
			return short
		}
	}
	return strings.Join(before, "")
}

// documentLine finds the line where the second document begins.
func documentLine(lines []string) int {
	content := false
	for i, l := range lines {
		if strings.HasPrefix(l, "---") || strings.HasPrefix(l, "...") {
			if content {
				return i + 1
			}
			content = true
			continue
		}
		if t := strings.TrimSpace(l); t != "" && !strings.HasPrefix(t, "#") && !strings.HasPrefix(t, "%") {
			content = true
		}
	}
	return 0
}

// openIn returns where the quote, or else the last bracket, stands that opens in
// a line and is not closed there; -1 if there is none.
func openIn(line string) int {
	var open []int
	quote := -1
	for i := range len(line) {
		c := line[i]
		switch {
		case quote >= 0:
			if c == line[quote] {
				quote = -1
			}
		case (c == '"' || c == '\'') && (i == 0 || strings.IndexByte(" [{,:", line[i-1]) >= 0):
			quote = i
		case c == '[' || c == '{':
			open = append(open, i)
		case (c == ']' || c == '}') && len(open) > 0:
			if last := open[len(open)-1]; (line[last] == '[') != (c == ']') {
				return last
			}
			open = open[:len(open)-1]
		}
	}
	if quote < 0 && len(open) > 0 {
		return open[len(open)-1]
	}
	return quote
}
