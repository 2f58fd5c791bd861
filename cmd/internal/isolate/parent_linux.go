package isolate

import (
	"os/exec"
	"syscall"
)

// diesWithParent sends a child a signal when its parent is gone, however that went.
func diesWithParent(c *exec.Cmd, s syscall.Signal) {
	if c.SysProcAttr == nil {
		c.SysProcAttr = &syscall.SysProcAttr{}
	}
	c.SysProcAttr.Pdeathsig = s
}

// follow is for systems where a child is held once it has started.
func follow(*exec.Cmd) {}
