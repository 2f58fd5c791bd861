//go:build unix

package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"text/template"

	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
)

// The packs below testdata/hostile are those of a stranger who means harm. Each is
// one file: a line that says what it tries, then the files of the pack as far as
// they differ from a small one, each under "-- path --" ("a{100}.lua" is a hundred of
// them), under "-- typed --" what a person types, if one plays, and at last, under
// "-- report --", what check and play say. In the files << >> repeat what is long.

// hostileBase is the pack that the hostile ones differ from.
var hostileBase = map[string]string{
	"pack.yaml": "id: hostile\nversion: 1.0.0\napi: 3\nname: {en: Hostile}\nseats: {min: 1, max: 1}\n",
	"game.yaml": "types: {ant: {start: pile}}\nzones: {pile: {of: table, ordered: true}}\nflow: " +
		"[{phase: turn, do: [turn.act]}]\n",
	"cards/a.yaml":           "cards: [{id: ant, type: ant}]\n",
	"scripts/rules/turn.lua": "local turn = {}\n\nfunction turn.act()\n  finish()\nend\n\nreturn turn\n",
}

// What a pack may take of the machine, whatever it tries. What it does is counted
// in process; these only catch what is not.
// The live memory is what a collection leaves: that of the game, the pack (of which
// reading may take 80 MB, beside what the parser holds of a file) and the program.
const (
	hostileMegabytes = 256
	liveMegabytes    = 128
	hostileSeconds   = 15
)

// reportLines and reportWidth bound what is compared of an output.
const (
	reportLines = 6
	reportWidth = 240
)

// ownProcess runs a test in a process of its own, which keeps no pack, and reports whether it
// did; in that process it does not. The peak of a process begins with the memory of its
// parent, so tests that measure peaks start their programs from there.
func ownProcess(t *testing.T) bool {
	t.Helper()
	if os.Getenv(alone) != "" {
		return false
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, "-test.run=^"+t.Name()+"$", fmt.Sprintf("-test.v=%v", testing.Verbose()))
	c.Env = append(os.Environ(), alone+"=1")
	out, err := c.CombinedOutput()
	t.Logf("%s", out)
	if err != nil || !bytes.Contains(out, []byte("PASS")) {
		t.Error(err)
	}
	return true
}

