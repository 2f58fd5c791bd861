//go:build unix

package isolate

import (
	"os"
	"os/signal"
	"runtime"
	"syscall"
)

// countsTime says whether the system bounds processor time.
const countsTime = true

// limitProcess lets the system bound this process too: what the Go runtime is given
// as memory, and processor time. A system that does not know a limit leaves it to
// the watch over the memory, and to the parent.
func limitProcess(l Limits) {
	// More than the memory: the watch says it first, and better. The Go runtime takes
	// 64 MB of addresses at once, and faults in itself where it gets none.
	bytes := uint64(2*l.Megabytes+256) << 20
	_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: bytes, Max: bytes})
	// The system counts otherwise for the limit than for what it tells the parent later,
	// so the child says itself that it is there; a little later it is killed.
	late := make(chan os.Signal, 1)
	signal.Notify(late, syscall.SIGXCPU)
	go func() {
		<-late
		os.Exit(exitTime)
	}()
	_ = syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: uint64(l.Seconds), Max: uint64(l.Seconds) + 1})
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
}

// Peak returns the most memory in bytes that a process had at once, of those that
// have ended; 0 where the system does not tell.
func Peak(s *os.ProcessState) int64 {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10 // elsewhere in KB
}
