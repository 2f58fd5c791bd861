package studio

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
)

// starter writes a starter, and returns its folder.
func starter(t *testing.T, like string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "g")
	plan, err := scaffold.Pack("g", like)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range plan.Files {
		path := filepath.Join(dir, f.Path)
		err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(f.Text), 0o644))
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestStarters opens everything that new pack writes, and plays the silent games beside it.
func TestStarters(t *testing.T) {
	for _, like := range append(scaffold.Genres(), "empty", "") {
		dir := starter(t, like)
		loaded, err := interp.Load(dir, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		least, _ := loaded.Seats()
		seats := slices.Repeat([]string{"random"}, least)
		p := open(t, dir, NewGame{Seats: seats, Seed: rng.Seed{Low: 1}})
		p.server.config.Play = 4
		p.server.test(t.Context())
		p.server.silent(t.Context())
		want := ""
		if like == "empty" {
			want = "the flow has no step yet: each of 4 silent games ended as it began"
		}
		var got []string
		for _, d := range p.server.shown {
			got = append(got, d.Message)
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %q", like, got)
		}
	}
}

// TestCopiesOfTheGame: the gallery and the desk of prints count the cards of the game that is open, and the cards
// of its decks.
func TestCopiesOfTheGame(t *testing.T) {
	p := open(t, starter(t, "duel"), NewGame{Seats: []string{"human", "random"},
		GameOptions: map[string]string{"deck": "starter,bear:3 wolf:3 viper:3 archer:3 herald:3 fireball:3 balm:2"}})
	var gallery struct {
		Cards []struct {
			Def    string
			InGame int `json:"in_game"`
		}
	}
	p.get("/t/0/call/cards", &gallery)
	got := map[string]int{}
	for _, c := range gallery.Cards {
		got[c.Def] = c.InGame
	}
	var out Sheets
	if err := json.Unmarshal(p.post("/t/0/call/sheets", map[string]any{"print": map[string]any{"paper": "A4",
		"copies": true}}), &out); err != nil {
		t.Fatal(err)
	}
	printed := map[string]int{}
	for _, s := range out.Sheets {
		for _, c := range s.Cells {
			printed[c.Def]++
		}
	}
	if got["bear"] != 5 || got["balm"] != 4 || got["shield"] != 2 || !maps.Equal(got, printed) {
		t.Error(got, printed)
	}
}

// TestGuarded: a panic of a job beside the games stands among the findings.
func TestGuarded(t *testing.T) {
	p := open(t, "bbtm", solo)
	p.server.guarded(func() { panic("lost my cards") })
	if got := p.server.shown; len(got) != 1 || !strings.Contains(got[0].Message,
		"what was tried beside your games stopped: a bug in ruledeck itself: lost my cards (starters_test.go:") {
		t.Errorf("%+v", got)
	}
}
