package lsp

import (
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// editors are what editors need to start the server; PROGRAM stands for the program.
//
//go:embed editors
var editors embed.FS

// setups are the editors, each with the file that is printed; "" for a folder.
var setups = []struct{ editor, file string }{
	{"vscode", ""}, {"neovim", "neovim.lua"}, {"helix", "helix.toml"}, {"zed", "zed.json"}, {"emacs", "emacs.el"},
}

// Editors are the names that Setup takes.
func Editors() []string {
	var names []string
	for _, s := range setups {
		names = append(names, s.editor)
	}
	return names
}

// Setup prints what an editor needs to start a program as its language server; for VS
// Code it writes the folder of an extension, and prints where. It fails for an editor
// that is none of Editors, and where the folder cannot be written.
func Setup(out io.Writer, editor, program, folder string) error {
	for _, s := range setups {
		switch {
		case s.editor != editor:
		case s.file == "":
			return writeExtension(out, program, folder)
		default:
			text, err := editors.ReadFile("editors/" + s.file)
			if err != nil {
				return err
			}
			_, err = io.WriteString(out, placed(string(text), program))
			return err
		}
	}
	return fmt.Errorf("there is nothing for the editor %q; %s", editor, diag.There(editor, Editors()))
}

// placed puts the program in its place, as a text in quotes needs it.
func placed(text, program string) string {
	quoted, err := json.Marshal(program)
	if err != nil {
		return text
	}
	return strings.ReplaceAll(text, `"PROGRAM"`, string(quoted))
}

// extensionName is the folder of the extension.
const extensionName = "ruledeck.ruledeck-1.0.0"

// writeExtension writes the extension for VS Code, by default where VS Code looks for
// them.
func writeExtension(out io.Writer, program, folder string) error {
	if folder == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return err
		}
		folder = filepath.Join(home, ".vscode", "extensions")
	}
	folder = filepath.Join(folder, extensionName)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	files, err := fs.Sub(editors, "editors/vscode")
	if err != nil {
		return err
	}
	made := map[string][]byte{}
	for _, name := range []string{"package.json", "extension.js"} {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		path := filepath.Join(folder, name)
		made[path] = []byte(placed(string(text), program))
		if err := disk.OS.Made(path, made[path]); err != nil {
			return err
		}
	}
	for _, path := range slices.Sorted(maps.Keys(made)) {
		if err := disk.OS.Write(path, made[path]); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out, "the extension is in %s; VS Code has it after a restart\n", folder)
	return err
}
