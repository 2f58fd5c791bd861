// Package stubs writes what an editor with the Lua language server (LuaLS)
// reads to complete and check scripts: ---@meta files with every function,
// field and type of the registry in package keyword, and a .luarc.json. With a
// game come its attributes, zones, triggers and rules.
//
//	stubs.go     the files, and .luarc.json
//	types.go     types of the registry as LuaLS writes them
//	api.go       functions, tables and entities
//	game.go      what a game adds
//	language.go  what scripts have of Lua itself
package stubs

import (
	_ "embed"
	"strings"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// Folder is where the stubs go, below the folder of .luarc.json.
const Folder = ".editor"

// File is one file to write.
type File struct {
	// Name is its place with slashes, below the folder of the pack.
	Name string
	Text string
}

// Files returns the files for a game, or for none.
func Files(game *interp.Pack) []File {
	files := []File{
		{".luarc.json", luarc},
		{Folder + "/language.lua", language()},
		{Folder + "/ruledeck.lua", api(game)},
	}
	if game != nil {
		files = append(files, File{Folder + "/game.lua", gameStubs(game)})
	}
	return files
}

// luarc tells the language server which Lua this is: 5.1, without the libraries
// that a script must not have. Those that it has are declared by the stubs. What may be
// nothing, and which of several kinds a thing is, check finds out from the whole game;
// the server sees one type and would warn of what is right, so it is not asked.
//
//go:embed luarc.json
var luarc string

// writer collects the lines of a file.
type writer struct{ out strings.Builder }

func (w *writer) line(parts ...string) {
	w.out.WriteString(strings.TrimRight(strings.Join(parts, ""), " ") + "\n")
}

// doc writes a comment that the editor shows.
func (w *writer) doc(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		if line != "" {
			w.line("---", line)
		}
	}
}

// field writes a field of a class; name may be any key.
func (w *writer) field(name, typ, doc string, optional bool) {
	if !plainName(name) {
		name = `["` + name + `"]`
	}
	if optional {
		name += "?"
	}
	w.line("---@field ", name, " ", typ, " ", strings.ReplaceAll(doc, "\n", " "))
}

// plainName reports whether a text can stand as a name in Lua.
func plainName(text string) bool {
	if text == "" || syntax.Reserved(text) || text[0] >= '0' && text[0] <= '9' {
		return false
	}
	return strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

const header = "---@meta\n-- Made by ruledeck stubs; what stands here is read by editors, never run.\n"
