package engine

import (
	"slices"
	"testing"
)

func TestKeys(t *testing.T) {
	tb := newTable()
	tb.card(CardDef{ID: "yes", Type: tb.thing, Copies: 1})
	tb.card(CardDef{ID: "7", Type: tb.thing, Copies: 1})
	for range 2 {
		tb.on(tb.hit, After, "guard", tb.beta, nil)
	}
	l := tb.setup(t, 2).Layout
	for _, test := range []struct {
		v   Value
		key string
	}{
		{Value{}, "nothing"},
		{Num(-3), "-3"},
		{Bool(true), "yes"},
		{Bool(false), "no"},
		{CardValue(2), "alpha#2"},
		{CardValue(l.CardsOf(tb.gamma)[0]), "gamma"},
		{CardValue(l.byKey().cards["yes"]), "card yes"},
		{CardValue(l.byKey().cards["7"]), "card 7"},
		{SeatValue(2), "seat 2"},
		{ZoneValue(l.ZoneOf(tb.deck, 1, 0)), "zone 1.deck"},
		{ZoneValue(l.BoardZone(tb.field, 1, 2, 1)), "zone field(2,3)"},
		{ZoneValue(l.ZoneOf(tb.side, 2, l.CardsOf(tb.hill)[0])), "zone 2.hill.side"},
		{tb.w("up"), `"up"`},
		{WordValue(0), `""`},
		{Value{Handle, l.carried[4][0]}, "guard of beta#1"},
		{Value{Handle, l.carried[5][1]}, "guard:2 of beta#2"},
		{Value{Handle, -3}, "lasting 2"},
	} {
		if got := l.Key(test.v); got != test.key {
			t.Errorf("%v is called %s, want %s", test.v, got, test.key)
		}
		if got, err := l.ValueOf(test.key); got != test.v || err != nil {
			t.Errorf("%s is %v (%v), want %v", test.key, got, err, test.v)
		}
	}
	for key, want := range map[string]string{
		"delta":             "there is no card delta",
		"alpha#4":           "there is no card alpha#4",
		"zone 3.deck":       "there is no zone 3.deck",
		"seat 3":            "there is no seat 3",
		"seat x":            "there is no seat x",
		`"nowhere"`:         `there is no word "nowhere"`,
		"guard of alpha#1":  "alpha#1 has no ability guard",
		"guard:3 of beta#1": "beta#1 has no ability guard:3",
		"guard of delta":    "there is no card delta",
		"99999999999":       "there is no card 99999999999",
		"":                  "there is no card ",
	} {
		if v, err := l.ValueOf(key); err == nil || err.Error() != want {
			t.Errorf("%q is %v, %v; want %q", key, v, err, want)
		}
	}
}

func TestChoiceKeys(t *testing.T) {
	tb := newTable()
	odd := tb.w(`a / "b", c`)
	l := tb.setup(t, 2).Layout
	for _, c := range []Choice{
		One(Num(3)),
		{N: 2, V: [MaxParts]Value{CardValue(1), ZoneValue(l.ZoneOf(tb.deck, 1, 0))}},
		{N: 3, V: [MaxParts]Value{odd, CardValue(2), odd}},
	} {
		key := l.ChoiceKey(c)
		if got, err := l.ChoiceOf(key); got != c || err != nil {
			t.Errorf("%s comes back as %v (%v)", key, got, err)
		}
	}
	if _, err := l.ChoiceOf("1 / 2 / 3 / 4"); err == nil {
		t.Error("an option of four parts")
	}
	if _, err := l.ChoiceOf("1 / delta"); err == nil {
		t.Error("an option with an unknown card")
	}
	text := l.Key(odd) + ", zone field(0,1), " + l.Key(odd)
	if got := SplitKeys(text, ", "); !slices.Equal(got, []string{l.Key(odd), "zone field(0,1)", l.Key(odd)}) {
		t.Errorf("%q", got)
	}
}
