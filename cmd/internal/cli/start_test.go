package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// spentIn, in the environment of a process, names the file that gets the bytes and the
// allocations that it has taken.
const spentIn = "RULEDECK_TEST_SPENT"

// saySpent writes down what a process has taken of whom it is asked.
func saySpent() {
	if path := os.Getenv(spentIn); path != "" {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		_ = os.WriteFile(path, fmt.Appendf(nil, "%d %d", m.TotalAlloc, m.Mallocs), 0o600)
	}
}

// TestStart holds the bytes and the allocations of a new process, all that it prepares before
// it reads its arguments among them, against .ci/budget: until the help is out, the list of
// games, and the first question of a game.
func TestStart(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../../.ci/budget")
	if err != nil {
		t.Fatal(err)
	}
	ceilings := map[string]int{}
	for _, row := range regexp.MustCompile(`(?m)^(start-\w+ +\S+) +(\d+)`).FindAllStringSubmatch(string(text), -1) {
		ceilings[strings.Join(strings.Fields(row[1]), " ")], _ = strconv.Atoi(row[2]) // it has digits alone
	}
	for place, args := range map[string]string{"help": "--help", "list": "list", "question": "play bbtm --seed 1"} {
		dir := t.TempDir()
		spent := filepath.Join(dir, "spent")
		c := exec.Command(program, strings.Fields(args)...)
		c.Env = append(os.Environ(), asProgram+"=1", "XDG_STATE_HOME="+dir, spentIn+"="+spent, "GOGC=off",
			"GOMAXPROCS=1", "LANG=C")
		out, err := c.CombinedOutput() // nothing is typed
		said, unread := os.ReadFile(spent)
		if err != nil || unread != nil {
			t.Errorf("%s: %v, %v:\n%.500s", args, err, unread, out)
			continue
		}
		for i, word := range strings.Fields(string(said)) {
			row := []string{"start-bytes ", "start-allocs "}[i] + place
			got, _ := strconv.Atoi(word)
			t.Logf("%-24s %d", row, got)
			ceiling, known := ceilings[row]
			if delete(ceilings, row); !known || got > ceiling {
				t.Errorf("%s: %d, at most %d by .ci/budget", row, got, ceiling)
			}
		}
	}
	for row := range ceilings {
		t.Errorf("%s: .ci/budget has a ceiling, and nothing is measured", row)
	}
}
