//go:build unix

package isolate

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a command the leader of a group of processes.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// tied returns what ends a root, with its group if it has one; of one that has ended nothing is
// left to be ended.
func tied(c *exec.Cmd) (end func()) {
	return func() {
		_ = c.Process.Kill()
		if c.SysProcAttr.Setpgid {
			_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
		}
	}
}
