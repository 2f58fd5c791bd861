package stubs

import (
	"strings"

	"github.com/ruledeck/ruledeck/interp/script/library"
)

// typed are the annotations of functions whose results have the types of their
// arguments.
var typed = map[string][]string{
	"ipairs": {"---@generic T: table, V", "---@param list T", "---@return fun(list: V[], i?: integer): integer, V", "---@return T", "---@return integer"},
	"pairs":  {"---@generic T: table, K, V", "---@param table T", "---@return fun(table: table<K, V>, key?: K): K, V", "---@return T", "---@return nil"},
	"next":   {"---@generic K, V", "---@param table table<K, V>", "---@param key? K", "---@return K|nil", "---@return V"},
	"unpack": {"---@generic T", "---@param list T[]", "---@param from? integer", "---@param to? integer", "---@return T ..."},
	"select": {"---@param n integer|\"#\"", "---@return any ..."},
	"assert": {"---@generic T", "---@param value? T", "---@param message? string", "---@return T"},
	"type":   {"---@param value any", `---@return "nil"|"boolean"|"number"|"string"|"table"|"function"|"userdata"`},
}

// language writes what scripts have of Lua's own functions.
func language() string {
	w := &writer{}
	w.out.WriteString(header)
	w.line()
	libraries := map[string]bool{}
	for _, n := range library.Names() {
		library, name, inLibrary := strings.Cut(n.Name, ".")
		if inLibrary && !libraries[library] {
			libraries[library] = true
			w.line("---@class ", library, "lib")
			w.line(library, " = {}")
			w.line()
		}
		w.doc(n.Doc)
		if n.Args == "" && inLibrary && isValue(n.Name) {
			w.line(library, ".", name, " = 0")
			w.line()
			continue
		}
		w.languageFunction(n)
	}
	return w.out.String()
}

// isValue reports whether a name of the library is a constant, not a function
// without arguments.
func isValue(name string) bool { return name == "math.huge" || name == "math.pi" }

func (w *writer) languageFunction(n library.Name) {
	var params []string
	lines := typed[n.Name]
	for _, arg := range strings.Split(n.Args, ", ") {
		name := strings.Trim(arg, "[]")
		optional := name != arg
		if name == "" {
			continue
		}
		if reserved[name] {
			name = "f"
		}
		params = append(params, name)
		if typed[n.Name] != nil {
			continue
		}
		if optional && name != "..." {
			name += "?"
		}
		lines = append(lines, "---@param "+name+" any")
	}
	for _, l := range lines {
		w.line(l)
	}
	if typed[n.Name] == nil {
		w.line("---@return any ...")
	}
	w.line("function ", n.Name, "(", strings.Join(params, ", "), ") end")
	w.line()
}
