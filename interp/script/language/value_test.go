package language_test

import (
	"math"
	"testing"

	"github.com/ruledeck/ruledeck/interp/script/language"
)

// TestWhole: what is no number within the bounds is never converted, since processors
// differ in what they make of it.
func TestWhole(t *testing.T) {
	for _, c := range []struct {
		v    float64
		n    int
		fits bool
	}{
		{0, 0, true}, {2.9, 2, true}, {-2.9, -2, true}, {100, 100, true}, {-100.5, -100, true},
		{101, 0, false}, {-101, 0, false},
		{math.NaN(), 0, false}, {math.Inf(1), 0, false}, {math.Inf(-1), 0, false},
		{1 << 63, 0, false}, {-1 << 63, 0, false},
	} {
		if n, ok := language.Whole(language.Number(c.v), 100); n != c.n || ok != c.fits {
			t.Errorf("%v: %d %v, expected %d %v", c.v, n, ok, c.n, c.fits)
		}
	}
}

// TestText: a value is written the same everywhere, and never with an address.
func TestText(t *testing.T) {
	s := newState()
	for _, c := range []struct {
		v    language.Value
		want string
	}{
		{nil, "nil"}, {language.Number(3), "3"}, {language.Number(-0.5), "-0.5"},
		{language.Number(1e15), "1000000000000000"},
		{language.Number(math.Inf(1)), "inf"}, {language.Number(math.Inf(-1)), "-inf"},
		{language.Number(math.NaN()), "nan"},
		{language.Number(1.0 / 3), "0.33333333333333"}, {language.Bool(true), "true"}, {language.String("x"), "x"},
		{s.NewTable(0, 0), "table"}, {language.NewFunc("f", nil), "function"},
		{&language.Object{Class: &language.Class{Name: "card"}}, "card"},
	} {
		if got := language.Text(c.v); got != c.want {
			t.Errorf("%q, expected %q", got, c.want)
		}
	}
}
