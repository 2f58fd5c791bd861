package cards_test

import (
	"slices"
	"testing"

	"github.com/ruledeck/ruledeck/interp/scene"
)

// TestSevenMissionsOnPaper: what set-up and the solo game ask of a card stands on it when
// it is printed.
func TestSevenMissionsOnPaper(t *testing.T) {
	p := load(t, "seven-missions", nil)
	for _, want := range []struct{ lang, card, shows string }{
		{"en", "lost_forest", "Copies in solo 1"}, {"en", "lost_forest", "Comes in solo with Wolf Pack"},
		{"fr", "cave_slime", "Exemplaires en solo 1"}, {"ja", "blade_dancer", "ソロの枚数 1"},
		{"en", "backstab", "Copies in solo 2"}, {"fr", "copper", "Dans la première main 5"},
		{"en", "cassandra_5", "Players at most 2"}, {"ja", "cassandra_5", "レベル５"},
		{"fr", "sheet_trio", "Niveau du but 6"}, {"en", "sheet_duel", "Companion row 5"},
	} {
		composer := scene.NewComposer(p.Compiled, p.Messages.Speaker(want.lang))
		card := composer.Definition(p.Compiled.Defs[want.card])
		if !slices.ContainsFunc(card.Facts, func(f scene.Fact) bool { return f.Brief == want.shows && !f.Quiet }) {
			t.Errorf("%s lacks %q: %+v", card.Name, want.shows, card.Facts)
		}
	}
}
