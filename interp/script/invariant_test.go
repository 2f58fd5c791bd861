package script_test

import (
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
)

// TestInvariantsSayWhere: what does not hold is told with what the script says of
// it, and with the place of the script.
func TestInvariantsSayWhere(t *testing.T) {
	p := smalltest.Load(t, map[string]string{
		"game.yaml": smalltest.Pack["game.yaml"] + "invariants: [checks.ants]\n",
		"scripts/rules/checks.lua": `
local checks = {}

-- At most one ant is out.
function checks.ants()
  local out = cards{id = "ant", zone = "board"}
  if #out > 1 then return false, "two ants are out, " .. out[2].copy .. " too" end
  return true
end

return checks
`,
	})
	table, err := p.Table(interp.Settings{Seats: 2, Seed: 1, CheckInvariants: true})
	if err != nil {
		t.Fatal(err)
	}
	g, err := table.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	for err == nil && g.Open() == nil || g.Open() != nil {
		if d := g.Open(); d != nil {
			if err := g.Answer(d.Number, d.Seat, d.First(d.Seat)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err = g.Advance(t.Context()); err != nil || g.Position().Over() {
			break
		}
	}
	want := "invariant checks.ants does not hold: two ants are out, 2 too ("
	if err == nil || !strings.Contains(err.Error(), want) ||
		!strings.Contains(err.Error(), "scripts/rules/checks.lua:4)") {
		t.Errorf("got %v, want %q and its place", err, want)
	}
}
