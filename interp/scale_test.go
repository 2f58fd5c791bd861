package interp_test

import (
	"fmt"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
	"github.com/ruledeck/ruledeck/interp/script"
)

// stepping notes what each step spends.
type stepping struct {
	*script.Machine
	game  *engine.Game
	spent []int
}

func (s *stepping) EndStep() {
	s.spent = append(s.spent, s.game.Spent())
	s.Machine.EndStep()
}

// stepWork plays a game with a pool of n cards that nobody sees, in which a step with the lines
// of before runs first, and returns what a step with the lines of turn then spends.
func stepWork(t *testing.T, n int, before, turn string) int {
	t.Helper()
	p := smalltest.Load(t, map[string]string{
		"game.yaml": `
types:
  lot:
    start: pool
    active: {zone: hand}
    attributes:
      heavy: {type: number, state: true, start: 1}
      light: {type: number, state: true, start: 1}
zones:
  pool: {of: table, seen: nobody}
  hand: {of: seat, seen: owner}
triggers:
  other.rung: {doc: Nobody rings it.}
  lot.taken: {doc: A lot is taken., params: {lot: {type: card}}}
flow:
  - phase: play
    do: [turn.before, turn.turn]
`,
		"cards/pieces.yaml": fmt.Sprintf("cards:\n  - {id: lot, name: {en: Lot}, type: lot, copies: %d}\n", n),
		"scripts/abilities/other.lua": `
return ability{on = "other.rung", run = function() end}
`,
		"scripts/abilities/heavier.lua": "return ability{modifies = \"heavy\", add = 1}\n",
		"scripts/rules/turn.lua": "local turn = {}\nfunction turn.before()\n" + before +
			"\nend\nfunction turn.turn()\n" + turn + "\nend\nreturn turn\n",
		"locale/en.yaml": "trigger.lot.taken: \"{lot}\"\n",
	})
	tab, err := p.Table(interp.Settings{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	m, err := tab.Machine()
	if err != nil {
		t.Fatal(err)
	}
	s := &stepping{Machine: m}
	s.game = engine.New(tab.Setup(s, 1))
	if _, err := s.game.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(s.spent) != 5 { // the phase, both steps, its end and that of the game
		t.Fatal(s.spent)
	}
	return s.spent[2]
}

// TestScale: cards that no seat knows, and effects on other things, cost a step nothing.
func TestScale(t *testing.T) {
	take := `for i = 1, 20 do move(first{zone = "pool"}, game.seats[1].hand) end`
	ring := `for i = 1, 20 do local l = first{zone = "hand"}; l.light = l.light + count{zone = "hand", light = 1}
  raise("lot.taken", {lot = l}) end`
	last := ` for i = 1, 500 do lasting{ability = %q, on = first{zone = "hand"}} end`
	for _, c := range []struct{ name, before, after string }{
		{"abilities that last, of another trigger", take, take + fmt.Sprintf(last, "other")},
		{"modifiers that last, of another attribute", take, take + fmt.Sprintf(last, "heavier")},
	} {
		few := stepWork(t, 50, c.before, ring)
		if many := stepWork(t, 50, c.after, ring); few == 0 || many > few*6/5 {
			t.Errorf("%s: a step spends %d, and %d without them", c.name, many, few)
		}
	}
	few := stepWork(t, 50, "", take)
	if many := stepWork(t, 10_000, "", take); few == 0 || many > few*6/5 {
		t.Errorf("20 cards out of a pool of 10,000 spend %d, of 50 %d", many, few)
	}
}
