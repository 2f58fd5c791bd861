//go:build !linux

package isolate

import "syscall"

// endsWithParent is for systems that tell a child that its parent is gone.
func endsWithParent(*syscall.SysProcAttr) {}

// endLeft is for systems that tell of each process with what it was started.
func endLeft(string) {}

// treeMemory is for systems that tell of each process with what it was started.
func treeMemory(string) uint64 { return 0 }
