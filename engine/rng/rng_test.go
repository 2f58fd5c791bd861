package rng

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func source(seed uint64, name string, count uint32) *Source {
	s := &Source{}
	s.Seed(seed, Name(name), count)
	return s
}

// TestFirstDraws keeps the algorithm: these numbers were recorded once, and a
// change of them changes every game that was ever recorded.
func TestFirstDraws(t *testing.T) {
	for _, test := range []struct {
		seed  uint64
		name  string
		count uint32
		want  string
	}{
		{0, "deck", 0, "[0 2 1 47 37 265 390654080 0]"},
		{1, "deck", 0, "[0 2 5 19 44 922 548753642 0]"},
		{1, "deck", 1, "[3 3 1 29 3 435 18501501 0]"},
		{1, "die d6", 0, "[3 3 0 51 14 190 754937193 0]"},
		{^uint64(0), "", ^uint32(0), "[2 0 4 7 38 55 122552154 0]"},
	} {
		s := source(test.seed, test.name, test.count)
		var draws []int
		for _, n := range []int{6, 6, 6, 52, 52, 1000, 1 << 30, 1} {
			draws = append(draws, s.Below(n))
		}
		if got := fmt.Sprint(draws); got != test.want {
			t.Errorf("seed %d, stream %q, operation %d: %s, want %s", test.seed, test.name, test.count, got, test.want)
		}
	}
}

func TestNamesAndDerivedSeeds(t *testing.T) {
	for _, test := range []struct {
		what      string
		got, want uint64
	}{
		{"the name of nothing (FNV-1a)", Name(""), 0xcbf29ce484222325},
		{"the name foobar (FNV-1a)", Name("foobar"), 0x85944171f73967e8},
		{"SplitMix64 of 0", Mix(0), 0xe220a8397b1dcdaf},
		{"game 0 of seed 1", Derive(1, 0), 0x9ff8e6b49579403f},
		{"game 1 of seed 1", Derive(1, 1), 0x7ed5d3f17602b8e9},
	} {
		if test.got != test.want {
			t.Errorf("%s is %#x, want %#x", test.what, test.got, test.want)
		}
	}
	seen := map[uint64]bool{}
	for seed := range uint64(20) {
		for i := range 1000 {
			d := Derive(seed, i)
			if seen[d] {
				t.Fatalf("game %d of seed %d has the seed of another", i, seed)
			}
			seen[d] = true
		}
	}
}

func TestShuffleGolden(t *testing.T) {
	items := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	Shuffle(source(1, "deck", 0), items)
	if got := fmt.Sprint(items); got != "[0 9 8 6 4 5 2 7 3 1]" {
		t.Errorf("got %s", got)
	}
}

// chiSquare is the statistic of counts that should all be equal.
func chiSquare(counts []int) float64 {
	total := 0
	for _, n := range counts {
		total += n
	}
	expected := float64(total) / float64(len(counts))
	sum := 0.0
	for _, n := range counts {
		d := float64(n) - expected
		sum += d * d / expected
	}
	return sum
}

// The bounds of the tests below are exceeded by one sound generator in a
// million; the seeds are fixed, so that they fail always or never.

func TestBoundedDrawsAreUniform(t *testing.T) {
	for _, test := range []struct {
		n     int
		bound float64
	}{{2, 24}, {3, 28}, {6, 37}, {7, 39}, {52, 112}} {
		counts := make([]int, test.n)
		for op := range uint32(2000) {
			s := source(42, "uniform", op)
			for range 10 * test.n {
				counts[s.Below(test.n)]++
			}
		}
		if got := chiSquare(counts); got > test.bound {
			t.Errorf("draws below %d: chi-square %.1f, at most %.0f", test.n, got, test.bound)
		}
	}
}

// TestFirstDrawsOfOperationsAreUniform matters because an operation seeds a
// fresh source: dice are always first draws.
func TestFirstDrawsOfOperationsAreUniform(t *testing.T) {
	counts, pairs := make([]int, 6), make([]int, 36)
	last := 0
	for op := range uint32(120_000) {
		n := source(7, "die d6", op).Below(6)
		counts[n]++
		if op > 0 {
			pairs[6*last+n]++
		}
		last = n
	}
	if got := chiSquare(counts); got > 37 {
		t.Errorf("chi-square %.1f", got)
	}
	if got := chiSquare(pairs); got > 90 {
		t.Errorf("pairs that follow each other: chi-square %.1f", got)
	}
}

func TestSeedsThatFollowEachOtherAreUniform(t *testing.T) {
	counts := make([]int, 36)
	for seed := range uint64(60_000) {
		counts[6*source(seed, "die d6", 0).Below(6)+source(seed, "die d6b", 0).Below(6)]++
	}
	if got := chiSquare(counts); got > 90 {
		t.Errorf("chi-square %.1f", got)
	}
}

