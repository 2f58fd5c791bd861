//go:build !linux

package cli

import "os/exec"

// diesWithParent is for the system to do, and here it cannot.
func diesWithParent(*exec.Cmd) {}
