package studio

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/engine/rng"
)

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
