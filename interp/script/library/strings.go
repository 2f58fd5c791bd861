package library

import (
	"strings"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/interp/script/language"
)

// Texts are counted in letters and never cut within one.

func stringLen(c *language.Call) language.Value { return language.Int(language.Letters(c.Text(1))) }

// offset returns the byte at which a letter begins, counted from 0.
func offset(text string, letter int) int {
	at := 0
	for ; letter > 0 && at < len(text); letter-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at
}

func stringSub(c *language.Call) language.Value {
	text := c.Text(1)
	n := language.Letters(text)
	c.Charge(len(text) >> 5)
	from, to := c.Integer(2), c.OptInteger(3, -1)
	if from < 0 {
		from += n + 1
	}
	if to < 0 {
		to += n + 1
	}
	from, to = max(from, 1), min(to, n)
	if from > to {
		return language.String("")
	}
	return c.NewText(text[offset(text, from-1):offset(text, to)])
}

// mapBytes changes letters of ASCII only: which others have a capital depends on
// the Unicode tables of the Go release.
func mapBytes(text string, from, to byte, shift int) string {
	b := []byte(text)
	for i, c := range b {
		if from <= c && c <= to {
			b[i] = byte(int(c) + shift)
		}
	}
	return string(b)
}

func stringLower(c *language.Call) language.Value {
	return c.NewText(mapBytes(c.Text(1), 'A', 'Z', 'a'-'A'))
}

func stringUpper(c *language.Call) language.Value {
	return c.NewText(mapBytes(c.Text(1), 'a', 'z', 'A'-'a'))
}

func stringFind(c *language.Call) language.Value {
	text, part := c.Text(1), c.Text(2)
	if c.Arg(3) != nil {
		if _, ok := c.Arg(3).(language.Number); !ok {
			c.Fault(
				"string.find: argument 3 must be the place to begin at; there are no patterns, every letter stands " +
					"for itself")
		}
	}
	c.Charge(len(text) >> 5)
	n, from := language.Letters(text), c.OptInteger(3, 1)
	if from < 0 {
		from += n + 1
	}
	from = max(from, 1)
	if from > n+1 {
		return nil
	}
	start := offset(text, from-1)
	at := strings.Index(text[start:], part)
	if at < 0 {
		return nil
	}
	first := from + language.Letters(text[start:start+at])
	return c.Return(language.Int(first), language.Int(first+language.Letters(part)-1))
}
