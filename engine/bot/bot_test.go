package bot

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
)

// TestSeesNoGame: but for player.go, which seats them, bots know plain values of the
// engine alone, and nothing that leads to a game.
func TestSeesNoGame(t *testing.T) {
	plain := []string{"LookAhead", "MostAhead", "Scripts", "Seat"}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || name == "player.go" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if of, ok := sel.X.(*ast.Ident); ok && of.Name == "engine" {
					if seen++; !slices.Contains(plain, sel.Sel.Name) {
						t.Errorf("%s knows engine.%s: bots see the shape of questions, never a game", name,
							sel.Sel.Name)
					}
				}
			}
			return true
		})
	}
	if seen == 0 {
		t.Error("no file was looked at")
	}
}

// legal reports whether a reply is one; nothing of the bots decides it.
func legal(q *Question, reply []int) bool { return q.Check(reply) == nil }

// questions draws a question that has a legal reply.
func questions(t *rapid.T) *Question {
	q := &Question{Number: rapid.IntRange(1, 5000).Draw(t, "number"), Shape: engine.Shape{
		Kind:    engine.DecisionKind(rapid.IntRange(0, int(engine.Split)).Draw(t, "kind")),
		Options: rapid.IntRange(0, 90).Draw(t, "options"), Optional: rapid.Bool().Draw(t, "optional"),
	}}
	switch q.Kind {
	case engine.PickSome:
		q.Min = rapid.IntRange(0, q.Options).Draw(t, "min")
		q.Max = rapid.IntRange(q.Min, q.Options).Draw(t, "max")
	case engine.YesNo:
		q.Options = 2
	case engine.PickNumber:
		q.Min = rapid.IntRange(-1000, 1000).Draw(t, "min")
		q.Max = q.Min + rapid.IntRange(0, 1<<40).Draw(t, "more")
	case engine.Split:
		q.Options = max(q.Options, 1)
		q.Max = rapid.IntRange(0, 6).Draw(t, "most")
		q.Total = rapid.IntRange(0, max(q.Max, 1)*q.Options).Draw(t, "total")
	}
	return q
}

func TestRandomIsLegal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := questions(t)
		r := NewRandom(2, rapid.Uint64().Draw(t, "seed"))
		reply := r.Reply(q)
		if reply == nil || !legal(q, reply) {
			t.Fatalf("%+v: %v", q, reply)
		}
		if again := r.Reply(q); !slices.Equal(reply, again) {
			t.Fatalf("asked again it answers %v, not %v", again, reply)
		}
	})
}

// TestRandomIsUniform counts the replies to small questions: each legal one
// must come, and about equally often.
func TestRandomIsUniform(t *testing.T) {
	for _, test := range []struct {
		q    Question
		want int
	}{
		{Question{Shape: engine.Shape{Kind: engine.PickOne, Options: 5}}, 5},
		{Question{Shape: engine.Shape{Kind: engine.PickOne, Options: 5, Optional: true}}, 6},
		{Question{Shape: engine.Shape{Kind: engine.PickSome, Options: 5, Min: 1, Max: 3}}, 25},
		{Question{Shape: engine.Shape{Kind: engine.PickSome, Options: 5, Max: 5}}, 32},
		{Question{Shape: engine.Shape{Kind: engine.PickSome, Options: 6, Min: 4, Max: 5}}, 21},
		{Question{Shape: engine.Shape{Kind: engine.PickSome, Options: 6, Max: 1}}, 7},
		{Question{Shape: engine.Shape{Kind: engine.PickOrder, Options: 4}}, 24},
		{Question{Shape: engine.Shape{Kind: engine.YesNo, Options: 2}}, 2},
		{Question{Shape: engine.Shape{Kind: engine.PickNumber, Min: -3, Max: 3}}, 7},
		{Question{Shape: engine.Shape{Kind: engine.Split, Options: 3, Total: 4}}, 15},
		{Question{Shape: engine.Shape{Kind: engine.Split, Options: 3, Total: 4, Max: 2}}, 6},
		{Question{Shape: engine.Shape{Kind: engine.Split, Options: 3, Total: 5, Max: 2}}, 3},
		{Question{Shape: engine.Shape{Kind: engine.Split, Options: 1, Total: 5}}, 1},
	} {
		counts := map[string]int{}
		r := NewRandom(1, 7)
		const each = 400
		for i := range each * test.want {
			test.q.Number = i
			counts[fmt.Sprint(r.Reply(&test.q))]++
		}
		if len(counts) != test.want {
			t.Errorf("%+v: %d different replies, not %d", test.q, len(counts), test.want)
		}
		for reply, n := range counts {
			if n < each*3/4 || n > each*5/4 {
				t.Errorf("%+v: %s came %d times, not about %d", test.q, reply, n, each)
			}
		}
	}
}

