package isolate

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// diesWithParent is done when the child has started: see follow.
func diesWithParent(*exec.Cmd, syscall.Signal) {}

// follow ends a child that was started when this process is gone. What the child starts is
// held by the child.
func follow(c *exec.Cmd) {
	// Where the system refuses, the child ends when it has nothing more to do.
	_, _ = holdStarted(c, windows.JOB_OBJECT_LIMIT_SILENT_BREAKAWAY_OK)
}
