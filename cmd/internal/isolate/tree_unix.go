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

// endTree ends the group; of one that has ended nothing is left to be ended.
func endTree(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
