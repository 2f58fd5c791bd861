package check_test

import (
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// change is a text in a file of the small game below testdata/broken and what
// stands instead; without a text it goes to the end of the file, which may be
// a new one.
type change struct{ file, old, with string }

// smallGame returns the files of the small game, and its scenarios.
func smallGame(t *testing.T) (files fstest.MapFS, scenarios [][]byte) {
	t.Helper()
	disk := os.DirFS("../../testdata/broken/base")
	files = fstest.MapFS{}
	err := fs.WalkDir(disk, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(disk, name)
		files[name] = &fstest.MapFile{Data: data}
		if path.Dir(name) == "scenarios" {
			scenarios = append(scenarios, data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files, scenarios
}

// say checks the small game with the changes and returns what is found, a line
// each: place, severity and code, text, and what was probably meant.
func say(t *testing.T, changes ...change) string {
	t.Helper()
	files, scenarios := smallGame(t)
	for _, c := range changes {
		text := ""
		if f := files[c.file]; f != nil {
			text = string(f.Data)
		}
		if !strings.Contains(text, c.old) {
			t.Fatalf("%s has no %q", c.file, c.old)
		}
		if c.old == "" {
			text += c.with
		} else {
			text = strings.Replace(text, c.old, c.with, 1)
		}
		files[c.file] = &fstest.MapFile{Data: []byte(text)}
	}
	s, err := pack.FromFS(files, "t")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, d := range check.Pack(interp.ReadSource(s), check.Settings{HasScenarios: true, Scenarios: scenarios}) {
		line := d.Pos.String() + ": " + d.Severity.String() + " " + d.Code + ": " + d.Message
		if d.Suggestion != "" {
			line += " -> " + d.Suggestion
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// judge puts a statement into the last step of the small game.
func judge(statement string) []change {
	return []change{{"scripts/rules/show.lua", "  local one, two = game.seats[1], game.seats[2]\n",
		"  local one, two = game.seats[1], game.seats[2]\n  " + statement + "\n"}}
}

// ability makes an ability of the Clown.
func ability(text string) []change {
	return []change{
		{"scripts/abilities/trick.lua", "", text},
		{"cards/performers.yaml", "[{encore: 2}]", "[{encore: 2}, trick]"},
	}
}

// said is the sentence of that ability.
var said = []change{{"locale/en.yaml", "", "ability.trick: A trick.\n"},
	{"locale/fr.yaml", "", "ability.trick: Un tour.\n"}}

func TestFindings(t *testing.T) {
	for _, c := range findings {
		t.Run(c.name, func(t *testing.T) {
			if got := say(t, c.changes...); got != strings.TrimSpace(c.want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

// TestDamagedFiles: whatever happens to a file, check says something with a text
// and a place, or nothing, and never falls over.
func TestDamagedFiles(t *testing.T) {
	rounds := 150
	if os.Getenv("RULEDECK_FULL") != "" {
		rounds = 5000
	}
	files, scenarios := smallGame(t)
	names := slices.Sorted(maps.Keys(files))
	r := rand.New(rand.NewPCG(1, 2))
	for range rounds {
		name := names[r.IntN(len(names))]
		was := files[name]
		now := damaged(r, was.Data)
		files[name] = &fstest.MapFile{Data: now}
		s, err := pack.FromFS(files, "t")
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range check.Pack(interp.ReadSource(s), check.Settings{HasScenarios: true, Scenarios: scenarios}) {
			if d.Message == "" || d.Code == "" || d.File == "" || strings.Contains(d.Message, "goroutine") {
				t.Errorf("%s: %s at %q: %q\n%s", name, d.Code, d.Pos, d.Message, now)
			}
		}
		files[name] = was
	}
}

// damaged deletes, doubles or swaps a part of a text, or puts a sign into it.
func damaged(r *rand.Rand, data []byte) []byte {
	at := r.IntN(len(data))
	end := at + min(1+r.IntN(40), len(data)-at)
	switch r.IntN(4) {
	case 0:
		return slices.Concat(data[:at], data[end:])
	case 1:
		return slices.Concat(data[:end], data[at:])
	case 2:
		to := end + r.IntN(len(data)-end+1)
		return slices.Concat(data[:at], data[end:to], data[at:end], data[to:])
	}
	const signs = "{}[]()=:,.\"'#-<>%\\\x00\t\n~&*!|é"
	return slices.Concat(data[:at], []byte{signs[r.IntN(len(signs))]}, data[at:])
}

// TestCardCheck: a card's own check says by how much a card misses as its script has it.
func TestCardCheck(t *testing.T) {
	got := say(t,
		change{"game.yaml", "    start: box\n", "    start: box\n    check: show.weigh\n"},
		change{"locale/en.yaml", "", "check.heavy: \"{by} too heavy\"\n"},
		change{"locale/fr.yaml", "", "check.heavy: \"{by} de trop\"\n"},
		change{"scripts/rules/show.lua", "local show = {}\n", `local show = {}

-- How heavy a performer is.
function show.weigh(card)
  return card.id == "clown" and {{rule = "weight", entry = "applause", text = "heavy", by = 0.5}} or {}
end
`})
	if !strings.Contains(got, "error card-check: 0.5 too heavy") {
		t.Error(got)
	}
}
