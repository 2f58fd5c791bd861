package screen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rivo/uniseg"
)

// width is how many columns a text takes: two for a character of Japanese.
func width(text string) int { return uniseg.StringWidth(text) }

// pad fills a text up to a width, or cuts it there with an ellipsis.
func pad(text string, to int) string {
	if n := width(text); n <= to {
		return text + strings.Repeat(" ", to-n)
	}
	return pad(cut(text, to), to)
}

// cut shortens a text to a width, with an ellipsis.
func cut(text string, to int) string {
	if width(text) <= to {
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

// Last are the last of several lines, no more than a screen of them as a terminal breaks
// them, under a line that says how many come before.
func (s *Screen) Last(lines []string) []string {
	from := len(lines)
	for rows := 0; from > 0 && s.Height > 0; from-- {
		if rows += max(1, (width(lines[from-1])+s.Width-1)/s.Width); rows > s.Height-4 {
			break
		}
	}
	if from == 0 || s.Height == 0 {
		return lines
	}
	return slices.Concat([]string{s.Say("earlier", "count", fmt.Sprint(from))}, lines[from:])
}

// wrap breaks pieces into lines of a width: the first with one indent, the rest
// with another. A piece stays whole where it fits on a line.
func wrap(pieces []string, between, first, rest string, to int) []string {
	to -= width(strings.TrimRight(between, " ")) // it may stand at the end of a line
	var lines []string
	line, empty := first, true
	flush := func() {
		lines = append(lines, strings.TrimRight(line, " "))
		line, empty = rest, true
	}
	for _, p := range pieces {
		joined := between
		if empty {
			joined = ""
		}
		if !empty && width(line+joined+p) > to {
			line += strings.TrimRight(joined, " ")
			flush()
			joined = ""
		}
		if width(line+joined+p) <= to {
			line, empty = line+joined+p, false
			continue
		}
		line += joined
		for i, part := range split(p, to-width(line), to-width(rest)) {
			if i > 0 {
				flush()
			}
			line, empty = line+part, false
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
	part, at, room := "", 0, max(first, 8)
	for state := -1; text != ""; {
		var segment string
		segment, text, _, state = uniseg.FirstLineSegmentInString(text, state)
		if w := width(strings.TrimRight(segment, " ")); at > 0 && at+w > room {
			parts = append(parts, strings.TrimRight(part, " "))
			part, at, room = "", 0, max(rest, 8)
		}
		part, at = part+segment, at+width(segment)
	}
	return append(parts, part)
}

// paragraph breaks one text into lines with an indent.
func paragraph(text, first, rest string, to int) []string {
	return wrap([]string{text}, " ", first, rest, to)
}
