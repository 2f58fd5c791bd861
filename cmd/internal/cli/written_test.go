//go:build unix

package cli

import (
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/pflag"
)

// written are the flags that name a file that a command writes, each with a command
// line; PATH stands for the file.
var written = map[string]string{
	"record --out":         "record football-champions --seed 1 -o PATH",
	"record --states":      "record football-champions --states --seed 1 -o PATH",
	"cards --out":          "cards football-champions --export pdf -o PATH",
	"docs --out":           "docs football-champions --format markdown --out PATH",
	"test --junit":         "test --junit PATH SCENARIO",
	"play --save":          "play football-champions --seats random,random --seed 1 --save PATH",
	"play --save-scenario": "play --scenario SCENARIO --seats random,random --seed 1 --save-scenario PATH",
	"sim --report":         "sim football-champions --games 1 --seats random,random --report PATH",
	"sim --resume":         "sim football-champions --games 1 --seats random,random --resume PATH",
	"lsp --log":            "lsp --log PATH",
	"archive --out":        "archive bbtm -o PATH",
	"publish --single":     "publish football-champions --wasm WASM --single PATH",
}

// filled are those that name a folder that a command writes into; it makes the folder,
// but for fuzz, which does not know before the work whether it will need it.
var filled = map[string]string{
	"fuzz --out":   "fuzz football-champions --games 1 -o PATH",
	"schema --out": "schema --out PATH",
	"lsp --out":    "lsp --setup vscode --out PATH",
	"docs --out":   "docs football-champions --out PATH",
	"learn --out":  "learn mods/heavers --out PATH",
}

// looked are those that name a file or folder that is read.
var looked = map[string]string{
	"play --resume":        "play --resume=PATH",
	"play --scenario":      "play --scenario PATH",
	"replay --game":        "replay GOLDEN --game PATH",
	"coverage --scenarios": "coverage football-champions --scenarios PATH",
	"explain --scenarios":  "explain football-champions corner --scenarios PATH",
	"cards --since":        "cards football-champions --export pdf -o DIR/x.pdf --since PATH",
	"schema --modelines":   "schema --out DIR --modelines PATH",
	"serve --tls-cert":     "serve --listen 127.0.0.1:0 --tables DIR --tls-cert PATH --tls-key GOLDEN",
	"serve --tls-key":      "serve --listen 127.0.0.1:0 --tables DIR --tls-cert GOLDEN --tls-key PATH",
	"--pack":               "cards football-champions --pack PATH",
	"an argument":          "replay PATH",
	"a second one":         "test PATH",
	"a third one":          "check PATH",
	"a fifth one":          "report PATH",
	"a fourth one":         "diff PATH football-champions",
	"a sixth one":          "import PATH in DIR/forest",
}

// talk are flags that speak of files and name none.
var talk = []string{
	"check --option", "check --fix", "sim --compare", "docs --format", "schema --check", "sim --format",
	"learn --check", "test --watch", "play --watch", "test --run", "studio --editor-url", "new --bare",
	// A folder that publish has not made is refused whole; the files in one that it has are its own.
	"publish --out",
	"cards --export", "play --at", "lsp --setup", "lsp --check", "replay --salvage", "studio --play", "get --path",
	"import --cards", "import --encoding", "import --patch",
}

// TestEveryPath: each flag of each command that is about a file or a folder is tried
// below.
func TestEveryPath(t *testing.T) {
	about := regexp.MustCompile(`(?i)\b(files?|folder|overlay)\b`)
	for _, c := range commands(New(Host{})) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			name := called(c) + " --" + f.Name
			_, writes := written[name]
			_, fills := filled[name]
			_, reads := looked[name]
			if about.MatchString(f.Usage) && !writes && !fills && !reads && f.Name != "pack" &&
				!slices.Contains(talk, name) {
				t.Errorf("%s is not tried: %s", name, f.Usage)
			}
		})
	}
}

// runPath runs a command line with a path; one that hangs fails the test.
func runPath(t *testing.T, line, path string) (code int, out, errs string) {
	t.Helper()
	args := strings.Fields(line)
	for i, a := range args {
		a = strings.ReplaceAll(a, "SCENARIO", someFile(t, "../../../testdata/scenarios/football-champions/draw.yaml"))
		a = strings.ReplaceAll(a, "GOLDEN", someFile(t, "../../../testdata/golden/football-champions.golden"))
		a = strings.ReplaceAll(a, "WASM", noProgram(t))
		args[i] = strings.ReplaceAll(strings.ReplaceAll(a, "PATH", path), "DIR", t.TempDir())
	}
	ended := make(chan struct{})
	go func() {
		code, out, errs = runCLI(args...)
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatalf("%s hangs", strings.Join(args, " "))
	}
	return code, out, errs
}

