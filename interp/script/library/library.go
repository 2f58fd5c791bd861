// Package library is what scripts have of Lua's own functions, and a few more:
// each small, charged for its work, and of the same result on every machine. What
// it leaves out says what to use instead.
//
// It imports package language, which gives it the arguments of a call.
package library

import (
	"math"
	"strings"

	"github.com/ruledeck/ruledeck/interp/script/language"
)

// Name is something that the library offers to scripts.
type Name struct {
	Name string // such as "pairs" or "string.find"
	Args string // names of the arguments; optional ones in brackets; empty for values
	Doc  string
}

// Names lists what the library offers, globals first, then the tables.
func Names() []Name {
	names := make([]Name, len(entries))
	for i := range entries {
		names[i] = entries[i].Name
	}
	return names
}

// entry is a Name with what stands behind it: a function or a value.
type entry struct {
	Name
	value language.Value
}

func fn(name, args string, do language.Builtin, doc string) entry {
	return entry{Name{name, args, doc}, language.NewFunc(name, do)}
}

func value(name string, v language.Value, doc string) entry {
	return entry{Name{Name: name, Doc: doc}, v}
}

var entries = []entry{
	fn("assert", "value, [message]", assert, "Fails with the message if the value is false or nil; returns it otherwise."),
	fn("error", "message, [level]", raise, "Fails with the message. Level 2 blames the caller of the function, 0 names no place."),
	{Name{"ipairs", "list", "For loops: gives 1, 2, 3 and so on with the items of a list, up to the first nil."}, language.Items},
	{Name{"next", "table, [key]", "Returns the key and value that follow a key, in the order in which pairs gives them."}, language.Next},
	{Name{"pairs", "table", "For loops: gives the items of a table, then its other keys in the order in which they were first set."}, language.Pairs},
	fn("print", "...", printed, "Prints values with file and line for the person who writes the script. Players never see it."),
	fn("tonumber", "value, [base]", toNumber, "Reads a number from a text; nil if there is none."),
	fn("tostring", "value", toString, "Returns a value as text. A table or function is just \"table\" or \"function\"."),
	fn("type", "value", typeName, "Returns \"nil\", \"boolean\", \"number\", \"string\", \"table\", \"function\" or \"userdata\"."),
	fn("unpack", "list, [from], [to]", unpack, "Returns the items of a list as separate values, at most 250."),

	fn("math.abs", "x", of(math.Abs), "Returns x without its sign."),
	fn("math.ceil", "x", of(math.Ceil), "Rounds up to an integer."),
	fn("math.floor", "x", of(math.Floor), "Rounds down to an integer."),
	fn("math.fmod", "x, y", mathFmod, "Returns what is left of x divided by y, with the sign of x."),
	value("math.huge", language.Float(math.Inf(1)), "Larger than every other number."),
	fn("math.max", "x, ...", mathMax, "Returns the largest of its arguments."),
	fn("math.min", "x, ...", mathMin, "Returns the smallest of its arguments."),
	fn("math.modf", "x", mathModf, "Returns the integer part and the fraction of x."),
	value("math.pi", language.Float(math.Pi), "The ratio of a circle's circumference to its diameter."),
	fn("math.sqrt", "x", of(math.Sqrt), "Returns the square root of x."),

	fn("string.find", "text, part, [from]", stringFind, "Finds a part of a text, letter by letter; returns the places of its first and last letter, nil if it is not there."),
	fn("string.len", "text", stringLen, "Returns the length in letters, as # does."),
	fn("string.lower", "text", stringLower, "Makes A to Z small."),
	fn("string.sub", "text, from, [to]", stringSub, "Returns a part of a text, by the places of its letters; negative places count from the end."),
	fn("string.upper", "text", stringUpper, "Makes a to z capital."),

	fn("table.best", "list, key", tableBest, "Returns the item whose key is largest, the first of equals, and its key; nil for an empty list. The key is a function of the item or the name of a field."),
	fn("table.concat", "list, [separator], [from], [to]", tableConcat, "Joins the items of a list to one text."),
	fn("table.contains", "list, value", tableContains, "Tells whether a value is among the items of a list."),
	fn("table.insert", "list, [position], value", tableInsert, "Puts a value into a list, at its end if no position is given."),
	fn("table.remove", "list, [position]", tableRemove, "Takes an item out of a list, the last one if no position is given, and returns it."),
	fn("table.sort", "list, [less]", tableSort, "Sorts a list; less(a, b) tells whether a comes before b. Items that are equal keep their order."),
	fn("table.sorted", "list, key", tableSorted, "Returns a new list with the items in the order of their keys, smallest first; equal ones keep their order. The key is a function of the item or the name of a field."),
	fn("table.unpack", "list, [from], [to]", unpack, "The same as unpack."),
}

