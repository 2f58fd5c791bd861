package isolate

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// ownGroup keeps the keys that stop a program from what a command starts.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// tied ties what a root starts to it, and returns what ends all of it. It ends with this process
// too. What the root has started before, in the first moment, is not tied.
func tied(c *exec.Cmd) (end func()) {
	var job windows.Handle
	// Where the system refuses, the root ends alone.
	_ = c.Process.WithHandle(func(root uintptr) {
		job = hold(windows.Handle(root), windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, 0)
	})
	return func() {
		_ = windows.TerminateJobObject(job, 1)
		_ = windows.CloseHandle(job)
		_ = c.Process.Kill()
	}
}
