package cards_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

// mistake is a small slip of meaning in a shipped pack: every name in it is right.
type mistake struct {
	game, file, old, with string
	// code is the finding that tells its cause; "" where check has none.
	code string
}

// TestMistakes: what check says of mistakes of meaning; the suite takes some of them.
// What it says nothing of is left to scenarios; how many of those it is, is measured
// by
//
//	RULEDECK_FULL=1 go test ./cards -run TestMistakes -v
func TestMistakes(t *testing.T) {
	told, scenarios, nothing := 0, 0, 0
	for i, m := range mistakes(t) {
		if !full && i%6 != 0 {
			continue
		}
		name := m.game + " " + m.file + ": " + m.old + " -> " + m.with
		s, err := pack.Open(m.game)
		if err != nil {
			t.Fatal(err)
		}
		changed := false
		for i := range s.Files {
			if f := &s.Files[i]; f.Path == m.file {
				if bytes.Count(f.Data, []byte(m.old)) != 1 {
					t.Fatalf("%s: stands %d times", name, bytes.Count(f.Data, []byte(m.old)))
				}
				f.Data, changed = bytes.Replace(f.Data, []byte(m.old), []byte(m.with), 1), true
			}
		}
		if !changed {
			t.Fatalf("%s: no such file", name)
		}
		reading := interp.ReadSource(s)
		var said []string
		found := false
		for _, d := range check.Pack(reading, check.Settings{}) {
			if d.Severity != diag.Note {
				said = append(said, d.Pos.String()+": "+d.Code+": "+d.Message)
				found = found || d.Code == m.code
			}
		}
		switch {
		case m.code != "" && !found:
			t.Errorf("%s: no %s, but %q", name, m.code, said)
		case m.code == "" && said != nil:
			t.Errorf("%s: nothing was expected, but %q", name, said)
		case m.code != "":
			told++
			t.Logf("told: %s: %s", name, said[0])
		case full:
			if caught(t, m.game, reading) {
				scenarios++
				t.Logf("scenarios: %s", name)
			} else {
				nothing++
				t.Logf("nothing: %s", name)
			}
		}
	}
	t.Logf("%d told with the cause, %d by scenarios alone, %d by nothing", told, scenarios, nothing)
}

// caught reports whether a scenario of the game fails.
func caught(t *testing.T, game string, reading *interp.Reading) bool {
	t.Helper()
	p, err := reading.Pack()
	if err != nil {
		t.Fatal(err)
	}
	results, err := scenario.Run(t.Context(), scenarioFiles(t, game),
		scenario.Config{Load: func(name string, with interp.With) (*interp.Pack, error) {
			if name != game || len(with.Overlays) > 0 {
				return interp.Load(name, with)
			}
			return p, nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if !r.Passed() {
			return true
		}
	}
	return false
}

// mistakes reads the list: a line with game, file and finding, then what stands
// there and what stands instead, each to the next line of its kind.
func mistakes(t *testing.T) []mistake {
	t.Helper()
	data, err := os.ReadFile("../testdata/mistakes.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []mistake
	for _, part := range strings.Split("\n"+string(data), "\n@ ")[1:] {
		head, body, _ := strings.Cut(part, "\n")
		old, with, ok := strings.Cut(body, "\n=>\n")
		fields := strings.Fields(head)
		if !ok || len(fields) < 2 {
			t.Fatalf("testdata/mistakes.txt: %q", part)
		}
		m := mistake{game: fields[0], file: fields[1], old: old, with: strings.TrimSuffix(with, "\n")}
		if len(fields) > 2 {
			m.code = fields[2]
		}
		out = append(out, m)
	}
	return out
}