// TestManyOptions: the sizes of subsets of many options follow their numbers.
func TestManyOptions(t *testing.T) {
	for _, n := range []int{exact, exact + 1, 400} {
		q := Question{Shape: engine.Shape{Kind: engine.PickSome, Options: n, Max: n}}
		r, sum := NewRandom(1, 1), 0
		for i := range 500 {
			q.Number = i
			sum += len(r.Reply(&q))
		}
		if mean := sum / 500; mean < n/2-2 || mean > n/2+2 {
			t.Errorf("of %d options %d are taken on average", n, mean)
		}
	}
}

func TestBinomial(t *testing.T) {
	for _, test := range []struct {
		n, k int
		want uint64
	}{{5, 2, 10}, {10, 0, 1}, {60, 30, 118264581564861424}} {
		if got := binomial(test.n, test.k); got != test.want {
			t.Errorf("%d of %d: %d", test.k, test.n, got)
		}
	}
}

func TestRandomAllocatesTheReplyAlone(t *testing.T) {
	r := NewRandom(1, 1)
	for _, shape := range []engine.Shape{{Kind: engine.PickOne, Options: 9, Optional: true},
		{Kind: engine.PickSome, Options: 9, Max: 5}, {Kind: engine.PickOrder, Options: 9},
		{Kind: engine.YesNo, Options: 2}, {Kind: engine.PickNumber, Max: 6},
		{Kind: engine.Split, Options: 4, Total: 6, Max: 3}} {
		q := Question{Shape: shape}
		if n := testing.AllocsPerRun(100, func() {
			q.Number++
			r.Reply(&q)
		}); n > 1 {
			t.Errorf("%+v: %v allocations", q, n)
		}
	}
}

// paying values replies by a function; some worlds cannot be had.
type paying struct {
	value  func(reply []int) int
	same   []int
	lost   int
	worlds int
	asked  int
}

func (p *paying) ready() bool { return p.value != nil }

func (p *paying) classes() []int { return p.same }

func (p *paying) world(uint64) { p.worlds++ }

func (p *paying) worth(reply []int) (int, bool) {
	p.asked++
	if p.worlds <= p.lost {
		return 0, false
	}
	return p.value(reply) + p.worlds, true
}

func total(reply []int) int {
	sum := 0
	for _, n := range reply {
		sum += n
	}
	return sum
}

func TestGreedyTakesTheBest(t *testing.T) {
	for _, test := range []struct {
		q    Question
		want []int
	}{
		{Question{Shape: engine.Shape{Kind: engine.PickOne, Options: 9}}, []int{8}},
		{Question{Shape: engine.Shape{Kind: engine.PickSome, Options: 4, Max: 2}}, []int{2, 3}},
		{Question{Shape: engine.Shape{Kind: engine.PickNumber, Min: -4, Max: 7}}, []int{7}},
		{Question{Shape: engine.Shape{Kind: engine.YesNo, Options: 2}}, []int{1}},
	} {
		b := NewGreedy(1, 3, nil)
		if reply := b.reply(&test.q, &paying{value: total, lost: 2}); !slices.Equal(reply, test.want) ||
			b.AtRandom != 0 {
			t.Errorf("%+v: %v", test.q, reply)
		}
		if reply := b.reply(&test.q, &paying{}); !legal(&test.q, reply) || b.AtRandom != 1 {
			t.Errorf("%+v: without a standing: %v, %d at random", test.q, reply, b.AtRandom)
		}
		if reply := b.reply(&test.q, &paying{value: total, lost: 99}); !legal(&test.q, reply) || b.AtRandom != 2 {
			t.Errorf("%+v: without a world: %v, %d at random", test.q, reply, b.AtRandom)
		}
	}
}

