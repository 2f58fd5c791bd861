//go:build unix

package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestEndless: whoever plays a game without end is told what comes again and again, with
// its triggers, its abilities and their cards; and a game that a person plays is saved.
func TestEndless(t *testing.T) {
	dir := t.TempDir()
	pack, save := filepath.Join(dir, "pack"), filepath.Join(dir, "evening.save")
	for path, text := range hostileBase {
		putFile(t, filepath.Join(pack, path), text)
	}
	for path, text := range map[string]string{
		"game.yaml": "types: {ant: {start: pile, active: {zone: pile}}}\nzones: {pile: {of: table}}\n" +
			"triggers: {stings: {doc: It stings.}, hums: {doc: It hums.}}\nflow: [{phase: turn, do: [turn.ask, " +
			"turn.act]}]\n",
		"cards/a.yaml": "cards: [{id: ant, type: ant, abilities: [annoy]}, {id: bee, type: ant, " +
			"abilities: [defend]}]\n",
		"locale/en.yaml": "prompt.order: Go on?\n",
		"scripts/rules/turn.lua": "return {ask = function() choose.yes{seat = game.seats[1], prompt = 'order'} " +
			"end, act = function() raise('stings') end, hum = function() raise('hums') end}\n",
		"scripts/abilities/annoy.lua": "return ability {on = 'stings', window = 'after', run = function(self) " +
			"schedule('turn.hum') end}\n",
		"scripts/abilities/defend.lua": "return ability {on = 'hums', window = 'after', run = function(self) " +
			"schedule('turn.act') end}\n",
		"scenarios/s.yaml": "game: ..\nseats: 1\nname: it ends\ndo: [{1: \"yes\"}, {until: end}]\nthen: {table: " +
			"{pile.count: 2}}\n",
	} {
		putFile(t, filepath.Join(pack, path), text)
	}
	for _, line := range []string{
		"play PACK --seats random --seed 1",
		"record PACK --seed 1 --seats random -o " + filepath.Join(dir, "x.golden"), "sim PACK --games 1",
		"fuzz PACK --games 1 --out " + dir, "test PACK", "play PACK --seats human --save " + save,
		"play --resume=" + save,
	} {
		code, out, errs := runTyped("1\n", strings.Fields(strings.ReplaceAll(line, "PACK", pack))...)
		if code != ExitWrong || !strings.Contains(out+errs, "the game goes on without end: ") {
			t.Errorf("%s: exit %d\n%s%s", line, code, out, errs)
		}
		for _, part := range []string{"turn.hum (hums, defend of bee)", "turn.act (stings, annoy of ant)",
			"; again and again: turn."} {
			if !strings.Contains(out+errs, part) {
				t.Errorf("%s: there is no %q in\n%s%s", line, part, out, errs)
			}
		}
	}
	if n := len(answersIn(t, save)); n != 1 {
		t.Errorf("%d answers are saved", n)
	}
}
