package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRun: of two functions one has a test, so the mutants of the other live.
func TestRun(t *testing.T) {
	t.Chdir(t.TempDir())
	for path, text := range map[string]string{
		"go.mod": "module m\n\ngo 1.26\n",
		"held/held.go": "package held\n\nfunc Larger(a, b int) int {\n\tif a > b {\n\t\treturn a\n\t}\n\t" +
			"return b\n}\n\nfunc Loose(a, b *int) {\n\t*a = *b\n}\n",
		"held/held_test.go": "package held\n\nimport \"testing\"\n\nfunc TestLarger(t *testing.T) {\n\t" +
			"for _, c := range [][3]int{{1, 2, 2}, {2, 1, 2}} {\n\t\t" +
			"if Larger(c[0], c[1]) != c[2] {\n\t\t\tt.Error(c)\n\t\t}\n\t}\n\tLoose(new(int), new(int))\n}\n",
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sites, err := sitesOf("held")
	if err != nil || len(sites) != 2 {
		t.Fatalf("%d places, %v", len(sites), err)
	}
	killed, tried, err := kill(t.Context(), "held", draw(sites, 1, 9))
	if err != nil || killed != 0 || tried != 2 { // the bound makes no difference, and no test asks for Loose
		t.Errorf("%d of %d died, %v", killed, tried, err)
	}
	sites[0].with = func(int, string) string { return "(mutant != 1 && a > b || mutant == 1 && a < b)" }
	killed, tried, err = kill(t.Context(), "held", sites)
	if err != nil || killed != 1 || tried != 2 {
		t.Errorf("%d of %d died, %v", killed, tried, err)
	}
	sites[0].with = func(int, string) string { return "nonsense" }
	_, tried, err = kill(t.Context(), "held", sites)
	if err != nil || tried != 1 {
		t.Errorf("%d tried beside one that does not compile, %v", tried, err)
	}
	if err := run([]string{"held"}, 1, 9, 1e12, 85); err == nil || !strings.Contains(err.Error(), "fewer than 85") {
		t.Error(err)
	}
}
