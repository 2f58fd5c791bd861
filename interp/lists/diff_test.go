package lists

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestDiffApplies takes random texts: what is kept and put in must give the
// second text, what is kept and taken out the first.
func TestDiffApplies(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := func() []string {
		lines := make([]string, random.IntN(12))
		for i := range lines {
			lines[i] = string(rune('a' + random.IntN(4)))
		}
		return lines
	}
	for range 2000 {
		a, b := text(), text()
		var first, second []string
		for _, e := range Diff(a, b) {
			if e.Mark != '+' {
				first = append(first, e.Text)
			}
			if e.Mark != '-' {
				second = append(second, e.Text)
			}
		}
		if strings.Join(first, "") != strings.Join(a, "") || strings.Join(second, "") != strings.Join(b, "") {
			t.Fatalf("%v to %v: %v", a, b, Diff(a, b))
		}
	}
}

// TestDiffOrder: what goes stands before what comes.
func TestDiffOrder(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{"a b c", "a b c", " a b c"}, {"a b c", "a c", " a -b  c"}, {"", "x y", "+x +y"}, {"x", "", "-x"},
		{"a b", "b a", "-a  b +a"},
	} {
		var got []string
		for _, l := range Diff(strings.Fields(test.old), strings.Fields(test.new)) {
			got = append(got, string(l.Mark)+l.Text)
		}
		want := strings.ReplaceAll(strings.Join(got, " "), " ", "")
		if want != strings.ReplaceAll(test.want, " ", "") {
			t.Errorf("%q to %q: %q", test.old, test.new, got)
		}
	}
}
