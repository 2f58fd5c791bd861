package screen_test

import (
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/screen"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// TestRowsByValue: where one of several plain numbers is asked for, what is typed is the
// number; everywhere else it is the place in the list.
func TestRowsByValue(t *testing.T) {
	for _, test := range []struct {
		kind  engine.DecisionKind
		texts []string
		rows  map[int]int // by what is typed
	}{
		{engine.PickOne, []string{"10", "2", "0"}, map[int]int{10: 1, 2: 2, 0: 3, 1: -1, 3: -1, -2: -1}},
		{engine.PickOne, []string{"5", "7"}, map[int]int{5: 1, 7: 2, 0: 0, 1: -1}},
		{engine.PickOne, []string{"5", "pass"}, map[int]int{1: 1, 2: 2, 0: 0, 5: -1}},
		{engine.PickOne, []string{"5", "5"}, map[int]int{1: 1, 2: 2, 5: -1}},
		{engine.PickSome, []string{"5", "7"}, map[int]int{1: 1, 2: 2, 5: -1}},
	} {
		ask := scene.Ask{Kind: test.kind}
		for i, text := range test.texts {
			ask.Options = append(ask.Options, scene.Option{Number: i + 1, Text: text,
				Parts: []scene.Part{{Key: text + string(rune('a'+i)), Text: text}}})
		}
		menu := screen.NewMenu(&ask)
		for typed, want := range test.rows {
			if row := menu.Row(typed); row != want {
				t.Errorf("%s of %v: typed %d is row %d, not %d", test.kind, test.texts, typed, row, want)
			}
		}
	}
}
