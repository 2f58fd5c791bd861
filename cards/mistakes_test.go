package cards_test

import (
	"bytes"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/coverage"
	"github.com/ruledeck/ruledeck/interp/scenario/evidence"
)

// mistake is a small slip of meaning in a shipped pack: every name in it is right.
type mistake struct {
	game, file, old, with string
	// code is the finding that tells its cause; "" where check has none.
	code string
}

// TestMistakes: what finds mistakes of meaning: check, silent games of check --play, or
// scenarios. The suite asks check of some of them; all are measured by
//
//	RULEDECK_FULL=1 go test ./cards -run TestMistakes -v -timeout 60m
//
// and with -short what check tells of all.
func TestMistakes(t *testing.T) {
	count, alone, asked := map[string]int{}, map[string]int{}, 0
	all := mistakes(t)
	for i, m := range all {
		if full || i%12 == 0 {
			t.Run(path.Base(m.game)+" "+path.Base(m.file), func(t *testing.T) {
				by, code := m.found(t)
				count[by]++
				asked++
				alone[code]++
			})
		}
	}
	t.Log(count)
	text, err := os.ReadFile("../interp/check/rules/testdata/rules.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range keyword.Rows(string(text)) {
		code := row[0]
		only, _ := strconv.Atoi(row[1])
		written := len(slices.DeleteFunc(slices.Clone(all), func(m mistake) bool { return m.code != code }))
		if only > written || only == 0 && row[2] == "0" {
			t.Errorf("%s finds alone %d mistakes, of %d that are written for it, and %s mutants", code, only, written,
				row[2])
		}
		if asked == len(all) && alone[code] != only {
			t.Errorf("%s alone finds %d of the mistakes; rules.txt says %d", code, alone[code], only)
		}
	}
}

// found says what finds the mistake: check, play, scenarios or nothing; what is no more
// than asked of check in a short run is left. It names the finding by which alone check does.
func (m *mistake) found(t *testing.T) (by, alone string) {
	reading := m.made(t)
	var said, codes []string
	for _, d := range check.Pack(reading, check.Settings{}) {
		if d.Severity != diag.Note {
			said, codes = append(said, d.Pos.String()+": "+d.Code+": "+d.Message), append(codes, d.Code)
		}
		if d.Code == m.code {
			t.Logf("check: %s: %s", d.Pos, d.Message)
			if by == "" && m.code == "never-acts" && full && !testing.Short() {
				m.neverActs(t, reading, d.Message)
			}
			by = "check"
		}
	}
	if codes = slices.Compact(codes); len(codes) == 1 {
		alone = codes[0]
	}
	if by != "" {
		return by, alone
	}
	switch playing := strings.HasPrefix(m.code, "play-"); {
	case m.code != "" && !playing:
		t.Errorf("%s: no %s, but %q", m.name(), m.code, said)
	case said != nil:
		t.Errorf("%s: nothing was expected, but %q", m.name(), said)
	case full && !testing.Short():
		return m.foundBy(t, reading), ""
	}
	return "left", ""
}

// foundBy says what finds a mistake that check does not tell: games, by the findings that
// the game has not without it, or scenarios.
func (m *mistake) foundBy(t *testing.T, reading *interp.Reading) string {
	t.Helper()
	p, err := reading.Pack()
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	found := false
	unchanged := m.unchanged(t)
	for _, d := range m.played(t, p, m.scenarios(t)) {
		if slices.ContainsFunc(unchanged, func(u diag.Finding) bool { return u.Pos == d.Pos && u.Code == d.Code }) {
			continue
		}
		told = append(told, d.Pos.String()+": "+d.Severity.String()+" "+d.Code+": "+d.Message)
		found = found || d.Code == m.code
	}
	switch {
	case found:
		t.Logf("play: %s\n%s", m.name(), strings.Join(told, "\n"))
		return "play"
	case m.code != "" || told != nil:
		t.Errorf("%s: play tells no %q, but %q", m.name(), m.code, told)
	case m.caught(t, p):
		return "scenarios"
	}
	return "nothing"
}

// neverActs reports an ability that acts in games, though a finding says that it never
// does.
func (m *mistake) neverActs(t *testing.T, reading *interp.Reading, message string) {
	t.Helper()
	p, err := reading.Pack()
	if err != nil {
		t.Fatal(err)
	}
	said, err := (&evidence.Player{Pack: p, Games: evidence.Games}).Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_, name, _ := strings.Cut(message, `"`)
	name, _, _ = strings.Cut(name, `"`)
	if n := said.Tally.Hits[coverage.Item{Kind: "ability", Name: name}]; n > 0 {
		t.Errorf("%s: %s, and it acted in %d of %s", m.name(), message, n, said)
	}
}

// played is what silent games tell of a pack, less what scenarios reach.
func (m *mistake) played(t *testing.T, p *interp.Pack, scenarios []string) []diag.Finding {
	t.Helper()
	said, err := (&evidence.Player{Pack: p, Games: evidence.Games, Scenarios: scenarios, Load: m.load(p)}).
		Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return said.Findings
}

// rare are the findings of each game as it is, without its scenarios: a mistake for
// which a scenario fails uncovers them.
var rare = map[string][]diag.Finding{}

func (m *mistake) unchanged(t *testing.T) []diag.Finding {
	t.Helper()
	if rare[m.game] == nil {
		p, err := interp.Load(m.folder(), interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		rare[m.game] = append([]diag.Finding{}, m.played(t, p, nil)...)
	}
	return rare[m.game]
}

// load loads a pack in the place of the game.
func (m *mistake) load(p *interp.Pack) func(name string, with interp.With) (*interp.Pack, error) {
	return func(name string, with interp.With) (*interp.Pack, error) {
		if name != m.folder() || len(with.Overlays) > 0 {
			return interp.Load(name, with)
		}
		return p, nil
	}
}

func (m *mistake) scenarios(t *testing.T) []string {
	if m.folder() == m.game {
		return scenarioFiles(t, m.game)
	}
	files, err := scenario.Find(m.folder())
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func (m *mistake) name() string { return m.game + " " + m.file + ": " + m.old + " -> " + m.with }

// made reads the game with the mistake.
func (m *mistake) made(t *testing.T) *interp.Reading {
	t.Helper()
	s, err := pack.Open(m.folder())
	if err != nil {
		t.Fatal(err)
	}
	changed := false
	for i := range s.Files {
		if f := &s.Files[i]; f.Path == m.file {
			if bytes.Count(f.Data, []byte(m.old)) != 1 {
				t.Fatalf("%s: stands %d times", m.name(), bytes.Count(f.Data, []byte(m.old)))
			}
			f.Data, changed = bytes.Replace(f.Data, []byte(m.old), []byte(m.with), 1), true
		}
	}
	if !changed {
		t.Fatalf("%s: no such file", m.name())
	}
	return interp.ReadSource(s)
}

// caught reports whether a scenario of the game fails.
func (m *mistake) caught(t *testing.T, p *interp.Pack) bool {
	t.Helper()
	results, err := scenario.Run(t.Context(), m.scenarios(t), scenario.Config{Load: m.load(p)})
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(results, func(r *scenario.Result) bool { return !r.Passed() })
}

// folder is what the game is opened by: a path in the list begins at the top of the
// tree.
func (m *mistake) folder() string {
	if strings.Contains(m.game, "/") {
		return "../" + m.game
	}
	return m.game
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
