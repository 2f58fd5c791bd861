package scaffold

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// TestMine makes a card, an ability and a function of a base one's own in an overlay, which
// reads without an error, and a card that is like another.
func TestMine(t *testing.T) {
	base, err := interp.Load("bbtm", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := Overlay("ours", "bbtm", base, true)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	unsaved := pack.Unsaved{}
	put := func(plan *Plan) {
		for _, f := range plan.Files {
			if !strings.HasPrefix(f.Path, "scenarios/") {
				unsaved[filepath.Join(dir, filepath.FromSlash(f.Path))] = []byte(f.Text)
			}
		}
	}
	put(overlay)
	for _, thing := range [][3]string{
		{"card", "orc_blitzer", "patch:\n  - id: orc_blitzer\n    "}, {"ability", "guard", "return ability"},
		{"rules", "fans.lose", "function replaced.lose(base, "},
	} {
		plan, err := Mine(thing[0], thing[1], base)
		if err != nil {
			t.Fatal(err)
		}
		if text := plan.Files[0].Text; !strings.Contains(text, thing[2]) {
			t.Errorf("%s %s is begun as\n%s", thing[0], thing[1], text)
		}
		put(plan)
	}
	like, err := Card("orc_brute", Look{Like: "orc_blitzer"}, base)
	if err != nil {
		t.Fatal(err)
	}
	put(like)
	// Only a card that is like one with a sentence of its own begins with one to be written.
	runner, err := Card("runner", Look{Like: "human_catcher"}, base)
	if err != nil || len(like.Files) != 2 || len(runner.Files) != 3 ||
		!strings.HasPrefix(runner.Files[1].Text, "card.runner: ") {
		t.Errorf("%v\n%v\n%v", err, like.Files, runner.Files)
	}
	if _, err := interp.Load(dir, interp.With{Unsaved: unsaved}); err != nil {
		t.Errorf("the overlay: %s", err)
	}
	for _, wrong := range [][3]string{
		{"card", "orc_blitzr", `the pack has no card "orc_blitzr"; of the 175 that there are orc_blitzer`},
		{"ability", "gard", `the pack has no ability "gard"; of the 87 that there are guard comes nearest`},
		{"rules", "fan.lose", `the pack has no file of rules "fan"; there are ball, `},
		{"rules", "fans.none", `fans.lua has no function "fans.none"`},
	} {
		if _, err := Mine(wrong[0], wrong[1], base); err == nil || !strings.HasPrefix(err.Error(), wrong[2]) {
			t.Errorf("%s %s: %v, not %s", wrong[0], wrong[1], err, wrong[2])
		}
	}
}