func TestGreedyBreaksTiesByChance(t *testing.T) {
	b, seen := NewGreedy(1, 3, nil), map[int]int{}
	q := Question{Shape: engine.Shape{Kind: engine.PickOne, Options: 3, Optional: true}}
	for i := range 400 {
		q.Number = i
		reply := b.reply(&q, &paying{value: func([]int) int { return 1 }})
		if len(reply) == 0 {
			reply = []int{-1}
		}
		seen[reply[0]]++
	}
	for i := -1; i < 3; i++ {
		if seen[i] < 60 {
			t.Errorf("option %d was taken %d times of 400", i, seen[i])
		}
	}
}

const few = 32

// tried are the replies that are tried where few are.
func tried(q *Question) [][]int { return candidates(nil, &rng.Source{}, q, few) }

// TestCandidates: all replies if they are few, else as many as allowed, and
// none twice.
func TestCandidates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := questions(t)
		replies := tried(q)
		seen := map[string]bool{}
		for _, reply := range replies {
			if reply == nil || !legal(q, reply) || seen[fmt.Sprint(reply)] {
				t.Fatalf("%+v: %v", q, reply)
			}
			seen[fmt.Sprint(reply)] = true
		}
		if len(replies) == 0 || len(replies) > few {
			t.Fatalf("%+v: %d replies", q, len(replies))
		}
	})
	for _, test := range []struct {
		q    Question
		want int
	}{
		{Question{Shape: engine.Shape{Kind: engine.PickOrder, Options: 4}}, 24},
		{Question{Shape: engine.Shape{Kind: engine.PickSome, Options: 5, Min: 1, Max: 3}}, 25},
		{Question{Shape: engine.Shape{Kind: engine.Split, Options: 3, Total: 4, Max: 2}}, 6},
		{Question{Shape: engine.Shape{Kind: engine.Split, Options: 3, Total: 4}}, 15},
		{Question{Shape: engine.Shape{Kind: engine.PickOne, Options: 0}}, 1},
	} {
		if replies := tried(&test.q); len(replies) != test.want {
			t.Errorf("%+v: %d replies, not %d", test.q, len(replies), test.want)
		}
	}
}

func BenchmarkRandom(b *testing.B) {
	r := NewRandom(1, 1)
	q := Question{Shape: engine.Shape{Kind: engine.PickOne, Options: 7, Optional: true}}
	b.ReportAllocs()
	for i := range b.N {
		q.Number = i
		r.Reply(&q)
	}
}

// TestEqualOptions: of replies that differ in equal options alone one is tried.
func TestEqualOptions(t *testing.T) {
	same := func(classes ...int) []int { return classes }
	for _, test := range []struct {
		q    Question
		want string
	}{
		{Question{Shape: engine.Shape{Kind: engine.PickOne, Options: 60}, Classes: make([]int, 60)}, "[0]"},
		{Question{Shape: engine.Shape{Kind: engine.PickOne, Options: 3, Optional: true}, Classes: same(0, 1, 0)},
			"[0]|[1]|[]"},
		{Question{Shape: engine.Shape{Kind: engine.PickSome, Options: 4, Min: 2, Max: 2}, Classes: same(0, 1, 0, 0)},
			"[0 1]|[0 2]"},
		{Question{Shape: engine.Shape{Kind: engine.PickOrder, Options: 3}, Classes: same(0, 1, 0)},
			"[0 1 2]|[0 2 1]|[1 0 2]"},
		{Question{Shape: engine.Shape{Kind: engine.Split, Options: 3, Total: 2}, Classes: same(0, 1, 0)},
			"[1 0 1]|[1 1 0]|[2 0 0]|[0 2 0]"},
	} {
		var got []string
		for _, r := range tried(&test.q) {
			got = append(got, fmt.Sprint(r))
		}
		want := strings.Split(test.want, "|")
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%+v: %v, not %v", test.q, got, want)
		}
	}
	// One reply alone is given without a world.
	w := &paying{value: total, same: make([]int, 60)}
	q := Question{Shape: engine.Shape{Kind: engine.PickOne, Options: 60}}
	if reply := NewGreedy(1, 1, nil).reply(&q, w); !slices.Equal(reply, []int{0}) || w.asked > 0 {
		t.Errorf("%v, after %d tries", reply, w.asked)
	}
}

