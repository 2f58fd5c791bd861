//go:build unix

package isolate

import (
	"os/exec"
	"syscall"
)

// rootOfTree makes a command the leader of a group of processes, unless it says how it is
// started.
func rootOfTree(c *exec.Cmd) {
	if c.SysProcAttr == nil {
		c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	}
	diesWithParent(c, syscall.SIGKILL)
}

// leaves is for systems where what a process has started ends with it.
func leaves(*exec.Cmd) {}

// tied returns what ends a root, with its group if it has one; of one that has ended nothing is
// left to be ended.
func tied(c *exec.Cmd) (end func()) {
	if !c.SysProcAttr.Setpgid {
		return func() { _ = c.Process.Kill() }
	}
	return func() { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}
