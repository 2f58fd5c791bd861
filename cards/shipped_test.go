// Package cards_test proves what the shipped games promise as a whole: every
// card is scripted, every sentence is translated, every ruling is shown by a
// scenario, every ability matters to one, and seasons of random play end.
//
// The suite takes seeded samples where all would take minutes. The full runs,
// with their figures:
//
//	RULEDECK_FULL=1 go test ./cards -v -timeout 60m
package cards_test

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
)

// scenarioFolder has a folder of scenarios for each shipped game.
const scenarioFolder = "../testdata/scenarios"

// full says that nothing is left out.
var full = os.Getenv("RULEDECK_FULL") != ""

// games are the shipped games: the folders beside this file.
func games(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	if len(names) == 0 {
		t.Fatal("there is no shipped game")
	}
	return names
}

func load(t *testing.T, game string, options map[string]string) *interp.Pack {
	t.Helper()
	p, err := interp.Load(game, interp.With{GameOptions: options})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// scenarioFiles are the scenario files of a game.
func scenarioFiles(t *testing.T, game string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(filepath.Join(scenarioFolder, game), func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".yaml") {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("scenarios of %s: %d files, %v", game, len(files), err)
	}
	return files
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestEveryTextIsScripted: no shipped card has a text that no script covers.
func TestEveryTextIsScripted(t *testing.T) {
	for _, game := range games(t) {
		if n := load(t, game, nil).Unimplemented(); n != 0 {
			t.Errorf("%s: %d texts of cards have no script", game, n)
		}
	}
	if n := load(t, "bbtm", map[string]string{"errata": "official"}).Unimplemented(); n != 0 {
		t.Errorf("the errata: %d texts of cards have no script", n)
	}
}

// translated are the games whose sentences stand in every language.
var translated = []string{"bbtm", "football-champions"}

// TestTranslations: French and Japanese have every sentence that English has,
// with the same placeholders.
func TestTranslations(t *testing.T) {
	for _, game := range translated {
		texts := load(t, game, nil).Compiled.Texts
		for _, lang := range []string{"fr", "ja"} {
			for key, english := range texts["en"] {
				message := texts[lang][key]
				if message == nil {
					t.Errorf("%s: %s lacks %s", game, lang, key)
				} else if want, got := placeholders(english), placeholders(message); want != got {
					t.Errorf("%s: %s of %s has the placeholders %q, English has %q", game, key, lang, got, want)
				}
			}
			for key := range texts[lang] {
				if texts["en"][key] == nil {
					t.Errorf("%s: %s has %s, which English lacks", game, lang, key)
				}
			}
		}
	}
}

var placeholder = regexp.MustCompile(`\{[a-z0-9_]+\}`)

// placeholders lists those of a sentence in all its forms: a form may leave the
// number out.
func placeholders(m *ast.Message) string {
	text := m.Text
	for _, f := range m.Forms {
		text += f.Text
	}
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return strings.Join(slices.Compact(found), " ")
}

// unshown are rulings of bbtm that no scenario can show, with the reason.
var unshown = map[string]string{
	"u1": "the faces of the die are data in game.yaml; scenarios script its results",
}

// TestRulings: every ruling of bbtm is named, by the number that its id begins
// with, in the name or the rule of a scenario.
func TestRulings(t *testing.T) {
	named := map[string]bool{}
	note := regexp.MustCompile(`\b(?:name|rule|note): (.*)`)
	number := regexp.MustCompile(`\b[a-z]\d+b?\b`)
	for _, file := range scenarioFiles(t, "bbtm") {
		for _, line := range note.FindAllStringSubmatch(read(t, file), -1) {
			for _, id := range number.FindAllString(line[1], -1) {
				named[id] = true
			}
		}
	}
	rulings := load(t, "bbtm", nil).Loaded.Tree.Rulings
	if len(rulings) < 90 {
		t.Errorf("only %d rulings", len(rulings))
	}
	for _, r := range rulings {
		id, _, _ := strings.Cut(r.ID.Text, "_")
		switch reason := unshown[id]; {
		case named[id] && reason != "":
			t.Errorf("%s is shown by a scenario now: strike it from the list", r.ID.Text)
		case !named[id] && reason == "":
			t.Errorf("no scenario names the ruling %s", r.ID.Text)
		}
	}
}

// TestHowLongACardIs keeps cards short: the median script of an ability of bbtm
// has at most 15 lines of code, and a card without an ability of its own at most 6
// lines of YAML.
func TestHowLongACardIs(t *testing.T) {
	var lengths []sized
	for _, s := range load(t, "bbtm", nil).Loaded.Scripts {
		if !s.Rules {
			lengths = append(lengths, sized{s.Name, codeLines(s.Text, "--")})
		}
	}
	median := middle(lengths)
	largest := lengths[len(lengths)-1]
	t.Logf("%d scripts of abilities: median %d lines of code, largest %d (%s)", len(lengths), median.lines,
		largest.lines, largest.name)
	if median.lines > 15 {
		t.Errorf("the median script of an ability has %d lines of code", median.lines)
	}
	var plain []sized
	err := filepath.WalkDir("bbtm/cards", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		for i, card := range strings.Split("\n"+read(t, path), "\n  - id: ") {
			if i > 0 && !strings.Contains(card, "abilities:") {
				name, _, _ := strings.Cut(card, "\n")
				plain = append(plain, sized{name, codeLines(card, "#")})
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	median = middle(plain)
	largest = plain[len(plain)-1]
	t.Logf("%d plain cards: median %d lines of YAML, largest %d (%s)", len(plain), median.lines,
		largest.lines, largest.name)
	if largest.lines > 6 {
		t.Errorf("the plain card %s has %d lines of YAML", largest.name, largest.lines)
	}
}

// sized is something and its number of lines.
type sized struct {
	name  string
	lines int
}

// middle sorts by length and returns the median.
func middle(of []sized) sized {
	slices.SortFunc(of, func(a, b sized) int {
		return cmp.Or(cmp.Compare(a.lines, b.lines), strings.Compare(a.name, b.name))
	})
	return of[len(of)/2]
}

// codeLines counts the lines that are neither empty nor a comment.
func codeLines(text, comment string) int {
	n := 0
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, comment) {
			n++
		}
	}
	return n
}