// TestPlainest: replies that are drawn are the same where they mean the same.
func TestPlainest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := questions(t)
		if q.Kind == engine.YesNo || q.Kind == engine.PickNumber || q.Options == 0 {
			return
		}
		q.Classes = make([]int, q.Options)
		for i := range q.Classes {
			q.Classes[i] = i
			if i > 0 && rapid.Bool().Draw(t, "same") {
				q.Classes[i] = q.Classes[i-1]
			}
		}
		reply := NewRandom(1, rapid.Uint64().Draw(t, "seed")).Reply(q)
		plain := plainest(q, slices.Clone(reply))
		if !legal(q, plain) || !slices.Equal(plain, plainest(q, slices.Clone(plain))) {
			t.Fatalf("%+v: %v became %v", q, reply, plain)
		}
	})
}

// preferring are worlds in which options are worth what stands at their places.
type preferring struct {
	options []int
	alike   []int
}

func (w preferring) ready() bool    { return true }
func (w preferring) classes() []int { return w.alike }
func (w preferring) world(uint64)   {}

func (w preferring) worth(reply []int) (int, bool) {
	sum := 0
	for _, n := range reply {
		sum += w.options[n]
	}
	return sum, true
}

// TestHold: a player that is held from a copy takes the one that is equal to it, one that
// is held to an option takes it, though others are better, and one that the hold does not
// concern answers as if it were free.
func TestHold(t *testing.T) {
	w := preferring{[]int{5, 5, 1}, []int{0, 0, 2}}
	one := Question{Number: 4, Seat: 1, Shape: engine.Shape{Kind: engine.PickOne, Options: 3}}
	for _, test := range []struct {
		hold *Hold
		want int
	}{{nil, 0}, {&Hold{Options: []int{0}}, 1}, {&Hold{Options: []int{0, 1}}, 2}, {&Hold{Options: []int{2}}, 0},
		{&Hold{Options: []int{2}, Take: true}, 2}, {&Hold{Options: []int{1}, Take: true}, 1}} {
		b := NewGreedy(1, 3, nil)
		b.Hold(test.hold)
		if reply := b.reply(&one, w); !slices.Equal(reply, []int{test.want}) {
			t.Errorf("held by %+v it answers %v, not %d", test.hold, reply, test.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		q := questions(t)
		h := &Hold{Take: rapid.Bool().Draw(t, "take")}
		for i := range q.Options {
			if rapid.IntRange(0, 3).Draw(t, "held") == 0 {
				h.Options = append(h.Options, i)
			}
		}
		r, seed := NewRandom(1, 0), rapid.Uint64().Draw(t, "seed")
		r.Reset(seed, 1)
		free := slices.Clone(r.Reply(q))
		r.Hold(h)
		switch reply := r.Reply(q); {
		case !legal(q, reply):
			t.Fatalf("%v is not legal", reply)
		case h.Keeps(q, free) && !slices.Equal(reply, free):
			t.Fatalf("%v keeps to the hold, and %v is answered", free, reply)
		case !h.Take && q.Options < 8 && h.Splits(q) && !h.Keeps(q, reply):
			t.Fatalf("%v does not keep to %+v", reply, h)
		}
	})
}
