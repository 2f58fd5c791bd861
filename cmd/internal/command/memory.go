package command

import (
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"syscall"
)

// memoryLimit is what the program takes at most while garbage can be collected instead.
const memoryLimit = 4 << 30

// Begin bounds the memory of the process: GOMEMLIMIT in the environment wins, and so do the limits
// of a process that plays. A write to a closed pipe returns an error, and the command ends as
// commands end.
func Begin() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
}

// CollectRarely makes the collector of memory start less often, from now on. Games and checks
// make much short-lived memory and keep little: that is worth a tenth of the time of games, and a
// quarter of that of a check. It starts for the first time where the program holds 64 MB, which
// few games and no checks of small packs come to: a tenth of the time to the first question of a
// game. It starts more often again where the program holds much, as with large packs, but never
// before that has grown by half: a limit below the live heap would keep the collector running.
// GOGC and GOMEMLIMIT in the environment win.
func CollectRarely() {
	if os.Getenv("GOGC") == "" {
		rarely()
	}
}

var rarely = sync.OnceFunc(func() {
	percent := 400
	if live() < 4<<20 {
		percent = 1600 // of the 4 MB that count at least
	}
	collect(percent, debug.SetMemoryLimit(-1))
})

// collect sets the collector up, until its next collection, of which its own object is a part; most
// is the limit that the process has.
func collect(percent int, most int64) {
	debug.SetGCPercent(percent)
	limitMemory(most)
	runtime.AddCleanup(new([16]byte), func(most int64) { collect(400, most) }, most)
}

// limitMemory bounds the memory of the process by the live bytes of the last collection, and by most.
func limitMemory(most int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(min(most, max(live()*3/2, muchMemory)+int64(runtime.GOMAXPROCS(0))*muchOfEach))
	}
}

// live returns how many bytes the last collection has found alive.
func live() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// muchMemory is what little live memory and its garbage may come to, and how much more for
// each that works at once.
const muchMemory, muchOfEach = 140 << 20, 10 << 20
