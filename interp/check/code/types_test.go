package code

import (
	"testing"

	"pgregory.net/rapid"
)

// aType draws a value of the lattice: kinds with what is known of them.
func aType(t *rapid.T, label string) typ {
	out := rapid.SampledFrom([]typ{
		{}, top, of(kNil), of(flag), of(kSeat), of(kGame), number(1, 3), number(-4, 2), of(kNumber),
		word("a"), word("b"), of(kWord),
		cardOf(1), cardOf(6), zoneOf(2), listOf(number(0, 9)), listOf(word("a")), listOf(cardOf(2)),
		refTo(kFunction, &host{1, "f"}), refTo(kFunction, &host{2, "g"}),
		refTo(kTable, &site{id: 3, fields: map[string]typ{}}),
	}).Draw(t, label)
	return out
}

// TestJoin: values form a lattice as far as the fixpoint needs it. What join gives
// is above both, so that rounds only ever climb, and it does not matter in which
// order values come together.
func TestJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := aType(t, "a"), aType(t, "b"), aType(t, "c")
		for what, ok := range map[string]bool{
			"join(a, a) is a":          same(join(a, a, nil), a),
			"bottom adds nothing":      same(join(a, typ{}, nil), a) && same(join(typ{}, a, nil), a),
			"top stays":                same(join(a, top, nil), top) && same(join(top, a, nil), top),
			"join(a, b) is join(b, a)": same(join(a, b, nil), join(b, a, nil)),
			"joined twice is joined":   same(join(join(a, b, nil), b, nil), join(a, b, nil)),
			"groups mean nothing":      same(join(join(a, b, nil), c, nil), join(a, join(b, c, nil), nil)),
		} {
			if !ok {
				t.Fatalf("not so: %s", what)
			}
		}
	})
}

// TestJoinIsBounded: what could grow without end is widened to top, and whoever
// could have been told apart hears of it.
func TestJoinIsBounded(t *testing.T) {
	var all typ
	var heard int
	for i := range 2 * maxRefs {
		all = join(all, refTo(kFunction, &host{i, "f"}), func(ref) { heard++ })
	}
	if !all.any() || heard <= maxRefs {
		t.Errorf("%d functions together are %v, and %d were told", 2*maxRefs, all.kinds, heard)
	}
	deep := number(1, 1)
	for range maxDepth + 1 {
		deep = listOf(deep)
	}
	if got := join(of(kNil), deep, nil); !got.any() {
		t.Errorf("a list in lists without end is %v", got.kinds)
	}
}

func TestWords(t *testing.T) {
	both := join(word("b"), word("a"), nil)
	if list := both.wordList(); len(list) != 2 || list[0] != "a" || both.declared {
		t.Errorf("%v", both)
	}
	if any := join(both, of(kWord), nil); any.words != nil {
		t.Errorf("any word and two are %v", any.words)
	}
	if n := join(number(1, 3), number(5, 9), nil); n.low != 1 || n.high != 9 || !n.bounded {
		t.Errorf("%+v", n)
	}
}
