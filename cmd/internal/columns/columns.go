// Package columns fits texts into columns of a terminal, where a character of Japanese
// takes two. It imports uniseg, and nothing of the project.
package columns

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Page is how wide a text is where no terminal says.
const Page = 96

// Width is how many columns a text takes: two for a character of Japanese.
func Width(text string) int { return uniseg.StringWidth(text) }

// Pad fills a text up to a width, or cuts it there with an ellipsis.
func Pad(text string, to int) string {
	if n := Width(text); n <= to {
		return text + strings.Repeat(" ", to-n)
	}
	return Pad(Cut(text, to), to)
}

// Cut shortens a text to a width, with an ellipsis.
func Cut(text string, to int) string {
	if Width(text) <= to {
		return text
	}
	var b strings.Builder
	at := 0
	for rest, state := text, -1; rest != ""; {
		var cluster string
		var w int
		cluster, rest, w, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if at+w > to-1 {
			break
		}
		b.WriteString(cluster)
		at += w
	}
	return strings.TrimRight(b.String(), " ") + "…"
}

// Wrap breaks pieces into lines of a width: the first with one indent, the rest
// with another. A piece stays whole where it fits on a line.
func Wrap(pieces []string, between, first, rest string, to int) []string {
	to -= Width(strings.TrimRight(between, " ")) // it may stand at the end of a line
	var lines []string
	line := first
	empty := true
	flush := func() {
		lines = append(lines, strings.TrimRight(line, " "))
		line = rest
		empty = true
	}
	for _, p := range pieces {
		joined := between
		if empty {
			joined = ""
		}
		if !empty && Width(line+joined+p) > to {
			line += strings.TrimRight(joined, " ")
			flush()
			joined = ""
		}
		if Width(line+joined+p) <= to {
			line = line + joined + p
			empty = false
			continue
		}
		line += joined
		for i, part := range split(p, to-Width(line), to-Width(rest)) {
			if i > 0 {
				flush()
			}
			line += part
			empty = false
		}
	}
	if !empty || len(lines) == 0 {
		flush()
	}
	return lines
}

// split breaks a long text where a line may be broken (Unicode line breaking, which
// knows Japanese), the first part to one width, the rest to another.
func split(text string, first, rest int) []string {
	var parts []string
	part := ""
	at := 0
	room := max(first, 8)
	for state := -1; text != ""; {
		var segment string
		segment, text, _, state = uniseg.FirstLineSegmentInString(text, state)
		if w := Width(strings.TrimRight(segment, " ")); at > 0 && at+w > room {
			parts = append(parts, strings.TrimRight(part, " "))
			part = ""
			at = 0
			room = max(rest, 8)
		}
		part += segment
		at += Width(segment)
	}
	return append(parts, part)
}

// Paragraph breaks one text into lines with an indent.
func Paragraph(text, first, rest string, to int) []string {
	return Wrap([]string{text}, " ", first, rest, to)
}
