package library

import (
	"strings"

	"github.com/ruledeck/ruledeck/interp/sanitize"
	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

func assert(c *language.Call) language.Value {
	if language.Truth(c.Arg(1)) {
		return c.Arg(1)
	}
	if c.Arg(2) == nil {
		c.Fault("assertion failed")
	}
	c.Fault("%s", language.Text(c.Arg(2)))
	return nil
}

func raise(c *language.Call) language.Value {
	level := c.OptInteger(2, 1)
	switch v := c.Arg(1).(type) {
	case nil:
		c.Fault("error was called without a text")
	case language.String, language.Number:
		c.FaultAt(level-1, sanitize.Line(language.Text(v))) // or it could forge a line of a report
	default:
		c.Fault("error was called with a %s; give it a text", language.TypeName(v))
	}
	return nil
}

func typeName(c *language.Call) language.Value { return language.String(language.TypeName(c.Any(1))) }

func toNumber(c *language.Call) language.Value {
	base := c.OptInteger(2, 10)
	if base < 2 || base > 36 {
		c.Fault("tonumber: argument 2 must be a base from 2 to 36, not %d", base)
	}
	switch v := c.Arg(1).(type) {
	case language.Number:
		if base == 10 {
			return v
		}
		return language.ParseNumber(language.Text(v), base)
	case language.String:
		return language.ParseNumber(string(v), base)
	}
	return nil
}

func toString(c *language.Call) language.Value { return c.NewText(language.Text(c.Any(1))) }

func printed(c *language.Call) language.Value {
	var b strings.Builder
	for i := 1; i <= c.N(); i++ {
		if i > 1 {
			b.WriteByte('\t')
		}
		b.WriteString(shown(c.Arg(i), 0))
		c.LimitText(b.Len())
	}
	c.Charge(b.Len() >> 5)
	c.Spend(limits.Text, 16+b.Len())
	if show := c.State().Print; show != nil {
		file, line := c.Place()
		show(file, line, b.String())
	}
	return c.Return()
}

// shown is a value for the eyes of the person who writes the script: what a table
// holds, where it is not too much.
func shown(v language.Value, depth int) string {
	const deepest, longest = 3, 200
	if o, ok := v.(*language.Object); ok && o.Class.Shown != nil {
		return o.Class.Shown(o)
	}
	t, ok := v.(*language.Table)
	if !ok {
		return language.Text(v)
	}
	if depth == deepest {
		return "{...}"
	}
	var parts []string
	size, items := 0, t.Len()
	for key, value := range t.All() {
		part := shown(value, depth+1)
		if n, isNumber := key.(language.Number); !isNumber || n > language.Number(items) {
			part = language.Text(key) + " = " + part
		}
		size += len(part)
		if size > longest {
			parts = append(parts, "...")
			break
		}
		parts = append(parts, part)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
