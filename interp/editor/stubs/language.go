package stubs

import (
	"strings"

	"github.com/ruledeck/ruledeck/interp/keyword"
)

// iterators are the annotations of the functions that go through tables: what they
// give follows from the table in ways that the registry has no word for.
var iterators = map[string][]string{
	"ipairs": {"---@generic T: table, V", "---@param list T",
		"---@return fun(list: V[], i?: integer): integer, V", "---@return T", "---@return integer"},
	"pairs": {"---@generic T: table, K, V", "---@param table T",
		"---@return fun(table: table<K, V>, key?: K): K, V", "---@return T", "---@return nil"},
	"next": {"---@generic K, V", "---@param table table<K, V>", "---@param key? K",
		"---@return K|nil", "---@return V"},
	"unpack":       unpacked,
	"table.unpack": unpacked,
}

var unpacked = []string{"---@generic T", "---@param list T[]", "---@param from? integer",
	"---@param to? integer", "---@return T ..."}

// language writes what scripts have of Lua's own functions.
func language() string {
	w := &writer{}
	w.out.WriteString(header)
	w.line()
	libraries := map[string]bool{}
	open := func(name string) {
		if library, _, ok := strings.Cut(name, "."); ok && !libraries[library] {
			libraries[library] = true
			w.line("---@class ", library, "lib")
			w.line(library, " = {}")
			w.line()
		}
	}
	for i := range keyword.Library {
		f := &keyword.Library[i]
		open(f.Name)
		if lines := iterators[f.Name]; lines != nil {
			w.doc(f.Doc)
			w.lines(lines)
			w.line("function ", f.Name, "(", strings.Join(arguments(f.Params), ", "), ") end")
			w.line()
			continue
		}
		w.function(f, f.Name, nil)
	}
	for i := range keyword.LibraryValues {
		v := &keyword.LibraryValues[i]
		open(v.Name)
		w.doc(v.Doc)
		w.line(v.Name, " = 0")
		w.line()
	}
	return w.out.String()
}

func (w *writer) lines(lines []string) {
	for _, l := range lines {
		w.line(l)
	}
}
