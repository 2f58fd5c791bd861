package script

import (
	"strings"
	"testing"
)

// TestLookup: what is found does not depend on where the text lies, nor on what was
// found there before.
func TestLookup(t *testing.T) {
	byName := map[string]int{}
	l := lookupOf(byName)
	var names []string
	for i := range 2000 {
		name := strings.Repeat("n", 1+i/26) + string(rune('a'+i%26))
		names = append(names, name)
		byName[name] = i
	}
	for range 2 {
		for i, name := range names {
			if v, ok := l.find(name); !ok || int(v) != i {
				t.Fatalf("%s: %d %v, want %d", name, v, ok, i)
			}
			if v, ok := l.find(strings.Clone(name)); !ok || int(v) != i {
				t.Fatalf("a copy of %s: %d %v, want %d", name, v, ok, i)
			}
			// A part begins at the same address and is another text.
			if v, ok := l.find(name[:len(name)-1]); ok && byName[name[:len(name)-1]] != int(v) {
				t.Fatalf("a part of %s is %d", name, v)
			}
		}
	}
	if _, ok := l.find(""); ok {
		t.Error("the empty text is found")
	}
	if _, ok := l.find("unknown"); ok {
		t.Error("an unknown name is found")
	}
}
