package syntax

import (
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
	scopes, _ := blocks(text)
	return scopes
}

// Unclosed returns how many blocks of a script nothing closes.
func Unclosed(text string) int {
	_, open := blocks(text)
	return open
}

// blocks are the scopes of a script, and how many of them nothing closes.
func blocks(text string) (all []Scope, unclosed int) {
	scopes := []Scope{{From: diag.Pos{Line: 1, Column: 1}, Outer: -1}}
	open := []int{0}
	loops := 0 // "for" and "while" whose "do" is still to come
	push := func(at diag.Pos) {
		scopes = append(scopes, Scope{From: at, Outer: open[len(open)-1]})
		open = append(open, len(scopes)-1)
	}
	pop := func(at diag.Pos) {
		if len(open) > 1 {
			scopes[open[len(open)-1]].To = at
			open = open[:len(open)-1]
		}
	}
	end := tokens(text, func(t token) bool {
		switch t.text {
		case "function", "then", "repeat":
			push(t.from)
		case "for", "while":
			loops++
			push(t.from)
		case "do":
			if loops > 0 {
				loops--
			} else {
				push(t.from)
			}
		case "else", "elseif":
			pop(t.from)
			if t.text == "else" {
				push(t.from)
			}
		case "end", "until":
			pop(t.to)
		}
		return true
	})
	for _, i := range open {
		scopes[i].To = end
	}
	return scopes, len(open) - 1
}

// Around returns the brackets that are open at a place, the outermost first.
func Around(text string, line, column int) []Bracket {
	var open []Bracket
	var last token
	tokens(text, func(t token) bool {
		if t.from.Line > line || t.from.Line == line && t.from.Column >= column {
			return false
		}
		top := len(open) - 1
		switch t.text {
		case "(", "{", "[":
			b := Bracket{Open: t.text[0]}
			if last.word {
				b.Name = last.from
			}
			open = append(open, b)
		case ")", "}", "]":
			if top >= 0 {
				open = open[:top]
			}
		case ",", ";":
			if top >= 0 {
				open[top].Items++
				open[top].Key = ""
			}
		case "=":
			if top >= 0 && open[top].Open == '{' && last.word {
				open[top].Key = last.text
			}
		}
		last = t
		return true
	})
	return open
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
		from, at := diag.Pos{Line: s.line, Column: s.column}, s.at
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

// Length returns how many characters a word or a string takes that begins at a place:
// 0 for anything else.
func Length(text string, at diag.Pos) int {
	n := 0
	tokens(text, func(t token) bool {
		if t.from.Line != at.Line || t.from.Column != at.Column {
			return t.from.Line < at.Line || t.from.Line == at.Line && t.from.Column < at.Column
		}
		if t.word || strings.ContainsAny(t.text[:1], `"'[`) {
			n = utf8.RuneCountInString(t.text)
		}
		return false
	})
	return n
}
