//go:build unix

package cli

import (
	"os"
	"syscall"
)

// limitProcess lets the system bound this process too: what the Go runtime is given
// as memory, and processor time. A system that does not know a limit leaves it to
// the watch over the memory, and to the parent.
func limitProcess(l isolated) {
	// Twice the memory: the watch says it first, and better.
	bytes := uint64(l.megabytes) << 21
	_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: bytes, Max: bytes})
	_ = syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: uint64(l.seconds), Max: uint64(l.seconds) + 1})
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
}

// tookTime reports whether a process was ended for the processor time it took.
func tookTime(s *os.ProcessState) bool {
	status, ok := s.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && (status.Signal() == syscall.SIGXCPU || status.Signal() == syscall.SIGKILL)
}
