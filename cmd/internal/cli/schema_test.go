package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func read(t *testing.T, parts ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestSchema(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new pack variety")
	out := fine(t, dir, "schema variety --out variety/.editor --modelines variety")
	if !strings.HasPrefix(out, "variety/.editor/pack.schema.json\n") ||
		!strings.Contains(out, "\nvariety/cards/performers.yaml\n") {
		t.Error(out)
	}
	for file, want := range map[string]string{
		"pack.yaml":             "# yaml-language-server: $schema=.editor/pack.schema.json\nid: variety\n",
		"game.yaml":             "# yaml-language-server: $schema=.editor/game.schema.json\n# Variety",
		"cards/performers.yaml": "# yaml-language-server: $schema=../.editor/cards.schema.json\ndefaults",
		"scenarios/encore.yaml": "# yaml-language-server: $schema=../.editor/scenario.schema.json\ngame",
		"locale/en.yaml":        "# yaml-language-server: $schema=../.editor/locale.schema.json\nprompt",
	} {
		if got := read(t, dir, "variety", file); !strings.HasPrefix(got, want) {
			t.Errorf("%s begins with %q", file, got[:90])
		}
	}
	// A second time nothing changes, and the pack is none the worse.
	if out := fine(t, dir, "schema variety --out variety/.editor --modelines variety"); strings.Contains(out, ".yaml") {
		t.Error(out)
	}
	fine(t, dir, "schema variety --out variety/.editor --check")
	fine(t, dir, "test variety")
	var cards struct {
		Defs map[string]struct{ Properties map[string]any } `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(read(t, dir, "variety/.editor/cards.schema.json")), &cards); err != nil ||
		cards.Defs["card"].Properties["applause"] == nil {
		t.Errorf("the cards' own attribute is not in the schema (%v)", err)
	}
	edit(t, filepath.Join(dir, "variety/.editor/cards.schema.json"), "applause", "applauze")
	if out, _, code := ruledeck(t, dir, "schema", "variety", "--out", "variety/.editor",
		"--check"); code != ExitWrong || out != "variety/.editor/cards.schema.json is out of date\n" {
		t.Errorf("exit %d: %s", code, out)
	}
	if out := fine(t, dir, "schema"); !strings.HasPrefix(out, "{\n  \"$comment\"") {
		t.Error(out[:60])
	}
	wrong(t, dir, "schema --check", ExitUsage)
	wrong(t, dir, "schema --modelines variety", ExitUsage)
	wrong(t, dir, "schema --out x --modelines nothing", ExitUsage)
}
