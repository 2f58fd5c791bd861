package cli

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the reports anew")

// TestBroken checks the packs below testdata/broken, each with the mistake of a
// designer, and compares what is said with the report beside the pack: a line
// with the command, then its output. -update writes the reports anew.
//
// fixes.txt says for each pack what its report must have for a designer to know
// what to write instead.
func TestBroken(t *testing.T) {
	t.Chdir("../../..")
	const folder = "testdata/broken"
	reports, err := filepath.Glob(folder + "/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	packs, fixed := 0, 0
	fixes := fixesIn(t, folder+"/fixes.txt")
	for _, file := range reports {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		if name == "fixes" {
			continue
		}
		packs++
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		command, want, _ := strings.Cut(string(data), "\n")
		args := strings.Fields(strings.TrimPrefix(command, "$ ruledeck "))
		got, code := checked(args)
		if *update {
			if err := os.WriteFile(file, []byte(command+"\n"+got), 0o644); err != nil {
				t.Fatal(err)
			}
			want = got
		}
		if got != want {
			t.Errorf("%s\n%s\nbut the report is\n%s", command, got, want)
		}
		if code != ExitWrong {
			t.Errorf("%s: exit %d", command, code)
		}
		fix, ok := fixes[name]
		switch {
		case ok && !strings.Contains(got, fix):
			t.Errorf("%s: the report does not say %q:\n%s", name, fix, got)
		case ok:
			fixed++
		}
		delete(fixes, name)
	}
	for name := range fixes {
		t.Errorf("fixes.txt names %s, which has no report", name)
	}
	t.Logf("%d packs, %d reports with the fix", packs, fixed)
	if packs < 60 || fixed < 50 {
		t.Errorf("%d packs and %d reports with the fix; want 60 and 50", packs, fixed)
	}
	if out, code := checked([]string{"check", "--strict", folder + "/base"}); code != ExitFine {
		t.Errorf("the base has mistakes itself:\n%s", out)
	}
}

// checked runs the command and returns what it prints and its exit code.
func checked(args []string) (string, int) {
	var out bytes.Buffer
	code := Run(Host{Args: args, Out: &out, Err: &out, In: strings.NewReader("")})
	return out.String(), code
}

// fixesIn reads lines of "name: text".
func fixesIn(t *testing.T, file string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	fixes := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		name, text, ok := strings.Cut(line, ": ")
		if !ok || slices.Contains([]string{name, text}, "") {
			t.Fatalf("%s: %q is no name: text", file, line)
		}
		fixes[name] = text
	}
	return fixes
}
