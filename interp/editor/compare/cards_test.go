package compare_test

import (
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/editor/compare"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// TestEveryKeyOfCards: each key of a card, and each form of a sentence, changed alone is a
// difference.
func TestEveryKeyOfCards(t *testing.T) {
	const cards = "cards/performers.yaml"
	extra := change{"game.yaml", "zones:\n",
		"  extra: {start: box, attributes: {applause: {type: number}}}\n\nzones:\n"}
	on := func(text string) []change { return []change{{cards, "id: juggler", "id: juggler\n    " + text}, extra} }
	changed := map[string][]change{
		"id":            {{cards, "id: juggler", "id: knives"}, extra},
		"name":          {{cards, "{en: Juggler}", "{en: Knives}"}, extra},
		"type":          on("type: extra"),
		"copies":        {{cards, "copies: 6", "copies: 5"}, extra},
		"abilities":     on("abilities: [encore]"),
		"unimplemented": on("unimplemented: [He drops one.]"),
		"confidence":    on("confidence: low"),
		"text":          on("text: prompt.perform"),
		"each": {{cards, "id: juggler", `id: "juggler_{applause}"`}, {cards, "applause: 2", "each: {applause: [2, 3]}"},
			extra},
	}
	before := variety(t, extra)
	for _, f := range keyword.Lookup("card").Fields {
		if len(changed[f.Name]) == 0 || len(compare.Packs(before, variety(t, changed[f.Name]...))) == 0 {
			t.Errorf("%s: no difference", f.Name)
		}
	}
	forms := func(but string) string {
		var out []string
		for _, f := range keyword.Lookup("message").Fields {
			text := "some"
			if f.Name == but {
				text = "others"
			}
			out = append(out, f.Name+": "+text)
		}
		return "say.laughs: {" + strings.Join(out, ", ") + "}\n"
	}
	before = variety(t, change{"locale/ar.yaml", "", forms("")})
	for _, f := range keyword.Lookup("message").Fields {
		if len(compare.Packs(before, variety(t, change{"locale/ar.yaml", "", forms(f.Name)}))) != 1 {
			t.Errorf("%s: not one difference", f.Name)
		}
	}
}
