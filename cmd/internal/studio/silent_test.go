package studio

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
)

// TestScenariosAreCounted: what the scenarios of a pack take counts together. Where nothing is
// left the others are not run, which stands among the findings.
func TestScenariosAreCounted(t *testing.T) {
	plan, err := scaffold.Pack("many", "")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range plan.Files {
		text := strings.Replace(f.Text, "show.perform(seat)\n", "show.perform(seat) for _ = 1, 90000 do end\n", 1)
		paths := []string{f.Path}
		for i := 0; strings.HasPrefix(f.Path, "scenarios/") && i < 300; i++ {
			paths = append(paths, fmt.Sprintf("scenarios/s%d.yaml", i))
		}
		for _, path := range paths {
			path = filepath.Join(dir, path)
			err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644))
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	p := open(t, dir, NewGame{Seats: []string{"human", "random"}, Seed: rng.Seed{Low: 1}})
	p.server.test(t.Context())
	const want = "running the scenarios takes more than 40000000 instructions; no other file takes as many as this " +
		"one; 224 of 301 are run"
	if got := p.server.shown; len(got) != 1 || got[0].Message != want || len(p.server.tests) != 224 {
		t.Errorf("%d scenarios are run, and found is %v", len(p.server.tests), got)
	}
}

// TestSilentGames: beside the games of people silent ones are played of a pack, when the
// studio opens and when the files have changed; what fails in them stands among the
// findings.
func TestSilentGames(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../../testdata/tutorial/harvest")); err != nil {
		t.Fatal(err)
	}
	rules := filepath.Join(dir, "scripts", "rules", "trick.lua")
	text, err := os.ReadFile(rules)
	if err != nil {
		t.Fatal(err)
	}
	broken := strings.Replace(string(text), "local seat = won.seat", "local seat = game.seats[won.rank]", 1)
	if err := os.WriteFile(rules, []byte(broken), 0o644); err != nil {
		t.Fatal(err)
	}
	p := open(t, dir, NewGame{Seats: []string{"human", "random", "random"}, Seed: rng.Seed{Low: 1}})
	p.server.config.Play = 10
	go p.server.keepTesting(t.Context())
	shown := func() string {
		p.server.lock.Lock()
		defer p.server.lock.Unlock()
		if len(p.server.shown) == 0 {
			return ""
		}
		return p.server.shown[0].Code
	}
	wait := func(want string) {
		t.Helper()
		for deadline := time.Now().Add(time.Minute); shown() != want; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("shown is %q, not %q", shown(), want)
			}
		}
	}
	wait("play-fails")
	if err := os.WriteFile(rules, text, 0o644); err != nil {
		t.Fatal(err)
	}
	p.server.reload()
	p.server.retest()
	wait("")
}
