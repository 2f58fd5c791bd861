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
// do nothing else; and the last that ends puts all back as it was before the first.
func TestCollectRarely(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	percent, most := debug.SetGCPercent(77), limit()
	defer debug.SetGCPercent(percent)
	first := command.CollectRarely()
	second := command.CollectRarely()
	little := limit()
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
	first()
	if limit() == most {
		t.Error("the limit is gone with one that still wants it")
	}
	second()
	if l, p := limit(), debug.SetGCPercent(77); l != most || p != 77 {
		t.Errorf("limit %d and %d %% at the end; want %d and 77", l, p, most)
	}
}
