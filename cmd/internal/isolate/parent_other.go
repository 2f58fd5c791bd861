//go:build !linux && !windows

package isolate

import (
	"os/exec"
	"syscall"
)

// diesWithParent is for the system to do, and here it cannot.
func diesWithParent(*exec.Cmd, syscall.Signal) {}

// follow is for systems where a child is held once it has started.
func follow(*exec.Cmd) {}
