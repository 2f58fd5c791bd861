package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/lsp"
)

// TestSetup: what an editor needs is printed, or written where --out says; nothing goes
// into somebody's home but with --install.
func TestSetup(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	run := func(want int, line string) (out, errs string) {
		t.Helper()
		code, out, errs := runCLI(strings.Fields("lsp " + line)...)
		if code != want {
			t.Fatalf("%s: exit %d\n%s%s", line, code, out, errs)
		}
		return out, errs
	}
	for _, editor := range lsp.Editors() {
		printed, _ := run(ExitFine, "--setup "+editor)
		program, err := os.Executable()
		quoted, _ := json.Marshal(program)
		if err != nil || !strings.Contains(printed, string(quoted)) || !strings.Contains(printed, "ruledeck") {
			t.Errorf("%s:\n%s", editor, printed)
		}
		folder := filepath.Join(t.TempDir(), "made")
		named, _ := run(ExitFine, "--setup "+editor+" --out "+folder)
		for _, path := range strings.Fields(named) {
			text, err := os.ReadFile(path)
			if err != nil || len(text) == 0 || !strings.Contains(printed, string(text)) {
				t.Errorf("%s: %v: %s holds what is not printed:\n%s", editor, err, path, text)
			}
		}
	}
	if made, err := os.ReadDir(home); err != nil || len(made) != 0 {
		t.Errorf("the home holds %v, %v", made, err)
	}
	if out, _ := run(ExitFine, "--setup vscode --install"); !strings.HasSuffix(out,
		"\nVS Code has the extension after a restart\n") {
		t.Errorf("--install prints %s", out)
	}
	text, err := os.ReadFile(filepath.Join(home, ".vscode", "extensions", "ruledeck.ruledeck-1.0.0", "package.json"))
	if err != nil || !json.Valid(text) {
		t.Errorf("%v: the extension's manifest is %s", err, text)
	}
	for line, want := range map[string]string{
		"--setup helix --install": "ruledeck: --install is for an editor with extensions; what is printed " +
			"for helix says where it goes\n",
		"--setup vscode --install --out x": "ruledeck: --install and --out are two places; give one of them\n",
		"--install": "ruledeck: --install, --out and --check need --setup: the editor that " +
			"they are for\n",
		"--setup neovm": "ruledeck: there is nothing for the editor \"neovm\"; there are vscode, neovim, helix, zed, " +
			"emacs; did you mean neovim?\n",
	} {
		if _, errs := run(ExitUsage, line); errs != want {
			t.Errorf("%s: %s", line, errs)
		}
	}
}

// TestStubsAreGone: who wrote stubs for another language server is told of the one there is.
func TestStubsAreGone(t *testing.T) {
	for _, line := range []string{"stubs", "stubs my-pack --out my-pack --check"} {
		code, out, errs := runCLI(strings.Fields(line)...)
		if code != ExitUsage || out != "" || errs != "ruledeck: stubs for the Lua language server are gone: the "+
			"language server of ruledeck completes and checks scripts in every editor; "+
			"ruledeck lsp --setup EDITOR sets one up (vscode, neovim, helix, zed, emacs), "+
			"and .luarc.json and the files .editor/*.lua can be removed\n" {
			t.Errorf("%s: exit %d\n%s%s", line, code, out, errs)
		}
	}
}
