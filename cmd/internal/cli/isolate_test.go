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
		"eats":      "stopped: it took more than 64 MB of memory",
		"spins":     "stopped: it took more than 1 seconds of processor time",
		"is killed": `stopped: the process ended by itself ("signal: killed")`,
		"fails":     "it has failed",
	} {
		code, _, errs := apart(t, "", "misbehave", does, "--isolate")
		if want = "panic: says the pack\nruledeck: " + want + "\n"; code != ExitWrong || errs != want {
			t.Errorf("%s: exit %d, %s", does, code, errs)
		}
	}
}

// TestIsolated: in a process of their own play, check and sim say what they say else, and
// end as they do else.
func TestIsolated(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	forged := filepath.Join(t.TempDir(), "forged")
	for path, text := range hostileBase {
		putFile(t, filepath.Join(forged, path), strings.Replace(text, "{en: Hostile}", `{en: "panic: a name"}`, 1))
	}
	for _, line := range []string{
		"play " + forged + " --seats random --seed 1",
		"play football-champions --seats human,random --seed 3",
		"play football-champions --seats human,random --seed 3 --format json",
		"play football-champions --seats human,nobody",
		"check ../../../testdata/broken/ability-contradicts-itself",
		"sim football-champions --games 3 --format csv --workers 2",
	} {
		args := strings.Fields(line)
		code, out, errs := apart(t, "1\n1\nquit\n", args...)
		isolated, sameOut, sameErrs := apart(t, "1\n1\nquit\n", append(args, "--isolate")...)
		if isolated != code || sameOut != out || sameErrs != errs {
			t.Errorf("%s: exit %d\n%s%s\nwith --isolate: exit %d\n%s%s", line, code, out, errs,
				isolated, sameOut, sameErrs)
		}
	}
}

// TestIsolatedGame: a person's game in a process of its own is asked, kept, left when the
// system asks for it, and kept where its process is killed: then it is told how to go on.
func TestIsolatedGame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "evening.save")
	for i, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		args := []string{"play", "--isolate", "--resume=" + path}
		if i == 0 {
			args = []string{"play", "football-champions", "--isolate", "--seats", "human,random",
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
		to := s.Process.Pid
		if signal == syscall.SIGKILL {
			if to = childOf(to); to == 0 {
				t.Skip("the system does not tell of children")
			}
		}
		if err := syscall.Kill(to, signal); err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, s.out)
		_, _ = io.Copy(&errs, s.errs)
		_ = s.Wait()
		want := "the game was left unfinished; go on with: ruledeck play --resume " + path
		if signal == syscall.SIGKILL {
			want = `stopped: the process ended by itself ("signal: killed"); go on with: ruledeck play --resume ` + path
		}
		if code := s.ProcessState.ExitCode(); code != i || !strings.Contains(errs.String(), want) {
			t.Errorf("%s: exit %d, %s", signal, code, errs.String())
		}
		if n := len(mine(answersIn(t, path))); n != 3*(i+1) {
			t.Errorf("%s: %d answers are saved, not %d", signal, n, 3*(i+1))
		}
	}
}

// childOf is the child of a process; 0 where the system does not tell.
func childOf(pid int) int {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, file := range tasks {
		var child int
		if data, err := os.ReadFile(file); err == nil {
			if n, _ := fmt.Sscan(string(data), &child); n == 1 {
				return child
			}
		}
	}
	return 0
}