func TestShufflesAreUniform(t *testing.T) {
	orders := map[string]int{}
	for op := range uint32(24_000) {
		items := []int{1, 2, 3, 4}
		Shuffle(source(3, "deck", op), items)
		orders[fmt.Sprint(items)]++
	}
	var counts []int
	for _, n := range orders {
		counts = append(counts, n)
	}
	if got := chiSquare(counts); len(counts) != 24 || got > 68 {
		t.Errorf("%d orders, chi-square %.1f", len(counts), got)
	}
}

func TestStreamsDiffer(t *testing.T) {
	first := func(s *Source) string {
		var out []int
		for range 8 {
			out = append(out, s.Below(1000))
		}
		return fmt.Sprint(out)
	}
	seen := map[string]string{}
	for seed := range uint64(30) {
		for _, name := range []string{"deck of seat 1", "deck of seat 2", "die d6", "die d8", "pool"} {
			for op := range uint32(30) {
				key := fmt.Sprintf("seed %d, %s, %d", seed, name, op)
				got := first(source(seed, name, op))
				if other, ok := seen[got]; ok {
					t.Fatalf("%s is %s", key, other)
				}
				seen[got] = key
			}
		}
	}
}

func TestShuffleKeepsTheItems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.SliceOf(rapid.Int()).Draw(t, "items")
		shuffled := slices.Clone(items)
		Shuffle(source(rapid.Uint64().Draw(t, "seed"), "x", 0), shuffled)
		slices.Sort(items)
		slices.Sort(shuffled)
		if !slices.Equal(items, shuffled) {
			t.Fatal("items were lost")
		}
	})
}

func TestBelowStaysBelow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 1<<31-1).Draw(t, "n")
		s := source(rapid.Uint64().Draw(t, "seed"), "x", 0)
		for range 20 {
			if v := s.Below(n); v < 0 || v >= n {
				t.Fatalf("%d is not below %d", v, n)
			}
		}
	})
}

// TestSourceIsPCG keeps that the source is math/rand/v2's PCG, whose output Go
// promises to keep.
func TestSourceIsPCG(t *testing.T) {
	s := source(5, "deck", 9)
	key := Name("deck")
	want := rand.NewPCG(Mix(5^Mix(key)), Mix(key^Mix(9)))
	for range 5 {
		if got, want := s.Below(1<<31-1), int(uint64(uint32(want.Uint64()>>32))*uint64(1<<31-1)>>32); got != want {
			t.Fatalf("%d, want %d", got, want)
		}
	}
}

func BenchmarkSeedAndDraw(b *testing.B) {
	b.ReportAllocs()
	op := uint32(0)
	for b.Loop() {
		var s Source
		s.Seed(1, 2, op)
		op++
		s.Below(6)
	}
}

func BenchmarkShuffle52(b *testing.B) {
	b.ReportAllocs()
	items := make([]int, 52)
	op := uint32(0)
	for b.Loop() {
		var s Source
		s.Seed(1, 2, op)
		op++
		Shuffle(&s, items)
	}
}

// TestSeedTexts: a seed is read as it is written, and what is none is an error that says
// what one looks like.
func TestSeedTexts(t *testing.T) {
	for _, seed := range []Seed{{}, {Low: 7}, {Low: ^uint64(0)}, {Drawn: Drawn{High: 1}},
		{12, Drawn{^uint64(0), 3}}} {
		var read Seed
		if err := read.Set(seed.String()); err != nil || read != seed {
			t.Errorf("%v is read as %v, %v", seed, read, err)
		}
	}
	for _, text := range []string{"", "-1", "seven", "18446744073709551616",
		"0000000000000001000000000000000a",
		"00000000000000010000000000000002000000000000000g", "00000000000000000000000000000002000000000000000a"} {
		var read Seed
		want := fmt.Sprintf("a seed is a number below 2^64, or 48 hexadecimal digits, not %q", text)
		if err := read.Set(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestWideSeeds: each half of a seed that nobody named changes what comes of it, the bots' one nothing, and one
// without an upper half is the number that it was.
func TestWideSeeds(t *testing.T) {
	first := func(seed Seed) (draws [8]int) {
		var s Source
		s.SeedWide(seed, Name("deck"), 3)
		for i := range draws {
			draws[i] = s.Below(1 << 30)
		}
		return draws
	}
	seen := map[[8]int]Seed{}
	for _, seed := range []Seed{{Low: 5}, {5, Drawn{High: 1}}, {5, Drawn{High: 2}}, {6, Drawn{High: 1}},
		{5, Drawn{High: 1 << 63}}} {
		if other, twice := seen[first(seed)]; twice {
			t.Errorf("%v and %v give the same", seed, other)
		}
		seen[first(seed)] = seed
	}
	if first(Seed{5, Drawn{1, 7}}) != first(Seed{5, Drawn{1, 8}}) {
		t.Error("the bots' seed changes the game")
	}
	named := source(5, "deck", 3)
	if got := first(Seed{Low: 5}); got[0] != named.Below(1<<30) {
		t.Error("a named seed gives something else than it did")
	}
}
