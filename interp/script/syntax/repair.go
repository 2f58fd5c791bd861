package syntax

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/lists"
)

// What is half typed is mended in its own line: the words up to the place tell what is open
// there, those below it what closes further down.

// Repair returns a script that can be read with a name in place of what is being typed in it,
// which stands between head and tail in its line: what the line opens and nothing below
// closes is closed there, and what stands open above it where the rest does not fit otherwise;
// what follows in the line is left out where it does not fit. It returns "" where that does not
// help.
func Repair(before, head, name, tail, after string) string {
	for _, head := range []string{head, strings.Replace(head, "return", "do return", 1)} { // more may follow
		for _, tail := range []string{tail, ""} {
			for _, use := range []string{"", "()", " in nil"} { // a value, a statement, a loop
				if text := closed(before, head+name+use+tail, after); text != "" {
					if _, err := Parse("", text); err == nil {
						return text
					}
				}
			}
		}
	}
	return ""
}

// closed is a text in whose line as much is closed as nothing below closes; "" where it
// cannot be.
func closed(before, line, after string) (mended string) {
	outer := len(nesting(before, whole).open)
	open := nesting(before+line, whole).open
	for keep := len(open); keep >= 0 && (keep >= outer || mended == ""); keep-- {
		if keep < len(open) {
			line += closing(open[keep])
		}
		text := line
		if keep > 0 && open[keep-1].Open != 0 && lacksComma(line, after) {
			text += ","
		}
		rest := nesting(before+text+after, whole)
		if rest.fits && len(rest.open) == 0 {
			return before + text + after
		}
		inBracket := slices.ContainsFunc(rest.open, func(b block) bool { return b.Open != 0 })
		if rest.fits && mended == "" && !inBracket {
			slices.Reverse(rest.open)
			mended = before + text + strings.Join(lists.Map(rest.open, closing), "") + after
		}
	}
	return mended
}

// closing is what closes a bracket or a block.
func closing(b block) string {
	switch b.closer {
	case "then", "do":
		return " " + b.closer + " end"
	case "until":
		return " until nil"
	}
	return " " + b.closer
}

// lacksComma reports whether something follows in a table or among arguments.
func lacksComma(line, after string) bool {
	last, next := "", ""
	tokens(line, func(t token) bool {
		last = t.text
		return true
	})
	tokens(after, func(t token) bool {
		next = t.text
		return false
	})
	return next != "" && !strings.ContainsAny(last[:1], ",;{(") && !strings.ContainsAny(next[:1], ",;})]")
}
