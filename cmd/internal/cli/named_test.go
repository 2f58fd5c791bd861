//go:build linux

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestNamed: what the user names works from behind the limits of a pack: a bot, the browser
// that prints, what opens the page, git. None inherits the limits, and each ends with the
// command that started it, even where that is killed.
func TestNamed(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
	t.Setenv(asProgram, "1")
	if code, _, errs := apart(t, "", "new", "pack", "marsh"); code != ExitFine {
		t.Fatal(errs)
	}
	t.Setenv("PATH", filepath.Join(dir, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	free, err := exec.Command("sh", "-c", "ulimit -d; ulimit -t").Output()
	if err != nil {
		t.Fatal(err)
	}
	for program, line := range map[string]string{
		"bot":      "play marsh --seats exec:bot,random --max-seconds 60",
		"chromium": "cards marsh --export pdf -o cards.pdf",
		"xdg-open": "studio marsh",
		"git":      "diff marsh@HEAD marsh",
		"git ":     "get ./marsh",
	} {
		said := filepath.Join(dir, "said")
		_ = os.Remove(said)
		script := filepath.Join(dir, "bin", strings.TrimSpace(program))
		putFile(t, script, "#!/bin/sh\n{ echo $$; ulimit -d; ulimit -t; echo ${RULEDECK_ISOLATED:-none}; } > "+
			said+".part\nmv "+said+".part "+said+"\nexec sleep 1000\n")
		if err := os.Chmod(script, 0o755); err != nil {
			t.Fatal(err)
		}
		named(t, line, said, string(free))
		_ = os.Remove(script)
	}
}

// named starts a command, waits for what the program that it starts says, kills the command,
// and looks whether that program ends.
func named(t *testing.T, line, said, free string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, strings.Fields(line)...)
	screen, err := os.OpenFile(os.DevNull, os.O_RDWR, 0) // a device, as a terminal is
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Close()
	c.Stdin = screen
	c.Stdout = screen
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var text []byte
	for range 600 {
		if text, err = os.ReadFile(said); err == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	_ = c.Process.Kill()
	_ = c.Wait()
	var pid int
	if _, err := fmt.Sscan(string(text), &pid); err != nil {
		t.Errorf("%s starts nothing", line)
		return
	}
	if want := fmt.Sprintf("%d\n%snone\n", pid, free); string(text) != want {
		t.Errorf("%s: it has %q, not %q", line, text, want)
	}
	for range 200 {
		if syscall.Kill(pid, 0) != nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	t.Errorf("%s: what it has started is still there", line)
}
