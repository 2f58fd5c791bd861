package schema_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/schema"
	"github.com/ruledeck/ruledeck/interp/walk"
)

// TestSlips: the schemas that are made for a pack see what somebody mistypes where the
// set of values is closed in it.
func TestSlips(t *testing.T) {
	folder := filepath.Join(root, "testdata", "mods", "lanterns")
	p, err := interp.Load(folder, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	schemas := compiled(t, p.Compiled)
	for _, slip := range []struct{ file, old, new string }{
		{"cards/players.yaml", "team: lanterns", "team: lantrens"},
		{"cards/players.yaml", "type: player", "type: plyer"},
		{"cards/players.yaml", "copies: 4", "copeis: 4"},
		{"cards/players.yaml", "copies: 4", "copies: four"},
		{"cards/players.yaml", "[dodge]", "[dogde]"},
		{"cards/players.yaml", "[beacon]", "beacon"},
		{"cards/players.yaml", "[sprint]", "[spirnt]"},
		{"cards/players.yaml", "{standing: 1, downed: 0}", "{standin: 1, downed: 0}"},
		{"cards/players.yaml", "{standing: 1, downed: 0}", "{standing: one, downed: 0}"},
		{"cards/players.yaml", "injury_fans: 1", "injury_fan: 1"},
		{"cards/players.yaml", "injury_fans: 1", "injury_fans: {fanz: 1}"},
		{"cards/upgrades.yaml", "exhausts: true", "exhausts: yes"},
		{"cards/upgrades.yaml", "[scoreboard]", "[scorebord]"},
		{"pack.yaml", "extends:", "extend:"},
		{"locale/en.yaml", "ability.quagmire:", "ability.quagmire: [a]\nx:"},
		{"scenarios/team.yaml", "at: maintenance.refresh", "at: maintenance.refrsh"},
		{"scenarios/team.yaml", "upgrade_deck.count", "upgrade_dek.count"},
		{"scenarios/team.yaml", "given:", "givn:"},
		{"scenarios/team.yaml", "- 1: [Fen", "- 11: [Fen"},
		{"scenarios/abilities.yaml", "posture: downed", "posture: downd"},
	} {
		data, err := os.ReadFile(filepath.Join(folder, slip.file))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(data, []byte(slip.old)) {
			t.Fatalf("%s has no %q", slip.file, slip.old)
		}
		kind := schemas[walk.KindOf(slip.file, true).Name]
		if err := kind.Validate(value(node(t, slip.file, data))); err != nil {
			t.Errorf("%s: the schema refuses what is right: %v", slip.file, err)
			continue
		}
		if n := node(t, slip.file, bytes.Replace(data, []byte(slip.old), []byte(slip.new), 1)); n != nil &&
			kind.Validate(value(n)) == nil {
			t.Errorf("%s: %s passes", slip.file, slip.new)
		}
	}
}

// TestDescribed: every key says what it is, in the schemas of the registry and in those
// of each game.
func TestDescribed(t *testing.T) {
	for _, game := range []string{"", "bbtm", "seven-missions", "football-champions"} {
		var p interp.Pack
		if game != "" {
			loaded, err := interp.Load(game, interp.With{})
			if err != nil {
				t.Fatal(err)
			}
			p = *loaded
		}
		for i := range walk.FileKinds {
			k := &walk.FileKinds[i]
			text, err := schema.Write(k, p.Compiled)
			if err != nil {
				t.Fatal(err)
			}
			var top map[string]any
			if err := json.Unmarshal(text, &top); err != nil {
				t.Fatal(err)
			}
			undescribed(top, k.Name, func(at string) { t.Errorf("%s %s says nothing", game, at) })
		}
	}
}

func undescribed(at any, way string, report func(string)) {
	switch at := at.(type) {
	case []any:
		for _, item := range at {
			undescribed(item, way, report)
		}
	case map[string]any:
		for key, inner := range at {
			if properties, ok := inner.(map[string]any); ok && key == "properties" &&
				!strings.HasSuffix(way, "/if/not") {
				for name, property := range properties {
					of, _ := property.(map[string]any)
					if of["description"] == nil && of["required"] == nil && of["items"] == nil {
						report(way + "/" + name)
					}
				}
			}
			undescribed(inner, way+"/"+key, report)
		}
	}
}
