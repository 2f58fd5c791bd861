package lsp

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// editors are what editors need to start the server; PROGRAM stands for the program.
//
//go:embed editors
var editors embed.FS

// setups are the editors, each with its files below the folder editors.
var setups = []struct {
	editor string
	files  []string
}{
	{vscode, []string{"ruledeck.ruledeck-1.0.0/package.json", "ruledeck.ruledeck-1.0.0/extension.js"}},
	{"neovim", []string{"neovim.lua"}}, {"helix", []string{"helix.toml"}}, {"zed", []string{"zed.json"}},
	{"emacs", []string{"emacs.el"}},
}

// vscode is the editor whose files are an extension, in a folder of its own.
const vscode = "vscode"

// Extensions is where an editor looks for extensions, below the home of its user; "" for
// one whose file a person puts into place, which says where.
func Extensions(editor string) string {
	if editor == vscode {
		return ".vscode/extensions"
	}
	return ""
}

// Editors are the names that Setup takes.
func Editors() []string {
	var names []string
	for _, s := range setups {
		names = append(names, s.editor)
	}
	return names
}

// File is a text and its place below a folder, with slashes.
type File struct{ Name, Text string }

// Setup returns what an editor needs to start a program as its language server. It fails
// for an editor that is none of Editors.
func Setup(editor, program string) ([]File, error) {
	quoted, err := json.Marshal(program)
	if err != nil {
		return nil, err
	}
	for _, s := range setups {
		if s.editor != editor {
			continue
		}
		var files []File
		for _, name := range s.files {
			text, err := editors.ReadFile("editors/" + name)
			if err != nil {
				return nil, err
			}
			files = append(files, File{name, strings.ReplaceAll(string(text), `"PROGRAM"`, string(quoted))})
		}
		return files, nil
	}
	return nil, fmt.Errorf("there is nothing for the editor %q; %s", editor, diag.There(editor, Editors()))
}
