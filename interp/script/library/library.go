// Package library is what scripts have of Lua's own functions, and a few more:
// each small, charged for its work, and of the same result on every machine. What
// it leaves out says what to use instead. What its functions take and give stands in
// the registry, keyword.Library; here is how they work.
//
// It imports packages keyword, limits, sanitize and language, which gives it the arguments of
// a call.
package library

import (
	"math"
	"strings"

	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// values are what stands behind the names of keyword.Library and its values.
var values = bind(map[string]language.Builtin{
	"assert": assert, "error": raise, "print": printed, "tonumber": toNumber, "tostring": toString,
	"type": typeName, "unpack": unpack,

	"math.abs": of(math.Abs), "math.ceil": of(math.Ceil), "math.floor": of(math.Floor), "math.sqrt": of(math.Sqrt),
	"math.fmod": mathFmod, "math.max": mathMax, "math.min": mathMin, "math.modf": mathModf,

	"string.find": stringFind, "string.len": stringLen, "string.lower": stringLower, "string.sub": stringSub,
	"string.upper": stringUpper,

	"table.best": tableBest, "table.concat": tableConcat, "table.contains": tableContains, "table.insert": tableInsert,
	"table.remove": tableRemove, "table.sort": tableSort, "table.sorted": tableSorted, "table.unpack": unpack,
}, map[string]language.Value{
	"ipairs": language.Items, "next": language.Next, "pairs": language.Pairs,
	"math.huge": language.Float(math.Inf(1)), "math.pi": language.Float(math.Pi),
})

func bind(functions map[string]language.Builtin, values map[string]language.Value) map[string]language.Value {
	for name, do := range functions {
		values[name] = language.NewFunc(name, do)
	}
	return values
}

// Names are the names that scripts have of the language: functions, then values.
func Names() []string {
	var names []string
	for i := range keyword.Library().Methods {
		names = append(names, keyword.Library().Methods[i].Name)
	}
	for i := range keyword.Library().Fields {
		names = append(names, keyword.Library().Fields[i].Name)
	}
	return names
}

// absent says why names that Lua has are not here, and what to use.
var absent = map[string]string{
	"_VERSION":       "api in pack.yaml names the version of the language",
	"bit32":          "keep flags in a table, by name",
	"rawlen":         "#list is the length of a list",
	"utf8":           "string.len, sub and find count letters, whatever the language",
	"warn":           "print() shows a value",
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
	"math.pow":        "write a ^ b",
	"math.tointeger":  "use math.floor(n)",
	"math.type":       "n == math.floor(n) tells whether a number is whole",
	"string.pack":     "keep what belongs together in a table",
	"table.foreach":   "use for key, value in pairs(t)",
	"table.foreachi":  "use for i, item in ipairs(list)",
	"table.move":      "use table.insert in a loop",
	"table.pack":      "write {a, b, c}",
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

func init() {
	for _, name := range strings.Fields(
		"acos asin atan atan2 cos cosh deg exp frexp ldexp log log10 rad sin sinh tan tanh") {
		missing["math."+name] = "games count in whole numbers, and processors differ in its last digits; keep the " +
			"values that you need in a table"
	}
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

// Open gives a state the library. It returns the names that the registry declares
// and that nothing stands behind: none, or the program is at fault.
func Open(s *language.State) (unbound []string) {
	modules := map[string]*language.Table{}
	for _, name := range Names() {
		value := values[name]
		if value == nil {
			unbound = append(unbound, name)
			continue
		}
		module, member, ok := strings.Cut(name, ".")
		if !ok {
			s.SetGlobal(module, value)
			continue
		}
		if modules[module] == nil {
			modules[module] = language.NewModule(&language.Module{
				Name: module, Missing: func(name string) string { return missing[module+"."+name] },
			})
			s.SetGlobal(module, modules[module])
		}
		modules[module].SetField(member, value)
	}
	s.SetTextMethods(modules["string"])
	s.SetAbsent(func(name string) string { return absent[name] })
	return unbound
}
