package studio

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
)

// TestStarters opens everything that new pack writes, and plays the silent games beside it.
func TestStarters(t *testing.T) {
	for _, like := range append(scaffold.Genres(), "empty", "") {
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

// TestGuarded: a panic of a job beside the games stands among the findings.
func TestGuarded(t *testing.T) {
	p := open(t, "bbtm", solo)
	p.server.guarded(func() { panic("lost my cards") })
	if got := p.server.shown; len(got) != 1 || !strings.Contains(got[0].Message,
		"what was tried beside your games stopped: a bug in ruledeck itself: lost my cards (starters_test.go:") {
		t.Errorf("%+v", got)
	}
}
