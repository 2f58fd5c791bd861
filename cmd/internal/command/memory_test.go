package command_test

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
)

// limit is that of the memory of this process.
func limit() int64 { return debug.SetMemoryLimit(-1) }

// TestCollectRarely: the limit leaves room for half of the live heap, or the collector would
// do nothing else.
func TestCollectRarely(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	percent, most := debug.SetGCPercent(77), limit()
	command.CollectRarely()
	little := limit()
	if p := debug.SetGCPercent(percent); p < 400 || little >= most {
		t.Errorf("the collector starts at %d %%, or at %d MB", p, little>>20)
	}
	kept := make([]byte, 2*little)
	for range 100 {
		if runtime.GC(); limit() >= int64(len(kept)*3/2) {
			break
		}
		time.Sleep(10 * time.Millisecond) // cleanups run beside what collects
	}
	if l := limit(); l < int64(len(kept)*3/2) {
		t.Errorf("the limit is %d MB with %d MB alive", l>>20, len(kept)>>20)
	}
	runtime.KeepAlive(kept)
}
