package syntax

import (
	"iter"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// What stands around a place is read from the words of the text alone, without a tree:
// so it is known too where the text is half written.

// Scope is a part of a script in which names are declared, from the word that opens it
// to the end of the one that closes it, or to the end of the text.
type Scope struct {
	From, To diag.Pos
	// Outer is the scope around it, -1 for the first, which is the whole script.
	Outer int
}

// Bracket is a bracket that is open at a place.
type Bracket struct {
	// Open is the bracket.
	Open byte
	// Name is the place of the word right before it; none where another thing is.
	Name diag.Pos
	// Items are the commas between it and the place.
	Items int
	// Key is the name in front of the "=" in whose value the place is.
	Key string
}

// Scopes returns the scopes of a script in the order in which they open.
func Scopes(text string) []Scope {
	n := nesting(text, whole)
	n.scopes[0].To = n.end
	for _, b := range n.open {
		n.scopes[b.scope].To = n.end
	}
	return n.scopes
}

// Around returns the brackets that are open at a place, the outermost first.
func Around(text string, line, column int) []Bracket {
	var around []Bracket
	for _, b := range nesting(text, diag.Pos{Line: line, Column: column}).open {
		if b.Open != 0 {
			around = append(around, b.Bracket)
		}
	}
	return around
}

// nest is what a text has opened and not closed.
type nest struct {
	open   []block // the outermost first
	scopes []Scope
	end    diag.Pos
	// fits is false where something closes what is not open; the rest was not read.
	fits bool
}

// block is a bracket or a block of statements, without a bracket, that is open.
type block struct {
	Bracket
	// closer is the word that is to come next for it.
	closer string
	// scope is the innermost scope in it.
	scope int
}

// nests says of words which closer they are, and what closes what they open.
var nests = map[string][2]string{
	"(": {"", ")"}, "{": {"", "}"}, "[": {"", "]"}, ")": {")", ""}, "}": {"}", ""}, "]": {"]", ""},
	"function": {"", "end"}, "repeat": {"", "until"}, "if": {"", "then"}, "for": {"", "do"}, "while": {"", "do"},
	"do": {"", "end"}, "then": {"then", "end"}, "elseif": {"end", "then"}, "else": {"end", "end"},
	"end": {"end", ""}, "until": {"until", ""},
}

// whole is behind the last word of each text.
var whole = diag.Pos{Line: math.MaxInt}

// nesting reads the words of a text that begin before a place.
func nesting(text string, to diag.Pos) (n nest) {
	n.fits, n.scopes = true, []Scope{{From: diag.Pos{Line: 1, Column: 1}, Outer: -1}}
	var last token
	n.end = tokens(text, func(t token) bool {
		if !before(t.from, to) {
			return false
		}
		words, top := nests[t.text], &block{}
		if len(n.open) > 0 {
			top = &n.open[len(n.open)-1]
		}
		switch {
		case t.text == "do" && top.closer == "do":
			words, top.closer = [2]string{}, "end"
		case (t.text == "," || t.text == ";") && top.Open != 0:
			top.Items++
			top.Key = ""
		case t.text == "=" && top.Open == '{' && last.word:
			top.Key = last.text
		}
		if words[0] != "" {
			if n.fits = top.closer == words[0]; !n.fits {
				return false
			}
			n.open = n.open[:len(n.open)-1]
			if n.scopes[top.scope].To = t.from; words[1] == "" {
				n.scopes[top.scope].To = t.to
			}
		}
		if words[1] != "" {
			b := block{closer: words[1]}
			if len(n.open) > 0 {
				b.scope = n.open[len(n.open)-1].scope
			}
			switch words[1] {
			case ")", "}", "]":
				b.Open = t.text[0]
				if last.word {
					b.Name = last.from
				}
			case "end", "until", "do":
				n.scopes = append(n.scopes, Scope{From: t.from, Outer: b.scope})
				b.scope = len(n.scopes) - 1
			}
			n.open = append(n.open, b)
		}
		last = t
		return true
	})
	return n
}

// token is a word, a string or a sign of the text.
type token struct {
	text     string
	from, to diag.Pos
	// word is set for names, not for words of the language.
	word bool
}

// tokens calls visit for each token until it returns false, and returns the end of the
// text.
func tokens(text string, visit func(token) bool) diag.Pos {
	s := &scanner{text: strings.TrimPrefix(text, "\ufeff"), line: 1, column: 1}
	for s.at < len(s.text) {
		from := diag.Pos{Line: s.line, Column: s.column}
		at := s.at
		s.next()
		said := s.text[at:s.at]
		if strings.TrimSpace(said) == "" || strings.HasPrefix(said, "--") {
			continue
		}
		t := token{text: said, from: from, to: diag.Pos{Line: s.line, Column: s.column}}
		t.word = isLetter(said[0]) && !Reserved(said)
		if !visit(t) {
			break
		}
	}
	return diag.Pos{Line: s.line, Column: s.column}
}

// Alike reports whether two texts say the same at the same places: they differ in comments and
// in the space between words alone.
func Alike(a, b string) bool {
	next, stop := iter.Pull(func(yield func(token) bool) { tokens(b, yield) })
	defer stop()
	same := true
	tokens(a, func(t token) bool {
		other, more := next()
		same = more && t == other
		return same
	})
	_, more := next()
	return same && !more
}

// ValueEnd returns the place behind the value of a field of a table, which begins at a place.
func ValueEnd(text string, at diag.Pos) (end diag.Pos) {
	around := len(nesting(text, at).open)
	tokens(text, func(t token) bool {
		inside := before(t.from, at) || !strings.Contains(",;}", t.text) || len(nesting(text, t.from).open) > around
		if inside {
			end = t.to
		}
		return inside
	})
	return end
}

func before(a, b diag.Pos) bool { return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column }

// Length returns how many characters a word or a string takes that begins at a place:
// 0 for anything else.
func Length(text string, at diag.Pos) int {
	n := 0
	tokens(text, func(t token) bool {
		if t.from.Line != at.Line || t.from.Column != at.Column {
			return before(t.from, at)
		}
		if t.word || strings.ContainsAny(t.text[:1], `"'[`) {
			n = utf8.RuneCountInString(t.text)
		}
		return false
	})
	return n
}
