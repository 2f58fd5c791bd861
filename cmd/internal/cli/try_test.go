package cli

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTrySince: what differs from a revision is tried: a card that changed, and all cards with an ability that
// did; nothing where nothing does, and what never acts ends with exit 1.
func TestTrySince(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git on this machine")
	}
	dir := t.TempDir()
	fine(t, dir, "new pack marsh --like duel")
	if got := wrong(t, dir, "try marsh --since v1", ExitUsage); !strings.Contains(got, "is not in a checkout of git") {
		t.Error(got)
	}
	gits(t, dir, "init", "-q")
	gits(t, dir, "add", ".")
	gits(t, dir, "commit", "-qm", "one")
	gits(t, dir, "tag", "v1")
	tried := func(since string) string {
		out := fine(t, dir, "try marsh --since "+since)
		return regexp.MustCompile(` +acts\n`).ReplaceAllString(out, "\n")
	}
	if got := tried("v1"); got != "" {
		t.Errorf("nothing has changed, and it tries\n%s", got)
	}
	edit(t, filepath.Join(dir, "marsh/cards/cards.yaml"), "id: war_cry", "copies: 3, id: war_cry")
	if got := tried("v1"); got != "war_cry rally\n" {
		t.Errorf("of a changed card it tries\n%s", got)
	}
	gits(t, dir, "commit", "-qam", "two")
	heal := filepath.Join(dir, "marsh/scripts/abilities/heal.lua")
	edit(t, heal, "damage - params.amount", "damage - params.amount - 1")
	if got := tried("HEAD"); got != "balm heal\n" {
		t.Errorf("of a changed ability it tries\n%s", got)
	}
	if got := wrong(t, dir, "try marsh --since v9", ExitUsage); !strings.Contains(got, `there is no revision "v9"`) {
		t.Error(got)
	}
	edit(t, heal, "params = {", `where  = {self = {zone = "deck"}},
  params = {`)
	wrong(t, dir, "try marsh --since HEAD", ExitWrong)
}
