//go:build unix

package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
)

// BenchmarkKey is one key that is typed into a card file of an overlay of the largest
// game, and the findings after it: p95 is the CPU time, of all threads, that all but one
// of twenty stay below.
func BenchmarkKey(b *testing.B) {
	folder, err := filepath.Abs("../../../testdata/mods/lanterns")
	if err != nil {
		b.Fatal(err)
	}
	w := New(folder)
	for _, file := range []string{"cards/players.yaml", "scripts/abilities/beacon.lua"} {
		b.Run(filepath.Ext(file), func(b *testing.B) {
			path := filepath.Join(folder, file)
			data, err := os.ReadFile(path)
			if err != nil {
				b.Fatal(err)
			}
			var times []time.Duration
			for b.Loop() {
				comment := "#"
				if filepath.Ext(file) == ".lua" {
					comment = "--"
				}
				w.Put(path, []byte(string(data)+comment+strings.Repeat("x", len(times)%80)+"\n"))
				before := used(b)
				if s := w.Study(NewUnit(folder)); s.Err != nil || s.Reading.Report.HasErrors() {
					b.Fatal(s.Err, s.All())
				}
				times = append(times, used(b)-before)
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-cpu-ms")
			b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-cpu-ms")
		})
	}
}

// used is the CPU time of the process so far.
func used(b *testing.B) time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		b.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