// absent says why names that Lua has are not here, and what to use.
var absent = map[string]string{
	"_G":             "globals cannot be listed or changed",
	"collectgarbage": "memory is the host's business",
	"coroutine":      "a question to a player is an ordinary call here",
	"debug":          "scripts cannot look into the interpreter; print() shows a value",
	"dofile":         "scripts cannot read files",
	"getfenv":        "the globals of a function are fixed",
	"getmetatable":   "tables have no metatables; write a function that takes the table",
	"io":             "scripts cannot read or write files",
	"load":           "scripts cannot compile text",
	"loadfile":       "scripts cannot read files",
	"loadstring":     "scripts cannot compile text",
	"module":         "a script returns what it offers",
	"newproxy":       "only the host makes userdata",
	"os":             "scripts know no clock, file or environment",
	"package":        "scripts cannot load libraries",
	"pcall":          "a fault ends the ability and is reported; ask before, as with known(id)",
	"rawequal":       "a == b compares tables as they are",
	"rawget":         "t[key] reads tables as they are",
	"rawset":         "t[key] = value writes tables as they are",
	"require":        "scripts cannot load libraries; rules.NAME is the module in rules/NAME.lua",
	"select":         "functions take named parameters; t[n] is item n of a list",
	"setfenv":        "the globals of a function are fixed",
	"setmetatable":   "tables have no metatables; write a function that takes the table",
	"xpcall":         "a fault ends the ability and is reported; ask before, as with known(id)",
}

// missing says the same of the members of tables.
var missing = map[string]string{
	"math.random":     "use roll(), which is part of the game's record",
	"math.randomseed": "use roll(), which is part of the game's record",
	"string.byte":     "texts are made of letters; string.sub(text, n, n) is letter n",
	"string.char":     "write the letters in quotes",
	"string.dump":     "scripts cannot compile text",
	"string.format":   "join texts with \"..\"; what players read belongs into the locale files",
	"string.gmatch":   "there are no patterns; keep what belongs together in a table",
	"string.gsub":     "there are no patterns; keep what belongs together in a table",
	"string.match":    "there are no patterns; string.find(text, part) finds a part of a text",
	"string.rep":      "join texts with \"..\" in a loop",
	"string.reverse":  "use string.sub(text, n, n) in a loop",
	"table.getn":      "#list is the length of a list",
	"table.maxn":      "#list is the length of a list",
}

// Instead says of a name that Lua has and the library lacks, such as "pcall" or
// "string.format", why, and what to use; "" for any other.
func Instead(name string) string {
	if why := absent[name]; why != "" {
		return why
	}
	if why := missing[name]; why != "" {
		return why
	}
	if library, member, ok := strings.Cut(name, "."); ok && member != "" {
		return absent[library]
	}
	return ""
}

// Open gives a state the library.
func Open(s *language.State) {
	modules := map[string]*language.Table{}
	for i := range entries {
		module, member, ok := strings.Cut(entries[i].Name.Name, ".")
		if !ok {
			s.SetGlobal(module, entries[i].value)
			continue
		}
		if modules[module] == nil {
			modules[module] = language.NewModule(&language.Module{
				Name: module, Missing: func(name string) string { return missing[module+"."+name] },
			})
			s.SetGlobal(module, modules[module])
		}
		modules[module].SetField(member, entries[i].value)
	}
	s.SetTextMethods(modules["string"])
	s.SetAbsent(func(name string) string { return absent[name] })
}
