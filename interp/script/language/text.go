package language

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Letters returns the length of a text in characters, as scripts count.
func Letters(text string) int { return utf8.RuneCountInString(text) }

// ParseNumber reads a number as a script writes it; nil where there is none. Go's
// parsers alone would also take underscores, "inf" and binary exponents.
func ParseNumber(text string, base int) Value {
	const long = 128 // no number has as many digits
	if len(text) > long {
		return nil
	}
	text = strings.ToLower(strings.Trim(text, " \t\r\n"))
	digits := strings.TrimPrefix(text, "-")
	if rest, ok := strings.CutPrefix(digits, "0x"); ok && (base == 10 || base == 16) {
		base = 16
		text = strings.TrimSuffix(text, digits) + rest
	}
	if strings.ContainsAny(text, "_") {
		return nil
	}
	if base != 10 {
		if n, err := strconv.ParseInt(text, base, 64); err == nil {
			return Float(float64(n))
		}
		return nil
	}
	if strings.Trim(text, "0123456789+-.e") != "" {
		return nil
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return Float(f)
	}
	return nil
}
