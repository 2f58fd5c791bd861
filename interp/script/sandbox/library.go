package sandbox

import (
	"math"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// Name is something that the sandbox itself offers to scripts.
type Name struct {
	Name string // such as "pairs" or "string.find"
	Args string // names of the arguments; optional ones in brackets; empty for values
	Doc  string
}

// Library lists what the sandbox offers, globals first, then the tables.
func Library() []Name {
	names := make([]Name, len(library))
	for i, entry := range library {
		names[i] = entry.Name
	}
	return names
}

// entry is a Name with what stands behind it: a function or a value.
type entry struct {
	Name
	function func(*State, *lua.LState) int
	value    lua.LValue
}

func fn(name, args string, f func(*State, *lua.LState) int, doc string) entry {
	return entry{Name: Name{name, args, doc}, function: f}
}

func value(name string, v lua.LValue, doc string) entry {
	return entry{Name: Name{Name: name, Doc: doc}, value: v}
}

var library = []entry{
	fn("assert", "value, [message]", (*State).assert, "Fails with the message if the value is false or nil; returns its arguments otherwise."),
	fn("error", "message, [level]", (*State).raiseError, "Fails with the message. Level 2 blames the caller of the function, 0 names no place."),
	fn("getmetatable", "value", (*State).getMetatable, "Returns the metatable of a table, or nil."),
	fn("ipairs", "list", (*State).ipairs, "For loops: gives 1, 2, 3 and so on with the items of a list, up to the first nil."),
	fn("next", "table, [key]", (*State).next, "Returns the key and value that follow a key, in the order in which pairs gives them."),
	fn("pairs", "table", (*State).pairs, "For loops: gives the items of a table, then its other keys in the order in which they were first set."),
	fn("pcall", "function, ...", (*State).pcall, "Calls the function. Returns true and its results, or false and the message if it fails. What it changed in the game stays changed."),
	fn("print", "...", (*State).print, "Prints values for the person who writes the script. Players never see it."),
	fn("rawequal", "a, b", (*State).rawEqual, "Tells whether two values are the same, without asking __eq."),
	fn("select", "n, ...", (*State).selectArgs, "Returns the arguments from the n-th on; select(\"#\", ...) returns how many there are."),
	fn("setmetatable", "table, metatable", (*State).setMetatable, "Sets the metatable of a table and returns the table."),
	fn("tonumber", "value, [base]", (*State).toNumber, "Reads a number from a text; nil if there is none."),
	fn("tostring", "value", (*State).toString, "Returns a value as text. A table or function is just \"table\" or \"function\"."),
	fn("type", "value", (*State).typeName, "Returns \"nil\", \"boolean\", \"number\", \"string\", \"table\", \"function\" or \"userdata\"."),
	fn("unpack", "list, [from], [to]", (*State).unpack, "Returns the items of a list as separate values, at most 250."),
	fn("xpcall", "function, handler, ...", (*State).xpcall, "As pcall, but if the function fails, the handler gets the message and its results follow the false."),

	fn("math.abs", "x", (*State).mathAbs, "Returns x without its sign."),
	fn("math.ceil", "x", (*State).mathCeil, "Rounds up to an integer."),
	fn("math.floor", "x", (*State).mathFloor, "Rounds down to an integer."),
	fn("math.fmod", "x, y", (*State).mathFmod, "Returns what is left of x divided by y, with the sign of x."),
	value("math.huge", lua.LNumber(math.Inf(1)), "Larger than every other number."),
	fn("math.max", "x, ...", (*State).mathMax, "Returns the largest of its arguments."),
	fn("math.min", "x, ...", (*State).mathMin, "Returns the smallest of its arguments."),
	fn("math.modf", "x", (*State).mathModf, "Returns the integer part and the fraction of x."),
	value("math.pi", lua.LNumber(math.Pi), "The ratio of a circle's circumference to its diameter."),
	fn("math.sqrt", "x", (*State).mathSqrt, "Returns the square root of x."),

	fn("string.byte", "text, [from], [to]", (*State).stringByte, "Returns the bytes at a position, or from one to another, as numbers."),
	fn("string.char", "...", (*State).stringChar, "Returns a text made of bytes given as numbers."),
	fn("string.find", "text, pattern, [from], [plain]", (*State).stringFind, "Finds a pattern; returns where it begins and ends, and its captures; nil if it is not there."),
	fn("string.format", "format, ...", (*State).stringFormat, "Fills in %d, %s, %5.2f and the like."),
	fn("string.gmatch", "text, pattern", (*State).stringGmatch, "For loops: gives every match of a pattern."),
	fn("string.gsub", "text, pattern, replacement, [times]", (*State).stringGsub, "Replaces matches of a pattern by a text, by fields of a table or by results of a function; returns the text and how many."),
	fn("string.len", "text", (*State).stringLen, "Returns the length in bytes."),
	fn("string.lower", "text", (*State).stringLower, "Makes A to Z small."),
	fn("string.match", "text, pattern, [from]", (*State).stringMatch, "Returns the captures of the first match, or the match itself; nil if there is none."),
	fn("string.rep", "text, times", (*State).stringRep, "Repeats a text."),
	fn("string.reverse", "text", (*State).stringReverse, "Reverses the bytes of a text."),
	fn("string.sub", "text, from, [to]", (*State).stringSub, "Returns a part of a text; negative positions count from the end."),
	fn("string.upper", "text", (*State).stringUpper, "Makes a to z capital."),

	fn("table.concat", "list, [separator], [from], [to]", (*State).tableConcat, "Joins the items of a list to one text."),
	fn("table.insert", "list, [position], value", (*State).tableInsert, "Puts a value into a list, at its end if no position is given."),
	fn("table.maxn", "table", (*State).tableMaxN, "Returns the largest number that is a key of the table, or 0."),
	fn("table.remove", "list, [position]", (*State).tableRemove, "Takes an item out of a list, the last one if no position is given, and returns it."),
	fn("table.sort", "list, [less]", (*State).tableSort, "Sorts a list; less(a, b) tells whether a comes before b. Items that are equal keep their order."),
	fn("table.unpack", "list, [from], [to]", (*State).unpack, "The same as unpack."),
}

// openGlobals fills the globals with the library.
func (s *State) openGlobals() {
	for _, entry := range library {
		v := entry.value
		if entry.function != nil {
			v = s.hostFunction(entry.function)
		}
		module, member, ok := strings.Cut(entry.Name.Name, ".")
		if !ok {
			s.env.RawSetString(module, v)
			continue
		}
		s.module(module).RawSetString(member, v)
	}
	s.env.RawSetString(concatName, s.hostFunction((*State).concat))
	s.env.RawSetString(setName, s.hostFunction((*State).setField))
	s.env.RawSetString(withName, s.hostFunction((*State).with))
	s.env.RawSetString(fillName, s.hostFunction((*State).fill))
	s.nextFunction = s.env.RawGetString("next")
	s.itemFunction = s.hostFunction((*State).nextItem)

	s.env.Metatable = s.protected("__index", s.hostFunction((*State).unknownGlobal))
	s.base.SetMetatable(lua.LString(""), s.protected("__index", s.module("string")))
	s.mark.RawSetString("__metatable", lua.LFalse)
}

func (s *State) hostFunction(f func(*State, *lua.LState) int) *lua.LFunction {
	return s.base.NewFunction(func(L *lua.LState) int { return f(s, L) })
}

// module returns a table of the library and makes it where there is none.
func (s *State) module(name string) *lua.LTable {
	if t, ok := s.env.RawGetString(name).(*lua.LTable); ok {
		return t
	}
	t := s.base.CreateTable(0, 16)
	t.Metatable = s.protected("__index", s.base.NewFunction(s.unknownMember(name, t)))
	s.env.RawSetString(name, t)
	s.frozen[t] = name
	return t
}

// protected makes a metatable that scripts neither see nor change.
func (s *State) protected(event string, v lua.LValue) *lua.LTable {
	mt := s.base.CreateTable(0, 2)
	mt.RawSetString(event, v)
	mt.RawSetString("__metatable", lua.LFalse)
	return mt
}
