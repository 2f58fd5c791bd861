package interp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
)

// TestBundle: a game that was sent elsewhere in one piece is the same there: shipped, in
// folders that extend each other, with overlays of its own and of others, with a card
// file of a player.
func TestBundle(t *testing.T) {
	squad, err := os.ReadFile("../cards/football-champions/cards/squads/iron_vale.yaml")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "mine.yaml")
	if err := os.WriteFile(file,
		[]byte("game: football-champions\n"+strings.Replace(string(squad), "id: iron_vale", "id: mine", 1)),
		0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		with interp.With
	}{
		{"bbtm", interp.With{}},
		{"bbtm", interp.With{Overlays: []string{"errata", "../testdata/mods/heavers", "../testdata/mods/gazette"}}},
		{"bbtm", interp.With{Overlays: []string{"../testdata/mods/lanterns"},
			GameOptions: map[string]string{"errata": "official"}}},
		{"../testdata/mods/sponsors", interp.With{}},
		{"../testdata/kuhn", interp.With{}},
		{"football-champions", interp.With{GameOptions: map[string]string{"squads": file + ",iron_vale"}}},
	} {
		here, err := interp.Load(c.name, c.with)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(here.Reading().Bundle())
		if err != nil {
			t.Fatal(err)
		}
		sent := &interp.Bundle{}
		if err := json.Unmarshal(data, sent); err != nil {
			t.Fatal(err)
		}
		there, err := interp.Load("elsewhere", interp.With{Bundle: sent, GameOptions: c.with.GameOptions})
		if err != nil {
			t.Fatalf("%s: %s", c.name, err)
		}
		if here.Compiled.Pack.Hash != there.Compiled.Pack.Hash || here.Title("fr") != there.Title("fr") {
			t.Errorf("%s %v: %s is another pack: %s", c.name, c.with, here.Title("fr"), there.Title("fr"))
		}
		if _, err := there.Table(interp.Settings{Seats: there.UsualSeats(),
			GameOptions: c.with.GameOptions}); err != nil {
			t.Errorf("%s: %s", c.name, err)
		}
		again, err := json.Marshal(there.Reading().Bundle())
		if err != nil || string(again) != string(data) {
			t.Errorf("%s: sent on it is another bundle: %v", c.name, err)
		}
	}
}

// TestBundlesOfStrangers: what is no bundle is refused, and none looks for files.
func TestBundlesOfStrangers(t *testing.T) {
	const manifest = `{"path":"pack.yaml","shown":"x/pack.yaml",` +
		`"data":"aWQ6IHgKdmVyc2lvbjogMS4wLjAKYXBpOiAyCmV4dGVuZHM6IC4uL3Rlc3RkYXRhL2t1aG4K"}`
	for text, want := range map[string]string{
		`{"pack":{"base":{"shown":"x","files":[]}}}`:                              "x has no pack.yaml",
		`{"pack":{"base":{"shown":"x","files":[` + manifest + `],"extends":{}}}}`: "has no pack.yaml",
		`{"pack":[]}`:          "cannot unmarshal",
		`{}`:                   "a pack is missing",
		`{"pack":{"laid":[]}}`: "a pack is missing",
		`{"pack":{"base":{"shown":"x","files":[` + manifest + `]}}}`: `there is no game "../testdata/kuhn"`,
		`{"pack":{"base":` + strings.Repeat(`{"files":[`+manifest+`],"extends":`, 21) + `null` +
			strings.Repeat("}", 23): "more than 8 deep",
	} {
		b := &interp.Bundle{}
		err := json.Unmarshal([]byte(text), b)
		if err == nil {
			_, err = interp.Load("x", interp.With{Bundle: b})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, not %s", text, err, want)
		}
	}
}
