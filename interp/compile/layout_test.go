package compile_test

import (
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// TestLayout adds a layout to the small pack: what is right is kept by name,
// and what is wrong is said.
func TestLayout(t *testing.T) {
	files := tinyFiles(t)
	change(t, files, "game.yaml", "standing: round.standing", `standing: round.standing
layout:
  table: [box]
  seat: [hand]
  hide: [box]
  piles: [deck]
  slots: {place: [left]}
  sort: {hand: [power]}
  sums: {left: power, hand: tricks}
  turn: [points]
  quiet: {points: 0, pionts: 0}
  icons: {up: "^", power: {en: P}}
  face:
    unit: {corner: power, line: [tricks], turned: {posture: down}, quiet: {posture: [up]}, hide: [posture]}
    place: {left: worth, corner: power}`)
	var report diag.List
	p, _ := compiled(t, files, tinyHeaders(t), &report)
	got := p.Layout
	want := `tiny/game.yaml:68:3: unknown-key: the key "sums" in a layout is gone: it added up what cards show, and ` +
		`rules count more than that; take it out
tiny/game.yaml:70:22: unknown-attribute: neither the table nor seats have an attribute "pionts" -> points
tiny/game.yaml:74:34: unknown-attribute: cards of the type place have no attribute "power"`
	if said := lines(&report); said != want {
		t.Errorf("got:\n%s\nwant:\n%s", said, want)
	}
	face := got.Faces["unit"]
	switch {
	case len(got.Table) != 1 || got.Table[0] != "box" || !got.Hide["box"] || !got.Piles["deck"]:
		t.Errorf("zones: %+v", got)
	case got.Slots["place"][0] != "left" || got.Sort["hand"][0] != "power":
		t.Errorf("by name: %+v", got)
	case !got.Turn["points"] || got.Quiet["points"][0] != "0" || got.Icons["up"][0].Text != "^":
		t.Errorf("values: %+v", got)
	case face.Corner[0] != "power" || face.Turned["posture"][0] != "down" ||
		face.Quiet["posture"][0] != "up" || !face.Hide["posture"]:
		t.Errorf("face: %+v", face)
	}
}
