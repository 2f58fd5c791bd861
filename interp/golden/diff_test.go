package golden

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestDiff(t *testing.T) {
	before := strings.Fields("a b c d e f g h i j k l m n o p q r s t")
	after := strings.Fields("a b c X e f g h i j k l m n o p r s t U V")
	want := `@@ -1,7 +1,7 @@
 a
 b
 c
-d
+X
 e
 f
 g
@@ -14,7 +14,8 @@
 n
 o
 p
-q
 r
 s
 t
+U
+V`
	if got := strings.Join(Diff(before, after), "\n"); got != want {
		t.Errorf("the diff is\n%s\nnot\n%s", got, want)
	}
	if got := Diff(before, before); got != nil {
		t.Errorf("equal texts differ: %v", got)
	}
}

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
		for _, e := range edits(a, b) {
			if e.sign != '+' {
				first = append(first, e.text)
			}
			if e.sign != '-' {
				second = append(second, e.text)
			}
		}
		if strings.Join(first, "") != strings.Join(a, "") || strings.Join(second, "") != strings.Join(b, "") {
			t.Fatalf("%v to %v: %v", a, b, edits(a, b))
		}
	}
}
