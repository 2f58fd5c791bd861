package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
)

// TestPoolIsChecked: the pack's own check looks at cards that no game has too.
func TestPoolIsChecked(t *testing.T) {
	change := map[string]string{
		"game.yaml": strings.Replace(smalltest.Pack["game.yaml"], "    start: supply\n",
			"    start: supply\n    check: turn.check\n", 1),
		"scripts/rules/turn.lua": strings.Replace(smalltest.Pack["scripts/rules/turn.lua"], "return turn", `
function turn.check(card)
  if card.rank > 3 then return {{text = "strong", entry = "rank", rule = "R-1", by = card.rank - 3}} end
  return {}
end
return turn`, 1),
		"cards/pool.yaml": "cards:\n  - {id: dog, type: piece, copies: 0, colour: red, rank: 5}\n" +
			"  - {id: elk, type: piece, copies: 0, colour: red, rank: 1}\n",
	}
	change["locale/en.yaml"] = smalltest.Pack["locale/en.yaml"] + "check.strong: \"{rule}: {by} too strong\"\n"
	tab, err := smalltest.Load(t, change).Table(interp.Settings{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	found, err := tab.CheckCards()
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, f := range found {
		got += fmt.Sprintf("%d:%d %s\n", f.Line, f.Column, f.Message)
	}
	if got != "2:52 R-1: 2 too strong\n" {
		t.Error(got)
	}
}
