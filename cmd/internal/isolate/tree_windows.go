package isolate

import (
	"os/exec"
	"strconv"
	"syscall"
)

// rootOfTree keeps the keys that stop a program from what the command starts.
func rootOfTree(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// endTree ends the process with its descendants; where the system's program for that is
// missing, the process alone.
func endTree(c *exec.Cmd) {
	_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(c.Process.Pid)).Run()
	_ = c.Process.Kill()
}
