//go:build unix

package isolate

import (
	"os/exec"
	"syscall"
)

// rootOfTree makes a command the leader of a group of processes.
func rootOfTree(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	diesWithParent(c, syscall.SIGKILL)
}

// tied returns what ends the group of a root; of one that has ended nothing is left to be ended.
func tied(c *exec.Cmd) (end func()) {
	return func() { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}
