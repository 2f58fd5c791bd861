package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMend: each kind of fix is applied, and then check finds nothing any more.
func TestMend(t *testing.T) {
	const (
		cards   = "cards/players.yaml"
		script  = "scripts/abilities/beacon.lua"
		team    = "scenarios/team.yaml"
		english = "locale/en.yaml"
	)
	dir := lanterns(t)
	c := start(t, dir)
	was := map[string]string{}
	for _, file := range []string{cards, script, team, english} {
		was[file] = c.open(filepath.Join(dir, file))
	}
	for _, test := range []struct {
		file, old, new, fix string
		// finds is what is found before, in part.
		finds string
	}{
		{cards, "team: lanterns", "team: lantrens", "Write lanterns", "team cannot be"},
		{cards, "[beacon]", "beacon", "Write [beacon]", "must be a list"},
		{cards, "abilities: [dodge]", "abilities: [dogde]", "Write dodge", "there is no ability"},
		{script, "ev.matchup", "ev.matchupp", "Write matchup", "has no parameter"},
		{script, stands, "    say(\"flare\", {card = self})\n" + stands, "Add the sentence say.flare to locale/en.yaml",
			"there is no English sentence say.flare"},
		{script, stands, stands + "    local ball = first{type = \"ball\", at = self.place}\n    move(ball, " +
			"self.carries)\n", "Ask first: if ball then", "may be nothing"},
		{team, "Fen Walker, Bad Snap left", "Fen Walkr, Bad Snap left", "Write Fen Walker", "there is no card"},
		{team, "hand: [Fen Walker]", "hand: [Fen Walkr]", "Write Fen Walker", "there is no card"},
		{team, "at: maintenance.refresh", "at: maintenance.refrsh", "Write maintenance.refresh",
			"there is no step of the flow"},
		{team, "upgrade_deck.count", "upgrade_dek.count", "Write upgrade_deck.count", "there is no attribute or zone"},
		{english, "ability.quagmire", "ability.quagmir", "Write ability.quagmire", "belongs to nothing"},
		{english, "{fans}", "1", "Write {fans} for 1, in each language", "which is the parameter"},
		{cards, "[dodge]", "[dodge, fireworks_at_night]", "Create scripts/abilities/fireworks_at_night.lua",
			"there is no ability"},
	} {
		path := filepath.Join(dir, test.file)
		c.change(path, swap(t, was[test.file], test.old, test.new))
		c.findings(path, func(lines []string) bool {
			return len(lines) > 0 &&
				slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, test.finds) })
		})
		c.mend(path, test.fix)
		c.findings(path, same())
		c.lock.Lock()
		for _, p := range c.found {
			for _, d := range p.Diagnostics {
				if d.Severity == severityError || d.Severity == severityWarning {
					t.Errorf("%s leaves %s: %s", test.fix, filepath.Base(p.URI), d.Message)
				}
			}
		}
		c.lock.Unlock()
		for file, text := range was { // as it was
			if p := filepath.Join(dir, file); c.texts[p] != text {
				c.change(p, text)
			}
		}
	}
}

// TestMendScenario: an ability that no scenario names gets one, with which check finds
// nothing.
func TestMendScenario(t *testing.T) {
	dir := lanterns(t)
	for _, file := range []string{"team", "abilities"} {
		path := filepath.Join(dir, "scenarios", file+".yaml")
		text := strings.NewReplacer("quagmire", "marsh", "Quagmire", "Marsh", "Fen Walker",
			"Reed Runner").Replace(read(t, path))
		if file == "abilities" {
			text = "game: ..\nname: nothing\ngiven: {turn: 1}\nrandom: seed 1\ndo: [rest: first]\n"
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := start(t, dir)
	path := filepath.Join(dir, "scripts", "abilities", "quagmire.lua")
	c.open(path)
	untested := func(lines []string) bool {
		return slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, "untested-ability") })
	}
	c.findings(path, untested)
	c.mend(path, "Create a scenario of quagmire")
	c.findings(path, func(lines []string) bool { return !untested(lines) })
	made := filepath.Join(dir, "scenarios", "quagmire.yaml")
	c.open(made)
	c.findings(made, same())
	if text := c.texts[made]; !strings.HasPrefix(text, "game: ..\nname: quagmire\nrule: quagmire\ngiven:") {
		t.Errorf("the scenario begins otherwise:\n%s", text)
	}
}
