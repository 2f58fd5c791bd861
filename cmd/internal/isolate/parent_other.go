//go:build !linux

package isolate

import (
	"os/exec"
	"syscall"
)

// diesWithParent is for the system to do, and here it cannot.
func diesWithParent(*exec.Cmd, syscall.Signal) {}
