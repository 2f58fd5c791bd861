package lattice

import (
	"testing"

	"pgregory.net/rapid"
)

// thing is something with an identity.
type thing int

func (n thing) Number() int { return int(n) }

// aType draws a value of the lattice: kinds with what is known of them.
func aType(t *rapid.T, label string) Type {
	out := rapid.SampledFrom([]Type{
		{}, Top, Of(Nil), Of(Flag), Of(Seat), Of(Game), Range(1, 3), Range(-4, 2), Of(Number),
		Literal("a"), Literal("b"), Of(Word),
		CardOf(1), CardOf(6), ZoneOf(2), ListOf(Range(0, 9)), ListOf(Literal("a")), ListOf(CardOf(2)),
		RefTo(Function, thing(1)), RefTo(Function, thing(2)),
		RefTo(Table, thing(3)),
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
			"join(a, a) is a":          Same(Join(a, a, nil), a),
			"bottom adds nothing":      Same(Join(a, Type{}, nil), a) && Same(Join(Type{}, a, nil), a),
			"top stays":                Same(Join(a, Top, nil), Top) && Same(Join(Top, a, nil), Top),
			"join(a, b) is join(b, a)": Same(Join(a, b, nil), Join(b, a, nil)),
			"joined twice is joined":   Same(Join(Join(a, b, nil), b, nil), Join(a, b, nil)),
			"groups mean nothing":      Same(Join(Join(a, b, nil), c, nil), Join(a, Join(b, c, nil), nil)),
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
	var all Type
	var heard int
	for i := range 2 * maxRefs {
		all = Join(all, RefTo(Function, thing(i)), func(Ref) { heard++ })
	}
	if !all.Any() || heard <= maxRefs {
		t.Errorf("%d functions together are %v, and %d were told", 2*maxRefs, all.Kinds, heard)
	}
	deep := Range(1, 1)
	for range maxDepth + 1 {
		deep = ListOf(deep)
	}
	if got := Join(Of(Nil), deep, nil); !got.Any() {
		t.Errorf("a list in lists without end is %v", got.Kinds)
	}
}

func TestWords(t *testing.T) {
	both := Join(Literal("b"), Literal("a"), nil)
	if list := both.WordList(); len(list) != 2 || list[0] != "a" || both.Declared {
		t.Errorf("%v", both)
	}
	if any := Join(both, Of(Word), nil); any.Words != nil {
		t.Errorf("any word and two are %v", any.Words)
	}
	if n := Join(Range(1, 3), Range(5, 9), nil); n.Low != 1 || n.High != 9 || !n.Bounded {
		t.Errorf("%+v", n)
	}
}
