package isolate

import (
	"os/exec"
	"syscall"
)

// diesWithParent ends a child when its parent is gone, however that went.
func diesWithParent(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM} }
