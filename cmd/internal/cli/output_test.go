package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/interp/sanitize"
)

// noRoom takes some bytes, then fails as a full disk or a closed pipe does.
type noRoom struct {
	left int
	err  error
}

func (w *noRoom) Write(data []byte) (int, error) {
	if w.left -= len(data); w.left < 0 {
		return 0, w.err
	}
	return len(data), nil
}

// printing are command lines that print results, at least one of each command.
var printing = []string{
	"diff bbtm bbtm+errata", "new pack mine in DIR", "archive bbtm -o DIR/b.rdpack", "version",
	"list", "cards bbtm", "check ../../../testdata/tutorial/harvest", "coverage ../../../testdata/tutorial/harvest",
	"cookbook once a week", "learn", "docs bbtm", "explain bbtm orc_blitzer",
	"schema", "sim football-champions --games 1 --seats random,random",
	"play football-champions --seats random,random --seed 1",
	"play football-champions --seats random,random --seed 1 --format json", "fuzz football-champions --games 1",
	"test ../../../testdata/scenarios/football-champions/draw.yaml", "--help", "list --format json",
	"cards bbtm --format json",
	"replay ../../../testdata/golden/football-champions.golden",
	"hosting",
	"report ../../../testdata/golden/football-champions.golden",
	"publish football-champions --wasm WASM --out DIR/site",
	"import SHEET in DIR/forest",
	"try ../../../testdata/tutorial/harvest",
	"tune HOARDS --games 8 --playouts 4 --workers 1 --dry-run",
}

