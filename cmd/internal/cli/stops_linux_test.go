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

// TestCheckStops: a check that is asked to stop while it reads ends at once, as it was asked.
func TestCheckStops(t *testing.T) {
	dir := t.TempDir()
	for path, text := range hostileBase {
		putFile(t, filepath.Join(dir, path), text)
	}
	for part := range 4 {
		cards := "cards:\n"
		for i := range 5000 {
			cards += fmt.Sprintf("  - {id: c%d_%d, type: ant, copies: 0, name: {en: Card %[1]d %[2]d}}\n", part, i)
		}
		putFile(t, filepath.Join(dir, "cards", fmt.Sprintf("more%d.yaml", part)), cards)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, "check", dir)
	c.Env = append(os.Environ(), asProgram+"=1")
	var out strings.Builder
	c.Stdout, c.Stderr = &out, &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for ticks(c.Process.Pid) < 20 { // far less than what it takes to read so many cards
		time.Sleep(time.Millisecond)
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	if status := c.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("%v\n%s", c.ProcessState, out.String())
	}
}
