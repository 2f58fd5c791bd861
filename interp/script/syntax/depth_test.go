package syntax

import (
	"strings"
	"testing"
)

func TestDepth(t *testing.T) {
	const n = 20000
	for name, text := range map[string]string{
		"concatenation": "return " + strings.Repeat("1 ..", n) + "1",
		"sum":           "return " + strings.Repeat("1 +", n) + "1",
		"power":         "return " + strings.Repeat("2^", n) + "1",
		"not":           "return " + strings.Repeat("not ", n) + "1",
		"minus":         "return " + strings.Repeat("- ", n) + "1",
		"calls":         "f" + strings.Repeat("()", n),
		"fields":        "return a" + strings.Repeat(".b", n),
		"brackets":      "return " + strings.Repeat("f(", n) + "1" + strings.Repeat(")", n),
		"tables":        "return " + strings.Repeat("{", n) + strings.Repeat("}", n),
		"blocks":        strings.Repeat("do ", n) + strings.Repeat("end ", n),
		"else":          "if a then " + strings.Repeat("elseif b then ", n) + "end",
		"functions":     "return " + strings.Repeat("function() return ", n) + "1" + strings.Repeat(" end", n),
		"loops":         strings.Repeat("for i = 1, 2 do ", n) + strings.Repeat("end ", n),
	} {
		if _, err := Parse("a.lua", "\n"+text); err == nil ||
			!strings.Contains(err.Error(), "more than 500 operators, calls or blocks") ||
			!strings.Contains(err.Error(), "line:2") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, text := range map[string]string{
		"many statements": strings.Repeat("f(1 .. 2)\n", n),
		"a long chain":    "return " + strings.Repeat("1 ..", 400) + "1",
		"a long list":     "return {" + strings.Repeat("{1}, ", n) + "}",
	} {
		if _, err := Parse("a.lua", text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
