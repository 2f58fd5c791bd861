package language_test

import (
	"fmt"
	"strings"
)

// script writes a program. Variables have kinds, so that most of what it does makes
// sense; now and then it does not.
type script struct {
	b      strings.Builder
	choose func(n int) int
	vars   []typed
	depth  int
	names  int
	loops  int
	// inFunction is the number of functions around.
	inFunction int
	outer      int // variables of the functions around
}

type typed struct {
	name string
	kind int
}

const (
	numbers = iota
	texts
	flags
	lists
	records
	functions
	kinds
)

func newScript(choose func(n int) int) string {
	p := &script{choose: choose}
	p.line("local fs, total = {}, 0")
	p.line("local function is(x) return x end")
	for k := range kinds {
		p.declare(k)
	}
	p.block(4+choose(8), 3)
	for _, v := range p.vars {
		p.show(v)
	}
	p.line("for i, f in ipairs(fs) do out(i, f(i, 2)) end")
	for _, v := range p.vars {
		p.show(v)
	}
	return p.b.String()
}

func (p *script) line(format string, args ...any) {
	p.b.WriteString(strings.Repeat(" ", p.depth) + fmt.Sprintf(format, args...) + "\n")
}

func (p *script) declare(kind int) {
	p.names++
	v := typed{fmt.Sprintf("v%d", p.names), kind}
	p.line("local %s = %s", v.name, p.expr(kind, 2))
	p.vars = append(p.vars, v)
}

