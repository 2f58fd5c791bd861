//go:build unix

package isolate

import (
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// before is the limit of memory that this process had before its own, which what it starts has.
var before atomic.Pointer[syscall.Rlimit]

// limitProcess lets the system bound the memory of this process too: what the Go runtime is
// given. A system that does not know the limit leaves it to the watch.
func limitProcess(l Limits) {
	// More than the memory: the watch says it first, and better. The Go runtime takes
	// 64 MB of addresses at once, and faults in itself where it gets none.
	to := uint64(2*l.Megabytes+256) << 20
	var had syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_DATA, &had) == nil && to < had.Max {
		before.Store(&had)
		_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: to, Max: had.Max})
	}
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
}

// timeUsed is the processor time that this process has taken, without what it has started.
func timeUsed() time.Duration {
	var usage syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage) // which is never refused
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// sparing is held while the limit of this process is lifted for what it starts.
var sparing sync.Mutex

// spared starts a command without the limit that this process has: it inherits it as it is
// when it is started.
func spared(start func() error) error {
	sparing.Lock()
	defer sparing.Unlock()
	var now syscall.Rlimit
	if had := before.Load(); had != nil && syscall.Getrlimit(syscall.RLIMIT_DATA, &now) == nil {
		_ = syscall.Setrlimit(syscall.RLIMIT_DATA, had)
		defer syscall.Setrlimit(syscall.RLIMIT_DATA, &now)
	}
	return start()
}
