package cli

import (
	"strings"
	"testing"
)

func TestStubs(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new pack variety")
	want :=
		"variety/.luarc.json\nvariety/.editor/language.lua\nvariety/.editor/ruledeck.lua\nvariety/.editor/game.lua\n"
	if out := fine(t, dir, "stubs variety --out variety"); out != want {
		t.Error(out)
	}
	for _, want := range []string{"---@field points integer",
		"---@class ruledeck.event.performer_enters: ruledeck.Event", "function show.perform(seat) end"} {
		if !strings.Contains(read(t, dir, "variety/.editor/game.lua"), want) {
			t.Errorf("no %q in the stubs of the game", want)
		}
	}
	// The stubs lie where the loader does not look.
	fine(t, dir, "test variety")
	fine(t, dir, "stubs variety --out variety --check")
	edit(t, dir+"/variety/game.yaml", "points:", "laughs:")
	edit(t, dir+"/variety/scripts/rules/show.lua", "seat.points = seat.points", "seat.laughs = seat.laughs")
	if out, _, code := ruledeck(t, dir, "stubs", "variety", "--out", "variety", "--check"); code != ExitWrong ||
		!strings.Contains(out, "variety/.editor/game.lua is out of date\n") {
		t.Errorf("exit %d: %s", code, out)
	}
	if out := fine(t, dir, "stubs"); !strings.Contains(out, "---@meta") {
		t.Error(out[:60])
	}
}
