package view_test

import (
	"slices"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
)

// TestActions: what is another thing has another number, the same as often as one asks;
// whole numbers come behind all others.
func TestActions(t *testing.T) {
	pack := &engine.Pack{
		MaxSeats: 3, Symbols: []string{"", "left", "right"}, Defs: make([]engine.CardDef, 4),
		Abilities: []engine.Ability{{Name: "charge"}, {Name: "rest"}},
		Zones:     []engine.ZoneKind{{Name: "hand"}, {Name: "field", Rows: 2, Columns: 3}, {Name: "side"}},
	}
	a := view.NewActions(pack)
	var all []view.Value
	add := func(v view.Value) { all = append(all, v) }
	add(view.Value{Kind: view.NothingValue})
	for n := range 2 {
		add(view.Value{Kind: view.FlagValue, Number: n})
	}
	for seat := range 3 {
		add(view.Value{Kind: view.SeatValue, Number: seat + 1})
	}
	for word := range 3 {
		add(view.Value{Kind: view.WordValue, Names: view.Names{Word: engine.Symbol(word)}})
	}
	for def := range 4 {
		add(view.Value{Kind: view.CardValue, Names: view.Names{Def: engine.DefID(def)}})
	}
	add(view.Value{Kind: view.HiddenCard})
	for _, name := range []string{"charge", "rest", ""} {
		add(view.Value{Kind: view.AbilityValue, Text: name})
	}
	for owner := range engine.Seat(4) {
		add(view.Value{Kind: view.ZoneValue, Names: view.Names{Owner: owner}})
	}
	for owner := range engine.Seat(4) {
		for square := range 6 {
			add(view.Value{Kind: view.ZoneValue, Names: view.Names{ZoneKind: 1, Owner: owner, Row: square / 3,
				Column: square % 3}})
		}
	}
	for owner := range engine.Seat(4) {
		add(view.Value{Kind: view.ZoneValue, Names: view.Names{ZoneKind: 2, Owner: owner}})
	}
	if a.Count() != len(all) {
		t.Errorf("%d numbers for %d things", a.Count(), len(all))
	}
	for _, n := range []int{0, -1, 1, -2, 2} {
		add(view.Value{Kind: view.NumberValue, Number: n})
	}
	for i := range all {
		want := 1
		if all[i].Kind == view.HiddenCard {
			want = 2 // and its zone
		}
		if n := a.Append(nil, &all[i]); len(n) != want || n[0] != i {
			t.Errorf("%+v: %v, want %d", all[i], n, i)
		}
	}
	if n := a.Append([]int{7}, &view.Value{Kind: view.AbilityValue, Text: "rest", Of: &all[9]}); len(n) != 3 ||
		n[1] != 15 || n[2] != 9 {
		t.Errorf("an ability of a card: %v", n)
	}
	// Hidden cards that lie apart are different answers: the third of seat 2's hand.
	third := view.Value{Kind: view.HiddenCard, Place: 3, Names: view.Names{Owner: 2}}
	if n := a.Append(nil, &third); !slices.Equal(n, []int{13, 19, a.Count() + 6}) {
		t.Errorf("a hidden card: %v", n)
	}
}
