// Package sanitize makes text safe to show. Names, sentences and errors come
// from packs, and packs from strangers: a control character can move the cursor
// over a line that was printed, a direction mark can turn a word round, and a
// line break in a name can forge a line of its own. Such characters are shown as
// what they are, \u001b, and steer nothing.
//
// The form is that of JSON, so that a JSON line that passes through here keeps
// its meaning. It is for terminals and logs: on a page or on paper a paragraph holds its
// own direction, and a text stands there as its author wrote it. The isolates that set a
// name off (see package locale) are left out, as they steer nothing behind them.
//
// It imports the standard library only.
package sanitize

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Steers reports whether a character acts on a screen instead of standing on it:
// a control character other than a line break and a tab, a direction mark, or a
// separator that some screens take for a line break.
func Steers(r rune) bool {
	switch {
	case r == '\n' || r == '\t' || r >= ' ' && r < 0x7f:
		return false
	case r == '\u2028' || r == '\u2029':
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

// Text returns a text of any number of lines with what steers made visible.
func Text(text string) string { return replace(text, Steers, new(int)) }

// Line returns a text that belongs into one line: its line breaks are made
// visible too.
func Line(text string) string {
	return replace(text, func(r rune) bool { return r == '\n' || Steers(r) }, new(int))
}

// Name returns a name, which stands in one line: line breaks and control characters are made
// visible, direction marks stay.
func Name(text string) string {
	return replace(text, func(r rune) bool {
		return r == '\n' || Steers(r) && !unicode.Is(unicode.Bidi_Control, r)
	}, new(int))
}

// Escaped returns a line of JSON with what steers escaped in it, so that all of it arrives.
func Escaped(line string) string {
	var b strings.Builder
	for _, r := range line {
		if Steers(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// The isolates that set a name off.
const isolate, isolated = '\u2068', '\u2069'

// replace makes visible what steers. Isolates that set a name off are left out; open counts
// those whose end is still to come.
func replace(text string, steers func(rune) bool, open *int) string {
	if utf8.ValidString(text) && strings.IndexFunc(text, steers) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case !steers(r):
			b.WriteRune(r) // bytes that are no text have become the sign for that
		case r == isolate:
			*open++
		case r == isolated && *open > 0:
			*open--
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// Writer passes text on with what steers made visible. A character may be split
// over two writes; Flush writes what is left of one that never ended.
//
// After a failed write it writes nothing more, and Err says why.
type Writer struct {
	// Err is the first error of the writer below.
	Err  error
	to   io.Writer
	rest []byte
	open int
}

// NewWriter returns a writer on top of another one.
func NewWriter(to io.Writer) *Writer { return &Writer{to: to} }

// Below is the writer that this one passes on to: for what draws a screen of its
// own, and makes each of its texts visible before.
func (w *Writer) Below() io.Writer { return w.to }

// Write passes text on.
func (w *Writer) Write(data []byte) (int, error) {
	if w.Err != nil {
		return 0, w.Err
	}
	text := append(w.rest, data...)
	whole := len(text) - unfinished(text)
	w.rest = append([]byte(nil), text[whole:]...)
	if err := w.pass(text[:whole]); err != nil {
		return 0, err
	}
	return len(data), nil
}

// Flush passes on the beginning of a character that was never ended.
func (w *Writer) Flush() error {
	rest := w.rest
	w.rest = nil
	if w.Err != nil || len(rest) == 0 {
		return w.Err
	}
	return w.pass(rest)
}

func (w *Writer) pass(text []byte) error {
	if len(text) > 0 {
		_, w.Err = io.WriteString(w.to, replace(string(text), Steers, &w.open))
	}
	return w.Err
}

// unfinished is how many bytes at the end begin a character that is not whole.
func unfinished(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if b := text[len(text)-n]; utf8.RuneStart(b) {
			if b >= utf8.RuneSelf && !utf8.FullRune(text[len(text)-n:]) {
				return n
			}
			return 0
		}
	}
	return 0
}