// variable returns one of a kind, "" where there is none.
func (p *script) variable(kind int) string {
	var names []string
	for _, v := range p.vars {
		if v.kind == kind {
			names = append(names, v.name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return names[p.choose(len(names))]
}

// own returns a variable that the function being written has made.
func (p *script) own(kind int) string {
	all := p.vars
	defer func() { p.vars = all }()
	p.vars = p.vars[p.outer:]
	return p.variable(kind)
}

func (p *script) show(v typed) {
	switch v.kind {
	case lists:
		p.line("for i, x in ipairs(%s) do out(i, x) end out(#%s)", v.name, v.name)
	case records:
		p.line("for k, x in pairs(%s) do out(k, x) end", v.name)
	case functions:
		p.line("out(%s(3, 4))", v.name)
	default:
		p.line("out(%s)", v.name)
	}
}

func (p *script) one(of ...string) string { return of[p.choose(len(of))] }

func (p *script) expr(kind, depth int) string {
	if p.choose(60) == 59 { // something else than is wanted
		kind = p.choose(kinds)
	}
	if v := p.variable(kind); v != "" && (depth == 0 || p.choose(3) == 0) {
		return v
	}
	if depth == 0 {
		return p.literal(kind)
	}
	switch kind {
	case numbers:
		return p.numberExpr(depth - 1)
	case texts:
		return p.textExpr(depth - 1)
	case flags:
		return p.flagExpr(depth - 1)
	case lists:
		return p.listExpr(depth - 1)
	case records:
		return fmt.Sprintf("{a = %s, b = %s, %s = %s}", p.expr(numbers, depth-1), p.expr(p.choose(3), depth-1),
			p.one("c", "d", "[1]", "[\"e\"]", "[true]", "[2.5]"), p.expr(texts, depth-1))
	}
	return p.functionExpr(depth - 1)
}

func (p *script) literal(kind int) string {
	switch kind {
	case numbers:
		return p.one("0", "1", "2", "3", "7", "-1", "0.5", "2.25", "100", "1e3", "0x1F")
	case texts:
		return p.one("\"\"", "\"a\"", "\"bc\"", "'x y'", "[[long]]", "\"q1\"")
	case flags:
		return p.one("true", "false", "nil")
	case lists:
		return p.one("{}", "{1}", "{3, 1, 2}", "{\"b\", \"a\"}", "{1, nil, 3}", "{5, 5, 4}")
	case records:
		return p.one("{}", "{a = 1}", "{a = 1, b = 2}", "{b = \"x\", a = 3}")
	}
	return p.one("function(a, b) return a end", "function(a, b) return b, a end", "function() end")
}

func (p *script) numberExpr(depth int) string {
	n := func() string { return p.expr(numbers, depth) }
	switch p.choose(16) {
	case 0, 1:
		return "(" + n() + " + " + n() + ")"
	case 2:
		return "(" + n() + " - " + n() + ")"
	case 3:
		return n() + " * " + n()
	case 4:
		return n() + " % " + p.one("2", "3", "-3", "2.5")
	case 5:
		return n() + " / 2"
	case 6:
		return "(- " + p.expr(numbers, 0) + ")"
	case 7:
		return "#" + p.expr(lists, depth)
	case 8:
		return "#" + p.expr(texts, depth)
	case 9:
		return "math." + p.one("floor", "ceil", "abs") + "(" + n() + ")"
	case 10:
		return "math." + p.one("max", "min") + "(" + n() + ", " + n() + ")"
	case 11:
		return "(" + p.expr(flags, depth) + " and " + n() + " or " + n() + ")"
	case 12:
		return "(" + p.one("pair", "pair") + "(" + n() + ", " + n() + "))"
	case 13:
		if r := p.variable(records); r != "" {
			return "(" + r + p.one(".a", ".b", "[\"a\"]", ".z") + " or 0)"
		}
	case 14:
		if l := p.variable(lists); l != "" {
			return "(" + l + "[" + n() + "] or " + n() + ")"
		}
	case 15:
		if f := p.variable(functions); f != "" {
			return "(" + f + "(" + n() + ", " + n() + ") or 4)"
		}
	}
	return p.literal(numbers)
}

func (p *script) textExpr(depth int) string {
	switch p.choose(6) {
	case 0, 1:
		return p.expr(texts, depth) + " .. " + p.expr(texts, depth)
	case 2:
		// the machine writes numbers otherwise
		return "(" + p.expr(texts, depth) + " .. tostring(" + p.expr(numbers, depth) + "))"
	case 3:
		return "tostring(" + p.expr(p.choose(3), depth) + ")"
	case 4:
		return "string." + p.one("upper", "lower") + "(" + p.expr(texts, depth) + ")"
	}
	return "string.sub(" + p.expr(texts, depth) + ", " + p.one("1", "2", "-1", "-2") + ", " +
		p.one("1", "3", "-1", "-2") + ")"
}

func (p *script) flagExpr(depth int) string {
	switch p.choose(7) {
	case 0:
		return "(" + p.expr(numbers, depth) + p.one(" < ", " <= ", " > ", " >= ", " == ", " ~= ") +
			p.expr(numbers, depth) + ")"
	case 1:
		return "(" + p.expr(texts, depth) + p.one(" < ", " <= ", " > ", " == ", " ~= ") + p.expr(texts, depth) + ")"
	case 2:
		return "is(not " + p.expr(flags, depth) + ")" // the machine gets "not a and b" wrong
	case 3:
		return "(" + p.expr(flags, depth) + p.one(" and ", " or ") + p.expr(flags, depth) + ")"
	case 4:
		k := p.choose(kinds)
		return "(" + p.expr(k, 0) + " == " + p.expr(p.choose(kinds), 0) + ")"
	case 5:
		return "(type(" + p.expr(p.choose(kinds), depth) + ") == \"" + p.one("number", "string", "table", "nil") + "\")"
	}
	if r := p.variable(records); r != "" {
		return "(" + r + ".a ~= nil)"
	}
	return "true"
}

func (p *script) listExpr(depth int) string {
	switch p.choose(4) {
	case 0:
		return "{" + p.expr(numbers, depth) + ", " + p.expr(p.choose(2), depth) + "}"
	case 1:
		return "{pair(" + p.expr(numbers, depth) + ", " + p.expr(numbers, depth) + ")}"
	case 2:
		return "{" + p.expr(numbers, depth) + ", pair(" + p.expr(texts, depth) + ", 1), 9}"
	}
	if f := p.variable(functions); f != "" {
		return "{" + f + "(1, 2)}"
	}
	return p.literal(lists)
}

// functionExpr writes a function on several lines.
func (p *script) functionExpr(depth int) string {
	inner := &script{outer: len(p.vars), choose: p.choose,
		vars:  append(append([]typed{}, p.vars...), typed{"a", numbers}, typed{"b", numbers}),
		depth: p.depth + 1, names: p.names + 10, inFunction: p.inFunction + 1}
	if inner.inFunction > 2 {
		return p.literal(functions)
	}
	inner.block(1+p.choose(3), depth)
	switch p.choose(4) {
	case 0:
		inner.line("do return %s end", inner.expr(numbers, 1))
	case 1:
		inner.line("do return %s, %s end", inner.expr(numbers, 1), inner.expr(p.choose(3), 1))
	case 2:
		inner.line("do return pair(%s, %s) end", inner.expr(numbers, 1), inner.expr(texts, 0))
	}
	p.names = inner.names
	return "function(a, b)\n" + inner.b.String() + strings.Repeat(" ", p.depth) + "end"
}

func (p *script) block(n, depth int) {
	vars := len(p.vars)
	p.depth++
	for range n {
		if p.b.Len() > 1500 {
			break
		}
		p.stmt(depth)
	}
	p.depth--
	if p.depth > 0 {
		p.vars = p.vars[:vars:vars]
	}
}

func (p *script) stmt(depth int) {
	switch p.choose(20) {
	case 0, 1, 2:
		p.declare(p.choose(kinds))
	case 3, 4, 5:
		// When a function that an expression calls assigns what the expression has
		// read, the machine may see either: functions assign a variable of their own
		// or one that stands in no expression.
		if p.inFunction > 0 && p.choose(2) == 0 {
			p.line("total = total + %s out(total)", p.expr(numbers, 0))
			return
		}
		k := p.choose(kinds)
		if v := p.own(k); v != "" {
			// Of its own "v = a and b" the machine leaves v as it was where a is false.
			p.line("%s = is(%s)", v, p.expr(k, depth))
		}
	case 6:
		if r := p.variable(records); r != "" {
			p.line("do local t = %s t%s = %s end", r, p.one(".a", ".b", ".c", "[\"x\"]", "[3]", "[true]"),
				p.expr(p.choose(3), depth))
		}
	case 7:
		if l := p.variable(lists); l != "" {
			p.line("do local t = %s t[%s] = %s end", l, p.one("1", "2", "#"+l+" + 1", "#"+l, "6"),
				p.expr(p.choose(3), depth))
		}
	case 8:
		if l := p.variable(lists); l != "" {
			p.line("%s", p.one(
				"table.insert("+l+", "+p.expr(numbers, depth)+")",
				"if #"+l+" > 0 then table.insert("+l+", 1, "+p.expr(numbers, depth)+") end",
				"if #"+l+" > 0 then out(table.remove("+l+", #"+l+")) end",
				"if #"+l+" > 1 then out(table.remove("+l+", 1)) end",
				"do local c = {} for i, x in ipairs("+l+") do if type(x) == \"number\" then c[#c + 1] = x end end "+
					"table.sort(c) for i, x in ipairs(c) do out(x) end end",
				"do local c = {} for i, x in ipairs("+l+
					") do c[#c + 1] = tostring(x) end out(table.concat(c, \"-\")) end",
			))
		}
	case 9, 10:
		p.line("out(%s)", p.expr(p.choose(3), depth))
	case 11:
		p.line("if %s then", p.expr(flags, depth))
		p.block(1+p.choose(3), depth)
		if p.choose(2) == 0 {
			p.line("elseif %s then", p.expr(flags, depth))
			p.block(1+p.choose(2), depth)
		}
		if p.choose(2) == 0 {
			p.line("else")
			p.block(1+p.choose(2), depth)
		}
		p.line("end")
	case 12, 13, 14:
		p.loop(depth)
	case 15:
		p.line("fs[#fs + 1] = %s", p.functionExpr(depth))
	case 16:
		p.line("local x%d, y%d = %s", p.names, p.names, p.one("pair("+p.expr(numbers, 1)+", "+p.expr(numbers, 1)+")",
			p.expr(numbers, 1), p.expr(numbers, 0)+", "+p.expr(texts, 1)+", 3"))
		p.line("out(x%d, y%d)", p.names, p.names)
	case 17:
		if f := p.variable(functions); f != "" {
			p.line("out(nested(%s, %s))", f, p.expr(numbers, 1))
		}
	case 18:
		p.names++
		name := fmt.Sprintf("v%d", p.names)
		p.line("local function %s(a, b)", name)
		p.line(" if type(a) ~= \"number\" or a < 1 or a > 6 then return %s end", p.expr(numbers, 1))
		p.line(" return %s(a - 1, b) %s", name, p.one("", "+ 1"))
		p.line("end")
		p.vars = append(p.vars, typed{name, functions})
	default:
		if f := p.variable(functions); f != "" {
			p.line("out(%s(%s, %s))", f, p.expr(numbers, 1), p.expr(numbers, 1))
		}
	}
}

func (p *script) loop(depth int) {
	if p.loops > 2 {
		return
	}
	p.loops++
	vars := p.vars
	p.names++
	i := fmt.Sprintf("i%d", p.names)
	list := p.one("{4, 5, 6}", p.expr(lists, 1))
	p.vars = append(p.vars[:len(p.vars):len(p.vars)], typed{i, numbers})
	switch p.choose(6) {
	case 0, 1:
		p.line("for %s = %s, %s%s do", i, p.one("1", "0", "3", "-1", "0.5"), p.one("3", "2", "1", "4.5"),
			p.one("", "", ", 1", ", 2", ", -1", ", 0.5"))
	case 2:
		p.line("for _, %s in ipairs(%s) do", i, list)
	case 3:
		p.line("for %s, x in pairs({7, 8, a = 1, b = 2}) do out(x)", i)
		p.vars = vars
	case 4:
		p.line("local %s = 0 while %s < 3 do %s = %s + 1", i, i, i, i)
	default:
		p.line("local %s = 0 repeat %s = %s + 1", i, i, i)
		p.block(1+p.choose(3), depth)
		p.line("until %s >= 3", i)
		p.vars = vars
		p.loops--
		return
	}
	p.block(1+p.choose(3), depth)
	p.line("end")
	p.vars = vars
	p.loops--
}