// noFiles makes what is no file: a pipe that nobody writes or reads, and a socket.
func noFiles(t *testing.T) map[string]string {
	t.Helper()
	// A socket's path must be short.
	dir, err := os.MkdirTemp("", "rd")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("unix", filepath.Join(dir, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = socket.Close() })
	return map[string]string{pipe: "pipe", socket.Addr().String(): "socket"}
}

// TestWritten: what cannot be written is refused before the work, what is there and of
// another kind stays, and of what is replaced the mode stays, and a link that leads to it.
func TestWritten(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	browsing(t)
	odd := noFiles(t)
	for flag, line := range written {
		t.Run(flag, func(t *testing.T) {
			for path, want := range map[string]string{
				filepath.Join("nowhere", "x"): "there is no folder nowhere", t.TempDir(): "is a directory",
			} {
				if code, out, errs := runPath(t, line, path); code != ExitUsage || out != "" ||
					!strings.Contains(errs, want) || strings.Contains(errs, ".ruledeck-") {
					t.Errorf("%s: exit %d, %q, %s", path, code, out, errs)
				}
			}
			for path, what := range odd {
				if code, out, errs := runPath(t, line, path); code != ExitUsage || out != "" ||
					!strings.Contains(errs, "a "+what+" is not") {
					t.Errorf("a %s: exit %d, %q, %s", what, code, out, errs)
				}
			}
			if flag == "lsp --log" {
				return // it is added to, and it ends where its client leaves
			}
			dir := t.TempDir()
			file, link := filepath.Join(dir, "file.md"), filepath.Join(dir, "link.md")
			if err := os.WriteFile(file, []byte("Dear diary\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			code, _, errs := runPath(t, line, file)
			if data, _ := os.ReadFile(file); code == ExitFine || string(data) != "Dear diary\n" {
				t.Errorf("a diary: exit %d, %s; it holds %.40q", code, errs, data)
			}
			if err := os.Truncate(file, 0); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(file, 0o640); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink("file.md", link); err != nil {
				t.Fatal(err)
			}
			for range 2 { // over nothing, then over what it has written itself
				code, _, errs = runPath(t, line, link)
			}
			info, err := os.Lstat(file)
			if to, _ := os.Readlink(link); code != ExitFine || err != nil || info.Mode() != 0o640 ||
				info.Size() == 0 || to != "file.md" {
				t.Errorf("by a link: exit %d, %s; %v, the link leads to %q", code, errs, info.Mode(), to)
			}
		})
	}
}

// TestFilled: the same of folders; files in them that somebody else wrote stay.
func TestFilled(t *testing.T) {
	for flag, line := range filled {
		t.Run(flag, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(file, []byte("Dear diary\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if code, _, errs := runPath(t, line, file); code == ExitFine ||
				!strings.Contains(errs, "folder") && !strings.Contains(errs, "not a directory") &&
					!strings.Contains(errs, "something else than a reference") {
				t.Errorf("a file: exit %d, %s", code, errs)
			}
			if flag == "fuzz --out" {
				if code, out, errs := runPath(t, line, "nowhere"); code != ExitUsage || out != "" ||
					!strings.Contains(errs, "there is no folder nowhere") {
					t.Errorf("exit %d, %q, %s", code, out, errs)
				}
				return
			}
			dir := t.TempDir()
			if code, _, errs := runPath(t, line, filepath.Join(dir, "made")); code != ExitFine {
				t.Fatalf("exit %d, %s", code, errs)
			}
			var made []string
			err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
				if err == nil && e.Type().IsRegular() {
					made = append(made, path)
				}
				return err
			})
			if err != nil || len(made) == 0 {
				t.Fatal(made, err)
			}
			for _, path := range made {
				old, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte("Dear diary\n"), 0o644); err != nil {
					t.Fatal(err)
				}
				code, out, errs := runPath(t, line, filepath.Join(dir, "made"))
				if data, _ := os.ReadFile(path); code == ExitFine || out != "" || string(data) != "Dear diary\n" ||
					!strings.Contains(errs, "something else than what would be written stands there") {
					t.Errorf("%s: exit %d, %q, %s; it holds %.40q", path, code, out, errs, data)
				}
				if err := os.WriteFile(path, old, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestRead: what is no file is refused wherever one is named, and nothing waits for it.
func TestRead(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	odd := noFiles(t)
	odd["/dev/zero"] = "device"
	for flag, line := range looked {
		for path, what := range odd {
			code, out, errs := runPath(t, line, path)
			if code == ExitFine || !strings.Contains(out+errs, path) {
				t.Errorf("%s, a %s: exit %d, %q, %s", flag, what, code, out, errs)
			}
		}
	}
}
