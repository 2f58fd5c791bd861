package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/keyword"
)

func TestExplain(t *testing.T) {
	dir := t.TempDir()
	for at, text := range map[string]string{
		"pack.yaml":        "id: mod\nversion: 0.1.0\napi: 1\nextends: bbtm\n",
		"cards/c.yaml":     "patch: [{id: orc_blitzer, power: {standing: 4, downed: 1}}]\n",
		"scenarios/x.yaml": "game: ..\nname: four\nthen: {Orc Blitzer: {power: 4}}\n",
	} {
		at = filepath.Join(dir, "mod", filepath.FromSlash(at))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out := fine(t, dir, "explain bbtm orc_blitzer.power --pack mod")
	for _, want := range []string{
		"  power     {standing: 4, downed: 1}  mod/cards/c.yaml:1  \"Star Power standing 4, downed 1\"\n",
		"    before  standing: 3               cards/bbtm/cards/teams/gouged_eye.yaml:",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no line %q in\n%s", want, out)
		}
	}
	for line, want := range map[string]string{
		"explain bbtm orc_blitzer.name.fr": "  name.fr  Blitzeur Orque  cards/bbtm/",
		"explain bbtm guard":               "\n  Guard: ",
	} {
		if out := fine(t, dir, line); !strings.Contains(out, want) {
			t.Errorf("%s: no %q in\n%s", line, want, out)
		}
	}
	out = fine(t, dir, "explain mod orc_blitzer")
	for _, want := range []string{"orc_blitzer - Orc Blitzer (card)",
		"  scenarios:\n    mod/scenarios/x.yaml:1  four\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no line %q in\n%s", want, out)
		}
	}
	var thing struct {
		Kind, Name, File string
		Line             int
		Abilities        []struct{ Ability, Trigger, Window, File string }
		Scenarios        []any
	}
	if err := json.Unmarshal([]byte(fine(t, dir, "explain bbtm orc_lineman --format json")), &thing); err != nil {
		t.Fatal(err)
	}
	if len(thing.Abilities) != 1 || thing.Abilities[0].Trigger != "tackle.landed" ||
		thing.Abilities[0].File != "scripts/bbtm/abilities/named/guard.lua" {
		t.Errorf("%+v", thing)
	}
	// A word that cards have printed is a thing as well, whatever else has its name.
	out = fine(t, dir, "explain bbtm sprint")
	for _, want := range []string{
		"sprint (word)  cards/bbtm/game.yaml:", "  skills of cards of the type player  list of skill ",
		"  cards: aurora_silverleaf, ",
		"  function skills.sprint(player)\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no line %q in\n%s", want, out)
		}
	}
	if out = fine(t, dir, "explain bbtm word:tackle"); strings.Contains(out, "(die)") ||
		!strings.HasPrefix(out, "tackle (word) ") {
		t.Error(out)
	}
	out = fine(t, dir, "explain bbtm choose.split")
	if !strings.HasPrefix(out, "choose.split (function)\n  Asks a seat to share out an amount") ||
		!strings.Contains(out, "  total   The amount to share out.\n") {
		t.Error(out)
	}
	if out = fine(t, dir, "explain bbtm card:knows"); !strings.Contains(out, "  seat  Who is asked about.\n") {
		t.Error(out)
	}
	if rulings := fine(t, dir, "explain bbtm rulings"); strings.Count(rulings, "(ruling)") < 20 {
		t.Errorf("%d rulings", strings.Count(rulings, "(ruling)"))
	}
	if got := wrong(t, dir, "explain bbtm orc_linemann",
		ExitUsage); got != "ruledeck: bbtm: there is nothing called \"orc_linemann\"; did you mean orc_lineman?\n" {
		t.Error(got)
	}
	if got := wrong(t, dir, "explain bbtm", ExitUsage); !strings.Contains(got, "ruledeck explain GAME bbtm") {
		t.Error(got)
	}
	wrong(t, dir, "explain", ExitUsage)
}

// TestExplainFinding: the code of a finding says what it means, with a game or, where
// the pack does not load, without one.
func TestExplainFinding(t *testing.T) {
	dir := t.TempDir()
	want := "lone-word (finding)\n  A word stands nowhere else in the pack"
	for _, line := range []string{"explain lone-word", "explain bbtm lone-word"} {
		if out := fine(t, dir, line); !strings.HasPrefix(out, want) ||
			!strings.Contains(out, "  what to do  Use the suggested word") {
			t.Errorf("%s: %s", line, out)
		}
	}
	out := fine(t, dir, "explain older-api")
	for _, c := range keyword.History() {
		if !strings.Contains(out, fmt.Sprintf("since %d", c.API)) || !strings.Contains(out, c.What+": "+c.Fix) {
			t.Errorf("no change %q in\n%s", c.What, out)
		}
	}
	if out := fine(t, dir, "explain lone-word --format json"); !strings.HasPrefix(out,
		`{"kind":"finding","name":"lone-word",`) {
		t.Error(out)
	}
	if got := wrong(t, dir, "explain lone-wrod", ExitUsage); !strings.Contains(got,
		`there is no finding "lone-wrod"; did you mean lone-word?`) {
		t.Error(got)
	}
}

// TestExplainInProject finds the scenarios of a shipped game from any folder
// of the project.
func TestExplainInProject(t *testing.T) {
	for _, folder := range []string{"../../..", "../../../interp/pack"} {
		root, err := filepath.Abs(folder)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(folder, func(t *testing.T) {
			if out := fine(t, root, "explain bbtm guard"); !strings.Contains(out, "scenarios:") ||
				!strings.Contains(out, "testdata/scenarios/bbtm/") {
				t.Error(out)
			}
		})
	}
}
