// Package markup reads the light markup of sentences: **bold**, _italic_ at the edges of
// words, {name} for an icon, a line break, and lines that begin with "- " as a list. All
// else is text as it is written: rules_v2 stays, and so does 2 ** 3.
//
// There is one reading of it. Screens and paper draw its pieces, the terminal shows them
// without the marks. It imports the standard library only.
package markup

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Break is how a piece is set off from the one before it.
type Break string

// The breaks: none, a line of its own, a paragraph, an item of a list.
const (
	None      Break = ""
	Line      Break = "line"
	Paragraph Break = "paragraph"
	Item      Break = "item"
)

// Piece is a stretch of text that is set in one way, or the name of an icon.
type Piece struct {
	Break        Break
	Bold, Italic bool
	// Text is what stands there; of an icon it is the name in its braces.
	Text string
	// Name is the name in the braces.
	Name string
}

// Parse reads a text. An empty one has no pieces.
func Parse(text string) []Piece {
	var out []Piece
	next := None
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		rest, item := strings.CutPrefix(line, "- ")
		switch {
		case strings.TrimSpace(line) == "":
			if len(out) > 0 {
				next = Paragraph
			}
			continue
		case item:
			next = Item
		}
		p := parser{pieces: out, next: next}
		p.line(strings.TrimRight(rest, " \t"))
		out = p.pieces
		next = Line
		if item {
			next = Paragraph
		}
	}
	return out
}

// Plain is a text without its marks; its breaks and lists stay.
func Plain(text string) string {
	if !strings.ContainsAny(text, "*_\n") {
		return text
	}
	var b strings.Builder
	for _, p := range Parse(text) {
		b.WriteString(p.Break.Plain() + p.Text)
	}
	return strings.TrimPrefix(b.String(), "\n")
}

// Plain is a break as text.
func (b Break) Plain() string {
	return map[Break]string{Line: "\n", Paragraph: "\n\n", Item: "\n- "}[b]
}

// parser reads one line behind the pieces of those before it.
type parser struct {
	pieces       []Piece
	next         Break
	bold, italic bool
}

func (p *parser) add(text, name string) {
	if text != "" {
		p.pieces = append(p.pieces, Piece{p.next, p.bold, p.italic, text, name})
		p.next = None
	}
}

// line reads what stands in a line. Each mark is sought once from the left: where one that
// opens finds none that closes, no later one does.
func (p *parser) line(text string) {
	from := 0
	unclosed := map[string]bool{}
	for at := 0; at < len(text); {
		switch text[at] {
		case '*', '_':
			mark := markAt(text, at)
			on := p.set(mark)
			is := mark != "" && *on && closes(text, at, mark)
			if mark != "" && !*on && !unclosed[mark] && opens(text, at, mark) {
				is = closed(text, at, mark)
				unclosed[mark] = !is
			}
			if is {
				p.add(text[from:at], "")
				*on = !*on
				from = at + len(mark)
			}
			at += max(1, len(mark))
		case '{':
			end := strings.IndexAny(text[at+1:], "{}")
			if end < 1 || text[at+1+end] != '}' {
				at++
				continue
			}
			p.add(text[from:at], "")
			from = at + end + 2
			p.add(text[at:from], text[at+1:at+1+end])
			at = from
		default:
			at++
		}
	}
	p.add(text[from:], "")
}

// markAt is the mark at a place of a line, "" for a sign that is none.
func markAt(text string, at int) string {
	switch {
	case text[at] == '_':
		return "_"
	case strings.HasPrefix(text[at:], "**"):
		return "**"
	}
	return ""
}

func (p *parser) set(mark string) *bool {
	if mark == "_" {
		return &p.italic
	}
	return &p.bold
}

// closed reports whether a mark that opens is closed further on in the line.
func closed(text string, at int, mark string) bool {
	for i := at + len(mark); ; i += len(mark) {
		n := strings.Index(text[i:], mark)
		if n < 0 {
			return false
		}
		i += n
		if i > at+len(mark) && closes(text, i, mark) {
			return true
		}
	}
}

// opens reports whether a mark stands before a text, and one of italics at the edge of a
// word; closes is the same for its end.
func opens(text string, at int, mark string) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, size := utf8.DecodeRuneInString(text[at+len(mark):])
	return size > 0 && edge(before, after, mark)
}

func closes(text string, at int, mark string) bool {
	before, size := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at+len(mark):])
	return size > 0 && edge(after, before, mark)
}

// edge reports whether a mark can stand between a sign outside of what it sets and one inside.
func edge(outside, inside rune, mark string) bool {
	if unicode.IsSpace(inside) || inside == rune(mark[0]) {
		return false
	}
	return mark == "**" || outside != '_' && !unicode.IsLetter(outside) && !unicode.IsDigit(outside)
}
