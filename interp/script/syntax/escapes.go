package syntax

import (
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// BadEscapes finds the escapes of later Lua versions that gopher-lua reads
// without a word as something else: it takes "\x41" for "x41" and "\u{e9}" for
// "u{e9}"; "\z" and escapes of other letters lose their backslash as well.
// Comments and long strings have no escapes.
func BadEscapes(text string) []diag.Pos {
	var found []diag.Pos
	if !strings.Contains(text, `\`) {
		return nil
	}
	tokens(text, func(t token) bool {
		if t.text[0] != '"' && t.text[0] != '\'' {
			return true
		}
		at := t.from
		escaped := false
		for _, c := range t.text {
			if escaped && c < 128 && isLetter(byte(c)) && !knownEscapes[c] {
				found = append(found, diag.Pos{Line: at.Line, Column: at.Column - 1})
			}
			escaped = !escaped && c == '\\'
			at.Column++
			if c == '\n' {
				at.Line, at.Column = at.Line+1, 1
			}
		}
		return true
	})
	return found
}

// knownEscapes are the letters that Lua 5.1 knows behind a backslash.
var knownEscapes = map[rune]bool{'a': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true, 'v': true}
