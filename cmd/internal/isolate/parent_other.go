//go:build !linux

package isolate

import "os/exec"

// diesWithParent is for the system to do, and here it cannot.
func diesWithParent(*exec.Cmd) {}
