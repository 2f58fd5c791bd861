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
	if os.Getenv("RULEDECK_FULL") != "" {
		programs = 100_000
	}
	seed := 0
	if n, err := strconv.Atoi(os.Getenv("RULEDECK_SEED")); err == nil {
		seed = n
	}
	against(t, "out(nested(function() repeat until false end, 1))") // the machine would never end it
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
		t.Fatalf("%s\ncompiled %s (fault in line %d)\nmachine  %s (fault in line %d)", number(source),
			got, place, want, line)
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
	s.SetGlobal("pair",
		language.NewFunc("pair", func(c *language.Call) language.Value { return c.Return(c.Arg(2), c.Arg(1)) }))
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
	return strings.HasPrefix(message, "too many ") || strings.HasPrefix(message, "stopped after ") ||
		strings.HasPrefix(message, "string has no ") || strings.Contains(message, "of a string value") ||
		strings.Contains(message, " has at most ") ||
		strings.Contains(message, ": argument ")
}

// runMachine runs a program on gopher-lua's machine; late says that it never ends.
func runMachine(source string) (text string, line int, late bool) {
	L := lua.NewState(lua.Options{SkipOpenLibs: true})
	defer L.Close()
	for name, open := range map[string]lua.LGFunction{"": lua.OpenBase, "table": lua.OpenTable,
		"string": lua.OpenString, "math": lua.OpenMath} {
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