// noProgram is a file that begins as ruledeck.wasm does, and does nothing.
func noProgram(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "empty.wasm")
	if err := os.WriteFile(path, []byte("\x00asm\x01\x00\x00\x00github.com/ruledeck/ruledeck\t"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// commands are all that the program knows, by the words that call them.
func commands(c *cobra.Command) []*cobra.Command {
	var all []*cobra.Command
	for _, sub := range c.Commands() {
		if subs := commands(sub); len(subs) > 0 {
			all = append(all, subs...)
		} else {
			all = append(all, sub)
		}
	}
	return all
}

// called is the command line of a command, without the program's name.
func called(c *cobra.Command) string {
	return strings.TrimPrefix(c.CommandPath(), "ruledeck ")
}

// elsewhere are those that are about the library, of which TestGet says what they print, and
// one that is gone.
var elsewhere = []string{"get", "remove", "stubs"}

// serving are those that answer until their client leaves; silent those whose results
// are files alone.
var (
	serving = []string{"studio football-champions --no-browser", "serve football-champions --listen 127.0.0.1:0", "lsp"}
	silent  = []string{"record football-champions --seed 1 -o DIR/x.golden"}
)

// TestServersUnheard: a server whose address or answer reaches nobody ends.
func TestServersUnheard(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	hello := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`
	for _, line := range serving {
		for _, err := range []error{syscall.ENOSPC, syscall.EPIPE} {
			in, end := io.Pipe() // a client that writes no more, and does not leave
			go fmt.Fprintf(end, "Content-Length: %d\r\n\r\n%s", len(hello), hello)
			var talk strings.Builder
			code := Run(Host{Args: strings.Fields(line), In: in, Out: &noRoom{err: err}, Err: &talk})
			_ = in.Close()
			said := strings.Contains(talk.String(), "could not be written: "+err.Error())
			if code != ExitWrong || said != (err == syscall.ENOSPC) {
				t.Errorf("%s: %s: exit %d, %q", line, err, code, talk.String())
			}
		}
	}
}

func TestFullOutput(t *testing.T) {
	for _, c := range commands(New(Host{})) {
		if !slices.ContainsFunc(slices.Concat(printing, serving, silent, elsewhere),
			func(line string) bool { return strings.HasPrefix(line+" ", called(c)+" ") }) {
			t.Errorf("no command line of %q is tried", called(c))
		}
	}
	for _, line := range printing {
		t.Run(line, func(t *testing.T) {
			args := strings.Fields(line)
			for i, a := range args {
				args[i] = strings.Replace(a, "DIR", t.TempDir(), 1)
				switch a {
				case "WASM":
					args[i] = noProgram(t)
				case "HOARDS":
					args[i] = writeHoards(t)
				case "SHEET":
					folder := t.TempDir()
					putSheets(t, folder)
					args[i] = filepath.Join(folder, "foxes.csv")
				}
				if strings.HasPrefix(a, "../") {
					args[i] = someFile(t, a)
				}
			}
			code, out, errs := runCLI(args...)
			if code != ExitFine || out == "" {
				t.Fatalf("exit %d, %q, %s", code, out, errs)
			}
			for _, err := range []error{syscall.ENOSPC, syscall.EPIPE} {
				var talk strings.Builder
				args := slices.Clone(args)
				switch args[0] { // what stands in the other folder already
				case "new":
					args[4] = t.TempDir()
				case "import":
					args[3] = filepath.Join(t.TempDir(), "forest")
				}
				code := Run(Host{Args: args, In: strings.NewReader(""),
					Out: &noRoom{left: len(out) / 2, err: err}, Err: &talk})
				if code != ExitWrong {
					t.Errorf("%s: exit %d", err, code)
				}
				if said := strings.Contains(talk.String(), err.Error()); said != (err == syscall.ENOSPC) ||
					strings.Count(talk.String(), err.Error()) > 1 {
					t.Errorf("%s: it says %q", err, talk.String())
				}
			}
		})
	}
}

// someFile is a file, or the first of its folder where it has another name.
func someFile(t *testing.T, path string) string {
	if _, err := os.Stat(path); err == nil {
		return path
	}
	found, err := filepath.Glob(filepath.Dir(path) + "/*" + filepath.Ext(path))
	if err != nil || len(found) == 0 {
		t.Fatalf("there is nothing beside %s", path)
	}
	return found[0]
}

// TestHelp: what commands say of themselves has no sign of the program's own.
func TestHelp(t *testing.T) {
	for _, c := range commands(New(Host{})) {
		var out strings.Builder
		code := Run(Host{Args: append(strings.Fields(called(c)), "--help"), In: strings.NewReader(""),
			Out: &out, Err: io.Discard})
		if text := out.String(); code != ExitFine || strings.ContainsFunc(text, sanitize.Steers) ||
			strings.Contains(text, "u0000") {
			t.Errorf("%s --help: exit %d\n%q", called(c), code, text)
		}
	}
}

// TestMissingFolders: where results cannot go is told before the work.
func TestMissingFolders(t *testing.T) {
	dir := t.TempDir()
	for _, line := range []string{
		"record football-champions --seed 1 -o nowhere/x.golden",
		"docs bbtm --out nowhere/x.md",
		"fuzz football-champions --games 1000000 --out nowhere",
		"test --junit nowhere/x.xml ../../../testdata/scenarios",
		"play football-champions --seats random,random --save nowhere/x.save",
		"play --scenario nowhere/x.yaml --save-scenario nowhere/y.yaml",
		"record football-champions --seed 1 -o " + dir,
	} {
		code, out, errs := runCLI(strings.Fields(line)...)
		if code != ExitUsage || out != "" ||
			!strings.Contains(errs, "nowhere cannot be written: there is no folder nowhere") &&
				!strings.Contains(errs, "cannot be written: there is no folder nowhere") &&
				!strings.Contains(errs, "is a directory") {
			t.Errorf("%s: exit %d, %q, %s", line, code, out, errs)
		}
	}
}

// TestStrangersText plays and checks a pack whose names and sentences steer.
func TestStrangersText(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "pack")
	for path, text := range map[string]string{
		"pack.yaml": "id: steering\nversion: 1.0.0\napi: 1\nname: {en: \"Steering " +
			"\\e[2J\\u202E\\nforged: 200 passed, 0 failed\"}\nseats: {min: 1, max: 1}\n",
		"game.yaml": "types: {ant: {start: pile}}\nzones: {pile: {of: table}}\nflow: [{phase: turn, do: " +
			"[turn.act]}]\n",
		"cards/a.yaml": "cards: [{id: ant, type: ant, name: \"Ant\\e]0;owned\\a \\u2066\\nforged\"}]\n",
		"scripts/rules/turn.lua": "return {act = function() print('x\\nforged') say('x', {card = first(cards{zone = " +
			"'pile'})}) error('bad \\27[31m\\nforged line') end}\n",
		"locale/en.yaml":   "say.x: \"said {card} \\e[1A\\nforged\"\ncard.ant: \"It bites.\\nforged\"\n",
		"scenarios/s.yaml": "game: ..\nname: \"steers \\e[5m\\nforged\"\nthen: {Nobody: {power: 4}}\n",
	} {
		path = filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{"check", "cards", "play --seats random --seed 1", "docs", "sim --games 1",
		"explain ant", "docs --format html", "test", "fuzz --games 1 --out " + t.TempDir()} {
		words := strings.Fields(line)
		args := append([]string{words[0], dir}, words[1:]...)
		code, out, errs := runCLI(args...)
		if code == ExitUsage {
			t.Errorf("%s: %s", line, errs)
		}
		if strings.ContainsFunc(out+errs, sanitize.Steers) {
			t.Errorf("%s lets through what steers:\n%q\n%q", line, out, errs)
		}
		if strings.Contains("\n"+out+errs, "\nforged") {
			t.Errorf("%s prints a forged line:\n%s%s", line, out, errs)
		}
	}
}
