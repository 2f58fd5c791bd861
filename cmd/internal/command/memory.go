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
// of a process that plays. Whoever is told of a closed pipe gets an error from the write and lives
// on to end as commands end.
func Begin() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
}

// CollectRarely makes the collector of memory start less often until its result is
// called. Games and checks make much short-lived memory and keep little: that is worth a
// tenth of the time of games, and a quarter of that of a check. It starts for the first
// time where the program holds 64 MB, which few games and no checks of small packs come
// to: a tenth of the time to the first question of a game. It starts more often again where
// the program holds much, as with large packs, but never before that has grown by half: a limit
// below the live heap would keep the collector running. GOGC and GOMEMLIMIT in the
// environment win.
func CollectRarely() (back func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	collector.Lock()
	defer collector.Unlock()
	collector.users++
	if collector.users == 1 {
		percent := 400
		if live() < 4<<20 {
			percent = 1600 // of the 4 MB that count at least
		}
		collector.percent = debug.SetGCPercent(percent)
		collector.limit = debug.SetMemoryLimit(-1)
		limitMemory()
		collector.after = runtime.AddCleanup(new([16]byte), hasCollected, 0)
	}
	return func() {
		collector.Lock()
		defer collector.Unlock()
		collector.users--
		if collector.users == 0 {
			collector.after.Stop()
			debug.SetGCPercent(collector.percent)
			debug.SetMemoryLimit(collector.limit)
		}
	}
}

// collector is the one of the process: how many want it to start less often, and how it
// stood before the first of them.
var collector struct {
	sync.Mutex
	users   int
	percent int
	limit   int64
	after   runtime.Cleanup
}

// hasCollected follows each collection, of which its own object is a part.
func hasCollected(int) {
	collector.Lock()
	defer collector.Unlock()
	if collector.users > 0 {
		debug.SetGCPercent(400)
		limitMemory()
		collector.after = runtime.AddCleanup(new([16]byte), hasCollected, 0)
	}
}

// limitMemory bounds the memory of the process by what was found alive.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		most := max(live()*3/2, muchMemory) + int64(runtime.GOMAXPROCS(0))*muchOfEach
		debug.SetMemoryLimit(min(collector.limit, most))
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
