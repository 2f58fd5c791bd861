package golden

import (
	"strings"
	"testing"
)

func TestDiff(t *testing.T) {
	before := strings.Fields("a b c d e f g h i j k l m n o p q r s t")
	after := strings.Fields("a b c X e f g h i j k l m n o p r s t U V")
	want := `@@ -1 +1 @@
 a
 b
 c
-d
+X
 e
 f
 g
@@ -14 +14 @@
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
