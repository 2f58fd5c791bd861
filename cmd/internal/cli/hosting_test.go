package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestHosting: what the help for hosts says can be run. Each line that serves has flags that there
// are, and systemd, where it is, finds nothing wrong with the unit.
func TestHosting(t *testing.T) {
	text := strings.ReplaceAll(hostingTopic().Long, "\\\n", "")
	lines := regexp.MustCompile(`ruledeck"?,? "?serve.*`).FindAllString(text, -1)
	for _, line := range lines {
		args := strings.Fields(line)[2:]
		if list, packed := strings.CutPrefix(line, `ruledeck", `); packed {
			if err := json.Unmarshal([]byte("["+list), &args); err != nil {
				t.Fatal(err)
			}
		}
		if err := serveCommand(Host{}).ParseFlags(args); err != nil {
			t.Errorf("%s: %s", line, err)
		}
	}
	if len(lines) != 3 {
		t.Errorf("there are %d such lines: %q", len(lines), lines)
	}
	verifier, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("there is no systemd-analyze")
	}
	_, unit, _ := strings.Cut(text, "    [Unit]")
	unit, _, there := strings.Cut("[Unit]"+unit, "WantedBy=multi-user.target\n")
	own, err := os.Executable()
	if err != nil || !there {
		t.Fatal(err, unit)
	}
	unit = strings.ReplaceAll(unit+"WantedBy=multi-user.target\n", "/usr/local/bin/ruledeck", own)
	more := regexp.MustCompile(`(?m)^    (LoadCredential|AmbientCapabilities)=.*$`).FindAllString(text, -1)
	path := filepath.Join(t.TempDir(), "ruledeck.service")
	own = strings.Replace(unit, "    [Install]", strings.Join(append(more, "    [Install]"), "\n"), 1)
	for _, unit := range []string{unit, own} {
		if err := os.WriteFile(path, []byte(unit), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(verifier, "verify", path).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%v: %s\n%s", err, out, unit)
		}
	}
}
