package sandbox

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// absent says why names that Lua has are not here.
var absent = map[string]string{
	"_G":             "globals cannot be listed or changed",
	"collectgarbage": "memory is the host's business",
	"coroutine":      "a question to a player is an ordinary call here",
	"debug":          "scripts cannot look into the interpreter",
	"dofile":         "scripts cannot read files",
	"getfenv":        "the globals of a function are fixed",
	"io":             "scripts cannot read or write files",
	"load":           "scripts cannot compile text",
	"loadfile":       "scripts cannot read files",
	"loadstring":     "scripts cannot compile text",
	"module":         "a script returns what it offers",
	"newproxy":       "only the host makes userdata",
	"os":             "scripts know no clock, file or environment",
	"package":        "scripts cannot load libraries",
	"rawget":         "metatables cannot be passed by",
	"rawset":         "frozen tables must stay as they are",
	"require":        "scripts cannot load libraries",
	"setfenv":        "the globals of a function are fixed",
}

// unknownGlobal is called where a script reads a global that does not exist. Lua
// would give nil, and the fault would show somewhere else.
func (s *State) unknownGlobal(L *lua.LState) int {
	name := Text(L.Get(2))
	if why, ok := absent[name]; ok {
		s.Fault(L, "%q is not available to scripts: %s", name, why)
	}
	var names []string
	for key, _ := s.env.Next(lua.LNil); key != lua.LNil; key, _ = s.env.Next(key) {
		names = append(names, Text(key))
	}
	s.Fault(L, "unknown name %q%s", name, didYouMean(name, names))
	return 0
}

// unknownMember makes the function that is called where a script reads a field
// that a library table does not have.
func (s *State) unknownMember(library string, t *lua.LTable) lua.LGFunction {
	return func(L *lua.LState) int {
		name := Text(L.Get(2))
		switch library + "." + name {
		case "math.random", "math.randomseed":
			s.Fault(L, "%s.%s is not available to scripts: use roll(), which is part of the game's record", library, name)
		case "string.dump":
			s.Fault(L, "string.dump is not available to scripts")
		}
		var names []string
		for key, _ := t.Next(lua.LNil); key != lua.LNil; key, _ = t.Next(key) {
			names = append(names, Text(key))
		}
		s.Fault(L, "%s has no %q%s", library, name, didYouMean(name, names))
		return 0
	}
}

// longName is longer than any name that was meant to be one.
const longName = 60

// didYouMean returns the nearest of some names as a question, or nothing where
// none is near.
func didYouMean(name string, names []string) string {
	if len(name) > longName {
		return "" // comparing costs time that nobody counts
	}
	sort.Strings(names) // of names equally near, the first
	best, bestDistance := "", 1+max(1, len(name)/3)
	for _, candidate := range names {
		if isInternal(candidate) {
			continue
		}
		if d := distance(name, candidate); d < bestDistance {
			best, bestDistance = candidate, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// distance counts the letters to insert, delete, replace or swap with the next
// to get from one name to the other.
func distance(a, b string) int {
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}

func (s *State) assert(L *lua.LState) int {
	if lua.LVAsBool(L.Get(1)) {
		return L.GetTop()
	}
	switch message := L.Get(2).(type) {
	case *lua.LNilType:
		s.Fault(L, "assertion failed")
	case lua.LString, lua.LNumber:
		s.Fault(L, "%s", Text(message))
	default:
		L.Error(message, 0)
	}
	return 0
}

func (s *State) raiseError(L *lua.LState) int {
	value, level := L.Get(1), s.optInteger(L, "error", 2, 1)
	switch v := value.(type) {
	case *lua.LNilType:
		s.Fault(L, "error was called without a text")
	case lua.LNumber:
		value = lua.LString(Text(v))
	}
	if level >= 2 {
		level++ // the library counts "error" itself, but not at level 1
	}
	L.Error(value, level)
	return 0
}

func (s *State) typeName(L *lua.LState) int {
	if L.GetTop() == 0 {
		s.wrong(L, "type", 1, "a value")
	}
	L.Push(lua.LString(L.Get(1).Type().String()))
	return 1
}

func (s *State) rawEqual(L *lua.LState) int {
	L.Push(lua.LBool(L.RawEqual(L.Get(1), L.Get(2))))
	return 1
}

func (s *State) selectArgs(L *lua.LState) int {
	count := L.GetTop() - 1
	if L.Get(1) == lua.LString("#") {
		L.Push(Number(count))
		return 1
	}
	i := s.integer(L, "select", 1)
	switch {
	case i < 0:
		i += count + 1
		if i < 1 {
			s.Fault(L, "select: there is no argument %d", i-count-1)
		}
	case i == 0:
		s.Fault(L, "select: there is no argument 0")
	}
	return max(count-i+1, 0)
}

func (s *State) toNumber(L *lua.LState) int {
	base := s.optInteger(L, "tonumber", 2, 10)
	switch v := L.Get(1).(type) {
	case lua.LNumber:
		L.Push(v)
	case lua.LString:
		L.Push(parseNumber(string(v), base))
	default:
		L.Push(lua.LNil)
	}
	return 1
}

// parseNumber reads a number as a script writes it. Go's parsers alone would
// also take underscores, "inf" and binary exponents.
func parseNumber(text string, base int) lua.LValue {
	const long = 128 // no number has as many digits
	if len(text) > long {
		return lua.LNil
	}
	text = strings.ToLower(strings.Trim(text, " \t\r\n"))
	digits := strings.TrimPrefix(text, "-")
	if rest, ok := strings.CutPrefix(digits, "0x"); ok && (base == 10 || base == 16) {
		base, text = 16, strings.TrimSuffix(text, digits)+rest
	}
	if strings.ContainsAny(text, "_") || base < 2 || base > 36 {
		return lua.LNil
	}
	if base != 10 {
		if n, err := strconv.ParseInt(text, base, 64); err == nil {
			return lua.LNumber(n)
		}
		return lua.LNil
	}
	if strings.Trim(text, "0123456789+-.e") != "" {
		return lua.LNil
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return lua.LNumber(f)
	}
	return lua.LNil
}

func (s *State) toString(L *lua.LState) int {
	if L.GetTop() == 0 {
		s.wrong(L, "tostring", 1, "a value")
	}
	L.Push(lua.LString(s.display(L, L.Get(1))))
	return 1
}

// display returns a value as text, with its own __tostring where it has one.
func (s *State) display(L *lua.LState, v lua.LValue) string {
	switch v.(type) {
	case *lua.LTable, *lua.LUserData:
		if fn, ok := L.GetMetaField(v, "__tostring").(*lua.LFunction); ok {
			L.Push(fn)
			L.Push(v)
			L.Call(1, 1)
			text := Text(L.Get(-1))
			L.Pop(1)
			return text
		}
	}
	return Text(v)
}

func (s *State) print(L *lua.LState) int {
	var b strings.Builder
	for i := 1; i <= L.GetTop(); i++ {
		if i > 1 {
			b.WriteByte('\t')
		}
		b.WriteString(s.display(L, L.Get(i)))
		s.limitString(L, b.Len())
	}
	s.chargeBytes(L, b.Len())
	if s.Print != nil {
		s.Print(b.String())
	}
	return 0
}
