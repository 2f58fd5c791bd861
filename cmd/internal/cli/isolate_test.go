//go:build unix

package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// apart runs a command line in a process of its own.
func apart(t *testing.T, typed string, args ...string) (code int, out, errs string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, args...)
	c.Env, c.Stdin = append(os.Environ(), asProgram+"=1"), strings.NewReader(typed)
	var o, e bytes.Buffer
	c.Stdout, c.Stderr = &o, &e
	if err := c.Run(); c.ProcessState == nil {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), o.String(), e.String()
}

// TestIsolatedLimits: what comes to a limit is told in one sentence, behind all that was
// said before, and ends with exit 1.
func TestIsolatedLimits(t *testing.T) {
	for does, want := range map[string]string{
		"eats": "stopped: it took more than 64 MB of memory; --no-limits lifts this limit for one run",
		"spins": "stopped: it took more than 1 seconds of processor time; a larger number behind --max-seconds " +
			"raises this limit, and without it there is none",
		"fails": "it has failed",
	} {
		code, _, errs := apart(t, "", "misbehave", does)
		if want = "panic: says the pack\nruledeck: " + want + "\n"; code != ExitWrong || errs != want {
			t.Errorf("%s: exit %d, %s", does, code, errs)
		}
	}
}

// TestLimitAtPack: a run that meets a limit says at which pack, and what lifts the limit;
// --no-limits runs to the end.
func TestLimitAtPack(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	for path, text := range hostileBase {
		putFile(t, filepath.Join("second", path), text)
	}
	const games = "sim second --seats random --games "
	code, _, errs := apart(t, "", strings.Fields(games+"1000000000 --max-seconds 1")...)
	if want := "ruledeck: stopped: it took more than 1 seconds of processor time at the pack second; a larger " +
		"number behind --max-seconds"; code != ExitWrong || !strings.Contains(errs, want) {
		t.Errorf("exit %d, %s", code, errs)
	}
	if code, _, errs = apart(t, "", strings.Fields(games+"2 --no-limits")...); code != ExitFine {
		t.Errorf("exit %d, %s", code, errs)
	}
	code, _, errs = apart(t, "", strings.Fields(games+"2 --no-limits --max-seconds 3")...)
	if code != ExitUsage || !strings.Contains(errs, "give one of the two") {
		t.Errorf("exit %d, %s", code, errs)
	}
}

// TestFormerFlags: the flags that chose whether a pack runs with limits are taken by each
// command for one version, and say what is so now.
func TestFormerFlags(t *testing.T) {
	for _, line := range []string{"version --trust", "list --isolate", "check bbtm --isolate",
		"test --trust --run=none"} {
		const said = "is no longer needed: every pack from a disk runs in a process with limits, and --no-limits lifts"
		if _, _, errs := apart(t, "", strings.Fields(line)...); strings.Count(errs, said) != 1 {
			t.Errorf("%s: %s", line, errs)
		}
	}
}

// TestWalled: with limits every command says what it says without, and ends as it does then:
// on games of the program, and on packs that are named by a folder, an archive, a file in
// one, a saved game, a golden, or the folder one stands in.
func TestWalled(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	for _, line := range []string{"new pack marsh", "archive marsh -o marsh.rdpack", "new overlay dry of marsh",
		"play marsh --seats random,random --seed 3 --save m.save", "record marsh --out m.golden --seed 2"} {
		if code, _, errs := apart(t, "", strings.Fields(line)...); code != ExitFine {
			t.Fatalf("%s: %s", line, errs)
		}
	}
	for path, text := range hostileBase {
		putFile(t, filepath.Join("forged", path), strings.Replace(text, "{en: Hostile}", `{en: "panic: a name"}`, 1))
	}
	for _, line := range []string{
		"play forged --seats random --seed 1",
		"play football-champions --seats human,random --seed 3",
		"play football-champions --seats human,random --seed 3 --format json",
		"play football-champions --seats human,nobody",
		"play marsh.rdpack --seats human,random --seed 3",
		"play none", "check", "check marsh dry", "check marsh/pack.yaml", "check marsh.rdpack --format json",
		"test", "test marsh", "test marsh/scenarios dry", "test --format json", "test m.golden", "replay m.save",
		"replay m.golden --verify", "sim marsh --games 3 --format csv --workers 2", "cards dry",
		"explain marsh encore", "diff marsh dry",
		"coverage marsh", "fuzz marsh --games 2",
	} {
		args := strings.Fields(line)
		code, out, errs := apart(t, "1\n1\nquit\n", args...)
		free, sameOut, sameErrs := apart(t, "1\n1\nquit\n", append(args, "--no-limits")...)
		if free != code || sameOut != out || sameErrs != errs {
			t.Errorf("%s: exit %d\n%s%s\nwith --no-limits: exit %d\n%s%s", line, code, out, errs,
				free, sameOut, sameErrs)
		}
	}
}

// TestIsolatedGame: a person's game in a process with limits is asked, left and kept when the
// system asks for it, and kept where the process is killed.
func TestIsolatedGame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "evening.save")
	for i, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		args := []string{"play", "--resume=" + path}
		if i == 0 {
			args = []string{"play", "football-champions", "--max-seconds", "60", "--seats", "human,random",
				"--seed", "3", "--save", path}
		}
		s := start(t, args...)
		var errs bytes.Buffer
		for range 3 {
			if shown, ok := s.prompted(); !ok {
				t.Fatal(shown)
			}
			fmt.Fprintln(s.in, "1")
		}
		_, _ = s.prompted()
		if err := s.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, s.out)
		_, _ = io.Copy(&errs, s.errs)
		_ = s.Wait()
		want := []string{"the game was left unfinished; go on with: ruledeck play --resume " + path, ""}[i]
		if code := s.ProcessState.ExitCode(); code != -i || !strings.Contains(errs.String(), want) {
			t.Errorf("%s: exit %d, %s", signal, code, errs.String())
		}
		if n := len(mine(answersIn(t, path))); n != 3*(i+1) {
			t.Errorf("%s: %d answers are saved, not %d", signal, n, 3*(i+1))
		}
	}
}

// TestLimitsTold: the reference has the limit of memory, and the help of a command the flags.
func TestLimitsTold(t *testing.T) {
	_, out, _ := runCLI("docs", "bbtm")
	want := fmt.Sprintf("| memory of a command | %d MB | `--no-limits`", packLimits.Megabytes)
	if !strings.Contains(out, want) {
		t.Errorf("the reference does not say %s", want)
	}
	_, out, _ = runCLI("test", "--help")
	told := strings.Contains(out, "--no-limits") && strings.Contains(out, "--max-seconds")
	if !told || strings.Contains(out, "--trust") {
		t.Error(out)
	}
}
