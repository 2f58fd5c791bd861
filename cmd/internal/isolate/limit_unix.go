//go:build unix

package isolate

import (
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// limitProcess lets the system bound this process too: what the Go runtime is given
// as memory, and processor time. A system that does not know a limit leaves it to
// the watch over the memory, and to the parent.
func limitProcess(l Limits) {
	// More than the memory: the watch says it first, and better. The Go runtime takes
	// 64 MB of addresses at once, and faults in itself where it gets none.
	lower(syscall.RLIMIT_DATA, uint64(2*l.Megabytes+256)<<20)
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
	if l.Seconds == 0 {
		return
	}
	// The system counts otherwise for the limit than for what it tells the parent later,
	// so the child says itself that it is there.
	late := make(chan os.Signal, 1)
	signal.Notify(late, syscall.SIGXCPU)
	go func() {
		<-late
		os.Exit(exitTime)
	}()
	lower(syscall.RLIMIT_CPU, uint64(l.Seconds))
}

// lower sets a limit that what this process starts can be spared: see spared.
func lower(of int, to uint64) {
	var l syscall.Rlimit
	if syscall.Getrlimit(of, &l) == nil && to < l.Max {
		l.Cur = to
		_ = syscall.Setrlimit(of, &l)
	}
}

// sparing is held while the limits of this process are lifted for what it starts.
var sparing sync.Mutex

// spared starts a command without the limits that this process has: it inherits them as they
// are when it is started.
func spared(start func() error) error {
	sparing.Lock()
	defer sparing.Unlock()
	for _, of := range []int{syscall.RLIMIT_DATA, syscall.RLIMIT_CPU} {
		var l syscall.Rlimit
		if _, _, is := inherited(); !is || syscall.Getrlimit(of, &l) != nil {
			continue
		}
		lifted := l
		lifted.Cur = l.Max
		_ = syscall.Setrlimit(of, &lifted)
		defer syscall.Setrlimit(of, &l)
	}
	return start()
}

// ranOut reports whether a process ended by a signal when it had used up its time.
func ranOut(exit *exec.ExitError, l Limits) bool {
	return exit.ExitCode() < 0 && exit.UserTime()+exit.SystemTime() >= time.Duration(l.Seconds)*time.Second
}

// inherit lets a command inherit a file, and returns the number that it has there.
func inherit(c *exec.Cmd, f *os.File) uintptr {
	c.ExtraFiles = append(c.ExtraFiles, f)
	return uintptr(2 + len(c.ExtraFiles))
}

// inheritedFile is the file of a number, which what this process starts does not inherit.
func inheritedFile(number uintptr) *os.File {
	syscall.CloseOnExec(int(number))
	return os.NewFile(number, "stderr")
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
