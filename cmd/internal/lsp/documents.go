package lsp

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// document is a file that the editor has open: its text counts, saved or not.
type document struct {
	uri, path string
	version   int
	text      string
}

// apply makes the changes of a message in their order.
func (d *document) apply(changes []contentChange) {
	for _, c := range changes {
		if c.Range == nil {
			d.text = c.Text
			continue
		}
		from, to := offsetAt(d.text, c.Range.Start), offsetAt(d.text, c.Range.End)
		d.text = d.text[:from] + c.Text + d.text[max(from, to):]
	}
}

// offsetAt returns the byte of a place; what lies behind the end of its line is the
// end of the line, what lies behind the text is the end of the text.
func offsetAt(text string, p position) int {
	start := 0
	for range max(0, p.Line) {
		i := strings.IndexByte(text[start:], '\n')
		if i < 0 {
			return len(text)
		}
		start += i + 1
	}
	line := lineFrom(text, start)
	return start + byteOfUnit(line, p.Character)
}

// lineFrom is the text from a byte to the end of the line.
func lineFrom(text string, start int) string {
	line, _, _ := strings.Cut(text[start:], "\n")
	return strings.TrimSuffix(line, "\r")
}

// lineOf returns a line of a text, counted from 0; "" behind the end.
func lineOf(text string, number int) string {
	if number < 0 {
		return ""
	}
	for range number {
		_, rest, found := strings.Cut(text, "\n")
		if !found {
			return ""
		}
		text = rest
	}
	return lineFrom(text, 0)
}

// byteOfUnit returns the byte at which a unit of UTF-16 begins, the line's length
// behind its end. A place in the middle of a character is that of the character.
func byteOfUnit(line string, unit int) int {
	seen := 0
	for i, r := range line {
		if seen >= unit || seen+utf16.RuneLen(r) > unit {
			return i
		}
		seen += utf16.RuneLen(r)
	}
	return len(line)
}

// columnOf turns the place of a unit in a line into a column that counts characters
// from 1; unitOf turns it back.
func columnOf(line string, unit int) int {
	return utf8.RuneCountInString(line[:byteOfUnit(line, unit)]) + 1
}

func unitOf(line string, column int) int {
	n := 0
	for _, r := range line {
		column--
		if column < 1 {
			break
		}
		n += utf16.RuneLen(r)
	}
	return n
}
