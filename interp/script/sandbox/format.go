package sandbox

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// floatCost is what formatting a float is charged: it can have 400 digits.
const floatCost = 20

// stringFormat is string.format. %p is refused: an address differs in every run.
func (s *State) stringFormat(L *lua.LState) int {
	format := s.text(L, "string.format", 1)
	var b strings.Builder
	arg := 1
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		i++
		if i < len(format) && format[i] == '%' {
			b.WriteByte('%')
			continue
		}
		end := i
		for end < len(format) && strings.IndexByte("-+ 0123456789.", format[end]) >= 0 {
			end++
		}
		if end == len(format) {
			s.Fault(L, "string.format: the text ends inside a directive")
		}
		arg++
		b.WriteString(s.directive(L, format[i:end], format[end], arg))
		s.limitString(L, b.Len())
		i = end
	}
	s.limitString(L, b.Len())
	return s.pushString(L, b.String())
}

// directive formats one argument.
func (s *State) directive(L *lua.LState, spec string, verb byte, arg int) string {
	if !validSpec(spec) {
		s.Fault(L, "string.format: \"%%%s%c\" is not a directive", spec, verb)
	}
	const name = "string.format"
	if strings.IndexByte("cdiuoxXeEfgGqs", verb) >= 0 && arg > L.GetTop() {
		s.wrong(L, name, arg, "a value")
	}
	switch verb {
	case 'c':
		n := s.integer(L, name, arg)
		return fmt.Sprintf("%"+spec+"s", string([]byte{byte(n)}))
	case 'd', 'i', 'u':
		return fmt.Sprintf("%"+spec+"d", s.integer(L, name, arg))
	case 'o', 'x', 'X':
		return fmt.Sprintf("%"+spec+string(verb), uint64(s.integer(L, name, arg)))
	case 'e', 'E', 'f', 'g', 'G':
		f := s.number(L, name, arg)
		if math.IsInf(f, 0) || math.IsNaN(f) {
			width, _, _ := strings.Cut(strings.ReplaceAll(spec, "0", ""), ".")
			return fmt.Sprintf("%"+width+"s", Text(lua.LNumber(f)))
		}
		s.Charge(L, floatCost)
		if !strings.Contains(spec, ".") {
			spec += ".6" // as in C; Go would write all digits
		}
		return fmt.Sprintf("%"+spec+string(verb), f)
	case 'q':
		return quoted(s.text(L, name, arg))
	case 's':
		text := s.display(L, L.Get(arg))
		s.limitString(L, len(text))
		return padded(spec, text)
	}
	s.Fault(L, "string.format: \"%%%s%c\" is not a directive", spec, verb)
	return ""
}

// validSpec takes flags, then at most two digits of width and of precision.
func validSpec(spec string) bool {
	spec = strings.TrimLeft(spec, "-+ 0")
	width, precision, _ := strings.Cut(spec, ".")
	return len(width) <= 2 && len(precision) <= 2 && strings.Trim(width+precision, "0123456789") == ""
}

// padded applies width and precision in bytes; Go would count characters.
func padded(spec, text string) string {
	flags := spec[:len(spec)-len(strings.TrimLeft(spec, "-+ 0"))]
	first, second, dot := strings.Cut(spec[len(flags):], ".")
	width, _ := strconv.Atoi(first) // nothing is 0
	if precision, _ := strconv.Atoi(second); dot && precision < len(text) {
		text = text[:precision]
	}
	space := strings.Repeat(" ", max(width-len(text), 0))
	if strings.Contains(flags, "-") {
		return text + space
	}
	return space + text
}

// quoted writes a text so that Lua reads it back.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"', '\\', '\n':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\r':
			b.WriteString(`\r`)
		case 0:
			b.WriteString(`\000`)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
