package scenario_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/coverage"
)

// TestWords plays the scenarios of the packs that try the words of abilities, in all modes, and
// checks these packs.
func TestWords(t *testing.T) {
	for _, name := range []string{"skirmish", "thirty"} {
		t.Run(name, func(t *testing.T) { tryWords(t, "../../testdata/"+name) })
	}
	p, err := interp.Load("../../testdata/skirmish", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	text := p.Messages.Speaker("en").CardText(p.Compiled.Defs["stunner"])
	want := []string{"Play: Gain 1. 1 damage to an enemy creature. It is spent.", "Reap: 2 damage to a creature."}
	if !slices.Equal(text, want) {
		t.Errorf("the text of a card with deeds is %q, not %q", text, want)
	}
	text = p.Messages.Speaker("en").CardText(p.Compiled.Defs["headsman"])
	if want := []string{"Action: Destroy a damaged creature."}; !slices.Equal(text, want) {
		t.Errorf("the text of a card with its own target is %q, not %q", text, want)
	}
	files, err := filepath.Glob("../../testdata/skirmish/scenarios/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	reached := coverage.NewTally(p)
	if _, err := scenario.Run(t.Context(), files, scenario.Config{Played: reached.Case}); err != nil {
		t.Fatal(err)
	}
	for _, item := range reached.Report(p, nil).Missing {
		if item.Kind == "ability" {
			t.Errorf("no scenario is said to let %s act", item.Name)
		}
	}
}

func tryWords(t *testing.T, folder string) {
	files, err := filepath.Glob(folder + "/scenarios/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no scenarios", err)
	}
	for _, mode := range append(scenario.Modes, "") {
		results, err := scenario.Run(context.Background(), files, scenario.Config{Mode: mode})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			if report := r.Report(); report != "" {
				t.Errorf("mode %q: %s", mode, report)
			}
		}
	}
	base, err := pack.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	var texts [][]byte
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	for _, d := range check.Pack(interp.ReadSource(base), check.Settings{HasScenarios: true, Scenarios: texts}) {
		if d.Severity != diag.Note || d.Code != "missing-text" && d.Code != "text-without-target" {
			t.Errorf("%s: %s: %s", d.Pos, d.Code, d.Text())
		}
	}
}

// TestLinesOfThirty counts what thirty kinds of effects take, a card each: its entry and all files
// that it names, be they its own or shared, with the abilities that these name.
func TestLinesOfThirty(t *testing.T) {
	p, err := interp.Load("../../testdata/thirty", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	pack := p.Compiled.Pack
	lines := map[string]int{}
	names := map[string][]string{}
	named := regexp.MustCompile(`(?:ability|grants) = "(\w+)"`)
	for name, ids := range p.Compiled.Abilities {
		text, err := os.ReadFile(filepath.Join("../../testdata/thirty/scripts/abilities", name+".lua"))
		if err != nil {
			t.Fatal(err, ids)
		}
		lines[name] = strings.Count(string(text), "\n")
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			names[name] = append(names[name], m[1])
		}
	}
	var counts []int
	for d := range pack.Defs {
		var used []string
		if len(pack.Defs[d].Abilities) == 0 {
			continue
		}
		for _, a := range pack.Defs[d].Abilities {
			used = append(used, pack.Abilities[a.Ability].Name)
			used = append(used, names[used[len(used)-1]]...)
		}
		slices.Sort(used)
		n := 1
		for _, name := range slices.Compact(used) {
			n += lines[name]
		}
		counts = append(counts, n)
	}
	slices.Sort(counts)
	if len(counts) != 30 || counts[15] > 8 || counts[26] > 14 || counts[0] < 2 {
		t.Errorf("thirty cards take %v lines: the median is to be 8 at most, nine of ten 14", counts)
	}
}
