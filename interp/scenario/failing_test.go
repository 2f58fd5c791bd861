package scenario_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/scenario"
)

var update = flag.Bool("update", false, "rewrite the expected reports")

// TestFailing compares how failures read with the reports in testdata/failing.
func TestFailing(t *testing.T) {
	files, err := filepath.Glob("testdata/failing/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no failing scenarios", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			results, err := scenario.Run(context.Background(), []string{file}, scenario.Config{})
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			for _, r := range results {
				if r.Passed() {
					b.WriteString("passed " + r.Name + "\n")
				}
				b.WriteString(r.Report())
			}
			golden := strings.TrimSuffix(file, ".yaml") + ".txt"
			if *update {
				if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if b.String() != string(want) {
				t.Errorf("the report of %s is\n%s\nnot\n%s", file, b.String(), want)
			}
		})
	}
}
