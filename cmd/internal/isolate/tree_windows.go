package isolate

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// rootOfTree keeps the keys that stop a program from what the command starts, unless it says
// how it is started.
func rootOfTree(c *exec.Cmd) {
	if c.SysProcAttr == nil {
		c.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
	}
}

// tied ties what a root starts to it, and returns what ends all of it.
func tied(c *exec.Cmd) (end func()) {
	job, err := holdStarted(c, 0)
	return func() {
		if err == nil {
			_ = windows.TerminateJobObject(job, 1)
			_ = windows.CloseHandle(job)
		}
		_ = c.Process.Kill()
	}
}