func TestHostile(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/hostile/*.txt")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d hostile packs, %v; want 60", len(files), err)
	}
	if ownProcess(t) {
		return
	}
	var lock sync.Mutex
	var most, live took
	var whose, lives string
	t.Run("packs", func(t *testing.T) {
		for _, file := range files {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
				t.Parallel()
				took := hostile(t, file)
				lock.Lock()
				defer lock.Unlock()
				if took.peak > most.peak {
					most, whose = took, t.Name()
				}
				if took.live > live.live {
					live, lives = took, t.Name()
				}
			})
		}
	})
	t.Logf("%d packs; the most memory is %d MB, of %s; the most live %d MB, of %s", len(files), most.peak,
		whose, live.live, lives)
}

// took is what a process took of memory in MB: at its peak, and live.
type took struct{ peak, live int64 }

// hostile checks and plays a pack in processes of their own, and returns the most
// that they took.
func hostile(t *testing.T, file string) took {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	whole, want, _ := strings.Cut(string(data), "-- report --\n")
	dir := t.TempDir()
	text, typed, asks := strings.Cut(whole, "-- typed --\n")
	writeHostile(t, filepath.Join(dir, "hostile"), text)
	got, most := "", took{}
	play := "play hostile --seats random --seed 1"
	if asks {
		play = "play hostile --seats human --seed 1"
	}
	for _, line := range []string{"check hostile", play} {
		out, took := confined(t, dir, typed, strings.Fields(line))
		got += "$ ruledeck " + line + "\n" + out
		most.peak, most.live = max(most.peak, took.peak), max(most.live, took.live)
		if took.peak > hostileMegabytes || took.live > liveMegabytes {
			t.Errorf("%s took %d MB, %d live", line, took.peak, took.live)
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(whole+"-- report --\n"+got), 0o644); err != nil {
			t.Fatal(err)
		}
		want = got
	}
	if got != want {
		t.Errorf("it says\n%s\nnot\n%s", got, want)
	}
	return most
}

// numbered returns the files that one heading means: "a{2}.lua" is a0.lua and a1.lua.
func numbered(path string) []string {
	before, rest, _ := strings.Cut(path, "{")
	number, after, _ := strings.Cut(rest, "}")
	n, err := strconv.Atoi(number)
	if err != nil {
		return []string{path}
	}
	paths := make([]string, n)
	for i := range paths {
		paths[i] = before + strconv.Itoa(i) + after
	}
	return paths
}

// writeHostile writes the files of a pack.
func writeHostile(t *testing.T, dir, text string) {
	t.Helper()
	files := map[string]string{}
	for path, plain := range hostileBase {
		files[path] = plain
	}
	for _, part := range strings.Split("\n"+text, "\n-- ")[1:] {
		path, body, _ := strings.Cut(part, " --\n")
		tree, err := template.New(path).Delims("<<", ">>").Funcs(template.FuncMap{
			"repeat": func(n int, s string) string { return strings.Repeat(s, n) },
			"indent": func(n int) string { return strings.Repeat("    ", n) },
			"byte":   func(n int) string { return string([]byte{byte(n)}) },
		}).Parse(body)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := tree.Execute(&out, nil); err != nil {
			t.Fatal(err)
		}
		for _, path := range numbered(path) {
			files[path] = out.String()
		}
	}
	// Equal files are one under many names: a system takes long to make files by the
	// thousand where it has just deleted as many.
	written := map[string]string{}
	for path, body := range files {
		path = filepath.Join(dir, filepath.FromSlash(path))
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if first, ok := written[body]; err == nil && ok {
			err = os.Link(first, path)
		} else if err == nil {
			err = os.WriteFile(path, []byte(body), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		written[body] = path
	}
}

// confined runs ruledeck in a process with limits, and returns the beginning and
// the end of what it says, and its memory. A process that the limits
// ended, or that crashed, has failed.
func confined(t *testing.T, dir, typed string, args []string) (said string, used took) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, args...)
	c.Dir, c.Stdin = dir, strings.NewReader(typed)
	live := filepath.Join(dir, "live")
	c.Env = append(os.Environ(), asProgram+"=1", "XDG_STATE_HOME="+dir, liveIn+"="+live,
		isolate.Limits{Megabytes: 2 * hostileMegabytes, Seconds: hostileSeconds}.Environment())
	out, err := c.CombinedOutput()
	out = bytes.ReplaceAll(bytes.ReplaceAll(out, []byte{0x0e}, nil), []byte{0x0f}, nil) // the marks of a child's talk
	if code := c.ProcessState.ExitCode(); code != ExitFine && code != ExitWrong && code != ExitUsage ||
		bytes.Contains(out, []byte("goroutine ")) {
		t.Errorf("%s ends with %v:\n%.2000s", strings.Join(args, " "), err, out)
	}
	used.peak = peakOf(c.ProcessState)
	number, err := os.ReadFile(live)
	if err == nil {
		used.live, err = strconv.ParseInt(string(number), 10, 64)
		used.live >>= 20
	}
	if err != nil {
		t.Error(err)
	}
	return shortened(string(out)) + fmt.Sprintf("exit %d\n", c.ProcessState.ExitCode()), used
}

// peakOf returns the peak memory of a process that has ended, in megabytes.
func peakOf(s *os.ProcessState) int64 {
	peak := int64(s.SysUsage().(*syscall.Rusage).Maxrss)
	if runtime.GOOS == "darwin" {
		return peak >> 20
	}
	return peak >> 10 // elsewhere it is in KB
}

// shortened keeps the first and the last lines of an output.
func shortened(out string) string {
	lines := strings.Split(strings.TrimRight(out, "\n"), "\n")
	if n := len(lines); n > reportLines {
		lines = slices.Concat(lines[:reportLines/2], []string{"..."}, lines[n-reportLines/2:])
	}
	for i, line := range lines {
		if runes := []rune(line); len(runes) > reportWidth {
			lines[i] = string(runes[:reportWidth]) + "..."
		}
	}
	return strings.Join(lines, "\n") + "\n"
}
