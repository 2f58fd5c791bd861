package scenario

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// FuzzScenario reads any text as a scenario, and runs what it reads: whatever is
// wrong with it has a text and a place in it, and it hurts nobody.
func FuzzScenario(f *testing.F) {
	for _, game := range pack.Shipped() {
		files, err := Find(filepath.Join("../../testdata/scenarios", game))
		if err != nil || len(files) == 0 {
			f.Fatal(err)
		}
		for i := 0; i < len(files); i += max(1, len(files)/8) {
			text, err := os.ReadFile(files[i])
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text[:min(len(text), 1500)])
		}
	}
	f.Add([]byte("game: bbtm\nseats: 2\nname: x\nrandom: 7\ndo:\n  - rest: first\n"))
	s := &suite{cache: NewCache(nil)}
	s.cache.load = func(name string, with interp.With) (*interp.Pack, error) {
		for _, n := range append([]string{name}, with.Overlays...) {
			if strings.ContainsAny(n, `./\`) {
				return nil, fs.ErrNotExist // no folder of the machine that fuzzes
			}
		}
		return interp.Load(name, with)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		report := &diag.List{}
		file := Read("f.yaml", data, report)
		told(t, report.Sorted())
		for _, c := range file.Cases {
			result := &Result{File: file.Path, Name: c.Name, Findings: c.Findings}
			if len(c.Findings) == 0 {
				s.one(t.Context(), c, result)
			}
			told(t, result.Findings)
		}
	})
}

func told(t *testing.T, findings []diag.Finding) {
	t.Helper()
	for _, d := range findings {
		if d.Message == "" || d.Line < 0 || d.Column < 0 || strings.Contains(d.Message, "goroutine ") ||
			strings.Contains(d.Message, "runtime error") {
			t.Errorf("a report without a text or a place, or of a fault of the program: %+v", d)
		}
	}
}
