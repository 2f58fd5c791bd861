package language_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/interp/script/language"
)

// gopher-lua's own machine is the oracle for all that it does right: programs made
// at random run on both and must print the same, in the same order, and fail at the
// same line or not at all. Left out is what that machine is known to get wrong,
// assignments to several variables and jumps out of blocks whose variables are
// captured; oracle_test.go has those.

func TestAgainstTheMachine(t *testing.T) {
	programs := 1000
	if testing.Short() {
		programs = 300
	}
	if n, err := strconv.Atoi(os.Getenv("RULEDECK_PROGRAMS")); err == nil {
		programs = n
	}
	seed := 0
	if n, err := strconv.Atoi(os.Getenv("RULEDECK_SEED")); err == nil {
		seed = n
	}
	faults := 0
	for i := seed; i < seed+programs; i++ {
		r := rand.New(rand.NewPCG(uint64(i), 2))
		if os.Getenv("RULEDECK_TELL") != "" {
			os.Stderr.WriteString(fmt.Sprint(i, "\n"))
		}
		if against(t, newScript(r.IntN)) {
			faults++
		}
	}
	t.Logf("%d programs, of which %d ended with a fault", programs, faults)
}

// FuzzAgainstTheMachine makes the choices of a program from bytes. What covers more
// is not worth being made shorter, for which the fuzzer takes a minute each:
//
//	go test ./interp/script/language -run xxx -fuzz FuzzAgainstTheMachine -fuzzminimizetime 1x
func FuzzAgainstTheMachine(f *testing.F) {
	for seed := range 40 {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		data := make([]byte, 400)
		for i := range data {
			data[i] = byte(r.IntN(256))
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		at := 0
		against(t, newScript(func(n int) int {
			if at >= len(data) {
				return 0
			}
			at++
			return int(data[at-1]) % n
		}))
	})
}

// against runs a program on both and reports whether it ended with a fault.
func against(t *testing.T, source string) bool {
	t.Helper()
	got, place, deep := runCompiled(t, source)
	if deep { // first, as the machine would never end some of them
		return false
	}
	want, line, late := runMachine(source)
	if late || strings.Contains(want, "e+") { // the machine writes long numbers otherwise
		return false
	}
	if got != want || place != line {
		t.Fatalf("%s\ncompiled %s (fault in line %d)\nmachine  %s (fault in line %d)", number(source), got, place, want, line)
	}
	return line != 0
}

func number(source string) string {
	lines := strings.Split(source, "\n")
	for i := range lines {
		lines[i] = fmt.Sprintf("%3d %s", i+1, lines[i])
	}
	return strings.Join(lines, "\n")
}

// endless is how much a program prints at most.
const endless = 4000

// runCompiled runs a program compiled; deep says that it went to a limit, which are
// not the same.
func runCompiled(t *testing.T, source string) (text string, line int, deep bool) {
	s := newState()
	var out strings.Builder
	s.SetGlobal("out", language.NewFunc("out", func(c *language.Call) language.Value {
		for i := 1; i <= c.N(); i++ {
			out.WriteString(language.Text(c.Arg(i)) + " ")
		}
		return c.Return()
	}))
	s.SetGlobal("pair", language.NewFunc("pair", func(c *language.Call) language.Value { return c.Return(c.Arg(2), c.Arg(1)) }))
	s.SetGlobal("nested", language.NewFunc("nested", func(c *language.Call) language.Value {
		v, err := c.State().Call(c.Function(1), c.Arg(2))
		if e, ok := err.(*language.Error); ok {
			deep = deep || stricter(e.Message)
			return language.String(fmt.Sprint("fault ", e.Line))
		}
		return v
	}))
	chunk, err := language.Compile("p.lua", source)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	_, err = s.Run(chunk)
	if err == nil {
		return out.String(), 0, deep
	}
	fault, ok := err.(*language.Error)
	if !ok {
		return out.String(), 0, true
	}
	return out.String(), fault.Line, deep || stricter(fault.Message)
}

// stricter reports whether a fault is one that the machine does not have: its limits
// are others, and its library takes texts for numbers.
func stricter(message string) bool {
	return strings.HasPrefix(message, "too many ") || strings.HasPrefix(message, "string has no ") || strings.Contains(message, "of a string value") || strings.Contains(message, " has at most ") || strings.Contains(message, ": argument ")
}

// runMachine runs a program on gopher-lua's machine; late says that it never ends.
func runMachine(source string) (text string, line int, late bool) {
	L := lua.NewState(lua.Options{SkipOpenLibs: true})
	defer L.Close()
	for name, open := range map[string]lua.LGFunction{"": lua.OpenBase, "table": lua.OpenTable, "string": lua.OpenString, "math": lua.OpenMath} {
		L.Push(L.NewFunction(open))
		L.Push(lua.LString(name))
		L.Call(1, 0)
	}
	readTextsInTens(L)
	var out strings.Builder
	L.SetGlobal("out", L.NewFunction(func(L *lua.LState) int {
		for i := 1; i <= L.GetTop(); i++ {
			out.WriteString(printedText(L.Get(i)) + " ")
		}
		if out.Len() > endless {
			late = true
			L.RaiseError("it prints too much")
		}
		return 0
	}))
	L.SetGlobal("tostring", L.NewFunction(func(L *lua.LState) int { // without addresses
		L.Push(lua.LString(printedText(L.Get(1))))
		return 1
	}))
	L.SetGlobal("pair", L.NewFunction(func(L *lua.LState) int {
		first := L.Get(1)
		L.Push(L.Get(2))
		L.Push(first)
		return 2
	}))
	L.SetGlobal("nested", L.NewFunction(func(L *lua.LState) int {
		// A thread of its own: the machine closes the captured variables of every
		// frame of a thread when it raises.
		thread, _ := L.NewThread()
		thread.Push(L.CheckFunction(1))
		thread.Push(L.Get(2))
		if err := thread.PCall(1, 1, nil); err != nil {
			L.Push(lua.LString(fmt.Sprint("fault ", faultLine(err))))
			return 1
		}
		L.Push(thread.Get(-1))
		return 1
	}))
	fn, err := L.Load(strings.NewReader(source), "p.lua")
	if err != nil {
		panic(fmt.Sprint(err, "\n", source))
	}
	L.Push(fn)
	if err := L.PCall(0, 0, nil); err != nil {
		return out.String(), faultLine(err), late
	}
	return out.String(), 0, late
}

