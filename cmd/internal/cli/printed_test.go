package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// failing is a pack in which the first card that is played makes a script fail, two
// calls deep.
func failing(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../../testdata/roundcards")); err != nil {
		t.Fatal(err)
	}
	round := filepath.Join(dir, "scripts", "rules", "round.lua")
	exchange(t, round, "-- Put any card",
		"local function cover(pile, card)\n  print(\"covers\", card.rank)\n  return pile.none.rank\nend\n\n-- Put "+
			"any card")
	exchange(t, round, "  move(card, pile)\n", "  cover(nil, card)\n  move(card, pile)\n")
	return dir
}

// TestCallsAreTold: play and sim tell by which calls a script came to where it
// failed, and sim what the scripts printed in the games that failed.
func TestCallsAreTold(t *testing.T) {
	dir := failing(t)
	calls := "scripts/rules/round.lua:25:10: cannot read \"none\" of a nil value: pile is nil (in step round.play; "
	inner, outer := "scripts/rules/round.lua:25:10: in cover\n", "scripts/rules/round.lua:35:3: in round.play\n"
	printed := "scripts/rules/round.lua:24: covers\t"
	for _, args := range [][]string{
		{"play", dir, "--seats", "random,random,random,random", "--seed", "1"},
		{"sim", dir, "--seats", "random,random,random,random", "--games", "3"},
	} {
		code, _, errs := runCLI(args...)
		if code != ExitWrong || !strings.Contains(errs, calls) || !strings.Contains(errs, inner) ||
			!strings.Contains(errs, outer) || !strings.Contains(errs, printed) {
			t.Errorf("%s: exit %d\n%s", args[0], code, errs)
		}
		if args[0] == "sim" && (strings.Count(errs, printed) != 1 ||
			!strings.Contains(errs, "3 games, the first of them 1, failed: ")) {
			t.Errorf("3 games failed of one cause, of which the first is told:\n%s", errs)
		}
	}
}
