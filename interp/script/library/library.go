// Package library is what scripts have of Lua's own functions, and a few more:
// each small, charged for its work, and of the same result on every machine. What
// it leaves out says what to use instead. What its functions take and give stands in
// the registry, keyword.Library; here is how they work.
//
// It imports packages keyword, limits, sanitize and language, which gives it the arguments of
// a call.
package library

import (
	_ "embed"
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
	"table.with": tableWith, "table.without": tableWithout,
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
var absent = reasons()

//go:embed absent.txt
var absentText string

func reasons() map[string]string {
	all := map[string]string{}
	for _, row := range keyword.Rows(absentText) {
		for name := range strings.FieldsSeq(row[0]) {
			all[name] = row[1]
		}
	}
	return all
}

// Instead says of a name that Lua has and the library lacks, such as "pcall" or
// "string.format", why, and what to use; "" for any other.
func Instead(name string) string {
	if why := absent[name]; why != "" {
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
				Name: module, Missing: func(name string) string { return absent[module+"."+name] },
			})
			s.SetGlobal(module, modules[module])
		}
		modules[module].SetField(member, value)
	}
	s.SetTextMethods(modules["string"])
	s.SetAbsent(func(name string) string { return absent[name] })
	return unbound
}