// readTextsInTens mends the one thing that the machine reads otherwise than Lua: in
// arithmetic "022" is 18 to it, a number to the base of eight.
func readTextsInTens(L *lua.LState) {
	number := func(L *lua.LState, n int) float64 {
		v := L.Get(n)
		if text, ok := v.(lua.LString); ok {
			if n := language.ParseNumber(string(text), 10); n != nil {
				v = n
			}
		}
		f, ok := v.(lua.LNumber)
		if !ok {
			L.RaiseError("no number")
		}
		return float64(f)
	}
	texts := L.GetMetatable(lua.LString("")).(*lua.LTable)
	for name, do := range map[string]func(a, b float64) float64{
		"__add": func(a, b float64) float64 { return a + b },
		"__sub": func(a, b float64) float64 { return a - b },
		"__mul": func(a, b float64) float64 { return a * b },
		"__div": func(a, b float64) float64 { return a / b },
		"__mod": func(a, b float64) float64 {
			if rest := math.Mod(a, b); rest*b >= 0 {
				return rest
			}
			return math.Mod(a, b) + b
		},
		"__unm": func(a, _ float64) float64 { return -a },
	} {
		texts.RawSetString(name, L.NewFunction(func(L *lua.LState) int {
			a, b := number(L, 1), 0.0
			if name != "__unm" {
				b = number(L, 2)
			}
			L.Push(lua.LNumber(do(a, b)))
			return 1
		}))
	}
}

func printedText(v lua.LValue) string {
	if v == lua.LNil {
		return "nil"
	}
	return language.Text(v)
}

// faultLine reads "p.lua:12: ...".
func faultLine(err error) int {
	parts := strings.SplitN(err.Error(), ":", 3)
	if len(parts) < 3 {
		return -1
	}
	line, _ := strconv.Atoi(parts[1])
	return line
}

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
		return fmt.Sprintf("{a = %s, b = %s, %s = %s}", p.expr(numbers, depth-1), p.expr(p.choose(3), depth-1), p.one("c", "d", "[1]", "[\"e\"]", "[true]", "[2.5]"), p.expr(texts, depth-1))
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
		return "(" + p.expr(texts, depth) + " .. tostring(" + p.expr(numbers, depth) + "))" // the machine writes numbers otherwise
	case 3:
		return "tostring(" + p.expr(p.choose(3), depth) + ")"
	case 4:
		return "string." + p.one("upper", "lower") + "(" + p.expr(texts, depth) + ")"
	}
	return "string.sub(" + p.expr(texts, depth) + ", " + p.one("1", "2", "-1", "-2") + ", " + p.one("1", "3", "-1", "-2") + ")"
}

func (p *script) flagExpr(depth int) string {
	switch p.choose(7) {
	case 0:
		return "(" + p.expr(numbers, depth) + p.one(" < ", " <= ", " > ", " >= ", " == ", " ~= ") + p.expr(numbers, depth) + ")"
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
	inner := &script{outer: len(p.vars), choose: p.choose, vars: append(append([]typed{}, p.vars...), typed{"a", numbers}, typed{"b", numbers}),
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
			p.line("do local t = %s t%s = %s end", r, p.one(".a", ".b", ".c", "[\"x\"]", "[3]", "[true]"), p.expr(p.choose(3), depth))
		}
	case 7:
		if l := p.variable(lists); l != "" {
			p.line("do local t = %s t[%s] = %s end", l, p.one("1", "2", "#"+l+" + 1", "#"+l, "6"), p.expr(p.choose(3), depth))
		}
	case 8:
		if l := p.variable(lists); l != "" {
			p.line("%s", p.one(
				"table.insert("+l+", "+p.expr(numbers, depth)+")",
				"if #"+l+" > 0 then table.insert("+l+", 1, "+p.expr(numbers, depth)+") end",
				"if #"+l+" > 0 then out(table.remove("+l+", #"+l+")) end",
				"if #"+l+" > 1 then out(table.remove("+l+", 1)) end",
				"do local c = {} for i, x in ipairs("+l+") do if type(x) == \"number\" then c[#c + 1] = x end end table.sort(c) for i, x in ipairs(c) do out(x) end end",
				"do local c = {} for i, x in ipairs("+l+") do c[#c + 1] = tostring(x) end out(table.concat(c, \"-\")) end",
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
		p.line("local x%d, y%d = %s", p.names, p.names, p.one("pair("+p.expr(numbers, 1)+", "+p.expr(numbers, 1)+")", p.expr(numbers, 1), p.expr(numbers, 0)+", "+p.expr(texts, 1)+", 3"))
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
		p.line("for %s = %s, %s%s do", i, p.one("1", "0", "3", "-1", "0.5"), p.one("3", "2", "1", "4.5"), p.one("", "", ", 1", ", 2", ", -1", ", 0.5"))
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
